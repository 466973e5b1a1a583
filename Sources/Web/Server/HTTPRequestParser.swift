/// Reads one request from bytes as they arrive. A connection has one request, so no bytes may
/// follow it.
///
/// The parser refuses every syntax that the page's script does not use. An attacker can smuggle a
/// request past a check with syntax that two programs read differently, such as folded lines, a
/// bare line feed or two lengths.
package struct HTTPRequestParser: Sendable {
  private let limits: HTTPLimits
  private var bytes: [UInt8] = []
  private(set) var head: HTTPRequest?
  /// The offset and the length of the body.
  private var bodyStart = 0
  private var bodyCount = 0
  /// The end of the head is not in the bytes before this offset.
  private var searched = 0

  package init(_ limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

  /// Takes more bytes.
  /// - Returns: The request when it is complete; nil before that.
  /// - Throws: ``HTTPRefusal``. The parser cannot be used after that.
  package mutating func take(
    _ more: some Collection<UInt8>
  ) throws(HTTPRefusal) -> HTTPRequest? {
    bytes += more
    if head == nil {
      guard let end = try findEndOfHead() else { return nil }
      head = try parseHead(bytes[..<end])
      bodyStart = end + 4
      bodyCount = try bodyLength()
    }
    guard var request = head, bytes.count - bodyStart >= bodyCount else { return nil }
    guard bytes.count - bodyStart == bodyCount else {
      throw HTTPRefusal(400, "bytes follow the body: send one request per connection")
    }
    request.body = Array(bytes[bodyStart...])
    return request
  }

  private mutating func findEndOfHead() throws(HTTPRefusal) -> Int? {
    let limit = limits.target + limits.headerBytes + 64
    var place = max(0, searched - 3)
    while place + 3 < bytes.count {
      if bytes[place] == 0x0D, bytes[place + 1] == 0x0A, bytes[place + 2] == 0x0D,
        bytes[place + 3] == 0x0A
      {
        return place
      }
      place += 1
    }
    searched = bytes.count
    if bytes.count > limit { throw HTTPRefusal(431, "the head is too long") }
    return nil
  }

  // MARK: - The head

  private func parseHead(_ head: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPRequest {
    var lines: [ArraySlice<UInt8>] = []
    var start = head.startIndex
    var place = start
    while place < head.endIndex {
      let byte = head[place]
      if byte == 0x0D {
        guard place + 1 < head.endIndex, head[place + 1] == 0x0A else {
          throw HTTPRefusal(400, "a carriage return needs a line feed after it")
        }
        lines.append(head[start..<place])
        place += 2
        start = place
        continue
      }
      guard byte >= 0x20 && byte < 0x7F || byte == 0x09 else {
        throw HTTPRefusal(400, "byte \(byte) is not allowed in the head")
      }
      place += 1
    }
    lines.append(head[start...])
    var request = try parseRequestLine(lines[0])
    let fields = lines.dropFirst()
    guard fields.count <= limits.headers,
      fields.reduce(0, { $0 + $1.count + 2 }) <= limits.headerBytes
    else { throw HTTPRefusal(431, "too many headers") }
    for line in fields { request.headers.append(try parseHeader(line, in: request)) }
    try check(request)
    return request
  }

  private func parseRequestLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPRequest {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !line.contains(0x09) else {
      throw HTTPRefusal(400, "the first line must be METHOD TARGET HTTP/1.1")
    }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" else {
      throw version.hasPrefix("HTTP/")
        ? HTTPRefusal(505, "use HTTP/1.1") : HTTPRefusal(400, "the HTTP version is missing")
    }
    let name = String(decoding: parts[0], as: UTF8.self)
    if name == "OPTIONS" { throw HTTPRefusal(403, "requests from other sites are refused") }
    guard let method = HTTPRequest.Method(rawValue: name) else {
      throw HTTPRefusal(405, "only GET and POST are supported")
    }
    guard parts[1].count <= limits.target else { throw HTTPRefusal(414, "the target is too long") }
    return try parseTarget(parts[1], method)
  }

  private func parseTarget(
    _ target: ArraySlice<UInt8>, _ method: HTTPRequest.Method
  ) throws(HTTPRefusal) -> HTTPRequest {
    let halves = target.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(decoding: halves[0], as: UTF8.self)
    // The paths of this server contain only these characters.
    let isPlain = path.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard path.hasPrefix("/"), isPlain, !path.contains("//"), !path.contains("..") else {
      throw HTTPRefusal(400, "the path contains characters that are not allowed")
    }
    var request = HTTPRequest(method, path)
    guard halves.count == 2 else { return request }
    let text = String(decoding: halves[1], as: UTF8.self)
    guard !text.contains("#"), !text.contains("%") else {
      throw HTTPRefusal(400, "the query must not contain # or %")
    }
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      request.query.append((String(pair[0]), pair.count == 2 ? String(pair[1]) : ""))
    }
    return request
  }

  private func parseHeader(
    _ line: ArraySlice<UInt8>, in request: HTTPRequest
  ) throws(HTTPRefusal) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ Self.isTokenCharacter($0) })
    else {
      // A line that begins with a blank would be the folded rest of the line before.
      throw HTTPRefusal(400, "a header must be NAME: VALUE on one line")
    }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    var value = line[(colon + 1)...]
    while let first = value.first, first == 0x20 || first == 0x09 { value = value.dropFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
    guard request.header(name) == nil else { throw HTTPRefusal(400, "\(name) occurs twice") }
    return (name, String(decoding: value, as: UTF8.self))
  }

  /// RFC 9110, 5.6.2.
  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Refuses a head that asks for features that the server lacks.
  private func check(_ request: HTTPRequest) throws(HTTPRefusal) {
    guard request.header("host") != nil else { throw HTTPRefusal(400, "Host is missing") }
    if request.header("transfer-encoding") != nil {
      throw HTTPRefusal(501, "Transfer-Encoding is not supported: send a Content-Length")
    }
    if request.header("expect") != nil { throw HTTPRefusal(417, "Expect is not supported") }
    if request.header("upgrade") != nil { throw HTTPRefusal(400, "Upgrade is not supported") }
  }

  private func bodyLength() throws(HTTPRefusal) -> Int {
    guard let request = head, let text = request.header("content-length") else {
      if head?.method == .post { throw HTTPRefusal(411, "a POST needs a Content-Length") }
      return 0
    }
    guard !text.isEmpty, text.count <= 10, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let count = Int(text)
    else { throw HTTPRefusal(400, "Content-Length must contain only digits") }
    guard request.method == .post || count == 0 else {
      throw HTTPRefusal(400, "a GET must not have a body")
    }
    guard count <= limits.body else { throw HTTPRefusal(413, "the body is too long") }
    return count
  }
}
