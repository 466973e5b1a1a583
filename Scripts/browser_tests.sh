#!/usr/bin/env bash
# Tests the page of a served program in a real browser: Debian's Chromium, without a window.
#
#     Scripts/browser_tests.sh [WORD …] [--seed N] [--steps N]    all tests, or those with a word in their name
#     Scripts/browser_tests.sh --figures                          the time of a key, and the bytes sent
#     Scripts/browser_tests.sh --trees                            the accessibility trees of Scripts/support/accessibility
#     Scripts/browser_tests.sh --pictures                         the pictures of pages in Sources/Web and Sources/Inspector
#
# Installs chromium with apt-get if possible. If that fails, it says so and tests nothing. The rules of axe-core are
# those of a Python package that contains its script; without it, one test says that it is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/support/help.sh

if ! command -v chromium >/dev/null; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null ||
    ! (apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core) >/dev/null 2>&1; then
    echo "browser tests: skipped: chromium is not installed and cannot be installed"
    exit 0
  fi
fi
if [ ! -f .build/axe/axe_playwright_python/axe.min.js ]; then
  (python3 -m pip download --quiet --no-deps --dest .build/axe axe-playwright-python==0.1.8 &&
    python3 -m zipfile -e .build/axe/axe_playwright_python-*.whl .build/axe) >/dev/null 2>&1 || true
fi
for program in todo catalogue layers; do swift build ${CONFIGURATION:+-c "$CONFIGURATION"} --product "$program" >&2; done
exec python3 Scripts/browser_tests.py "$@"
