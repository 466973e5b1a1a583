import MillraceSystem

/// A file with the links of a server, for its owner alone.
struct LinkFile: Sendable {
  let path: String

  init(_ path: String) { self.path = path }

  func write(_ status: PageServer.Status) throws(SystemError) {
    remove()
    let bytes = Array("drive \(status.link)\nlook \(status.viewLink)\n".utf8)
    let files = SystemFiles()
    let file = try files.openNew(path, permissions: 0o600)
    defer { files.close(file) }
    do throws(SystemError) { try files.writeStream(bytes, to: file) } catch {
      remove()
      throw error
    }
  }

  func remove() { try? SystemFiles().remove(path) }
}
