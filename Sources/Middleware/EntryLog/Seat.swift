import MillraceSystem

/// The place of an author at a log: a locked file, whose steps the next process on it inherits.
struct Seat: Sendable {
  let author: String
  private let file: Int32

  /// Takes the first free seat.
  /// - Parameters:
  ///   - limit: The last seat to try.
  ///   - attempts: How often the first seat is tried: a command on it holds it for a moment.
  /// - Returns: Nil if all are taken.
  static func take(
    in folder: String, _ storage: any Storage, upTo limit: Int = 1_000, attempts: Int = 60
  ) throws(SystemError) -> Seat? {
    for number in 1...limit {
      let file = try storage.open(Path.join(folder, "seat-\(number)"), .any)
      do {
        if try storage.lock(file, attempts: number == 1 ? attempts : 1) {
          // Names the process that holds a lock for too long; a full disk has no room for it.
          let name = Array("\(SystemFiles.processNumber)\n".utf8)
          try? storage.resize(file, to: 0)
          try? storage.writeAll(name, to: file)
          return Seat(author: "\(number)", file: file)
        }
      } catch {
        storage.close(file)
        throw error
      }
      storage.close(file)
    }
    return nil
  }

  /// The processes on seats that are taken.
  static func holders(in folder: String, _ storage: any Storage) -> [String] {
    let names = ((try? storage.names(in: folder)) ?? []).filter { $0.hasPrefix("seat-") }
    return names.sorted().compactMap { name in
      let path = Path.join(folder, name)
      guard let file = try? storage.open(path, .existing) else { return nil }
      defer { storage.close(file) }
      guard (try? storage.lock(file)) == false else { return nil }
      let text = (try? storage.read(path, from: 0)).map { String(decoding: $0, as: UTF8.self) }
      return text?.split(separator: "\n").first.map(String.init)
    }
  }

  func leave(_ storage: any Storage) { storage.close(file) }
}
