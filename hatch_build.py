"""What is made when the package is built: the page that tells of it, and the one part in C.

**The page.** Addresses within README.md are relative, so that they hold in every copy. A package
page has no such files beside it: once pyproject.toml says where they can be had (`files`, the
address of a folder that holds them as they are), addresses are made of that; until then what cannot
be shown is left out, words stay, and nothing on the page leads nowhere.

**The part in C**, `stepping.c`, makes single decisions quicker and nothing else. Where it cannot be
compiled, for want of a compiler or of Python's headers, it is said so, and the package is built
without; with `HATCH_BUILD_NO_HOOKS=true` it is not tried.
"""

from __future__ import annotations

import re
import sysconfig
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def page(text: str, files: str) -> str:
    """The text with addresses that hold anywhere; none where there are no `files`."""

    def told(found: re.Match[str]) -> str:
        picture, words, address = found.groups()
        if files:
            return f"{picture}[{words}]({files.rstrip('/')}/{address})"
        return "" if picture else words

    return LINK.sub(told, text)


class CustomMetadataHook(MetadataHookInterface):
    """Puts the page into the package's metadata."""

    def update(self, metadata: dict[str, object]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": page(text, str(self.config["files"])),
        }


FOLDER = Path("interpreter", "rulewright", "backends")
MODULE = "_stepping"


def compiled(root: Path, folder: Path) -> Path | None:
    """What `stepping.c` is compiled to, in a folder; None if that cannot be done here."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return None  # it relies on that lock
    try:
        from setuptools import Distribution, Extension
    except ImportError:
        return None
    source = Extension(MODULE, [str(root / FOLDER / "stepping.c")])
    command = Distribution({"name": MODULE, "ext_modules": [source]}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder), str(folder / "parts")
    try:
        command.ensure_finalized()
        command.run()
    except (Exception, SystemExit):  # no compiler, no headers, or whatever else a machine lacks
        return None
    return folder / Path(command.get_ext_filename(MODULE))


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts what is compiled into the wheel, or beside its source if the package is installed as it
    stands here."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        root = Path(self.root)
        self.made = tempfile.TemporaryDirectory()
        made = compiled(root, Path(self.made.name))
        if made is None:
            self.app.display_warning("stepping.c cannot be compiled here: left out")
        elif version == "editable":
            kept = root / FOLDER / made.name
            kept.unlink(missing_ok=True)  # a process that has it open keeps the old one
            kept.write_bytes(made.read_bytes())
        else:
            inside = Path("rulewright", "backends", made.name).as_posix()
            build_data["force_include"] = {str(made): inside}
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, object], artifact_path: str) -> None:
        self.made.cleanup()
