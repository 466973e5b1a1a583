import TodoExample

@main
struct Main {
  static func main() async { await TodoProgram.main() }
}
