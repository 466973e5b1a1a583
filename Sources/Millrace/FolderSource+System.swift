import Dispatch
import MillraceSystem
import MillraceWidgets

/// The queue on which folders and files are read. Tasks do not read them, because an unresponsive
/// disk must not block the few threads that run tasks.
private let folderQueue = DispatchQueue(label: "millrace.folders", attributes: .concurrent)

private func onFolderQueue<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    folderQueue.async { continuation.resume(with: Result(catching: work)) }
  }
}

extension FolderSource {
  /// The folders of this machine. The description of an error is the system's message, such as
  /// “Permission denied”.
  public static var system: FolderSource {
    FolderSource { folder in
      try await onFolderQueue {
        try SystemFiles().entries(in: folder.bytes).map { name, isFolder in
          FileEntry(folder.child(name), isFolder: isFolder)
        }
      }
    }
  }
}

extension FileLocation {
  /// Returns the first bytes of the file.
  /// - Parameter count: The maximum number of bytes to read.
  /// - Throws: If there is no readable plain file.
  public func start(_ count: Int) async throws -> [UInt8] {
    try await onFolderQueue { try SystemFiles().start(of: bytes, count: count) }
  }
}
