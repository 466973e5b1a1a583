import Foundation
import MillraceSystem
import MillraceTesting
import Synchronization
import TestSupport
import Testing

import MillraceDocument

/// The tables of a database that stores files, over one connection. Each requirement is one
/// SQL statement. Folder names map to file id 0.
protocol FileTables: Sendable {
  /// `SELECT id FROM names WHERE path = $1`
  func file(at path: String) throws -> Int64?
  /// `SELECT path FROM names WHERE folder = $1`
  func paths(in folder: String) throws -> [String]
  /// `INSERT INTO names … ON CONFLICT (path) DO UPDATE SET id = $2`, in one transaction with the
  /// removal of the old name.
  func setName(_ path: String, to file: Int64, removing old: String?) throws
  /// `DELETE FROM names WHERE path = $1`
  func removeName(_ path: String) throws
  /// `INSERT INTO files (permissions) VALUES ($1) RETURNING id`
  func makeFile(permissions: UInt32) throws -> Int64
  /// `SELECT substring(bytes FROM $2 + 1), permissions, modified FROM files WHERE id = $1`
  func row(of file: Int64, from offset: Int) throws -> FileRow?
  /// `UPDATE files SET bytes = …, modified = modified + 1 WHERE id = $1`: truncated or zero-filled
  /// up to an offset, followed by the new bytes.
  func setBytes(of file: Int64, from offset: Int, to bytes: [UInt8], keepingRest: Bool) throws
  /// `SELECT pg_try_advisory_lock($1)`: it lasts as long as the connection, so a process that loses
  /// the connection must exit.
  func lock(_ file: Int64) throws -> Bool
  /// `SELECT pg_advisory_unlock($1)`
  func unlock(_ file: Int64) throws
}

struct FileRow {
  var bytes: [UInt8] = []
  var permissions: UInt32
  var modified = 0
}

/// Files in a database. Each call is a transaction that is durable when it returns, so there is
/// nothing to synchronize.
final class DatabaseStorage: Storage {
  private let tables: any FileTables
  private let open = Mutex((files: [Int32: Int64](), last: Int32(2)))

  init(_ tables: any FileTables) { self.tables = tables }

  private func attempt<Result>(
    _ body: () throws -> Result
  ) throws(SystemError) -> Result {
    do { return try body() } catch { throw error as? SystemError ?? SystemError(code: EIO) }
  }

  private func id(of file: Int32) throws(SystemError) -> Int64 {
    guard let id = open.withLock({ $0.files[file] }) else { throw SystemError(code: EBADF) }
    return id
  }

  private func status(ofFile id: Int64) throws -> FileStatus {
    guard let row = try tables.row(of: id, from: 0) else { throw SystemError(code: ENOENT) }
    return FileStatus(
      kind: id == 0 ? .folder : .file, permissions: row.permissions,
      identity: .init(device: 0, number: UInt64(id)), size: row.bytes.count, links: 1,
      modified: row.modified)
  }

  func status(of path: String) throws(SystemError) -> FileStatus? {
    try attempt { try (path == "/" ? 0 : tables.file(at: path)).map(status(ofFile:)) }
  }
  func status(of file: Int32) throws(SystemError) -> FileStatus {
    let id = try id(of: file)
    return try attempt { try status(ofFile: id) }
  }
  func linkTarget(of path: String) -> String? { nil }
  func isWritable(_ path: String) -> Bool { true }
  func makeFolder(_ path: String) throws(SystemError) {
    try attempt { try tables.setName(path, to: 0, removing: nil) }
  }
  func names(in folder: String) throws(SystemError) -> [String] {
    try attempt { try tables.paths(in: folder).map { Path($0).name } }
  }
  func read(
    _ path: String, from offset: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    try attempt {
      guard let id = try tables.file(at: path), let row = try tables.row(of: id, from: offset)
      else { throw SystemError(code: ENOENT) }
      return Array(row.bytes.prefix(limit))
    }
  }
  func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Int32 {
    let id = try attempt {
      switch (try tables.file(at: path), mode) {
      case (_?, .new): throw SystemError(code: EEXIST)
      case (nil, .existing): throw SystemError(code: ENOENT)
      case (let id?, _): return id
      case (nil, _):
        let permissions: UInt32 = if case .new(let bits) = mode { bits } else { 0o600 }
        let id = try tables.makeFile(permissions: permissions)
        try tables.setName(path, to: id, removing: nil)
        return id
      }
    }
    return open.withLock { open in
      open.last += 1
      open.files[open.last] = id
      return open.last
    }
  }
  func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
  ) throws(SystemError) -> Int {
    let id = try id(of: file)
    try attempt {
      try tables.setBytes(of: id, from: offset, to: Array(bytes), keepingRest: true)
    }
    return bytes.count
  }
  func resize(_ file: Int32, to length: Int) throws(SystemError) {
    let id = try id(of: file)
    try attempt { try tables.setBytes(of: id, from: length, to: [], keepingRest: false) }
  }
  func synchronize(_ file: Int32) {}
  func close(_ file: Int32) {
    let id = open.withLock { $0.files.removeValue(forKey: file) }
    if let id { try? tables.unlock(id) }
  }
  func rename(_ old: String, to new: String) throws(SystemError) {
    try attempt {
      guard let id = try tables.file(at: old) else { throw SystemError(code: ENOENT) }
      try tables.setName(new, to: id, removing: old)
    }
  }
  func remove(_ path: String) throws(SystemError) { try attempt { try tables.removeName(path) } }
  func synchronizeFolder(_ path: String) {}
  func lock(_ file: Int32) throws(SystemError) -> Bool {
    let id = try id(of: file)
    return try attempt { try tables.lock(id) }
  }
}

/// The tables in memory instead of a database.
private final class MemoryTables: FileTables {
  private let state = Mutex(
    (names: [String: Int64](), files: [FileRow(permissions: 0o700)], locked: Set<Int64>()))

  func file(at path: String) -> Int64? { state.withLock { $0.names[path] } }
  func paths(in folder: String) -> [String] {
    state.withLock { $0.names.keys.filter { Path($0).folder == folder } }
  }
  func setName(_ path: String, to file: Int64, removing old: String?) {
    state.withLock { state in
      if let old { state.names[old] = nil }
      state.names[path] = file
    }
  }
  func removeName(_ path: String) { state.withLock { $0.names[path] = nil } }
  func makeFile(permissions: UInt32) -> Int64 {
    state.withLock { state in
      state.files.append(FileRow(permissions: permissions))
      return Int64(state.files.count - 1)
    }
  }
  func row(of file: Int64, from offset: Int) -> FileRow? {
    state.withLock { state in
      var row = state.files[Int(file)]
      row.bytes.removeFirst(min(offset, row.bytes.count))
      return row
    }
  }
  func setBytes(of file: Int64, from offset: Int, to bytes: [UInt8], keepingRest: Bool) {
    state.withLock { state in
      let old = state.files[Int(file)].bytes
      let gap = [UInt8](repeating: 0, count: max(0, offset - old.count))
      let rest = keepingRest ? Array(old.dropFirst(offset + bytes.count)) : []
      state.files[Int(file)].bytes = Array(old.prefix(offset)) + gap + bytes + rest
      state.files[Int(file)].modified += 1
    }
  }
  func lock(_ file: Int64) -> Bool { state.withLock { $0.locked.insert(file).inserted } }
  func unlock(_ file: Int64) { state.withLock { _ = $0.locked.remove(file) } }
  func dropConnection() { state.withLock { $0.locked = [] } }
}

@Suite("Document: a storage on a server's database")
struct DatabaseStorageTests {
  @Test("stores write to a database, which restores the document and its steps after kill -9")
  func kill() {
    let tables = MemoryTables()
    func open(_ log: DocumentLog<Memos>) -> MemoDesk.MemoStore { MemoDesk().open(log) }
    func makeLog() -> DocumentLog<Memos> {
      DocumentLog(file: "/memos.json", storage: DatabaseStorage(tables))
    }
    let log = makeLog()
    let (main, session) = (open(log), open(log))
    #expect(main.startupFailures.isEmpty && main.state.memos.access == .writing)
    for id in 0..<50 {
      (id % 2 == 0 ? main : session).dispatch(.document(.add(Memo(id: id, title: "\(id)"))))
    }
    session.dispatch(.undo)
    let beside = open(makeLog())
    #expect(beside.state.document.items.count == 49 && beside.state.undoNames.isEmpty)
    tables.dropConnection()
    let second = open(makeLog())
    #expect(second.startupFailures.isEmpty && second.state.memos.access == .writing)
    #expect(second.state.document.items.map(\.id) == Array(0..<49))
    #expect(second.state.undoNames.count == 25)
    second.finish()
    #expect(open(makeLog()).state.document.items.count == 49)
    withExtendedLifetime((main, session, beside)) {}
  }
}
