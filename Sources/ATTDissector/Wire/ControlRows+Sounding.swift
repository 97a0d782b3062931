/// What LL Control PDUs of Channel Sounding say.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.2.
extension ControlRows {
  static var soundingCapabilities: WireLayout {
    [
      ("Mode_Types", .flags(1, .soundingModes)), ("RTT_Capability", .flags(1, .roundTripAccuracy)),
      ("RTT_AA_Only_N", .u8), ("RTT_Sounding_N", .u8), ("RTT_Random_Sequence_N", .u8),
      ("NADM_Sounding_Capability", .flags(2, .attackDetection)),
      ("NADM_Random_Sequence_Capability", .flags(2, .attackDetection)),
      ("CS_SYNC_PHY_Capability", .flags(1, .soundingPHYs)),
      ("Num_Ant", .split(1, [.init("Num_Ant", 4, .u8), .init("Max_Ant_Path", 4, .u8)])),
      (
        "Role",
        .split(
          1,
          [
            .init("Role", 2, .flags(1, .soundingRoles)), .reserved(1), .init("No_FAE", 1, .u8),
            .init("Channel_Selection_3c", 1, .u8), .init("Sounding_PCT_Estimate", 1, .u8),
          ])
      ),
      ("Num_Configs", .u8), ("Max_Procedures_Supported", .u16), ("T_SW", .microseconds8),
      ("T_IP1_Capability", .flags(2, .interludeTimes)),
      ("T_IP2_Capability", .flags(2, .interludeTimes)),
      ("T_FCS_Capability", .flags(2, .frequencyChangeTimes)),
      ("T_PM_Capability", .flags(2, .phaseTimes)),
      (
        "TX_SNR_Capability",
        .split(1, [.reserved(1), .init("TX_SNR_Capability", 7, .flags(1, .soundingSNR))])
      ),
    ]
  }

  static var soundingConfiguration: WireLayout {
    [
      (
        "Config_ID",
        .split(1, [.init("Config_ID", 6, .u8), .init("State", 2, .named(1, .soundingAction))])
      ),
      ("ChM", .classicChannels), ("ChM_Repetition", .u8), ("Main_Mode", .named(1, .soundingMode)),
      ("Sub_Mode", .named(1, .soundingMode)), ("Main_Mode_Min_Steps", .u8),
      ("Main_Mode_Max_Steps", .u8), ("Main_Mode_Repetition", .u8), ("Mode_0_Steps", .u8),
      ("CS_SYNC_PHY", .soundingPHY),
      (
        "RTT_Type",
        .split(
          1,
          [
            .init("RTT_Type", 4, .named(1, .roundTripType)),
            .init("Role", 2, .named(1, .soundingRole)),
          ])
      ),
      (
        "ChSel",
        .split(
          1,
          [
            .init("ChSel", 4, .named(1, .soundingSelection)),
            .init("Ch3cShape", 4, .named(1, .soundingShape)),
          ])
      ),
      ("Ch3cJump", .u8), ("T_IP1", .named(1, .interludeTime)), ("T_IP2", .named(1, .interludeTime)),
      ("T_FCS", .named(1, .frequencyChangeTime)), ("T_PM", .named(1, .phaseTime)),
      ("RFU", .x8),
    ]
  }

  static var soundingConfigurationID: WireField {
    ("Config_ID", .split(1, [.init("Config_ID", 6, .u8)]))
  }

  static var soundingRequest: WireLayout {
    soundingStart + [("Max_Procedure_Len", .slots)] + soundingSubevents
      + [
        ("Procedure_Interval", .u16), ("Procedure_Count", .u16),
        ("ACI", .named(1, .soundingAntennas)),
        ("Preferred_Peer_Ant", .flags(1, .peerAntennas)),
      ] + soundingPower
  }

  static var soundingResponse: WireLayout {
    soundingStart + soundingSubevents + [("ACI", .named(1, .soundingAntennas))] + soundingPower
  }

  static var soundingIndication: WireLayout {
    [soundingConfigurationID, ("connEventCount", .u16), ("Offset", .microseconds24)]
      + soundingSubevents + [("ACI", .named(1, .soundingAntennas))] + soundingPower
  }

  private static var soundingStart: WireLayout {
    [
      soundingConfigurationID, ("connEventCount", .u16), ("Offset_Min", .microseconds24),
      ("Offset_Max", .microseconds24),
    ]
  }

  private static var soundingSubevents: WireLayout {
    [
      ("Event_Interval", .u16), ("Subevents_Per_Event", .u8), ("Subevent_Interval", .slots),
      ("Subevent_Len", .microseconds24),
    ]
  }

  private static var soundingPower: WireLayout {
    [
      ("PHY", .flags(1, .powerPHYs)), ("Pwr_Delta", .signed(1, " dB")),
      (
        "TX_SNR",
        .split(
          1,
          [
            .init("TX_SNR_I", 4, .named(1, .soundingSNRIndex)),
            .init("TX_SNR_R", 4, .named(1, .soundingSNRIndex)),
          ])
      ),
    ]
  }
}
