#!/usr/bin/env bash
# Makes pages of the articles and of every public symbol, in .build/documentation. A link that leads nowhere
# ends it with 1.
#
#     Scripts/make_documentation.sh
#     python3 -m http.server --directory .build/documentation        (and look at /documentation)
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
# A module, the folder of its catalog, and the modules that it exports, which its users see as its own. The
# last one's articles link to those of the others.
modules=(
  "MillraceStore Store MillraceIdentifiedList"
  "MillraceMiddleware Middleware"
  "MillraceTesting Testing MillraceStoreTesting"
  "Millrace Millrace MillraceStore,MillraceIdentifiedList,MillraceMiddleware,MillraceObservation,MillraceConstraints,MillraceLayout,MillraceRender,MillraceWidgets,MillraceTerminal,MillraceBindings"
)

swift build --target MillraceTesting
modulefiles=$(swift build --show-bin-path)/Modules
target=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -n 1)
parts=.build/documentation-parts
rm -rf .build/documentation "$parts"
archives=()
dependencies=()
for line in "${modules[@]}"; do
  read -r module folder exports <<<"$line"
  mkdir -p "$parts/$module"
  swift symbolgraph-extract -module-name "$module" -I "$modulefiles" -target "$target" \
    -minimum-access-level public -skip-inherited-docs -skip-synthesized-members \
    -experimental-allowed-reexported-modules="$exports" -output-dir "$parts/$module"
  docc convert "Sources/$folder/$module.docc" --additional-symbol-graph-dir "$parts/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
    --enable-experimental-external-link-support "${dependencies[@]}" \
    --output-path "$parts/$module.doccarchive" >"$parts/$module.log" 2>&1 || true
  # Where a call was made is a parameter that nobody gives: it is described once for all three.
  if grep -E "^(warning|error|Error):" "$parts/$module.log" |
    grep -qvE "^warning: Parameter '(fileID|line|function)' is missing"; then
    cat "$parts/$module.log" >&2
    exit 1
  fi
  archives+=("$parts/$module.doccarchive")
  dependencies+=(--dependency "$parts/$module.doccarchive")
done
docc merge "${archives[@]}" --synthesized-landing-page-name Millrace \
  --synthesized-landing-page-kind Library --output-path .build/documentation
