"""The Space: its tabs, its look, its guard and its sign-in. With app.py the only importer of gradio.

`prepare` must run before anything imports gradio; `serve` then composes the page and listens.
"""
