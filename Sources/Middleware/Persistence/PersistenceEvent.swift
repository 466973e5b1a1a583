/// What persistence did, for those who want to show or to log it.
public enum PersistenceEvent: Equatable, Sendable {
  /// The state began as the file's.
  case restored(path: String)
  /// The state of this version of the store is safe on the device.
  case saved(version: UInt64)
  /// The state could not be saved. It is tried again, with growing pauses, and at the end.
  case failed(PersistenceError)
  /// Something about the file that is to be known: what was set aside, what was recovered.
  case noticed(PersistenceError)
  /// The file is only looked at, because of something, or because the program wanted it so.
  case readOnly(path: String, because: PersistenceError?)
}
