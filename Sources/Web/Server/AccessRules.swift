/// Checks where a request comes from. Each check prevents a known attack on local servers, which
/// the table in `ServerRulesTests` names.
package struct AccessRules: Sendable {
  /// The origins of this server's pages, each with the exact bytes of its `Host` header.
  private let origins: [(origin: String, host: String)]

  /// - Parameter origins: The origins of this server's pages, such as `http://127.0.0.1:4711`.
  package init(origins: [String]) {
    self.origins = origins.map { ($0, $0.split(separator: "/").last.map(String.init) ?? "") }
  }

  /// Returns what is wrong with an origin; nil if a browser can send it.
  static func fault(in origin: String) -> String? {
    guard let scheme = ["https", "http"].first(where: { origin.hasPrefix("\($0)://") }) else {
      return "it must begin with http:// or https://"
    }
    let rest = origin.dropFirst(scheme.count + 3)
    if let end = rest.firstIndex(where: { "/?#".contains($0) }) {
      return "only a host and a port may follow: remove \(rest[end...])"
    }
    if let at = rest.lastIndex(of: "@") { return "it has a user name: remove \(rest[...at])" }
    let host = rest.prefix { $0 != ":" }
    if host.isEmpty { return "it has no host" }
    guard host.utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-.".utf8.contains($0) })
    else { return "a host has only lowercase letters, digits, - and ." }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0.hasPrefix("-") || $0.hasSuffix("-") }) {
      return "a part of the host is empty, or begins or ends with -"
    }
    guard host.count < rest.count else { return nil }
    let port = rest.dropFirst(host.count + 1)
    guard let number = UInt16(port), number > 0, port == "\(number)" else {
      return "a port is a number from 1 to 65535, not \(port)"
    }
    return number == (scheme == "https" ? 443 : 80)
      ? "browsers leave out the port \(number) of \(scheme): remove it" : nil
  }

  /// - Throws: ``HTTPRefusal`` if the request did not come from a page of this server or from a
  ///   program that knows its address.
  package func check(_ request: HTTPRequest) throws(HTTPRefusal) {
    // Refuses a host name that an attacker resolves to this machine (DNS rebinding).
    let host = request.header("host")
    guard let known = origins.first(where: { $0.host == host }) else {
      throw HTTPRefusal(403, "Host is not the address of this page")
    }
    let site = request.header("sec-fetch-site") ?? "none"
    guard request.header("origin") ?? known.origin == known.origin,
      ["same-origin", "none"].contains(site)
    else { throw HTTPRefusal(403, "requests from other sites are refused") }
    // A form of another site cannot send this type without a CORS preflight request.
    if request.method == .post, request.header("content-type") != "application/json" {
      throw HTTPRefusal(415, "a POST must be application/json")
    }
  }
}
