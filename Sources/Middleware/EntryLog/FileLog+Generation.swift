import MillraceSystem

// Saves a log: replaces its file of entries by one with a newer snapshot (a new generation), and
// exports the readable file beside the log's folder.
extension FileLog {
  typealias Generation = (path: String, file: Int32, length: Int)

  /// Writes a new generation without entries under a temporary name.
  func writeGeneration(
    _ head: Head, _ snapshot: LogSnapshot
  ) throws -> Generation {
    var bytes = CheckedLine.make(try JSONFormat.encode(head))
    bytes += snapshot.line
    let temporary = Path.join(folder, "new-\(UInt64.random(in: 0 ... .max))")
    let permissions = try storage.status(of: entriesPath)?.permissions ?? 0o600
    let file = try storage.open(temporary, .new(permissions: permissions))
    do {
      try storage.writeAll(bytes, to: file)
      try storage.synchronize(file)
    } catch {
      storage.close(file)
      try? storage.remove(temporary)
      throw error
    }
    return (temporary, file, bytes.count)
  }

  /// Synchronizes the folders that contain the name of a generation.
  mutating func synchronizeFolders(_ folders: [String]) throws {
    do { for folder in folders { try storage.synchronizeFolder(folder) } } catch {
      (isSynchronized, isUnreliable) = (false, true)
      throw error
    }
  }

  /// Renames a new generation to `entries`, in place of the previous one.
  func name(_ new: Generation) throws {
    do { try storage.rename(new.path, to: entriesPath) } catch {
      // An error may come after the rename succeeded.
      let named = try storage.status(of: entriesPath)?.identity
      guard try named == storage.status(of: new.file).identity else { throw error }
    }
  }

  mutating func adopt(_ new: Generation, _ head: Head, tail: Int = 0, last: UInt64? = nil) {
    close()
    self.head = head
    (file, entriesStart, isSynchronized, isUnreliable) = (new.file, new.length, true, false)
    let identity = (try? storage.status(of: new.file))?.identity ?? .init(device: 0, number: 0)
    location = Location(
      identity: identity, number: last ?? head.number, offset: new.length + tail)
  }

  /// The checksum of the readable file; nil without a file.
  func fileDigest() throws -> String? {
    try storage.contents(of: path.text).map { Checksum($0).text }
  }

  /// A new generation and a new readable file, under temporary names.
  struct Prepared: Sendable {
    let head: Head
    fileprivate let generation: Generation
    /// The temporary path of the new readable file; nil if the present file stays.
    fileprivate let export: String?
    /// The status of the present readable file; nil if there is none.
    fileprivate let before: FileStatus?
    /// The location of the last entry in the snapshot, and the head of that entry's generation.
    fileprivate let start: Location
    fileprivate let old: Head?
  }

  /// Writes a new generation and a new readable file under temporary names. Needs no lock.
  /// - Parameters:
  ///   - snapshot: The result of applying the entries up to `start`.
  ///   - start: The location of the last entry in the snapshot.
  ///   - export: The new readable file; nil to leave the present one, whose checksum is `digest`.
  ///   - digest: The checksum of the readable file afterwards.
  ///   - isKnown: Whether a readable file with this checksum may be replaced.
  /// - Returns: Nil if another program has changed the readable file.
  func prepare(
    _ snapshot: LogSnapshot, at start: Location, export: [UInt8]?, digest: String?,
    isKnown: (String) -> Bool
  ) throws(PersistenceError) -> Prepared? {
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      let before = try storage.status(of: path.text)
      let previous = try fileDigest()
      guard previous.map(isKnown) != false else { return nil }
      let isFirst = previous == nil && self.head?.export == nil
      let head = Head(
        log: self.head?.log ?? "", number: snapshot.number, schema: snapshot.schema,
        length: snapshot.line.count, export: isFirst ? nil : digest,
        previous: isFirst ? digest : previous,
        exported: export == nil ? self.head?.exported : snapshot.number)
      let generation = try writeGeneration(head, snapshot)
      var name: String?
      if let export {
        let temporary = Path.join(folder, "new-\(UInt64.random(in: 0 ... .max))")
        do {
          let file = try storage.open(temporary, .new(permissions: before?.permissions ?? 0o600))
          defer { storage.close(file) }
          try storage.writeAll(export, to: file)
          try storage.synchronize(file)
          // A copy of the export stays for later comparisons. It may be missing: the disk may be
          // full, or another process may make the same copy.
          let own = exportPath(snapshot.number)
          try? storage.remove(own)
          if let file = try? storage.open(own, .new(permissions: 0o600)) {
            try? storage.writeAll(export, to: file)
            storage.close(file)
          }
        } catch {
          storage.close(generation.file)
          for path in [generation.path, temporary] { try? storage.remove(path) }
          throw error
        }
        name = temporary
      }
      return Prepared(
        head: head, generation: generation, export: name, before: before, start: start,
        old: self.head)
    }
  }

  private func exportPath(_ number: UInt64) -> String { Path.join(folder, "export-\(number)") }

  /// Returns an earlier export of the readable file; nil if it is no longer kept.
  func export(_ number: UInt64) -> [UInt8]? { try? storage.read(exportPath(number), from: 0) }

  /// The most exports that are kept: of a short file, and of a file of more than 1 MB.
  private static var exportLimits: (Int, long: Int) { (16, 2) }

  private func removeOldExports() throws {
    let names = try storage.names(in: folder).filter { $0.hasPrefix("export-") }
    let numbers = names.compactMap { UInt64($0.dropFirst("export-".count)) }.sorted()
    let isLong = sizes.snapshot > 1_000_000
    let limit = isLong ? Self.exportLimits.long : Self.exportLimits.0
    for number in numbers.dropLast(limit) { try storage.remove(exportPath(number)) }
  }

  /// Removes the prepared files that still have their temporary names.
  func discard(_ new: Prepared) {
    if file != new.generation.file {
      storage.close(new.generation.file)
      try? storage.remove(new.generation.path)
    }
    if let export = new.export { try? storage.remove(export) }
  }

  /// Replaces the generation and the readable file. Holds no lock while it synchronizes a folder,
  /// so that other processes may append meanwhile.
  /// - Returns: False if another participant has replaced one of them meanwhile.
  mutating func commit(_ new: Prepared) throws(PersistenceError) -> Bool {
    defer { discard(new) }
    guard try locked({ try $0.replaceGeneration(new) }) else { return false }
    try attempt({ .cannotWrite(path: folder, reason: $0) }) { try synchronizeFolders([folder]) }
    if new.export == nil { return true }
    guard try locked({ try $0.replaceExport(new) }) else { return false }
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      try storage.synchronizeFolder(path.folder)
    }
    return true
  }

  private mutating func replaceGeneration(_ new: Prepared) throws -> Bool {
    let present = try storage.status(of: entriesPath)
    guard try isReadableFile(as: new.before), file != nil, head == new.old,
      present?.identity == new.start.identity, present?.identity == location?.identity
    else { return false }
    let tail = try storage.read(entriesPath, from: new.start.offset)
    if !tail.isEmpty {
      try storage.writeAll(tail, to: new.generation.file, at: new.generation.length)
      try storage.synchronize(new.generation.file)
    }
    try name(new.generation)
    // Entries of others that this process has not read yet are read later.
    let known = location
    adopt(
      new.generation, new.head, tail: (known?.offset ?? new.start.offset) - new.start.offset,
      last: known.map { max($0.number, new.head.number) })
    // Removes the temporary files of killed processes. If another process is saving now, it loses
    // its temporary files, too, and begins again.
    for name in (try? storage.names(in: folder)) ?? [] where name.hasPrefix("new-") {
      let path = Path.join(folder, name)
      if path != new.export { try? storage.remove(path) }
    }
    return true
  }

  private func replaceExport(_ new: Prepared) throws -> Bool {
    guard let export = new.export, try isReadableFile(as: new.before), head == new.head,
      try storage.status(of: entriesPath)?.identity == location?.identity,
      try storage.status(of: export) != nil
    else { return false }
    try removeOldExports()
    try attempt({ .cannotWrite(path: path.text, reason: $0) }) {
      try storage.rename(export, to: path.text)
    }
    return true
  }

  /// Whether the readable file still has an earlier status; nil means that there was no file.
  private func isReadableFile(as before: FileStatus?) throws -> Bool {
    let now = try storage.status(of: path.text)
    return before.map { now?.isSame(as: $0) == true } ?? (now == nil)
  }
}
