import Millrace

/// The cost of decoding pasted bytes to events, compared with decoding them to a string.
@MainActor
func decodingComparisons() -> [Comparison] {
  let line = "The quick brown fox jumps over the lazy dog: 0123456789, naïve 漢字 😀.\r"
  let text = Array(String(repeating: line, count: (1 << 20) / line.utf8.count).utf8)
  let paste = Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8)
  let copy = "input: a paste as a string"
  let breaks = text.count { $0 == 0x0D }

  func decoding(_ name: String, _ bytes: [UInt8]) -> Benchmark {
    Benchmark(
      name, n: text.count, against: copy, report: .time(.milliseconds),
      repeating: .asNeeded(atMost: 100)
    ) {
      // The pieces have the size of one read from the terminal.
      let reads = stride(from: 0, to: bytes.count, by: 1 << 16).map { bytes[$0...].prefix(1 << 16) }
      return { iterations in
        var pasted = 0
        var found = 0
        let time = timed {
          for _ in 0..<iterations {
            var decoder = InputDecoder()
            for read in reads {
              for event in decoder.decode(opaque(read)) {
                guard case .paste(let text) = event else { continue }
                pasted += text.utf8.count
                found += text.contains("\n") ? 1 : 0
              }
            }
            blackHole(decoder)
          }
        }
        try check(pasted == text.count * iterations, "\(pasted) bytes of \(text.count)")
        try check(found > 0 && breaks > 0, "no line break")
        return Sample(time: time)
      }
    }
  }

  return [
    Comparison(
      Benchmark(
        copy, n: text.count, report: .time(.milliseconds), repeating: .asNeeded(atMost: 100)
      ) {
        { iterations in
          var count = 0
          let time = timed {
            for _ in 0..<iterations {
              count += String(decoding: opaque(text), as: UTF8.self).utf8.count
            }
          }
          try check(count == text.count * iterations, "\(count) bytes of \(text.count)")
          return Sample(time: time)
        }
      },
      decoding("input: decoding a paste", paste)),
    keys(),
  ]
}

/// The cost of decoding single keys, compared with making a string of each.
@MainActor
private func keys() -> Comparison {
  let reads = ["a", "é", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}[97;5u", "\u{1B}[<35;10;20M"].map {
    Array($0.utf8)
  }
  let perKey = Quantity.time(.nanoseconds, per: "key", of: reads.count)
  let copy = "input: a key as a string"
  return Comparison(
    Benchmark(copy, n: reads.count, report: perKey) {
      { iterations in
        var count = 0
        let time = timed {
          for _ in 0..<iterations {
            for read in reads { count += String(decoding: opaque(read), as: UTF8.self).utf8.count }
          }
        }
        try check(count > 0, "no bytes")
        return Sample(time: time)
      }
    },
    Benchmark("input: decoding a key", n: reads.count, against: copy, report: perKey) {
      { iterations in
        var decoder = InputDecoder()
        var count = 0
        let time = timed {
          for _ in 0..<iterations {
            for read in reads { count += decoder.decode(opaque(read)).count }
          }
        }
        let expected = reads.count * iterations
        try check(count == expected, "\(count) events of \(expected) keys")
        return Sample(time: time)
      }
    })
}
