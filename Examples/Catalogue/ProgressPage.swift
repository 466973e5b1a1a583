import Millrace

struct ProgressPage: Component {
  @Local private var done = 3
  private let total = 8

  var body: Node {
    Column(gap: 1) {
      ProgressBar(done: done, of: total)
      Row(gap: 1) {
        Text("Copying")
        ProgressBar(done: done, of: total, showsPercent: true).grow()
      }
      Row(gap: 1) {
        Button("Less") { done = max(0, done - 1) }
        Button("More") { done = min(total, done + 1) }
      }
    }
  }
}
