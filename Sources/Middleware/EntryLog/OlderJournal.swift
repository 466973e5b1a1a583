import MillraceSystem

/// The journal that older versions of the library wrote instead of a log: a folder `NAME.journal`.
/// Its files `lines…` have a line for each action, and a line with the checksum of each saved file.
enum OlderJournal {
  private struct Line: Decodable {
    /// The number of an action.
    let version: UInt64?
    /// The checksum of a saved file, and the number of its last action.
    let digest: String?
    let snapshot: UInt64?
  }

  /// Checks that all actions of an older journal are in the file. Changes neither.
  /// - Parameter bytes: The content of the file; nil if it is gone.
  /// - Throws: `olderJournal` if the journal may have changes that are not in the file.
  static func check(
    of path: Path, _ bytes: [UInt8]?, _ storage: any Storage
  ) throws(PersistenceError) {
    let folder = path.sibling("\(path.name).journal")
    let isSaved = try attempt({ .cannotRead(path: folder, reason: $0) }) {
      guard try storage.status(of: folder)?.kind == .folder else { return true }
      let names = try storage.names(in: folder).filter { $0.hasPrefix("lines") }
      guard let bytes, !names.isEmpty else { return names.isEmpty }
      let digest = Checksum(bytes).text
      var (last, newest, own): (UInt64, UInt64, UInt64?) = (0, 0, nil)
      for name in names {
        let text = try storage.read(Path.join(folder, name), from: 0)
        for line in text.split(separator: UInt8(ascii: "\n")) {
          guard CheckedLine.hasValidChecksum(line),
            let line = try? JSONFormat.decode(Line.self, from: line)
          else { return false }
          last = max(last, line.version ?? 0)
          newest = max(newest, line.snapshot ?? 0)
          if line.digest == digest { own = max(own ?? 0, line.snapshot ?? 0) }
        }
      }
      return last <= own ?? newest
    }
    if !isSaved { throw .olderJournal(path: path.text) }
  }
}
