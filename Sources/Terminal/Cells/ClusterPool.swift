/// Numbers the grapheme clusters of several scalars and the linked texts, so that a cell can store
/// either in one word.
///
/// A pool only grows: a number stays valid for everything that uses the pool, such as copies of a
/// grid and the painter. A grid with too many clusters starts a new pool (see `CellGrid`), which
/// limits the memory for an endless stream of different clusters.
package final class ClusterPool {
  package struct Entry: Hashable {
    package var text: String
    /// The link target, as returned by `safeLink(_:)`.
    package var link: String?

    /// Compares the bytes, because canonically equivalent texts may differ in width.
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

  /// The number of an entry; adds the entry if it is new.
  package func number(of entry: Entry) -> Int {
    if let known = numbers[entry] { return known }
    entries.append(entry)
    numbers[entry] = entries.count - 1
    return entries.count - 1
  }

  /// The number of an entry, if it is in the pool.
  package func existingNumber(of entry: Entry) -> Int? { numbers[entry] }
}

/// An address that is safe to send to a terminal: printable ASCII, with all other bytes
/// percent-encoded.
///
/// - Returns: nil for an empty address, or one that is too long for terminals: VTE's limit is 2,083
///   bytes.
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
