// Compiled by Scripts/fuzz.sh into one module with the sources of Markup.

/// Reads bytes as XML and as JSON. Stops if a reader traps, or if the element changes when it is
/// written, or converted to the other format. Limits are low, so that they are reached.
///
/// The first byte selects the reader, so that each is tried equally often.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let source = MarkupSource(bytes: Array(bytes.dropFirst()), name: "fuzz")
  var limits = MarkupLimits(bytes: 1000, depth: 8, elements: 30, attributes: 8, length: 100)
  switch (bytes.first ?? 0) % 2 {
  case 0: check(try? MarkupXML.read(source, limits: limits))
  default: check(try? MarkupJSON.read(source, limits: limits))
  }
  limits.time = .zero
  require((try? MarkupXML.read(source, limits: limits)) == nil, "XML takes no time")
  return 0
}

private func check(_ element: MarkupElement?) {
  guard let element else { return }
  // An array has no name, and JSON has no attributes with some names.
  if element.name.isEmpty || hasReservedKeys(element) { return }
  let (xml, json) = (MarkupXML.write(element), MarkupJSON.write(element))
  require(
    (try? MarkupXML.read(MarkupSource(xml, name: "xml"))).map(MarkupJSON.write) == json,
    "\(xml) changed after a round trip")
  require(
    (try? MarkupJSON.read(MarkupSource(json, name: "json"))).map(MarkupXML.write) == xml,
    "\(json) changed after a round trip")
}

private func hasReservedKeys(_ element: MarkupElement) -> Bool {
  element["element"] != nil || element["children"] != nil
    || element.children.contains(where: hasReservedKeys)
}

private func require(_ isTrue: Bool, _ message: @autoclosure () -> String) {
  if !isTrue { fatalError(message()) }
}
