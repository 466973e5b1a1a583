import Millrace
import MillraceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TerminalControl {
  /// Lets the user edit a text in an editor. Until the editor ends, it uses the terminal, as in
  /// ``suspend(_:)``.
  ///
  /// The text is in a temporary file, readable by its owner alone. The file ends with a newline, as
  /// editors expect; if the text has none, the added newline does not count as a change.
  /// - Parameters:
  ///   - text: The text to edit.
  ///   - suffix: The end of the file's name, from which editors infer its type.
  ///   - editor: The user's editor; a test passes another.
  /// - Returns: The new text; nil if unchanged.
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
    // Compares bytes: composed and decomposed letters are equal in strings, but are different
    // texts.
    return edited.utf8.elementsEqual(text.utf8) ? nil : edited
  }
}
