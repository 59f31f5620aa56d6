#!/bin/sh
# One process builds all where there is memory enough. Elsewhere the pages' files and the server have one each, with one thread
# and a small heap: half the memory, and half as long again. The purge returns what Rolldown has freed.
export NODE_ENV=production
node --import ./scripts/require-node.js scripts/build.ts
status=$?
[ $status -eq 3 ] || exit $status
export MIMALLOC_PURGE_DELAY=0 RAYON_NUM_THREADS=1 ROLLDOWN_WORKER_THREADS=1
for part in client ssr; do
  node --max-semi-space-size=4 --max-old-space-size=256 scripts/build.ts $part || exit 1
done
