/// Numbers for what one scalar does not say: grapheme clusters of several scalars, and linked text. So a
/// cell can hold either in a word.
///
/// A pool only grows: a number once given stays good for everyone who holds the pool, copies of a
/// grid and the painter among them. A grid that met too many clusters starts a new pool (see
/// `CellGrid`), which bounds the memory that endless different clusters can take.
package final class ClusterPool {
  package struct Entry: Hashable {
    package var text: String
    /// Where the text leads, as `safeLink(_:)` has passed it.
    package var link: String?

    /// By their bytes: what is canonically equivalent may be shown in other columns.
    package static func == (first: Entry, second: Entry) -> Bool {
      first.link == second.link && first.text.utf8.elementsEqual(second.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  private var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]

  package init() {}

  package var count: Int { entries.count }

  package subscript(index: Int) -> Entry { entries[index] }

  /// The number of an entry, a new one if it has none yet.
  package func number(of entry: Entry) -> Int {
    if let known = numbers[entry] { return known }
    entries.append(entry)
    numbers[entry] = entries.count - 1
    return entries.count - 1
  }

  /// The number of an entry that has one already.
  package func knownNumber(of entry: Entry) -> Int? { numbers[entry] }
}

/// An address as it may be sent to a terminal: printable ASCII, with everything else percent-encoded.
///
/// - Returns: nil where there is no address, or one that terminals would not take: VTE's limit is 2,083 bytes.
func safeLink(_ address: String) -> String? {
  var bytes: [UInt8] = []
  for byte in address.utf8 {
    if byte > 0x20, byte < 0x7F {
      bytes.append(byte)
    } else {
      let digits = Array("0123456789ABCDEF".utf8)
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    if bytes.count > 2000 { return nil }
  }
  return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
