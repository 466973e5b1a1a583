// Compiled by Scripts/fuzz.sh into one module with the sources for input and keys.

/// Decodes bytes in reads with pauses, all taken from the input. Stops if the decoder traps,
/// buffers too much, gives other events than without splits, or reports keys inside a paste or a
/// string.
///
/// The first byte selects one of these checks. Each read is a length, a pause and that many bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
  let mode = bytes.popFirst() ?? 0
  var reads: [Read] = []
  while let length = bytes.popFirst(), let pause = bytes.popFirst() {
    reads.append(Read(bytes: Array(bytes.prefix(Int(length))), pause: pause))
    bytes = bytes.dropFirst(Int(length))
  }
  switch mode % 4 {
  case 0: checkNoise(reads)
  case 1: checkSplits(reads)
  case 2: checkPaste(reads)
  default: checkString(reads)
  }
  return 0
}

private struct Read {
  var bytes: [UInt8]
  var pause: UInt8

  func pause(atMost longest: Duration) -> Duration {
    let pauses: [Duration] = [
      .zero, .milliseconds(5), .milliseconds(50), .milliseconds(99), .milliseconds(100),
      .milliseconds(900), .milliseconds(4999), .seconds(5), .seconds(100),
    ]
    return min(longest, pauses[Int(pause) % pauses.count])
  }
}

/// A decoder and its current time.
private struct Reader {
  var decoder = InputDecoder(pasteSize: 64)
  var now = Duration.zero
  var events: [InputEvent] = []

  mutating func read(_ bytes: [UInt8], after pause: Duration) {
    now += pause
    events += decoder.expire(at: now)
    events += decoder.decode(bytes, at: now)
    require(decoder.waiting.count <= 256, "\(decoder.waiting.count) bytes wait")
    require(decoder.string.count <= 16384, "\(decoder.string.count) bytes of a string")
    require(decoder.pasted.bytes.count < 64, "\(decoder.pasted.bytes.count) bytes of a paste")
    require(decoder.deadline.map { $0 > now } ?? true, "a deadline has passed")
  }

  mutating func finish() { events += decoder.finish() }
}

/// Reads any bytes at any time. Later input must be decoded as if no bytes had come before.
private func checkNoise(_ reads: [Read]) {
  var reader = Reader()
  for read in reads {
    reader.read(read.bytes, after: read.pause(atMost: .seconds(100)))
  }
  reader.finish()
  require(reader.decoder.deadline == nil, "a deadline remains")
  require(reader.decoder.decode([0x71]) == [.key(.character("q"))], "a key is lost")
}

/// Checks that splits do not change the events, if pauses are short wherever they matter.
private func checkSplits(_ reads: [Read]) {
  var all: [UInt8] = []
  var split = Reader()
  var single = Reader()
  let hasPaste = reads.flatMap(\.bytes).contains(UInt8(ascii: "~"))
  for read in reads {
    let bytes = read.bytes
    let isAmbiguous = all.suffix(2).contains(InputDecoder.escape)
    let longest: Duration =
      isAmbiguous ? .milliseconds(99) : hasPaste ? .milliseconds(4999) : .seconds(100)
    split.read(bytes, after: bytes.isEmpty ? .zero : read.pause(atMost: longest))
    for byte in bytes { single.read([byte], after: .zero) }
    all += bytes
  }
  split.finish()
  single.finish()
  require(normalized(split.events) == normalized(single.events), "splits of \(all) count")
}

/// Checks that no byte inside a paste is a key.
private func checkPaste(_ reads: [Read]) {
  var reader = Reader()
  reader.read(Array("\u{1B}[200~".utf8), after: .zero)
  var all: [UInt8] = []
  for read in reads {
    // Without `~` there is no end sequence.
    let bytes = read.bytes.filter { $0 != UInt8(ascii: "~") }
    reader.read(bytes, after: bytes.isEmpty ? .zero : read.pause(atMost: .milliseconds(4999)))
    all += bytes
  }
  reader.read(PasteCollector.endSequence + [0x71], after: .zero)
  require(reader.events.popLast() == .key(.character("q")), "a key after a paste is lost")
  let text = String(decoding: all, as: UTF8.self)
  let expected = String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  require(normalized(reader.events) == normalized([.paste(expected)]), "\(all) is not pasted whole")
}

/// Checks that no byte inside a string sequence is a key.
private func checkString(_ reads: [Read]) {
  var reader = Reader()
  reader.read(Array("\u{1B}]1".utf8), after: .zero)
  for read in reads {
    reader.read(read.bytes.filter { $0 >= 0x20 }, after: read.pause(atMost: .seconds(100)))
  }
  require(reader.events.isEmpty, "\(reader.events) out of a string")
  reader.read([0x07, 0x71], after: .zero)
  require(reader.events.count == 2, "\(reader.events) for a string and a key")
  require(reader.events.last == .key(.character("q")), "a key after a string is lost")
}

/// Removes the effects of splits: joins pieces of pastes and splits clusters of text.
private func normalized(_ events: [InputEvent]) -> [InputEvent] {
  var result: [InputEvent] = []
  var pasted: String?
  for event in events + [.focusLost] {
    if case .paste(let text) = event {
      pasted = (pasted ?? "") + text
      continue
    }
    if let text = pasted { result.append(.paste(text)) }
    pasted = nil
    if case .key(let key) = event, case .character(let cluster) = key.code, key.modifiers.isEmpty {
      result += cluster.unicodeScalars.map { .key(.character(Character($0))) }
    } else {
      result.append(event)
    }
  }
  return result
}

private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
  if !isTrue { fatalError(message()) }
}
