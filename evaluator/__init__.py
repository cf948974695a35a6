"""Corpus and predictions in, score out; statistics of scores."""
