"""Import gradio without its editor stubs.

gradio rewrites `.pyi` files inside site-packages at every import, which costs more than half of the start
(measured: 5.2 s with, 2.2 s without) and writes where an app has no business to write. Invariant: nothing but that
one function is replaced, and only in this process; a gradio without it is imported as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

MODULE = "gradio.component_meta"
FUNCTION = "create_or_modify_pyi"


class _WithoutStubs(Loader):
    def __init__(self, real: Loader) -> None:
        self.real = real

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.real.exec_module(module)
        if hasattr(module, FUNCTION):
            setattr(module, FUNCTION, _write_nothing)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname == MODULE else None
        if spec is not None and spec.loader is not None:
            spec.loader = _WithoutStubs(spec.loader)
        return spec


def _write_nothing(component_class: type, class_name: str, events: list[object]) -> None:
    return None


def skip_editor_stubs() -> None:
    """Make gradio's import skip its editor stubs, now or when it comes; later calls change nothing."""
    if MODULE in sys.modules:
        setattr(sys.modules[MODULE], FUNCTION, _write_nothing)
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
