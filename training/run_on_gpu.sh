#!/bin/sh
# One call of the training on the machine with the GPU: unpacks what was gathered, draws, trains, and leaves
# the checkpoint, the weights file and the log in OUT. Call it again to go on.
#
#     training/run_on_gpu.sh OUT SECONDS PLAN_SECONDS [options of training.reader.train]
set -eu
cd "$(dirname "$0")/.."
out=$1 seconds=$2 plan=$3
shift 3
place=${FOVEA_TRAINING:-/tmp/fovea-training}
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
# Pillow takes its ligatures and kerning from libfribidi when there is one.
export LD_LIBRARY_PATH="$PWD/training/data/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -f "$place/data/fonts.json" ] || python3 -m training.gather.pack unpack "$place/data"
exec python3 -m training.reader.train "$place/run" --seconds "$seconds" --plan "$plan" \
    --draw $(($(nproc --all) - 1)) --data "$place/data" --pool "$place/pool" --out "$out" "$@"
