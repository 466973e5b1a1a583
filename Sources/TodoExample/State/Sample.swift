import MillraceDocument

extension TodoList {
  /// Makes sample items for demonstrations and measurements. The items are the same each time.
  /// - Parameters:
  ///   - count: The number of items.
  ///   - today: The day around which the items are due.
  static func sample(_ count: Int, today: CalendarDay) -> TodoList {
    let verbs = ["Call", "Write to", "Visit", "Thank", "Ask", "Remind", "Invite", "Answer"]
    let names = ["Ada", "Grace", "Edsger", "Barbara", "Donald", "Frances", "Alan"]
    let endings = ["", " +home", " @phone", " +work @desk", ""]
    // Only 280 strings are made, and the titles of a million items share them.
    let titles = (0..<280).map { index in
      "\(verbs[index % verbs.count]) \(names[index % names.count])\(endings[index % endings.count])"
    }
    let days = (-3...12).map { today.advanced(by: $0) }
    var list = TodoList()
    list.items = IdentifiedList(
      (0..<max(0, count)).lazy.map { index in
        let isDone = index % 5 == 4
        return Todo(
          id: TodoID(UInt64(index) + 1), title: titles[index % titles.count], isDone: isDone,
          priority: index % 6 == 0 ? Priority.all[index % 4] : nil,
          due: index % 3 == 0 ? Due(day: days[index % days.count]) : nil,
          created: days[0], completed: isDone ? days[2] : nil)
      })
    return list
  }
}
