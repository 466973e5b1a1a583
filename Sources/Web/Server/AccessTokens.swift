import Synchronization

/// Whether a link lets its user only see the program, or use it.
public enum PagePermission: String, Sendable { case look, drive }

/// Who may read and send: a link carries a code, which is exchanged once for a token.
package final class AccessTokens: Sendable {
  private struct State {
    var codes: [(secret: Secret, permission: PagePermission)] = []
    var tokens: [(secret: Secret, permission: PagePermission)] = []
  }

  private let state = Mutex(State())
  private let mostCodes: Int
  private let mostTokens: Int

  /// - Parameters:
  ///   - mostCodes: So many codes wait to be used; of more, the oldest is void.
  ///   - mostTokens: So many tokens are valid; of more, the oldest is void.
  package init(mostCodes: Int = 16, mostTokens: Int = 2048) {
    (self.mostCodes, self.mostTokens) = (mostCodes, mostTokens)
  }

  /// A code for one link.
  package func makeCode(for permission: PagePermission = .drive) -> String {
    state.withLock { state in
      // Used once, and soon: half of the bits of a token.
      let code = Secret(bytes: 16)
      state.codes = (state.codes + [(code, permission)]).suffix(mostCodes)
      return code.text
    }
  }

  /// The token for a code, which is void from now on.
  package func pair(_ code: String) -> String? {
    state.withLock { state in
      guard let place = state.codes.firstIndex(where: { $0.secret.isEqual(to: code) })
      else { return nil }
      let permission = state.codes.remove(at: place).permission
      let token = Secret(bytes: 32)
      state.tokens = (state.tokens + [(token, permission)]).suffix(mostTokens)
      return token.text
    }
  }

  /// What a token permits; nil if it is not valid.
  package func permission(of token: String) -> PagePermission? {
    state.withLock { $0.tokens.first { $0.secret.isEqual(to: token) }?.permission }
  }

  /// - Returns: The token of an `Authorization: Bearer TOKEN`.
  /// - Throws: ``HTTPRefusal``, if there is none that is valid.
  package func check(_ request: HTTPRequest) throws(HTTPRefusal) -> String {
    guard let header = request.header("authorization"), header.hasPrefix("Bearer ") else {
      throw HTTPRefusal(401, "open the link that the program shows")
    }
    let token = String(header.dropFirst("Bearer ".count))
    guard permission(of: token) != nil else {
      throw HTTPRefusal(401, "this link is not valid any more: open a new one")
    }
    return token
  }
}

/// Random bytes of the system's generator, as hexadecimal digits.
private struct Secret {
  let text: String

  init(bytes: Int) {
    var generator = SystemRandomNumberGenerator()
    text = (0..<bytes).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &generator), radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Takes the same time wherever the two differ.
  func isEqual(to other: String) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
