/// Reads one request from bytes as they arrive. A connection has one request, so no bytes may
/// follow the request.
///
/// The parser refuses syntax that two programs may read differently, such as folded lines, a bare
/// line feed or two lengths, because an attacker can smuggle a request past a check with it. The
/// page's script uses no such syntax.
package struct HTTPRequestParser: Sendable {
  private let limits: HTTPLimits
  private var bytes: [UInt8] = []
  private(set) var head: HTTPRequest?
  /// The offset of the body.
  private var bodyStart = 0
  /// The end of the head is not in the bytes before this offset.
  private var searched = 0

  package init(_ limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

  /// Reads more bytes.
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
    }
    guard var request = head else { return nil }
    let missing = bodyStart + request.contentLength - bytes.count
    if missing > 0 { return nil }
    if missing < 0 {
      throw HTTPRefusal(400, "bytes follow the body: send one request per connection")
    }
    request.body = Array(bytes[bodyStart...])
    return request
  }

  private mutating func findEndOfHead() throws(HTTPRefusal) -> Int? {
    if let end = bytes[max(0, searched - 3)...].firstRange(of: "\r\n\r\n".utf8) {
      return end.lowerBound
    }
    searched = bytes.count
    guard bytes.count <= limits.target + limits.headerBytes + 64 else {
      throw HTTPRefusal(431, "the head is too long")
    }
    return nil
  }

  // MARK: - The head

  private func parseHead(_ head: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPRequest {
    let lines = head.split(separator: "\r\n".utf8, omittingEmptySubsequences: false)
    // A carriage return or line feed that does not end a line is refused.
    if let byte = lines.joined().first(where: { !(0x20..<0x7F ~= $0 || $0 == 0x09) }) {
      throw HTTPRefusal(400, "byte \(byte) is not allowed in the head")
    }
    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
    var request = try parseRequestLine(texts[0])
    guard lines.count - 1 <= limits.headers, head.count - lines[0].count <= limits.headerBytes
    else { throw HTTPRefusal(431, "too many headers") }
    for text in texts.dropFirst() { try parseHeader(text, &request) }
    try check(request)
    return request
  }

  private func parseRequestLine(_ line: String) throws(HTTPRefusal) -> HTTPRequest {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, !line.contains("\t") else {
      throw HTTPRefusal(400, "the first line must be METHOD TARGET HTTP/1.1")
    }
    guard parts[2] == "HTTP/1.1" else {
      throw parts[2].hasPrefix("HTTP/")
        ? HTTPRefusal(505, "use HTTP/1.1") : HTTPRefusal(400, "the HTTP version is missing")
    }
    if parts[0] == "OPTIONS" { throw HTTPRefusal(403, "requests from other sites are refused") }
    guard let method = HTTPRequest.Method(rawValue: String(parts[0])) else {
      throw HTTPRefusal(405, "only GET and POST are supported")
    }
    guard parts[1].utf8.count <= limits.target else {
      throw HTTPRefusal(414, "the target is too long")
    }
    return try parseTarget(parts[1], method)
  }

  private func parseTarget(
    _ target: Substring, _ method: HTTPRequest.Method
  ) throws(HTTPRefusal) -> HTTPRequest {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0]
    // The paths of this server contain only these characters.
    guard path.hasPrefix("/"), path.utf8.allSatisfy(Self.pathCharacters.contains),
      !path.contains("//"), !path.contains("..")
    else { throw HTTPRefusal(400, "the path contains characters that are not allowed") }
    var request = HTTPRequest(method, String(path))
    guard halves.count == 2 else { return request }
    if halves[1].contains(where: { "#%".contains($0) }) {
      throw HTTPRefusal(400, "the query must not contain # or %")
    }
    for part in halves[1].split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? String(pair[1]) : ""
      guard request.query.updateValue(value, forKey: String(pair[0])) == nil else {
        throw HTTPRefusal(400, "\(pair[0]) occurs twice")
      }
    }
    return request
  }

  private func parseHeader(_ line: String, _ request: inout HTTPRequest) throws(HTTPRefusal) {
    let name = line.prefix { $0 != ":" }
    guard name.count < line.count, !name.isEmpty,
      name.utf8.allSatisfy(Self.tokenCharacters.contains)
    else {
      // A line that begins with a blank would continue the line before it (folding).
      throw HTTPRefusal(400, "a header must be NAME: VALUE on one line")
    }
    var value = line.dropFirst(name.count + 1).drop { " \t".contains($0) }
    while let last = value.last, " \t".contains(last) { value.removeLast() }
    let previous = request.headers.updateValue(String(value), forKey: name.lowercased())
    if previous != nil { throw HTTPRefusal(400, "\(name.lowercased()) occurs twice") }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz"
  private static let pathCharacters = Set((letters + "0123456789/-.").utf8)
  /// The characters of a token (RFC 9110, 5.6.2).
  private static let tokenCharacters = Set(
    (letters + letters.uppercased() + "0123456789!#$%&'*+-.^_`|~").utf8)

  /// Refuses a head without a `Host`, with a feature that the server lacks, or with a missing,
  /// invalid or too large length of the body.
  private func check(_ request: HTTPRequest) throws(HTTPRefusal) {
    guard request.header("host") != nil else { throw HTTPRefusal(400, "Host is missing") }
    let refused = [
      ("transfer-encoding", 501, "Transfer-Encoding is not supported: send a Content-Length"),
      ("expect", 417, "Expect is not supported"), ("upgrade", 400, "Upgrade is not supported"),
    ]
    for (name, status, reason) in refused where request.header(name) != nil {
      throw HTTPRefusal(status, reason)
    }
    guard let length = request.header("content-length") else {
      if request.method == .post { throw HTTPRefusal(411, "a POST needs a Content-Length") }
      return
    }
    guard 1...10 ~= length.utf8.count, length.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      throw HTTPRefusal(400, "Content-Length must contain only digits")
    }
    guard request.method == .post || request.contentLength == 0 else {
      throw HTTPRefusal(400, "a GET must not have a body")
    }
    if request.contentLength > limits.body { throw HTTPRefusal(413, "the body is too long") }
  }
}
