#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A complete request, with the parts of HTTP/1.1 (RFC 9112) that a page needs.
package struct HTTPRequest: Equatable, Sendable {
  package enum Method: String, Sendable { case get = "GET", post = "POST" }

  package var method: Method
  /// The path. It begins with a slash and contains no percent-encoding.
  package var path: String
  /// The parameters of the query, without decoding. Each name occurs once.
  package var query: [String: String] = [:]
  /// The headers, with names in lower case. Each name occurs once.
  package var headers: [String: String] = [:]
  package var body: [UInt8] = []

  package init(_ method: Method, _ path: String) {
    self.method = method
    self.path = path
  }

  package func header(_ name: String) -> String? { headers[name] }

  /// The length of the body, which the parser has checked.
  var contentLength: Int { header("content-length").flatMap { Int($0) } ?? 0 }

  /// Decodes the body as JSON.
  /// - Parameter fault: The message for the client if the body is something else.
  func decoded<Body: Decodable>(
    _ type: Body.Type, or fault: String
  ) throws(HTTPRefusal) -> Body {
    do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
      throw HTTPRefusal(400, fault)
    }
  }
}

/// The reason why the server refuses a request: an HTTP status and one line for debugging.
package struct HTTPRefusal: Error, Equatable, Sendable {
  package let status: Int
  package let reason: String

  package init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }
}

/// The largest sizes of a request's parts.
package struct HTTPLimits: Sendable {
  /// Bytes of the target: the path and the query.
  package var target = 2 * 1024
  /// The total bytes of all headers, and the largest number of headers.
  package var headerBytes = 8 * 1024
  package var headers = 64
  /// Bytes of the body.
  package var body = 1024 * 1024

  package init() {}
}
