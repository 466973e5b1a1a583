@testable import MillraceWidgets

/// Writes a Markdown tree as HTML in the form of CommonMark's examples.
enum MarkdownHTML {
  static func html(_ blocks: [MarkdownBlock], isTight: Bool = false) -> String {
    blocks.map { html($0, isTight: isTight) }.joined()
  }

  private static func html(_ block: MarkdownBlock, isTight: Bool) -> String {
    switch block {
    case .heading(let level, let parts): "<h\(level)>\(html(parts))</h\(level)>\n"
    case .paragraph(let parts): isTight ? html(parts) + "\n" : "<p>\(html(parts))</p>\n"
    case .code(let text, let info):
      "<pre><code\(language(info))>\(escaped(text))</code></pre>\n"
    case .quote(let blocks): "<blockquote>\n\(html(blocks))</blockquote>\n"
    case .list(let list): html(list)
    case .table(let table): html(table)
    case .thematicBreak: "<hr />\n"
    }
  }

  private static func language(_ info: String) -> String {
    let word = info.prefix { !$0.isWhitespace }
    return word.isEmpty ? "" : " class=\"language-\(escaped(String(word)))\""
  }

  private static func html(_ list: MarkdownList) -> String {
    let items = list.items.map { blocks in
      var item = "<li>"
      for (index, block) in blocks.enumerated() {
        if case .paragraph = block, list.isTight {
          let text = html(block, isTight: true)
          // The text of a tight item is on the item's line.
          item += index == blocks.count - 1 ? String(text.dropLast()) : text
        } else {
          if !item.hasSuffix("\n") { item += "\n" }
          item += html(block, isTight: false)
        }
      }
      return item + "</li>\n"
    }
    let (open, close) =
      switch list.start {
      case nil: ("<ul>", "</ul>")
      case 1: ("<ol>", "</ol>")
      case let start?: ("<ol start=\"\(start)\">", "</ol>")
      }
    return "\(open)\n\(items.joined())\(close)\n"
  }

  private static func html(_ table: MarkdownTable) -> String {
    func row(_ cells: [[MarkdownInline]], _ tag: String) -> String {
      let cells = zip(cells, table.alignments).map { cell, alignment in
        let name: String? =
          switch alignment {
          case .leading: "left"
          case .center: "center"
          case .trailing: "right"
          case nil: nil
          }
        return "<\(tag)\(name.map { " align=\"\($0)\"" } ?? "")>\(html(cell))</\(tag)>\n"
      }
      return "<tr>\n\(cells.joined())</tr>\n"
    }
    let body = table.rows.map { row($0, "td") }.joined()
    return "<table>\n<thead>\n\(row(table.header, "th"))</thead>\n"
      + (body.isEmpty ? "" : "<tbody>\n\(body)</tbody>\n") + "</table>\n"
  }

  static func html(_ parts: [MarkdownInline]) -> String {
    parts.map { part in
      switch part {
      case .text(let text): escaped(text)
      case .code(let text): "<code>\(escaped(text))</code>"
      case .emphasis(let parts): "<em>\(html(parts))</em>"
      case .strong(let parts): "<strong>\(html(parts))</strong>"
      case .strikethrough(let parts): "<del>\(html(parts))</del>"
      case .link(let parts, let address, let title):
        "<a href=\"\(encoded(address))\"\(attribute(title))>\(html(parts))</a>"
      case .image(let text, let address, let title):
        "<img src=\"\(encoded(address))\" alt=\"\(escaped(text))\"\(attribute(title)) />"
      case .lineBreak: "<br />\n"
      case .softBreak: "\n"
      }
    }.joined()
  }

  private static func attribute(_ title: String) -> String {
    title.isEmpty ? "" : " title=\"\(escaped(title))\""
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Encodes the characters that a URL cannot have, as the reference implementation does.
  private static func encoded(_ address: String) -> String {
    let allowed = Set(";/?:@&=+$,-_.!~*'()#%".utf8)
    var result = ""
    for byte in address.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80, allowed.contains(byte) || scalar.isASCIILetter || scalar.isASCIIDigit {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return escaped(result)
  }
}
