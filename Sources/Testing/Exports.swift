// Importing this module also imports the test store and the terminal emulator.
@_exported import MillraceEmulator
@_exported import MillraceStoreTesting
