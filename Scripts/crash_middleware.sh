#!/usr/bin/env bash
# Kills programs that keep their state in a file, at random times, and checks that no acknowledged action
# is missing afterwards. Prints one line of figures, followed by the errors.
#
#     Scripts/crash_middleware.sh [ROUNDS] [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
kills=${1:-2000}
seed=${2:-$RANDOM$RANDOM}

swift build -c release --product crash-program >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
.build/release/crash-program kill "$kills" "$seed" "$folder"
