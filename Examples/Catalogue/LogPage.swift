import Millrace

struct LogPage: Component {
  @Local private var lines = LogLines((1...200).map(line))
  @Local private var filter = ""

  var body: Node {
    Column {
      Row(gap: 1) {
        Text("Filter").truncate().shrink(0)
        TextField($filter, placeholder: "all lines").grow()
        Button("20 more") {
          for number in lines.endIndex + 1...lines.endIndex + 20 { lines.append(Self.line(number)) }
        }
      }
      .shrink(0)
      Log(lines, label: "Requests", filter: filter.isEmpty ? nil : .text(filter))
      Text("In the log: w wraps, / finds, End follows it.").style(\.muted).truncate().shrink(0)
    }
    .grow()
  }

  private static func line(_ number: Int) -> String {
    let level = number % 7 == 0 ? "\u{1B}[31mERROR\u{1B}[0m" : "\u{1B}[32mINFO\u{1B}[0m "
    return
      "\(level) request \(number) took \u{1B}[1m\(number * 37 % 500) ms\u{1B}[0m for /items/\(number % 13)"
  }
}
