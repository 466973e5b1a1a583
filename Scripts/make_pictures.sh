#!/usr/bin/env bash
# Draws the pictures of the documentation with the programs as they are. Tests/PicturesTests/Pictures.swift lists
# them, and where they are.
#
#     Scripts/make_pictures.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
mkdir -p Documentation/Pictures
MILLRACE_WRITE_PICTURES=1 swift test --filter PicturesTests
