import Millrace
import MillraceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TerminalControl {
  /// Lets the user change a text in an editor, which has the terminal meanwhile, as in ``suspend(_:)``.
  ///
  /// The text is in a temporary file that its owner alone may read. The file's last line ends, as editors want
  /// it; that is no change of a text which has no newline at its end.
  /// - Parameters:
  ///   - text: What to begin with.
  ///   - suffix: The end of the file's name, by which editors know what is in it.
  ///   - editor: The user's own; a test passes another.
  /// - Returns: The new text; nil where nothing was changed.
  @MainActor public func edit(
    _ text: String, suffix: String = ".txt", by editor: Editor = .preferred
  ) async throws(EditorError) -> String? {
    let (files, newline) = (SystemFiles(), UInt8(ascii: "\n"))
    let folder = FileManager.default.temporaryDirectory.path
    let path = Path.join(folder, "edit-\(UUID().uuidString)\(suffix)")
    let endsLine = text.utf8.last == newline
    let original = Array(text.utf8) + (endsLine || text.isEmpty ? [] : [newline])
    let end: EditorEnd
    do {
      try files.makeFile(path, original)
      end = try await suspend { await editor.run(path) }
    } catch {
      try? files.remove(path)
      throw .unavailable(reason: "\(error)")
    }
    let written = try? files.read(path, from: 0)
    if written == original { try? files.remove(path) }
    if end != .status(0) {
      throw .failed(end, keptAt: written == nil || written == original ? nil : path)
    }
    guard var bytes = written else { throw .notRead(path: path) }
    if !endsLine, bytes.last == newline { bytes.removeLast() }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      throw .notUTF8(keptAt: path)
    }
    try? files.remove(path)
    // By bytes: composed and decomposed letters are equal, and not the same text.
    return edited.utf8.elementsEqual(text.utf8) ? nil : edited
  }
}
