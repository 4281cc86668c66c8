#!/bin/sh
# Installs PaddleOCR v4, which the reading benchmark is measured against, into build/bench-ocr-peers. Fovea itself needs
# nothing of it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
into=$1

mkdir -p "$into"
if ! cmp -s "$here/peers/package.json" "$into/package.json" || [ ! -d "$into/node_modules/@gutenye/ocr-node" ]; then
    echo "setup-peers: PaddleOCR into $into" >&2
    cp "$here/peers/package.json" "$into/package.json"
    (cd "$into" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
fi
