"""The module of each game runs in a browser page as it is: the same seeds, the same games.

Needs Chromium, which the suite does not install: where there is none, this is skipped.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.backends.wasm.engine import WasmEngine
from rulewright.backends.wasm.inlining import inlined
from rulewright.backends.wasm.module import module
from rulewright.game import load

wasmtime = pytest.importorskip("wasmtime")

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
SEEDS, LONGEST = (1, 7, 2**63 + 5, 2**127 + 3), 20_000
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--virtual-time-budget=60000",
)  # fmt: skip
PAGE = """<!doctype html><meta charset="utf-8"><pre id="told"></pre><script>
const games = GAMES, seeds = SEEDS.map(BigInt), told = {};
for (const [name, game] of Object.entries(games)) {
  const bytes = Uint8Array.from(atob(game.module), c => c.charCodeAt(0));
  const {memory, playouts} = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  const given = new BigUint64Array(memory.buffer, game.seeds, 2 * seeds.length);
  seeds.forEach((seed, i) => {
    given[2 * i] = BigInt.asUintN(64, seed);
    given[2 * i + 1] = BigInt.asUintN(64, seed >> 64n);
  });
  const count = playouts(seeds.length, LONGESTn);
  const found = new BigInt64Array(memory.buffer, game.results, game.width * count);
  told[name] = Array.from(found, String);
}
document.getElementById("told").textContent = JSON.stringify(told);
</script>"""


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
def test_a_browser_plays_the_same_games(tmp_path: Path) -> None:
    games, wanted = {}, {}
    for info in catalogue.games()[::2]:  # printing them is what takes time
        program = load(info.name, engine="python").program
        source = module(program)
        games[info.name] = {
            "module": base64.b64encode(wasmtime.wat2wasm(inlined(source.text))).decode(),
            "seeds": source.seeds,
            "results": source.results,
            "width": 5 + program.seats.size,
        }
        told: list[str] = []
        for result in WasmEngine(program).playouts(SEEDS, longest=LONGEST):
            assert result is not None
            decisions, options, totals, (winners, case) = result
            told += map(str, (1, decisions, options, winners, case, *totals))
        wanted[info.name] = told
    page = tmp_path / "games.html"
    text = PAGE.replace("GAMES", json.dumps(games)).replace(
        "SEEDS", json.dumps(list(map(str, SEEDS)))
    )
    page.write_text(text.replace("LONGEST", str(LONGEST)), encoding="utf-8")
    assert BROWSER is not None
    call = [BROWSER, *QUIET, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri()]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120)
    shown = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert shown, done.stderr[-2000:]
    assert json.loads(unescape(shown[1])) == wanted
