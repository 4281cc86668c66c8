#!/bin/sh
# One call of the element detector's training on the machine with the GPU: takes drawn pages (training/data/controls-*.tar), or
# draws them meanwhile where CHROMIUM names a Chromium and training/data is unpacked there; trains, and leaves the checkpoint,
# the weights file and the log in OUT. Call it again to go on.
#
#     training/elements_on_gpu.sh OUT SECONDS PLAN_SECONDS [options of training.elements.train]
set -eu
cd "$(dirname "$0")/.."
out=$1 seconds=$2 plan=$3
shift 3
place=${FOVEA_TRAINING:-/tmp/fovea-training}
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
if [ ! -d "$place/controls" ]; then
    mkdir -p "$place/controls"
    for archive in training/data/controls-*.tar; do [ -f "$archive" ] && tar -xf "$archive" -C "$place/controls"; done
    if [ -n "${CHROMIUM:-}" ]; then
        nice -n 15 training/pages/draw.sh "$place/controls" 13 480 100 > "$place/draw.log" 2>&1 &
    fi
fi
exec python3 -m training.elements.train "$place/elements" --pages "$place/controls" --held training/data/held-controls \
    --seconds "$seconds" --plan "$plan" --out "$out" "$@"
