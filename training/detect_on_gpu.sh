#!/bin/sh
# One call of the detector's training on the machine with the GPU: unpacks what was gathered and the drawn pages,
# draws scenes, trains, and leaves the checkpoint, the weights file and the log in OUT. Call it again to go on.
#
#     training/detect_on_gpu.sh OUT SECONDS PLAN_SECONDS [options of training.detector.train]
#
# Drawn pages come as training/data/pages-*.tar (tar -cf of training/data/pages); held/ in training/data is for the log.
set -eu
cd "$(dirname "$0")/.."
out=$1 seconds=$2 plan=$3
shift 3
place=${FOVEA_TRAINING:-/tmp/fovea-training}
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
export LD_LIBRARY_PATH="$PWD/training/data/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -f "$place/data/fonts.json" ] || python3 -m training.gather.pack unpack "$place/data"
mkdir -p "$place/pages"
for archive in training/data/pages-*.tar*; do tar -xf "$archive" -C "$place/pages"; done
exec python3 -m training.detector.train "$place/detector" --pages "$place/pages" --held training/data/held \
    --scenes "$place/scenes" --draw 6 --data "$place/data" --seconds "$seconds" --plan "$plan" --out "$out" "$@"
