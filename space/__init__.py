"""The Space: its tabs, its look, its guard and its sign-in. With app.py the only importer of gradio.

`prepare` (space.environment) must run before anything imports gradio; `serve` (space.serve) then composes the page and
listens. Importing this package makes gradio's import quick and keeps it from writing stubs beside our modules.
"""

from space.quick_import import skip_editor_stubs

skip_editor_stubs()
