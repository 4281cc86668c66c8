#!/bin/sh
# Installs what the media benchmark is measured against: sharp into build/bench-peers, Pillow and NumPy from the
# distribution. Fovea itself needs none of them.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
into=${1:-$root/build/bench-peers}

mkdir -p "$into"
cp "$here/peers/package.json" "$into/package.json"
if [ ! -d "$into/node_modules/sharp" ] || ! grep -q '"version": "0.35.5"' "$into/node_modules/sharp/package.json"; then
    echo "setup-peers: sharp into $into" >&2
    (cd "$into" && npm install --no-audit --no-fund --loglevel=error >&2)
fi

if ! /usr/bin/python3 -c 'import PIL, numpy' 2>/dev/null; then
    echo "setup-peers: python3-pil and python3-numpy from the distribution" >&2
    if [ "$(id -u)" = 0 ]; then
        apt-get install -y --no-install-recommends python3-pil python3-numpy >&2
    else
        sudo apt-get install -y --no-install-recommends python3-pil python3-numpy >&2
    fi
fi
