#!/bin/sh
# Downloads every package named in families.txt and packages.txt into FOLDER/npm and FOLDER/deb and
# unpacks the Debian ones into FOLDER/deb/NAME. A package that is gone is reported and left out.
#
#     training/gather/fetch.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/npm" "$1/deb"
cd "$1"

names() { grep -v '^#' "$here/$1" | cut -d: -f2 | tr ' ' '\n' | grep . | sort -u; }

wanted=$(names packages.txt | while read -r name; do [ -f "deb/$name.control" ] || echo "$name"; done)
if [ -n "$wanted" ]; then
    # shellcheck disable=SC2086 -- a list of names
    there=$(apt-cache policy $wanted | awk '/^[a-z0-9]/ {sub(":$", ""); name = $0} /Candidate: [0-9]/ {print name}')
    echo "$wanted" | grep -vxF "$there" | sed 's/^/not in Debian: /' || true
    # shellcheck disable=SC2086
    (cd deb && apt-get download $there)
    for file in deb/*.deb; do
        name=$(basename "$file" | cut -d_ -f1)
        sha256sum <"$file" | cut -d' ' -f1 >"deb/$name.sha256"
        dpkg-deb -x "$file" "deb/$name"
        dpkg-deb -f "$file" >"deb/$name.control"
        rm "$file"
    done
fi

cd npm
names families.txt | xargs -P 4 -I{} sh -c '
    ls fontsource-{}-[0-9]*.tgz >/dev/null 2>&1 || npm pack --silent "@fontsource/{}" >/dev/null 2>&1 ||
        echo "not on npm: {}"'
