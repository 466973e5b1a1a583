/// Knows whether what was built with it is still alive.
package final class Canary: Sendable {
  package init() {}
}
