import Testing

/// A Markdown text and the HTML of its tree.
struct MarkdownCase: Sendable, CustomTestStringConvertible {
  let section: String
  let markdown: String
  let html: String

  var testDescription: String { "\(section): \(markdown.debugDescription)" }

  static let blocks: [MarkdownCase] = [
    cases(
      "Thematic breaks",
      ("---\n", "<hr />\n"), ("* * *\n", "<hr />\n"), ("  _____  \n", "<hr />\n"),
      ("--\n", "<p>--</p>\n"), ("-_-\n", "<p>-_-</p>\n"),
      ("- - -x\n", "<ul>\n<li>\n<ul>\n<li>-x</li>\n</ul>\n</li>\n</ul>\n"),
      ("one\n***\ntwo\n", "<p>one</p>\n<hr />\n<p>two</p>\n"),
      ("- one\n***\n", "<ul>\n<li>one</li>\n</ul>\n<hr />\n")),
    cases(
      "ATX headings",
      ("# Mill\n", "<h1>Mill</h1>\n"), ("###### race\n", "<h6>race</h6>\n"),
      ("####### seven\n", "<p>####### seven</p>\n"), ("#tag\n", "<p>#tag</p>\n"),
      ("## closed ##\n", "<h2>closed</h2>\n"), ("## open #b\n", "<h2>open #b</h2>\n"),
      ("# c#\n", "<h1>c#</h1>\n"), ("#\n", "<h1></h1>\n"), ("### ###\n", "<h3></h3>\n"),
      ("   # three\n", "<h1>three</h1>\n"), ("    # four\n", "<pre><code># four\n</code></pre>\n"),
      ("text\n# ends it\n", "<p>text</p>\n<h1>ends it</h1>\n"),
      ("\\# none\n", "<p># none</p>\n"), ("# a *b*\n", "<h1>a <em>b</em></h1>\n")),
    cases(
      "Setext headings",
      ("Mill\n====\n", "<h1>Mill</h1>\n"), ("Race\n-\n", "<h2>Race</h2>\n"),
      ("two\nlines\n===\n", "<h1>two\nlines</h1>\n"), ("a\n= =\n", "<p>a\n= =</p>\n"),
      ("a\n\n===\n", "<p>a</p>\n<p>===</p>\n"),
      ("> q\n---\n", "<blockquote>\n<p>q</p>\n</blockquote>\n<hr />\n"),
      ("- i\n---\n", "<ul>\n<li>i</li>\n</ul>\n<hr />\n"), ("a\n    ---\n", "<p>a\n---</p>\n")),
    cases(
      "Indented code",
      ("    let x\n", "<pre><code>let x\n</code></pre>\n"),
      ("\ttab\n", "<pre><code>tab\n</code></pre>\n"),
      ("    a\n\n\n    b\n", "<pre><code>a\n\n\nb\n</code></pre>\n"),
      ("      deep\n", "<pre><code>  deep\n</code></pre>\n"),
      ("text\n    goes on\n", "<p>text\ngoes on</p>\n"),
      ("    code\ntext\n", "<pre><code>code\n</code></pre>\n<p>text</p>\n"),
      ("    *plain*\n    <b>\n", "<pre><code>*plain*\n&lt;b&gt;\n</code></pre>\n")),
    cases(
      "Fenced code",
      ("```\na\n```\n", "<pre><code>a\n</code></pre>\n"),
      ("~~~ swift x\nlet\n~~~\n", "<pre><code class=\"language-swift\">let\n</code></pre>\n"),
      ("````\n```\n````\n", "<pre><code>```\n</code></pre>\n"),
      ("```\nopen\n", "<pre><code>open\n</code></pre>\n"), ("```\n", "<pre><code></code></pre>\n"),
      ("```\n\n  \n```\n", "<pre><code>\n  \n</code></pre>\n"),
      ("  ```\n   a\n b\n  ```\n", "<pre><code> a\nb\n</code></pre>\n"),
      ("``` a`b\n", "<p>``` a`b</p>\n"),
      ("~~~\na\n```\n~~~\n", "<pre><code>a\n```\n</code></pre>\n"),
      (
        "> ```\n> in\nout\n",
        "<blockquote>\n<pre><code>in\n</code></pre>\n</blockquote>\n<p>out</p>\n"
      ),
      ("a\n```\nb\n```\nc\n", "<p>a</p>\n<pre><code>b\n</code></pre>\n<p>c</p>\n"),
      ("~~~ a&amp;b\n~~~\n", "<pre><code class=\"language-a&amp;b\"></code></pre>\n")),
    cases(
      "Paragraphs",
      ("one\ntwo\n\nthree\n", "<p>one\ntwo</p>\n<p>three</p>\n"), ("  a\n b\n", "<p>a\nb</p>\n"),
      ("a   \n", "<p>a</p>\n"), ("\n\na\n\n\n", "<p>a</p>\n"), ("", ""), ("a", "<p>a</p>\n"),
      ("a\r\nb\rc\n", "<p>a\nb\nc</p>\n"), ("a\u{0}b\n", "<p>a\u{FFFD}b</p>\n")),
    cases(
      "Quotes",
      ("> a\n> b\n", "<blockquote>\n<p>a\nb</p>\n</blockquote>\n"),
      (">a\nlazy\n", "<blockquote>\n<p>a\nlazy</p>\n</blockquote>\n"),
      (
        "> a\n\n> b\n",
        "<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>\n"
      ),
      (">\n", "<blockquote>\n</blockquote>\n"),
      (
        "> > deep\n> less\n",
        "<blockquote>\n<blockquote>\n<p>deep\nless</p>\n</blockquote>\n</blockquote>\n"
      ),
      ("> - i\nno\n", "<blockquote>\n<ul>\n<li>i\nno</li>\n</ul>\n</blockquote>\n"),
      ("> # h\n", "<blockquote>\n<h1>h</h1>\n</blockquote>\n"),
      (">     c\n", "<blockquote>\n<pre><code>c\n</code></pre>\n</blockquote>\n"),
      ("a\n> b\n", "<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n")),
    cases(
      "Lists",
      ("- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
      ("- a\n\n- b\n", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n"),
      ("7. a\n8. b\n", "<ol start=\"7\">\n<li>a</li>\n<li>b</li>\n</ol>\n"),
      ("1) a\n2. b\n", "<ol>\n<li>a</li>\n</ol>\n<ol start=\"2\">\n<li>b</li>\n</ol>\n"),
      ("- a\n+ b\n", "<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>\n"),
      ("- a\n  - b\n", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n"),
      ("- a\n\n  b\n", "<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>\n"),
      ("- a\n\n b\n", "<ul>\n<li>a</li>\n</ul>\n<p>b</p>\n"),
      ("-\n  a\n", "<ul>\n<li>a</li>\n</ul>\n"),
      ("-\n\n  a\n", "<ul>\n<li></li>\n</ul>\n<p>a</p>\n"),
      ("-a\n", "<p>-a</p>\n"), ("a\n2. b\n", "<p>a\n2. b</p>\n"),
      ("a\n1. b\n", "<p>a</p>\n<ol>\n<li>b</li>\n</ol>\n"), ("a\n-\n", "<h2>a</h2>\n"),
      ("a\n*\n", "<p>a\n*</p>\n"), ("1234567890. a\n", "<p>1234567890. a</p>\n"),
      ("0. a\n", "<ol start=\"0\">\n<li>a</li>\n</ol>\n"),
      ("-     c\n", "<ul>\n<li>\n<pre><code>c\n</code></pre>\n</li>\n</ul>\n"),
      (
        "- ```\n  a\n\n\n  b\n  ```\n- c\n",
        "<ul>\n<li>\n<pre><code>a\n\n\nb\n</code></pre>\n</li>\n<li>c</li>\n</ul>\n"
      ),
      (
        "- a\n  > q\n- b\n",
        "<ul>\n<li>a\n<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n<li>b</li>\n</ul>\n"
      )),
    cases(
      "Definitions",
      ("[m]: /mill\n\n[m]\n", "<p><a href=\"/mill\">m</a></p>\n"),
      ("[M  ill]\n\n[m ILL]: <a b> 'T'\n", "<p><a href=\"a%20b\" title=\"T\">M  ill</a></p>\n"),
      ("[a]: /1\n[a]: /2\n\n[a]\n", "<p><a href=\"/1\">a</a></p>\n"),
      ("[a]:\n/u\n'two\nlines'\n\n[a]\n", "<p><a href=\"/u\" title=\"two\nlines\">a</a></p>\n"),
      ("[a]: /u x\n", "<p>[a]: /u x</p>\n"), ("[a]: /u\nmore\n", "<p>more</p>\n"),
      ("text\n[a]: /u\n", "<p>text\n[a]: /u</p>\n"),
      ("[a]: /u \"t\" x\n", "<p>[a]: /u &quot;t&quot; x</p>\n"),
      ("> [a]: /u\n\n[a]\n", "<blockquote>\n</blockquote>\n<p><a href=\"/u\">a</a></p>\n"),
      ("[a]: <>\n\n[a]\n", "<p><a href=\"\">a</a></p>\n"), ("[]: /u\n", "<p>[]: /u</p>\n"),
      ("[a]: /u\n===\n", "<p>===</p>\n")),
    cases(
      "Tables",
      ("| a | b |\n| - | - |\n| 1 | 2 |\n", table(["a", "b"], [["1", "2"]])),
      ("a | b\n--|--\n1\n1|2|3\n", table(["a", "b"], [["1", ""], ["1", "2"]])),
      ("| a |\n| - |\n\nend\n", table(["a"], []) + "<p>end</p>\n"),
      ("before\n| a |\n| - |\n", "<p>before</p>\n" + table(["a"], [])),
      ("| a | b |\n| - |\n", "<p>| a | b |\n| - |</p>\n"), ("a\n-:\n", "<p>a\n-:</p>\n"),
      ("| `x\\|y` |\n| - |\n", table(["<code>x|y</code>"], [])),
      (
        "| *a* |\n| - |\n> q\n",
        table(["<em>a</em>"], []) + "<blockquote>\n<p>q</p>\n</blockquote>\n"
      ),
      (
        "|a|b|c|\n|:-|:-:|-:|\n",
        "<table>\n<thead>\n<tr>\n<th align=\"left\">a</th>\n<th align=\"center\">b</th>\n"
          + "<th align=\"right\">c</th>\n</tr>\n</thead>\n</table>\n"
      )),
  ].flatMap(\.self)

  static let inlines: [MarkdownCase] = [
    cases(
      "Escapes and entities",
      ("\\*a\\*", "<p>*a*</p>\n"), ("\\a \\\\", "<p>\\a \\</p>\n"),
      ("`\\`", "<p><code>\\</code></p>\n"),
      ("&copy;&hearts;&alpha;&nope;", "<p>©♥α&amp;nope;</p>\n"),
      ("&#35;&#x41;&#0;&#xD800;", "<p>#A\u{FFFD}\u{FFFD}</p>\n"),
      ("&#42;a&#42;", "<p>*a*</p>\n"), ("&copy", "<p>&amp;copy</p>\n"),
      ("[a](/&ouml; \"&quot;\")", "<p><a href=\"/%C3%B6\" title=\"&quot;\">a</a></p>\n")),
    cases(
      "Code spans",
      ("`a`", "<p><code>a</code></p>\n"), ("`` a`b ``", "<p><code>a`b</code></p>\n"),
      ("`  a `", "<p><code> a</code></p>\n"), ("` `", "<p><code> </code></p>\n"),
      ("`a\nb`", "<p><code>a b</code></p>\n"), ("`a", "<p>`a</p>\n"), ("``a`", "<p>``a`</p>\n"),
      ("*a`*`", "<p>*a<code>*</code></p>\n"),
      ("`<b>&amp;`", "<p><code>&lt;b&gt;&amp;amp;</code></p>\n")),
    cases(
      "Emphasis",
      ("*a* _b_", "<p><em>a</em> <em>b</em></p>\n"),
      ("**a** __b__", "<p><strong>a</strong> <strong>b</strong></p>\n"),
      ("***a***", "<p><em><strong>a</strong></em></p>\n"), ("a*b*c", "<p>a<em>b</em>c</p>\n"),
      ("a_b_c", "<p>a_b_c</p>\n"), ("* a *x", "<ul>\n<li>a *x</li>\n</ul>\n"),
      ("a * b *", "<p>a * b *</p>\n"),
      ("**a*", "<p>*<em>a</em></p>\n"), ("*a**", "<p><em>a</em>*</p>\n"),
      ("*a **b***", "<p><em>a <strong>b</strong></em></p>\n"),
      ("*a _b* c_", "<p><em>a _b</em> c_</p>\n"), ("*(*a*)*", "<p><em>(<em>a</em>)</em></p>\n"),
      ("*a\nb*", "<p><em>a\nb</em></p>\n"), ("**«a»**b", "<p>**«a»**b</p>\n"),
      ("*£*a", "<p>*£*a</p>\n")),
    cases(
      "Strikethrough",
      ("~~a~~ ~b~", "<p><del>a</del> <del>b</del></p>\n"), ("b ~~~a~~~", "<p>b ~~~a~~~</p>\n"),
      ("~~a~", "<p>~~a~</p>\n"), ("~~*a*~~", "<p><del><em>a</em></del></p>\n"),
      ("~~ a~~", "<p>~~ a~~</p>\n")),
    cases(
      "Links",
      ("[a](/u)", "<p><a href=\"/u\">a</a></p>\n"),
      ("[a](/u 't')", "<p><a href=\"/u\" title=\"t\">a</a></p>\n"),
      ("[a]()", "<p><a href=\"\">a</a></p>\n"), ("[a](<b c>)", "<p><a href=\"b%20c\">a</a></p>\n"),
      ("[a](b c)", "<p>[a](b c)</p>\n"), ("[a](b(c)d)", "<p><a href=\"b(c)d\">a</a></p>\n"),
      ("[a] (/u)", "<p>[a] (/u)</p>\n"), ("[*a*](/u)", "<p><a href=\"/u\"><em>a</em></a></p>\n"),
      ("[a [b](/1) c](/2)", "<p>[a <a href=\"/1\">b</a> c](/2)</p>\n"),
      ("*[a*](/u)", "<p>*<a href=\"/u\">a*</a></p>\n"),
      ("[a\\]](/u)", "<p><a href=\"/u\">a]</a></p>\n"),
      ("[a][B]\n\n[b]: /u", "<p><a href=\"/u\">a</a></p>\n"),
      ("[b][]\n\n[b]: /u", "<p><a href=\"/u\">b</a></p>\n"),
      ("[a][c]\n\n[a]: /u", "<p>[a][c]</p>\n"),
      ("[ß]\n\n[SS]: /u", "<p><a href=\"/u\">ß</a></p>\n"),
      ("[a](/u\n\"t\")", "<p><a href=\"/u\" title=\"t\">a</a></p>\n")),
    cases(
      "Images",
      ("![a *b*](/u 't')", "<p><img src=\"/u\" alt=\"a b\" title=\"t\" /></p>\n"),
      ("![a]\n\n[a]: /u", "<p><img src=\"/u\" alt=\"a\" /></p>\n"),
      ("[![a](/1)](/2)", "<p><a href=\"/2\"><img src=\"/1\" alt=\"a\" /></a></p>\n"),
      ("![[a](/1)](/2)", "<p><img src=\"/2\" alt=\"a\" /></p>\n"),
      ("\\![a](/u)", "<p>!<a href=\"/u\">a</a></p>\n"),
      ("!a", "<p>!a</p>\n")),
    cases(
      "Autolinks",
      ("<https://a.b/?q=1>", "<p><a href=\"https://a.b/?q=1\">https://a.b/?q=1</a></p>\n"),
      ("<me@mill.example>", "<p><a href=\"mailto:me@mill.example\">me@mill.example</a></p>\n"),
      ("<a:b>", "<p>&lt;a:b&gt;</p>\n"), ("<https://a b>", "<p>&lt;https://a b&gt;</p>\n"),
      ("https://a.b", "<p>https://a.b</p>\n"), ("<me@-a.b>", "<p>&lt;me@-a.b&gt;</p>\n")),
    cases(
      "Line breaks",
      ("a  \nb", "<p>a<br />\nb</p>\n"), ("a\\\nb", "<p>a<br />\nb</p>\n"),
      ("a \nb", "<p>a\nb</p>\n"),
      ("a\n   b", "<p>a\nb</p>\n"), ("# a\\", "<h1>a\\</h1>\n"),
      ("*a  \nb*", "<p><em>a<br />\nb</em></p>\n")),
    cases(
      "HTML is text",
      ("<b>a</b>", "<p>&lt;b&gt;a&lt;/b&gt;</p>\n"),
      ("<div>\n*a*\n", "<p>&lt;div&gt;\n<em>a</em></p>\n"),
      ("<!-- a -->", "<p>&lt;!-- a --&gt;</p>\n")),
  ].flatMap(\.self)

  private static func cases(_ section: String, _ pairs: (String, String)...) -> [MarkdownCase] {
    pairs.map { MarkdownCase(section: section, markdown: $0.0, html: $0.1) }
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>\n" + cells.map { "<\(tag)>\($0)</\(tag)>\n" }.joined() + "</tr>\n"
    }
    let body = rows.map { row($0, "td") }.joined()
    return "<table>\n<thead>\n\(row(header, "th"))</thead>\n"
      + (rows.isEmpty ? "" : "<tbody>\n\(body)</tbody>\n") + "</table>\n"
  }
}
