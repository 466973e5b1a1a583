import MillraceStore
import MillraceSystem

// Sends the entries of the outbox to the server, and reads the server's new entries.
extension DocumentLog {
  /// Called when other participants may have appended entries on the server. Starts an exchange,
  /// unless the last exchange found new entries: then the timer starts the next one soon.
  func hear() { if shared.withLock({ $0.pace.idle > 0 }) { exchangeSoon() } }

  /// Starts an exchange on another thread.
  /// - Parameter isRetry: Whether to start it even if the last exchange failed.
  func exchangeSoon(isRetry: Bool = false) {
    let runBlocking = shared.withLock { shared -> BlockingQueue? in
      guard isRetry || shared.pace.failures == 0, shared.pace.runBlocking != nil else {
        return nil
      }
      defer { (shared.pace.isDueAgain, shared.pace.isBusy) = (shared.pace.isBusy, true) }
      return shared.pace.isBusy ? nil : shared.pace.runBlocking
    }
    runBlocking? { [weak self] in self?.exchange() }
  }

  /// Repeats `step` until there is nothing more to send or to read, and starts the timer of the
  /// next exchange.
  func exchange() {
    // An entry that is appended during this exchange sets `isDueAgain`: another exchange follows.
    shared.withLock { ($0.pace.isBusy, $0.pace.isDueAgain) = (true, false) }
    exchangeLater(after: .seconds(2))
    let (number, scheduler) = shared.withLock { ($0.content.number, $0.pace.scheduler) }
    let begun = scheduler?.elapsed ?? .zero
    var (offline, hasFailed): (String?, Bool) = (nil, true)
    do {
      while try link.withLock({ link in try step(&link) }) {
        notify()
        exchangeLater(after: .seconds(2))
      }
      setFailure(nil, \.exportFailure)
      hasFailed = false
    } catch let error as ServerError {
      offline = error.reason
      link.withLock { Self.disconnect(&$0) }
    } catch {
      let other = PersistenceError.cannotUseServer(address: address, reason: explain(error))
      setFailure(error as? PersistenceError ?? other, \.exportFailure)
    }
    if files.withLock({ !$0.isOpen }) { link.withLock { Self.disconnect(&$0) } }
    setOffline(offline)
    let (mustRepeat, pause) = shared.withLock { shared in
      let isNew = shared.content.number != number
      shared.pace.isBusy = false
      shared.pace.duration = (scheduler?.elapsed ?? begun) - begun
      shared.pace.failures = hasFailed ? shared.pace.failures + 1 : 0
      shared.pace.idle = isNew ? 0 : shared.pace.idle + 1
      let mustSend = shared.unsent > 0 && shared.anyReadOnly == nil && !hasFailed
      return (shared.pace.isDueAgain || mustSend, shared.pace.pause)
    }
    notify()
    exchangeLater(after: pause)
    if mustRepeat { exchangeSoon() }
  }

  /// Sets the reason why the server is not reached; nil if it was reached. If only the reason
  /// changes, the time at which the offline period began stays.
  func setOffline(_ reason: String?) {
    shared.withLock { shared in
      let old = shared.offline
      shared.offline = reason.map {
        DocumentOffline(reason: $0, since: old?.since ?? shared.pace.date())
      }
      if shared.offline == old { return }
      shared.markStale()
    }
  }

  /// Starts an exchange after a pause. If the previous exchange still runs then, the server counts
  /// as not reached.
  func exchangeLater(after pause: Duration) {
    let timer = shared.withLock { shared in
      shared.pace.timer += 1
      return shared.pace.scheduler.map { (scheduler: $0, number: shared.pace.timer) }
    }
    timer?.scheduler.schedule(after: pause) { [weak self] in
      guard let self else { return }
      let isStuck = shared.withLock { shared -> Bool? in
        if shared.pace.timer != timer?.number { return nil }
        shared.pace.mustSendOthers = shared.pace.idle > 5
        return shared.pace.isBusy
      }
      if isStuck == true {
        setOffline("the server does not answer")
        notify()
      } else if isStuck == false {
        exchangeSoon(isRetry: true)
      }
    }
  }

  /// Sends the first entries of the outbox, and takes in a batch of the server's entries.
  /// - Returns: Whether there may be more to send or to read.
  func step(_ link: inout ServerLink) throws -> Bool {
    guard let server, files.withLock({ $0.isOpen }) else {
      Self.disconnect(&link)
      return false
    }
    if link.connection == nil {
      link.connection = try server.connect { [weak self] in self?.hear() }
      link.forbidden = link.connection?.readOnly
    }
    guard let connection = link.connection else { return false }
    let known = try files.withLock { files in
      try takeReplica(&files)
      return files.copy?.replica.number ?? 0
    }
    var outbox = files.withLock { $0.outbox }
    let sending = link.hasRead ? try send(&outbox, &link, connection, known) : .nothing
    guard let batch = try connection.read(from: known) else {
      setForbidden(
        "the document was deleted on the server. What this machine has can be read and saved elsewhere"
      )
      return false
    }
    let isMore = try take(batch, connection)
    if isMore == nil, sending == .skipped {
      link.forbidden =
        "the server skips this user's changes without an error: compare the policies for select and update"
    }
    setForbidden(link.forbidden)
    let isFirst = !link.hasRead
    link.hasRead = true
    // An earlier process or connection may have sent a part of this outbox.
    if isFirst { try acknowledge(connection) }
    if isMore == nil, sending == .sent, try !acknowledge(connection) {
      throw ServerError.unreachable("the server does not take what is sent")
    }
    // The entries of ended processes are sent once this process has no waiting entries.
    if shared.withLock({ $0.pace.mustSendOthers && $0.unsent == 0 }), link.forbidden == nil {
      try sendOthers(&link, connection)
      shared.withLock { $0.pace.mustSendOthers = false }
    }
    let mayGoOn = isFirst || sending != .nothing || isMore != nil
    return isMore == true
      || mayGoOn && shared.withLock { $0.unsent > 0 && $0.anyReadOnly == nil }
  }

  /// Sends the first waiting entries of an outbox.
  func send(
    _ outbox: inout Outbox?, _ link: inout ServerLink, _ connection: any ServerConnection,
    _ known: UInt64
  ) throws -> Sending {
    let log = files.withLock { $0.copy?.log ?? "" }
    while link.forbidden == nil, let waiting = try outbox?.first(link.limit), !waiting.isEmpty {
      do throws(ServerError) {
        let writer = outbox?.writer ?? ""
        let isSent = try connection.append(waiting, by: writer, to: log, after: known)
        link.limit = min(link.limit * 2, ServerLink.mostEntries)
        return isSent ? .sent : .skipped
      } catch {
        switch error {
        case .exists: return .sent
        case .unreachable: throw error
        case .forbidden(let reason): link.forbidden = reason
        // The server refuses one of several entries. Sending them one by one finds it.
        case .refused where waiting.count > 1: link.limit = 1
        case .refused(let reason): try refuse(waiting[0], in: &outbox, reason)
        }
      }
    }
    return .nothing
  }

  /// Sets the reason why this user may not append; nil if that is allowed.
  func setForbidden(_ reason: String?) {
    let error = reason.map { PersistenceError.cannotUseServer(address: address, reason: $0) }
    setFailure(error, \.forbidden)
  }

  /// Removes from the outbox the entries that the server has, including those that the local copy
  /// lacks so far.
  /// - Returns: Whether it removed any.
  @discardableResult
  func acknowledge(_ connection: any ServerConnection) throws -> Bool {
    let outbox = files.withLock { $0.outbox }
    guard let outbox, outbox.count > 0 else { return false }
    let (writer, position) = (outbox.writer, try connection.position(of: outbox.writer))
    return try files.withLock { files in
      guard var outbox = files.outbox, let copy = files.copy, outbox.writer == writer else {
        return false
      }
      let count = outbox.count
      try outbox.acknowledge(through: position)
      files.outbox = outbox
      if outbox.count == count { return false }
      try applyAgain(copy.agreed, outbox)
      return true
    }
  }

  /// Moves an entry that the server refuses from the outbox to another file.
  func refuse(_ entry: ServerEntry, in outbox: inout Outbox?, _ reason: String) throws {
    try files.withLock { files in
      guard files.isOpen else { throw ServerError.unreachable("the document is closed") }
      // Stores may have appended to this process's own outbox since `outbox` was read.
      let isOwn = files.outbox?.writer == outbox?.writer
      if isOwn { outbox = files.outbox }
      guard let path = try outbox?.refuse(entry), let copy = files.copy else { return }
      if isOwn, let outbox {
        files.outbox = outbox
        try applyAgain(copy.agreed, outbox)
      }
      shared.withLock { shared in
        shared.reports.append(
          .refusedByServer(address: address, reason: reason, keptAs: path))
        shared.notice = shared.reports.last?.description
      }
    }
  }

  /// Sends the entries that ended processes of this machine have left.
  func sendOthers(_ link: inout ServerLink, _ connection: any ServerConnection) throws {
    let (own, copy) = files.withLock { ($0.seat?.path, $0.copy) }
    guard let copy else { return }
    for name in try storage.names(in: copy.replica.folder) where Seat.isName(name) {
      let path = Path.join(copy.replica.folder, name)
      if path == own { continue }
      do { try sendOther(path, copy, &link, connection) } catch let error as ServerError {
        throw error
      } catch {
        // Skips a seat that cannot be used, such as that of another user of this machine.
        continue
      }
    }
  }

  /// Sends the entries that an ended process has left in the file of its seat.
  func sendOther(
    _ path: String, _ copy: ServerCopy<Model>, _ link: inout ServerLink,
    _ connection: any ServerConnection
  ) throws {
    guard try storage.status(of: path)?.size ?? 0 > 0, let seat = try Seat.take(path, storage)
    else {
      return
    }
    defer { seat.leave(storage) }
    var outbox: Outbox? = try Outbox(seat, storage) { copy.agreed.position(of: $0) }
    var isSent = false
    while let writer = outbox?.writer, let count = outbox?.count, count > 0 {
      try outbox?.acknowledge(through: connection.position(of: writer))
      if isSent, outbox?.count == count { return }
      isSent = try send(&outbox, &link, connection, 0) == .sent
      if !isSent, outbox?.count == count { return }
    }
  }
}
