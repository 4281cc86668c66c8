"""Trains the line detector for a while and leaves a checkpoint that the next call continues from.

    python3 -m training.detector.train RUN --pages DIR --held DIR --scenes DIR --seconds 520 --plan 1200 --out DIR

`--pages` are Chromium's pages, `--held` pages in held-out fonts and style sheets for the log's figures, `--scenes` a
folder that `training.detector.scenes` draws into meanwhile (`--draw N` starts it).
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import multiprocessing
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor, nn

from training.detector import plain, score
from training.detector.architecture import MAPS
from training.detector.export import export
from training.detector.model import Detector
from training.detector.spoil import spoil
from training.detector.targets import Shelf, answers, paint, views
from training.detector.truth import Sheet, read_page
from training.pages.generate import corners
from training.reader.architecture import Layer

ROOT = Path(__file__).parent.parent.parent


def parse() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("run", type=Path)
    arguments.add_argument("--pages", type=Path, required=True)
    arguments.add_argument("--held", type=Path)
    arguments.add_argument("--scenes", type=Path, required=True)
    arguments.add_argument("--draw", type=int, default=0, metavar="PROCESSES")
    arguments.add_argument("--data", type=Path, default=ROOT / "training/data")
    arguments.add_argument("--seconds", type=float, required=True, help="from the start to the last step, loading included")
    arguments.add_argument("--plan", type=float, default=1200)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--start", type=Path, help="a checkpoint to begin with when RUN has none")
    arguments.add_argument("--anew", action="store_true", help="the plan begins with this call, whatever the checkpoint has behind it")
    arguments.add_argument("--rate", type=float, default=3e-3)
    arguments.add_argument("--batch", type=int, default=24)
    arguments.add_argument("--side", type=int, default=640)
    arguments.add_argument("--slots", type=int, default=4000, help="scenes that stay on the GPU")
    arguments.add_argument("--drawn", type=float, default=0.4, help="share of scenes in a batch")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--every", type=float, default=60)
    arguments.add_argument("--loaders", type=int, default=8)
    arguments.add_argument("--most", type=int, default=100000, help="pages that are taken")
    arguments.add_argument("--unpack", action="store_true", help="only unpacks the pages, for a call that trains")
    return arguments.parse_args()


def losses(maps: Tensor, truth: dict[str, Tensor]) -> dict[str, Tensor]:
    maps = maps.float()
    core = F.pixel_shuffle(maps[:, MAPS["core"]], 2)[:, 0]
    target, counted = truth["core"].float(), (~truth["void"]).float()
    weight = (1 + truth["near"].float()) * truth["small"] + 2 * truth["between"].float()
    each = F.binary_cross_entropy_with_logits(core, target, reduction="none") * counted * weight
    chance = core.sigmoid() * counted
    both = (chance * target).sum((1, 2))
    dice = 1 - (2 * both + 20) / (chance.sum((1, 2)) + (target * counted).sum((1, 2)) + 20)
    found = {"core": each.sum() / (target.sum() + 2000), "dice": dice.mean()}

    inner = truth["inner"].float()
    weight = inner / truth["height"].clamp(min=4)  # a large line has more cells, and more of them agree
    total = weight.sum() + 1e-3
    share = lambda name: (maps[:, MAPS[name]] - truth[name]).abs() * 8 / truth["height"].clamp(min=4)
    found["edges"] = ((share("above") + share("below")) * weight).sum() / total
    for name in ("before", "behind"):  # only cells near an end can know how far it is
        close = weight * (truth[name] * 8 < 1.2 * truth["height"] + 4).float()
        found[name] = (share(name) * close).sum() / (close.sum() + 1e-3)
    found["turn"] = (((maps[:, MAPS["cos"]] - truth["cos"]) ** 2 + (maps[:, MAPS["sin"]] - truth["sin"]) ** 2) * weight).sum() / total
    return found


WEIGHTS = {"core": 1.0, "dice": 1.0, "edges": 1.0, "before": 0.4, "behind": 0.4, "turn": 0.8}


class State:
    """Network, its running mean, optimiser, and how far the plan is."""

    def __init__(self, device: str, rate: float, layers: list[Layer] | None = None, name: str = "detector") -> None:
        self.name = name
        self.net = Detector(layers).to(device, memory_format=torch.channels_last)
        self.ema = copy.deepcopy(self.net).eval()
        self.step, self.elapsed, self.calls = 0, 0.0, 0
        matrices = [p for p in self.net.parameters() if p.ndim > 1]
        others = [p for p in self.net.parameters() if p.ndim <= 1]
        groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
        faster = {"fused": True} if device == "cuda" else {}
        self.optimiser = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), **faster)
        both = zip(self.net.state_dict().values(), self.ema.state_dict().values())
        self.pairs = [(a, b) for a, b in both if a.is_floating_point()]

    def load(self, run: Path, start: Path | None, device: str) -> None:
        kept, steps = run / f"{self.name}.pt", run / f"{self.name}-optimiser.pt"
        source = kept if kept.exists() else start
        if source is None:
            return
        stored = torch.load(source, map_location=device)
        self.ema.load_state_dict(stored["ema"])
        self.net.load_state_dict(stored.get("net", stored["ema"]))
        self.step, self.elapsed, self.calls = stored["step"], stored["elapsed"], stored["calls"]
        if steps.exists():
            self.optimiser.load_state_dict(torch.load(steps, map_location=device))
        print(f"continues from step {self.step} after {self.elapsed:.0f} s", flush=True)

    def save(self, folder: Path, whole: bool) -> None:
        # What is kept in the repository is float16, as the exported weights are; a call that goes on finds all of it.
        small = {name: value.half() if value.is_floating_point() else value for name, value in self.ema.state_dict().items()}
        stored = {"ema": self.ema.state_dict() if whole else small, "step": self.step, "elapsed": self.elapsed, "calls": self.calls}
        if whole:
            stored["net"] = self.net.state_dict()
            torch.save(self.optimiser.state_dict(), folder / f"{self.name}-optimiser.pt")
        torch.save(stored, folder / f"{self.name}.pt")

    @torch.no_grad()
    def average(self) -> None:
        keep = min(0.9995, 1 - 10 / (self.step + 20))
        new, mean = map(list, zip(*self.pairs))
        torch._foreach_mul_(mean, keep)
        torch._foreach_add_(mean, new, alpha=1 - keep)


def unpack_page(job: tuple[Path, Path]) -> None:
    page, out = job
    sheet = read_page(page)
    np.savez(out, colours=sheet.colours, owner=sheet.owner, lines=sheet.lines)


def unpack_pages(paths: list[Path], cache: Path, processes: int) -> list[Path]:
    """By many processes, and only once: a call that goes on finds them."""
    cache.mkdir(parents=True, exist_ok=True)
    jobs = [(path, cache / f"{path.stem}.npz") for path in paths]
    new = [job for job in jobs if not job[1].exists()]
    if new:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            pool.map(unpack_page, new, chunksize=4)
    return [path for _, path in jobs]


def load_pages(paths: list[Path], cache: Path, processes: int) -> list[Sheet]:
    sheets = []
    for path in unpack_pages(paths, cache, processes):
        with np.load(path) as stored:
            sheets.append(Sheet(stored["colours"], stored["owner"], stored["lines"]))
    return sheets


def take_up(folder: Path, shelf: Shelf, stopped: threading.Event) -> None:
    """Runs in a thread: drawn scenes onto the shelf, out of the folder."""
    while not stopped.is_set():
        names = list(folder.glob("*.npz"))
        for path in names:
            if stopped.is_set():
                return
            with np.load(path) as stored:
                shelf.add(Sheet(stored["colours"], stored["owner"], stored["lines"]))
            path.unlink()
        time.sleep(0.05 if names else 0.2)


def found_in(net: nn.Module, pixels: np.ndarray, device: str) -> list[plain.Line]:
    @torch.no_grad()
    def run(_: None, x: np.ndarray) -> np.ndarray:
        batch = torch.from_numpy(np.ascontiguousarray(x.transpose(2, 0, 1)))[None].to(device)
        return net(batch)[0].float().cpu().numpy().transpose(1, 2, 0)

    return plain.detect(None, pixels, run)


def evaluate(net: nn.Module, pages: list[tuple[np.ndarray, dict]], device: str) -> dict[str, float]:
    right = truth = found = 0
    for pixels, page in pages:
        boxes = [(x, y, x + w, y + h) for x, y, w, h in page["ignored"]]
        r, t, f = score.match_lines([corners(l["line"]) for l in page["lines"]], [l.corners() for l in found_in(net, pixels, device) if l.sure], boxes)
        right, truth, found = right + r, truth + t, found + f
    return {"recall": round(right / max(1, truth), 4), "precision": round(right / max(1, found), 4)}


def steps(options: argparse.Namespace, state: State, shelf: Shelf, held: list, device: str) -> None:
    rng = np.random.default_rng([options.seed, state.calls])
    began = last = time.monotonic()
    until = options.started + options.seconds
    before, first = state.elapsed, state.step
    sums: dict[str, list[Tensor]] = {name: [] for name in WEIGHTS}
    log = (options.run / "detector.jsonl").open("a")

    def report() -> None:
        row = {"elapsed": round(state.elapsed, 1), "step": state.step, "scenes": shelf.total}
        row.update({n: round(float(torch.stack(v).mean()), 4) for n, v in sums.items() if v})
        if held:
            row.update(evaluate(state.ema, held, device))
        print(json.dumps(row), flush=True)
        log.write(json.dumps(row) + "\n")
        log.flush()
        for values in sums.values():
            values.clear()

    while time.monotonic() < until:
        state.elapsed = before + time.monotonic() - began
        along = min(1.0, (state.elapsed - options.before) / options.plan)
        rate = 1e-5 + options.rate * (0.5 + 0.5 * math.cos(math.pi * along)) * min(1.0, (state.step - first + 1) / 200)
        for group in state.optimiser.param_groups:
            group["lr"] = rate
        with torch.no_grad():
            small = rng.random() < 0.22
            chosen = shelf.choose(options.batch, rng, options.drawn)
            zooms, matrices = views(shelf, chosen, options.side, rng, small)
            pages = torch.from_numpy(chosen).to(device)
            picture = spoil(paint(shelf, pages, matrices, options.side, 2 if small else 1))
            truth = answers(shelf, pages, matrices, zooms, options.side)
            x = picture.contiguous(memory_format=torch.channels_last)
        state.net.train()
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            maps = state.net(x)
        parts = losses(maps, truth)
        loss = sum(WEIGHTS[name] * part for name, part in parts.items())
        state.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(state.net.parameters(), 3.0)
        state.optimiser.step()
        state.step += 1
        state.average()
        for name, part in parts.items():
            sums[name].append(part.detach())
        if state.step - first in (1, 10, 50, 200, 1000):
            print(f"step {state.step} after {time.monotonic() - began:.1f} s, {shelf.total} scenes", flush=True)
        if time.monotonic() - last > options.every:
            report()
            state.save(options.out, whole=False)
            last = time.monotonic()
    report()
    state.save(options.run, whole=True)
    state.save(options.out, whole=False)
    export(state.ema.state_dict(), state.ema.layers, options.out / "detector.fnn")
    (options.out / "detector.jsonl").write_text((options.run / "detector.jsonl").read_text())


def main() -> None:
    options = parse()
    options.started = time.monotonic()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    for folder in (options.run, options.out, options.scenes):
        folder.mkdir(parents=True, exist_ok=True)
    paths = sorted(options.pages.glob("*.json"), key=lambda p: p.name[::-1])[: options.most]  # every kind early
    if options.unpack:
        unpack_pages(paths, options.run / "sheets", options.loaders)
        return
    state = State(device, options.rate)
    state.load(options.run, options.start, device)
    state.calls += 1
    options.before = state.elapsed if options.anew else 0.0
    drawing = None
    if options.draw:
        command = [sys.executable, "-m", "training.detector.scenes", str(options.scenes), "--seed", str(options.seed * 100 + state.calls)]
        drawing = subprocess.Popen(command + ["--processes", str(options.draw), "--data", str(options.data)], cwd=ROOT)
    sheets = load_pages(paths, options.run / "sheets", options.loaders)
    held = []
    for path in sorted(options.held.glob("*.json")) if options.held else []:
        picture = next(p for p in (path.with_suffix(s) for s in (".webp", ".png")) if p.exists())
        held.append((np.asarray(Image.open(picture).convert("RGB")), json.loads(path.read_text("utf-8"))))
    print(f"{len(sheets)} pages, {sum(len(s.lines) for s in sheets)} lines", flush=True)
    shelf = Shelf(device, sheets, options.slots)
    stopped = threading.Event()
    threading.Thread(target=take_up, args=(options.scenes, shelf, stopped), daemon=True).start()
    try:
        steps(options, state, shelf, held, device)
    finally:
        stopped.set()
        if drawing:
            drawing.terminate()


if __name__ == "__main__":
    main()
