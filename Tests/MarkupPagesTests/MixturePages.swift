#if DEBUG
  import Millrace

  extension PairOfPages {
    /// Pages with combinations that the catalogue's pages do not have.
    static let mixtures = [
      PairOfPages(
        name: "branches", byHand: { ByHand.BranchesPage().node },
        markup: { BranchesPage().node }),
      PairOfPages(
        name: "loops", byHand: { ByHand.LoopsPage().node }, markup: { LoopsPage().node }),
      PairOfPages(
        name: "lines", byHand: { ByHand.LinesPage().node }, markup: { LinesPage().node }),
      PairOfPages(
        name: "places", byHand: { ByHand.PlacesPage().node }, markup: { PlacesPage().node }),
      PairOfPages(
        name: "parts", byHand: { ByHand.PartsPage().node }, markup: { PartsPage().node }),
    ]
  }
#endif
