import MillraceSystem

/// A locked file that makes a process an author of a log. The next process that takes the seat
/// inherits the author's steps.
struct Seat: Sendable {
  let author: String
  let path: String
  let file: Int32

  /// Takes the first free seat.
  /// - Parameters:
  ///   - limit: The number of the last seat to try.
  ///   - attempts: How often to try the first seat, which a command holds only for a moment.
  /// - Returns: Nil if all are taken.
  static func take(
    in folder: String, _ storage: any Storage, upTo limit: Int = 1_000, attempts: Int = 60
  ) throws(SystemError) -> Seat? {
    for number in 1...limit {
      let path = Path.join(folder, "seat-\(number)")
      if let seat = try take(path, storage, attempts: number == 1 ? attempts : 1) { return seat }
    }
    return nil
  }

  /// Takes the seat at a path.
  /// - Returns: Nil if the seat is taken.
  static func take(
    _ path: String, _ storage: any Storage, attempts: Int = 1
  ) throws(SystemError) -> Seat? {
    let file = try storage.open(path, .any)
    do {
      if try storage.lock(file, attempts: attempts) {
        return Seat(author: "\(path.split(separator: "-").last ?? "")", path: path, file: file)
      }
    } catch {
      storage.close(file)
      throw error
    }
    storage.close(file)
    return nil
  }

  /// Whether a file with this name is a seat.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix("seat-") && Int(name.dropFirst("seat-".count)) != nil
  }

  func leave(_ storage: any Storage) { storage.close(file) }
}
