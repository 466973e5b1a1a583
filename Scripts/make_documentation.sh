#!/usr/bin/env bash
# Generates the documentation twice: as Markdown for a Git host, in Documentation/Reference and Documentation/Articles,
# which are part of the repository; and as pages of DocC, in .build/documentation. A broken link, or any other warning
# of DocC, ends it with status 1.
#
#     Scripts/make_documentation.sh [markdown]        (only Markdown)
#     python3 -m http.server --directory .build/documentation        (then open /documentation)
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
MILLRACE_TESTS=Reference MILLRACE_WRITE_REFERENCE=1 swift test --filter ReferenceTests.ReferenceTests/areCurrent
if [ "${1:-}" = markdown ]; then exit; fi
# Each line is a module, the folder of its catalog, and the modules that it re-exports. The articles of a
# module link to those of the modules above it.
modules=(
  "MillraceStore Store MillraceIdentifiedList"
  "MillraceMiddleware Middleware"
  "MillracePostgres Postgres"
  "MillraceTesting Testing MillraceStoreTesting,MillraceEmulator"
  "MillraceMarkupLoader MarkupLoader"
  "MillraceWeb Web"
  "MillraceInspector Inspector"
  "Millrace Millrace MillraceStore,MillraceIdentifiedList,MillraceMiddleware,MillraceObservation,MillraceSystem,MillraceConstraints,MillraceLayout,MillraceRender,MillraceLiveMarkup,MillraceWidgets,MillraceTerminal,MillraceBindings"
  "MillraceDocument Document"
)

modulefiles=$(swift build --show-bin-path)/Modules
target=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -n 1)
parts=.build/documentation-parts
rm -rf .build/documentation "$parts"
archives=()
dependencies=()
status=0
for line in "${modules[@]}"; do
  read -r module folder exports <<<"$line"
  swift build --target "$module"
  mkdir -p "$parts/$module"
  swift symbolgraph-extract -module-name "$module" -I "$modulefiles" -target "$target" \
    -minimum-access-level public -skip-inherited-docs -skip-synthesized-members \
    -experimental-allowed-reexported-modules="$exports" -output-dir "$parts/$module"
  # DocC finds pictures only in the catalog.
  catalog=$parts/$module.docc
  cp -r "Sources/$folder/$module.docc" "$catalog"
  for page in "$catalog"/*.md; do
    shared=$(sed -n 's#^!\[.*](\(\(\.\./\)*Documentation/Pictures/.*\))$#\1#p' "$page")
    for picture in $shared; do cp "Sources/$folder/$module.docc/$picture" "$catalog"; done
    sed 's#](\(\.\./\)*Documentation/Pictures/#](#' "$page" >"$page.new" && mv "$page.new" "$page"
  done
  docc convert "$catalog" --additional-symbol-graph-dir "$parts/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
    --enable-experimental-external-link-support "${dependencies[@]}" \
    --output-path "$parts/$module.doccarchive" >"$parts/$module.log" 2>&1 || true
  # Callers do not pass the parameters for the source location: one description covers all of them.
  if grep -E "^(warning|error|Error):" "$parts/$module.log" |
    grep -vE "^warning: Parameter '(fileID|line|column|function)' is missing" >"$parts/$module.warnings"; then
    cat "$parts/$module.log" >&2
    status=1
  fi
  archives+=("$parts/$module.doccarchive")
  dependencies+=(--dependency "$parts/$module.doccarchive")
done
docc merge "${archives[@]}" --synthesized-landing-page-name Millrace \
  --synthesized-landing-page-kind Library --output-path .build/documentation
echo "The pages are in .build/documentation: python3 -m http.server --directory .build/documentation"
exit $status
