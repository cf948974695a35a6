"""Hub: the only client of the Hugging Face Hub (`client`), and the embedded local hub (`local`)."""
