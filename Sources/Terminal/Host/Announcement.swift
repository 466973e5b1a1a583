/// A message to the terminal that is not part of the screen.
package enum Announcement: Equatable {
  /// The window's title, without control characters.
  case title(String)
  /// A text for the clipboard, in Base64.
  case clipboard(String)
  /// A notification, without control characters and semicolons.
  case notification(title: String, body: String)
  case progress(TerminalProgress?)
  case bell

  enum Kind { case title, clipboard, notification, progress, bell }

  var kind: Kind {
    switch self {
    case .title: .title
    case .clipboard: .clipboard
    case .notification: .notification
    case .progress: .progress
    case .bell: .bell
    }
  }

  /// Whether the announcement stays in effect until another one replaces it. The host must repeat
  /// it after another program used the terminal.
  var isPersistent: Bool { kind == .title || kind == .progress }

  static let noProgress = "\u{1B}]9;4;0\u{1B}\\"

  /// The bytes for a terminal; nil if the terminal does not have the feature.
  func bytes(_ features: TerminalFeatures) -> [UInt8]? {
    let text: String? =
      switch self {
      case .bell: "\u{7}"
      case .title(let text) where features.contains(.titleStack): "\u{1B}]2;\(text)\u{1B}\\"
      case .clipboard(let text) where features.contains(.titleStack):
        "\u{1B}]52;c;\(text)\u{1B}\\"
      case .notification(let title, let body) where features.contains(.titledNotifications):
        "\u{1B}]777;notify;\(title);\(body)\u{1B}\\"
      case .notification(let title, let body) where features.contains(.notifications):
        "\u{1B}]9;\(body.isEmpty ? title : "\(title): \(body)")\u{1B}\\"
      case .progress(let progress) where features.contains(.progress): Self.sequence(progress)
      default: nil
      }
    return text.map { Array($0.utf8) }
  }

  private static func sequence(_ progress: TerminalProgress?) -> String {
    func percent(_ share: Double) -> Int { share > 0 ? Int(min(share, 1) * 100) : 0 }
    return switch progress {
    case nil: noProgress
    case .share(let share): "\u{1B}]9;4;1;\(percent(share))\u{1B}\\"
    case .failed(let share): "\u{1B}]9;4;2;\(percent(share))\u{1B}\\"
    case .unknown: "\u{1B}]9;4;3\u{1B}\\"
    }
  }
}

/// The progress of an operation, for terminals that can show it in the title bar or the task bar.
public enum TerminalProgress: Hashable, Sendable {
  /// A share of the whole, from 0 to 1.
  case share(Double)
  /// The operation is running, and its duration is unknown.
  case unknown
  /// The operation failed at a share of the whole.
  case failed(Double)
}
