#!/usr/bin/env bash
# Looks for files of states and journals that trap, get lost, or make a store forget what comes after:
# libFuzzer with the Address Sanitizer.
#
#     Scripts/fuzz_persistence.sh [SECONDS] [MORE OPTIONS OF LIBFUZZER]
#
# Needs a Swift toolchain with libFuzzer (those for Linux have it). What it found interesting stays in
# .build/fuzz/persistence-corpus, what went wrong in .build/fuzz, to be given to .build/fuzz/persistence to see it again.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true

mkdir -p .build/fuzz/persistence-corpus .build/fuzz/modules
# The sources become one module: those that they import have nothing in them.
for module in Collections Store Difference System Middleware; do
  swiftc -emit-module -parse-as-library -module-name "Millrace$module" \
    -o ".build/fuzz/modules/Millrace$module.swiftmodule" - </dev/null
done
find Sources/{IdentifiedList,Store,Difference,System,Middleware} Sources/StoreTesting/{MemoryStorage,ManualClock,Timeline}*.swift \
  Fuzzing/PersistenceFuzz.swift -name '*.swift' -not -name Exports.swift -print0 | xargs -0 swiftc -O -g -parse-as-library \
  -swift-version 6 -package-name millrace -module-name PersistenceFuzz -I .build/fuzz/modules \
  -sanitize=fuzzer,address -o .build/fuzz/persistence
# The backtracer hangs on a process that is dying in a sanitizer.
export SWIFT_BACKTRACE=enable=no
.build/fuzz/persistence -max_total_time="$seconds" -max_len=2048 -len_control=0 -artifact_prefix=.build/fuzz/persistence- \
  .build/fuzz/persistence-corpus "$@"
