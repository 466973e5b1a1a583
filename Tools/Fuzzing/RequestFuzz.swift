// Compiled by Scripts/fuzz.sh into one module with the sources that read requests.

/// Reads a request whole and in pieces. Stops if the results differ, if the reader keeps more than
/// the limits, or if an accepted request could be interpreted in another way.
///
/// The first byte sets the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))[...]
  let size = Int(bytes.popFirst() ?? 0) % 16 + 1
  var limits = HTTPLimits()
  limits.body = 64
  let whole = outcome([bytes], limits)
  var pieces: [ArraySlice<UInt8>] = []
  while !bytes.isEmpty {
    pieces.append(bytes.prefix(size))
    bytes = bytes.dropFirst(size)
  }
  let split = outcome(pieces, limits)
  // A request that is complete before the last piece is accepted. Later pieces are not read.
  if case .success(let request?) = split, case .success(let other?) = whole {
    precondition(request == other, "\(request) in pieces, \(other) whole")
  }
  if case .success(let request?) = split { check(request) }
  if case .failure(let refusal) = split {
    precondition((400...505).contains(refusal.status), "\(refusal)")
  }
  return 0
}

private func outcome(
  _ pieces: [ArraySlice<UInt8>], _ limits: HTTPLimits
) -> Result<HTTPRequest?, HTTPRefusal> {
  var parser = HTTPRequestParser(limits)
  do throws(HTTPRefusal) {
    for piece in pieces {
      if let request = try parser.take(piece) { return .success(request) }
    }
    return .success(nil)
  } catch { return .failure(error) }
}

private func check(_ request: HTTPRequest) {
  precondition(request.path.hasPrefix("/") && !request.path.contains(".."), request.path)
  precondition(request.body.count <= 64 && request.headers.count <= 64)
  precondition(request.header("host") != nil && request.header("transfer-encoding") == nil)
  for (name, value) in request.headers {
    precondition((name + value).utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 })
  }
  let rules = AccessRules(origins: ["http://127.0.0.1:1"])
  if (try? rules.check(request)) != nil {
    precondition(request.header("host") == "127.0.0.1:1")
    precondition(request.method == .get || request.header("content-type") == "application/json")
  }
}
