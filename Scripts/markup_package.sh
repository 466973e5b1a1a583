#!/usr/bin/env bash
# Creates another package that uses the plugin, builds it, introduces typical mistakes of users, and checks the
# output of the build. Needs only Swift. Compiles the library in .build/packages, and removes all other files at the end.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd -P)
package=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$package"' EXIT
sources=$package/Sources/app
log=$package/log
mkdir -p "$sources/Rows"

fail() {
  echo "FAILED: $1" >&2
  grep -E '(^|: )error: |:[0-9]+: warning: ' "$log" | cut -c1-300 | tail -30 >&2
  exit 1
}

# The folder of the build has the compiled library, also for new_program.sh.
folders=(--package-path "$package" --scratch-path "$root/.build/packages")

# Builds, and writes the output to $log; returns the status of the build.
build() { swift build "${folders[@]}" -v "$@" >"$log" 2>&1; }

# The number of times the last build ran the tool.
runs() { grep -cE '/markup(-tool)? compile ' "$log" || true; }

expect_runs() { [ "$(runs)" = "$1" ] || fail "$2: the tool ran $(runs) times, not $1"; }

# Checks that the build fails with the given line.
expect_error() {
  if build; then fail "the build accepted $1"; fi
  grep -qxF "$1" "$log" || fail "the build does not say $1"
  echo "ok: $1" | sed "s|$package/||"
}

cat >"$package/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Millrace", path: "$root")],
  targets: [
    .executableTarget(
      name: "app", dependencies: [.product(name: "Millrace", package: "Millrace")],
      plugins: [.plugin(name: "MillraceMarkupPlugin", package: "Millrace")])
  ])
END

cat >"$sources/App.swift" <<'END'
import Millrace

struct Item: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
}

@main
struct App: TerminalProgram {
  static func run() async throws {
    let items = [Item(id: 1, title: "Milk"), Item(id: 2, title: "Bread")]
    let store = Store(initial: items, reducer: Reducer<[Item], Never> { _, _ in })
    try await TerminalApp(store) { items, _ in ShoppingView(title: "Shopping", items: items) }.run()
  }
}
END

cat >"$sources/common.styles.xml" <<'END'
<styleGroup name="common">
  <TextStyle name="title" bold="true" />
  <TextStyle name="sign" text="-" look="muted" />
</styleGroup>
END

cat >"$sources/ShoppingView.ui.xml" <<'END'
<Component>
  <property name="title" type="String" />
  <property name="items" type="[Item]" />
  <Column>
    <Text style=":common:title">{title}: {items.count} "things" \ {{all}}</Text>
    <for each="item" in="{items}" key="{item.id}">
      <Component type="ItemRow" item="{item}" />
    </for>
  </Column>
</Component>
END

# A file name with a space, in a folder; and a second file with the name of the one above.
cat >"$sources/Rows/Item row.ui.xml" <<'END'
<Component type="ItemRow">
  <property name="item" type="Item" />
  <Row gap="1">
    <Text style=":common:sign" />
    <Component type="RowTitle" title="{item.title}" />
  </Row>
</Component>
END
cat >"$sources/Rows/ShoppingView.ui.xml" <<'END'
<Component type="RowTitle">
  <property name="title" type="String" />
  <Text>{title:uppercased}</Text>
</Component>
END

echo "== builds and shows the expected output"
build || fail "it does not build"
expect_runs 3 "the first build"
if grep -E ':[0-9]+: warning: |unhandled' "$log"; then fail "the build warns"; fi
cat >"$package/expected" <<'END'
Shopping: 2 "things" \ {all}
- MILK
- BREAD
END
app=$(swift build "${folders[@]}" --show-bin-path)/app
"$app" </dev/null >"$package/shown"
diff "$package/expected" "$package/shown" >&2 || fail "it shows something else"
# Searches for the module's name in symbols: file names would also be found in a release build.
live='18MillraceLiveMarkup'
grep -qaE "$live" "$app" || fail "a debug build cannot load markup while it runs"

echo "== runs the tool for what has changed"
# The second build of a new package may link the tool again, and then runs it.
build && build && expect_runs 0 "nothing changed"
sed -i.old 's/{item.title}/{item.title}!/' "$sources/Rows/Item row.ui.xml" && rm "$sources/Rows/Item row.ui.xml.old"
build && expect_runs 1 "one file changed"
"$app" </dev/null | grep -qx -e '- BREAD!' || fail "the change does not show"
sed -i.old 's/text="-"/text="+"/' "$sources/common.styles.xml" && rm "$sources/common.styles.xml.old"
build && expect_runs 3 "the styles changed"
"$app" </dev/null | grep -qx '+ BREAD!' || fail "the style does not show"

echo "== a release build has nothing of markup that is loaded while it runs"
# An example of this package, so that the library is compiled for release once in all checks.
release=(-c release --static-swift-stdlib --scratch-path "$root/.build/release-check" --package-path "$root")
swift build "${release[@]}" --product greeter >"$log" 2>&1 || fail "greeter does not build for release"
greeter=$root/.build/release-check/release/greeter
if grep -qaE "$live" "$greeter"; then fail "the release has names of LiveMarkup"; fi
"$greeter" </dev/null | grep -q Hello || fail "the release of greeter shows something else"

echo "== reports errors at their position in the markup"
bad=$sources/Bad.ui.xml
cat >"$bad" <<'END'
<Component>
  <property name="items" type="[Item]" />
  <state name="draft" type="String" value="&quot;&quot;" />
  <event name="onAdd" type="String" />

  <Column>
    <TextField text="{$draft}" onSubmit="onAdd(draft)" />
    <!-- The row of an item. -->
    <for
      each="item" in="{items}"
      key="{item.id}">
    <Row gap="1" colr="red">
      <Text>{item.title}</Text>
    </Row>
    </for>
  </Column>
</Component>
END
expect_error "$bad:12:18: error: \"colr\" is not an attribute of Row; did you mean \"color\"?"
cat >"$bad" <<'END'
<Component>
  <property name="title" type="String" />
  <property
    name="other"
    type="Nonsense" />
  <Text>{title}</Text>
</Component>
END
expect_error "$bad:3:14: error: cannot find type 'Nonsense' in scope"
cat >"$bad" <<'END'
<Component>
  <property name="title" type="String" />
  <Column>
    <Text>{title}</Text>
    <Component type="Absent" title="{title}" />
  </Column>
</Component>
END
expect_error "$bad:5:7: error: cannot find 'Absent' in scope"
echo "all checks passed"
