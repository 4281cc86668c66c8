"""Trains the element detector for a while and leaves a checkpoint that the next call continues from.

    python3 -m training.elements.train RUN --pages DIR --held DIR --seconds 520 --plan 1000 --out DIR

Pages may still be drawn into `--pages` meanwhile (pages/draw.sh): each is taken up as soon as it is there.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import threading
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.detector.train import State
from training.elements import plain, score
from training.elements.architecture import HEAT, SIDES, STATE, UNIT, elements
from training.elements.export import export
from training.elements.targets import Shelf, answers, heat_loss, piece, side_losses, state_loss, views
from training.elements.truth import elements_of, picture_of, read_page, unsure_of

WEIGHTS = {"heat": 1.0, "box": 2.0, "logs": 0.5, "states": 1.0}
CONTROLS, OTHERS = 1.0, 0.5  # how often pages full of controls are taken, and others


def parse() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("run", type=Path)
    arguments.add_argument("--pages", type=Path, required=True)
    arguments.add_argument("--held", type=Path)
    arguments.add_argument("--held-count", type=int, default=16)
    arguments.add_argument("--seconds", type=float, required=True, help="from the start to the last step, loading included")
    arguments.add_argument("--plan", type=float, default=1000)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--start", type=Path, help="a checkpoint to begin with when RUN has none")
    arguments.add_argument("--anew", action="store_true", help="the plan begins with this call, whatever the checkpoint has behind it")
    arguments.add_argument("--rate", type=float, default=3e-3)
    arguments.add_argument("--batch", type=int, default=16)
    arguments.add_argument("--side", type=int, default=896)
    arguments.add_argument("--pixels", type=float, default=9e9, help="pixels of pages that stay on the GPU")
    arguments.add_argument("--least", type=int, default=150, help="pages there must be before the first step")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--every", type=float, default=90)
    arguments.add_argument("--loaders", type=int, default=3)
    return arguments.parse_args()


def read_if_whole(path: Path):  # -> Sheet | None
    try:
        return read_page(path)
    except (json.JSONDecodeError, StopIteration, OSError):
        return None  # still being written: taken up later


def take_up(folder: Path, shelf: Shelf, processes: int, stopped: threading.Event) -> None:
    """Runs in a thread: pages onto the shelf as they appear."""
    known: set[str] = set()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        while not stopped.is_set():
            paths = [p for p in folder.glob("*.json") if p.name not in known]
            paths.sort(key=lambda p: p.name[::-1])  # every kind early
            for path, sheet in zip(paths, pool.imap(read_if_whole, paths, chunksize=2)):
                if stopped.is_set() or sheet is not None and not shelf.add(sheet, (CONTROLS if path.name.startswith("controls") else OTHERS) * math.sqrt(sheet.colours.size)):
                    return
                if sheet is not None:
                    known.add(path.name)
            time.sleep(0.2)


def losses(maps: Tensor, truth: dict[str, Tensor]) -> dict[str, Tensor]:
    values = F.pixel_shuffle(maps.float(), 2)
    box, logs = side_losses(values[:, SIDES], truth["sides"], truth["weight"], UNIT)
    return {
        "heat": heat_loss(values[:, HEAT], truth["heat"], truth["counted"], truth["elements"]), "box": box, "logs": logs,
        "states": state_loss(values[:, STATE], truth),
    }


@torch.no_grad()
def evaluate(net: nn.Module, pages: list, device: str) -> dict[str, float]:
    def run(_: None, x: np.ndarray) -> np.ndarray:
        batch = torch.from_numpy(np.ascontiguousarray(x.transpose(2, 0, 1)))[None].to(device)
        return net(batch)[0].float().cpu().numpy().transpose(1, 2, 0)

    total = score.Tally()
    for pixels, truth, unsure in pages:
        total.add(score.compare(truth, plain.detect(None, pixels, run, least=0.1), unsure))
    return score.figures(total)


def steps(options: argparse.Namespace, state: State, shelf: Shelf, held: list, device: str) -> None:
    rng = np.random.default_rng([options.seed, state.calls])
    while shelf.count < options.least and time.monotonic() < options.started + options.seconds:
        time.sleep(0.1)
    began = last = time.monotonic()
    print(f"{shelf.count} pages after {began - options.started:.1f} s", flush=True)
    until = options.started + options.seconds
    before, first = state.elapsed, state.step
    sums: dict[str, list[Tensor]] = {name: [] for name in WEIGHTS}
    log = (options.run / "elements.jsonl").open("a")

    def report() -> None:
        row = {"elapsed": round(state.elapsed, 1), "step": state.step, "pages": shelf.count}
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
            small = rng.random() < 0.25
            chosen = shelf.choose(options.batch, rng)
            zooms, matrices = views(shelf, chosen, options.side, rng, small)
            pages = torch.from_numpy(chosen).to(device)
            x = piece(shelf, pages, matrices, options.side, small).contiguous(memory_format=torch.channels_last)
            truth = answers(shelf, pages, matrices, zooms, options.side)
        state.net.train()
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            maps = state.net(x)
        parts = losses(maps, truth)
        loss = sum(WEIGHTS[name] * part for name, part in parts.items())
        state.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(state.net.parameters(), 5.0)
        state.optimiser.step()
        state.step += 1
        state.average()
        for name, part in parts.items():
            sums[name].append(part.detach())
        if state.step - first in (1, 10, 50, 200, 1000):
            print(f"step {state.step} after {time.monotonic() - began:.1f} s, {shelf.count} pages, loss {loss.item():.3f}", flush=True)
        if time.monotonic() - last > options.every:
            report()
            state.save(options.out, whole=False)
            last = time.monotonic()
    report()
    state.save(options.run, whole=True)
    state.save(options.out, whole=False)
    export(state.ema.state_dict(), state.ema.layers, options.out / "elements.fnn")
    (options.out / "elements.jsonl").write_text((options.run / "elements.jsonl").read_text())


def main() -> None:
    options = parse()
    options.started = time.monotonic()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    for folder in (options.run, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    state = State(device, options.rate, elements(), "elements")
    with torch.no_grad():  # at first nothing is an element
        for net in (state.net, state.ema):
            net.steps[-1].conv.bias[: 4 * HEAT.stop] = -4.6
    state.load(options.run, options.start, device)
    state.calls += 1
    options.before = state.elapsed if options.anew else 0.0
    shelf = Shelf(device, int(options.pixels), 24000)
    stopped = threading.Event()
    threading.Thread(target=take_up, args=(options.pages, shelf, options.loaders, stopped), daemon=True).start()
    held = []
    for path in sorted(options.held.glob("*.json"))[: options.held_count] if options.held else []:
        page = json.loads(path.read_text("utf-8"))
        held.append((picture_of(path), elements_of(page), unsure_of(page)))
    try:
        steps(options, state, shelf, held, device)
    finally:
        stopped.set()


if __name__ == "__main__":
    main()
