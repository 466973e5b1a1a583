#!/usr/bin/env bash
# Generates pages for the articles and for every public symbol, in .build/documentation. A broken link
# ends it with status 1.
#
#     Scripts/make_documentation.sh
#     python3 -m http.server --directory .build/documentation        (then open /documentation)
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
# Each line is a module, the folder of its catalog, and the modules that it re-exports. The articles of the
# last module link to those of the others.
modules=(
  "MillraceStore Store MillraceIdentifiedList"
  "MillraceMiddleware Middleware"
  "MillraceTesting Testing MillraceStoreTesting,MillraceEmulator"
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
  # Callers do not pass the parameters for the source location: one description covers all three.
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
