/// The forms of text logs, in the order in which they are asked: a new form is a line here.
enum TextForms {
  static func all() -> [any TextForm] {
    [
      PrintedPacketForm(), HCIDumpForm(), BTstackForm(), ArduinoBLEForm(), NobleForm(),
      NimBLEForm(), BumbleForm(), PacketLoggerTextForm(), BLEMonitorForm(), ToolsOfTIForm(),
      WiresharkJSONForm(), ESPLogForm(), HexDumpForm(),
    ]
  }
}
