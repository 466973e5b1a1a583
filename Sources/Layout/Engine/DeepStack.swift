#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Additional stacks, for trees that are too deep for the current thread's stack.
enum DeepStack {
  /// The number of box levels for each stack: few enough for a thread with a 512 KB stack, in
  /// a release build.
  static let levels = 160

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private static let bytes = 8 << 20

    /// Runs a closure on the stack of a new thread, while the current thread waits. If no thread
    /// can be created, runs it on the current one.
    static func run(_ body: () -> Void) {
      withoutActuallyEscaping(body) { body in
        var call: () -> Void = body
        withUnsafeMutablePointer(to: &call) { pointer in
          if !runOnThread(UnsafeMutableRawPointer(pointer)) { body() }
        }
      }
    }

    /// - Returns: whether the thread was created. The thread has ended when the function returns.
    private static func runOnThread(_ call: UnsafeMutableRawPointer) -> Bool {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, bytes)
      #if canImport(Darwin) || canImport(Musl)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let result = pthread_create(
        &thread, &attributes,
        { call in
          // The pointer is not optional on Darwin.
          (call as UnsafeMutableRawPointer?)?.assumingMemoryBound(to: (() -> Void).self).pointee()
          return nil
        }, call)
      pthread_attr_destroy(&attributes)
      guard result == 0 else { return false }
      #if canImport(Darwin) || canImport(Musl)
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
