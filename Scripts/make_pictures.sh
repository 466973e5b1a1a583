#!/usr/bin/env bash
# Generates the pictures of the documentation from the current programs. Tests/PicturesTests/Pictures.swift
# lists the pictures and their locations.
#
#     Scripts/make_pictures.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh
mkdir -p Documentation/Pictures
MILLRACE_WRITE_PICTURES=1 swift test --filter PicturesTests
