// The system's C library is imported for `pthread_self` alone: the standard library has no cheap
// name for the thread that is running, and a store needs one to tell a reducer's nested call (a
// deadlock) from another thread's (a wait).
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A number for the running thread: never 0, and unlike that of any other thread alive.
@usableFromInline
func currentThread() -> UInt {
  #if canImport(Glibc)
    pthread_self()
  #else
    UInt(bitPattern: pthread_self())
  #endif
}
