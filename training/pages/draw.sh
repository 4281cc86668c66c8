#!/bin/sh
# Draws pages with several Chromiums at once, two of three full of controls.
#
#     training/pages/draw.sh OUT PROCESSES PAGES_EACH SEED
set -eu
cd "$(dirname "$0")/../.."
out=$1 processes=$2 each=$3 seed=$4
kinds=""
for kind in ide diff terminal chat spreadsheet shop map tables phone slides document charts receipt forms mail mixed; do
    kinds="$kinds,controls,controls,$kind"
done
for number in $(seq "$processes"); do
    python3 -m training.pages.generate "$out" --pages "$each" --seed $((seed + number)) --kinds "${kinds#,}" --webp &
done
wait
