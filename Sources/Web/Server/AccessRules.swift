/// From where a request may come. Each check answers an attack on servers of this kind that succeeded elsewhere;
/// the table of the tests names it.
package struct AccessRules: Sendable {
  /// What `Host` may be, byte by byte: addresses with the port.
  package let hosts: [String]

  package init(hosts: [String]) { self.hosts = hosts }

  /// - Throws: ``HTTPRefusal``, if the request did not come from a page of this server or from a program that
  ///   knows its address.
  package func check(_ request: HTTPRequest) throws(HTTPRefusal) {
    // A name that an attacker points to this machine (DNS rebinding) is no address of it.
    guard let host = request.header("host"), hosts.contains(host) else {
      throw HTTPRefusal(403, "Host is not one of \(hosts.joined(separator: ", "))")
    }
    if let origin = request.header("origin"), origin != "http://\(host)" {
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
