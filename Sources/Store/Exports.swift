// Who imports the store has its collections, too.
@_exported import MillraceIdentifiedList
