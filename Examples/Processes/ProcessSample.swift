#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A process at one moment.
struct ProcessSample: Identifiable, Equatable, Sendable {
  let id: Int
  let name: String
  /// Of the processor, in hundredths of a second since it began.
  let ticks: Double
  let memory: Int
  /// Of one processor since the moment before, in percent.
  var share = 0.0

  /// - Parameter stat: `/proc/ID/stat`: see proc_pid_stat(5). The name, in parentheses, may hold anything.
  init?(_ stat: String) {
    guard let start = stat.firstIndex(of: "("), let end = stat.lastIndex(of: ")"), start < end,
      let id = Int(stat[..<start].dropLast())
    else { return nil }
    let fields = stat[end...].split(separator: " ")
    guard fields.count > 22, let user = Double(fields[12]), let system = Double(fields[13]),
      let pages = Int(fields[22])
    else { return nil }
    self.id = id
    name = String(stat[start..<end].dropFirst())
    ticks = user + system
    memory = pages * 4096
  }
}

/// All processes at one moment.
struct ProcessList: Equatable, Sendable {
  var samples: [ProcessSample] = []
  /// Seconds since the system began.
  var time = 0.0

  init() {}

  /// - Parameter folder: `/proc`, or one like it.
  /// - Throws: where there is no such folder.
  init(in folder: String) throws {
    let uptime = try String(contentsOfFile: folder + "/uptime", encoding: .utf8)
    time = uptime.split(separator: " ").first.flatMap { Double($0) } ?? 0
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names where Int(name) != nil {
      // One that has ended meanwhile is not there any more.
      let stat = try? String(contentsOfFile: "\(folder)/\(name)/stat", encoding: .utf8)
      if let sample = stat.flatMap(ProcessSample.init) { samples.append(sample) }
    }
    samples.sort { $0.id < $1.id }
  }

  /// Tells what part of the time since an older list each process has used.
  mutating func compare(with old: ProcessList) {
    let before = Dictionary(old.samples.map { ($0.id, $0.ticks) }) { first, _ in first }
    guard time > old.time else { return }
    for index in samples.indices {
      guard let ticks = before[samples[index].id] else { continue }
      samples[index].share = max(0, samples[index].ticks - ticks) / (time - old.time)
    }
  }
}
