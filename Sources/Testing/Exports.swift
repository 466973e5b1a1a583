// Importing this module also imports tests of stores and the emulator.
@_exported import MillraceEmulator
@_exported import MillraceStoreTesting
