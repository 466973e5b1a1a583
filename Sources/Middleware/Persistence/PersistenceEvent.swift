/// An event of persistence, to show or to log.
public enum PersistenceEvent: Equatable, Sendable {
  /// The state was restored from the file or its log.
  case restored(path: String)
  /// The state of this version of the store is on the device.
  case saved(version: UInt64)
  /// A save failed, or another program has changed the file. A failed save is repeated, with
  /// growing pauses, and when the store ends.
  case failed(PersistenceError)
  /// A problem that does not stop persistence, such as a file that was set aside.
  case noticed(PersistenceError)
  /// The store only reads the file, because of an error, or by the program's choice (nil).
  case readOnly(path: String, because: PersistenceError?)
}
