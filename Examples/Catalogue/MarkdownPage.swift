import Millrace

struct MarkdownPage: Component {
  private static let text = """
    # Millet bread

    Bake *slowly*, at **180 °C**; see [the notes](https://example.org/bread).

    1. Mix:
       - flour
       - water, ~~milk~~
    2. Wait for `30 min`.

    | Grain | Grams | Note |
    |:------|------:|------|
    | Millet | 200 | ground |
    | Wheat | 1000 | white, or half of it whole |

    > Old millers said: *twice*.

    ```swift
    let minutes = 30 + Int.random(in: 0...10) // more for a large one
    ```
    """

  var body: Node {
    ScrollView { Markdown(Self.text) }.grow()
  }
}
