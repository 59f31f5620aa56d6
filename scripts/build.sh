#!/bin/sh
# Builds the pages' files and the server one after the other: a single process needs twice the memory of either. Most of a build
# is one thread of JavaScript, so one thread beside it takes no longer; the purge returns what Rolldown has freed.
export NODE_ENV=production MIMALLOC_PURGE_DELAY=0 RAYON_NUM_THREADS=1 ROLLDOWN_WORKER_THREADS=1
for part in client ssr; do
  node --import ./scripts/require-node.js --max-semi-space-size=4 --max-old-space-size=256 scripts/build.ts $part || exit 1
done
