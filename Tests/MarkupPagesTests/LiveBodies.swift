#if DEBUG
  import Millrace
  import MillraceSystem
  import MillraceMarkup
  import MillraceMarkupLoader

  /// The markup of this target, as a running program reads it.
  @MainActor
  struct LiveBodies {
    private let reload: MarkupReload
    private let files: [String: [UInt8]]
    private let messages = Messages()

    final class Messages { var all: [String] = [] }

    /// The messages about making the bodies.
    var said: [String] { messages.all }

    /// The names of all components in the files.
    static func componentNames() throws -> Set<String> {
      func names(_ component: CheckedComponent) -> [String] {
        [component.name] + component.nested.flatMap(names)
      }
      return Set(
        try read().flatMap { name, bytes in
          MarkupChecker.check(MarkupSource(bytes: bytes, name: name)).component.map(names) ?? []
        })
    }

    private static func read(file: StaticString = #filePath) throws -> [String: [UInt8]] {
      let folder = Path("\(file)").folder + "/Pages"
      var files: [String: [UInt8]] = [:]
      for name in try SystemFiles().names(in: folder) where name.hasSuffix(".xml") {
        files[name] = try SystemFiles().read("\(folder)/\(name)", from: 0)
      }
      return files
    }

    init() throws {
      files = try Self.read()
      reload = makeMarkupReload()
      let messages = messages
      if let message = reload(files, { messages.all.append($0) }).message {
        messages.all.append(message)
      }
    }

    /// Returns the slot with which components interpret the bodies of the files. An added comment
    /// makes the files differ from the compiled ones.
    func slot(_ comment: String = "changed") -> LiveMarkupSlot? {
      let messages = messages
      let changed = files.mapValues { bytes in
        Array(
          String(decoding: bytes, as: UTF8.self).replacingOccurrence(
            of: "?>", with: "?>\n<!-- \(comment) -->\n\n"
          ).utf8)
      }
      let (slot, message) = reload(changed) { messages.all.append($0) }
      if let message { messages.all.append(message) }
      return slot
    }
  }

  extension String {
    /// The string with the first occurrence replaced.
    fileprivate func replacingOccurrence(of part: String, with other: String) -> String {
      guard let range = firstRange(of: part) else { return self }
      return replacingCharacters(range, other)
    }

    private func replacingCharacters(_ range: Range<Index>, _ other: String) -> String {
      self[..<range.lowerBound] + other + self[range.upperBound...]
    }
  }
#endif
