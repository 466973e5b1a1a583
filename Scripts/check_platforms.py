#!/usr/bin/env python3
"""Type-checks the library for platforms that it is not built for here, as far as one toolchain can.

    Scripts/check_platforms.py [--branches] [PLATFORM ...]        (macos, ios, musl, wasm; all of them by default)

No SDK is needed. The standard library is compiled for a platform's target from the textual interfaces of a Linux
toolchain, so availability and the size of Int are those of the platform. The C library, Dispatch and Foundation
are stubs in Scripts/support/platforms, with the platform's types but only the declarations that Millrace uses.
The first run takes some minutes for each platform; its results are kept in .build/platforms.

It fails if a layer does not type-check, and if a file outside Sources/System and Sources/Terminal imports the C
library without a reason in the list below. It prints how many branches of `#if` are compiled here, checked with
stubs, or not checked; `--branches` lists all of them.

What it does not check: linking, running, the stubs themselves, and code of a platform's frameworks.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

STUBS = os.path.join(script.ROOT, "Scripts", "support", "platforms")
CACHE = os.path.join(script.ROOT, ".build", "platforms")

# Files outside System and Terminal that import the C library, and what for.
C_LIBRARY = {
    "Sources/Document/Editor/ForegroundProcess.swift": "runs the user's editor as a process in the foreground",
    "Sources/Inspector/TimeTravel/MemoryGauge.swift": "the allocator's statistics",
    "Sources/Layout/Engine/DeepStack.swift": "a thread with a large stack, for deep trees",
    "Sources/Layout/Storage/LayoutArena.swift": "realloc, which may grow a block in place",
    "Sources/Middleware/Watching/FileWatch.swift": "error numbers",
    "Sources/Millrace/Ending.swift": "ends the process by a signal",
    "Sources/Postgres/LibPQ.swift": "loads a library",
    "Sources/Postgres/PostgresLink.swift": "waits for a socket",
    "Sources/Store/Core/CLibrary.swift": "the number of a thread, values for each thread, standard error",
    "Sources/StoreTesting/MemoryStorage.swift": "error numbers",
    "Sources/TodoExample/Program/TodoProgram.swift": "exit codes",
    "Sources/Web/Server/Socket.swift": "sockets",
    "Sources/Web/Sessions/TerminalApp+Serving.swift": "the standard descriptors",
    "Sources/Widgets/Calendar/CalendarDay.swift": "the local time",
}

LIBRARY = [
    "IdentifiedList", "Store", "Difference", "Observation", "System", "Middleware", "StoreTesting",
    "Constraints", "Layout", "Markup", "Render", "LiveMarkup", "Bindings", "Widgets", "Terminal", "Millrace", "Postgres", "Document",
    "MarkupLoader", "Web", "Emulator", "Inspector", "Testing", "TodoExample",
]


class Platform:
    def __init__(self, target, modules, layers, options=(), stubs=()):
        self.target, self.modules, self.layers, self.options, self.stubs = target, modules, layers, options, stubs


APPLE = (("Darwin", "Dispatch", "Foundation"), ("-disable-objc-interop", "-I", os.path.join(STUBS, "Darwin")))
PLATFORMS = {
    "macos": Platform("x86_64-apple-macosx15.0", {"Darwin", "Dispatch", "Foundation"}, LIBRARY, APPLE[1], APPLE[0]),
    "ios": Platform(
        "x86_64-apple-ios18.0-simulator", {"Darwin", "Dispatch", "Foundation"}, LIBRARY[:7], APPLE[1], APPLE[0]),
    "musl": Platform(
        "x86_64-unknown-linux-musl", {"Musl", "Dispatch", "Foundation", "FoundationEssentials"}, LIBRARY,
        ("-I", os.path.join(STUBS, "Musl")), ("Musl", "Dispatch", "FoundationEssentials", "Foundation")),
    # Without Dispatch and signals, System is left out, and so are the layers that need it.
    "wasm": Platform(
        "wasm32-unknown-wasip1", {"WASILibc", "Foundation", "FoundationEssentials"},
        ["IdentifiedList", "Store", "Difference", "Observation", "Constraints", "Layout", "Markup", "Render",
         "Bindings"], ("-I", os.path.join(STUBS, "WASILibc")), ("FoundationEssentials", "Foundation")),
}
STUB_FILES = {"FoundationEssentials": "Foundation.swift"}
HERE = {"Glibc", "Dispatch", "Foundation", "FoundationEssentials"}
STANDARD = [
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "Synchronization",
    "Observation", "RegexBuilder",
]


def main():
    arguments = script.parser(__doc__)
    arguments.add_argument("--branches", action="store_true", help="list every branch of #if")
    arguments.add_argument("platforms", nargs="*", metavar="PLATFORM", help=", ".join(PLATFORMS))
    given = arguments.parse_args()
    if unknown := set(given.platforms) - set(PLATFORMS):
        arguments.error(f"no such platform: {', '.join(sorted(unknown))}")
    chosen = given.platforms or list(PLATFORMS)
    os.chdir(script.ROOT)
    faults = c_library_faults()
    checked = {}
    for name in chosen:
        checked[name] = check(name, PLATFORMS[name])
        faults += len(PLATFORMS[name].layers) - len(checked[name])
    report_branches(checked, given.branches)
    print(f"{faults} faults" if faults else "no fault")
    sys.exit(bool(faults))


# The C library

def sources(folder="Sources"):
    return sorted(glob.glob(f"{folder}/**/*.swift", recursive=True))


def c_library_faults():
    found = {
        path for path in sources() if path.split("/")[1] not in ("System", "Terminal")
        and re.search(r"^\s*import (Glibc|Musl|Darwin|WASILibc)$", open(path, encoding="utf-8").read(), re.M)}
    for path in sorted(found - set(C_LIBRARY)):
        print(f"{path} imports the C library. Use MillraceSystem, or give a reason in Scripts/check_platforms.py.")
    for path in sorted(set(C_LIBRARY) - found):
        print(f"{path} imports no C library: remove it from Scripts/check_platforms.py.")
    return len(found ^ set(C_LIBRARY))


# Type checks

def toolchain():
    swiftc = subprocess.run(["which", "swiftc"], capture_output=True, text=True, check=True).stdout.strip()
    return os.path.dirname(os.path.dirname(os.path.realpath(swiftc)))


def compile_module(platform, folder, name, files, *options):
    """Returns the errors and warnings, one a line."""
    root = toolchain()
    result = subprocess.run(
        [os.path.join(root, "bin", "swift-frontend"), "-emit-module", "-target", platform.target,
         "-resource-dir", os.path.join(folder, "resources"), "-I", folder, "-Xcc", "-ffreestanding",
         "-Xcc", "-Wno-nullability-completeness",
         "-plugin-path", os.path.join(root, "lib/swift/host/plugins"), "-swift-version", "6",
         "-parse-as-library", "-D", "DEBUG", "-module-name", name, "-package-name", "millrace",
         "-o", os.path.join(folder, f"{name}.swiftmodule"), *platform.options, *options, *files],
        capture_output=True, text=True)
    lines = [line for line in result.stderr.splitlines()
             if re.match(r"\S.*(error|warning): ", line) and "libc not found" not in line]
    return lines or ([result.stderr[-1000:]] if result.returncode else [])


def standard_library(platform, folder):
    """Compiles the modules of the standard library that are missing."""
    root = os.path.join(toolchain(), "lib", "swift")
    resources = os.path.join(folder, "resources")
    os.makedirs(resources, exist_ok=True)
    # Copies only these parts: the platform may lack others, such as `dispatch`, and must not get Linux's headers.
    for part, header in (("shims", "_SynchronizationShims.h"), ("clang/include", "stddef.h"), ("apinotes", None)):
        copy = os.path.join(resources, part)
        if not os.path.exists(copy):
            shutil.copytree(os.path.join(root, part), copy)
            if header:
                with open(os.path.join(copy, header), "r+", encoding="utf-8") as file:
                    text = re.sub(r"defined\(__(linux|musl)__\)", "0", file.read())
                    file.seek(0)
                    file.truncate()
                    file.write(text)
    for name in STANDARD:
        module = os.path.join(folder, f"{name}.swiftmodule")
        if os.path.exists(module):
            continue
        found = glob.glob(os.path.join(root, "linux", f"{name}.swiftmodule", "x86_64-unknown-linux-gnu.swiftinterface"))
        if not found:
            sys.exit(f"This toolchain has no textual interface of {name}: use one for Linux x86-64.")
        text = open(found[0], encoding="utf-8").read()
        text = re.sub(r"-target \S+", f"-target {platform.target}", text, count=1)
        # Removes what only Linux has: functions of its C library, and 80-bit numbers.
        text = re.sub(r"^import Glibc$|^ *@backDeployed.*$", "", text, flags=re.M)
        text = text.replace("_swift_stdlib_gettid()", "UInt32(0)")
        text = re.sub(r"self = _stdlib_(remainder|squareRoot)l\(.*", "fatalError()", text)
        # In another folder than the module: beside it, the compiler would compile it again, without the options below.
        interface = os.path.join(folder, "interfaces", f"{name}.swiftinterface")
        os.makedirs(os.path.dirname(interface), exist_ok=True)
        with open(interface, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run(
            [os.path.join(toolchain(), "bin", "swift-frontend"), "-compile-module-from-interface",
             "-disable-availability-checking", "-module-name", name, "-target", platform.target,
             *(["-parse-stdlib"] if name == "Swift" else []), "-resource-dir", resources, "-I", folder,
             "-o", module, interface], capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"{name} does not compile for {platform.target}: {result.stderr[-2000:]}")


def check(name, platform):
    """Returns the layers that type-check."""
    version = subprocess.run(["swiftc", "--version"], capture_output=True, text=True).stdout
    folder = os.path.join(CACHE, re.search(r"swift-[\w.-]+", version)[0], name)
    os.makedirs(folder, exist_ok=True)
    standard_library(platform, folder)
    for stub in platform.stubs:
        if faults := compile_module(platform, folder, stub, [os.path.join(STUBS, STUB_FILES.get(stub, f"{stub}.swift"))]):
            sys.exit("\n".join(["A stub does not compile:", *faults]))
    done = []
    for layer in platform.layers:
        module = layer if layer in ("Millrace", "TodoExample") else f"Millrace{layer}"
        files = sources(f"Sources/{layer}")
        faults = compile_module(platform, folder, module, files)
        if faults:
            print(f"{name}: {layer} does not type-check:")
            print("\n".join(f"  {fault}" for fault in dict.fromkeys(faults)))
        else:
            done.append(layer)
    print(f"{name} ({platform.target}): {len(done)} of {len(platform.layers)} layers type-check: {', '.join(done)}")
    return done


# Branches

def holds(condition, modules, words):
    """Whether a condition of `#if` holds where these modules and words are known."""
    python = re.sub(r"//.*", "", condition)
    python = re.sub(r"canImport\((\w+)\)", lambda match: str(match[1] in modules), python)
    python = re.sub(r"\b(?!True\b|False\b)[A-Za-z]\w*(\([^)]*\))?", lambda match: str(match[0] in words), python)
    return eval(python.replace("!", " not ").replace("&&", " and ").replace("||", " or "))  # Only words and operators are left.


def branches(path):
    """Yields the line number, the text and a function of modules and words for each branch of a file."""
    stack = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        text = line.strip()
        if match := re.match(r"#(if|elseif|else|endif)\b(.*)", text):
            kind, condition = match[1], match[2].strip()
            if kind == "if":
                stack.append([condition])
            elif kind == "endif":
                stack.pop()
                continue
            else:
                stack[-1].append(condition if kind == "elseif" else "True")
            chain = [list(conditions) for conditions in stack]

            def is_active(modules, words, chain=chain):
                return all(
                    holds(conditions[-1], modules, words)
                    and not any(holds(earlier, modules, words) for earlier in conditions[:-1])
                    for conditions in chain)

            yield number, text, is_active


def report_branches(checked, lists_all):
    counts = {}
    unchecked = []
    for path in sources():
        layer = path.split("/")[1]
        for number, text, is_active in branches(path):
            if any(is_active(HERE, {"DEBUG"} if debug else set()) for debug in (True, False)):
                kind = "compiled here"
            else:
                names = [name for name, layers in checked.items()
                         if layer in layers and is_active(PLATFORMS[name].modules, {"DEBUG"})]
                kind = "checked with stubs" if names else "not checked"
            counts[kind] = counts.get(kind, 0) + 1
            if kind == "not checked":
                unchecked.append(f"{path}:{number}: {text}")
            if lists_all:
                print(f"{kind:20}{path}:{number}: {text}")
    print(f"branches of #if: {', '.join(f'{count} {kind}' for kind, count in sorted(counts.items()))}")
    if unchecked and not lists_all:
        print("not checked:", *unchecked, sep="\n  ")


if __name__ == "__main__":
    main()
