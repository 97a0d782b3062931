/// Units of the characteristic presentation format: four digits and the name, sorted.
///
/// Source: Assigned Numbers, 3.5 (units), the numbers as of 2025.
enum UnitNames {
  private static let lines: StaticString = """
    2701 metre
    2702 kilogram
    2703 second
    2704 ampere
    2705 kelvin
    2706 mole
    2707 candela
    2710 square metres
    2711 cubic metres
    2712 metres per second
    2713 metres per second squared
    2714 reciprocal metre
    2715 kilogram per cubic metre
    2716 kilogram per square metre
    2717 cubic metre per kilogram
    2718 ampere per square metre
    2719 ampere per metre
    271A mole per cubic metre
    271B kilogram per cubic metre
    271C candela per square metre
    271D refractive index
    271E relative permeability
    2720 radian
    2721 steradian
    2722 hertz
    2723 newton
    2724 pascal
    2725 joule
    2726 watt
    2727 coulomb
    2728 volt
    2729 farad
    272A ohm
    272B siemens
    272C weber
    272D tesla
    272E henry
    272F degree Celsius
    2730 lumen
    2731 lux
    2732 becquerel
    2733 gray
    2734 sievert
    2735 katal
    2740 pascal second
    2741 newton metre
    2742 newton per metre
    2743 radian per second
    2744 radian per second squared
    2745 watt per square metre
    2746 joule per kelvin
    2747 joule per kilogram kelvin
    2748 joule per kilogram
    2749 watt per metre kelvin
    274A joule per cubic metre
    274B volt per metre
    274C coulomb per cubic metre
    274D coulomb per square metre
    274E coulomb per square metre
    274F farad per metre
    2750 henry per metre
    2751 joule per mole
    2752 joule per mole kelvin
    2753 coulomb per kilogram
    2754 gray per second
    2755 watt per steradian
    2756 watt per square metre steradian
    2757 katal per cubic metre
    2760 minute
    2761 hour
    2762 day
    2763 degree
    2764 minute of arc
    2765 second of arc
    2766 hectare
    2767 litre
    2768 tonne
    2780 bar
    2781 millimetre of mercury
    2782 angstrom
    2783 nautical mile
    2784 barn
    2785 knot
    2786 neper
    2787 bel
    27A0 yard
    27A1 parsec
    27A2 inch
    27A3 foot
    27A4 mile
    27A5 pound-force per square inch
    27A6 kilometre per hour
    27A7 mile per hour
    27A8 revolution per minute
    27A9 gram calorie
    27AA kilogram calorie
    27AB kilowatt hour
    27AC degree Fahrenheit
    27AD percent
    27AE per mille
    27AF beats per minute
    27B0 ampere hours
    27B1 milligram per decilitre
    27B2 millimole per litre
    27B3 year
    27B4 month
    27B5 count per cubic metre
    27B6 watt per square metre
    27B7 millilitre per kilogram per minute
    27B8 pound
    27B9 metabolic equivalent
    27BA step per minute
    27BC stroke per minute
    27BD kilometre per minute
    27BE lumen per watt
    27BF lumen hour
    27C0 lux hour
    27C1 gram per second
    27C2 litre per second
    27C3 decibel
    27C4 parts per million
    27C5 parts per billion
    27C6 milligram per decilitre per minute
    27C7 kilovolt ampere hour
    27C8 volt ampere
    """

  /// The names by number; made when the first is asked for, since most captures have none.
  static let names: [UInt16: String] = {
    var names: [UInt16: String] = [:]
    for line in lines.description.split(separator: "\n") {
      guard let number = UInt16(line.prefix(4), radix: 16) else { continue }
      names[number] = String(line.dropFirst(5))
    }
    return names
  }()
}

extension AssignedNumbers {
  /// The name of a unit, 2701 to 27C8.
  package static func unit(_ number: UInt16) -> String? { UnitNames.names[number] }
}
