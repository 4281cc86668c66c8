"""Trains the reader for a while and leaves a checkpoint that the next call continues from.

    python3 -m training.reader.train RUN --seconds 520 --plan 1500 --draw 15 --data DIR --pool DIR --eval DIR --out DIR

RUN holds the state between calls. `--plan` is how long all calls together will train: the learning rate
falls along it. Lines are drawn by `--draw` processes meanwhile and stay in the pool for the next call. `--pages-pool` is a
second pool, of lines cut out of whole pages (training.lines.from_pages); `--share` of the batches come from it.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.lines.charset import CHARS
from training.lines.prepare import GROUND
from training.reader import graphs, lineset
from training.reader.architecture import reader
from training.reader.augment import augment, to_values
from training.reader.export import export
from training.reader.model import Reader
from training.reader.plain import decode
from training.reader.pool import Pool
from training.reader.score import score
from training.reader.teacher import Teacher

ROOT = Path(__file__).parent.parent.parent
LAYOUTS = {"channels_last": torch.channels_last, "contiguous": torch.contiguous_format}


def parse() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("run", type=Path)
    arguments.add_argument("--seconds", type=float, required=True)
    arguments.add_argument("--plan", type=float, default=1500)
    arguments.add_argument("--draw", type=int, default=0, metavar="PROCESSES")
    arguments.add_argument("--data", type=Path, default=ROOT / "training/data")
    arguments.add_argument("--pool", type=Path, required=True)
    arguments.add_argument("--eval", type=Path, default=ROOT / "training/data/eval")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--rate", type=float, default=2.5e-3)
    arguments.add_argument("--columns", type=int, default=131072, help="of pixels in a batch")
    arguments.add_argument("--pool-bytes", type=int, default=7 << 30, help="of GPU memory for each line width")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--every", type=float, default=60, help="seconds between evaluations")
    arguments.add_argument("--layout", choices=LAYOUTS, default="channels_last")
    arguments.add_argument("--start", type=Path, help="a checkpoint to begin with when RUN has none")
    arguments.add_argument("--anew", action="store_true", help="the plan begins with this call, whatever the checkpoint has behind it")
    arguments.add_argument("--step", type=int, choices=(4, 6), default=4, help="columns that the network steps over")
    arguments.add_argument("--teacher", type=Path, help="a checkpoint whose answers are a second goal")
    arguments.add_argument("--teach", type=float, default=1.0, help="weight of that goal at the beginning; a quarter of it is left at the plan's end")
    arguments.add_argument("--graphs", action="store_true", help="the network as CUDA graphs")
    arguments.add_argument("--pages-pool", type=Path)
    arguments.add_argument("--share", type=float, default=0.45)
    return arguments.parse_args()


class State:
    """Network, its running mean, optimiser, and how far the plan is."""

    def __init__(self, device: str, rate: float, layout: torch.memory_format, step: int) -> None:
        self.net = Reader(reader(step=step)).to(device, memory_format=layout)
        self.ema = copy.deepcopy(self.net).eval()
        self.step, self.elapsed, self.calls = 0, 0.0, 0
        matrices = [p for p in self.net.parameters() if p.ndim > 1]
        others = [p for p in self.net.parameters() if p.ndim <= 1]
        groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
        faster = {"fused": True} if device == "cuda" else {}
        self.optimiser = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), **faster)
        both = list(zip(self.net.state_dict().values(), self.ema.state_dict().values()))
        self.pairs = [(a, b) for a, b in both if a.is_floating_point()]

    def load(self, run: Path, start: Path | None, device: str) -> None:
        model, optimiser = run / "model.pt", run / "optimiser.pt"
        source = model if model.exists() else start
        if source is None:
            return
        stored = torch.load(source, map_location=device)
        self.ema.load_state_dict(stored["ema"])
        self.net.load_state_dict(stored.get("net", stored["ema"]))
        self.step, self.elapsed, self.calls = stored["step"], stored["elapsed"], stored["calls"]
        if optimiser.exists():
            self.optimiser.load_state_dict(torch.load(optimiser, map_location=device))
        print(f"continues from step {self.step} after {self.elapsed:.0f} s", flush=True)

    def save(self, folder: Path, whole: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        plan = {"step": self.step, "elapsed": self.elapsed, "calls": self.calls}
        stored = {"ema": self.ema.state_dict(), **plan}
        if whole:
            stored["net"] = self.net.state_dict()
            torch.save(self.optimiser.state_dict(), folder / "optimiser.pt")
        torch.save(stored, folder / "model.pt")

    @torch.no_grad()
    def average(self) -> None:
        keep = min(0.9995, 1 - 10 / (self.step + 20))
        new, mean = map(list, zip(*self.pairs))
        torch._foreach_mul_(mean, keep)
        torch._foreach_add_(mean, new, alpha=1 - keep)


@torch.no_grad()
def read_lines(net: nn.Module, lines: list[lineset.EvalLine], device: str) -> list[str]:
    texts = [""] * len(lines)
    order = sorted(range(len(lines)), key=lambda i: lines[i].pixels.shape[1])
    for start in range(0, len(order), 128):
        part = order[start : start + 128]
        width = max(lines[i].pixels.shape[1] for i in part) + 8
        width += -width % 64  # few shapes: cuDNN plans each anew
        batch = np.full((len(part), 32, width), GROUND, np.uint8)
        for row, i in enumerate(part):
            batch[row, :, 4 : 4 + lines[i].pixels.shape[1]] = lines[i].pixels
        best = net(to_values(torch.from_numpy(batch).to(device)).unsqueeze(1)).argmax(2).cpu().numpy()
        for row, i in enumerate(part):
            texts[i] = decode(best[row], CHARS)
    return texts


def evaluate(net: nn.Module, sets: dict[str, list[lineset.EvalLine]], device: str) -> dict[str, dict[str, float]]:
    return {
        name: score(list(zip((l.text for l in lines), read_lines(net, lines, device)))) for name, lines in sets.items()
    }


def train(options: argparse.Namespace, device: str) -> None:
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    for folder in (options.pool, options.run, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    state = State(device, options.rate, LAYOUTS[options.layout], options.step)
    state.load(options.run, options.start, device)
    state.calls += 1
    teacher = Teacher(options.teacher, device, LAYOUTS[options.layout]) if options.teacher else None
    fast = graphs.captured(state.net, options.columns, LAYOUTS[options.layout]) if options.graphs else {}
    options.before = state.elapsed if options.anew else 0.0
    drawing = None
    if options.draw:
        seed = options.seed * 100 + state.calls
        command = [sys.executable, "-m", "training.lines.draw", str(options.pool), "--seed", str(seed)]
        drawing = subprocess.Popen(command + ["--processes", str(options.draw), "--data", str(options.data)], cwd=ROOT)
    pools = [Pool(options.pool, device, options.pool_bytes)]
    if options.pages_pool:
        options.pages_pool.mkdir(parents=True, exist_ok=True)
        pools.append(Pool(options.pages_pool, device, options.pool_bytes // 2))
    for pool in pools:
        threading.Thread(target=pool.follow, daemon=True).start()
    sets = {path.stem: lineset.load(path) for path in sorted(options.eval.glob("*.npz"))}
    try:
        while pools[0].total < 6000:
            time.sleep(0.1)
        steps(options, state, teacher, fast, pools, sets, device)
    finally:
        for pool in pools:
            pool.stopped.set()
        if drawing:
            drawing.terminate()


def steps(
    options: argparse.Namespace, state: State, teacher: Teacher | None, fast: dict[int, nn.Module], pools: list[Pool], sets: dict, device: str
) -> None:
    rng = np.random.default_rng([options.seed, state.calls])
    began, before, seen, last = time.monotonic(), state.elapsed, 0, time.monotonic()
    losses: dict[str, list[Tensor]] = {}
    first = state.step
    log = (options.run / "log.jsonl").open("a")

    def report() -> None:
        row = {
            "elapsed": round(state.elapsed, 1), "step": state.step, "drawn": [pool.total for pool in pools], "seen": seen,
            **{name: round(float(torch.stack(values).mean()), 4) for name, values in losses.items()}, **evaluate(state.ema, sets, device),
        }
        print(json.dumps(row), flush=True)
        log.write(json.dumps(row) + "\n")
        log.flush()
        losses.clear()

    while (spent := time.monotonic() - began) < options.seconds:
        state.elapsed = before + spent
        along = min(1.0, (state.elapsed - options.before) / options.plan)
        rate = 1e-5 + options.rate * (0.5 + 0.5 * math.cos(math.pi * along)) * min(1.0, (state.step - first + 1) / 300)
        for group in state.optimiser.param_groups:
            group["lr"] = rate
        pool = pools[1] if len(pools) > 1 and pools[1].total > 10000 and rng.random() < options.share else pools[0]
        pixels, widths, labels, lengths = pool.batch(options.columns, rng)
        seen += len(pixels)
        state.net.train()
        with torch.no_grad():
            x = augment(pixels, widths).contiguous(memory_format=LAYOUTS[options.layout])
        if fast:
            answer = fast[x.shape[3]](x)
        else:
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                answer = state.net(x)
        chances = F.log_softmax(answer.float(), 2)
        frames = torch.full((len(x),), chances.shape[1], dtype=torch.long, device=device)
        parts = {"loss": F.ctc_loss(chances.transpose(0, 1), labels, frames, lengths, zero_infinity=True)}
        loss = parts["loss"]
        if teacher:
            parts["apart"], parts["teacher"] = teacher.lesson(teacher.answer(x), chances, labels, lengths)
            loss = loss + options.teach * (1 - 0.75 * along) * parts["apart"]
        state.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(state.net.parameters(), 2.0)
        state.optimiser.step()
        state.step += 1
        state.average()
        for name, value in parts.items():
            losses.setdefault(name, []).append(value.detach())
        if state.step - first in (1, 10, 50, 200, 1000):
            print(f"step {state.step} after {time.monotonic() - began:.1f} s, {[pool.total for pool in pools]} lines drawn", flush=True)
        if time.monotonic() - last > options.every:
            report()
            state.save(options.out, whole=False)
            last = time.monotonic()
    report()
    state.save(options.run, whole=True)
    state.save(options.out, whole=True)
    export({k: v for k, v in state.ema.state_dict().items()}, state.ema.layers, options.out / "reader.fnn")
    (options.out / "log.jsonl").write_text((options.run / "log.jsonl").read_text())


if __name__ == "__main__":
    train(parse(), "cuda" if torch.cuda.is_available() else "cpu")
