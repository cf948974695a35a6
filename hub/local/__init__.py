"""The embedded local hub: what `python app.py` uses instead of the Hugging Face Hub on a machine without an account.

It is an ASGI application over real bare git repositories and one sqlite file, and speaks the wire formats of the real
clients: gradio and Authlib for sign-in, `huggingface_hub` for everything else, git for clone. It stores below
`<data folder>/localhub`:

    hub.sqlite3          users, codes, tokens (hashed), discussions
    repositories/        bare git repositories
    signing-key.pem      signs id_tokens, 0600
    maintainer.token     the token that `review.py` uses, 0600

Importing this package imports neither gradio nor huggingface_hub.
"""

from hub.local.faults import Faults, Kind
from hub.local.people import DEMO_USERS, MAINTAINER
from hub.local.service import LocalHub

__all__ = ["DEMO_USERS", "MAINTAINER", "Faults", "Kind", "LocalHub"]
