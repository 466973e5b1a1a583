#!/usr/bin/env bash
# Compiles random markup whose names are keywords of Swift and names of the generator, in one module, and compares what
# the components show with what the loader shows.
#
#     Scripts/markup_names.sh [SEED] [COUNT]    a random seed, and 200 files, by default
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
seed=${1:-$RANDOM}
count=${2:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "seed $seed"

swift build --product markup
swift build --target MillraceMarkupLoader
swift build --target MillraceTesting
built=$(swift build --show-bin-path)

# Some names are refused; each refusal must say where.
mkdir "$work/all" "$work/made"
python3 Scripts/support/make_named_markup.py candidates "$work/all" "$seed" $((count * 14))
"$built/markup" check "$work/all" >"$work/issues" 2>&1 || true
if grep -vE '\.ui\.xml:[0-9]+:[0-9]+: error: ' "$work/issues"; then
  echo "FAILED: an issue without a position" >&2
  exit 1
fi
sed -E 's/^(.*\.ui\.xml):.*/\1/' "$work/issues" | sort -u >"$work/refused"
mapfile -t files < <(printf '%s\n' "$work"/all/*.ui.xml | sort -V | grep -vxFf "$work/refused" | head -"$count")
[ "${#files[@]}" = "$count" ] || { echo "FAILED: only ${#files[@]} files have no mistakes" >&2; exit 1; }
for file in "${files[@]}"; do
  name=$(basename "$file" .ui.xml)
  "$built/markup" compile "$file" --output "$work/made/$name.swift" --unmapped
done
python3 Scripts/support/make_named_markup.py program "$work/made" "$seed" "${files[@]}"

# The program uses declarations of the package, and so has the package's name.
package=$(sed -nE 's/.*"-package-name","([^"]+)".*/\1/p' "$built/../../debug.yaml" | head -1)
mapfile -t objects < <(for module in IdentifiedList Store Difference System StoreTesting Middleware Observation \
  Constraints Layout Render LiveMarkup Widgets Terminal Bindings '' Emulator Testing Markup MarkupLoader; do
  find "$built/Millrace$module.build" -name '*.o'
done)
swiftc "$work"/made/*.swift "${objects[@]}" -parse-as-library -swift-version 6 -D DEBUG -package-name "$package" \
  -module-name NamedMarkup -I "$built/Modules" -o "$work/program"
SWIFT_BACKTRACE=enable=no "$work/program"
