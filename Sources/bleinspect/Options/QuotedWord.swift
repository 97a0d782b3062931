/// A word of the command line for a message, with control characters made harmless.
func quoted(_ text: String) -> String {
  var out = "'"
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      out += scalar.escaped(asASCII: true)
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out + "'"
}
