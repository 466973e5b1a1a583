import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@Test(
  "flags and operands in random order lead to the same call",
  arguments: 1...rounds(20, long: 200) as ClosedRange<UInt64>)
func mixedWords(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let plain = ["x", "", "-", "-3", "+a @b (C)", "list", "a=b", "é\u{301}", "new\nline"]
  for _ in 0..<50 {
    let operands = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      (plain + ["--file", "--", "-x"]).randomElement(using: &random)!
    }
    var flags: [(name: String, value: String?)] = []
    if Bool.random(using: &random) { flags.append(("--json", nil)) }
    if Bool.random(using: &random) { flags.append(("--sort", "due")) }
    if Bool.random(using: &random) { flags.append(("--file", plain[0])) }
    flags.shuffle(using: &random)
    // Operands from the first one that looks like a flag must follow "--".
    let end = operands.firstIndex { !plain.contains($0) } ?? operands.count
    var groups = (["list"] + operands[..<end]).map { [$0] }
    for flag in flags {
      let isJoined = Bool.random(using: &random)
      let words = flag.value.map { isJoined ? ["\(flag.name)=\($0)"] : [flag.name, $0] }
      groups.insert(words ?? [flag.name], at: Int.random(in: 0...groups.count, using: &random))
    }
    let isEnded = end < operands.count || Bool.random(using: &random)
    let words = groups.flatMap(\.self) + (isEnded ? ["--"] : []) + operands[end...]
    let call = try example.parse(words)
    #expect(call.verb == "list" && call.operands == operands, "seed \(seed): \(words)")
    for name in ["--json", "--sort", "--file"] {
      let flag = flags.first { $0.name == name }
      #expect(call[name] == flag.map { $0.value ?? "" }, "seed \(seed): \(words)")
    }
  }
}
