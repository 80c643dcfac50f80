"""What all threads of a process share is known, and each piece of it has a reason.

Looked at are the values of modules and of classes: a dict, list or set that some code changes, any
object that is not known to be a value, and every cache. Objects that many threads share through a
loaded game are held by `test_threads.py`.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import re
import types
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import TypeVar

import rulewright
from rulewright import frozen

SHARED = {
    "collecting._lock": "a lock",
    "syntax.grammar._blocks": "counts in each thread for itself",
    "syntax.grammar._lark": "made twice at worst; it keeps nothing of what it reads but in _blocks",
    "core.cost._most_of": "a function of its argument alone",
    "runtime.observation._idle": "a function of its arguments alone",
    "runtime.observation._kept_while_asking": "a function of its argument alone",
    "runtime.observation._named_in": "a function of its argument alone",
    "syntax.packed._SLOTS": "method wrappers of fields, which hold nothing",
    "syntax.parse._read": "a tree by its text, made twice at worst; it holds no failures",
    "syntax.parse._read_before": "what was read; at worst it is written once more for later ones",
    "syntax.parse._form_of_trees": "always the same",
    "syntax.walk._contains_choice": "a function of its arguments alone",
    "syntax.walk._parts": "the fields of a class, which are always the same",
    "check.modules.UNSAVED": "a context variable: each thread has its own value",
    "check.modules._parsed": "a tree by its text, made twice at worst; it holds no failures",
    "check.tables._read": "a table by its text, made twice at worst; it holds no failures",
    "diagnostics._bare": "a function of its argument alone",
    "transcript._done": "a function of its arguments alone",
    "transcript._selections": "a function of its argument alone",
    "transcript._selected": "a function of its argument alone",
    "transcript._chosen_openly": "a function of its arguments alone",
    "transcript._told_openly": "a function of its argument alone",
    "check.unused._fine": "trees that nobody changes, looked at twice at worst; no failures",
    "editing.family._known": "uses by texts and names, made twice at worst; no failures",
    "editing.reaching._known": "what scenarios reach, by rules and texts, made twice at worst",
    "editing.scenes._named_in": "a function of its argument alone",
    "editing.scenes._words_in": "a function of its argument alone",
    "editing.words.groups": "always the same",
    "editing.words.keywords": "always the same",
    "core.evaluate._watch": "a context variable: each thread has its own value",
    "core.evaluate._once": "a context variable: each thread has its own value",
    "core.evaluate._prepared": "a function of its arguments alone",
    "core.evaluate.elements_of_mask": "a function of its argument alone",
    "core.grids.labels": "a function of its argument alone",
    "core.rounds._weight": "a function of its argument alone",
    "core.graphs.network": "a function of its argument alone",
    "core.offered_once._found": "a function of its argument alone",
    "core.starts.starts": "a function of its argument alone",
    "lower.changes.variables_changed": "a function of its argument alone",
    "lower.changes.variables_read": "a function of its argument alone",
    "lower.changes.variables_deciding": "a function of its arguments alone",
    "lower.changes.is_onward": "a function of its argument alone",
    "lower.changes.members_changed": "a function of its argument alone",
    "core.selecting.grown_by": "a function of its arguments alone",
    "core.selecting.selecting": "a function of its argument alone",
    "backends.registry._settled": "engines, which any threads may share",
    "backends.reference.plain": "an engine, which any threads may share",
    "backends.python.support.gained": "a function of its arguments alone",
    "backends.python.engine._listings": "functions by what they are made of, made twice at worst",
    "backends.wasm.engine._verdict": "a function of its arguments alone",
    "backends.wasm.library._sources": "read from a text that never changes",
    "backends.wasm.machine._call": "a function of wasmtime",
    "backends.wasm.machine._hosts": "made once, under a lock",
    "backends.wasm.machine._lock": "a lock",
    "backends.wasm.machine._hint_branches": "a function of wasmtime",
    "backends.wasm.machine._here": "each thread has its own",
    "backends.wasm.machine._kept": "added to alone, until the process ends",
    "backends.wasm.machine._machines": "added to alone, until the process ends",
    "backends.wasm.machine._numbers": "a counter, which gives no number twice",
    "backends.wasm.machine._new_function": "a function of wasmtime",
    "backends.wasm.machine._version": "read from files that never change",
    "backends.wasm.shapes.NUMBER": "what other shapes are compared with, never changed itself",
    "cluster._at_work": "who does what, changed under a lock",
    "cluster._stopped": "only changed and asked under a lock",
    "cluster._kept": "each thread has its own",
    "cluster._lock": "a lock",
    "files.BROUGHT": "a context variable: each thread has its own value",
    "files.HELD": "a context variable; what it holds is read twice at worst, and the first counts",
    "files.UNDISTURBED": "the code of functions, which never changes",
    "resources._root": "always the same",
    "resources.code": "a function of its arguments alone",
    "resources.fingerprint": "always the same",
    "backends.registry._again": "an engine by what it is made of, made twice at worst",
    "game._checked": "a game by its texts and what was asked for, made twice at worst; no failures",
    "game._by_itself": "what was checked of a game, by its texts, made twice at worst; no failures",
    "game._again": "a game by what it is made of, made twice at worst",
    "drawing.around.in_turn": "a function of its argument alone",
    "drawing.attributes._made": "what programs say of themselves, made twice at worst",
    "following.follower": "what follows games, one at a time: it has a lock",
    "origins.hidden_marks": "a function of its argument alone",
    "origins.origins": "a function of its argument alone",
    "origins.open_marks_of_hidden": "a function of its argument alone",
    "players.greedy._inside": "a function of its argument alone",
    "players.greedy._steps": "a function of its argument alone",
    "play.ended._made": "what watches last steps, one at a time: it has a lock",
    "sightings.watcher": "what watches steps, one at a time: it has a lock",
    "turns.turn_counter": "what counts turns, one step at a time: it has a lock",
    "runtime.memory._themselves": "a function of its argument alone",
    "runtime.sight.places": "a function of its argument alone",
    "runtime.observation.in_sight": "a function of its arguments alone",
    "runtime.observation._told": "a function of its argument alone",
    "runtime.observation._places_of": "a function of its argument alone",
    "players.information._layers": "a function of its arguments alone",
    "runtime.looking._score_lines": "a function of its argument alone",
    "workers.apart": "each thread has its own",
    "foreign.rows": "read from a page that never changes",
    "explanations._blocks": "read from a page that never changes",
    "explanations.explanations": "read from pages that never change",
    "limits._wanted": "a context variable: each thread has its own value",
    "limits.NEVER": "a moment, which nothing changes",
    "drawing.around.afterwards": "a function of its arguments alone",
    "drawing.around.ahead": "a function of its arguments alone",
    "drawing.around.behind": "a function of its arguments alone",
    "core.faces.kept_plainly": "a function of its argument alone",
    "core.said.drawn_by_name": "a function of its argument alone",
    "core.said.named_plainly": "a function of its arguments alone",
    "core.said.said_aloud": "a function of its arguments alone",
    "drawing.around.in_action": "a function of its arguments alone",
    "drawing.around.within_action": "a function of its arguments alone",
    "drawing.became._looks_into_hidden": "a function of its argument alone",
    "drawing.became._from_named": "a function of its arguments alone",
    "drawing.became._of_cells": "a function of its arguments alone",
    "drawing.became._told": "a function of its arguments alone",
    "drawing.yet.may_change_yet": "a function of its arguments alone",
    "drawing.goals.goals": "a function of its argument alone",
    "transcript._is_open": "a function of its argument alone",
    "transcript._only_takes": "a function of its arguments alone",
    "transcript._moved": "a function of its argument alone",
    "transcript._laid_open": "a function of its arguments alone",
    "transcript._is_thrown": "a function of its argument alone",
    "transcript._done_in_turn": "a function of its arguments alone",
    "transcript._zones": "a function of its argument alone",
    "play.protocol._READER": "a reader of requests, which nothing changes",
}
VALUES = (
    str, bytes, int, float, bool, type(None), type, types.FunctionType, types.BuiltinFunctionType,
    types.ModuleType, types.GenericAlias, types.UnionType, TypeVar, re.Pattern, range, Path, Enum,
)  # fmt: skip
CHANGES = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "move_to_end", "pop",
    "popitem", "popleft", "remove", "reverse", "setdefault", "sort", "update",
}  # fmt: skip


def modules() -> Iterator[tuple[str, Path]]:
    """All of the library but what is for tests."""
    root = Path(rulewright.__path__[0])
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        if parts[1] != "testing":
            yield ".".join(part for part in parts if part != "__init__"), path


def changed(tree: ast.Module) -> set[str]:
    """The names, of attributes too, of which an item is stored or dropped, or a method called that
    changes it; those that a function rebinds."""
    found: set[str] = set()
    interesting = ast.Subscript | ast.Call | ast.AugAssign | ast.Global
    for node in ast.walk(tree):
        if not isinstance(node, interesting):
            continue
        match node:
            case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
                found |= named(value)
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in CHANGES:
                found |= named(value)
            case ast.AugAssign(target=value):
                found |= named(value)
            case ast.Global(names=names):
                found |= {*names}
    return found


def named(node: ast.expr) -> set[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return {name}
    return set()


def bound(tree: ast.Module) -> Iterator[str]:
    """The names that a module gives something to itself, and its functions."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=targets):
                yield from (t.id for t in targets if isinstance(t, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def is_shared(value: object, is_changed: bool) -> bool:
    """Is there something here that one thread can change for the others?"""
    if hasattr(value, "cache_info"):
        return True
    if isinstance(value, dict | list | set):
        return is_changed
    if isinstance(value, tuple | frozenset):
        return any(is_shared(item, is_changed) for item in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        made_by = getattr(type(value).__hash__, "__module__", "")
        is_node = made_by == frozen.__name__  # type checkers see to it that these do not change
        return not is_node and not value.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if isinstance(value, types.MappingProxyType):
        return False
    return not isinstance(value, VALUES) and type(value).__module__ != "typing"


def test_what_threads_share_is_known() -> None:
    found = set()
    for name, path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module, changes = importlib.import_module(name), changed(tree)
        short = name.removeprefix("rulewright.")
        for word in bound(tree):
            value = getattr(module, word, None)
            if is_shared(value, word in changes):
                found.add(f"{short}.{word}")
            if isinstance(value, type) and value.__module__ == name:
                found |= {
                    f"{short}.{word}.{field}"
                    for field, held in vars(value).items()
                    if isinstance(held, dict | list | set) and field in changes
                }
    assert found == SHARED.keys()


def test_what_threads_share_is_seen() -> None:
    tree = ast.parse("def f():\n    global c\n    a[1] = 2\n    b.append(3)\n    a.d |= 1")
    assert changed(tree) == {"a", "b", "c", "d"}
    assert is_shared({}, True) and is_shared(({},), True) and not is_shared({}, False)
    assert is_shared(functools.cache(len), False) and is_shared(object(), False)
    assert not is_shared(("one", 2, re.compile("x")), False)
