#if DEBUG
  import Millrace
  import MillraceSystem
  import MillraceMarkup
  import MillraceMarkupLoader

  /// The markup of this target, as a running program reads it.
  @MainActor
  struct LiveBodies {
    /// The files and what was made from them. All tests share it, because checking all files takes
    /// longer than showing a page.
    @MainActor
    private final class Made {
      let files: [String: [UInt8]]
      /// The names of all components in the files.
      let names: Set<String>
      private let reload: MarkupReload
      private var slots: [String: LiveMarkupSlot] = [:]
      /// The messages about the files.
      private(set) var mistakes: [String] = []
      /// The messages about making bodies.
      private(set) var failures: [String] = []

      init(_ files: [String: [UInt8]]) {
        func all(_ component: CheckedComponent) -> [String] {
          [component.name] + component.nested.flatMap(all)
        }
        self.files = files
        names = Set(
          files.flatMap { name, bytes in
            MarkupChecker.check(MarkupSource(bytes: bytes, name: name)).component.map(all) ?? []
          })
        reload = makeMarkupReload()
        _ = load(files)
      }

      func slot(_ comment: String) -> LiveMarkupSlot? {
        if let slot = slots[comment] { return slot }
        let changed = files.mapValues { bytes in
          Array(
            String(decoding: bytes, as: UTF8.self).replacingOccurrence(
              of: "?>", with: "?>\n<!-- \(comment) -->\n\n"
            ).utf8)
        }
        let slot = load(changed)
        slots[comment] = slot
        return slot
      }

      private func load(_ files: [String: [UInt8]]) -> LiveMarkupSlot? {
        let (slot, message) = reload(files) { [weak self] text in self?.failures.append(text) }
        if let message { mistakes.append(message) }
        return slot
      }
    }

    private static var shared: Made?

    private static func made() throws -> Made {
      if let shared { return shared }
      let new = Made(try read())
      shared = new
      return new
    }

    private let made: Made
    /// The number of failures in earlier tests.
    private let start: Int

    /// The messages about the files, and about making the bodies of this test.
    var said: [String] { made.mistakes + made.failures.dropFirst(start) }

    /// The names of all components in the files.
    static func componentNames() throws -> Set<String> { try made().names }

    private static func read(file: StaticString = #filePath) throws -> [String: [UInt8]] {
      let folder = Path("\(file)").folder + "/Pages"
      var files: [String: [UInt8]] = [:]
      for name in try SystemFiles().names(in: folder) where name.hasSuffix(".xml") {
        files[name] = try SystemFiles().read("\(folder)/\(name)", from: 0)
      }
      return files
    }

    init() throws {
      made = try Self.made()
      start = made.failures.count
    }

    /// Returns the slot with which components interpret the bodies of the files. An added comment
    /// makes the files differ from the compiled ones.
    func slot(_ comment: String = "changed") -> LiveMarkupSlot? { made.slot(comment) }
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
