/// The version of the package, which its programs print for `--version`. A test compares it with
/// the newest heading of CHANGELOG.md.
package let millraceVersion = "1.0.0-beta.1"
