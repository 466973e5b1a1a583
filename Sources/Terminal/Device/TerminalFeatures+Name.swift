extension TerminalFeatures {
  /// Features that no query reports, by terminal name and first version. Older versions would show
  /// progress sequences as the text of a notification.
  private static let named: [(name: String, since: [Int], features: TerminalFeatures)] = [
    ("contour", [], .titledNotifications),
    ("foot", [], .titledNotifications),
    ("ghostty", [], .titledNotifications),
    ("ghostty", [1, 2], .progress),
    ("iTerm2", [], .notifications),
    ("iTerm2", [3, 6, 6], .progress),
    ("kitty", [], .notifications),
    ("kitty", [0, 38], .progress),
    ("VTE", [8000], .progress),
    ("WezTerm", [], .titledNotifications),
    ("WezTerm", [2025_03_01], .progress),
  ]

  /// These features, with the additions and removals that the terminal's name implies.
  /// - Parameter answer: The answer to XTVERSION, such as `kitty(0.38.0)` or `ghostty 1.2.0`.
  func known(by answer: String) -> TerminalFeatures {
    let name = answer.prefix { $0 != "(" && $0 != " " }
    let version = answer.dropFirst(name.count).split { !$0.isNumber }.compactMap { Int($0) }
    var features = self
    if name == "XTerm" { features.remove(.reflow) }
    for known in Self.named
    where known.name == name && !version.lexicographicallyPrecedes(known.since) {
      features.formUnion(known.features)
    }
    return features
  }
}
