// Compiled by Scripts/fuzz.sh into one module with the sources of Markup.

/// Reads bytes as XML and as JSON. Stops if that traps, or if the element changes when it is
/// written, formatted, or converted to the other format. Limits are low, so that they are reached.
///
/// The first byte selects the reader, so that each is tried equally often.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let source = MarkupSource(bytes: Array(bytes.dropFirst()), name: "fuzz")
  var limits = MarkupLimits(bytes: 1000, depth: 8, elements: 30, attributes: 8, length: 100)
  switch (bytes.first ?? 0) % 3 {
  case 0: check(try? MarkupXML.read(source, limits: limits))
  case 1: check(try? MarkupJSON.read(source, limits: limits))
  default: checkFormat(source)
  }
  limits.time = .zero
  require((try? MarkupXML.read(source, limits: limits)) == nil, "XML takes no time")
  return 0
}

private func check(_ element: MarkupElement?) {
  guard let element else { return }
  // JSON has no attributes with these names.
  if hasReservedKeys(element) { return }
  let (xml, json) = (MarkupXML.write(element), MarkupJSON.write(element))
  require(
    (try? MarkupXML.read(MarkupSource(xml, name: "xml"))) == element,
    "\(xml) changed after a round trip")
  require(
    (try? MarkupJSON.read(MarkupSource(json, name: "json"))) == element,
    "\(json) changed after a round trip")
  require(
    (try? MarkupXML.format(MarkupSource(xml, name: "xml"))) == xml,
    "\(xml) is formatted differently")
}

private func hasReservedKeys(_ element: MarkupElement) -> Bool {
  element["element"] != nil || element["children"] != nil
    || element.children.contains(where: hasReservedKeys)
}

private func checkFormat(_ source: MarkupSource) {
  guard let element = try? readWithComments(source) else {
    require((try? MarkupXML.format(source)) == nil, "only the formatter reads it")
    return
  }
  guard let formatted = try? MarkupXML.format(source) else { fatalError("it cannot be formatted") }
  let again = MarkupSource(formatted, name: "formatted")
  require((try? MarkupXML.format(again)) == formatted, "\(formatted) is formatted differently")
  require(
    (try? readWithComments(again)) == withoutLostLines(element, isInLine: false),
    "\(formatted) changed after a round trip")
}

private func readWithComments(_ source: MarkupSource) throws(MarkupIssue) -> MarkupElement {
  var reader = try XMLReader(source, .file, keepsComments: true)
  return try reader.readDocument().children[0]
}

/// The element without its blank lines inside of an element with text, which is written on one line.
private func withoutLostLines(_ element: MarkupElement, isInLine: Bool) -> MarkupElement {
  let isInLine =
    isInLine
    || element.content.contains {
      if case .text(let text, _) = $0 { !text.isEmpty } else { false }
    }
  var kept = element
  kept.content = element.content.compactMap {
    switch $0 {
    case .text("", _) where isInLine: nil
    case .element(let child): .element(withoutLostLines(child, isInLine: isInLine))
    default: $0
    }
  }
  return kept
}

private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
  if !isTrue { fatalError(message()) }
}
