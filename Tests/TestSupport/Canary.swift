/// An object whose weak references show whether its owner is still alive.
package final class Canary: Sendable {
  package init() {}
}
