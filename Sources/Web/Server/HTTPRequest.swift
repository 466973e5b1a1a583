/// A request that has arrived whole: the part of HTTP/1.1 (RFC 9112) that a page needs.
package struct HTTPRequest: Equatable, Sendable {
  package enum Method: String, Sendable { case get = "GET", post = "POST" }

  package var method: Method
  /// Begins with a slash, and has no percent-encoding in it.
  package var path: String
  /// The parts of the query, in their order, as they were sent.
  package var query: [(name: String, value: String)] = []
  /// The names in lower case, in the order in which they were sent. A name comes once.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []

  package init(_ method: Method, _ path: String) {
    self.method = method
    self.path = path
  }

  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

  package static func == (one: HTTPRequest, other: HTTPRequest) -> Bool {
    one.method == other.method && one.path == other.path && one.body == other.body
      && one.query.elementsEqual(other.query, by: ==)
      && one.headers.elementsEqual(other.headers, by: ==)
  }
}

/// Why a request is not answered as it asks: a status of HTTP and one line for a person who debugs.
package struct HTTPRefusal: Error, Equatable, Sendable {
  package let status: Int
  package let reason: String

  package init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }
}

/// How large a request may be.
package struct HTTPLimits: Sendable {
  /// Bytes of the target: the path and the query.
  package var target = 2 * 1024
  /// Bytes of all headers, and how many there may be.
  package var headerBytes = 8 * 1024
  package var headers = 64
  /// Bytes of the body.
  package var body = 1024 * 1024

  package init() {}
}
