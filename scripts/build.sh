#!/bin/sh
# One process builds everything if there is enough memory. Otherwise client and server are built by one process each, with
# one thread and a small heap: half the memory, and half as long again. The purge returns memory that Rolldown has freed.
export NODE_ENV=production
node --import ./scripts/require-node.js scripts/build.ts
status=$?
[ $status -eq 3 ] || exit $status
export MIMALLOC_PURGE_DELAY=0 RAYON_NUM_THREADS=1 ROLLDOWN_WORKER_THREADS=1
for part in client ssr; do
  node --max-semi-space-size=4 --max-old-space-size=256 scripts/build.ts $part || exit 1
done
