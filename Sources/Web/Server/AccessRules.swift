/// From where a request may come. Each check answers an attack on servers of this kind that succeeded elsewhere;
/// the table of the tests names it.
package struct AccessRules: Sendable {
  /// Where pages of this server come from: a scheme, and what `Host` is, byte by byte.
  private let origins: [(origin: String, host: String)]

  /// - Parameter origins: As in `http://127.0.0.1:4711`.
  package init(origins: [String]) {
    self.origins = origins.map { origin in
      let scheme = origin.prefix { $0 != "/" }
      return (origin, String(origin.dropFirst(scheme.count).drop { $0 == "/" }))
    }
  }

  /// - Throws: ``HTTPRefusal``, if the request did not come from a page of this server or from a program that
  ///   knows its address.
  package func check(_ request: HTTPRequest) throws(HTTPRefusal) {
    // A name that an attacker points to this machine (DNS rebinding) is no address of it.
    let host = request.header("host")
    guard let known = origins.first(where: { $0.host == host }) else {
      throw HTTPRefusal(403, "Host is not the address of this page")
    }
    if let origin = request.header("origin"), origin != known.origin {
      throw HTTPRefusal(403, "another site may not ask")
    }
    if let site = request.header("sec-fetch-site"), site != "same-origin", site != "none" {
      throw HTTPRefusal(403, "another site may not ask")
    }
    // A form or an image of another site can send anything but this type without asking first.
    if request.method == .post, request.header("content-type") != "application/json" {
      throw HTTPRefusal(415, "a POST is application/json")
    }
  }
}
