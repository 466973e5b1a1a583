#!/usr/bin/env bash
# Makes a package with a program: a list in a file that processes share, with undo, a form, keys that the user may
# change, tests, and a script for CI.
#
#     Scripts/new_program.sh NAME [FOLDER]                             it depends on this clone
#     Scripts/new_program.sh NAME [FOLDER] --url URL --from VERSION    it depends on a release, and has a workflow for GitHub
#     Scripts/new_program.sh --check                                   makes one, builds it, and runs it and its tests
#
# NAME has letters, digits and hyphens. FOLDER must be empty or absent; without it, the folder NAME is made in the current
# one. The files are copies of those in Scripts/support/new_program. Wrong arguments end the script with status 64. `--check`
# compiles the library in .build/packages.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
root=$(pwd -P)
cd "$OLDPWD"
# A range such as [a-z] has only these letters, in every language.
export LC_ALL=C

# Words of Swift, modules that the program imports or links, and files that a build makes beside the program.
reserved="as associatedtype async await break case catch class continue default defer deinit do else enum extension
  fallthrough false fileprivate for func guard if import in init inout internal is let main nil open operator private protocol
  public repeat rethrows return self static struct subscript super switch throw throws true try typealias var where while any
  builtin cxx darwin dispatch distributed foundation foundationessentials foundationnetworking glibc musl observation swift
  synchronization testing xctest index markup modulecache modules"

fail() {
  echo "new_program.sh: $1" >&2
  exit 64
}

check_name() {
  local word module
  [[ $1 =~ ^[A-Za-z][A-Za-z0-9-]*$ ]] || fail "“$1” is not a name: write a letter, then letters, digits and hyphens"
  module=$(tr '[:upper:]-' '[:lower:]_' <<<"$1")
  for word in $reserved; do
    if [ "$module" = "$word" ]; then fail "“$1” is a word of Swift or a module: choose another name"; fi
  done
  if [[ $module = millrace* ]]; then fail "names that begin with “Millrace” are those of its modules: choose another name"; fi
}

# Makes a text a literal of Swift, and that a replacement of sed.
literal() { sed -e 's/[\\"]/\\&/g' -e 's/.*/"&"/' -e 's/[\\&|]/\\&/g' <<<"$1"; }

# Arguments: the name, the folder, and the address and version of a release, or empty texts.
make() {
  local name=$1 folder=${2:-$1} url=$3 version=$4
  local template=$root/Scripts/support/new_program path=$root package=Millrace dependency file
  check_name "$name"
  if [ -e "$folder" ] && { [ ! -d "$folder" ] || [ -n "$(ls -A "$folder")" ]; }; then
    fail "$folder is not an empty folder"
  fi
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd -P)
  if [ -n "$url" ]; then
    package=$(basename "$url" .git)
    dependency=".package(url: $(literal "$url"), from: \"$version\")"
  else
    # Neighbours may be moved together.
    if [ "$(dirname "$folder")" = "$(dirname "$root")" ]; then path=../$(basename "$root"); fi
    dependency=".package(name: \"Millrace\", path: $(literal "$path"))"
  fi
  (cd "$template" && find . -type f) | while read -r file; do
    # A runner of GitHub has no clone of the library.
    if [ -z "$url" ] && [[ $file = ./.github/* ]]; then continue; fi
    local target=$folder/${file//NAME/$name}
    mkdir -p "$(dirname "$target")"
    # The copy has the permissions.
    cp -p "$template/$file" "$target"
    # The address last: it may contain the other placeholders.
    sed -e "s|MODULE|${name//-/_}|g" -e "s|NAME|$name|g" \
      -e "s|\"THE_LIBRARY\"|$(literal "$package")|" -e "s|THE_DEPENDENCY|$dependency|" "$template/$file" >"$target"
  done
  echo "Made $folder"
}

failed() {
  echo "FAILED: $1" >&2
  exit 1
}

refuses() {
  local status=0
  "$root/Scripts/new_program.sh" "$@" >/dev/null 2>&1 || status=$?
  [ "$status" = 64 ] || failed "the call with $* ends with status $status"
}

check() {
  local name app shared=(--package-path shopping-list --scratch-path "$root/.build/packages")
  work=$(cd "$(mktemp -d)" && pwd -P)
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  echo "== refuses wrong arguments, and makes nothing"
  mkdir full
  touch full/file
  for name in "" 1st a_b "a b" $'a\nb' é -x class Swift Testing Millrace-x; do refuses "$name" absent; done
  refuses
  refuses shopping full
  refuses shopping full/file
  refuses shopping absent third
  refuses shopping absent --url
  refuses shopping absent --url https://example.org/millrace.git
  refuses shopping absent --url https://example.org/millrace.git --from one
  [ ! -e absent ] || failed "a refused call made a folder"

  echo "== makes a package that depends on a release"
  make released "" 'https://example.org/a"b&c|NAME/millrace.git' 1.0.0
  swift package --package-path released dump-package >manifest.json
  grep -qF 'a\"b&c|NAME/millrace.git' manifest.json || failed "the address is not in the manifest"
  [ -e released/.github/workflows/ci.yml ] || failed "the workflow is missing"
  if grep -rnE 'NAME|MODULE|THE_' released | grep -v 'c|NAME'; then failed "a placeholder is left"; fi

  echo "== makes a package that depends on this clone, builds it and runs its tests"
  make shopping-list "" "" ""
  shopping-list/.ci/run --scratch-path "$root/.build/packages"

  echo "== runs it without a terminal"
  app=$(swift build "${shared[@]}" --show-bin-path)/shopping-list
  export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config
  "$app" add oat milk
  [ "$("$app" </dev/null)" = "[ ] oat milk" ] || failed "the item is not on the list"
  [ -s data/shopping-list/items.json ] || failed "the list is not in its file"
  echo "all checks passed"
}

arguments=() url='' version=''
while (($# > 0)); do
  case $1 in
    --check)
      check
      exit
      ;;
    --url | --from)
      [ -n "${2:-}" ] || fail "$1 needs a value"
      if [ "$1" = --url ]; then url=$2; else version=$2; fi
      shift
      ;;
    -*) fail "there is no option $1; see --help" ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
case ${#arguments[@]} in 1 | 2) ;; *) fail "write a name, and a folder if it is another; see --help" ;; esac
if [ -n "$url$version" ]; then
  if [ -z "$url" ] || [ -z "$version" ]; then fail "write both --url URL and --from VERSION"; fi
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "“$version” is not a version such as 1.0.0"
fi
make "${arguments[0]}" "${arguments[1]:-}" "$url" "$version"
