/// An event of persistence, to show or to log.
public enum PersistenceEvent: Equatable, Sendable {
  /// The state was restored from the file.
  case restored(path: String)
  /// The state of this version of the store is on the device.
  case saved(version: UInt64)
  /// A save failed. It is repeated, with growing pauses, and when the store ends.
  case failed(PersistenceError)
  /// A problem that does not stop persistence, such as a file that was set aside.
  case noticed(PersistenceError)
  /// The file is read-only, because of an error, or by the program's choice (nil).
  case readOnly(path: String, because: PersistenceError?)
}
