import Synchronization

/// Whether a link permits its user to use the program, or only to view it.
public enum PagePermission: String, Sendable {
  /// The user can view the program.
  case view
  /// The user can use the program.
  case drive
}

/// Stores the codes and tokens that permit requests. A link contains a code, which a browser
/// exchanges once for a token.
package final class AccessTokens: Sendable {
  private typealias Secrets = [(secret: Secret, permission: PagePermission)]

  private let state = Mutex((codes: Secrets(), tokens: Secrets()))
  private let maximumCodes: Int
  private let maximumTokens: Int

  /// - Parameters:
  ///   - maximumCodes: The largest number of unused codes. If there are more, the oldest becomes
  ///     invalid.
  ///   - maximumTokens: The largest number of valid tokens. If there are more, the oldest becomes
  ///     invalid.
  package init(maximumCodes: Int = 16, maximumTokens: Int = 2048) {
    (self.maximumCodes, self.maximumTokens) = (maximumCodes, maximumTokens)
  }

  /// Makes a code for one link.
  package func makeCode(for permission: PagePermission = .drive) -> String {
    state.withLock { state in
      // A code is used once and soon, so it needs only half the bits of a token.
      let code = Secret(bytes: 16)
      state.codes = (state.codes + [(code, permission)]).suffix(maximumCodes)
      return code.text
    }
  }

  /// Exchanges a code for a token, and makes the code invalid.
  /// - Returns: The token; nil if the code is invalid.
  package func pair(_ code: String) -> String? {
    state.withLock { state in
      guard let index = state.codes.firstIndex(where: { $0.secret.isEqual(to: code) })
      else { return nil }
      let permission = state.codes.remove(at: index).permission
      let token = Secret(bytes: 32)
      state.tokens = (state.tokens + [(token, permission)]).suffix(maximumTokens)
      return token.text
    }
  }

  /// The permission of a token; nil if the token is not valid.
  package func permission(of token: String) -> PagePermission? {
    state.withLock { $0.tokens.first { $0.secret.isEqual(to: token) }?.permission }
  }

  /// - Returns: The token of the header `Authorization: Bearer TOKEN`.
  /// - Throws: ``HTTPRefusal`` if the request has no valid token.
  package func check(_ request: HTTPRequest) throws(HTTPRefusal) -> String {
    guard let header = request.header("authorization"), header.hasPrefix("Bearer ") else {
      throw HTTPRefusal(401, "open the link that the program shows")
    }
    let token = String(header.dropFirst("Bearer ".count))
    guard permission(of: token) != nil else {
      throw HTTPRefusal(401, "this link is no longer valid: open a new one")
    }
    return token
  }
}

/// Random bytes from the system's generator, as hexadecimal digits.
private struct Secret {
  let text: String

  init(bytes: Int) {
    text = (0..<2 * bytes).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  }

  /// Compares in constant time, so the time does not show where the two texts differ.
  func isEqual(to other: String) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
