#!/usr/bin/env bash
# Looks for bytes, splits and pauses with which input traps, keeps too much, or makes keys of what is no key:
# libFuzzer with the Address Sanitizer.
#
#     Scripts/fuzz_input.sh [SECONDS] [MORE OPTIONS OF LIBFUZZER]
#
# Needs a Swift toolchain with libFuzzer (those for Linux have it). What it found interesting stays in
# .build/fuzz/input-corpus, what went wrong in .build/fuzz, to be given to .build/fuzz/input to see it again.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true

mkdir -p .build/fuzz/input-corpus .build/fuzz/input-modules
# The sources become one module: the one that they import has nothing in it.
swiftc -emit-module -parse-as-library -module-name MillraceRender \
  -o .build/fuzz/input-modules/MillraceRender.swiftmodule - </dev/null
swiftc Sources/Terminal/Input/*.swift Sources/Render/Events/{Key,KeyCode,MouseEvent}.swift Fuzzing/InputFuzz.swift \
  -O -g -parse-as-library -swift-version 6 -package-name millrace -module-name InputFuzz -I .build/fuzz/input-modules \
  -sanitize=fuzzer,address -o .build/fuzz/input
# Sequences that a fuzzer finds hard to guess.
printf '%s\n' '"\x1b[200~"' '"\x1b[201~"' '"\x1b[M"' '"\x1b[<0;1;1M"' '"\x1b]11;"' '"\x1bP>|"' '"\x1b_G"' '"\x1b\\"' \
  '"\x1b[1;2R"' '"\x1b[97:65;2:3;65u"' '"\x1b[?62c"' '"\x1b[?2026;1$y"' '"\x1b\x1b[A"' '"\x1bOA"' '"\x1b[[A"' \
  '"\xf0\x9f\x98\x80"' >.build/fuzz/input.dict
# The backtracer hangs on a process that is dying in a sanitizer.
export SWIFT_BACKTRACE=enable=no
.build/fuzz/input -max_total_time="$seconds" -max_len=512 -len_control=0 -dict=.build/fuzz/input.dict \
  -artifact_prefix=.build/fuzz/input- .build/fuzz/input-corpus "$@"
