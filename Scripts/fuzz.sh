#!/usr/bin/env bash
# Searches for input that breaks a part of the library, using libFuzzer with the Address Sanitizer.
#
#     Scripts/fuzz.sh input [SECONDS] [OPTIONS OF LIBFUZZER]        bytes, splits and pauses of a terminal's input
#     Scripts/fuzz.sh layout [SECONDS] [OPTIONS OF LIBFUZZER]       trees of boxes, and changes to them
#     Scripts/fuzz.sh persistence [SECONDS] [OPTIONS OF LIBFUZZER]  files of states and journals
#     Scripts/fuzz.sh markup [SECONDS] [OPTIONS OF LIBFUZZER]       markup as XML and as JSON
#     Scripts/fuzz.sh loader [SECONDS] [OPTIONS OF LIBFUZZER]       untrusted documents, from bytes to the screen
#     Scripts/fuzz.sh request [SECONDS] [OPTIONS OF LIBFUZZER]      requests to the server of a page
#     Scripts/fuzz.sh recording [SECONDS] [OPTIONS OF LIBFUZZER]    files of recordings, opened by the inspector
#     Scripts/fuzz.sh check                                         compiles all fuzzers without running them
#
# Each runs for 60 seconds by default. Interesting inputs are kept in .build/fuzz/NAME-corpus. An input that fails is
# written to .build/fuzz/NAME-crash-…; pass that file to .build/fuzz/NAME to reproduce the failure. Needs a Swift
# toolchain with libFuzzer (those for Linux have it); `check` does not need it.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh

# Creates empty modules for the imports of sources that are compiled into a single module.
empty_modules() {
  local name
  for name in "$@"; do
    [ -e ".build/fuzz/modules/$name.swiftmodule" ] || swiftc -emit-module -parse-as-library -module-name "$name" \
      -o ".build/fuzz/modules/$name.swiftmodule" - </dev/null
  done
}

# Sets `sources` to the files of a target, and `options` to its options for libFuzzer.
choose() {
  options=(-max_len=2048)
  case $1 in
  input)
    empty_modules MillraceRender
    sources=(Sources/Terminal/Input/*.swift Sources/Render/Events/{Key,KeyCode,MouseEvent}.swift
      Tools/Fuzzing/InputFuzz.swift)
    # Sequences that a fuzzer is unlikely to generate.
    printf '%s\n' '"\x1b[200~"' '"\x1b[201~"' '"\x1b[M"' '"\x1b[<0;1;1M"' '"\x1b]11;"' '"\x1bP>|"' '"\x1b_G"' \
      '"\x1b\\"' '"\x1b[1;2R"' '"\x1b[97:65;2:3;65u"' '"\x1b[?62c"' '"\x1b[?2026;1$y"' '"\x1b\x1b[A"' '"\x1bOA"' \
      '"\x1b[[A"' '"\xf0\x9f\x98\x80"' >.build/fuzz/input.dict
    options=(-max_len=512 -len_control=0 -dict=.build/fuzz/input.dict)
    ;;
  layout)
    empty_modules MillraceConstraints
    mapfile -t sources < <(find Sources/Constraints Sources/Layout Tools/Fuzzing/LayoutFuzz.swift -name '*.swift' \
      -not -name Exports.swift)
    ;;
  persistence)
    empty_modules MillraceIdentifiedList MillraceStore MillraceDifference MillraceSystem MillraceMiddleware
    mapfile -t sources < <(find Sources/{IdentifiedList,Store,Difference,System,Middleware} \
      Sources/StoreTesting/{MemoryStorage,ManualClock,Timeline}*.swift Tools/Fuzzing/PersistenceFuzz.swift \
      -name '*.swift' -not -name Exports.swift)
    options=(-max_len=2048 -len_control=0)
    ;;
  markup)
    mapfile -t sources < <(find Sources/Markup/Syntax Tools/Fuzzing/MarkupFuzz.swift \
      Tests/MarkupTests/Syntax/MarkupJSON+Write.swift -name '*.swift')
    printf '%s\n' '"<a>"' '"</a>"' '"<a b=\"c\" />"' '"<!--"' '"-->"' '"<![CDATA["' '"]]>"' '"&#x41;"' '"&amp;"' \
      '"<?xml version=\"1.0\"?>"' '"<?a ?>"' '"xmlns:p=\"q\""' '"{\"element\": \"a\"}"' '"\"children\": ["' \
      '"\"b\": \"c\""' '"\\u00e9"' '"\\ud83d\\ude42"' '"null"' '"-1.5e+3"' >.build/fuzz/markup.dict
    options=(-max_len=1024 -len_control=0 -dict=.build/fuzz/markup.dict)
    ;;
  request)
    sources=(Sources/Web/Server/{HTTPRequest,HTTPRequestParser,AccessRules}.swift Tools/Fuzzing/RequestFuzz.swift)
    printf '%s\n' '"GET / HTTP/1.1\x0d\x0a"' '"POST /api/do HTTP/1.1\x0d\x0a"' '"Host: 127.0.0.1:1\x0d\x0a"' \
      '"Content-Length: 2\x0d\x0a"' '"Content-Type: application/json\x0d\x0a"' '"\x0d\x0a\x0d\x0a"' '"{}"' \
      '"Origin: http://127.0.0.1:1\x0d\x0a"' '"Transfer-Encoding: chunked\x0d\x0a"' '"?a=b&c"' '"\x0d\x0a "' \
      '"/../"' '"%2e"' >.build/fuzz/request.dict
    options=(-max_len=1024 -len_control=0 -dict=.build/fuzz/request.dict)
    ;;
  recording)
    empty_modules Millrace{IdentifiedList,Store,Difference,System,Middleware,Render,Terminal}
    mapfile -t sources < <(find Sources/{IdentifiedList,Store,Difference,System,Middleware} \
      Sources/Inspector/{Answers,Queries,TimeTravel,InspectorError.swift} \
      Sources/Inspector/Recordings/{RecordingFile,SwiftSource,TestSource}.swift \
      Sources/Terminal/Text Tools/Fuzzing/RecordingFuzz.swift \
      -name '*.swift' -not -name 'TextLayout*.swift' -not -name WordBreaker.swift \
      -not -name Exports.swift -not -name FrameAnswers.swift -not -name NodeAnswers.swift \
      -not -name ScreenAnswers.swift -not -name CommitIndex.swift -not -name Inspector+Queries.swift)
    printf '%s\n' '"{\"began\":\""' '"\"version\":1"' '"\"action\":{"' '"\"reason\":\"restore\""' '"\"state\":{"' \
      '"\"types\":{\"\":\"FuzzState\"}"' '"\"format\":1"' '"\"ms\":0"' '"\"parent\":"' '"18446744073709551615"' \
      '"9223372036854775807"' '"\"digest\":\"\""' '"{\"add\":{\"_0\":1}}"' '"{\"leaf\":{}}"' '"null"' >.build/fuzz/recording.dict
    export ASAN_OPTIONS=detect_leaks=0
    options=(-max_len=2048 -len_control=0 -dict=.build/fuzz/recording.dict)
    ;;
  loader)
    sources=(Tools/Fuzzing/LoaderFuzz.swift)
    printf '%s\n' '"<Row>"' '"</Row>"' '"<Text text=\""' '"<Span link=\"http://"' '"\"/>"' '" width=\""' \
      '" padding=\""' '" gap=\""' '" aspectRatio=\""' '"1000000000"' '"-1"' '"1e9"' '"50%"' '"minContent"' \
      '"{\"element\": \"Column\""' '", \"children\": ["' '"\"id\": 1"' '"]}"' '"\"onPress\": \"open(1)\""' \
      '"<Button title=\"a\" onPress=\"go\"/>"' '"<Checkbox isOn=\"true\" onToggle=\"go\"/>"' \
      '"<ProgressBar share=\"0.5\"/>"' '"<Box title=\""' '" hidden=\"true\""' '" left=\""' '" wrap=\"clip\""' \
      '"<Tabs selected=\"a\" onSelect=\"say\">"' '"<Tab id=\"a\" title=\"b\"/>"' '"<ScrollView axes=\"both\">"' \
      '"<Form>"' '"<FormField label=\"a\">"' '"<Constrained>"' '" layout:left=\"super\""' '"&#x202e;"' \
      '"\\u001b"' >.build/fuzz/loader.dict
    # A stage that is not stopped retains itself, which would be reported as a leak.
    export ASAN_OPTIONS=detect_leaks=0
    options=(-max_len=1024 -len_control=0 -dict=.build/fuzz/loader.dict)
    ;;
  *) show_help 2 ;;
  esac
}

# The loader needs all layers. Some of their names clash, so each layer is its own module.
layers=(IdentifiedList Store Difference System StoreTesting Middleware Observation Constraints Layout Render LiveMarkup Widgets
  Terminal Bindings Millrace Emulator Testing Markup MarkupLoader)

# Compiles the layers with the given options; writes their objects, if any, next to the modules.
compile_layers() {
  local layer module
  mkdir -p .build/fuzz/layers
  for layer in "${layers[@]}"; do
    module=Millrace${layer#Millrace}
    mapfile -t sources < <(find "Sources/$layer" -name '*.swift')
    swiftc "${sources[@]}" -parse-as-library -swift-version 6 -package-name millrace -module-name "$module" \
      -wmo -emit-module -emit-module-path ".build/fuzz/layers/$module.swiftmodule" -I .build/fuzz/layers "$@" \
      ${emits_objects:+-emit-object -o ".build/fuzz/layers/$module.o"}
  done
}

compile() {
  local name=$1 modules=.build/fuzz/modules
  shift
  if [ "$name" = loader ]; then
    if [ "$1" = -typecheck ]; then
      compile_layers
    else
      emits_objects=yes compile_layers -O -g -sanitize=fuzzer,address
      set -- "$@" .build/fuzz/layers/*.o
    fi
    choose loader
    modules=.build/fuzz/layers
  fi
  swiftc "${sources[@]}" -parse-as-library -swift-version 6 -package-name millrace -module-name "${name^}Fuzz" \
    -I "$modules" "$@"
}

mkdir -p .build/fuzz/modules
name=${1:-}
case $name in
check)
  # The loader takes as long as all others, which share nothing with it.
  compile loader -typecheck &
  loader=$!
  for name in input layout persistence markup request recording; do
    choose "$name"
    compile "$name" -typecheck
  done
  wait "$loader"
  ;;
*)
  choose "$name"
  seconds=${2:-60}
  shift $(($# > 1 ? 2 : 1))
  mkdir -p ".build/fuzz/$name-corpus"
  compile "$name" -O -g -sanitize=fuzzer,address -o ".build/fuzz/$name"
  # The backtracer hangs if a sanitizer aborts the process.
  export SWIFT_BACKTRACE=enable=no
  ".build/fuzz/$name" -max_total_time="$seconds" "${options[@]}" -artifact_prefix=".build/fuzz/$name-" \
    ".build/fuzz/$name-corpus" "$@"
  ;;
esac
