/// Stands in for the standard library's function that looks up the name of a character: with it, the table of
/// all names would be half a megabyte of the program. The linker puts it there (`--wrap`).
@_cdecl("__wrap__swift_stdlib_getScalarName")
public func nameOfNoCharacter(
  _ scalar: UInt32, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int {
  0
}
