import MillraceMiddleware

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The functions of libpq, PostgreSQL's library for clients.
///
/// It is loaded when a program first connects, so that other programs need no libpq, and a build
/// needs neither its headers nor pkg-config. `init(from:)` lists the functions' names in libpq.
struct LibPQ: Sendable {
  typealias Text = UnsafePointer<CChar>
  typealias List = UnsafePointer<Text?>
  typealias Processor = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void
  typealias Action = @convention(c) @Sendable (OpaquePointer) -> Void
  typealias Getter = @convention(c) @Sendable (OpaquePointer) -> Int32

  // Functions of a connection.
  let connectStart: @convention(c) @Sendable (List, List, Int32) -> OpaquePointer?
  let setNoticeProcessor:
    @convention(c) @Sendable (OpaquePointer, Processor, OpaquePointer?) -> Processor?
  let setNonblocking: @convention(c) @Sendable (OpaquePointer, Int32) -> Int32
  let sendQuery:
    @convention(c) @Sendable (
      OpaquePointer, Text, Int32, OpaquePointer?, List, OpaquePointer?, OpaquePointer?, Int32
    ) -> Int32
  let connectPoll, socket, backendPID, flush, consumeInput, isBusy: Getter
  let errorMessage: @convention(c) @Sendable (OpaquePointer) -> Text?
  let getResult, notifies: @convention(c) @Sendable (OpaquePointer) -> OpaquePointer?
  let finish, freeMemory: Action
  // Functions of a result.
  let resultStatus, rowCount, columnCount: Getter
  let errorField: @convention(c) @Sendable (OpaquePointer, Int32) -> Text?
  let value: @convention(c) @Sendable (OpaquePointer, Int32, Int32) -> Text?
  let isNull, length: @convention(c) @Sendable (OpaquePointer, Int32, Int32) -> Int32
  let clear: Action

  // Values of libpq's enums.
  static let (pollingFailed, pollingReading): (Int32, Int32) = (0, 1)
  static let (pollingWriting, pollingOK): (Int32, Int32) = (2, 3)
  static let (commandOK, tuplesOK, fatalError): (Int32, Int32, Int32) = (1, 2, 7)

  /// The library, or the reason why it cannot be loaded. It is never unloaded.
  static let loaded = Result { () throws(ServerError) in
    try LibPQ(from: [
      "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
      "/usr/local/opt/libpq/lib/libpq.5.dylib",
      "/Applications/Postgres.app/Contents/Versions/latest/lib/libpq.5.dylib",
    ])
  }

  /// Loads the first of these libraries that the system finds and can load.
  init(from files: [String]) throws(ServerError) {
    let library = files.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
    func find<Function>(_ name: String) throws(ServerError) -> Function {
      guard let library, let symbol = dlsym(library, "PQ" + name) else {
        throw .unreachable(
          "install libpq: `apt install libpq5`, `dnf install libpq`, `brew install libpq`")
      }
      // Safe: the types above are those of libpq-fe.h, which do not change while the library's name
      // has the number 5. A C enum is an Int32 here, and a function pointer has the size of a
      // pointer.
      return unsafeBitCast(symbol, to: Function.self)
    }
    (connectStart, connectPoll) = (try find("connectStartParams"), try find("connectPoll"))
    (setNoticeProcessor, setNonblocking) = (
      try find("setNoticeProcessor"), try find("setnonblocking")
    )
    (sendQuery, flush, isBusy) = (
      try find("sendQueryParams"), try find("flush"), try find("isBusy")
    )
    (consumeInput, backendPID) = (try find("consumeInput"), try find("backendPID"))
    (errorMessage, getResult) = (try find("errorMessage"), try find("getResult"))
    (notifies, freeMemory, finish) = (try find("notifies"), try find("freemem"), try find("finish"))
    (resultStatus, errorField) = (try find("resultStatus"), try find("resultErrorField"))
    (rowCount, columnCount, clear) = (try find("ntuples"), try find("nfields"), try find("clear"))
    (value, isNull, length) = (try find("getvalue"), try find("getisnull"), try find("getlength"))
    socket = try find("socket")
  }
}
