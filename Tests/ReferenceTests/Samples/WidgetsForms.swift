import Millrace

/// Samples of forms, of fields for days, and of the choice of a file.
enum FormSamples {
  // sample: Form, FormField, FormBuilder
  struct NewTask: Component {
    @Local var title = ""
    @Local var due = ""
    let save: @MainActor (String) -> Void
    let close: @MainActor () -> Void

    var body: Node {
      Form(onSubmit: { save(title) }, onCancel: { close() }) {
        FormField("Title", error: title.isEmpty ? "needed" : nil) { TextField($title) }
        FormField("Due", hint: "fri, in 3 days") { TextField($due) }
        Button("Save") { save(title) }
      }
    }
  }
  // end

  // sample: Wizard, WizardStep, WizardBuilder
  struct SignUp: Component {
    @Local var step = 0
    @Local var name = ""
    @Local var plan = "Free"
    let create: @MainActor (String, String) -> Void

    var body: Node {
      Wizard(step: $step, onFinish: { create(name, plan) }) {
        WizardStep("Account") {
          FormField("Name", error: name.isEmpty ? "needed" : nil) { TextField($name) }
        }
        WizardStep("Plan") { Radio(["Free", "Team"], selection: $plan) { $0 } }
      }
    }
  }
  // end

  // sample: DateField
  struct DueDate: Component {
    let today: CalendarDay  // in a program, CalendarDay.local().day
    @Local var due: CalendarDay?

    var body: Node {
      Form {
        FormField("Due") { DateField($due, today: today) }
      }
    }
  }
  // end

  // sample: MonthView
  struct Calendar: Component {
    let today: CalendarDay
    let busyDays: Set<CalendarDay>
    @Local var day: CalendarDay?

    var body: Node {
      MonthView(selection: $day, today: today, isMarked: busyDays.contains)
    }
  }
  // end

  static func days() -> [CalendarDay] {
    // sample: CalendarDay
    let today = CalendarDay.local().day
    let nextWeek = today.advanced(by: 7)
    let deadline = CalendarDay("2026-11-27")  // nil if the text is not a day
    let daysLeft = deadline.map { today.distance(to: $0) }
    // end
    return [nextWeek] + (daysLeft.map { [today.advanced(by: $0)] } ?? [])
  }

  static func words() {
    // sample: DateWords
    /// The day of `next fri`, or what is wrong with the text.
    func reminder(_ text: String, today: CalendarDay) -> String {
      do {
        let words = try DateWords(text, today: today)
        return "due \(words.day)"
      } catch {
        return "“\(text)” \(error)"
      }
    }
    // end
  }

  // sample: FilePicker, FolderSource
  struct OpenFile: Component {
    @Local var folder = FileLocation("/home/ana/Recipes")
    let open: @MainActor (FileLocation) -> Void

    var body: Node {
      FilePicker(in: $folder, from: .system) { file in open(file) }
    }
  }
  // end

  static func source() -> FolderSource {
    // sample: FolderSource, FileEntry, FileLocation
    // A test does not read the files of the machine.
    let folders = FolderSource { folder in
      [
        FileEntry(folder.child(Array("Cakes".utf8)), isFolder: true),
        FileEntry(folder.child(Array("Bread.txt".utf8)), isFolder: false),
      ]
    }
    // end
    return folders
  }

  // sample: Breadcrumbs, FileLocation
  struct FolderPath: Component {
    @Local var folder = FileLocation("/home/ana/Recipes")

    var body: Node {
      let levels = folder.path
      Breadcrumbs(levels.map(\.name)) { folder = levels[$0] }
    }
  }
  // end
}

@MainActor let formScreens: [ScreenSample] = [
  ScreenSample("Form", columns: 44, rows: 5) { FormSamples.NewTask(save: { _ in }, close: {}) },
  ScreenSample("Wizard", columns: 44, rows: 6, keys: [.control("n")]) {
    FormSamples.SignUp { _, _ in }
  },
  ScreenSample("DateField", columns: 44, rows: 11, keys: [.tab, .enter]) {
    FormSamples.DueDate(today: sampleDay)
  },
  ScreenSample("MonthView", columns: 30, rows: 8, keys: [.tab, .right]) {
    FormSamples.Calendar(today: sampleDay, busyDays: [sampleDay.advanced(by: -3)])
  },
  // No picture of a file picker: it lists its folder in a task.
  ScreenSample("Breadcrumbs", columns: 40, rows: 1, keys: [.tab]) { FormSamples.FolderPath() },
]

private let sampleDay = CalendarDay(year: 2026, month: 11, day: 27)!
