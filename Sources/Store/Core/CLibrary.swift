// C functions without a cheap counterpart in the standard library: the running thread's number, the
// time, thread-specific values, and standard error.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#else
  import Darwin
#endif

/// Returns the number of the running thread: never 0, and different from the numbers of all other
/// live threads.
@usableFromInline
package func currentThread() -> UInt {
  #if canImport(WASILibc)
    1
  #elseif canImport(Glibc)
    pthread_self()
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// Returns the system's time since 1970-01-01 00:00 UTC.
package func timeSince1970() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
}

/// A variable that holds a separate address for each thread.
@usableFromInline
struct ThreadSlot: Sendable {
  #if canImport(WASILibc)
    // Safe: the program has one thread.
    nonisolated(unsafe) private let cell = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(
      capacity: 1)

    init() { cell.initialize(to: nil) }

    @usableFromInline var address: UnsafeMutableRawPointer? {
      get { cell.pointee }
      nonmutating set { cell.pointee = newValue }
    }
  #else
    private let key: pthread_key_t

    init() {
      var key = pthread_key_t()
      if pthread_key_create(&key, nil) != 0 {
        programmerError("The process has no thread-specific keys left. Create fewer of them.")
      }
      self.key = key
    }

    @usableFromInline var address: UnsafeMutableRawPointer? {
      get { pthread_getspecific(key) }
      nonmutating set { pthread_setspecific(key, newValue) }
    }
  #endif
}

/// Prints a text to standard error as one line, with line breaks escaped.
package func printToStandardError(_ text: String) {
  let line = Array((onOneLine(text) + "\n").utf8)
  line.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(
        STDERR_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
