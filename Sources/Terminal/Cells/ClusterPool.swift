/// Numbers for grapheme clusters of several scalars, so that a cell can hold one in a word.
///
/// A pool only grows: a number once given stays good for everyone who holds the pool, copies of a
/// grid and the painter among them. A grid that met too many clusters starts a new pool (see
/// `CellGrid`), which bounds the memory that endless different clusters can take.
package final class ClusterPool {
  package private(set) var clusters: [String] = []
  private var numbers: [String: Int] = [:]

  package init() {}

  package var count: Int { clusters.count }

  package subscript(index: Int) -> String { clusters[index] }

  /// The number of a cluster, a new one if it has none yet.
  ///
  /// Canonically equivalent clusters share one, as Swift's strings compare.
  package func number(of cluster: String) -> Int {
    if let known = numbers[cluster] { return known }
    clusters.append(cluster)
    numbers[cluster] = clusters.count - 1
    return clusters.count - 1
  }

  /// The number of a cluster that has one already.
  package func knownNumber(of cluster: String) -> Int? { numbers[cluster] }
}
