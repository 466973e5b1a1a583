import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import TodoExample

@Suite("Dates in plain words")
struct DateWordsTests {
  @Test(
    "dates in words are read relative to the current day",
    arguments: [
      ("today", "2026-11-25"), ("tod", "2026-11-25"), ("Tomorrow", "2026-11-26"),
      ("tom", "2026-11-26"), ("yesterday", "2026-11-24"),
      ("wed", "2026-12-02"), ("thu", "2026-11-26"), ("fri", "2026-11-27"),
      ("Friday", "2026-11-27"), ("tues", "2026-12-01"), ("sunday", "2026-11-29"),
      ("next mon", "2026-11-30"), ("next fri", "2026-12-04"), ("next sun", "2026-12-06"),
      ("next week", "2026-12-02"), ("next month", "2026-12-25"), ("next year", "2027-11-25"),
      ("in 3 days", "2026-11-28"), ("in 2 weeks", "2026-12-09"), ("in 1 month", "2026-12-25"),
      ("in a week", "2026-12-02"), ("3 days", "2026-11-28"), ("in 3d", "2026-11-28"),
      ("+3d", "2026-11-28"), ("3d", "2026-11-28"), ("2w", "2026-12-09"), ("1m", "2026-12-25"),
      ("1y", "2027-11-25"), ("0d", "2026-11-25"),
      ("eow", "2026-11-29"), ("end of week", "2026-11-29"), ("eom", "2026-11-30"),
      ("end of month", "2026-11-30"),
      ("27 nov", "2026-11-27"), ("nov 27", "2026-11-27"), ("November 27", "2026-11-27"),
      ("nov 27, 2027", "2027-11-27"), ("24 nov", "2027-11-24"), ("25 nov", "2026-11-25"),
      ("29 feb", "2028-02-29"), ("1 sept", "2027-09-01"),
      ("27.11.", "2026-11-27"), ("27.11", "2026-11-27"), ("1.2.2030", "2030-02-01"),
      ("2026-11-27", "2026-11-27"), ("  2026-11-27 ", "2026-11-27"),
      ("2026-11-27T09:00", "2026-11-27T09:00"), ("2026-11-27 09:00", "2026-11-27T09:00"),
      ("fri 9am", "2026-11-27T09:00"), ("tom 9:30pm", "2026-11-26T21:30"),
      ("in 3 days 9am", "2026-11-28T09:00"), ("today 21:00", "2026-11-25T21:00"),
      ("fri at 9", "2026-11-27T09:00"), ("at 9", "2026-11-25T09:00"),
      ("9 am", "2026-11-25T09:00"), ("12am", "2026-11-25T00:00"), ("12pm", "2026-11-25T12:00"),
      ("at 23:59", "2026-11-25T23:59"), ("27.11. at 9:05", "2026-11-27T09:05"),
      ("nov 27 2027 9am", "2027-11-27T09:00"), ("nov 27 at 9", "2026-11-27T09:00"),
      ("this fri", "2026-11-27"), ("this wed", "2026-11-25"), ("this mon", "2026-11-30"),
      ("on friday", "2026-11-27"), ("monday 9", "2026-11-30T09:00"), ("noon", "2026-11-25T12:00"),
      ("tomorrow noon", "2026-11-26T12:00"), ("tonight", "2026-11-25T20:00"),
      ("tonight 21:30", "2026-11-25T21:30"), ("eoy", "2026-12-31"), ("end of year", "2026-12-31"),
      ("dec 15th", "2026-12-15"), ("1st dec 9am", "2026-12-01T09:00"), ("22nd nov", "2027-11-22"),
      ("in two days", "2026-11-27"), ("in twelve weeks", "2027-02-17"),
      ("in 2 hours", "2026-11-25T12:00"), ("in an hour", "2026-11-25T11:00"),
      ("in 15 hours", "2026-11-26T01:00"), ("90 minutes", "2026-11-25T11:30"),
      ("2h", "2026-11-25T12:00"), ("28.11.26", "2026-11-28"), ("1.2.30", "2030-02-01"),
      ("2026/11/28", "2026-11-28"), ("28/11", "2026-11-28"), ("11/28", "2026-11-28"),
      ("11/28/26", "2026-11-28"), ("28/11/2026 9am", "2026-11-28T09:00"), ("3/3", "2027-03-03"),
    ])
  func understood(text: String, due: String) {
    #expect(Due(parsing: text, now: at())?.description == due)
  }

  @Test(
    "text that is not a date is rejected",
    arguments: [
      "", " ", "at", "9", "soon", "fr", "next", "next soon", "in", "in days", "in 3", "in 3 moons",
      "30 feb", "31.11.", "0.1.", "1.13.", "27.11.x", "27", "nov", "2026-13-01", "2026-11-27T24:00",
      "2026-11-27T9:00", "24:00", "9:60", "9:5", "13pm", "0am", "fri fri", "fri 25:00", "+", "+d",
      "99999d", "-3d", "٣d", "in ٣ days", "99999999999999999999 nov", "1 jan 99999",
      "30/30", "2026/13/01", "1/2/3", "this", "this noon", "in two", "two", "31/11", "29th", "2hh",
      "tomorrow tomorrow", "a week ago", "3d 3d", "x27 nov", "27 novx", "1.1.1.1", "in 8000 years",
      "9999y", "\0", "due:",
    ])
  func notUnderstood(text: String) { #expect(Due(parsing: text, now: at()) == nil) }

  @Test("a date with two readings is refused, with both")
  func ambiguous() throws {
    for text in ["12/1", "12/1 9am", "12/1/26"] {
      #expect(throws: DateWords.Problem.self) { try Due.read(text, now: at()) }
      #expect(Due(parsing: text, now: at()) == nil)
    }
    let problem = #expect(throws: DateWords.Problem.self) {
      try Due.read("12/1", now: at())
    }
    #expect(problem?.description == "is 12 Jan or 1 Dec: write one of them")
  }

  @Test("random text gives a valid date or none")
  func hostile() {
    let pieces = [
      "in", "next", "+", "9999", "9999y", "nov", "27", ".", ":", "am", "pm", "at", "9", "fri", "T",
      "-", "\"", "12/1", "two", "noon", "this", "hours", "15th", "28.11.26", "\u{301}", "👩‍👧",
      "\u{0}", "٣", " ", ",", "d", "w", "1.1.9999", "2026-11-27",
    ]
    for seed in 0..<rounds(120, long: 500) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let text = (0..<Int.random(in: 1...6, using: &generator))
        .map { _ in
          pieces.randomElement(using: &generator)! + (Bool.random(using: &generator) ? " " : "")
        }
        .joined()
      for now in [today, day("9999-12-31"), day("1583-01-01")] {
        guard let due = Due(parsing: text, now: Moment(day: now, minute: 600, milliseconds: 0))
        else { continue }
        if Due("\(due)") != due { Issue.record("seed \(seed): \(text) gives \(due)") }
      }
    }
    let long = String(repeating: "in 3 days ", count: rounds(20_000, long: 100_000))
    #expect(Due(parsing: long, now: at()) == nil)
  }

  @Test(
    "a due date is written in words relative to the day",
    arguments: [
      ("2026-11-25", "today"), ("2026-11-25T09:05", "today 09:05"), ("2026-11-26", "tomorrow"),
      ("2026-11-26T09:00", "tomorrow 09:00"), ("2026-11-24", "yesterday"), ("2026-11-27", "Fri"),
      ("2026-12-01", "Tue"), ("2026-12-02", "2 Dec"), ("2026-11-22", "3 days ago"),
      ("2026-10-26", "30 days ago"), ("2026-10-25", "25 Oct"), ("2027-11-27", "27 Nov 2027"),
      ("2025-11-27", "27 Nov 2025"),
    ])
  func said(due: String, words: String) { #expect(Due(due)?.words(today: today) == words) }

  @Test("the words of a future due date are read back")
  func roundTrip() {
    // Later, only the numbers and the month change.
    let days = Array(0...60) + stride(from: 61, through: 800, by: rounds(5, long: 1))
    for distance in days {
      let due = Due(day: today.advanced(by: distance), minute: distance % 3 == 0 ? distance : nil)
      let words = due.words(today: today)
      if Due(parsing: words, now: at()) != due { Issue.record("\(due): \(words)") }
    }
  }
}

@Suite("Due date")
struct DueTests {
  @Test("due dates are ordered by day, then by time, and a date without a time is at the day's end")
  func order() throws {
    let texts = [
      "2026-11-26T23:59", "2026-11-27T00:00", "2026-11-27T09:00", "2026-11-27", "2026-11-28",
    ]
    let dues = try texts.map { try #require(Due($0)) }
    #expect(dues.shuffled().sorted() == dues)
    #expect(dues.map(\.description) == texts)
    #expect(dues.map(\.minute) == [1_439, 0, 540, nil, nil])
  }

  @Test("a time outside of the day is rejected")
  func minutes() {
    for minute in [-1, 1_440, Int.max, Int.min] {
      #expect(Due(day: today, minute: minute).minute == nil)
    }
    for text in [
      "2026-11-27T", "2026-11-27T9:00", "2026-11-27T+9:00", "2026-11-27T09:60", "T09:00",
    ] {
      #expect(Due(text) == nil)
    }
  }

  @Test("the current moment has the local day")
  func now() {
    let (before, moment, after) = (CalendarDay.local().day, Moment.now, CalendarDay.local().day)
    #expect((before...after).contains(moment.day))
    #expect((0..<1_440).contains(moment.minute))
  }
}
