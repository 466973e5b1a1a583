#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A process at one point in time.
struct ProcessSample: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  let name: String
  /// The processor time since the process started, in hundredths of a second.
  let ticks: Double
  let memory: Int
  /// The use of one processor since the previous sample, in percent.
  var share = 0.0

  /// - Parameter stat: The contents of `/proc/ID/stat`: see proc_pid_stat(5). The name, in
  ///   parentheses, may contain any characters.
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

/// All processes at one point in time.
struct ProcessList: Codable, Equatable, Sendable {
  var samples: [ProcessSample] = []
  /// The time since the system started, in seconds.
  var time = 0.0

  init() {}

  /// - Parameter folder: `/proc`, or a folder with the same structure.
  /// - Throws: An error if the folder does not exist or cannot be read.
  init(in folder: String) throws {
    let uptime = try String(contentsOfFile: folder + "/uptime", encoding: .utf8)
    time = uptime.split(separator: " ").first.flatMap { Double($0) } ?? 0
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names where Int(name) != nil {
      // The process may have ended meanwhile.
      let stat = try? String(contentsOfFile: "\(folder)/\(name)/stat", encoding: .utf8)
      if let sample = stat.flatMap(ProcessSample.init) { samples.append(sample) }
    }
    samples.sort { $0.id < $1.id }
  }

  /// Computes each process's share of processor time since an older list.
  mutating func compare(with old: ProcessList) {
    let before = Dictionary(old.samples.map { ($0.id, $0.ticks) }) { first, _ in first }
    guard time > old.time else { return }
    for index in samples.indices {
      guard let ticks = before[samples[index].id] else { continue }
      samples[index].share = max(0, samples[index].ticks - ticks) / (time - old.time)
    }
  }
}
