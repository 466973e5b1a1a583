#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum SignalAction {
  /// What is called when `SA_SIGINFO` is among the flags.
  package typealias Handler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
  /// What is called otherwise.
  package typealias ShortHandler = @convention(c) (Int32) -> Void
}

/// The C libraries call the handler by different names.
extension sigaction {
  /// What is called; it lies in the same place as a handler of the other kind.
  var handler: SignalAction.Handler? {
    get {
      #if canImport(Darwin)
        __sigaction_u.__sa_sigaction
      #elseif canImport(Glibc)
        __sigaction_handler.sa_sigaction
      #else
        __sa_handler.sa_sigaction
      #endif
    }
    set {
      #if canImport(Darwin)
        __sigaction_u.__sa_sigaction = newValue
      #elseif canImport(Glibc)
        __sigaction_handler.sa_sigaction = newValue
      #else
        __sa_handler.sa_sigaction = newValue
      #endif
    }
  }

  /// The handler of either kind as a number.
  var address: UInt { unsafeBitCast(handler, to: UInt.self) }
}
