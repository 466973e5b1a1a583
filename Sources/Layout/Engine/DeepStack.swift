#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// More stack than the thread has, for trees that are deeper than any stack.
enum DeepStack {
  /// How many levels of boxes one stack carries: few enough for the 512 KB of a small thread.
  static let levels = 160

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private static let bytes = 8 << 20

    /// Calls a body on the stack of a new thread, while this one waits. Where there is no thread to
    /// be had, on this one's.
    static func run(_ body: () -> Void) {
      withoutActuallyEscaping(body) { body in
        var call: () -> Void = body
        withUnsafeMutablePointer(to: &call) { pointer in
          if !runOnThread(UnsafeMutableRawPointer(pointer)) { body() }
        }
      }
    }

    /// - Returns: whether the thread could be made; then it has come to its end.
    private static func runOnThread(_ call: UnsafeMutableRawPointer) -> Bool {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, bytes)
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let result = pthread_create(
        &thread, &attributes,
        { call in
          // Not optional with Darwin.
          (call as UnsafeMutableRawPointer?)?.assumingMemoryBound(to: (() -> Void).self).pointee()
          return nil
        }, call)
      pthread_attr_destroy(&attributes)
      guard result == 0 else { return false }
      #if canImport(Darwin)
        if let thread { pthread_join(thread, nil) }
      #else
        pthread_join(thread, nil)
      #endif
      return true
    }
  #else
    static func run(_ body: () -> Void) { body() }
  #endif
}
