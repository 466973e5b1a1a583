import MillraceRender
import MillraceTerminal
import MillraceWidgets
import Testing

@Suite("Styles")
struct StyleTests {
  @Test("each part of a style is stored independently of the others")
  func parts() {
    var style = Style(
      foreground: .rgb(255, 255, 255), background: .rgb(1, 2, 3),
      attributes: [.bold, .inverse, .strikethrough])
    #expect(style.foreground == .rgb(255, 255, 255))
    #expect(style.background == .rgb(1, 2, 3))
    #expect(style.attributes == [.bold, .inverse, .strikethrough])
    style.foreground = .default
    style.attributes = .dim
    #expect(style == Style(background: .rgb(1, 2, 3), attributes: .dim))
    style.background = .indexed(255)
    #expect(style.background == .indexed(255))
    #expect(style.foreground == .default)
  }

  @Test("over a base, default colours show the base's colours, and attributes are combined")
  func cascade() {
    let base = Style(foreground: .red, background: .blue, attributes: .bold)
    let top = Style(foreground: .green, attributes: .underline)
    #expect(
      top.over(base)
        == Style(foreground: .green, background: .blue, attributes: [.bold, .underline]))
    #expect(Style().over(base) == base)
    #expect(base.over(Style()) == base)
  }

  @Test(
    "a style without an underline inherits the kind of underline, and an underlined style does not")
  func underlineKinds() {
    var base = Style(attributes: .underline)
    base.underlineKind = .curly
    base.underlineColor = .red
    #expect(Style(foreground: .green).over(base).underlineKind == .curly)
    #expect(Style(attributes: .underline).over(base).underlineKind == .single)
    #expect(Style(attributes: .underline).over(base).underlineColor == .red)
    base.attributes = []
    #expect(base.reduced(to: .trueColor) == Style())
    #expect(base.onBlank == Style())
  }

  @Test("on a blank, attributes that would not be visible are ignored")
  func onBlank() {
    #expect(Style(foreground: .red, attributes: [.bold, .italic]).onBlank == Style())
    let underlined = Style(foreground: .red, background: .blue, attributes: .underline)
    #expect(underlined.onBlank == underlined)
    #expect(Style(foreground: .red, background: .blue).onBlank == Style(background: .blue))
  }

  @Test("a style is described in words")
  func description() {
    #expect("\(Style())" == "plain")
    #expect(
      "\(Style(foreground: .red, background: .blue, attributes: .bold))" == "bold red on blue")
  }

  @Test("a cell takes sixteen bytes")
  func size() {
    #expect(MemoryLayout<Cell>.stride == 16)
  }
}
