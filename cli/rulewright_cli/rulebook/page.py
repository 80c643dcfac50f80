"""A rulebook as one HTML page that needs nothing else: no network, no script, no other file.

Colours follow what the reader's system prefers, tables scroll where the screen is small, and on
paper links and colours give way. All that an author writes is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulewright.drawing.svg import Picture

from .document import Block, Book, Item, Items, Paragraph, Run, Section, Table, Text, plain

STYLE = """
:root { color-scheme: light dark; --ink: #1d1b18; --paper: #fdfbf6; --quiet: #6a645b;
  --line: #ddd5c7; --link: #8a3b12; --mark: #7a2a6b; --box: #f4eee2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e4da; --paper: #1a1917; --quiet: #a39b8e;
  --line: #3d3933; --link: #eda46f; --mark: #e39ad3; --box: #26241f; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 50rem; padding: 1.5rem 1.1rem 4rem; background: var(--paper);
  color: var(--ink); font: 1.02rem/1.55 Georgia, "Times New Roman", serif;
  overflow-wrap: break-word; }
h1 { font-size: 2.3rem; line-height: 1.15; margin: .4em 0 .5em; }
h2 { font-size: 1.55rem; border-bottom: 2px solid var(--line); margin: 2.2em 0 .7em; }
h3 { font-size: 1.15rem; margin: 1.7em 0 .4em; }
h1, h2, h3, h4 { break-after: avoid; }
p { margin: .5em 0; }
ol, ul { margin: .3em 0; padding-left: 1.5em; }
li { margin: .22em 0; }
li > ul { padding-left: 1.2em; }
a { color: inherit; text-decoration: underline dotted var(--quiet) 1px;
  text-underline-offset: .18em; }
a:hover { color: var(--link); }
code { font: .84em/1.3 ui-monospace, Menlo, Consolas, monospace; background: var(--box);
  border-radius: 3px; padding: .08em .3em; overflow-wrap: anywhere; }
nav { background: var(--box); border-radius: 6px; padding: .7em 1.1em; font-size: .95rem; }
nav a { display: inline-block; margin: .15em 1.1em .15em 0; text-decoration: none;
  color: var(--link); }
.name { font-style: italic; }
.small { font-size: .84rem; line-height: 1.4; color: var(--quiet); margin: .6em 0 0; }
.quiet { color: var(--quiet); }
.reason { color: var(--quiet); font-style: italic; }
.number, .number a { color: var(--quiet); font-size: .72rem; font-style: normal;
  text-decoration: none; white-space: nowrap; font-family: ui-sans-serif, system-ui, sans-serif; }
.variant { color: var(--paper); background: var(--mark); border-radius: 3px; font-size: .72rem;
  padding: .1em .45em; font-family: ui-sans-serif, system-ui, sans-serif; white-space: nowrap; }
.new { border-left: 3px solid var(--mark); padding-left: .7em; }
.new .new { border: 0; padding: 0; }
.wide { overflow-x: auto; margin: .7em 0; }
table { border-collapse: collapse; font-size: .9rem; min-width: 50%; }
th, td { text-align: left; vertical-align: top; padding: .3em .8em .3em 0;
  border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: normal; font-style: italic; }
td { overflow-wrap: normal; }
figure { margin: 1em 0; overflow-x: auto; }
svg { display: block; max-width: 100%; height: auto; }
:target { background: var(--box); }
summary { color: var(--link); cursor: pointer; }
@media (max-width: 32rem) { body { font-size: 1rem; padding: 1rem .8rem 3rem; }
  h1 { font-size: 1.8rem; } svg { max-width: none; } ol, ul { padding-left: 1.15em; } }
@media print { :root { --ink: #000; --paper: #fff; --quiet: #444; --line: #bbb; --link: #000;
  --mark: #444; --box: #fff; }
  body { max-width: none; padding: 0; font-size: 10.5pt; } nav { display: none; }
  a { text-decoration: none; } h2 { margin-top: 1.4em; } li, tr, figure { break-inside: avoid; }
  .wide, figure { overflow: visible; } thead { display: table-header-group; } }
"""


def head(title: str, style: str = "") -> list[str]:
    """How a page begins; `style`: what it looks like besides."""
    return [
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>", f"<style>{STYLE}{style}</style>", "</head>",
    ]  # fmt: skip


def as_page(book: Book) -> str:
    """The text of the page, with a line end at its end."""
    links = "\n".join(
        f'<a href="#{escape(section.anchor)}">{escape(plain(section.title))}</a>'
        for section in book.sections
    )
    parts = [
        *head(book.title), '<body id="top">',
        f"<header>\n<h1>{escape(book.title)}</h1>", *_blocks(book.front), "</header>",
        f"<nav>\n{links}\n</nav>", "<main>",
    ]  # fmt: skip
    for section in book.sections:
        parts += _section(section, 2)
    return "\n".join([*parts, "</main>", "</body>", "</html>"]) + "\n"


def _section(section: Section, level: int) -> Iterator[str]:
    new = ' class="new"' if section.variant else ""
    variant = f" {_run(Run(section.variant, 'variant'))}" if section.variant else ""
    yield f'<section id="{escape(section.anchor)}"{new}>'
    yield f"<h{level}>{_text(section.title)}{variant}</h{level}>"
    if section.folded:
        yield "<details><summary>Show them</summary>"
    yield from _blocks(section.blocks)
    if section.folded:
        yield "</details>"
    for part in section.sections:
        yield from _section(part, min(level + 1, 6))
    yield "</section>"


def _blocks(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(text=what, small=small):
                yield f'<p class="small">{_text(what)}</p>' if small else f"<p>{_text(what)}</p>"
            case Items(items=items, ordered=ordered):
                yield from _items(items, "ol" if ordered else "ul")
            case Table():
                yield from _table(block)
            case Picture(svg=svg):
                yield f"<figure>{svg}</figure>"


def _items(items: Sequence[Item], kind: str) -> Iterator[str]:
    yield f"<{kind}>"
    for item in items:
        anchor = f' id="{escape(item.anchor)}"' if item.anchor else ""
        anchor += ' class="new"' if item.variant else ""
        yield f"<li{anchor}>{_text(item.text)}"
        if item.items:
            yield from _items(item.items, "ul")
        yield "</li>"
    yield f"</{kind}>"


def _table(table: Table) -> Iterator[str]:
    yield '<div class="wide"><table>'
    yield f"<thead><tr>{''.join(f'<th>{_text(cell)}</th>' for cell in table.head)}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>"
    yield "</tbody></table></div>"


def _text(what: Text) -> str:
    return "".join(map(_run, what))


def _run(run: Run) -> str:
    said = escape(run.text)
    if run.to:
        said = f'<a href="#{escape(run.to)}">{said}</a>'
    at = f' id="{escape(run.at)}"' if run.at else ""
    match run.style:
        case "code":
            return f"<code{at}>{said}</code>"
        case "strong":
            return f"<strong{at}>{said}</strong>"
        case "":
            return said
        case style:
            return f'<span class="{style}"{at}>{said}</span>'
