import MillraceDocument
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Runs of a command line")
struct RunTests {
  @Test("a result is printed as text or JSON")
  func tells() async {
    let text = await ran(["add", "x"]) { try $1.report("Added: \u{1B}[31ma/b") }
    #expect(text.output == "Added: ␛[31ma/b\n" && text.status == 0)
    #expect(text.call?.operands == ["x"])
    let json = await ran(["add", "x", "--json"]) { try $1.report("Added: a/b") }
    #expect(json.output == "{\n  \"message\" : \"Added: a/b\"\n}\n")
    let values = await ran(["list", "--json"]) { try $1.show([["b": 1, "a": 2]], as: "") }
    #expect(values.output == "[\n  {\n    \"a\" : 2,\n    \"b\" : 1\n  }\n]\n")
    #expect(await ran(["list"]) { try $1.show([1], as: "") }.output == "")
    #expect(await ran(["export"]) { try $1.write("\u{1B}\t") }.output == "\u{1B}\t")
  }

  @Test(
    "an error prints one escaped line; the status is 1, or 75 if another process holds the lock")
  func fails() async {
    let other = await ran(["list"]) { _, _ in
      throw CommandFileError.cannotRead(path: "a\n\u{1B}b", reason: "no")
    }
    #expect(other.status == 1 && other.errors == "todo: a ␛b cannot be read: no\n")
    let busy = await ran(["list"]) { _, _ in
      throw PersistenceError.isLocked(path: "list", process: "7")
    }
    #expect(busy.status == 75)
  }

  @Test(
    "a full disk ends with status 1, and a broken pipe with 141 and no message",
    arguments: [true, false])
  func outputs(isHelp: Bool) async throws {
    let words = isHelp ? ["--help"] : ["list"]
    func run(_ path: String) async -> Ran {
      await ran(words, output: { try CommandFile.write($0, to: path) }) { try $1.report("x") }
    }
    #if os(Linux)
      let full = await run("/dev/full")
      #expect(full.status == 1)
      #expect(full.errors == "todo: /dev/full cannot be written: No space left on device\n")
    #endif
    let broken = await ran(words, output: { _ in throw CommandFileError.brokenPipe }) {
      try $1.report("x")
    }
    #expect(broken.status == 141 && broken.errors == "")
  }
}
