#!/usr/bin/env bash
# Looks for trees of boxes that trap, give numbers that are not finite, or come out otherwise after
# changes than when they are new: libFuzzer with the Address Sanitizer.
#
#     Scripts/fuzz_layout.sh [SECONDS] [MORE OPTIONS OF LIBFUZZER]
#
# Needs a Swift toolchain with libFuzzer (those for Linux have it). What it found interesting stays in
# .build/fuzz/corpus, what went wrong in .build/fuzz, to be given to .build/fuzz/layout to see it again.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true

mkdir -p .build/fuzz/corpus
flags=(-O -g -parse-as-library -swift-version 6 -package-name millrace -sanitize=fuzzer,address)
find Sources/Constraints -name '*.swift' -print0 | xargs -0 swiftc "${flags[@]}" \
  -module-name MillraceConstraints -wmo -c -o .build/fuzz/constraints.o \
  -emit-module -emit-module-path .build/fuzz/MillraceConstraints.swiftmodule
find Sources/Layout Fuzzing/LayoutFuzz.swift -name '*.swift' -print0 | xargs -0 swiftc "${flags[@]}" \
  -module-name LayoutFuzz -I .build/fuzz .build/fuzz/constraints.o -o .build/fuzz/layout
# The backtracer hangs on a process that is dying in a sanitizer.
export SWIFT_BACKTRACE=enable=no
.build/fuzz/layout -max_total_time="$seconds" -max_len=2048 -artifact_prefix=.build/fuzz/ \
  .build/fuzz/corpus "$@"
