/// A text as searches compare it: without case and diacritics. So `Über` is `uber`, `duong` is
/// `đường`, and composed letters equal decomposed ones, also in Hangul. A letter with a stroke
/// equals its base letter. Ligatures, `ß` and the vowel signs of Indic scripts stay as they are
/// encoded.
package struct FoldedText: Hashable, Sendable {
  /// Values to compare, not scalars to show.
  let units: [UInt32]

  package init(_ text: some StringProtocol) {
    var units: [UInt32] = []
    units.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { scalar.appendFolded(to: &units) }
    self.units = units
  }

  package var isEmpty: Bool { units.isEmpty }

  /// Whether the text begins with another one.
  package func starts(with other: FoldedText) -> Bool { units.starts(with: other.units) }

  /// Whether the text contains another one.
  /// - Complexity: O(*n* · *m*) in the lengths of both texts.
  package func contains(_ other: FoldedText) -> Bool {
    other.isEmpty || units.indices.contains { units[$0...].starts(with: other.units) }
  }
}

func lowercase(_ unit: UInt32) -> UInt32 { unit &- 0x41 < 26 ? unit | 0x20 : unit }

extension Unicode.Scalar {
  /// Appends the values with which a search compares this scalar: none for a combining mark.
  func appendFolded(to units: inout [UInt32]) {
    if isASCII { return units.append(lowercase(value)) }
    if case 0xAC00..<0xD7A4 = value {
      // A syllable of Hangul, as its letters (The Unicode Standard, chapter 3.12).
      let index = value - 0xAC00
      units += [0x1100 + index / 588, 0x1161 + index % 588 / 28]
      if index % 28 > 0 { units.append(0x11A7 + index % 28) }
      return
    }
    guard properties.canonicalCombiningClass == .notReordered else { return }
    let lower = properties.lowercaseMapping.unicodeScalars.first?.value ?? value
    let base = lower < baseLetters.count ? baseLetters[Int(lower)] : 0
    units.append(base == 0 ? lower : UInt32(base))
  }
}

/// The letter with which a search compares a letter, by scalar value; 0 if it is the letter itself.
/// The table contains most letters that Unicode decomposes into a base letter and marks, letters
/// with a stroke, `ı` and `ς`.
private let baseLetters: [UInt16] = {
  var bases = [UInt16](repeating: 0, count: 0x3100)
  // Each group begins with the base letter.
  for group in lettersByBase.split(separator: " ") {
    let scalars = Array(group.unicodeScalars)
    for scalar in scalars.dropFirst() {
      bases[Int(scalar.value)] = UInt16(truncatingIfNeeded: scalars[0].value)
    }
  }
  return bases
}()

private let lettersByBase = """
  aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ cçćĉċčḉ eèéêëēĕėęěȅȇȩɇḕḗḙḛḝẹẻẽếềểễệ iìíîïĩīĭįıǐȉȋɨḭḯỉị \
  nñńņňǹṅṇṉṋ oòóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ uùúûüũūŭůűųưǔǖǘǚǜȕȗʉṳṵṷṹṻụủứừửữự \
  yýÿŷȳɏẏẙỳỵỷỹ dďđḋḍḏḑḓ gĝğġģǥǧǵḡ hĥħȟḣḥḧḩḫẖ jĵǰɉ kķǩḱḳḵ lĺļľłƚḷḹḻḽ rŕŗřȑȓɍṙṛṝṟ sśŝşšșṡṣṥṧṩ \
  tţťŧțṫṭṯṱẗ wŵẁẃẅẇẉẘ zźżžƶẑẓẕ bƀḃḅḇ æǣǽ ʒǯ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ \
  εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ σς οόὀὁὂὃὄὅὸό \
  ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ ϒϓϔ ийѝӣӥ еѐёӗ гѓ ії кќ уўӯӱӳ ѵѷ жӂӝ аӑӓ әӛ зӟ оӧ өӫ эӭ чӵ ыӹ \
  اآأإ وؤ يئ ەۀ ہۂ ےۓ नऩ रऱ ळऴ कक़ खख़ गग़ जज़ डड़ ढढ़ फफ़ यय़ ডড় ঢঢ় যয় ਲਲ਼ ਸਸ਼ ਖਖ਼ ਗਗ਼ ਜਜ਼ ਫਫ਼ ଡଡ଼ ଢଢ଼ fḟ \
  mḿṁṃ pṕṗ vṽṿ xẋẍ ſẛ ρῤῥ かが きぎ くぐ けげ こご さざ しじ すず せぜ そぞ ただ ちぢ つづ てで とど はばぱ ひびぴ ふぶぷ へべぺ ほぼぽ \
  うゔ ゝゞ カガ キギ クグ ケゲ コゴ サザ シジ スズ セゼ ソゾ タダ チヂ ツヅ テデ トド ハバパ ヒビピ フブプ ヘベペ ホボポ ウヴ ワヷ ヰヸ ヱヹ ヲヺ ヽヾ
  """
