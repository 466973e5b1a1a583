#!/usr/bin/env bash
# Tests documents on a PostgreSQL server, which this script starts in a temporary folder, without a port.
#
#     Scripts/postgres_tests.sh [--rounds N] [--seed S]
#     Scripts/postgres_tests.sh --figures [abcde] [--seed S]
#
# Runs the tests of PostgresTests, and then Scripts/postgres_rounds.py, which gets the arguments.
# Installs postgresql with apt-get if possible. If that fails, it says so and tests nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh

binaries() { (ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin 2>/dev/null || true) | sort -V | tail -n 1; }

if [ -z "$(binaries)" ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null ||
    ! (apt-get update && apt-get install -y --no-install-recommends postgresql) >/dev/null 2>&1; then
    echo "PostgreSQL tests: skipped: postgresql is not installed and cannot be installed"
    exit 0
  fi
fi
MILLRACE_PGBIN=$(binaries)
# A server does not run as root.
MILLRACE_PGUSER=$(if [ "$(id -u)" = 0 ]; then echo postgres; else id -un; fi)
folder=$(mktemp -d /tmp/millrace-postgres.XXXXXX)
MILLRACE_PGDATA=$folder/data
export MILLRACE_PGBIN MILLRACE_PGUSER MILLRACE_PGDATA
export MILLRACE_POSTGRES="postgresql:///millrace?host=$folder&user=$MILLRACE_PGUSER"

as_user() {
  if [ "$(id -u)" = 0 ]; then su "$MILLRACE_PGUSER" -s /bin/sh -c "$1"; else sh -c "$1"; fi
}
end() {
  as_user "'$MILLRACE_PGBIN/pg_ctl' -D '$MILLRACE_PGDATA' -m immediate stop" >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

if [ "$(id -u)" = 0 ]; then chown "$MILLRACE_PGUSER" "$folder"; fi
cd "$folder"
as_user "'$MILLRACE_PGBIN/initdb' -D '$MILLRACE_PGDATA' -A trust -E UTF8 --locale=C --no-sync" >"$folder/initdb.log" ||
  { cat "$folder/initdb.log"; exit 1; }
as_user "'$MILLRACE_PGBIN/pg_ctl' -D '$MILLRACE_PGDATA' -w -l '$folder/server.log' \
  -o \"-c listen_addresses='' -k '$folder'\" start" >/dev/null </dev/null || { cat "$folder/server.log"; exit 1; }
as_user "'$MILLRACE_PGBIN/createdb' -h '$folder' millrace"
cd "$OLDPWD"

swift build --build-tests
swift test --skip-build --filter PostgresTests
# Figures are those of a release build, which the script makes; for faults, this build is enough.
program=(--program "$(swift build --show-bin-path)/team-program")
if [[ " $* " == *" --figures"* ]]; then program=(); fi
python3 Scripts/postgres_rounds.py "${program[@]}" "$@"
