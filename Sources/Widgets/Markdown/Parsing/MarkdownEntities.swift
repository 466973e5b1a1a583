/// The supported named entities: those of HTML 4, and `&apos;`. The 1,900 others of HTML 5 are left
/// as written.
enum MarkdownEntities {
  static let all: [String: String] = {
    var all: [String: String] = [:]
    for run in runs.split(separator: ";") {
      let words = run.split(separator: " ")
      guard var value = words.first.flatMap({ UInt32($0, radix: 16) }) else { continue }
      for name in words.dropFirst() {
        // A "." is a code point without a name.
        if name != ".", let scalar = Scalar(value) { all[String(name)] = String(scalar) }
        value += 1
      }
    }
    return all
  }()

  /// Runs of names for consecutive scalars. Each run follows the code of its first scalar.
  private static let runs = """
    22 quot . . . amp apos; 3C lt . gt; A0 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy \
    reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve \
    Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
    auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde \
    ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml; 152 OElig oelig; 160 Scaron scaron; 178 Yuml; 192 \
    fnof; 2C6 circ; 2DC tilde; 391 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron \
    Pi Rho . Sigma Tau Upsilon Phi Chi Psi Omega; 3B1 alpha beta gamma delta epsilon zeta eta theta iota kappa \
    lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega; 3D1 thetasym upsih . . . piv; 2002 \
    ensp emsp; 2009 thinsp; 200C zwnj zwj lrm rlm; 2013 ndash mdash; 2018 lsquo rsquo sbquo . ldquo rdquo bdquo . \
    dagger Dagger bull; 2026 hellip; 2030 permil . prime Prime; 2039 lsaquo rsaquo; 203E oline; 2044 frasl; 20AC \
    euro; 2111 image; 2118 weierp; 211C real; 2122 trade; 2135 alefsym; 2190 larr uarr rarr darr harr; 21B5 crarr; \
    21D0 lArr uArr rArr dArr hArr; 2200 forall . part exist . empty . nabla isin notin . ni . . . prod . sum minus; \
    2217 lowast . . radic . . prop infin . ang; 2227 and or cap cup int; 2234 there4; 223C sim; 2245 cong . . asymp; \
    2260 ne equiv . . le ge; 2282 sub sup nsub . sube supe; 2295 oplus . otimes; 22A5 perp; 22C5 sdot; 2308 lceil \
    rceil lfloor rfloor; 27E8 lang rang; 25CA loz; 2660 spades . . clubs . hearts diams
    """
}
