#!/bin/sh
# Builds unless the build is newer than all of its sources. Written in shell, because starting Node takes longer than
# this check. The examples count as sources, because a page shows their texts.
sources="app db examples public scripts/device-scripts.ts server.ts package-lock.json vite.config.ts react-router.config.ts"
if [ -e build/server/index.js ] && [ -z "$(find $sources -newer build/server/index.js | head -n 1)" ]; then exit 0; fi
node scripts/require-node.js || exit 1
echo "Building. This takes about a minute." >&2
said=$(sh scripts/build.sh 2>&1) || { echo "$said" >&2; exit 1; }
