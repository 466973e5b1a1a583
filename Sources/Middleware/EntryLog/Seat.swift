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

  func leave(_ storage: any Storage) { storage.close(file) }
}
