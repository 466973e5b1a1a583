import Dispatch
import MillraceSystem
import MillraceWidgets

/// A disk that does not answer must not hold up tasks, which are few at a time.
private let folderQueue = DispatchQueue(label: "millrace.folders", attributes: .concurrent)

private func beside<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    folderQueue.async { continuation.resume(with: Result(catching: work)) }
  }
}

extension FolderSource {
  /// The folders of this machine. What it throws says what the system says: “Permission denied”.
  public static var system: FolderSource {
    FolderSource { folder in
      try await beside {
        try SystemFiles().entries(in: folder.bytes).map { name, isFolder in
          FileEntry(folder.child(name), isFolder: isFolder)
        }
      }
    }
  }
}

extension FileLocation {
  /// The first bytes of the file.
  /// - Parameter count: at most so many.
  /// - Throws: where there is no plain file that can be read.
  public func start(_ count: Int) async throws -> [UInt8] {
    try await beside { try SystemFiles().start(of: bytes, count: count) }
  }
}
