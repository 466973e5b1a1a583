// C functions without a cheap counterpart in the standard library: the running thread, a value for
// each thread, and standard error.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Returns the number of the running thread: never 0, and different from those of all other live
/// threads.
@usableFromInline
package func currentThread() -> UInt {
  #if canImport(Glibc)
    pthread_self()
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// A thread-specific address.
@usableFromInline
struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    if pthread_key_create(&key, nil) != 0 {
      programmerError("The process has no thread-specific key left. Use fewer of them.")
    }
    self.key = key
  }

  @usableFromInline var address: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

/// Prints a text to standard error as one line, with line breaks escaped.
package func printToStandardError(_ text: String) {
  let line = Array((onOneLine(text) + "\n").utf8)
  line.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(
        STDERR_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
