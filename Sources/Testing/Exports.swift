// Who imports this can test a store, too.
@_exported import MillraceStoreTesting
