import MillraceStore
import MillraceSystem

@testable import MillraceMiddleware

/// The system's files, with every step counted, and some of them failing.
final class FaultyFiles: FileSystem {
  struct Plan: Sendable {
    /// Steps of these names fail, with this code.
    var failing: Set<String> = []
    var code: Int32 = 28
    /// The step of this number and all after it fail: the process is as good as dead.
    var crashAt: Int?
    /// How many bytes one call writes at most.
    var longestWrite = Int.max
    /// What the system says about permissions to write.
    var isWritable = true
  }

  private struct Record: Sendable {
    var plan = Plan()
    var steps: [String] = []
  }

  private let record = Guarded(Record())
  private let real = SystemFiles()

  var plan: Plan {
    get { record.withLock { $0.plan } }
    set { record.withLock { $0.plan = newValue } }
  }

  /// The names of the steps that changed something, in order.
  var steps: [String] { record.withLock { $0.steps } }

  func forget() { record.withLock { $0.steps = [] } }

  /// - Returns: Whether this very step is the one that the process dies in.
  @discardableResult
  private func step(_ name: String) throws(SystemError) -> Bool {
    let fate: (fails: Bool, dies: Bool, code: Int32) = record.withLock { record in
      let number = record.steps.count
      record.steps.append(name)
      let crash = record.plan.crashAt ?? Int.max
      let fails = record.plan.failing.contains(name) || number > crash
      return (fails, number == crash, record.plan.code)
    }
    if fate.fails { throw SystemError(code: fate.code) }
    return fate.dies
  }

  private var death: SystemError { SystemError(code: 5) }

  func status(of path: String) throws(SystemError) -> FileStatus? { try real.status(of: path) }
  func linkTarget(of path: String) throws(SystemError) -> String? {
    try real.linkTarget(of: path)
  }
  func isWritable(_ path: String) -> Bool { plan.isWritable && real.isWritable(path) }

  func makeFolder(_ path: String) throws(SystemError) {
    if try step("makeFolder") { throw death }
    try real.makeFolder(path)
  }

  func read(_ path: String) throws(SystemError) -> [UInt8] {
    if plan.failing.contains("read") { throw SystemError(code: plan.code) }
    return try real.read(path)
  }

  func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32 {
    let dies = try step("create")
    let file = try real.create(path, permissions: permissions)
    if dies {
      real.close(file)
      throw death
    }
    return file
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) -> Int {
    let dies = try step("write")
    let count = dies ? bytes.count / 2 : min(bytes.count, plan.longestWrite)
    let written = try real.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: file)
    if dies { throw death }
    return written
  }

  func synchronize(_ file: Int32) throws(SystemError) {
    if try step("synchronize") { throw death }
    try real.synchronize(file)
  }

  func close(_ file: Int32) { real.close(file) }

  func rename(_ old: String, to new: String) throws(SystemError) {
    let dies = try step("rename")
    try real.rename(old, to: new)
    if dies { throw death }
  }

  func synchronizeFolder(_ path: String) throws(SystemError) {
    if try step("synchronizeFolder") { throw death }
    try real.synchronizeFolder(path)
  }

  func remove(_ path: String) throws(SystemError) {
    if try step("remove") { throw death }
    try real.remove(path)
  }

  func unlock(_ file: Int32) { real.unlock(file) }

  func lock(_ path: String) throws(SystemError) -> Int32? {
    if plan.failing.contains("lock") { throw SystemError(code: plan.code) }
    return try real.lock(path)
  }
}
