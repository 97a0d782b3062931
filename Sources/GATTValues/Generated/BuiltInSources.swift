// Written by scripts/declarations; do not edit.

// swift-format-ignore-file

extension BuiltInDeclarations {
  static let sources: StaticString =
    ##"""
{
  "key": "govee",
  "name": "Govee H5101, H5102, H5177",
  "source": "open clients",
  "company": "0001",
  "starts": "0101",
  "if": "length == 6",
  "vendor": "Govee",
  "fields": [
    { "skip": 2 },
    { "type": "govee_climate" }
  ]
}
{
  "key": "govee",
  "name": "Govee H5108",
  "source": "open clients",
  "company": "0001",
  "starts": "0101",
  "if": "length == 8",
  "vendor": "Govee",
  "fields": [
    { "as": "tail", "type": "u16", "at": 6 },
    { "if": "tail == 0", "fields": [{ "skip": 2 }, { "type": "govee_climate" }] },
    { "skip": "rest" }
  ]
}
{
  "key": "govee",
  "name": "Govee H5178",
  "source": "open clients",
  "company": "0001",
  "starts": "0100",
  "if": "length == 9",
  "vendor": "Govee",
  "fields": [
    { "skip": 2 },
    {
      "key": "govee_sensor",
      "type": "u8",
      "words": { "0": "primary", "1": "remote", "*": "other" },
      "code": false
    },
    { "type": "govee_climate" },
    { "skip": "rest" }
  ]
}
{
  "key": "swift_pair",
  "name": "Microsoft Swift Pair",
  "source": "Microsoft, Bluetooth Swift Pair",
  "company": "0006",
  "starts": "03",
  "vendor": "Microsoft",
  "fields": [
    { "skip": 1 },
    {
      "key": "swift_pair_scenario",
      "type": "u8",
      "words": { "0": "le_only", "1": "br_edr_and_le", "2": "br_edr_only", "*": "other" }
    },
    { "key": "swift_pair_rssi_dbm", "type": "i8", "special": { "-128": null }, "unit": "dBm" },
    { "key": "br_edr_address", "type": "address", "if": "swift_pair_scenario == 1 || swift_pair_scenario == 2" },
    { "key": "class_of_device", "type": "u24", "if": "swift_pair_scenario == 2" },
    { "key": "display_name", "type": "utf8", "if": "rest > 0" }
  ]
}
{
  "key": "microsoft_cdp",
  "name": "Microsoft Connected Devices",
  "source": "[MS-CDP] 2.2.2.2.3",
  "company": "0006",
  "starts": "01",
  "vendor": "Microsoft",
  "text": "{cdp_device_type}",
  "fields": [
    { "skip": 1 },
    { "as": "vd", "type": "u8" },
    { "key": "cdp_version", "of": "vd >> 5" },
    {
      "key": "cdp_device_type",
      "of": "vd & 31",
      "words": {
        "1": "xbox_one",
        "6": "apple_iphone",
        "7": "apple_ipad",
        "8": "android",
        "9": "windows_desktop",
        "11": "windows_phone",
        "12": "linux",
        "13": "windows_iot",
        "14": "surface_hub",
        "15": "windows_laptop",
        "16": "windows_tablet",
        "*": "other"
      }
    },
    { "as": "vf", "type": "u8" },
    { "key": "cdp_flags", "of": "vf & 31" },
    { "key": "cdp_reserved_code", "type": "u8" },
    { "key": "salt", "type": "hex", "size": 4 },
    { "key": "device_hash", "type": "hex" }
  ]
}
{
  "key": "thermobeacon",
  "name": "ThermoBeacon",
  "source": "open clients",
  "company": ["0010", "0011", "0014", "0015", "0018", "001B", "0030"],
  "starts": "00",
  "if": "length == 18",
  "fields": [
    { "skip": 1 },
    { "as": "button", "type": "u8" },
    { "as": "t", "type": "i16", "at": 10 },
    { "as": "h", "type": "u16", "at": 12 },
    {
      "if": "(button & 127) == 0 && t >= -1600 && t <= 1600 && h <= 1600",
      "fields": [
        { "key": "device_address", "type": "address" },
        { "key": "battery_mv", "type": "u16", "unit": "mV" },
        { "key": "temperature_celsius", "type": "i16", "scale": "0.0625", "unit": "°C" },
        { "key": "relative_humidity_percent", "type": "u16", "scale": "0.0625", "unit": "%" },
        { "key": "uptime_s", "type": "u32", "unit": "s" },
        { "key": "button_pressed", "of": "button.7" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "key": "thermobeacon",
  "name": "ThermoBeacon, extremes",
  "source": "open clients",
  "company": ["0010", "0011", "0014", "0015", "0018", "001B", "0030"],
  "starts": "00",
  "if": "length == 20",
  "fields": [
    { "skip": 1 },
    { "as": "button", "type": "u8" },
    { "as": "high", "type": "i16", "at": 8 },
    { "as": "low", "type": "i16", "at": 14 },
    {
      "if": "(button & 127) == 0 && low >= -1600 && high <= 1600 && low <= high",
      "fields": [
        { "key": "device_address", "type": "address" },
        { "key": "temperature_max_celsius", "type": "i16", "scale": "0.0625", "unit": "°C" },
        { "key": "temperature_max_at_s", "type": "u32", "unit": "s" },
        { "key": "temperature_min_celsius", "type": "i16", "scale": "0.0625", "unit": "°C" },
        { "key": "temperature_min_at_s", "type": "u32", "unit": "s" },
        { "key": "button_pressed", "of": "button.7" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "key": "ibeacon",
  "name": "iBeacon",
  "source": "Apple, Proximity Beacon Specification",
  "company": "004C",
  "starts": "0215",
  "vendor": "Apple",
  "fields": [
    { "skip": 2 },
    { "key": "proximity_uuid", "type": "uuid128be" },
    { "key": "major", "type": "u16be" },
    { "key": "minor", "type": "u16be" },
    { "key": "measured_power_dbm", "type": "i8", "unit": "dBm" }
  ]
}
{
  "key": "homekit",
  "name": "HomeKit accessory",
  "source": "HAP 7.4.2.1",
  "company": "004C",
  "starts": "06",
  "vendor": "Apple",
  "fields": [
    { "skip": 1 },
    { "as": "stl", "type": "u8" },
    { "key": "homekit_status", "type": "u8", "flags": { "0": "not_paired" } },
    { "key": "homekit_device_id", "type": "hex", "size": 6 },
    {
      "key": "homekit_category",
      "type": "u16",
      "words": {
        "1": "other",
        "2": "bridge",
        "3": "fan",
        "4": "garage_door_opener",
        "5": "light_bulb",
        "6": "door_lock",
        "7": "outlet",
        "8": "switch",
        "9": "thermostat",
        "10": "sensor",
        "11": "security_system",
        "12": "door",
        "13": "window",
        "14": "window_covering",
        "15": "programmable_switch",
        "16": "range_extender",
        "17": "ip_camera",
        "18": "video_doorbell",
        "19": "air_purifier",
        "20": "heater",
        "21": "air_conditioner",
        "22": "humidifier",
        "23": "dehumidifier",
        "28": "sprinkler",
        "29": "faucet",
        "30": "shower_system",
        "*": "other_category"
      }
    },
    { "key": "homekit_state_number", "type": "u16" },
    { "key": "homekit_configuration_number", "type": "u8" },
    { "key": "homekit_compatible_version", "type": "u8" },
    { "key": "homekit_setup_hash", "type": "hex", "if": "rest >= 4", "size": 4 }
  ]
}
{
  "key": "homekit_notification",
  "name": "HomeKit encrypted notification",
  "source": "HAP 7.4.2.2",
  "company": "004C",
  "starts": "11",
  "vendor": "Apple",
  "fields": [
    { "skip": 2 },
    { "key": "homekit_advertising_id", "type": "hex", "size": 6 },
    { "key": "encrypted_data", "type": "hex" }
  ]
}
{
  "key": "continuity",
  "name": "Apple Continuity",
  "source": "furiousMAC/continuity on GitHub, messages/; Celosia and Cunche, Discontinued Privacy, PoPETs 2020 (1)",
  "company": "004C",
  "vendor": "Apple",
  "fields": [
    {
      "key": "continuity_messages",
      "repeat": "rest",
      "fields": [
        { "as": "kind", "type": "u8" },
        {
          "size": { "type": "u8" },
          "fields": [
            {
              "key": "continuity_message",
              "of": "kind",
              "cases": {
                "3": {
                  "word": "airprint",
                  "fields": [
                    { "key": "airprint_address_type", "type": "u8" },
                    { "key": "airprint_resource_path_type", "type": "u8" },
                    { "key": "airprint_security_type", "type": "u8" },
                    { "key": "airprint_port", "type": "u16" },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "5": {
                  "word": "airdrop",
                  "fields": [
                    { "skip": 8 },
                    { "key": "airdrop_version", "type": "u8" },
                    { "key": "airdrop_hashes", "type": "hex", "size": 8 },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "7": {
                  "word": "proximity_pairing",
                  "fields": [
                    { "skip": 1 },
                    { "key": "headphones_model_code", "type": "u16be" },
                    { "key": "headphones_status_code", "type": "u8" },
                    { "as": "left_is_primary", "of": "headphones_status_code.5" },
                    { "as": "pods", "type": "u8" },
                    {
                      "key": "right_battery_percent",
                      "of": "left_is_primary ? pods >> 4 : pods & 15",
                      "scale": "10",
                      "unit": "%",
                      "special": { "11..15": "not_known" }
                    },
                    {
                      "key": "left_battery_percent",
                      "of": "left_is_primary ? pods & 15 : pods >> 4",
                      "scale": "10",
                      "unit": "%",
                      "special": { "11..15": "not_known" }
                    },
                    { "as": "case", "type": "u8" },
                    {
                      "key": "case_battery_percent",
                      "of": "case & 15",
                      "scale": "10",
                      "unit": "%",
                      "special": { "11..15": "not_known" }
                    },
                    { "key": "lid_open_count", "type": "u8" },
                    { "key": "headphones_color_code", "type": "u8" },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "8": {
                  "word": "hey_siri",
                  "fields": [
                    { "key": "siri_hash", "type": "hex", "size": 2 },
                    { "key": "siri_snr", "type": "u8" },
                    { "key": "siri_confidence", "type": "u8" },
                    { "key": "siri_device_class", "type": "u16be" },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "9": {
                  "word": "airplay_target",
                  "fields": [
                    { "key": "airplay_flags", "type": "u8" },
                    { "key": "airplay_seed", "type": "u8" },
                    { "key": "airplay_ipv4", "type": "hex", "size": 4 },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "10": {
                  "word": "airplay_source",
                  "fields": [{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }]
                },
                "11": {
                  "word": "magic_switch",
                  "fields": [
                    { "key": "magic_switch_data", "type": "hex", "size": 2 },
                    { "key": "wrist_confidence_code", "type": "u8", "if": "rest > 0" },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "12": {
                  "word": "handoff",
                  "fields": [
                    { "key": "handoff_version", "type": "u8" },
                    { "key": "handoff_counter", "type": "u16" },
                    { "key": "handoff_tag", "type": "hex", "size": 1 },
                    { "key": "encrypted_data", "type": "hex" }
                  ]
                },
                "13": {
                  "word": "tethering_target",
                  "fields": [{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }]
                },
                "14": {
                  "word": "tethering_source",
                  "fields": [
                    { "key": "tethering_version", "type": "u8" },
                    { "key": "tethering_flags", "type": "u8" },
                    { "key": "battery_percent", "type": "u8", "unit": "%" },
                    {
                      "key": "cellular_kind",
                      "type": "u16be",
                      "words": {
                        "0": "4g",
                        "1": "gsm",
                        "2": "cdma",
                        "3": "ev_do",
                        "4": "hspa",
                        "5": "lte",
                        "6": "lte_a",
                        "7": "5g",
                        "*": "other"
                      }
                    },
                    { "key": "cellular_bars", "type": "u8" },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "15": {
                  "word": "nearby_action",
                  "fields": [
                    { "key": "nearby_action_flags", "type": "u8" },
                    {
                      "key": "nearby_action",
                      "type": "u8",
                      "words": {
                        "1": "apple_tv_setup",
                        "4": "mobile_backup",
                        "5": "watch_setup",
                        "6": "apple_tv_pair",
                        "7": "internet_relay",
                        "8": "wifi_password",
                        "9": "ios_setup",
                        "10": "repair",
                        "11": "speaker_setup",
                        "12": "apple_pay",
                        "13": "whole_home_audio_setup",
                        "14": "developer_tools_pairing",
                        "15": "answered_call",
                        "16": "ended_call",
                        "17": "dd_ping",
                        "18": "dd_pong",
                        "19": "remote_auto_fill",
                        "20": "companion_link_proximity",
                        "21": "remote_management",
                        "22": "remote_auto_fill_pong",
                        "23": "remote_display",
                        "*": "other"
                      }
                    },
                    { "key": "authentication_tag", "type": "hex", "size": 3, "if": "rest >= 3" },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "16": {
                  "word": "nearby_info",
                  "fields": [
                    { "as": "state", "type": "u8" },
                    { "key": "nearby_status_flags", "of": "state >> 4" },
                    { "key": "primary_device", "of": "state.4" },
                    { "key": "airdrop_receiving", "of": "state.6" },
                    {
                      "key": "activity",
                      "of": "state & 15",
                      "words": {
                        "0": "unknown",
                        "1": "reporting_disabled",
                        "2": "reserved",
                        "3": "idle_user",
                        "4": "reserved",
                        "5": "audio_playing_screen_off",
                        "6": "reserved",
                        "7": "active_user",
                        "8": "reserved",
                        "9": "screen_on_video",
                        "10": "watch_on_wrist_unlocked",
                        "11": "recent_user_interaction",
                        "12": "reserved",
                        "13": "driving",
                        "14": "phone_or_facetime_call",
                        "*": "reserved"
                      }
                    },
                    { "key": "nearby_data_flags", "type": "u8", "if": "rest > 0" },
                    { "key": "wifi_on", "of": "nearby_data_flags.2" },
                    { "key": "authentication_tag", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "18": {
                  "word": "find_my",
                  "fields": [
                    { "as": "find_my_status", "type": "u8" },
                    {
                      "key": "find_my_battery",
                      "of": "find_my_status >> 6",
                      "words": { "0": "full", "1": "medium", "2": "low", "3": "critically_low" }
                    },
                    { "key": "maintained", "of": "find_my_status.2" },
                    {
                      "if": "rest == 24",
                      "fields": [
                        { "key": "find_my_key", "type": "hex", "size": 22 },
                        { "key": "find_my_key_top_bits", "type": "u8" },
                        { "key": "find_my_hint", "type": "u8" }
                      ]
                    },
                    { "key": "continuity_data", "type": "hex", "if": "rest > 0" }
                  ]
                },
                "*": { "word": "other", "fields": [{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }] }
              }
            }
          ]
        }
      ]
    }
  ]
}
{
  "key": "apple_overflow_area",
  "name": "Apple overflow area",
  "source": "published research on background advertising of iOS",
  "company": "004C",
  "starts": "01",
  "if": "length == 17",
  "vendor": "Apple",
  "fields": [{ "skip": 1 }, { "key": "hashed_services", "type": "hex", "size": 16 }]
}
{
  "key": "samsung",
  "name": "Samsung",
  "source": "by name only: no public description",
  "company": "0075",
  "vendor": "Samsung",
  "text": "{samsung_kind}[, {samsung_data}]",
  "fields": [
    {
      "key": "samsung_kind",
      "type": "u8",
      "words": { "1": "wearable_or_buds", "66": "television_or_phone", "*": "other" }
    },
    { "key": "samsung_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "key": "toothbrush",
  "name": "Oral-B toothbrush",
  "source": "open clients",
  "company": "00DC",
  "vendor": "Oral-B",
  "if": "length == 11",
  "fields": [
    { "skip": 3 },
    {
      "key": "toothbrush_state",
      "type": "u8",
      "words": {
        "0": "not_known",
        "1": "initializing",
        "2": "idle",
        "3": "running",
        "4": "charging",
        "5": "setup",
        "6": "flight_menu",
        "8": "selection_menu",
        "113": "final_test",
        "114": "board_test",
        "115": "sleeping",
        "116": "transport",
        "*": "other"
      }
    },
    { "key": "brush_pressure_code", "type": "u8" },
    { "as": "minutes", "type": "u8" },
    { "as": "seconds", "type": "u8" },
    { "key": "brushed_s", "of": "minutes * 60 + seconds", "unit": "s" },
    { "key": "brush_mode_code", "type": "u8" },
    { "key": "brush_sector_code", "type": "u8" },
    { "key": "brush_sector_s", "type": "u8", "unit": "s" },
    { "key": "sector_count", "type": "u8" }
  ],
  "comment": "What the numbers of pressures and modes mean depends on the model."
}
{
  "key": "blue_maestro",
  "name": "Blue Maestro Tempo Disc",
  "source": "open clients",
  "company": "0133",
  "starts": "17",
  "vendor": "Blue Maestro",
  "if": "length == 14",
  "fields": [
    { "skip": 1 },
    { "key": "battery_percent", "type": "u8", "unit": "%" },
    { "key": "log_interval_s", "type": "u16be", "unit": "s" },
    { "key": "log_count", "type": "u16be" },
    { "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
    { "key": "relative_humidity_percent", "type": "u16be", "unit": "%", "scale": "0.1" },
    { "key": "dew_point_celsius", "type": "i16be", "scale": "0.1", "unit": "°C" },
    { "skip": 2 }
  ]
}
{
  "key": "blue_maestro",
  "name": "Blue Maestro Pebble",
  "source": "open clients",
  "company": "0133",
  "starts": "01",
  "vendor": "Blue Maestro",
  "if": "length == 18",
  "fields": [
    { "skip": 3 },
    { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
    { "skip": 2 },
    { "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
    { "key": "pressure_hpa", "type": "u16", "unit": "hPa" },
    { "skip": "rest" }
  ]
}
{
  "key": "victron",
  "name": "Victron Instant Readout",
  "source": "Victron Energy, Extra Manufacturer Data",
  "company": "02E1",
  "starts": "10",
  "vendor": "Victron Energy",
  "fields": [
    { "skip": 2 },
    { "key": "victron_model_id", "type": "u16" },
    {
      "key": "victron_record",
      "type": "u8",
      "words": {
        "0": "test",
        "1": "solar_charger",
        "2": "battery_monitor",
        "3": "inverter",
        "4": "dc_dc_converter",
        "5": "smart_lithium",
        "6": "inverter_rs",
        "7": "gx_device",
        "8": "ac_charger",
        "9": "smart_battery_protect",
        "10": "lynx_smart_bms",
        "11": "multi_rs",
        "12": "ve_bus",
        "13": "dc_energy_meter",
        "14": "reserved",
        "15": "orion_xs",
        "*": "other"
      }
    },
    { "key": "encryption_counter_16", "type": "u16" },
    { "key": "key_check_code", "type": "u8" },
    { "key": "encrypted_data", "type": "hex" }
  ]
}
{
  "key": "airthings",
  "name": "Airthings",
  "source": "Airthings, waveplus-reader",
  "company": "0334",
  "vendor": "Airthings",
  "if": "length >= 4",
  "fields": [{ "key": "airthings_serial_number", "type": "u32" }, { "skip": "rest" }]
}
{
  "key": "lego_hub",
  "name": "LEGO hub",
  "source": "LEGO Wireless Protocol 3.0, 2",
  "company": "0397",
  "vendor": "LEGO",
  "if": "length == 6",
  "fields": [
    { "key": "button_pressed", "type": "bool" },
    { "key": "hub_system", "type": "u8", "words": "lego_systems" },
    {
      "key": "hub_capabilities",
      "type": "u8",
      "flags": { "0": "central_role", "1": "peripheral_role", "2": "has_ports", "3": "remote_control" }
    },
    { "key": "last_network", "type": "u8" },
    {
      "key": "hub_status",
      "type": "u8",
      "flags": { "0": "can_be_peripheral", "1": "can_be_central", "5": "request_window", "6": "request_connect" }
    },
    { "skip": 1 }
  ]
}
{
  "key": "ruuvi",
  "name": "Ruuvi RAWv2",
  "source": "Ruuvi, data format 5",
  "company": "0499",
  "starts": "05",
  "vendor": "Ruuvi",
  "fields": [
    { "skip": 1 },
    {
      "key": "temperature_celsius",
      "type": "i16be",
      "unit": "°C",
      "scale": "0.005",
      "special": { "-32768": "not_known" }
    },
    {
      "key": "relative_humidity_percent",
      "type": "u16be",
      "unit": "%",
      "scale": "0.0025",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pressure_hpa",
      "type": "u16be",
      "scale": "0.01",
      "offset": "500",
      "unit": "hPa",
      "special": { "65535": "not_known" }
    },
    {
      "key": "accelerometer_g",
      "type": "i16be",
      "repeat": 3,
      "axes": true,
      "scale": "0.001",
      "unit": "g",
      "special": { "-32768": null }
    },
    { "as": "power", "type": "u16be" },
    {
      "key": "battery_mv",
      "of": "power >> 5",
      "offset": "1600",
      "unit": "mV",
      "special": { "2047": "not_known" }
    },
    {
      "key": "tx_power_dbm",
      "of": "power & 31",
      "scale": "2",
      "offset": "-40",
      "unit": "dBm",
      "special": { "31": "not_known" }
    },
    { "key": "movement_count", "type": "u8", "special": { "255": "not_known" } },
    { "key": "sequence_number", "type": "u16be", "special": { "65535": "not_known" } },
    { "key": "mac_address", "type": "hex", "size": 6 }
  ]
}
{
  "key": "ruuvi",
  "name": "Ruuvi RAWv1",
  "source": "Ruuvi, data format 3",
  "company": "0499",
  "starts": "03",
  "vendor": "Ruuvi",
  "fields": [
    { "skip": 1 },
    { "key": "relative_humidity_percent", "type": "u8", "unit": "%", "scale": "0.5" },
    { "as": "sign_and_degrees", "type": "u8" },
    { "as": "hundredths", "type": "u8" },
    {
      "key": "temperature_celsius",
      "of": "sign_and_degrees.7 ? 0 - ((sign_and_degrees & 127) * 100 + hundredths) : sign_and_degrees * 100 + hundredths",
      "scale": "0.01",
      "unit": "°C"
    },
    { "key": "pressure_hpa", "type": "u16be", "scale": "0.01", "offset": "500", "unit": "hPa" },
    {
      "key": "accelerometer_g",
      "type": "i16be",
      "repeat": 3,
      "axes": true,
      "scale": "0.001",
      "unit": "g",
      "special": { "-32768": null }
    },
    { "key": "battery_mv", "type": "u16be", "unit": "mV" }
  ]
}
{
  "key": "ruuvi",
  "name": "Ruuvi Air, format 6",
  "source": "Ruuvi, data format 6",
  "company": "0499",
  "starts": "06",
  "if": "length == 20",
  "vendor": "Ruuvi",
  "fields": [
    { "skip": 1 },
    {
      "key": "temperature_celsius",
      "type": "i16be",
      "unit": "°C",
      "scale": "0.005",
      "special": { "-32768": "not_known" }
    },
    {
      "key": "relative_humidity_percent",
      "type": "u16be",
      "unit": "%",
      "scale": "0.0025",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pressure_hpa",
      "type": "u16be",
      "scale": "0.01",
      "offset": "500",
      "unit": "hPa",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pm2_5_ug_per_m3",
      "type": "u16be",
      "scale": "0.1",
      "unit": "µg/m³",
      "special": { "65535": "not_known" }
    },
    { "key": "co2_ppm", "type": "u16be", "unit": "ppm", "special": { "65535": "not_known" } },
    { "as": "flags", "type": "u8", "at": 16 },
    { "as": "voc", "type": "u8" },
    { "key": "voc_index", "of": "voc << 1 | flags.6", "special": { "511": "not_known" } },
    { "as": "nox", "type": "u8" },
    { "key": "nox_index", "of": "nox << 1 | flags.7", "special": { "511": "not_known" } },
    {
      "key": "luminosity_code",
      "type": "u8",
      "special": { "255": "not_known" },
      "comment": "logarithmic: 65536 to the power of code / 254, less 1, in lux"
    },
    { "skip": 1 },
    { "key": "sequence_number", "type": "u8" },
    { "skip": 1 },
    { "key": "calibrating", "of": "flags.0" },
    { "key": "mac_address_end", "type": "hex", "size": 3 }
  ]
}
{
  "key": "ruuvi",
  "name": "Ruuvi Air, format E1",
  "source": "Ruuvi, data format E1",
  "company": "0499",
  "starts": "e1",
  "if": "length == 40",
  "vendor": "Ruuvi",
  "fields": [
    { "skip": 1 },
    {
      "key": "temperature_celsius",
      "type": "i16be",
      "unit": "°C",
      "scale": "0.005",
      "special": { "-32768": "not_known" }
    },
    {
      "key": "relative_humidity_percent",
      "type": "u16be",
      "unit": "%",
      "scale": "0.0025",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pressure_hpa",
      "type": "u16be",
      "scale": "0.01",
      "offset": "500",
      "unit": "hPa",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pm1_ug_per_m3",
      "type": "u16be",
      "scale": "0.1",
      "unit": "µg/m³",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pm2_5_ug_per_m3",
      "type": "u16be",
      "scale": "0.1",
      "unit": "µg/m³",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pm4_ug_per_m3",
      "type": "u16be",
      "scale": "0.1",
      "unit": "µg/m³",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pm10_ug_per_m3",
      "type": "u16be",
      "scale": "0.1",
      "unit": "µg/m³",
      "special": { "65535": "not_known" }
    },
    { "key": "co2_ppm", "type": "u16be", "unit": "ppm", "special": { "65535": "not_known" } },
    { "as": "flags", "type": "u8", "at": 28 },
    { "as": "voc", "type": "u8" },
    { "key": "voc_index", "of": "voc << 1 | flags.6", "special": { "511": "not_known" } },
    { "as": "nox", "type": "u8" },
    { "key": "nox_index", "of": "nox << 1 | flags.7", "special": { "511": "not_known" } },
    {
      "key": "illuminance_lux",
      "type": "u24be",
      "scale": "0.01",
      "unit": "lx",
      "special": { "16777215": "not_known" }
    },
    { "skip": 3 },
    { "key": "sequence_number", "type": "u24be", "special": { "16777215": "not_known" } },
    { "skip": 1 },
    { "key": "calibrating", "of": "flags.0" },
    { "skip": 5 },
    { "key": "mac_address", "type": "hex", "size": 6 }
  ]
}
{
  "key": "ruuvi",
  "name": "Ruuvi cut RAWv2",
  "source": "Ruuvi, data format C5",
  "company": "0499",
  "starts": "c5",
  "if": "length == 18",
  "vendor": "Ruuvi",
  "fields": [
    { "skip": 1 },
    {
      "key": "temperature_celsius",
      "type": "i16be",
      "unit": "°C",
      "scale": "0.005",
      "special": { "-32768": "not_known" }
    },
    {
      "key": "relative_humidity_percent",
      "type": "u16be",
      "unit": "%",
      "scale": "0.0025",
      "special": { "65535": "not_known" }
    },
    {
      "key": "pressure_hpa",
      "type": "u16be",
      "scale": "0.01",
      "offset": "500",
      "unit": "hPa",
      "special": { "65535": "not_known" }
    },
    { "as": "power", "type": "u16be" },
    {
      "key": "battery_mv",
      "of": "power >> 5",
      "offset": "1600",
      "unit": "mV",
      "special": { "2047": "not_known" }
    },
    {
      "key": "tx_power_dbm",
      "of": "power & 31",
      "scale": "2",
      "offset": "-40",
      "unit": "dBm",
      "special": { "31": "not_known" }
    },
    { "key": "movement_count", "type": "u8", "special": { "255": "not_known" } },
    { "key": "sequence_number", "type": "u16be", "special": { "65535": "not_known" } },
    { "key": "mac_address", "type": "hex", "size": 6 }
  ]
}
{
  "key": "aranet",
  "name": "Aranet4",
  "source": "Aranet4-Python, docs/UUIDs.md",
  "company": "0702",
  "vendor": "SAF Tehnika",
  "if": "length == 7 || length == 21 || length == 22",
  "fields": [
    { "type": "aranet_head" },
    {
      "if": "length >= 21 && state.5",
      "fields": [
        { "skip": 4 },
        { "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "32768..65535": "not_valid" } },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.05",
          "unit": "°C",
          "special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
        },
        {
          "key": "pressure_hpa",
          "type": "u16",
          "scale": "0.1",
          "unit": "hPa",
          "special": { "32768..65535": "not_valid" }
        },
        { "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        {
          "key": "aranet_status",
          "type": "u8",
          "words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
        },
        { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
        { "key": "measured_ago_s", "type": "u16", "unit": "s" },
        { "key": "message_counter", "type": "u8", "if": "length == 22" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {co2_ppm} ppm][  {temperature_celsius:2}][  {relative_humidity_percent} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %]"
}
{
  "key": "aranet",
  "name": "Aranet2",
  "source": "Aranet4-Python, docs/UUIDs.md",
  "company": "0702",
  "vendor": "SAF Tehnika",
  "starts": "01",
  "if": "length == 24",
  "fields": [
    { "skip": 1 },
    { "type": "aranet_head" },
    {
      "if": "state.5",
      "fields": [
        { "skip": 3 },
        { "skip": 2 },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.05",
          "unit": "°C",
          "special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
        },
        { "skip": 2 },
        {
          "key": "relative_humidity_percent",
          "type": "u16",
          "scale": "0.1",
          "unit": "%",
          "special": { "32768..65535": "not_valid" }
        },
        { "skip": 1 },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        { "as": "limits", "type": "u8" },
        {
          "key": "humidity_alarm",
          "of": "limits & 3",
          "words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
          "code": false
        },
        {
          "key": "temperature_alarm",
          "of": "limits.2..3",
          "words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
          "code": false
        },
        { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
        { "key": "measured_ago_s", "type": "u16", "unit": "s" },
        { "key": "message_counter", "type": "u8" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {temperature_celsius:2}][  {relative_humidity_percent:1} %][  battery {battery_percent} %]"
}
{
  "key": "aranet",
  "name": "Aranet Radiation",
  "source": "Aranet4-Python, docs/UUIDs.md",
  "company": "0702",
  "vendor": "SAF Tehnika",
  "starts": "02",
  "if": "length == 24",
  "fields": [
    { "skip": 1 },
    { "type": "aranet_head" },
    {
      "if": "state.5",
      "fields": [
        { "skip": 1 },
        { "key": "radiation_dose_nsv", "type": "u32" },
        { "key": "radiation_dose_time_s", "type": "u32", "unit": "s" },
        { "key": "radiation_dose_rate_nsv_per_h", "type": "u16", "special": { "32768..65535": "not_valid" } },
        { "skip": 1 },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        { "skip": 1 },
        { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
        { "key": "measured_ago_s", "type": "u16", "unit": "s" },
        { "key": "message_counter", "type": "u8" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {radiation_dose_rate_nsv_per_h} nSv/h][  {radiation_dose_nsv} nSv in {radiation_dose_time_s} s][  battery {battery_percent} %]"
}
{
  "key": "aranet",
  "name": "Aranet Radon",
  "source": "Aranet4-Python, docs/UUIDs.md",
  "company": "0702",
  "vendor": "SAF Tehnika",
  "starts": "03",
  "if": "length == 24",
  "fields": [
    { "skip": 1 },
    { "type": "aranet_head" },
    {
      "if": "state.5",
      "fields": [
        { "skip": 3 },
        {
          "key": "radon_bq_per_m3",
          "type": "u16",
          "special": { "7936": "error", "7937": "no_data", "7938": "high_humidity", "7939..65535": "error" }
        },
        { "as": "humidity", "type": "u16", "at": 14 },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.05",
          "unit": "°C",
          "special": { "16384..32767": "not_valid", "49152..65535": "not_valid" },
          "if": "humidity != 0"
        },
        { "skip": 2, "if": "humidity == 0" },
        {
          "key": "pressure_hpa",
          "type": "u16",
          "scale": "0.1",
          "unit": "hPa",
          "special": { "32768..65535": "not_valid" }
        },
        {
          "key": "relative_humidity_percent",
          "type": "u16",
          "scale": "0.1",
          "unit": "%",
          "special": { "32768..65535": "not_valid" },
          "if": "humidity != 0"
        },
        { "skip": 2, "if": "humidity == 0" },
        { "skip": 1 },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        {
          "key": "aranet_status",
          "type": "u8",
          "words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
        },
        { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
        { "key": "measured_ago_s", "type": "u16", "unit": "s" },
        { "key": "message_counter", "type": "u8" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {radon_bq_per_m3} Bq/m3][  {temperature_celsius:2}][  {relative_humidity_percent:1} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %]"
}
{
  "key": "tuya",
  "name": "Tuya, protocol 3",
  "source": "Tuya, tuya-ble-sdk",
  "company": "07D0",
  "vendor": "Tuya",
  "if": "length == 22",
  "fields": [
    { "as": "state", "type": "u8" },
    { "as": "version", "type": "u8" },
    {
      "if": "version >= 2 && version <= 3",
      "fields": [
        { "key": "tuya_bound", "of": "state.7" },
        { "key": "tuya_version", "of": "version" },
        { "key": "tuya_security", "type": "u8" },
        {
          "key": "tuya_abilities",
          "type": "u16be",
          "flags": {
            "0": "registers_over_bluetooth",
            "1": "mesh",
            "2": "wifi_2_4_ghz",
            "3": "wifi_5_ghz",
            "4": "zigbee",
            "5": "nb_iot"
          }
        },
        { "skip": 1 },
        { "key": "encrypted_device_id", "type": "hex", "size": 16 }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "key": "shelly",
  "name": "Shelly",
  "source": "aioshelly",
  "company": "0BA9",
  "vendor": "Shelly",
  "fields": [
    {
      "repeat": "rest",
      "fields": [
        {
          "as": "block",
          "key": "shelly_block",
          "type": "u8",
          "code": false,
          "cases": {
            "1": {
              "fields": [
                {
                  "key": "shelly_flags",
                  "type": "u16",
                  "flags": {
                    "0": "discoverable",
                    "1": "authentication_on",
                    "2": "rpc_over_ble_on",
                    "3": "buzzer_on",
                    "4": "pairing"
                  }
                }
              ]
            },
            "10": { "fields": [{ "key": "device_address", "type": "address" }] },
            "11": { "fields": [{ "key": "shelly_model_id", "type": "u16" }] },
            "*": "stop"
          }
        }
      ]
    }
  ]
}
{
  "key": "led_light",
  "name": "LEDnetWF light",
  "source": "open clients",
  "company": ["5A00", "5A02"],
  "vendor": "Zengge",
  "if": "length == 27",
  "fields": [
    { "as": "version", "type": "u8", "at": 1 },
    { "as": "power_at", "type": "u8", "at": 14 },
    {
      "if": "version >= 5 && version <= 12 && (power_at == 35 || power_at == 36)",
      "fields": [
        { "skip": 1 },
        { "key": "led_protocol_version", "type": "u8" },
        { "key": "mac_address", "type": "hex", "size": 6 },
        { "key": "led_product_id", "type": "u16be" },
        { "key": "led_firmware", "type": "u8" },
        { "skip": 3 },
        { "type": "led_state" },
        { "skip": 3 }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "[{powered?on:off} ][{light_mode}][ {effect_number}][ {red_level} {green_level} {blue_level}][ {coolness_percent} % cool][ at {brightness_percent} %]"
}
{
  "key": "govee",
  "name": "Govee H5179",
  "source": "open clients",
  "company": "8801",
  "if": "length == 9",
  "vendor": "Govee",
  "fields": [
    { "skip": 4 },
    { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.01" },
    { "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.01" },
    { "key": "battery_percent", "type": "u8", "unit": "%" }
  ]
}
{
  "key": "govee",
  "name": "Govee H5072, H5075",
  "source": "open clients",
  "company": "EC88",
  "if": "length == 6",
  "vendor": "Govee",
  "fields": [
    { "skip": 1 },
    { "type": "govee_climate" },
    { "skip": 1 }
  ]
}
{
  "key": "govee",
  "name": "Govee H5074",
  "source": "open clients",
  "company": "EC88",
  "if": "length == 7",
  "vendor": "Govee",
  "fields": [
    { "skip": 1 },
    { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.01" },
    { "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.01" },
    { "key": "battery_percent", "type": "u8", "unit": "%" },
    { "skip": 1 }
  ]
}
{
  "key": "govee",
  "name": "Govee H5051, H5052, H5071",
  "source": "open clients",
  "company": "EC88",
  "if": "length == 9",
  "vendor": "Govee",
  "fields": [
    { "skip": 1 },
    { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.01" },
    { "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.01" },
    { "key": "battery_percent", "type": "u8", "unit": "%" },
    { "skip": "rest" }
  ]
}
{
  "key": "kegtron",
  "name": "Kegtron",
  "source": "open clients",
  "company": "FFFF",
  "vendor": "Kegtron",
  "if": "length == 27",
  "fields": [
    { "as": "size", "type": "u16be" },
    { "as": "start", "type": "u16be" },
    { "as": "used", "type": "u16be" },
    { "as": "port", "type": "u8" },
    { "as": "letter", "type": "u8", "at": 7 },
    { "as": "last", "type": "u8", "at": 26 },
    {
      "if": "(port & 0xae) == 0 && size >= 1000 && start <= size && used <= start && letter >= 32 && letter < 127 && last == 0",
      "fields": [
        { "key": "keg_size_l", "of": "size", "scale": "0.001", "unit": "L" },
        { "key": "keg_start_l", "of": "start", "scale": "0.001", "unit": "L" },
        { "key": "keg_dispensed_l", "of": "used", "scale": "0.001", "unit": "L" },
        { "key": "keg_port", "of": "port.4 ? 2 : 1" },
        { "key": "keg_configured", "of": "port.0" },
        { "key": "two_ports", "of": "port.6" },
        { "key": "keg_name", "type": "utf8", "size": "nul" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "key": "ad_class_of_device",
  "name": "Class of Device",
  "source": "1.6",
  "type": "0D",
  "fields": [
    { "key": "class_of_device", "type": "u24" },
    {
      "key": "major_device_class",
      "of": "class_of_device >> 8 & 31",
      "words": {
        "0": "miscellaneous",
        "1": "computer",
        "2": "phone",
        "3": "access_point",
        "4": "audio_video",
        "5": "peripheral",
        "6": "imaging",
        "7": "wearable",
        "8": "toy",
        "9": "health",
        "31": "uncategorized",
        "*": "reserved"
      }
    },
    { "key": "minor_device_class", "of": "class_of_device >> 2 & 63" },
    { "as": "services", "of": "class_of_device >> 13" },
    {
      "key": "major_service_classes",
      "of": "services",
      "flags": {
        "0": "limited_discoverable",
        "1": "le_audio",
        "3": "positioning",
        "4": "networking",
        "5": "rendering",
        "6": "capturing",
        "7": "object_transfer",
        "8": "audio",
        "9": "telephony",
        "10": "information"
      },
      "code": false
    }
  ]
}
{
  "key": "ad_simple_pairing_hash",
  "name": "Simple Pairing Hash C-192",
  "source": "1.6",
  "type": "0E",
  "fields": [{ "key": "pairing_hash", "type": "hexle" }]
}
{
  "key": "ad_simple_pairing_randomizer",
  "name": "Simple Pairing Randomizer R-192",
  "source": "1.6",
  "type": "0F",
  "fields": [{ "key": "pairing_randomizer", "type": "hexle" }]
}
{
  "key": "ad_device_id",
  "name": "Device ID",
  "source": "Device ID Profile; of classic inquiry responses",
  "type": "10",
  "if": "length == 8",
  "fields": [
    { "key": "vendor_id_source", "type": "u16" },
    { "key": "vendor_id", "type": "u16" },
    { "key": "product_id", "type": "u16" },
    { "key": "product_version", "type": "u16" }
  ]
}
{
  "key": "ad_tk_value",
  "name": "Security Manager TK Value",
  "source": "1.8",
  "type": "10",
  "if": "length == 16",
  "fields": [{ "key": "tk_value", "type": "hexle" }]
}
{
  "key": "ad_oob_flags",
  "name": "Security Manager Out of Band Flags",
  "source": "1.7",
  "type": "11",
  "fields": [
    {
      "key": "oob_flags",
      "type": "u8",
      "flags": { "0": "oob_data", "1": "le_supported", "2": "simultaneous_le_and_br_edr", "3": "random_address" }
    }
  ]
}
{
  "key": "ad_connection_interval_range",
  "name": "Peripheral Connection Interval Range",
  "source": "1.9",
  "type": "12",
  "fields": [
    {
      "key": "interval_min_ms",
      "type": "u16",
      "scale": "1.25",
      "unit": "ms",
      "special": { "65535": "not_specified" }
    },
    {
      "key": "interval_max_ms",
      "type": "u16",
      "scale": "1.25",
      "unit": "ms",
      "special": { "65535": "not_specified" }
    }
  ]
}
{
  "key": "ad_service_solicitation",
  "name": "List of 16-bit Service Solicitation UUIDs",
  "source": "1.10",
  "type": "14",
  "fields": [{ "key": "solicited_services", "type": "uuid16", "repeat": "rest" }]
}
{
  "key": "ad_service_solicitation",
  "name": "List of 128-bit Service Solicitation UUIDs",
  "source": "1.10",
  "type": "15",
  "fields": [{ "key": "solicited_services", "type": "uuid128", "repeat": "rest" }]
}
{
  "key": "ad_target_address",
  "name": "Public Target Address",
  "source": "1.13, 1.14",
  "type": "17",
  "fields": [{ "key": "target_addresses", "type": "address", "repeat": "rest" }]
}
{
  "key": "ad_target_address",
  "name": "Random Target Address",
  "source": "1.13, 1.14",
  "type": "18",
  "fields": [{ "key": "target_addresses", "type": "address", "repeat": "rest" }]
}
{
  "key": "ad_advertising_interval",
  "name": "Advertising Interval",
  "source": "1.15",
  "type": "1A",
  "fields": [{ "key": "advertising_interval_ms", "type": "u16", "scale": "0.625", "unit": "ms" }]
}
{
  "key": "ad_le_device_address",
  "name": "LE Bluetooth Device Address",
  "source": "1.16",
  "type": "1B",
  "fields": [
    { "key": "device_address", "type": "address" },
    { "as": "kind", "type": "u8", "reserved": "1..7" },
    { "key": "device_address_type", "of": "kind & 1", "words": { "0": "public", "1": "random" }, "code": false }
  ]
}
{
  "key": "ad_le_role",
  "name": "LE Role",
  "source": "1.17",
  "type": "1C",
  "fields": [
    {
      "key": "le_role",
      "type": "u8",
      "words": {
        "0": "only_peripheral",
        "1": "only_central",
        "2": "both_peripheral_preferred",
        "3": "both_central_preferred",
        "*": "reserved"
      }
    }
  ]
}
{
  "key": "ad_simple_pairing_hash",
  "name": "Simple Pairing Hash C-256",
  "source": "1.6",
  "type": "1D",
  "fields": [{ "key": "pairing_hash", "type": "hexle" }]
}
{
  "key": "ad_simple_pairing_randomizer",
  "name": "Simple Pairing Randomizer R-256",
  "source": "1.6",
  "type": "1E",
  "fields": [{ "key": "pairing_randomizer", "type": "hexle" }]
}
{
  "key": "ad_service_solicitation",
  "name": "List of 32-bit Service Solicitation UUIDs",
  "source": "1.10",
  "type": "1F",
  "fields": [
    {
      "key": "solicited_services_32",
      "repeat": "rest",
      "size": "4",
      "fields": [{ "key": "service_uuid", "type": "uuid" }]
    }
  ]
}
{
  "key": "ad_le_confirmation",
  "name": "LE Secure Connections Confirmation Value",
  "source": "1.6",
  "type": "22",
  "fields": [{ "key": "confirmation_value", "type": "hexle" }]
}
{
  "key": "ad_le_random",
  "name": "LE Secure Connections Random Value",
  "source": "1.6",
  "type": "23",
  "fields": [{ "key": "random_value", "type": "hexle" }]
}
{
  "key": "ad_uri",
  "name": "URI",
  "source": "1.18; the schemes are Assigned Numbers",
  "type": "24",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    {
      "key": "uri_scheme",
      "of": "first",
      "words": {
        "1": "none",
        "2": "aaa:",
        "3": "aaas:",
        "9": "coap:",
        "10": "coaps:",
        "12": "data:",
        "15": "dns:",
        "16": "file:",
        "17": "ftp:",
        "18": "geo:",
        "22": "http:",
        "23": "https:",
        "37": "ldap:",
        "38": "mailto:",
        "53": "rtsp:",
        "60": "sip:",
        "61": "sips:",
        "62": "sms:",
        "69": "tel:",
        "78": "urn:",
        "80": "ws:",
        "81": "wss:",
        "*": "other"
      },
      "if": "first < 128"
    },
    { "skip": 1, "if": "first < 128" },
    { "key": "uri_rest", "type": "utf8" }
  ]
}
{
  "key": "ad_indoor_positioning",
  "name": "Indoor Positioning",
  "source": "Supplement to the Core Specification, A, 1.14; Indoor Positioning Service 1.0",
  "type": "25",
  "fields": [
    { "as": "parts", "type": "u8" },
    { "if": "parts.0 && !parts.1", "fields": [{ "type": "latitude" }, { "type": "longitude" }] },
    { "if": "parts.0 && parts.1", "fields": [{ "type": "local_north" }, { "type": "local_east" }] },
    { "key": "sent_power_dbm", "type": "i8", "unit": "dBm", "if": "parts.2" },
    {
      "if": "parts.4",
      "fields": [{ "type": "floor_number" }, { "key": "indoor_floor", "of": "floor_number" }]
    },
    {
      "if": "parts.3",
      "fields": [{ "type": "altitude" }, { "key": "indoor_altitude", "of": "altitude_m" }]
    },
    {
      "if": "parts.5",
      "fields": [{ "type": "uncertainty" }, { "key": "indoor_uncertainty_code", "of": "uncertainty" }]
    }
  ]
}
{
  "key": "ad_transport_discovery",
  "name": "Transport Discovery Data",
  "source": "1.10 of TDS 1.0",
  "type": "26",
  "fields": [
    {
      "key": "transport_blocks",
      "repeat": "rest",
      "fields": [
        {
          "key": "organization",
          "type": "u8",
          "words": {
            "1": "bluetooth_sig",
            "2": "wifi_alliance_neighbor_awareness_networking",
            "3": "wifi_alliance_service_advertisement",
            "*": "reserved"
          }
        },
        { "as": "bits", "type": "u8" },
        {
          "key": "transport_role",
          "of": "bits.0..1",
          "words": { "0": "not_specified", "1": "seeker", "2": "provider", "3": "seeker_and_provider" },
          "code": false
        },
        { "key": "transport_incomplete", "of": "bits.2" },
        {
          "key": "transport_state",
          "of": "bits.3..4",
          "words": { "0": "off", "1": "on", "2": "temporarily_unavailable", "3": "reserved" },
          "code": false
        },
        { "key": "transport_data", "type": "hex", "size": { "type": "u8" } }
      ]
    }
  ]
}
{
  "key": "ad_le_features",
  "name": "LE Supported Features",
  "source": "1.19",
  "type": "27",
  "fields": [{ "key": "le_features", "type": "hexle" }]
}
{
  "key": "ad_channel_map_update",
  "name": "Channel Map Update Indication",
  "source": "1.20",
  "type": "28",
  "fields": [{ "key": "channel_map", "type": "hexle", "size": 5 }, { "key": "update_instant", "type": "u16" }]
}
{
  "key": "ad_pb_adv",
  "name": "PB-ADV",
  "source": "Mesh 5.3",
  "type": "29",
  "fields": [
    { "key": "link_id", "type": "u32be" },
    { "key": "transaction_number", "type": "u8" },
    { "as": "control", "type": "u8" },
    {
      "key": "provisioning_pdu_kind",
      "of": "control & 3",
      "words": { "0": "start", "1": "acknowledgement", "2": "continuation", "3": "bearer_control" }
    },
    {
      "if": "(control & 3) == 0",
      "fields": [{ "key": "total_length", "type": "u16be" }, { "key": "frame_check", "type": "u8" }]
    },
    { "key": "segment_number", "of": "control >> 2", "if": "(control & 3) == 2" },
    {
      "key": "bearer_operation",
      "of": "control >> 2",
      "words": { "0": "open", "1": "acknowledge", "2": "close", "*": "reserved" },
      "if": "(control & 3) == 3"
    },
    { "key": "provisioning_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "key": "ad_mesh_message",
  "name": "Mesh Message",
  "source": "Mesh 3.4.4",
  "type": "2A",
  "fields": [
    { "as": "first", "type": "u8" },
    { "key": "ivi", "of": "first.7" },
    { "key": "nid", "of": "first & 127" },
    { "key": "network_pdu", "type": "hex" }
  ]
}
{
  "key": "ad_mesh_beacon",
  "name": "Mesh Beacon",
  "source": "Mesh 3.10",
  "type": "2B",
  "fields": [
    {
      "key": "mesh_beacon",
      "type": "u8",
      "cases": {
        "0": {
          "word": "unprovisioned_device",
          "fields": [
            { "key": "device_uuid", "type": "uuid128be" },
            { "key": "oob_information", "type": "u16be" },
            { "key": "uri_hash", "type": "hex", "size": 4, "if": "rest >= 4" }
          ]
        },
        "1": {
          "word": "secure_network",
          "fields": [
            { "as": "beacon_flags", "type": "u8" },
            { "key": "key_refresh", "of": "beacon_flags.0" },
            { "key": "iv_update", "of": "beacon_flags.1" },
            { "key": "network_id", "type": "hex", "size": 8 },
            { "key": "iv_index", "type": "u32be" },
            { "key": "beacon_authentication", "type": "hex", "size": 8 }
          ]
        },
        "2": {
          "word": "private",
          "fields": [
            { "key": "beacon_random", "type": "hex", "size": 13 },
            { "key": "obfuscated_beacon_data", "type": "hex", "size": 5 },
            { "key": "beacon_authentication", "type": "hex", "size": 8 }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "key": "ad_big_info",
  "name": "BIGInfo",
  "source": "Vol 6, Part B, 4.4.6.11",
  "type": "2C",
  "fields": [
    { "as": "w1", "type": "u32" },
    { "as": "w2", "type": "u32" },
    { "as": "w3", "type": "u32" },
    { "skip": 1 },
    { "key": "seed_access_address", "type": "u32" },
    { "as": "w4", "type": "u32" },
    { "key": "base_crc_init", "type": "u16" },
    { "as": "w5", "type": "u40" },
    { "as": "w6", "type": "u40" },
    { "key": "big_offset_us", "of": "(w1 & 16383) * ((w1 >> 14 & 1) == 1 ? 300 : 30)", "unit": "µs" },
    { "key": "iso_interval_ms", "of": "w1 >> 15 & 4095", "scale": "1.25", "unit": "ms" },
    { "key": "number_of_bis", "of": "w1 >> 27" },
    { "key": "subevents_per_interval", "of": "w2 & 31" },
    { "key": "burst_number", "of": "w2 >> 5 & 7" },
    { "key": "sub_interval_us", "of": "w2 >> 8 & 1048575", "unit": "µs" },
    { "key": "pretransmission_offset", "of": "w2 >> 28" },
    { "key": "bis_spacing_us", "of": "w3 & 1048575", "unit": "µs" },
    { "key": "immediate_repetition_count", "of": "w3 >> 20 & 15" },
    { "key": "bis_max_pdu", "of": "w3 >> 24", "unit": "B" },
    { "key": "bis_sdu_interval_us", "of": "w4 & 1048575", "unit": "µs" },
    { "key": "bis_max_sdu", "of": "w4 >> 20", "unit": "B" },
    { "key": "big_phy", "of": "w5 >> 37", "words": { "0": "1M", "1": "2M", "2": "Coded", "*": "reserved" } },
    { "key": "big_framed", "of": "w6.39" },
    { "key": "big_encrypted", "of": "length >= 57" },
    { "key": "group_iv", "type": "hexle", "size": 8, "if": "length >= 57" },
    { "key": "group_session_key_diversifier", "type": "hexle", "size": 16, "if": "length >= 57" }
  ]
}
{
  "key": "ad_broadcast_code",
  "name": "Broadcast Code",
  "source": "1.21",
  "type": "2D",
  "fields": [{ "key": "broadcast_code", "type": "hexle" }]
}
{
  "key": "ad_resolvable_set",
  "name": "Resolvable Set Identifier",
  "source": "CSIS 1.0, 4.8",
  "type": "2E",
  "fields": [{ "key": "set_hash", "type": "hexle", "size": 3 }, { "key": "set_random", "type": "hexle", "size": 3 }]
}
{
  "key": "ad_advertising_interval",
  "name": "Advertising Interval - long",
  "source": "1.15",
  "type": "2F",
  "fields": [
    { "key": "advertising_interval_ms", "type": "u24", "scale": "0.625", "unit": "ms", "if": "length == 3" },
    { "key": "advertising_interval_ms", "type": "u32", "scale": "0.625", "unit": "ms", "if": "length == 4" }
  ]
}
{
  "key": "ad_broadcast_name",
  "name": "Broadcast Name",
  "source": "1.22",
  "type": "30",
  "fields": [{ "key": "broadcast_name", "type": "utf8" }]
}
{
  "key": "ad_encrypted_advertising_data",
  "name": "Encrypted Advertising Data",
  "source": "1.23",
  "type": "31",
  "fields": [
    { "key": "ead_randomizer", "type": "hexle", "size": 5 },
    { "key": "encrypted_data", "type": "hex", "size": "rest - 4" },
    { "key": "mic", "type": "hex", "size": 4 }
  ]
}
{
  "key": "ad_pawr_timing",
  "name": "Periodic Advertising Response Timing Information",
  "source": "1.24",
  "type": "32",
  "fields": [
    { "key": "response_access_address", "type": "u32" },
    { "key": "number_of_subevents", "type": "u8" },
    { "key": "subevent_interval_ms", "type": "u8", "scale": "1.25", "unit": "ms" },
    { "key": "response_slot_delay_ms", "type": "u8", "scale": "1.25", "unit": "ms" },
    { "key": "response_slot_spacing_ms", "type": "u8", "scale": "0.125", "unit": "ms" }
  ]
}
{
  "key": "ad_electronic_shelf_label",
  "name": "Electronic Shelf Label",
  "source": "ESL Profile 1.0",
  "type": "34",
  "fields": [{ "key": "esl_payload", "type": "hex" }]
}
{
  "key": "ad_three_d_information",
  "name": "3D Information Data",
  "source": "3D Synchronization Profile 1.0",
  "type": "3D",
  "fields": [
    {
      "key": "three_d_features",
      "type": "u8",
      "flags": {
        "0": "association_notification",
        "1": "battery_level_reporting",
        "2": "send_battery_level_on_start_up",
        "7": "factory_test_mode"
      }
    },
    { "key": "path_loss_threshold_db", "type": "u8", "unit": "dB" }
  ]
}
{
  "key": "inkbird",
  "name": "Inkbird IBS-TH",
  "source": "open clients; there is no company code: the temperature stands in its place",
  "type": "FF",
  "if": "length == 9",
  "vendor": "Inkbird",
  "fields": [
    { "as": "t", "type": "i16" },
    { "as": "h", "type": "u16" },
    { "as": "p", "type": "u8" },
    {
      "as": "sum_fits",
      "check": { "kind": "crc", "width": 16, "poly": "8005", "init": "ffff", "reflect": true, "over": "0..4" }
    },
    { "as": "b", "type": "u8" },
    { "as": "kind", "type": "u8" },
    {
      "if": "sum_fits",
      "fields": [
        { "key": "temperature_celsius", "of": "t", "scale": "0.01", "unit": "°C" },
        { "key": "relative_humidity_percent", "of": "h", "scale": "0.01", "unit": "%" },
        { "key": "probe", "of": "p", "words": { "0": "internal", "1": "external", "*": "other" } },
        { "key": "battery_percent", "of": "b", "unit": "%" }
      ]
    }
  ]
}
{
  "key": "thermopro",
  "name": "ThermoPro TP357, TP359",
  "source": "open clients; there is no company code",
  "type": "FF",
  "starts": "c2",
  "if": "length == 6",
  "vendor": "ThermoPro",
  "fields": [
    { "as": "tail", "type": "u8", "at": 5 },
    {
      "if": "tail == 44",
      "fields": [
        { "skip": 1 },
        { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
        { "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
        { "key": "thermopro_battery_code", "type": "u8" },
        { "skip": 1 }
      ]
    }
  ]
}
{
  "key": "altbeacon",
  "name": "AltBeacon",
  "source": "AltBeacon 1.0",
  "company": "*",
  "starts": "beac",
  "if": "length == 24",
  "vendor": "Radius Networks",
  "fields": [
    { "skip": 2 },
    { "key": "beacon_id", "type": "hex", "size": 20 },
    { "key": "measured_power_dbm", "type": "i8", "unit": "dBm" },
    { "key": "altbeacon_reserved_code", "type": "u8" }
  ]
}
{
  "key": "switchbot",
  "name": "SwitchBot",
  "source": "SwitchBot, BLE open API",
  "service": ["FD3D", "0D00"],
  "vendor": "SwitchBot",
  "fields": [
    { "as": "model", "type": "u8" },
    {
      "key": "switchbot_model",
      "of": "model & 127",
      "cases": {
        "72": {
          "word": "bot",
          "fields": [
            { "as": "mode", "type": "u8" },
            { "key": "switch_mode", "of": "mode.7" },
            { "key": "switched_off", "of": "mode.6" },
            { "key": "battery_percent", "type": "u8", "of": "it & 127", "unit": "%" }
          ]
        },
        "84": {
          "word": "meter",
          "fields": [
            { "skip": 1 },
            { "key": "battery_percent", "type": "u8", "of": "it & 127", "unit": "%" },
            { "as": "decimal", "type": "u8" },
            { "as": "whole", "type": "u8" },
            {
              "key": "temperature_celsius",
              "of": "whole.7 ? (whole & 127) * 10 + (decimal & 15) : 0 - (whole & 127) * 10 - (decimal & 15)",
              "scale": "0.1",
              "unit": "°C"
            },
            { "key": "relative_humidity_percent", "type": "u8", "of": "it & 127", "unit": "%" }
          ]
        },
        "105": {
          "word": "meter_plus",
          "fields": [
            { "skip": 1 },
            { "key": "battery_percent", "type": "u8", "of": "it & 127", "unit": "%" },
            { "as": "decimal", "type": "u8" },
            { "as": "whole", "type": "u8" },
            {
              "key": "temperature_celsius",
              "of": "whole.7 ? (whole & 127) * 10 + (decimal & 15) : 0 - (whole & 127) * 10 - (decimal & 15)",
              "scale": "0.1",
              "unit": "°C"
            },
            { "key": "relative_humidity_percent", "type": "u8", "of": "it & 127", "unit": "%" }
          ]
        },
        "119": {
          "word": "outdoor_meter",
          "fields": [{ "skip": 1 }, { "key": "battery_percent", "type": "u8", "of": "it & 127", "unit": "%" }]
        },
        "99": {
          "word": "curtain",
          "fields": [
            { "skip": 1 },
            { "key": "battery_percent", "type": "u8", "of": "it & 127", "unit": "%" },
            { "as": "pos", "type": "u8" },
            { "key": "moving", "of": "pos.7" },
            { "key": "position_percent", "of": "pos & 127", "unit": "%" },
            { "key": "switchbot_data", "type": "hex", "if": "rest > 0" }
          ]
        },
        "100": {
          "word": "contact_sensor",
          "fields": [
            { "as": "io", "type": "u8" },
            { "key": "motion_detected", "of": "io.6" },
            { "key": "battery_percent", "type": "u8", "of": "it & 127", "unit": "%" },
            {
              "if": "rest >= 6",
              "fields": [
                { "as": "state", "type": "u8" },
                {
                  "key": "contact",
                  "of": "state.1..2",
                  "words": { "0": "closed", "1": "open", "2": "open_too_long", "*": "reserved" },
                  "code": false
                },
                { "key": "light_detected", "of": "state.0" },
                { "as": "moved", "type": "u16be" },
                { "key": "since_motion_s", "of": "state.7 ? moved + 65536 : moved", "unit": "s" },
                { "as": "opened", "type": "u16be" },
                { "key": "since_contact_s", "of": "state.6 ? opened + 65536 : opened", "unit": "s" },
                { "as": "counts", "type": "u8" },
                { "key": "entrance_count", "of": "counts >> 6" },
                { "key": "exit_count", "of": "counts.4..5" },
                { "key": "button_count", "of": "counts & 15" }
              ]
            },
            { "key": "switchbot_data", "type": "hex", "if": "rest > 0" }
          ]
        },
        "115": {
          "word": "motion_sensor",
          "fields": [
            { "as": "io", "type": "u8" },
            { "key": "motion_detected", "of": "io.6" },
            { "key": "battery_percent", "type": "u8", "of": "it & 127", "unit": "%" },
            { "key": "switchbot_data", "type": "hex", "if": "rest > 0" }
          ]
        },
        "117": { "word": "bulb", "fields": [{ "key": "switchbot_data", "type": "hex", "if": "rest > 0" }] },
        "103": { "word": "plug_mini", "fields": [{ "key": "switchbot_data", "type": "hex", "if": "rest > 0" }] },
        "106": { "word": "plug_mini", "fields": [{ "key": "switchbot_data", "type": "hex", "if": "rest > 0" }] },
        "101": { "word": "humidifier", "fields": [{ "key": "switchbot_data", "type": "hex", "if": "rest > 0" }] },
        "114": { "word": "strip_light", "fields": [{ "key": "switchbot_data", "type": "hex", "if": "rest > 0" }] },
        "111": { "word": "lock", "fields": [{ "key": "switchbot_data", "type": "hex", "if": "rest > 0" }] },
        "*": { "word": "other", "fields": [{ "key": "switchbot_data", "type": "hex", "if": "rest > 0" }] }
      }
    }
  ]
}
{
  "key": "thermometer",
  "name": "Thermometer with ATC firmware",
  "source": "ATC1441 firmware",
  "service": "181A",
  "if": "length == 13",
  "fields": [
    { "key": "mac_address", "type": "hex", "size": 6 },
    { "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
    { "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
    { "key": "battery_percent", "type": "u8", "unit": "%" },
    { "key": "battery_mv", "type": "u16be", "unit": "mV" },
    { "key": "frame_counter", "type": "u8" }
  ]
}
{
  "key": "thermometer",
  "name": "Thermometer with pvvx firmware",
  "source": "pvvx firmware, custom format",
  "service": "181A",
  "if": "length == 15",
  "fields": [
    { "key": "mac_address", "type": "hexle", "size": 6 },
    { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.01" },
    { "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.01" },
    { "key": "battery_mv", "type": "u16", "unit": "mV" },
    { "key": "battery_percent", "type": "u8", "unit": "%" },
    { "key": "frame_counter", "type": "u8" },
    {
      "key": "thermometer_flags",
      "type": "u8",
      "flags": {
        "0": "reed_switch",
        "1": "trigger_output",
        "2": "trigger_control",
        "3": "temperature_trigger",
        "4": "humidity_trigger"
      }
    }
  ]
}
{
  "key": "mi_scale",
  "name": "Xiaomi Mi Body Composition Scale",
  "source": "open clients",
  "service": "181B",
  "vendor": "Xiaomi",
  "if": "length == 13",
  "fields": [
    { "as": "unit", "type": "u8" },
    { "as": "control", "type": "u8" },
    { "as": "weight", "type": "u16", "at": 11 },
    { "key": "weight_lb", "of": "weight", "if": "unit == 3 && !control.6", "scale": "0.01", "unit": "lb" },
    { "key": "weight_kg", "of": "weight", "scale": "0.005", "unit": "kg", "if": "unit == 2 || control.6" },
    { "key": "stabilized", "of": "control.5" },
    { "key": "weight_removed", "of": "control.7" },
    { "key": "measured_at", "type": "date_time" },
    { "key": "impedance_ohm", "type": "u16", "unit": "Ω", "if": "control.1" },
    { "skip": "rest" }
  ]
}
{
  "key": "bthome",
  "name": "BTHome v1",
  "source": "bthome.io, format v1",
  "service": "181C",
  "whole": 3,
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "first_object", "type": "u8", "at": 1 },
    {
      "if": "(first & 31) > 1 && (first & 31) < length && first >> 5 <= 5 && first_object <= 84",
      "fields": [
        { "key": "bthome_version", "of": "1" },
        {
          "repeat": "rest",
          "fields": [
            { "as": "head", "type": "u8" },
            {
              "size": "head & 31",
              "fields": [
                { "as": "number", "type": "u8" },
                { "as": "signed", "of": "head >> 5 == 1" },
                { "as": "plain", "of": "head >> 5 != 2 && number != 60 && number != 83 && number != 84" },
                { "key": "bthome_raw", "type": "hex", "if": "head >> 5 == 2" },
                { "as": "raw", "type": "u8", "if": "plain && !signed && rest == 1" },
                { "as": "raw", "type": "i8", "if": "plain && signed && rest == 1" },
                { "as": "raw", "type": "u16", "if": "plain && !signed && rest == 2" },
                { "as": "raw", "type": "i16", "if": "plain && signed && rest == 2" },
                { "as": "raw", "type": "u24", "if": "plain && !signed && rest == 3" },
                { "as": "raw", "type": "i24", "if": "plain && signed && rest == 3" },
                { "as": "raw", "type": "u32", "if": "plain && !signed && rest == 4" },
                { "as": "raw", "type": "i32", "if": "plain && signed && rest == 4" },
                {
                  "as": "object",
                  "key": "unknown_object",
                  "of": "number",
                  "code": false,
                  "cases": {
                    "0": { "fields": [{ "key": "packet_id", "of": "raw" }] },
                    "1": { "fields": [{ "key": "battery_percent", "of": "raw", "unit": "%" }] },
                    "2": {
                      "fields": [{ "key": "temperature_celsius", "of": "raw", "scale": "0.01", "unit": "°C" }]
                    },
                    "3": {
                      "fields": [
                        { "key": "relative_humidity_percent", "of": "raw", "scale": "0.01", "unit": "%" }
                      ]
                    },
                    "4": { "fields": [{ "key": "pressure_hpa", "of": "raw", "scale": "0.01", "unit": "hPa" }] },
                    "5": { "fields": [{ "key": "illuminance_lux", "of": "raw", "scale": "0.01", "unit": "lx" }] },
                    "6": { "fields": [{ "key": "mass_kg", "of": "raw", "scale": "0.01", "unit": "kg" }] },
                    "7": { "fields": [{ "key": "mass_lb", "of": "raw", "scale": "0.01", "unit": "lb" }] },
                    "8": {
                      "fields": [{ "key": "dew_point_celsius", "of": "raw", "scale": "0.01", "unit": "°C" }]
                    },
                    "9": { "fields": [{ "key": "event_count", "of": "raw" }] },
                    "10": { "fields": [{ "key": "energy_kwh", "of": "raw", "scale": "0.001", "unit": "kWh" }] },
                    "11": { "fields": [{ "key": "power_w", "of": "raw", "scale": "0.01", "unit": "W" }] },
                    "12": { "fields": [{ "key": "voltage_v", "of": "raw", "scale": "0.001", "unit": "V" }] },
                    "13": { "fields": [{ "key": "pm2_5_ug_per_m3", "of": "raw", "unit": "µg/m³" }] },
                    "14": { "fields": [{ "key": "pm10_ug_per_m3", "of": "raw", "unit": "µg/m³" }] },
                    "15": { "fields": [{ "key": "generic_state", "of": "raw != 0" }] },
                    "16": { "fields": [{ "key": "power_on", "of": "raw != 0" }] },
                    "17": { "fields": [{ "key": "opening_open", "of": "raw != 0" }] },
                    "18": { "fields": [{ "key": "co2_ppm", "of": "raw", "unit": "ppm" }] },
                    "19": { "fields": [{ "key": "tvoc_ug_per_m3", "of": "raw", "unit": "µg/m³" }] },
                    "20": {
                      "fields": [{ "key": "moisture_percent", "of": "raw", "scale": "0.01", "unit": "%" }]
                    },
                    "21": { "fields": [{ "key": "battery_low", "of": "raw != 0" }] },
                    "22": { "fields": [{ "key": "battery_charging", "of": "raw != 0" }] },
                    "23": { "fields": [{ "key": "carbon_monoxide_detected", "of": "raw != 0" }] },
                    "24": { "fields": [{ "key": "cold", "of": "raw != 0" }] },
                    "25": { "fields": [{ "key": "connected", "of": "raw != 0" }] },
                    "26": { "fields": [{ "key": "door_open", "of": "raw != 0" }] },
                    "27": { "fields": [{ "key": "garage_door_open", "of": "raw != 0" }] },
                    "28": { "fields": [{ "key": "gas_detected", "of": "raw != 0" }] },
                    "29": { "fields": [{ "key": "heat", "of": "raw != 0" }] },
                    "30": { "fields": [{ "key": "light_detected", "of": "raw != 0" }] },
                    "31": { "fields": [{ "key": "unlocked", "of": "raw != 0" }] },
                    "32": { "fields": [{ "key": "moisture_detected", "of": "raw != 0" }] },
                    "33": { "fields": [{ "key": "motion_detected", "of": "raw != 0" }] },
                    "34": { "fields": [{ "key": "moving", "of": "raw != 0" }] },
                    "35": { "fields": [{ "key": "occupied", "of": "raw != 0" }] },
                    "36": { "fields": [{ "key": "plugged_in", "of": "raw != 0" }] },
                    "37": { "fields": [{ "key": "present", "of": "raw != 0" }] },
                    "38": { "fields": [{ "key": "problem", "of": "raw != 0" }] },
                    "39": { "fields": [{ "key": "running", "of": "raw != 0" }] },
                    "40": { "fields": [{ "key": "safe", "of": "raw != 0" }] },
                    "41": { "fields": [{ "key": "smoke_detected", "of": "raw != 0" }] },
                    "42": { "fields": [{ "key": "sound_detected", "of": "raw != 0" }] },
                    "43": { "fields": [{ "key": "tampered", "of": "raw != 0" }] },
                    "44": { "fields": [{ "key": "vibration_detected", "of": "raw != 0" }] },
                    "45": { "fields": [{ "key": "window_open", "of": "raw != 0" }] },
                    "46": { "fields": [{ "key": "relative_humidity_percent", "of": "raw", "unit": "%" }] },
                    "47": { "fields": [{ "key": "moisture_percent", "of": "raw", "unit": "%" }] },
                    "80": {
                      "fields": [
                        { "key": "bthome_time", "of": "raw", "time": { "since": "1970-01-01", "tick_s": 1 } }
                      ]
                    },
                    "81": {
                      "fields": [
                        { "key": "acceleration_m_per_s2", "of": "raw", "scale": "0.001", "unit": "m/s²" }
                      ]
                    },
                    "82": {
                      "fields": [{ "key": "rotation_rate_dps", "of": "raw", "scale": "0.001", "unit": "°/s" }]
                    },
                    "58": {
                      "fields": [
                        {
                          "key": "button_event",
                          "of": "raw",
                          "words": {
                            "0": "none",
                            "1": "press",
                            "2": "double_press",
                            "3": "triple_press",
                            "4": "long_press",
                            "5": "long_double_press",
                            "6": "long_triple_press",
                            "128": "hold_press",
                            "*": "reserved"
                          }
                        }
                      ]
                    },
                    "60": {
                      "fields": [
                        {
                          "key": "dimmer_event",
                          "type": "u8",
                          "words": { "0": "none", "1": "rotate_left", "2": "rotate_right", "*": "reserved" }
                        },
                        { "key": "dimmer_steps", "type": "u8" }
                      ]
                    },
                    "83": { "fields": [{ "key": "bthome_text", "type": "utf8" }] },
                    "84": { "fields": [{ "key": "bthome_raw", "type": "hex" }] },
                    "*": { "fields": [{ "key": "bthome_raw", "type": "hex" }] }
                  }
                },
                { "skip": "rest" }
              ]
            }
          ]
        }
      ]
    },
    { "skip": "rest" }
  ],
  "comment": "A number of 16 bits with a sign bit, an exponent and a mantissa (format 2) is shown as its bytes."
}
{
  "key": "mi_scale",
  "name": "Xiaomi Mi Smart Scale",
  "source": "open clients",
  "service": "181D",
  "vendor": "Xiaomi",
  "if": "length == 10",
  "fields": [
    { "as": "control", "type": "u8" },
    { "as": "weight", "type": "u16" },
    { "key": "weight_lb", "of": "weight", "if": "control.0", "scale": "0.01", "unit": "lb" },
    { "key": "weight_kg", "of": "weight", "scale": "0.005", "unit": "kg", "if": "!control.0" },
    { "key": "stabilized", "of": "control.5" },
    { "key": "weight_removed", "of": "control.7" },
    { "key": "measured_at", "type": "date_time" }
  ],
  "comment": "A jin, the unit of some scales, is half a kilogram, and is sent in hundredths."
}
{
  "key": "bthome",
  "name": "BTHome v1, encrypted",
  "source": "bthome.io, format v1",
  "service": "181E",
  "whole": 11,
  "fields": [
    { "key": "bthome_version", "of": "1" },
    { "key": "encrypted_data", "type": "hex", "size": "rest - 8" },
    { "key": "encryption_counter", "type": "u32" },
    { "key": "mic", "type": "hex", "size": 4 },
    { "key": "bthome_encrypted", "of": "1 == 1" }
  ]
}
{
  "key": "mesh_provisioning",
  "name": "Mesh Provisioning",
  "source": "Mesh 7.1.2.2.1",
  "service": "1827",
  "fields": [{ "key": "device_uuid", "type": "uuid128be" }, { "key": "oob_information", "type": "u16be" }]
}
{
  "key": "mesh_proxy",
  "name": "Mesh Proxy",
  "source": "Mesh 7.2.2.2",
  "service": "1828",
  "fields": [
    {
      "key": "mesh_identification",
      "type": "u8",
      "cases": {
        "0": { "word": "network_id", "fields": [{ "key": "network_id", "type": "hex", "size": 8 }] },
        "1": {
          "word": "node_identity",
          "fields": [
            { "key": "identity_hash", "type": "hex", "size": 8 },
            { "key": "identity_random", "type": "hex", "size": 8 }
          ]
        },
        "2": {
          "word": "private_network_identity",
          "fields": [
            { "key": "identity_hash", "type": "hex", "size": 8 },
            { "key": "identity_random", "type": "hex", "size": 8 }
          ]
        },
        "3": {
          "word": "private_node_identity",
          "fields": [
            { "key": "identity_hash", "type": "hex", "size": 8 },
            { "key": "identity_random", "type": "hex", "size": 8 }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "key": "stream_announcement",
  "name": "Unicast server announcement",
  "source": "BAP 3.5.3",
  "service": "184E",
  "fields": [
    { "key": "announcement", "type": "u8", "words": { "0": "general", "1": "targeted", "*": "reserved" } },
    {
      "key": "available_sink_contexts",
      "type": "u16",
      "flags": {
        "0": "unspecified",
        "1": "conversational",
        "2": "media",
        "3": "game",
        "4": "instructional",
        "5": "voice_assistants",
        "6": "live",
        "7": "sound_effects",
        "8": "notifications",
        "9": "ringtone",
        "10": "alerts",
        "11": "emergency_alarm"
      }
    },
    {
      "key": "available_source_contexts",
      "type": "u16",
      "flags": {
        "0": "unspecified",
        "1": "conversational",
        "2": "media",
        "3": "game",
        "4": "instructional",
        "5": "voice_assistants",
        "6": "live",
        "7": "sound_effects",
        "8": "notifications",
        "9": "ringtone",
        "10": "alerts",
        "11": "emergency_alarm"
      }
    },
    { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
  ]
}
{
  "key": "basic_audio_announcement",
  "name": "Basic Audio Announcement",
  "source": "BAP 3.7.2.2",
  "service": "1851",
  "fields": [
    { "key": "presentation_delay_us", "type": "u24", "unit": "µs" },
    { "as": "n", "type": "u8" },
    {
      "key": "subgroups",
      "repeat": "n",
      "fields": [
        { "as": "m", "type": "u8" },
        { "key": "coding_format", "type": "u8", "words": "coding_format" },
        { "key": "codec_company", "type": "u16", "words": "@company" },
        { "key": "vendor_codec_id", "type": "u16" },
        { "key": "codec_configuration", "size": { "type": "u8" }, "fields": [{ "type": "configuration_ltv" }] },
        { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] },
        {
          "key": "bis",
          "repeat": "m",
          "fields": [
            { "key": "bis_index", "type": "u8" },
            {
              "key": "codec_configuration",
              "size": { "type": "u8" },
              "fields": [{ "type": "configuration_ltv" }]
            }
          ]
        }
      ]
    }
  ]
}
{
  "key": "broadcast_announcement",
  "name": "Broadcast Audio Announcement",
  "source": "BAP 3.7.2.1",
  "service": "1852",
  "fields": [{ "key": "broadcast_id", "type": "u24" }]
}
{
  "key": "common_audio_announcement",
  "name": "Common Audio Announcement",
  "source": "CAP 8.1.1",
  "service": "1853",
  "fields": [{ "key": "announcement", "type": "u8", "words": { "0": "general", "1": "targeted", "*": "reserved" } }]
}
{
  "key": "tmap",
  "name": "Telephony and Media Audio",
  "source": "TMAP 1.0, 5",
  "service": "1855",
  "fields": [
    {
      "key": "tmap_roles",
      "type": "u16",
      "flags": {
        "0": "call_gateway",
        "1": "call_terminal",
        "2": "unicast_media_sender",
        "3": "unicast_media_receiver",
        "4": "broadcast_media_sender",
        "5": "broadcast_media_receiver"
      }
    }
  ]
}
{
  "key": "public_broadcast",
  "name": "Public Broadcast Announcement",
  "source": "PBP 1.0, 5.1",
  "service": "1856",
  "fields": [
    {
      "key": "public_broadcast_features",
      "type": "u8",
      "flags": { "0": "encrypted", "1": "standard_quality", "2": "high_quality" }
    },
    { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
  ]
}
{
  "key": "gmap",
  "name": "Gaming Audio",
  "source": "GMAP 1.0",
  "service": "1858",
  "fields": [
    {
      "key": "gmap_roles",
      "type": "u8",
      "flags": {
        "0": "unicast_game_gateway",
        "1": "unicast_game_terminal",
        "2": "broadcast_game_sender",
        "3": "broadcast_game_receiver"
      }
    }
  ]
}
{
  "key": "tuya_product",
  "name": "Tuya product",
  "source": "Tuya, tuya-ble-sdk",
  "service": "A201",
  "vendor": "Tuya",
  "if": "length == 9 || length == 17",
  "fields": [
    { "as": "kind", "type": "u8" },
    {
      "if": "kind <= 1",
      "fields": [
        {
          "key": "tuya_id_kind",
          "of": "kind",
          "words": { "0": "product_id", "1": "product_key" },
          "code": false
        },
        { "key": "tuya_product_data", "type": "hex" }
      ]
    },
    { "skip": "rest" }
  ],
  "comment": "Plain text until the device is bound, and encrypted after."
}
{
  "key": "unwanted_tracking",
  "name": "Unwanted location tracker",
  "source": "IETF draft, Detecting Unwanted Location Trackers",
  "service": "FCB2",
  "fields": [
    { "key": "tracker_network", "type": "u8", "words": { "1": "apple", "2": "google", "*": "other" } },
    { "as": "near", "type": "u8" },
    { "key": "near_owner", "of": "near.0" },
    { "key": "tracker_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "key": "bthome",
  "name": "BTHome v2",
  "source": "bthome.io, format v2",
  "service": "FCD2",
  "fields": [
    { "as": "information", "type": "u8" },
    { "key": "bthome_version", "of": "information >> 5" },
    { "key": "trigger_based", "of": "information.2" },
    {
      "if": "information.0",
      "fields": [
        { "key": "encrypted_data", "type": "hex", "size": "rest - 8" },
        { "key": "encryption_counter", "type": "u32" },
        { "key": "mic", "type": "hex", "size": 4 }
      ]
    },
    { "key": "bthome_encrypted", "of": "information.0" },
    {
      "repeat": "rest",
      "if": "!information.0",
      "fields": [
        {
          "as": "object",
          "key": "unknown_object",
          "type": "u8",
          "code": false,
          "cases": {
            "0": { "fields": [{ "key": "packet_id", "type": "u8" }] },
            "1": { "fields": [{ "key": "battery_percent", "type": "u8", "unit": "%" }] },
            "2": { "fields": [{ "key": "temperature_celsius", "type": "i16", "scale": "0.01", "unit": "°C" }] },
            "3": { "fields": [{ "key": "relative_humidity_percent", "type": "u16", "scale": "0.01", "unit": "%" }] },
            "4": { "fields": [{ "key": "pressure_hpa", "type": "u24", "scale": "0.01", "unit": "hPa" }] },
            "5": { "fields": [{ "key": "illuminance_lux", "type": "u24", "scale": "0.01", "unit": "lx" }] },
            "6": { "fields": [{ "key": "mass_kg", "type": "u16", "scale": "0.01", "unit": "kg" }] },
            "7": { "fields": [{ "key": "mass_lb", "type": "u16", "scale": "0.01", "unit": "lb" }] },
            "8": { "fields": [{ "key": "dew_point_celsius", "type": "i16", "scale": "0.01", "unit": "°C" }] },
            "9": { "fields": [{ "key": "event_count", "type": "u8" }] },
            "10": { "fields": [{ "key": "energy_kwh", "type": "u24", "scale": "0.001", "unit": "kWh" }] },
            "11": { "fields": [{ "key": "power_w", "type": "u24", "scale": "0.01", "unit": "W" }] },
            "12": { "fields": [{ "key": "voltage_v", "type": "u16", "scale": "0.001", "unit": "V" }] },
            "13": { "fields": [{ "key": "pm2_5_ug_per_m3", "type": "u16", "unit": "µg/m³" }] },
            "14": { "fields": [{ "key": "pm10_ug_per_m3", "type": "u16", "unit": "µg/m³" }] },
            "15": { "fields": [{ "key": "generic_state", "type": "bool" }] },
            "16": { "fields": [{ "key": "power_on", "type": "bool" }] },
            "17": { "fields": [{ "key": "opening_open", "type": "bool" }] },
            "18": { "fields": [{ "key": "co2_ppm", "type": "u16", "unit": "ppm" }] },
            "19": { "fields": [{ "key": "tvoc_ug_per_m3", "type": "u16", "unit": "µg/m³" }] },
            "20": { "fields": [{ "key": "moisture_percent", "type": "u16", "scale": "0.01", "unit": "%" }] },
            "21": { "fields": [{ "key": "battery_low", "type": "bool" }] },
            "22": { "fields": [{ "key": "battery_charging", "type": "bool" }] },
            "23": { "fields": [{ "key": "carbon_monoxide_detected", "type": "bool" }] },
            "24": { "fields": [{ "key": "cold", "type": "bool" }] },
            "25": { "fields": [{ "key": "connected", "type": "bool" }] },
            "26": { "fields": [{ "key": "door_open", "type": "bool" }] },
            "27": { "fields": [{ "key": "garage_door_open", "type": "bool" }] },
            "28": { "fields": [{ "key": "gas_detected", "type": "bool" }] },
            "29": { "fields": [{ "key": "heat", "type": "bool" }] },
            "30": { "fields": [{ "key": "light_detected", "type": "bool" }] },
            "31": { "fields": [{ "key": "unlocked", "type": "bool" }] },
            "32": { "fields": [{ "key": "moisture_detected", "type": "bool" }] },
            "33": { "fields": [{ "key": "motion_detected", "type": "bool" }] },
            "34": { "fields": [{ "key": "moving", "type": "bool" }] },
            "35": { "fields": [{ "key": "occupied", "type": "bool" }] },
            "36": { "fields": [{ "key": "plugged_in", "type": "bool" }] },
            "37": { "fields": [{ "key": "present", "type": "bool" }] },
            "38": { "fields": [{ "key": "problem", "type": "bool" }] },
            "39": { "fields": [{ "key": "running", "type": "bool" }] },
            "40": { "fields": [{ "key": "safe", "type": "bool" }] },
            "41": { "fields": [{ "key": "smoke_detected", "type": "bool" }] },
            "42": { "fields": [{ "key": "sound_detected", "type": "bool" }] },
            "43": { "fields": [{ "key": "tampered", "type": "bool" }] },
            "44": { "fields": [{ "key": "vibration_detected", "type": "bool" }] },
            "45": { "fields": [{ "key": "window_open", "type": "bool" }] },
            "46": { "fields": [{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" }] },
            "47": { "fields": [{ "key": "moisture_percent", "type": "u8", "unit": "%" }] },
            "58": {
              "fields": [
                {
                  "key": "button_event",
                  "type": "u8",
                  "words": {
                    "0": "none",
                    "1": "press",
                    "2": "double_press",
                    "3": "triple_press",
                    "4": "long_press",
                    "5": "long_double_press",
                    "6": "long_triple_press",
                    "128": "hold_press",
                    "*": "reserved"
                  }
                }
              ]
            },
            "59": {
              "fields": [
                { "as": "arguments", "type": "u8", "of": "it & 31" },
                {
                  "key": "command_event",
                  "type": "u8",
                  "words": {
                    "0": "off",
                    "1": "on",
                    "2": "toggle",
                    "3": "step_up",
                    "4": "step_down",
                    "*": "other"
                  }
                },
                {
                  "size": "arguments",
                  "fields": [
                    {
                      "key": "command_steps",
                      "type": "u8",
                      "if": "(command_event == 3 || command_event == 4) && arguments == 1"
                    },
                    { "key": "command_arguments", "type": "hex", "if": "rest > 0" }
                  ]
                }
              ]
            },
            "60": {
              "fields": [
                {
                  "key": "dimmer_event",
                  "type": "u8",
                  "words": { "0": "none", "1": "rotate_left", "2": "rotate_right", "*": "reserved" }
                },
                { "key": "dimmer_steps", "type": "u8" }
              ]
            },
            "61": { "fields": [{ "key": "event_count", "type": "u16" }] },
            "62": { "fields": [{ "key": "event_count", "type": "u32" }] },
            "63": { "fields": [{ "key": "rotation_degrees", "type": "i16", "scale": "0.1", "unit": "°" }] },
            "64": { "fields": [{ "key": "distance_mm", "type": "u16", "unit": "mm" }] },
            "65": { "fields": [{ "key": "distance_m", "type": "u16", "scale": "0.1", "unit": "m" }] },
            "66": { "fields": [{ "key": "duration_s", "type": "u24", "scale": "0.001", "unit": "s" }] },
            "67": { "fields": [{ "key": "current_a", "type": "u16", "scale": "0.001", "unit": "A" }] },
            "68": { "fields": [{ "key": "speed_m_per_s", "type": "u16", "scale": "0.01", "unit": "m/s" }] },
            "69": { "fields": [{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }] },
            "70": { "fields": [{ "key": "uv_index", "type": "u8", "scale": "0.1" }] },
            "71": { "fields": [{ "key": "volume_l", "type": "u16", "scale": "0.1", "unit": "L" }] },
            "72": { "fields": [{ "key": "volume_ml", "type": "u16", "unit": "mL" }] },
            "73": { "fields": [{ "key": "volume_flow_m3_per_h", "type": "u16", "scale": "0.001", "unit": "m³/h" }] },
            "74": { "fields": [{ "key": "voltage_v", "type": "u16", "scale": "0.1", "unit": "V" }] },
            "75": { "fields": [{ "key": "gas_m3", "type": "u24", "scale": "0.001", "unit": "m³" }] },
            "76": { "fields": [{ "key": "gas_m3", "type": "u32", "scale": "0.001", "unit": "m³" }] },
            "77": { "fields": [{ "key": "energy_kwh", "type": "u32", "scale": "0.001", "unit": "kWh" }] },
            "78": { "fields": [{ "key": "volume_l", "type": "u32", "scale": "0.001", "unit": "L" }] },
            "79": { "fields": [{ "key": "water_l", "type": "u32", "scale": "0.001", "unit": "L" }] },
            "80": {
              "fields": [{ "key": "bthome_time", "type": "u32", "time": { "since": "1970-01-01", "tick_s": 1 } }]
            },
            "81": { "fields": [{ "key": "acceleration_m_per_s2", "type": "u16", "scale": "0.001", "unit": "m/s²" }] },
            "82": { "fields": [{ "key": "rotation_rate_dps", "type": "u16", "scale": "0.001", "unit": "°/s" }] },
            "83": { "fields": [{ "key": "bthome_text", "type": "utf8", "size": { "type": "u8" } }] },
            "84": { "fields": [{ "key": "bthome_raw", "type": "hex", "size": { "type": "u8" } }] },
            "85": { "fields": [{ "key": "stored_volume_l", "type": "u32", "scale": "0.001", "unit": "L" }] },
            "86": { "fields": [{ "key": "conductivity_us_per_cm", "type": "u16", "unit": "µS/cm" }] },
            "87": { "fields": [{ "key": "temperature_celsius", "type": "i8", "unit": "°C" }] },
            "88": { "fields": [{ "key": "temperature_celsius", "type": "i8", "scale": "0.35", "unit": "°C" }] },
            "89": { "fields": [{ "key": "event_count", "type": "i8" }] },
            "90": { "fields": [{ "key": "event_count", "type": "i16" }] },
            "91": { "fields": [{ "key": "event_count", "type": "i32" }] },
            "92": { "fields": [{ "key": "power_w", "type": "i32", "scale": "0.01", "unit": "W" }] },
            "93": { "fields": [{ "key": "current_a", "type": "i16", "scale": "0.001", "unit": "A" }] },
            "94": { "fields": [{ "key": "direction_degrees", "type": "u16", "scale": "0.01", "unit": "°" }] },
            "95": { "fields": [{ "key": "precipitation_mm", "type": "u16", "scale": "0.1", "unit": "mm" }] },
            "96": { "fields": [{ "key": "channel", "type": "u8" }] },
            "97": { "fields": [{ "key": "rotational_speed_rpm", "type": "u16", "unit": "rpm" }] },
            "98": { "fields": [{ "key": "speed_m_per_s", "type": "i32", "scale": "0.000001", "unit": "m/s" }] },
            "99": {
              "fields": [{ "key": "acceleration_m_per_s2", "type": "i32", "scale": "0.000001", "unit": "m/s²" }]
            },
            "100": {
              "fields": [
                {
                  "key": "light_level",
                  "type": "u8",
                  "words": { "0": "dark", "1": "twilight", "2": "bright", "*": "reserved" }
                }
              ]
            },
            "101": { "fields": [{ "key": "settings_revision", "type": "u8" }] },
            "240": { "fields": [{ "key": "bthome_device_type", "type": "u16" }] },
            "241": { "fields": [{ "key": "bthome_firmware", "type": "hexle", "size": 4 }] },
            "242": { "fields": [{ "key": "bthome_firmware", "type": "hexle", "size": 3 }] },
            "*": "stop"
          }
        }
      ]
    }
  ]
}
{
  "key": "google_nearby",
  "name": "Google Nearby",
  "source": "by name only: no public description",
  "service": ["FEF3", "FCF1"],
  "vendor": "Google",
  "fields": [{ "key": "google_data", "type": "hex" }]
}
{
  "key": "plant_sensor",
  "name": "HHCCJCY10 plant sensor",
  "source": "open clients",
  "service": "FD50",
  "vendor": "HHCC",
  "if": "length == 9",
  "fields": [
    { "as": "moist", "type": "u8", "at": 0 },
    { "as": "temp", "type": "i16be", "at": 1 },
    { "as": "bat", "type": "u8", "at": 6 },
    {
      "if": "moist <= 100 && bat <= 100 && temp >= -400 && temp <= 850",
      "fields": [
        { "key": "moisture_percent", "type": "u8", "unit": "%" },
        { "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
        { "key": "illuminance_lux", "type": "u24be", "unit": "lx" },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        { "key": "conductivity_us_per_cm", "type": "u16be", "unit": "µS/cm" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "key": "smart_tag",
  "name": "Samsung SmartTag",
  "source": "published research on Samsung Offline Finding",
  "service": "FD5A",
  "vendor": "Samsung",
  "text": "{smart_tag_state}[, battery {smart_tag_battery}]",
  "fields": [
    { "as": "first", "type": "u8" },
    { "key": "smart_tag_version", "of": "first >> 4" },
    {
      "key": "smart_tag_state",
      "of": "first & 7",
      "words": {
        "0": "reserved",
        "1": "premature_offline",
        "2": "offline",
        "3": "overmature_offline",
        "4": "paired",
        "5": "connected",
        "6": "connected_by_several",
        "*": "reserved"
      }
    },
    { "key": "smart_tag_aging_counter", "type": "u24" },
    { "key": "smart_tag_privacy_id", "type": "hex", "size": 8 },
    { "as": "bits", "type": "u8" },
    {
      "key": "smart_tag_battery",
      "of": "bits & 3",
      "words": { "0": "very_low", "1": "low", "2": "medium", "3": "full" }
    },
    { "key": "smart_tag_further", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "key": "exposure_notification",
  "name": "Exposure Notification",
  "source": "Exposure Notification, Bluetooth Specification 1.2",
  "service": "FD6F",
  "fields": [
    { "key": "rolling_proximity_id", "type": "hex", "size": 16 },
    { "key": "encrypted_metadata", "type": "hex", "size": 4 }
  ]
}
{
  "key": "qingping",
  "name": "Qingping",
  "source": "open clients, and what the maker publishes for its developers",
  "service": "FDCD",
  "vendor": "Qingping",
  "whole": 8,
  "fields": [
    { "skip": 1 },
    {
      "key": "qingping_product",
      "type": "u8",
      "words": {
        "1": "CGG1",
        "7": "CGG1",
        "9": "CGP1W",
        "12": "CGD1",
        "14": "CGDN1",
        "18": "CGPR1",
        "24": "CGP23W",
        "36": "CGDN1",
        "51": "CGP22C",
        "93": "CGP22C",
        "*": "other"
      }
    },
    { "key": "device_address", "type": "address" },
    {
      "repeat": "rest",
      "fields": [
        { "as": "kind", "type": "u8" },
        { "as": "n", "type": "u8" },
        {
          "size": "n",
          "fields": [
            {
              "if": "kind == 1 && n == 4",
              "fields": [
                { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
                { "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.1" }
              ]
            },
            { "if": "kind == 2 && n == 1", "fields": [{ "key": "battery_percent", "type": "u8", "unit": "%" }] },
            {
              "if": "kind == 7 && n == 2",
              "fields": [{ "key": "pressure_hpa", "type": "u16", "scale": "0.1", "unit": "hPa" }]
            },
            {
              "if": "kind == 8 && n == 4",
              "fields": [
                { "key": "motion_detected", "type": "bool" },
                { "key": "illuminance_lux", "type": "u24", "unit": "lx" }
              ]
            },
            {
              "if": "kind == 9 && n == 4",
              "fields": [{ "key": "illuminance_lux", "type": "u32", "unit": "lx" }]
            },
            { "if": "kind == 15 && n == 1", "fields": [{ "key": "packet_id", "type": "u8" }] },
            { "if": "kind == 17 && n == 1", "fields": [{ "key": "light_detected", "type": "bool" }] },
            {
              "if": "kind == 18 && n == 4",
              "fields": [
                { "key": "pm2_5_ug_per_m3", "type": "u16", "unit": "µg/m³" },
                { "key": "pm10_ug_per_m3", "type": "u16", "unit": "µg/m³" }
              ]
            },
            { "if": "kind == 19 && n == 2", "fields": [{ "key": "co2_ppm", "type": "u16", "unit": "ppm" }] },
            { "skip": "rest" }
          ]
        }
      ]
    }
  ]
}
{
  "key": "fast_pair",
  "name": "Google Fast Pair",
  "source": "Google Fast Pair Service specification",
  "service": "FE2C",
  "vendor": "Google",
  "fields": [
    { "if": "length == 3", "fields": [{ "key": "fast_pair_model_id", "type": "hex", "size": 3 }] },
    {
      "if": "length != 3",
      "fields": [
        { "as": "head", "type": "u8" },
        { "key": "fast_pair_version", "of": "head >> 4" },
        {
          "repeat": "rest",
          "fields": [
            { "as": "lt", "type": "u8" },
            {
              "size": "lt >> 4",
              "fields": [
                {
                  "as": "sort",
                  "of": "lt & 15",
                  "cases": {
                    "0": {
                      "fields": [
                        { "key": "account_key_filter", "type": "hex" },
                        { "key": "shows_pairing", "of": "1 == 1" }
                      ]
                    },
                    "1": { "fields": [{ "key": "salt", "type": "hex" }] },
                    "2": {
                      "fields": [
                        { "key": "account_key_filter", "type": "hex" },
                        { "key": "shows_pairing", "of": "1 == 0" }
                      ]
                    },
                    "3": {
                      "fields": [
                        { "type": "batteries" },
                        { "key": "shows_battery", "of": "1 == 1" }
                      ]
                    },
                    "4": {
                      "fields": [
                        { "type": "batteries" },
                        { "key": "shows_battery", "of": "1 == 0" }
                      ]
                    },
                    "*": { "fields": [{ "key": "fast_pair_field", "type": "hex" }] }
                  }
                }
              ]
            }
          ]
        }
      ]
    }
  ]
}
{
  "key": "mibeacon",
  "name": "Xiaomi MiBeacon",
  "source": "Xiaomi MiBeacon, as published for its developers",
  "service": "FE95",
  "vendor": "Xiaomi",
  "fields": [
    { "as": "control", "type": "u16" },
    { "key": "mibeacon_version", "of": "control >> 12" },
    { "key": "mibeacon_product_id", "type": "u16" },
    { "key": "frame_counter", "type": "u8" },
    { "key": "mibeacon_encrypted", "of": "control.3" },
    { "key": "device_address", "type": "address", "if": "control.4" },
    {
      "if": "control.5",
      "fields": [
        { "key": "mibeacon_capability", "type": "u8" },
        { "key": "mibeacon_wifi_address", "type": "hex", "size": 2, "if": "mibeacon_capability.3..4 == 3" },
        { "key": "mibeacon_io", "type": "u16", "if": "mibeacon_capability.5" }
      ]
    },
    {
      "if": "control.6 && control.3 && mibeacon_version <= 3 && rest >= 4",
      "fields": [
        { "key": "encrypted_data", "type": "hex", "size": "rest - 4" },
        { "key": "mibeacon_counter", "type": "hexle", "size": 3 },
        { "key": "mic", "type": "hex", "size": 1 }
      ]
    },
    {
      "if": "control.6 && control.3 && mibeacon_version > 3 && rest >= 7",
      "fields": [
        { "key": "encrypted_data", "type": "hex", "size": "rest - 7" },
        { "key": "mibeacon_counter", "type": "hexle", "size": 3 },
        { "key": "mic", "type": "hex", "size": 4 }
      ]
    },
    {
      "if": "control.6 && !control.3",
      "fields": [
        {
          "key": "mibeacon_objects",
          "repeat": "rest",
          "fields": [
            { "key": "mibeacon_object", "type": "u16" },
            {
              "size": { "type": "u8" },
              "fields": [
                {
                  "as": "which",
                  "of": "mibeacon_object",
                  "cases": {
                    "4100": {
                      "fields": [{ "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" }]
                    },
                    "4102": {
                      "fields": [{ "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.1" }]
                    },
                    "4103": { "fields": [{ "key": "illuminance_lux", "type": "u24", "unit": "lx" }] },
                    "4104": { "fields": [{ "key": "moisture_percent", "type": "u8", "unit": "%" }] },
                    "4105": { "fields": [{ "key": "conductivity_us_per_cm", "type": "u16", "unit": "µS/cm" }] },
                    "4106": { "fields": [{ "key": "battery_percent", "type": "u8", "unit": "%" }] },
                    "4109": {
                      "fields": [
                        { "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
                        { "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.1" }
                      ]
                    },
                    "4112": {
                      "fields": [{ "key": "formaldehyde_mg_per_m3", "type": "u16", "scale": "0.01", "unit": "mg/m³" }]
                    },
                    "4114": { "fields": [{ "key": "switched_on", "type": "bool" }] },
                    "4115": { "fields": [{ "key": "consumable_percent", "type": "u8", "unit": "%" }] },
                    "4116": { "fields": [{ "key": "moisture_detected", "type": "bool" }] },
                    "4117": { "fields": [{ "key": "smoke_detected", "type": "bool" }] },
                    "4118": { "fields": [{ "key": "gas_detected", "type": "bool" }] },
                    "4119": { "fields": [{ "key": "no_motion_s", "type": "u32", "unit": "s" }] },
                    "4120": { "fields": [{ "key": "light_detected", "type": "bool" }] },
                    "4121": {
                      "fields": [
                        {
                          "key": "door_state",
                          "type": "u8",
                          "words": {
                            "0": "open",
                            "1": "closed",
                            "2": "not_closed_in_time",
                            "3": "device_reset",
                            "*": "other"
                          }
                        }
                      ]
                    },
                    "3": { "fields": [{ "key": "motion_detected", "type": "bool" }] },
                    "15": {
                      "fields": [
                        { "key": "illuminance_lux", "type": "u24", "unit": "lx" },
                        { "key": "motion_detected", "of": "1 == 1" }
                      ]
                    },
                    "*": { "fields": [{ "key": "mibeacon_data", "type": "hex" }] }
                  }
                }
              ]
            }
          ]
        }
      ]
    }
  ]
}
{
  "key": "eddystone_uid",
  "name": "Eddystone-UID",
  "source": "Eddystone protocol specification",
  "service": "FEAA",
  "starts": "00",
  "vendor": "Google",
  "fields": [
    { "skip": 1 },
    { "key": "power_at_0m_dbm", "type": "i8", "unit": "dBm" },
    { "key": "beacon_namespace", "type": "hex", "size": 10 },
    { "key": "beacon_instance", "type": "hex", "size": 6 },
    { "as": "reserved", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "key": "eddystone_tlm",
  "name": "Eddystone-TLM",
  "source": "Eddystone protocol specification",
  "service": "FEAA",
  "starts": "20",
  "vendor": "Google",
  "fields": [
    { "skip": 1 },
    { "key": "tlm_version", "type": "u8" },
    {
      "if": "tlm_version == 0",
      "fields": [
        { "key": "battery_mv", "type": "u16be", "unit": "mV", "special": { "0": "not_supported" } },
        {
          "key": "temperature_celsius",
          "type": "i16be",
          "unit": "°C",
          "scale": "1/256",
          "special": { "-32768": "not_supported" }
        },
        { "key": "advertisements_sent", "type": "u32be" },
        { "key": "uptime_s", "type": "u32be", "scale": "0.1", "unit": "s" }
      ]
    },
    {
      "if": "tlm_version == 1",
      "fields": [
        { "key": "encrypted_data", "type": "hex", "size": 12 },
        { "key": "salt", "type": "hex", "size": 2 },
        { "key": "mic", "type": "hex", "size": 2 }
      ]
    }
  ]
}
{
  "key": "eddystone_eid",
  "name": "Eddystone-EID",
  "source": "Eddystone protocol specification",
  "service": "FEAA",
  "starts": "30",
  "vendor": "Google",
  "fields": [
    { "skip": 1 },
    { "key": "power_at_0m_dbm", "type": "i8", "unit": "dBm" },
    { "key": "ephemeral_id", "type": "hex", "size": 8 }
  ]
}
{
  "key": "find_my_device",
  "name": "Google Find My Device",
  "source": "Google, Find My Device Network accessory specification",
  "service": "FEAA",
  "starts": "40",
  "vendor": "Google",
  "fields": [{ "type": "find_my_device_frame" }]
}
{
  "key": "find_my_device",
  "name": "Google Find My Device",
  "source": "Google, Find My Device Network accessory specification",
  "service": "FEAA",
  "starts": "41",
  "vendor": "Google",
  "fields": [{ "type": "find_my_device_frame" }]
}
{
  "key": "eddystone_url",
  "name": "Eddystone-URL",
  "source": "Eddystone protocol specification",
  "service": "FEAA",
  "starts": "10",
  "vendor": "Google",
  "fields": [
    { "skip": 1 },
    { "key": "power_at_0m_dbm", "type": "i8", "unit": "dBm" },
    { "key": "beacon_url", "type": "hex", "call": "eddystone_url" }
  ]
}
{
  "key": "nest_weave",
  "name": "Nest Weave",
  "source": "OpenWeave, WeaveBleServiceData",
  "service": "FEAF",
  "vendor": "Nest",
  "starts": "1001",
  "if": "length == 17",
  "fields": [
    { "skip": 2 },
    { "key": "weave_version_major", "type": "u8" },
    { "key": "weave_version_minor", "type": "u8" },
    {
      "key": "weave_vendor",
      "type": "u16",
      "words": { "9050": "nest_labs", "57600": "google", "59175": "yale", "*": "other" }
    },
    { "key": "weave_product_id", "type": "u16" },
    { "key": "weave_device_id", "type": "hexle", "size": 8 },
    {
      "key": "weave_pairing",
      "type": "u8",
      "words": { "0": "not_paired", "1": "paired", "2": "not_known", "*": "other" },
      "code": false
    }
  ],
  "text": "{weave_device_id} {weave_pairing}, {weave_vendor} product {weave_product_id:04X}"
}
{
  "key": "tile",
  "name": "Tile",
  "source": "by name only: no public description",
  "service": ["FEED", "FEEC"],
  "vendor": "Tile",
  "fields": [{ "key": "tile_frame_code", "type": "u8" }, { "key": "tile_data", "type": "hex", "if": "rest > 0" }]
}
{
  "key": "matter",
  "name": "Matter commissioning",
  "source": "Matter Core Specification 1.3, 5.4.2.5.6",
  "service": "FFF6",
  "vendor": "Connectivity Standards Alliance",
  "fields": [
    {
      "key": "matter_operation",
      "type": "u8",
      "words": { "0": "commissionable", "1": "extended", "*": "other" }
    },
    { "as": "word", "type": "u16" },
    { "key": "discriminator", "of": "word & 4095" },
    { "key": "matter_version", "of": "word >> 12" },
    { "key": "matter_vendor_id", "type": "u16" },
    { "key": "matter_product_id", "type": "u16" },
    { "key": "matter_flags", "type": "u8", "flags": { "0": "additional_data", "1": "extended_announcement" } }
  ]
}
{
  "key": "open_drone_id",
  "name": "Open Drone ID",
  "source": "ASTM F3411, Bluetooth broadcast",
  "service": "FFFA",
  "starts": "0d",
  "if": "length == 27",
  "fields": [
    { "skip": 1 },
    { "key": "message_counter", "type": "u8" },
    { "as": "kind", "type": "u8", "at": 2 },
    { "key": "drone_protocol_version", "of": "kind & 15" },
    { "type": "odid_message" }
  ],
  "text": "[{drone_message}][ {drone_id}][ {drone_id_data}][ {drone_status}][  {latitude_degrees:6} {longitude_degrees:6}][  {height_m:1} m above {height_above}][  {speed_m_per_s:2} m/s][ {description}][ {operator_id}][  operator {operator_latitude_degrees:6} {operator_longitude_degrees:6}]"
}
{
  "key": "open_drone_id",
  "name": "Open Drone ID, several messages",
  "source": "ASTM F3411, Bluetooth broadcast",
  "service": "FFFA",
  "starts": "0d",
  "if": "length >= 5 && length != 27",
  "fields": [
    { "skip": 1 },
    { "key": "message_counter", "type": "u8" },
    { "as": "kind", "type": "u8", "at": 2 },
    {
      "if": "kind >> 4 == 15",
      "fields": [
        { "key": "drone_protocol_version", "of": "kind & 15" },
        { "skip": 1 },
        { "as": "message_size", "type": "u8", "expect": "25" },
        { "as": "messages", "type": "u8" },
        {
          "repeat": "message_size == 25 ? messages : 0",
          "size": "message_size",
          "fields": [{ "type": "odid_message" }]
        },
        { "skip": "rest" }
      ]
    }
  ]
}
{
  "name": "Terminal",
  "vendor": "STMicroelectronics",
  "text": "{terminal_text:q}",
  "fields": [{ "key": "terminal_text", "type": "utf8" }]
}
{
  "name": "Errors",
  "vendor": "STMicroelectronics",
  "text": "{terminal_text:q}",
  "fields": [{ "key": "terminal_text", "type": "utf8" }]
}
{
  "name": "Mi Band Authentication",
  "vendor": "Xiaomi (Huami)",
  "text": "[{command}][{response_to}: {outcome}]",
  "fields": [
    { "as": "operation", "type": "u8" },
    { "key": "command", "of": "operation & 15", "words": "mi_operation", "if": "operation != 16" },
    {
      "if": "operation == 16",
      "fields": [
        { "key": "response_to", "type": "u8", "of": "it & 15", "words": "mi_operation" },
        {
          "key": "outcome",
          "type": "u8",
          "success": 1,
          "words": {
            "1": "success",
            "2": "not_paired",
            "4": "failed",
            "5": "not_authenticated",
            "7": "busy",
            "8": "wrong_key",
            "*": "other"
          }
        },
        { "key": "random_number", "type": "hex", "size": 16, "if": "rest == 16" }
      ]
    },
    { "key": "auth_flags", "type": "u8", "if": "operation != 16 && rest > 0" },
    { "key": "auth_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "HomeKit Pair Setup",
  "vendor": "Apple",
  "text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
  "fields": [
    { "as": "control", "type": "u8" },
    { "key": "hap_continues", "of": "control.7" },
    {
      "key": "hap_pdu",
      "of": "control.1..3",
      "words": { "0": "request", "1": "response", "*": "reserved" },
      "code": false
    },
    {
      "if": "!control.7 && !control.1",
      "fields": [
        {
          "key": "hap_operation",
          "type": "u8",
          "words": {
            "1": "characteristic_signature_read",
            "2": "characteristic_write",
            "3": "characteristic_read",
            "4": "characteristic_timed_write",
            "5": "characteristic_execute_write",
            "6": "service_signature_read",
            "7": "characteristic_configuration",
            "8": "protocol_configuration",
            "*": "reserved"
          }
        },
        { "key": "hap_transaction", "type": "u8" },
        { "key": "hap_instance", "type": "u16" },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "!control.7 && control.1",
      "fields": [
        { "key": "hap_transaction", "type": "u8" },
        {
          "key": "outcome",
          "type": "u8",
          "success": 0,
          "words": {
            "0": "success",
            "1": "unsupported_pdu",
            "2": "maximum_procedures",
            "3": "insufficient_authorization",
            "4": "invalid_instance_id",
            "5": "insufficient_authentication",
            "6": "invalid_request",
            "*": "reserved"
          }
        },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "control.7",
      "fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
    }
  ]
}
{
  "name": "HomeKit Pair Verify",
  "vendor": "Apple",
  "text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
  "fields": [
    { "as": "control", "type": "u8" },
    { "key": "hap_continues", "of": "control.7" },
    {
      "key": "hap_pdu",
      "of": "control.1..3",
      "words": { "0": "request", "1": "response", "*": "reserved" },
      "code": false
    },
    {
      "if": "!control.7 && !control.1",
      "fields": [
        {
          "key": "hap_operation",
          "type": "u8",
          "words": {
            "1": "characteristic_signature_read",
            "2": "characteristic_write",
            "3": "characteristic_read",
            "4": "characteristic_timed_write",
            "5": "characteristic_execute_write",
            "6": "service_signature_read",
            "7": "characteristic_configuration",
            "8": "protocol_configuration",
            "*": "reserved"
          }
        },
        { "key": "hap_transaction", "type": "u8" },
        { "key": "hap_instance", "type": "u16" },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "!control.7 && control.1",
      "fields": [
        { "key": "hap_transaction", "type": "u8" },
        {
          "key": "outcome",
          "type": "u8",
          "success": 0,
          "words": {
            "0": "success",
            "1": "unsupported_pdu",
            "2": "maximum_procedures",
            "3": "insufficient_authorization",
            "4": "invalid_instance_id",
            "5": "insufficient_authentication",
            "6": "invalid_request",
            "*": "reserved"
          }
        },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "control.7",
      "fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
    }
  ]
}
{
  "name": "HomeKit Pairing Features",
  "vendor": "Apple",
  "text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
  "fields": [
    { "as": "control", "type": "u8" },
    { "key": "hap_continues", "of": "control.7" },
    {
      "key": "hap_pdu",
      "of": "control.1..3",
      "words": { "0": "request", "1": "response", "*": "reserved" },
      "code": false
    },
    {
      "if": "!control.7 && !control.1",
      "fields": [
        {
          "key": "hap_operation",
          "type": "u8",
          "words": {
            "1": "characteristic_signature_read",
            "2": "characteristic_write",
            "3": "characteristic_read",
            "4": "characteristic_timed_write",
            "5": "characteristic_execute_write",
            "6": "service_signature_read",
            "7": "characteristic_configuration",
            "8": "protocol_configuration",
            "*": "reserved"
          }
        },
        { "key": "hap_transaction", "type": "u8" },
        { "key": "hap_instance", "type": "u16" },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "!control.7 && control.1",
      "fields": [
        { "key": "hap_transaction", "type": "u8" },
        {
          "key": "outcome",
          "type": "u8",
          "success": 0,
          "words": {
            "0": "success",
            "1": "unsupported_pdu",
            "2": "maximum_procedures",
            "3": "insufficient_authorization",
            "4": "invalid_instance_id",
            "5": "insufficient_authentication",
            "6": "invalid_request",
            "*": "reserved"
          }
        },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "control.7",
      "fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
    }
  ]
}
{
  "name": "HomeKit Pairing Pairings",
  "vendor": "Apple",
  "text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
  "fields": [
    { "as": "control", "type": "u8" },
    { "key": "hap_continues", "of": "control.7" },
    {
      "key": "hap_pdu",
      "of": "control.1..3",
      "words": { "0": "request", "1": "response", "*": "reserved" },
      "code": false
    },
    {
      "if": "!control.7 && !control.1",
      "fields": [
        {
          "key": "hap_operation",
          "type": "u8",
          "words": {
            "1": "characteristic_signature_read",
            "2": "characteristic_write",
            "3": "characteristic_read",
            "4": "characteristic_timed_write",
            "5": "characteristic_execute_write",
            "6": "service_signature_read",
            "7": "characteristic_configuration",
            "8": "protocol_configuration",
            "*": "reserved"
          }
        },
        { "key": "hap_transaction", "type": "u8" },
        { "key": "hap_instance", "type": "u16" },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "!control.7 && control.1",
      "fields": [
        { "key": "hap_transaction", "type": "u8" },
        {
          "key": "outcome",
          "type": "u8",
          "success": 0,
          "words": {
            "0": "success",
            "1": "unsupported_pdu",
            "2": "maximum_procedures",
            "3": "insufficient_authorization",
            "4": "invalid_instance_id",
            "5": "insufficient_authentication",
            "6": "invalid_request",
            "*": "reserved"
          }
        },
        {
          "if": "rest >= 2",
          "fields": [
            { "key": "hap_body_bytes", "type": "u16", "unit": "B" },
            { "key": "hap_body", "type": "hex", "if": "rest > 0" }
          ]
        }
      ]
    },
    {
      "if": "control.7",
      "fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
    }
  ]
}
{
  "name": "Blinky Button State",
  "vendor": "Nordic Semiconductor",
  "fields": [
    {
      "key": "button",
      "type": "u8",
      "words": { "0": "released", "1": "pressed", "*": "reserved" }
    }
  ],
  "text": "{button}"
}
{
  "name": "Blinky LED State",
  "vendor": "Nordic Semiconductor",
  "fields": [
    {
      "key": "led",
      "type": "u8",
      "words": { "0": "off", "1": "on", "*": "reserved" }
    }
  ],
  "text": "{led}"
}
{
  "name": "DFU Control Point",
  "vendor": "Nordic Semiconductor",
  "text": "{command}[ {response_to}][: {outcome}][, {received_bytes} bytes]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "start_dfu",
          "fields": [
            {
              "key": "dfu_images",
              "type": "u8",
              "flags": { "0": "soft_device", "1": "bootloader", "2": "application" }
            }
          ]
        },
        "2": {
          "word": "initialize",
          "fields": [
            {
              "key": "dfu_phase",
              "type": "u8",
              "words": { "0": "receive", "1": "complete", "*": "reserved" },
              "if": "rest > 0"
            }
          ]
        },
        "3": { "word": "receive_image" },
        "4": { "word": "validate" },
        "5": { "word": "activate_and_reset" },
        "6": { "word": "reset" },
        "7": { "word": "report_received_size" },
        "8": { "word": "request_receipts", "fields": [{ "key": "packets_per_receipt", "type": "u16" }] },
        "16": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "dfu_operation" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success",
                "2": "invalid_state",
                "3": "not_supported",
                "4": "data_size_exceeds_limit",
                "5": "crc_error",
                "6": "operation_failed",
                "*": "reserved"
              }
            },
            { "key": "received_bytes", "type": "u32", "if": "rest >= 4", "unit": "B" }
          ]
        },
        "17": { "word": "receipt", "fields": [{ "key": "received_bytes", "type": "u32", "unit": "B" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "DFU Packet",
  "vendor": "Nordic Semiconductor",
  "text": "{firmware_bytes} bytes",
  "fields": [{ "key": "firmware_bytes", "of": "length", "unit": "B" }, { "key": "firmware_data", "type": "hex" }]
}
{
  "name": "DFU Version",
  "vendor": "Nordic Semiconductor",
  "text": "{major}.{minor}",
  "fields": [
    { "as": "minor", "type": "u8" },
    { "as": "major", "type": "u8" },
    { "key": "dfu_version_major", "of": "major" },
    { "key": "dfu_version_minor", "of": "minor" }
  ]
}
{
  "name": "LEGO hub",
  "vendor": "LEGO",
  "service": "00001623-1212-EFDE-1623-785FEABCD123",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "second", "type": "u8", "at": 1 },
    { "as": "said", "of": "first.7 ? (first & 127) + (second << 7) : first" },
    {
      "if": "said == length",
      "fields": [
        { "skip": "first.7 ? 3 : 2" },
        {
          "key": "lego_message",
          "type": "u8",
          "cases": {
            "1": {
              "word": "hub_property",
              "fields": [
                {
                  "key": "hub_property",
                  "type": "u8",
                  "words": {
                    "1": "advertising_name",
                    "2": "button",
                    "3": "firmware_version",
                    "4": "hardware_version",
                    "5": "rssi",
                    "6": "battery",
                    "7": "battery_type",
                    "8": "manufacturer",
                    "9": "radio_firmware_version",
                    "10": "protocol_version",
                    "11": "system_type",
                    "12": "network_id",
                    "13": "primary_address",
                    "14": "secondary_address",
                    "15": "network_family",
                    "*": "other"
                  }
                },
                {
                  "key": "property_operation",
                  "type": "u8",
                  "words": {
                    "1": "set",
                    "2": "enable_updates",
                    "3": "disable_updates",
                    "4": "reset",
                    "5": "request_update",
                    "6": "update",
                    "*": "other"
                  }
                },
                {
                  "if": "rest > 0",
                  "fields": [
                    { "key": "hub_name", "type": "utf8", "if": "hub_property == 1" },
                    { "key": "button_pressed", "type": "bool", "if": "hub_property == 2" },
                    { "key": "hub_firmware_version", "type": "hexle", "size": 4, "if": "hub_property == 3" },
                    { "key": "hub_hardware_version", "type": "hexle", "size": 4, "if": "hub_property == 4" },
                    { "key": "rssi_at_hub_dbm", "type": "i8", "unit": "dBm", "if": "hub_property == 5" },
                    { "key": "battery_percent", "type": "u8", "unit": "%", "if": "hub_property == 6" },
                    {
                      "key": "battery_kind",
                      "type": "u8",
                      "words": { "0": "normal", "1": "rechargeable", "*": "other" },
                      "code": false,
                      "if": "hub_property == 7"
                    },
                    { "key": "manufacturer", "type": "utf8", "if": "hub_property == 8" },
                    { "key": "radio_firmware_version", "type": "utf8", "if": "hub_property == 9" },
                    { "key": "lego_protocol_version", "type": "hexle", "size": 2, "if": "hub_property == 10" },
                    { "key": "hub_system", "type": "u8", "words": "lego_systems", "if": "hub_property == 11" },
                    { "key": "hub_data", "type": "hex", "if": "rest > 0" }
                  ]
                }
              ]
            },
            "2": {
              "word": "hub_action",
              "fields": [
                {
                  "key": "hub_action",
                  "type": "u8",
                  "words": {
                    "1": "switch_off",
                    "2": "disconnect",
                    "3": "port_power_on",
                    "4": "port_power_off",
                    "5": "show_busy",
                    "6": "end_busy",
                    "47": "shut_down",
                    "48": "will_switch_off",
                    "49": "will_disconnect",
                    "50": "will_go_into_boot_mode",
                    "*": "other"
                  }
                }
              ]
            },
            "3": {
              "word": "hub_alert",
              "fields": [
                {
                  "key": "hub_alert",
                  "type": "u8",
                  "words": {
                    "1": "low_voltage",
                    "2": "high_current",
                    "3": "low_signal",
                    "4": "over_power",
                    "*": "other"
                  }
                },
                {
                  "key": "alert_operation",
                  "type": "u8",
                  "words": {
                    "1": "enable_updates",
                    "2": "disable_updates",
                    "3": "request_update",
                    "4": "update",
                    "*": "other"
                  }
                },
                {
                  "key": "alert_state",
                  "type": "u8",
                  "if": "rest > 0",
                  "words": { "0": "ok", "255": "alert", "*": "other" },
                  "code": false
                }
              ]
            },
            "4": {
              "word": "attached_io",
              "fields": [
                { "key": "port", "type": "u8" },
                {
                  "key": "io_event",
                  "type": "u8",
                  "words": { "0": "detached", "1": "attached", "2": "attached_virtual", "*": "other" }
                },
                {
                  "key": "io_type",
                  "type": "u16",
                  "if": "rest > 0",
                  "words": {
                    "1": "motor",
                    "2": "train_motor",
                    "5": "button",
                    "8": "led_light",
                    "20": "voltage",
                    "21": "current",
                    "22": "piezo_tone",
                    "23": "rgb_light",
                    "34": "external_tilt_sensor",
                    "35": "motion_sensor",
                    "37": "vision_sensor",
                    "38": "external_motor_with_tacho",
                    "39": "internal_motor_with_tacho",
                    "40": "internal_tilt",
                    "*": "other"
                  }
                },
                {
                  "if": "io_event == 1",
                  "fields": [
                    { "key": "io_hardware_version", "type": "hexle", "size": 4 },
                    { "key": "io_software_version", "type": "hexle", "size": 4 }
                  ]
                },
                {
                  "if": "io_event == 2",
                  "fields": [{ "key": "port_a", "type": "u8" }, { "key": "port_b", "type": "u8" }]
                }
              ]
            },
            "5": {
              "word": "error",
              "fields": [
                { "key": "about_message", "type": "u8", "words": "lego_messages" },
                {
                  "key": "lego_error",
                  "type": "u8",
                  "words": {
                    "1": "ack",
                    "2": "mack",
                    "3": "buffer_overflow",
                    "4": "timeout",
                    "5": "not_recognized",
                    "6": "invalid_use",
                    "7": "overcurrent",
                    "8": "internal_error",
                    "*": "other"
                  }
                }
              ]
            },
            "8": {
              "word": "hardware_network",
              "fields": [
                {
                  "key": "network_command",
                  "type": "u8",
                  "words": {
                    "2": "connection_request",
                    "3": "family_request",
                    "4": "family_set",
                    "5": "join_denied",
                    "6": "get_family",
                    "7": "family",
                    "8": "get_subfamily",
                    "9": "subfamily",
                    "10": "subfamily_set",
                    "11": "get_extended_family",
                    "12": "extended_family",
                    "13": "extended_family_set",
                    "14": "reset_long_press_timing",
                    "*": "other"
                  }
                },
                { "key": "hub_data", "type": "hex", "if": "rest > 0" }
              ]
            },
            "16": { "word": "go_into_boot_mode" },
            "17": { "word": "lock_memory" },
            "18": { "word": "lock_status_request" },
            "19": { "word": "lock_status", "fields": [{ "key": "memory_locked", "type": "bool" }] },
            "33": {
              "word": "port_information_request",
              "fields": [
                { "key": "port", "type": "u8" },
                {
                  "key": "port_information",
                  "type": "u8",
                  "words": { "0": "value", "1": "modes", "2": "combinations", "*": "other" }
                }
              ]
            },
            "34": {
              "word": "port_mode_information_request",
              "fields": [
                { "key": "port", "type": "u8" },
                { "key": "port_mode", "type": "u8" },
                { "key": "mode_information", "type": "u8", "words": "lego_mode_information" }
              ]
            },
            "65": {
              "word": "port_input_setup",
              "fields": [
                { "key": "port", "type": "u8" },
                { "key": "port_mode", "type": "u8" },
                { "key": "delta_interval", "type": "u32" },
                { "key": "value_notifications", "type": "bool" }
              ]
            },
            "66": {
              "word": "port_input_setup_combined",
              "fields": [
                { "key": "port", "type": "u8" },
                {
                  "key": "combined_command",
                  "type": "u8",
                  "words": {
                    "1": "set_combinations",
                    "2": "lock",
                    "3": "unlock_with_multi_update",
                    "4": "unlock_without_multi_update",
                    "6": "reset",
                    "*": "other"
                  }
                },
                { "key": "hub_data", "type": "hex", "if": "rest > 0" }
              ]
            },
            "67": {
              "word": "port_information",
              "fields": [
                { "key": "port", "type": "u8" },
                {
                  "key": "port_information",
                  "type": "u8",
                  "words": { "1": "modes", "2": "combinations", "*": "other" }
                },
                {
                  "if": "port_information == 1",
                  "fields": [
                    {
                      "key": "port_capabilities",
                      "type": "u8",
                      "flags": { "0": "output", "1": "input", "2": "combinable", "3": "synchronizable" }
                    },
                    { "key": "mode_count", "type": "u8" },
                    { "key": "input_modes_code", "type": "u16" },
                    { "key": "output_modes_code", "type": "u16" }
                  ]
                },
                {
                  "if": "port_information == 2",
                  "fields": [{ "key": "mode_combinations", "type": "u16", "repeat": "rest" }]
                }
              ]
            },
            "68": {
              "word": "port_mode_information",
              "fields": [
                { "key": "port", "type": "u8" },
                { "key": "port_mode", "type": "u8" },
                { "key": "mode_information", "type": "u8", "words": "lego_mode_information" },
                { "key": "mode_name", "type": "utf8", "size": "nul", "if": "mode_information == 0" },
                {
                  "if": "mode_information >= 1 && mode_information <= 3",
                  "fields": [{ "key": "range_min", "type": "f32" }, { "key": "range_max", "type": "f32" }]
                },
                { "key": "mode_symbol", "type": "utf8", "size": "nul", "if": "mode_information == 4" },
                {
                  "if": "mode_information == 5",
                  "fields": [
                    {
                      "key": "input_mapping",
                      "type": "u8",
                      "flags": {
                        "2": "discrete",
                        "3": "relative",
                        "4": "absolute",
                        "6": "functional_2",
                        "7": "null"
                      }
                    },
                    {
                      "key": "output_mapping",
                      "type": "u8",
                      "flags": {
                        "2": "discrete",
                        "3": "relative",
                        "4": "absolute",
                        "6": "functional_2",
                        "7": "null"
                      }
                    }
                  ]
                },
                { "key": "motor_bias_percent", "type": "u8", "unit": "%", "if": "mode_information == 7" },
                {
                  "if": "mode_information == 128",
                  "fields": [
                    { "key": "dataset_count", "type": "u8" },
                    {
                      "key": "dataset_kind",
                      "type": "u8",
                      "words": { "0": "8_bit", "1": "16_bit", "2": "32_bit", "3": "float", "*": "other" }
                    },
                    { "key": "figures", "type": "u8" },
                    { "key": "decimals", "type": "u8" }
                  ]
                },
                { "key": "hub_data", "type": "hex", "if": "mode_information == 8" },
                { "skip": "rest" }
              ]
            },
            "69": {
              "word": "port_value",
              "fields": [{ "key": "port", "type": "u8" }, { "key": "port_value_data", "type": "hex" }]
            },
            "70": {
              "word": "port_value_combined",
              "fields": [
                { "key": "port", "type": "u8" },
                { "key": "dataset_bits", "type": "hex", "size": 2 },
                { "key": "port_value_data", "type": "hex" }
              ]
            },
            "71": {
              "word": "port_input_format",
              "fields": [
                { "key": "port", "type": "u8" },
                { "key": "port_mode", "type": "u8" },
                { "key": "delta_interval", "type": "u32" },
                { "key": "value_notifications", "type": "bool" }
              ]
            },
            "72": {
              "word": "port_input_format_combined",
              "fields": [
                { "key": "port", "type": "u8" },
                { "as": "control", "type": "u8" },
                { "key": "combination_index", "of": "control & 7" },
                { "key": "multi_update", "of": "control.7" },
                { "key": "dataset_bits", "type": "hex", "size": 2 }
              ]
            },
            "97": {
              "word": "virtual_port_setup",
              "fields": [
                {
                  "key": "virtual_port",
                  "type": "u8",
                  "words": { "0": "disconnect", "1": "connect", "*": "other" }
                },
                { "if": "virtual_port == 0", "fields": [{ "key": "port", "type": "u8" }] },
                {
                  "if": "virtual_port == 1",
                  "fields": [{ "key": "port_a", "type": "u8" }, { "key": "port_b", "type": "u8" }]
                }
              ]
            },
            "129": {
              "word": "port_output",
              "fields": [
                { "key": "port", "type": "u8" },
                { "as": "how", "type": "u8" },
                { "key": "execute_immediately", "of": "how >> 4 == 1" },
                { "key": "wants_feedback", "of": "(how & 15) == 1" },
                {
                  "key": "output_command",
                  "type": "u8",
                  "cases": {
                    "2": {
                      "word": "start_power_2",
                      "fields": [
                        { "key": "power_1_percent", "type": "i8", "unit": "%" },
                        { "key": "power_2_percent", "type": "i8", "unit": "%" }
                      ]
                    },
                    "5": {
                      "word": "set_acceleration_time",
                      "fields": [
                        { "key": "motor_time_ms", "type": "i16", "unit": "ms" },
                        { "key": "profile_number", "type": "u8" }
                      ]
                    },
                    "6": {
                      "word": "set_deceleration_time",
                      "fields": [
                        { "key": "motor_time_ms", "type": "i16", "unit": "ms" },
                        { "key": "profile_number", "type": "u8" }
                      ]
                    },
                    "7": {
                      "word": "start_speed",
                      "fields": [
                        { "key": "motor_speed_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "8": {
                      "word": "start_speed_2",
                      "fields": [
                        { "key": "motor_speed_1_percent", "type": "i8", "unit": "%" },
                        { "key": "motor_speed_2_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "9": {
                      "word": "start_speed_for_time",
                      "fields": [
                        { "key": "motor_time_ms", "type": "i16", "unit": "ms" },
                        { "key": "motor_speed_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "end_state",
                          "type": "u8",
                          "words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
                          "code": false
                        },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "10": {
                      "word": "start_speed_for_time_2",
                      "fields": [
                        { "key": "motor_time_ms", "type": "i16", "unit": "ms" },
                        { "key": "motor_speed_1_percent", "type": "i8", "unit": "%" },
                        { "key": "motor_speed_2_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "end_state",
                          "type": "u8",
                          "words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
                          "code": false
                        },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "11": {
                      "word": "start_speed_for_degrees",
                      "fields": [
                        { "key": "turn_degrees", "type": "i32", "unit": "°" },
                        { "key": "motor_speed_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "end_state",
                          "type": "u8",
                          "words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
                          "code": false
                        },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "12": {
                      "word": "start_speed_for_degrees_2",
                      "fields": [
                        { "key": "turn_degrees", "type": "i32", "unit": "°" },
                        { "key": "motor_speed_1_percent", "type": "i8", "unit": "%" },
                        { "key": "motor_speed_2_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "end_state",
                          "type": "u8",
                          "words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
                          "code": false
                        },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "13": {
                      "word": "go_to_position",
                      "fields": [
                        { "key": "position_degrees", "type": "i32", "unit": "°" },
                        { "key": "motor_speed_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "end_state",
                          "type": "u8",
                          "words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
                          "code": false
                        },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "14": {
                      "word": "go_to_position_2",
                      "fields": [
                        { "key": "position_1_degrees", "type": "i32", "unit": "°" },
                        { "key": "position_2_degrees", "type": "i32", "unit": "°" },
                        { "key": "motor_speed_percent", "type": "i8", "unit": "%" },
                        { "key": "max_power_percent", "type": "i8", "unit": "%" },
                        {
                          "key": "end_state",
                          "type": "u8",
                          "words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
                          "code": false
                        },
                        {
                          "key": "motor_profile",
                          "type": "u8",
                          "flags": { "0": "acceleration", "1": "deceleration" }
                        }
                      ]
                    },
                    "20": {
                      "word": "preset_encoder_2",
                      "fields": [
                        { "key": "position_1_degrees", "type": "i32", "unit": "°" },
                        { "key": "position_2_degrees", "type": "i32", "unit": "°" }
                      ]
                    },
                    "80": { "word": "write_direct", "fields": [{ "key": "hub_data", "type": "hex" }] },
                    "81": {
                      "word": "write_mode_data",
                      "fields": [{ "key": "port_mode", "type": "u8" }, { "key": "hub_data", "type": "hex" }]
                    },
                    "*": { "word": "other", "fields": [{ "key": "hub_data", "type": "hex", "if": "rest > 0" }] }
                  }
                }
              ]
            },
            "130": {
              "word": "port_output_feedback",
              "fields": [
                {
                  "key": "feedbacks",
                  "repeat": "rest",
                  "fields": [
                    { "key": "feedback_port", "type": "u8" },
                    {
                      "key": "output_feedback",
                      "type": "u8",
                      "flags": {
                        "0": "in_progress",
                        "1": "completed",
                        "2": "discarded",
                        "3": "idle",
                        "4": "busy"
                      }
                    }
                  ]
                }
              ]
            },
            "*": { "word": "other", "fields": [{ "key": "hub_data", "type": "hex", "if": "rest > 0" }] }
          }
        }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "{lego_message}[ {hub_property}][ {property_operation}][ {hub_action}][ {hub_alert}][ {lego_error}][ port {port}][ {io_event}][ {io_type}][ {output_command}][ {port_information}][ mode {port_mode}][ {mode_information}][ {hub_name}][ {battery_percent} %][ {button_pressed?pressed:released}][ {rssi_at_hub_dbm} dBm][ {hub_firmware_version}][ {motor_speed_percent} %][ {motor_speed_1_percent} % {motor_speed_2_percent} %][ {motor_time_ms} ms][ {turn_degrees}°][ to {position_degrees}°][ {port_value_data}][ {hub_data}]"
}
{
  "name": "LEGO boot loader",
  "vendor": "LEGO",
  "service": "00001625-1212-EFDE-1623-785FEABCD123",
  "direction": "write",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "words": {
        "17": "erase_flash",
        "34": "program_flash",
        "51": "start_application",
        "68": "initiate_loader",
        "85": "get_information",
        "102": "get_checksum",
        "119": "get_flash_state",
        "136": "disconnect",
        "*": "other"
      }
    },
    { "key": "hub_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Plant sensor data",
  "vendor": "Xiaomi",
  "service": "sig:1204",
  "if": "length == 16",
  "fields": [
    { "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
    { "type": "u8" },
    { "key": "illuminance_lux", "type": "u32", "unit": "lx" },
    { "key": "moisture_percent", "type": "u8", "unit": "%" },
    { "key": "conductivity_us_per_cm", "type": "u16", "unit": "µS/cm" },
    { "type": "hex", "size": 6 }
  ],
  "text": "{temperature_celsius:1}  {illuminance_lux} lux  moisture {moisture_percent} %  {conductivity_us_per_cm} uS/cm"
}
{
  "name": "Plant sensor battery and firmware",
  "vendor": "Xiaomi",
  "service": "sig:1204",
  "fields": [
    { "key": "battery_level_percent", "type": "u8", "unit": "%" },
    { "type": "u8" },
    { "key": "firmware_revision", "type": "utf8" }
  ],
  "text": "{battery_level_percent} %  firmware {firmware_revision}"
}
{
  "name": "Device Name",
  "source": "Vol 3, Part C, 12.1",
  "text": "{device_name:q}",
  "fields": [{ "key": "device_name", "type": "utf8" }]
}
{
  "name": "Appearance",
  "source": "Vol 3, Part C, 12.2; the categories are Assigned Numbers",
  "text": "{appearance}",
  "fields": [{ "key": "appearance", "type": "u16", "words": "@appearance" }]
}
{
  "name": "Peripheral Privacy Flag",
  "source": "Core Specification 4.0, Vol 3, Part C, 12.3",
  "text": "[privacy {peripheral_privacy?on:off}]",
  "fields": [
    { "as": "flag", "type": "u8" },
    { "key": "peripheral_privacy", "of": "flag == 1", "if": "flag <= 1" },
    { "note": "reserved value", "if": "flag > 1" }
  ]
}
{
  "name": "Reconnection Address",
  "source": "Core Specification 4.0, Vol 3, Part C, 12.4",
  "text": "{reconnection_address}",
  "fields": [{ "key": "reconnection_address", "type": "address" }]
}
{
  "name": "Peripheral Preferred Connection Parameters",
  "source": "Vol 3, Part C, 12.3",
  "text": "[{shortest}][-{longest} ms][, latency {peripheral_latency}][, {timeout_s} s]",
  "fields": [
    {
      "key": "interval_min_ms",
      "type": "u16",
      "as": "shortest",
      "scale": "1.25",
      "unit": "ms",
      "special": { "65535": [null, "any"] }
    },
    {
      "key": "interval_max_ms",
      "type": "u16",
      "as": "longest",
      "scale": "1.25",
      "unit": "ms",
      "special": { "65535": [null, "any"] }
    },
    { "key": "peripheral_latency", "type": "u16" },
    {
      "key": "supervision_timeout_ms",
      "type": "u16",
      "as": "timeout",
      "scale": "10",
      "unit": "ms",
      "special": { "65535": null }
    },
    { "as": "timeout_s", "of": "timeout", "if": "timeout != 65535", "scale": "1/100" },
    { "note": "no time-out preferred", "if": "timeout == 65535" },
    {
      "note": "outside the range that the specification allows",
      "needs": "timeout",
      "if": "!((shortest >= 6 && shortest <= 3200 || shortest == 65535) && (longest >= 6 && longest <= 3200 || longest == 65535) && shortest <= longest && peripheral_latency <= 499 && (timeout >= 10 && timeout <= 3200 || timeout == 65535))"
    }
  ]
}
{
  "name": "Service Changed",
  "source": "Vol 3, Part G, 7.1",
  "text": "[{start_handle:04X}][-{end_handle:04X}]",
  "fields": [
    { "key": "start_handle", "type": "u16" },
    { "key": "end_handle", "type": "u16" },
    { "note": "not a range of handles", "needs": "end_handle", "if": "start_handle == 0 || start_handle > end_handle" }
  ]
}
{
  "name": "Alert Level",
  "fields": [
    {
      "key": "alert_level",
      "type": "u8",
      "words": { "0": "none", "1": "mild", "2": "high", "*": "reserved" }
    }
  ],
  "text": "{alert_level}"
}
{
  "name": "Tx Power Level",
  "fields": [{ "key": "tx_power_dbm", "type": "i8", "valid": "-100..20", "unit": "dBm" }],
  "text": "[{tx_power_dbm} dBm]"
}
{
  "name": "Date Time",
  "fields": [{ "key": "date_time", "type": "date_time" }],
  "text": "[{date_time}]"
}
{
  "name": "Day of Week",
  "fields": [
    {
      "key": "day_of_week",
      "type": "u8",
      "words": {
        "1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
        "7": "sunday", "*": "reserved"
      },
      "special": { "0": "not_known" }
    }
  ],
  "text": "{day_of_week}"
}
{
  "name": "Day Date Time",
  "fields": [
    { "key": "date_time", "type": "date_time" },
    {
      "key": "day_of_week",
      "type": "u8",
      "words": {
        "1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
        "7": "sunday", "*": "reserved"
      },
      "special": { "0": "not_known" }
    }
  ],
  "text": "{date_time}[ {day_of_week}]"
}
{
  "name": "Exact Time 256",
  "fields": [
    { "key": "date_time", "type": "date_time" },
    {
      "key": "day_of_week",
      "type": "u8",
      "words": {
        "1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
        "7": "sunday", "*": "reserved"
      },
      "special": { "0": "not_known" }
    },
    { "key": "fractions_s", "type": "u8", "scale": "1/256", "unit": "s" }
  ],
  "text": "{date_time}[ {day_of_week}]"
}
{
  "name": "DST Offset",
  "fields": [
    {
      "key": "dst_offset",
      "type": "u8",
      "words": {
        "0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
        "*": "reserved"
      },
      "special": { "255": "not_known" }
    }
  ]
}
{
  "name": "Time Zone",
  "fields": [
    {
      "key": "time_zone_min",
      "type": "i8",
      "scale": "15",
      "valid": "-48..56",
      "special": { "-128": "not_known" },
      "unit": "min"
    }
  ],
  "text": "[{time_zone_min} min][{time_zone_min_status}]"
}
{
  "name": "Local Time Information",
  "fields": [
    {
      "key": "time_zone_min",
      "type": "i8",
      "scale": "15",
      "valid": "-48..56",
      "special": { "-128": "not_known" },
      "unit": "min"
    },
    {
      "key": "dst_offset",
      "type": "u8",
      "words": {
        "0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
        "*": "reserved"
      },
      "special": { "255": "not_known" }
    }
  ]
}
{
  "name": "Time with DST",
  "fields": [
    { "key": "date_time", "type": "date_time" },
    {
      "key": "dst_offset",
      "type": "u8",
      "words": {
        "0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
        "*": "reserved"
      },
      "special": { "255": "not_known" }
    }
  ],
  "text": "{date_time}[ {dst_offset}]"
}
{
  "name": "Time Accuracy",
  "fields": [
    {
      "key": "time_accuracy_s",
      "type": "u8",
      "scale": "0.125",
      "special": { "254": "over_range", "255": "not_known" },
      "unit": "s"
    }
  ],
  "text": "[{time_accuracy_s:3} s][{time_accuracy_s_status}]"
}
{
  "name": "Time Source",
  "fields": [
    {
      "key": "time_source",
      "type": "u8",
      "words": {
        "0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
        "5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
      }
    }
  ]
}
{
  "name": "Reference Time Information",
  "fields": [
    {
      "key": "time_source",
      "type": "u8",
      "words": {
        "0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
        "5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
      }
    },
    {
      "key": "time_accuracy_s",
      "type": "u8",
      "scale": "0.125",
      "special": { "254": "over_range", "255": "not_known" },
      "unit": "s"
    },
    { "key": "days_since_update_days", "type": "u8", "special": { "255": "over_range" }, "unit": "d" },
    {
      "key": "hours_since_update_h",
      "type": "u8",
      "valid": "0..23",
      "special": { "255": "over_range" },
      "unit": "h"
    }
  ]
}
{
  "name": "Time Update Control Point",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "words": { "1": "get_reference_update", "2": "cancel_reference_update", "*": "reserved" }
    }
  ],
  "text": "{command}"
}
{
  "name": "Time Update State",
  "fields": [
    {
      "key": "update_state",
      "type": "u8",
      "words": { "0": "idle", "1": "update_pending", "*": "reserved" }
    },
    {
      "key": "update_result",
      "type": "u8",
      "words": {
        "0": "successful", "1": "canceled", "2": "no_connection_to_reference",
        "3": "reference_reported_error", "4": "timeout", "5": "update_not_attempted", "*": "reserved"
      }
    }
  ],
  "text": "{update_state}[, {update_result}]"
}
{
  "name": "Glucose Measurement",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "5..7" },
    { "key": "sequence_number", "type": "u16" },
    { "key": "base_time", "type": "date_time" },
    {
      "key": "time_offset_min",
      "type": "i16",
      "if": "flags.0",
      "special": { "32767": "over_range", "-32768": "under_range" },
      "unit": "min"
    },
    { "key": "glucose_kg_per_l", "type": "sfloat", "if": "flags.1 && !flags.2", "unit": "kg/L" },
    { "key": "glucose_mol_per_l", "type": "sfloat", "if": "flags.1 && flags.2", "unit": "mol/L" },
    { "as": "site", "type": "u8", "if": "flags.1" },
    { "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
    { "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
    {
      "key": "sensor_status",
      "type": "u16",
      "if": "flags.3",
      "flags": {
        "0": "battery_low", "1": "sensor_malfunction", "2": "sample_insufficient",
        "3": "strip_insertion_error", "4": "strip_type_incorrect", "5": "result_too_high",
        "6": "result_too_low", "7": "temperature_too_high", "8": "temperature_too_low",
        "9": "read_interrupted", "10": "general_device_fault", "11": "time_fault"
      }
    },
    { "key": "context_follows", "of": "flags.4" }
  ],
  "text": "[#{sequence_number}][ {glucose_kg_per_l} kg/l][ {glucose_kg_per_l_status}][ {glucose_mol_per_l} mol/l][ {glucose_mol_per_l_status}][ {sample_type}][; {sensor_status}]"
}
{
  "name": "Battery Level",
  "fields": [
    { "key": "battery_level_percent", "type": "u8", "unit": "%" },
    { "note": "above 100 %: reserved", "if": "battery_level_percent > 100" }
  ],
  "text": "[{battery_level_percent} %]"
}
{
  "name": "Battery Power State",
  "source": "org.bluetooth.characteristic.battery_power_state, withdrawn",
  "fields": [
    { "as": "state", "type": "u8" },
    {
      "key": "presence",
      "of": "state.0..1",
      "words": { "0": "not_known", "1": "not_supported", "2": "not_present", "3": "present" }
    },
    {
      "key": "discharging",
      "of": "state.2..3",
      "words": { "0": "not_known", "1": "not_supported", "2": "not_discharging", "3": "discharging" }
    },
    {
      "key": "charging_state",
      "of": "state.4..5",
      "words": { "0": "not_known", "1": "not_chargeable", "2": "not_charging", "3": "charging" }
    },
    {
      "key": "level_state",
      "of": "state.6..7",
      "words": { "0": "not_known", "1": "not_supported", "2": "good", "3": "critically_low" }
    }
  ],
  "text": "{presence}, {discharging}, {charging_state}, level {level_state}"
}
{
  "name": "Temperature Measurement",
  "whole": 5,
  "fields": [
    { "as": "flags", "type": "u8" },
    {
      "key": "temperature_celsius",
      "type": "float",
      "if": "!flags.0",
      "special": {
        "nan": ["nan", "not a number"],
        "nres": ["nres", "not a number"],
        "+inf": ["+inf", "not a number"],
        "-inf": ["-inf", "not a number"],
        "reserved": ["reserved", "not a number"]
      },
      "unit": "°C"
    },
    {
      "key": "temperature_fahrenheit",
      "type": "float",
      "if": "flags.0",
      "special": {
        "nan": ["nan", "not a number"],
        "nres": ["nres", "not a number"],
        "+inf": ["+inf", "not a number"],
        "-inf": ["-inf", "not a number"],
        "reserved": ["reserved", "not a number"]
      },
      "unit": "°F"
    },
    { "as": "raw", "type": "u32", "at": 1 },
    {
      "note": "the temperature is not a number",
      "if": "(raw & 0xFFFFFF) >= 0x7FFFFE && (raw & 0xFFFFFF) <= 0x800002"
    },
    { "note": "reserved bits are set", "if": "flags.3..7 != 0" },
    { "note": "@length" },
    { "key": "timestamp", "type": "date_time", "if": "flags.1" },
    { "key": "temperature_type", "type": "u8", "if": "flags.2", "words": "temperature_type" }
  ],
  "text": "{temperature_celsius:2}{temperature_fahrenheit:2}[  {temperature_type}]"
}
{
  "name": "Temperature Type",
  "fields": [{ "key": "temperature_type", "type": "u8", "words": "temperature_type" }],
  "text": "{temperature_type}"
}
{
  "name": "Intermediate Temperature",
  "whole": 5,
  "fields": [
    { "as": "flags", "type": "u8" },
    {
      "key": "temperature_celsius",
      "type": "float",
      "if": "!flags.0",
      "special": {
        "nan": ["nan", "not a number"],
        "nres": ["nres", "not a number"],
        "+inf": ["+inf", "not a number"],
        "-inf": ["-inf", "not a number"],
        "reserved": ["reserved", "not a number"]
      },
      "unit": "°C"
    },
    {
      "key": "temperature_fahrenheit",
      "type": "float",
      "if": "flags.0",
      "special": {
        "nan": ["nan", "not a number"],
        "nres": ["nres", "not a number"],
        "+inf": ["+inf", "not a number"],
        "-inf": ["-inf", "not a number"],
        "reserved": ["reserved", "not a number"]
      },
      "unit": "°F"
    },
    { "as": "raw", "type": "u32", "at": 1 },
    {
      "note": "the temperature is not a number",
      "if": "(raw & 0xFFFFFF) >= 0x7FFFFE && (raw & 0xFFFFFF) <= 0x800002"
    },
    { "note": "reserved bits are set", "if": "flags.3..7 != 0" },
    { "note": "@length" },
    { "key": "timestamp", "type": "date_time", "if": "flags.1" },
    { "key": "temperature_type", "type": "u8", "if": "flags.2", "words": "temperature_type" }
  ],
  "text": "{temperature_celsius:2}{temperature_fahrenheit:2}[  {temperature_type}]"
}
{
  "name": "Temperature Celsius",
  "source": "org.bluetooth.characteristic.temperature_celsius, withdrawn; pvvx firmware of thermometers",
  "fields": [{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }],
  "text": "{temperature_celsius:1}"
}
{
  "name": "Temperature Fahrenheit",
  "source": "org.bluetooth.characteristic.temperature_fahrenheit, withdrawn",
  "fields": [{ "key": "temperature_fahrenheit", "type": "i16", "scale": "0.1", "unit": "°F" }],
  "text": "{temperature_fahrenheit:1}"
}
{
  "name": "Measurement Interval",
  "fields": [
    {
      "key": "measurement_interval_s",
      "type": "u16",
      "special": { "0": "no_periodic_measurement" },
      "unit": "s"
    }
  ],
  "text": "[{measurement_interval_s} s][{measurement_interval_s_status}]"
}
{
  "name": "Boot Keyboard Input Report",
  "source": "HIDS 2.7; HID class definition, appendix B.1",
  "text": "[{modifiers} ]{pressed_keys}",
  "fields": [
    {
      "key": "modifiers",
      "type": "u8",
      "flags": {
        "0": "left_control",
        "1": "left_shift",
        "2": "left_alt",
        "3": "left_gui",
        "4": "right_control",
        "5": "right_shift",
        "6": "right_alt",
        "7": "right_gui"
      }
    },
    { "skip": 1 },
    { "key": "pressed_keys", "type": "u8", "repeat": "rest", "words": "hid_key" }
  ]
}
{
  "name": "System ID",
  "source": "DIS 3.1.3",
  "whole": 8,
  "text": "{organization:06X} {manufacturer:010X}",
  "fields": [
    { "key": "system_id", "type": "hex", "size": 8 },
    { "key": "manufacturer_id", "type": "hexle", "at": 0, "size": 5 },
    { "key": "organizationally_unique_id", "type": "hexle", "at": 5, "size": 3 },
    { "as": "manufacturer", "type": "u40", "at": 0 },
    { "as": "organization", "type": "u24", "at": 5 }
  ]
}
{
  "name": "Model Number String",
  "source": "DIS 3.1",
  "text": "{model_number:q}",
  "fields": [{ "key": "model_number", "type": "utf8" }]
}
{
  "name": "Serial Number String",
  "source": "DIS 3.1",
  "text": "{serial_number:q}",
  "fields": [{ "key": "serial_number", "type": "utf8" }]
}
{
  "name": "Firmware Revision String",
  "source": "DIS 3.1",
  "text": "{firmware_revision:q}",
  "fields": [{ "key": "firmware_revision", "type": "utf8" }]
}
{
  "name": "Hardware Revision String",
  "source": "DIS 3.1",
  "text": "{hardware_revision:q}",
  "fields": [{ "key": "hardware_revision", "type": "utf8" }]
}
{
  "name": "Software Revision String",
  "source": "DIS 3.1",
  "text": "{software_revision:q}",
  "fields": [{ "key": "software_revision", "type": "utf8" }]
}
{
  "name": "Manufacturer Name String",
  "source": "DIS 3.1",
  "text": "{manufacturer_name:q}",
  "fields": [{ "key": "manufacturer_name", "type": "utf8" }]
}
{
  "name": "IEEE 11073-20601 Regulatory Certification Data List",
  "source": "DIS 3.1.8: a structure of IEEE 11073-20601",
  "text": "{regulatory_certification_data}",
  "fields": [{ "key": "regulatory_certification_data", "type": "hex", "if": "length > 0" }]
}
{
  "name": "Current Time",
  "fields": [
    { "key": "date_time", "type": "date_time" },
    {
      "key": "day_of_week",
      "type": "u8",
      "words": {
        "1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
        "7": "sunday", "*": "reserved"
      },
      "special": { "0": "not_known" }
    },
    { "key": "fractions_s", "type": "u8", "scale": "1/256", "unit": "s" },
    {
      "key": "adjust_reason",
      "type": "u8",
      "flags": { "0": "manual_update", "1": "external_reference_update", "2": "time_zone_change", "3": "dst_change" }
    }
  ],
  "text": "{date_time}[ {day_of_week}]"
}
{
  "name": "Magnetic Declination",
  "fields": [
    {
      "key": "magnetic_declination_degrees",
      "type": "u16",
      "scale": "0.01",
      "valid": "0..35999",
      "unit": "°"
    }
  ],
  "text": "[{magnetic_declination_degrees:2}°]"
}
{
  "name": "Scan Refresh",
  "source": "ScPS 3.2",
  "text": "{scan_refresh}",
  "fields": [{ "key": "scan_refresh", "type": "u8", "words": { "0": "server_requires_refresh", "*": "reserved" } }]
}
{
  "name": "Boot Keyboard Output Report",
  "source": "HIDS 2.8; HID class definition, appendix B.1",
  "fields": [
    {
      "key": "keyboard_leds",
      "type": "u8",
      "flags": { "0": "num_lock", "1": "caps_lock", "2": "scroll_lock", "3": "compose", "4": "kana" }
    }
  ]
}
{
  "name": "Boot Mouse Input Report",
  "source": "HIDS 2.9; HID class definition, appendix B.2",
  "fields": [
    { "key": "mouse_buttons", "type": "u8", "flags": { "0": "left", "1": "right", "2": "middle" } },
    { "key": "mouse_x", "type": "i8" },
    { "key": "mouse_y", "type": "i8" },
    { "key": "mouse_further", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Glucose Measurement Context",
  "fields": [
    { "as": "flags", "type": "u8" },
    { "key": "sequence_number", "type": "u16" },
    { "as": "extended_flags", "type": "u8", "if": "flags.7" },
    {
      "key": "carbohydrate_type",
      "type": "u8",
      "if": "flags.0",
      "words": {
        "1": "breakfast", "2": "lunch", "3": "dinner", "4": "snack", "5": "drink", "6": "supper",
        "7": "brunch", "*": "reserved"
      }
    },
    { "key": "carbohydrate_kg", "type": "sfloat", "if": "flags.0", "unit": "kg" },
    {
      "key": "meal",
      "type": "u8",
      "if": "flags.1",
      "words": {
        "1": "preprandial", "2": "postprandial", "3": "fasting", "4": "casual", "5": "bedtime",
        "*": "reserved"
      }
    },
    { "as": "who", "type": "u8", "if": "flags.2" },
    {
      "key": "tester",
      "of": "who.0..3",
      "words": {
        "1": "self", "2": "health_care_professional", "3": "lab_test", "15": "not_available",
        "*": "reserved"
      }
    },
    {
      "key": "health",
      "of": "who.4..7",
      "words": {
        "1": "minor_issues", "2": "major_issues", "3": "during_menses", "4": "under_stress",
        "5": "no_issues", "15": "not_available", "*": "reserved"
      }
    },
    {
      "key": "exercise_duration_s",
      "type": "u16",
      "if": "flags.3",
      "special": { "65535": "over_range" },
      "unit": "s"
    },
    { "key": "exercise_intensity_percent", "type": "u8", "if": "flags.3", "unit": "%" },
    {
      "key": "medication_type",
      "type": "u8",
      "if": "flags.4",
      "words": {
        "1": "rapid_acting_insulin", "2": "short_acting_insulin", "3": "intermediate_acting_insulin",
        "4": "long_acting_insulin", "5": "premixed_insulin", "*": "reserved"
      }
    },
    { "key": "medication_kg", "type": "sfloat", "if": "flags.4 && !flags.5", "unit": "kg" },
    { "key": "medication_l", "type": "sfloat", "if": "flags.4 && flags.5", "unit": "L" },
    { "key": "hba1c_percent", "type": "sfloat", "if": "flags.6", "unit": "%" }
  ]
}
{
  "name": "Blood Pressure Measurement",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "5..7" },
    { "key": "systolic_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "systolic_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "key": "diastolic_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "diastolic_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "key": "mean_arterial_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "mean_arterial_pressure_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "key": "timestamp", "type": "date_time", "if": "flags.1" },
    { "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "unit": "bpm" },
    { "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
    { "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
    { "key": "body_movement", "of": "status.0" },
    { "key": "cuff_too_loose", "of": "status.1" },
    { "key": "irregular_pulse", "of": "status.2" },
    {
      "key": "pulse_rate_range",
      "of": "status.3..4",
      "words": { "0": "within", "1": "above_upper_limit", "2": "below_lower_limit", "3": "reserved" }
    },
    { "key": "improper_position", "of": "status.5" }
  ],
  "text": "[{systolic_mmhg}/{diastolic_mmhg} mmHg][{systolic_kpa}/{diastolic_kpa} kPa][  {pulse_rate_bpm} bpm]"
}
{
  "name": "Intermediate Cuff Pressure",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "5..7" },
    { "key": "cuff_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "cuff_pressure_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "skip": 4 },
    { "key": "timestamp", "type": "date_time", "if": "flags.1" },
    { "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "unit": "bpm" },
    { "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
    { "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
    { "key": "body_movement", "of": "status.0" },
    { "key": "cuff_too_loose", "of": "status.1" },
    { "key": "irregular_pulse", "of": "status.2" },
    {
      "key": "pulse_rate_range",
      "of": "status.3..4",
      "words": { "0": "within", "1": "above_upper_limit", "2": "below_lower_limit", "3": "reserved" }
    },
    { "key": "improper_position", "of": "status.5" }
  ],
  "text": "[{cuff_pressure_mmhg} mmHg][{cuff_pressure_kpa} kPa]"
}
{
  "name": "Heart Rate Measurement",
  "fields": [
    { "as": "flags", "type": "u8" },
    { "key": "heart_rate_bpm", "type": "u8", "if": "!flags.0", "unit": "bpm" },
    { "key": "heart_rate_bpm", "type": "u16", "if": "flags.0", "unit": "bpm" },
    {
      "key": "sensor_contact",
      "of": "flags.1..2",
      "needs": "heart_rate_bpm",
      "code": false,
      "words": { "2": ["not_detected", "no contact"], "3": ["detected", "contact"], "*": ["not_supported", ""] }
    },
    {
      "key": "energy_expended_kj",
      "type": "u16",
      "if": "flags.3",
      "missing": "the energy expended is missing",
      "unit": "kJ"
    },
    {
      "key": "rr_intervals_s",
      "as": "rr",
      "type": "u16",
      "if": "flags.4",
      "repeat": "rest",
      "scale": "1/1024",
      "missing": "no RR interval follows its flag",
      "unit": "s"
    },
    { "key": "rr_intervals_ms", "of": "rr", "scale": "1000/1024", "unit": "ms" },
    { "note": "reserved bits are set", "needs": "heart_rate_bpm", "if": "flags.5..7 != 0" }
  ],
  "text": "[{heart_rate_bpm} bpm][  {sensor_contact}][  {energy_expended_kj} kJ][  RR {rr_intervals_s:3}]"
}
{
  "name": "Body Sensor Location",
  "fields": [
    {
      "key": "body_sensor_location",
      "type": "u8",
      "words": {
        "0": "Other", "1": "Chest", "2": "Wrist", "3": "Finger", "4": "Hand", "5": "Ear Lobe", "6": "Foot",
        "*": "Reserved"
      }
    }
  ],
  "text": "{body_sensor_location}"
}
{
  "name": "Heart Rate Control Point",
  "fields": [{ "key": "command", "type": "u8", "words": { "1": "reset_energy_expended", "*": "reserved" } }],
  "text": "{command}"
}
{
  "name": "Alert Status",
  "fields": [{ "type": "u8", "flags": { "0": "ringer_active", "1": "vibrate_active", "2": "display_alert_active" } }]
}
{
  "name": "Ringer Control Point",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "words": { "1": "silent_mode", "2": "mute_once", "3": "cancel_silent_mode", "*": "reserved" }
    }
  ],
  "text": "{command}"
}
{
  "name": "Ringer Setting",
  "fields": [{ "key": "ringer_setting", "type": "u8", "words": { "0": "silent", "1": "normal", "*": "reserved" } }],
  "text": "{ringer_setting}"
}
{
  "name": "Alert Category ID Bit Mask",
  "fields": [
    { "as": "low", "type": "u8" },
    { "as": "high", "type": "u8", "if": "rest > 0" },
    {
      "key": "alert_categories",
      "of": "low",
      "if": "length == 1",
      "flags": {
        "0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
        "6": "voice_mail", "7": "schedule"
      }
    },
    {
      "key": "alert_categories",
      "of": "low | high << 8",
      "if": "length > 1",
      "flags": {
        "0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
        "6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message"
      }
    }
  ]
}
{
  "name": "Alert Category ID",
  "fields": [{ "key": "alert_category", "type": "u8", "words": "alert_category" }],
  "text": "{alert_category}"
}
{
  "name": "Alert Notification Control Point",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "words": {
        "0": "enable_new_alert", "1": "enable_unread_status", "2": "disable_new_alert",
        "3": "disable_unread_status", "4": "notify_new_alert_now", "5": "notify_unread_status_now",
        "*": "reserved"
      }
    },
    {
      "key": "alert_category",
      "type": "u8",
      "words": {
        "0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
        "6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message",
        "*": "reserved", "251..254": "service_specific", "255": "all"
      }
    }
  ],
  "text": "{command} {alert_category}"
}
{
  "name": "Unread Alert Status",
  "fields": [
    { "key": "alert_category", "type": "u8", "words": "alert_category" },
    { "key": "unread_count", "type": "u8", "special": { "255": "over_range" } }
  ],
  "text": "{alert_category}[ {unread_count}]"
}
{
  "name": "New Alert",
  "fields": [
    { "key": "alert_category", "type": "u8", "words": "alert_category" },
    { "key": "number_of_alerts", "type": "u8" },
    { "key": "alert_text", "type": "utf8", "if": "rest > 0" }
  ],
  "text": "{alert_category} {number_of_alerts}[ \"{alert_text}\"]"
}
{
  "name": "Supported New Alert Category",
  "fields": [
    { "as": "low", "type": "u8" },
    { "as": "high", "type": "u8", "if": "rest > 0" },
    {
      "key": "alert_categories",
      "of": "low",
      "if": "length == 1",
      "flags": {
        "0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
        "6": "voice_mail", "7": "schedule"
      }
    },
    {
      "key": "alert_categories",
      "of": "low | high << 8",
      "if": "length > 1",
      "flags": {
        "0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
        "6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message"
      }
    }
  ]
}
{
  "name": "Supported Unread Alert Category",
  "fields": [
    { "as": "low", "type": "u8" },
    { "as": "high", "type": "u8", "if": "rest > 0" },
    {
      "key": "alert_categories",
      "of": "low",
      "if": "length == 1",
      "flags": {
        "0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
        "6": "voice_mail", "7": "schedule"
      }
    },
    {
      "key": "alert_categories",
      "of": "low | high << 8",
      "if": "length > 1",
      "flags": {
        "0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
        "6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message"
      }
    }
  ]
}
{
  "name": "Blood Pressure Feature",
  "fields": [
    {
      "key": "features",
      "type": "u16",
      "flags": {
        "0": "body_movement_detection", "1": "cuff_fit_detection", "2": "irregular_pulse_detection",
        "3": "pulse_rate_range_detection", "4": "position_detection", "5": "multiple_bonds",
        "6": "e2e_crc", "7": "user_data_service", "8": "user_facing_time"
      }
    }
  ]
}
{
  "name": "HID Information",
  "source": "HIDS 2.10",
  "text": "HID {hid_version}",
  "fields": [
    { "as": "bcd", "type": "u16" },
    {
      "key": "hid_version",
      "of": "(bcd >> 12) * 1000 + (bcd >> 8 & 15) * 100 + (bcd >> 4 & 15) * 10 + (bcd & 15)",
      "scale": "0.01"
    },
    { "key": "hid_country_code", "type": "u8" },
    { "as": "bits", "type": "u8", "reserved": "2..7" },
    { "key": "remote_wake", "of": "bits.0" },
    { "key": "normally_connectable", "of": "bits.1" }
  ]
}
{
  "name": "Report Map",
  "source": "HIDS 2.6; the items are of the HID class definition, 6.2.2",
  "fields": [{ "call": "hid_report_map" }]
}
{
  "name": "HID Control Point",
  "source": "HIDS 2.11",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": { "0": { "word": "suspend" }, "1": { "word": "exit_suspend" }, "*": { "word": "reserved" } }
    }
  ]
}
{
  "name": "Report",
  "source": "HIDS 2.5: laid out by the Report Map and the Report Reference",
  "fields": [{ "call": "hid_report" }]
}
{
  "name": "Protocol Mode",
  "source": "HIDS 2.4",
  "text": "{protocol_mode}",
  "fields": [{ "key": "protocol_mode", "type": "u8", "words": { "0": "boot", "1": "report", "*": "reserved" } }]
}
{
  "name": "Scan Interval Window",
  "source": "ScPS 3.1",
  "text": "every {scan_interval_ms} ms[ for {scan_window_ms} ms]",
  "fields": [
    { "key": "scan_interval_ms", "type": "u16", "scale": "0.625", "unit": "ms" },
    { "key": "scan_window_ms", "type": "u16", "scale": "0.625", "unit": "ms" }
  ]
}
{
  "name": "PnP ID",
  "source": "DIS 3.1.9",
  "text": "[{space}vendor {vendor_id:04X}][, product {product_id:04X}][, version {product_version:04X}]",
  "fields": [
    { "key": "vendor_id_source", "type": "u8" },
    { "note": "reserved vendor ID source", "if": "vendor_id_source != 1 && vendor_id_source != 2" },
    { "key": "vendor_id", "type": "u16" },
    {
      "as": "space",
      "of": "vendor_id_source",
      "needs": "vendor_id",
      "words": { "1": ["bluetooth", "Bluetooth "], "2": ["usb", "USB "], "*": ["other", ""] },
      "code": false
    },
    { "key": "product_id", "type": "u16" },
    { "key": "product_version", "type": "u16" }
  ]
}
{
  "name": "Glucose Feature",
  "fields": [
    {
      "key": "features",
      "type": "u16",
      "flags": {
        "0": "low_battery_detection", "1": "sensor_malfunction_detection", "2": "sample_size_detection",
        "3": "strip_insertion_error_detection", "4": "strip_type_error_detection",
        "5": "result_high_low_detection", "6": "temperature_high_low_detection",
        "7": "read_interrupt_detection", "8": "general_device_fault", "9": "time_fault",
        "10": "multiple_bonds"
      }
    }
  ]
}
{
  "name": "Record Access Control Point",
  "fields": [{ "as": "cgm", "of": "0 == 1" }, { "type": "record_access" }]
}
{
  "name": "Record Access Control Point",
  "source": "Continuous Glucose Monitoring Service 1.0.2, 3.8",
  "service": "sig:181F",
  "fields": [{ "as": "cgm", "of": "1 == 1" }, { "type": "record_access" }]
}
{
  "name": "RSC Measurement",
  "source": "Running Speed and Cadence Service 1.0, 3.1",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "3..7" },
    { "note": "@length" },
    { "key": "speed_m_per_s", "type": "u16", "scale": "1/256", "unit": "m/s" },
    { "key": "cadence_per_minute", "type": "u8", "unit": "1/min" },
    {
      "key": "status",
      "of": "flags.2",
      "needs": "cadence_per_minute",
      "code": false,
      "words": { "0": "walking", "1": "running" }
    },
    { "key": "stride_length_m", "type": "u16", "if": "flags.0", "scale": "0.01", "unit": "m" },
    { "key": "total_distance_m", "type": "u32", "if": "flags.1", "scale": "0.1", "unit": "m" }
  ],
  "text": "[{speed_m_per_s:2} m/s][  {cadence_per_minute} steps/min][  {status}][  stride {stride_length_m:2} m][  {total_distance_m:1} m]"
}
{
  "name": "RSC Feature",
  "fields": [
    {
      "key": "features",
      "type": "u16",
      "flags": {
        "0": "stride_length", "1": "total_distance", "2": "walking_or_running", "3": "calibration",
        "4": "multiple_sensor_locations"
      }
    }
  ]
}
{
  "name": "SC Control Point",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "set_cumulative_value", "fields": [{ "key": "cumulative_value", "type": "u32" }] },
        "2": { "word": "start_sensor_calibration" },
        "3": {
          "word": "update_sensor_location",
          "fields": [{ "key": "sensor_location", "type": "u8", "words": "sensor_location" }]
        },
        "4": { "word": "request_supported_sensor_locations" },
        "16": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
                "4": "operation_failed", "*": "reserved"
              }
            },
            {
              "key": "supported_locations",
              "type": "u8",
              "if": "response_to == 4",
              "repeat": "rest",
              "words": "sensor_location"
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Digital",
  "source": "Automation IO Service 1.0, 3.1",
  "fields": [
    {
      "key": "digital_inputs",
      "repeat": "rest",
      "fields": [
        { "as": "four", "type": "u8" },
        {
          "key": "input_1",
          "of": "four.0..1",
          "words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
          "code": false
        },
        {
          "key": "input_2",
          "of": "four.2..3",
          "words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
          "code": false
        },
        {
          "key": "input_3",
          "of": "four.4..5",
          "words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
          "code": false
        },
        {
          "key": "input_4",
          "of": "four.6..7",
          "words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
          "code": false
        }
      ]
    }
  ]
}
{
  "name": "Analog",
  "source": "Automation IO Service 1.0, 3.2",
  "fields": [{ "key": "analog", "type": "u16" }],
  "text": "[{analog}]"
}
{
  "name": "Aggregate",
  "source": "Automation IO Service 1.0, 3.3: the digital, then the analog values",
  "fields": [{ "key": "aggregate", "type": "hex" }]
}
{
  "name": "CSC Measurement",
  "source": "Cycling Speed and Cadence Service 1.0, 3.1",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "2..7" },
    { "note": "@length" },
    { "key": "wheel_revolutions", "type": "u32", "if": "flags.0" },
    { "key": "wheel_event_time_s", "type": "u16", "if": "flags.0", "scale": "1/1024", "unit": "s" },
    { "key": "crank_revolutions", "type": "u16", "if": "flags.1" },
    { "key": "crank_event_time_s", "type": "u16", "if": "flags.1", "scale": "1/1024", "unit": "s" }
  ],
  "text": "[wheel {wheel_revolutions}][ at {wheel_event_time_s:3} s][  crank {crank_revolutions}][ at {crank_event_time_s:3} s]"
}
{
  "name": "CSC Feature",
  "fields": [
    {
      "key": "features",
      "type": "u16",
      "flags": { "0": "wheel_revolution_data", "1": "crank_revolution_data", "2": "multiple_sensor_locations" }
    }
  ]
}
{
  "name": "Sensor Location",
  "fields": [{ "key": "sensor_location", "type": "u8", "words": "sensor_location" }],
  "text": "{sensor_location}"
}
{
  "name": "PLX Spot-Check Measurement",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "5..7" },
    { "key": "spo2_percent", "type": "sfloat", "unit": "%" },
    { "key": "pulse_rate_bpm", "type": "sfloat", "unit": "bpm" },
    { "key": "timestamp", "type": "date_time", "if": "flags.0" },
    {
      "key": "measurement_status",
      "type": "u16",
      "if": "flags.1",
      "flags": {
        "5": "measurement_ongoing", "6": "early_estimated_data", "7": "validated_data",
        "8": "fully_qualified_data", "9": "data_from_storage", "10": "data_for_demonstration",
        "11": "data_for_testing", "12": "calibration_ongoing", "13": "measurement_unavailable",
        "14": "questionable_measurement", "15": "invalid_measurement"
      }
    },
    {
      "key": "device_status",
      "type": "u24",
      "if": "flags.2",
      "flags": {
        "0": "extended_display_update_ongoing", "1": "equipment_malfunction",
        "2": "signal_processing_irregularity", "3": "inadequate_signal", "4": "poor_signal",
        "5": "low_perfusion", "6": "erratic_signal", "7": "nonpulsatile_signal", "8": "questionable_pulse",
        "9": "signal_analysis_ongoing", "10": "sensor_interference", "11": "sensor_unconnected",
        "12": "unknown_sensor_connected", "13": "sensor_displaced", "14": "sensor_malfunctioning",
        "15": "sensor_disconnected"
      }
    },
    { "key": "pulse_amplitude_index_percent", "type": "sfloat", "if": "flags.3", "unit": "%" },
    { "key": "device_clock_set", "of": "!flags.4" }
  ],
  "text": "[{spo2_percent} %][spo2 {spo2_percent_status}][  {pulse_rate_bpm} bpm][  pulse rate {pulse_rate_bpm_status}]"
}
{
  "name": "PLX Continuous Measurement",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "5..7" },
    { "key": "spo2_percent", "type": "sfloat", "unit": "%" },
    { "key": "pulse_rate_bpm", "type": "sfloat", "unit": "bpm" },
    { "key": "fast_spo2_percent", "type": "sfloat", "if": "flags.0", "unit": "%" },
    { "key": "fast_pulse_rate_bpm", "type": "sfloat", "if": "flags.0", "unit": "bpm" },
    { "key": "slow_spo2_percent", "type": "sfloat", "if": "flags.1", "unit": "%" },
    { "key": "slow_pulse_rate_bpm", "type": "sfloat", "if": "flags.1", "unit": "bpm" },
    {
      "key": "measurement_status",
      "type": "u16",
      "if": "flags.2",
      "flags": {
        "5": "measurement_ongoing", "6": "early_estimated_data", "7": "validated_data",
        "8": "fully_qualified_data", "9": "data_from_storage", "10": "data_for_demonstration",
        "11": "data_for_testing", "12": "calibration_ongoing", "13": "measurement_unavailable",
        "14": "questionable_measurement", "15": "invalid_measurement"
      }
    },
    {
      "key": "device_status",
      "type": "u24",
      "if": "flags.3",
      "flags": {
        "0": "extended_display_update_ongoing", "1": "equipment_malfunction",
        "2": "signal_processing_irregularity", "3": "inadequate_signal", "4": "poor_signal",
        "5": "low_perfusion", "6": "erratic_signal", "7": "nonpulsatile_signal", "8": "questionable_pulse",
        "9": "signal_analysis_ongoing", "10": "sensor_interference", "11": "sensor_unconnected",
        "12": "unknown_sensor_connected", "13": "sensor_displaced", "14": "sensor_malfunctioning",
        "15": "sensor_disconnected"
      }
    },
    { "key": "pulse_amplitude_index_percent", "type": "sfloat", "if": "flags.4", "unit": "%" }
  ],
  "text": "[{spo2_percent} %][spo2 {spo2_percent_status}][  {pulse_rate_bpm} bpm][  pulse rate {pulse_rate_bpm_status}]"
}
{
  "name": "PLX Features",
  "fields": [
    {
      "key": "features",
      "type": "u16",
      "flags": {
        "0": "measurement_status", "1": "device_status", "2": "measurement_storage", "3": "time_stamp",
        "4": "fast_values", "5": "slow_values", "6": "pulse_amplitude_index", "7": "multiple_bonds"
      }
    },
    {
      "key": "measurement_status_support",
      "type": "u16",
      "if": "features.0",
      "flags": {
        "5": "measurement_ongoing", "6": "early_estimated_data", "7": "validated_data",
        "8": "fully_qualified_data", "9": "data_from_storage", "10": "data_for_demonstration",
        "11": "data_for_testing", "12": "calibration_ongoing", "13": "measurement_unavailable",
        "14": "questionable_measurement", "15": "invalid_measurement"
      }
    },
    {
      "key": "device_status_support",
      "type": "u24",
      "if": "features.1",
      "flags": {
        "0": "extended_display_update_ongoing", "1": "equipment_malfunction",
        "2": "signal_processing_irregularity", "3": "inadequate_signal", "4": "poor_signal",
        "5": "low_perfusion", "6": "erratic_signal", "7": "nonpulsatile_signal", "8": "questionable_pulse",
        "9": "signal_analysis_ongoing", "10": "sensor_interference", "11": "sensor_unconnected",
        "12": "unknown_sensor_connected", "13": "sensor_displaced", "14": "sensor_malfunctioning",
        "15": "sensor_disconnected"
      }
    }
  ]
}
{
  "name": "Cycling Power Measurement",
  "source": "Cycling Power Service 1.1, 3.2",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "13..15" },
    { "key": "instantaneous_power_w", "type": "i16", "unit": "W" },
    { "key": "pedal_power_balance_percent", "type": "u8", "if": "flags.0", "scale": "0.5", "unit": "%" },
    {
      "key": "pedal_power_balance_reference",
      "of": "flags.1",
      "needs": "pedal_power_balance_percent",
      "code": false,
      "words": { "0": "unknown", "1": "left" }
    },
    { "key": "accumulated_torque_nm", "type": "u16", "if": "flags.2", "scale": "1/32", "unit": "N·m" },
    {
      "key": "accumulated_torque_source",
      "of": "flags.3",
      "needs": "accumulated_torque_nm",
      "code": false,
      "words": { "0": "wheel", "1": "crank" }
    },
    { "key": "wheel_revolutions", "type": "u32", "if": "flags.4" },
    { "key": "wheel_event_time_s", "type": "u16", "if": "flags.4", "scale": "1/2048", "unit": "s" },
    { "key": "crank_revolutions", "type": "u16", "if": "flags.5" },
    { "key": "crank_event_time_s", "type": "u16", "if": "flags.5", "scale": "1/1024", "unit": "s" },
    { "key": "maximum_force_n", "type": "i16", "if": "flags.6", "unit": "N" },
    { "key": "minimum_force_n", "type": "i16", "if": "flags.6", "unit": "N" },
    { "key": "maximum_torque_nm", "type": "i16", "if": "flags.7", "scale": "1/32", "unit": "N·m" },
    { "key": "minimum_torque_nm", "type": "i16", "if": "flags.7", "scale": "1/32", "unit": "N·m" },
    { "as": "angles", "type": "u24", "if": "flags.8" },
    { "key": "maximum_angle_degrees", "of": "angles.0..11", "unit": "°" },
    { "key": "minimum_angle_degrees", "of": "angles.12..23", "unit": "°" },
    { "key": "top_dead_spot_angle_degrees", "type": "u16", "if": "flags.9", "unit": "°" },
    { "key": "bottom_dead_spot_angle_degrees", "type": "u16", "if": "flags.10", "unit": "°" },
    { "key": "accumulated_energy_kj", "type": "u16", "if": "flags.11", "unit": "kJ" },
    { "key": "offset_compensation", "of": "flags.12" }
  ],
  "text": "[{instantaneous_power_w} W][  wheel {wheel_revolutions}][  crank {crank_revolutions}]"
}
{
  "name": "Cycling Power Vector",
  "source": "Cycling Power Service 1.1, 3.4",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "6..7" },
    { "key": "crank_revolutions", "type": "u16", "if": "flags.0" },
    { "key": "crank_event_time_s", "type": "u16", "if": "flags.0", "scale": "1/1024", "unit": "s" },
    { "key": "first_crank_angle_degrees", "type": "u16", "if": "flags.1", "unit": "°" },
    { "key": "force_magnitudes_n", "type": "i16", "if": "flags.2", "repeat": "rest", "unit": "N" },
    {
      "key": "torque_magnitudes_nm",
      "type": "i16",
      "if": "flags.3 && !flags.2",
      "repeat": "rest",
      "scale": "1/32",
      "unit": "N·m"
    },
    {
      "key": "measurement_direction",
      "of": "flags.4..5",
      "words": { "0": "unknown", "1": "tangential", "2": "radial", "3": "lateral" }
    }
  ]
}
{
  "name": "Cycling Power Feature",
  "fields": [
    { "as": "bits", "type": "u32", "reserved": "22..31" },
    {
      "key": "features",
      "of": "bits & 0xEFFFF",
      "flags": {
        "0": "pedal_power_balance", "1": "accumulated_torque", "2": "wheel_revolution_data",
        "3": "crank_revolution_data", "4": "extreme_magnitudes", "5": "extreme_angles",
        "6": "dead_spot_angles", "7": "accumulated_energy", "8": "offset_compensation_indicator",
        "9": "offset_compensation", "10": "content_masking", "11": "multiple_sensor_locations",
        "12": "crank_length_adjustment", "13": "chain_length_adjustment", "14": "chain_weight_adjustment",
        "15": "span_length_adjustment", "17": "measurement_direction", "18": "factory_calibration_date",
        "19": "enhanced_offset_compensation"
      }
    },
    { "key": "sensor_measurement_context", "of": "bits.16", "words": { "0": "force", "1": "torque" } },
    {
      "key": "distributed_system",
      "of": "bits.20..21",
      "words": { "0": "unspecified", "1": "not_for_use", "2": "can_be_used", "3": "reserved" }
    }
  ]
}
{
  "name": "Cycling Power Control Point",
  "source": "Cycling Power Service 1.1, 3.5",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "set_cumulative_value", "fields": [{ "key": "cumulative_value", "type": "u32" }] },
        "2": {
          "word": "update_sensor_location",
          "fields": [{ "key": "sensor_location", "type": "u8", "words": "sensor_location" }]
        },
        "3": { "word": "request_supported_sensor_locations" },
        "4": {
          "word": "set_crank_length",
          "fields": [{ "key": "crank_length_mm", "type": "u16", "scale": "0.5", "unit": "mm" }]
        },
        "5": { "word": "request_crank_length" },
        "6": {
          "word": "set_chain_length",
          "fields": [{ "key": "chain_length_mm", "type": "u16", "unit": "mm" }]
        },
        "7": { "word": "request_chain_length" },
        "8": {
          "word": "set_chain_weight",
          "fields": [{ "key": "chain_weight_kg", "type": "u16", "scale": "0.001", "unit": "kg" }]
        },
        "9": { "word": "request_chain_weight" },
        "10": { "word": "set_span_length", "fields": [{ "key": "span_length_mm", "type": "u16", "unit": "mm" }] },
        "11": { "word": "request_span_length" },
        "12": { "word": "start_offset_compensation" },
        "13": { "word": "mask_measurement_content", "fields": [{ "key": "content_mask", "type": "u16" }] },
        "14": { "word": "request_sampling_rate" },
        "15": { "word": "request_factory_calibration_date" },
        "16": { "word": "start_enhanced_offset_compensation" },
        "32": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
                "4": "operation_failed", "*": "reserved"
              }
            },
            {
              "if": "outcome == 1",
              "fields": [
                {
                  "key": "supported_locations",
                  "type": "u8",
                  "if": "response_to == 3",
                  "repeat": "rest",
                  "words": "sensor_location"
                },
                {
                  "key": "crank_length_mm",
                  "type": "u16",
                  "if": "response_to == 5",
                  "scale": "0.5",
                  "unit": "mm"
                },
                { "key": "chain_length_mm", "type": "u16", "if": "response_to == 7", "unit": "mm" },
                {
                  "key": "chain_weight_kg",
                  "type": "u16",
                  "if": "response_to == 9",
                  "scale": "0.001",
                  "unit": "kg"
                },
                { "key": "span_length_mm", "type": "u16", "if": "response_to == 11", "unit": "mm" },
                { "key": "offset_compensation_value", "type": "i16", "if": "response_to == 12" },
                { "key": "sampling_rate_hz", "type": "u8", "if": "response_to == 14", "unit": "Hz" },
                { "key": "factory_calibration_date", "type": "date_time", "if": "response_to == 15" },
                { "key": "offset_compensation_value", "type": "i16", "if": "response_to == 16" },
                { "type": "maker_data", "if": "response_to == 16 && rest > 0" }
              ]
            },
            {
              "if": "outcome == 4 && response_to == 16 && rest > 0",
              "fields": [
                {
                  "key": "compensation_error",
                  "type": "u8",
                  "words": {
                    "1": "incorrect_calibration_position",
                    "255": "manufacturer_specific",
                    "*": "reserved"
                  }
                },
                { "type": "maker_data", "if": "compensation_error == 255 && rest > 0" }
              ]
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ],
  "text": "{command}[ to {response_to}: {outcome}][, {compensation_error}][ {cumulative_value}][ {sensor_location}][ {supported_locations}][ {crank_length_mm:1} mm][ {chain_length_mm} mm][ {chain_weight_kg:3} kg][ {span_length_mm} mm][ {offset_compensation_value}][ {sampling_rate_hz} Hz]"
}
{
  "name": "Location and Speed",
  "source": "Location and Navigation Service 1.0, 3.2",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "13..15" },
    { "key": "speed_m_per_s", "type": "u16", "if": "flags.0", "scale": "0.01", "unit": "m/s" },
    { "key": "total_distance_m", "type": "u24", "if": "flags.1", "scale": "0.1", "unit": "m" },
    { "key": "latitude_degrees", "type": "i32", "if": "flags.2", "scale": "0.0000001", "unit": "°" },
    { "key": "longitude_degrees", "type": "i32", "if": "flags.2", "scale": "0.0000001", "unit": "°" },
    { "key": "elevation_m", "type": "i24", "if": "flags.3", "scale": "0.01", "unit": "m" },
    { "key": "heading_degrees", "type": "u16", "if": "flags.4", "scale": "0.01", "unit": "°" },
    { "key": "rolling_time_s", "type": "u8", "if": "flags.5", "unit": "s" },
    { "key": "utc_time", "type": "date_time", "if": "flags.6" },
    { "key": "position_status", "of": "flags.7..8", "words": "position_status", "code": false },
    { "key": "distance_format", "of": "flags.9", "words": { "0": "2d", "1": "3d" }, "code": false },
    {
      "key": "elevation_source",
      "of": "flags.10..11",
      "words": { "0": "positioning_system", "1": "barometric", "2": "database", "3": "other" },
      "code": false
    },
    {
      "key": "heading_source",
      "of": "flags.12",
      "words": { "0": "movement", "1": "magnetic_compass" },
      "code": false
    }
  ],
  "text": "[{latitude_degrees:6} {longitude_degrees:6}][  {elevation_m:1} m][  {speed_m_per_s:2} m/s]"
}
{
  "name": "Navigation",
  "source": "Location and Navigation Service 1.0, 3.4",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "9..15" },
    { "key": "bearing_degrees", "type": "u16", "scale": "0.01", "unit": "°" },
    { "key": "heading_degrees", "type": "u16", "scale": "0.01", "unit": "°" },
    { "key": "remaining_distance_m", "type": "u24", "if": "flags.0", "scale": "0.1", "unit": "m" },
    { "key": "remaining_vertical_distance_m", "type": "i24", "if": "flags.1", "scale": "0.01", "unit": "m" },
    { "key": "estimated_time_of_arrival", "type": "date_time", "if": "flags.2" },
    { "key": "position_status", "of": "flags.3..4", "words": "position_status", "code": false },
    {
      "key": "heading_source",
      "of": "flags.5",
      "words": { "0": "movement", "1": "magnetic_compass" },
      "code": false
    },
    {
      "key": "navigation_indicator",
      "of": "flags.6",
      "words": { "0": "to_waypoint", "1": "to_destination" },
      "code": false
    },
    { "key": "waypoint_reached", "of": "flags.7" },
    { "key": "destination_reached", "of": "flags.8" }
  ],
  "text": "[bearing {bearing_degrees:2}°][  {remaining_distance_m:1} m]"
}
{
  "name": "Position Quality",
  "source": "Location and Navigation Service 1.0, 3.3",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "9..15" },
    { "key": "beacons_in_solution", "type": "u8", "if": "flags.0" },
    { "key": "beacons_in_view", "type": "u8", "if": "flags.1" },
    { "key": "time_to_first_fix_s", "type": "u16", "if": "flags.2", "scale": "0.1", "unit": "s" },
    { "key": "horizontal_position_error_m", "type": "u32", "if": "flags.3", "scale": "0.01", "unit": "m" },
    { "key": "vertical_position_error_m", "type": "u32", "if": "flags.4", "scale": "0.01", "unit": "m" },
    { "key": "hdop", "type": "u8", "if": "flags.5", "scale": "0.2" },
    { "key": "vdop", "type": "u8", "if": "flags.6", "scale": "0.2" },
    { "key": "position_status", "of": "flags.7..8", "words": "position_status", "code": false }
  ]
}
{
  "name": "LN Feature",
  "fields": [
    {
      "key": "features",
      "type": "u32",
      "flags": {
        "0": "speed", "1": "total_distance", "2": "location", "3": "elevation", "4": "heading",
        "5": "rolling_time", "6": "utc_time", "7": "remaining_distance",
        "8": "remaining_vertical_distance", "9": "estimated_time_of_arrival", "10": "beacons_in_solution",
        "11": "beacons_in_view", "12": "time_to_first_fix", "13": "horizontal_position_error",
        "14": "vertical_position_error", "15": "hdop", "16": "vdop", "17": "content_masking",
        "18": "fix_rate", "19": "elevation_setting", "20": "position_status"
      }
    }
  ]
}
{
  "name": "LN Control Point",
  "source": "Location and Navigation Service 1.0, 3.6",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "set_cumulative_value",
          "fields": [{ "key": "cumulative_distance_m", "type": "u24", "scale": "0.1", "unit": "m" }]
        },
        "2": { "word": "mask_content", "fields": [{ "key": "content_mask", "type": "u16" }] },
        "3": {
          "word": "navigation_control",
          "fields": [
            {
              "key": "navigation_command",
              "type": "u8",
              "words": {
                "0": "stop", "1": "start", "2": "pause", "3": "resume", "4": "skip_waypoint",
                "5": "select_nearest_waypoint", "*": "reserved"
              }
            }
          ]
        },
        "4": { "word": "request_number_of_routes" },
        "5": { "word": "request_name_of_route", "fields": [{ "key": "route_number", "type": "u16" }] },
        "6": { "word": "select_route", "fields": [{ "key": "route_number", "type": "u16" }] },
        "7": { "word": "set_fix_rate", "fields": [{ "key": "fix_rate_s", "type": "u8", "unit": "s" }] },
        "8": {
          "word": "set_elevation",
          "fields": [{ "key": "elevation_m", "type": "i24", "scale": "0.01", "unit": "m" }]
        },
        "32": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
                "4": "operation_failed", "*": "reserved"
              }
            },
            { "key": "number_of_routes", "type": "u16", "if": "response_to == 4 && outcome == 1" },
            { "key": "route_name", "type": "utf8", "if": "response_to == 5 && outcome == 1" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Elevation",
  "fields": [{ "key": "elevation_m", "type": "i24", "scale": "0.01", "unit": "m" }],
  "text": "[{elevation_m:2} m]"
}
{
  "name": "Pressure",
  "fields": [{ "key": "pressure_hpa", "type": "u32", "scale": "0.001", "unit": "hPa" }],
  "text": "[{pressure_hpa:2} hPa]"
}
{
  "name": "Temperature",
  "fields": [
    {
      "key": "temperature_celsius",
      "type": "i16",
      "valid": "-27315..32767",
      "scale": "0.01",
      "special": { "-32768": [null, "not known"] },
      "unit": "°C"
    },
    { "note": "the sensor does not know the value", "if": "temperature_celsius == -32768" }
  ],
  "text": "{temperature_celsius:2}"
}
{
  "name": "Humidity",
  "fields": [
    {
      "key": "relative_humidity_percent",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": null },
      "unit": "%"
    },
    { "as": "unknown", "of": "relative_humidity_percent == 65535" },
    { "note": "the sensor does not know the value", "if": "relative_humidity_percent == 65535" },
    {
      "note": "above 100 %",
      "if": "relative_humidity_percent > 10000 && relative_humidity_percent != 65535"
    }
  ],
  "text": "[{relative_humidity_percent:2} %]{unknown?not known:}"
}
{
  "name": "True Wind Speed",
  "fields": [{ "key": "true_wind_speed_m_per_s", "type": "u16", "scale": "0.01", "unit": "m/s" }],
  "text": "[{true_wind_speed_m_per_s:2} m/s]"
}
{
  "name": "True Wind Direction",
  "fields": [
    {
      "key": "true_wind_direction_degrees",
      "type": "u16",
      "scale": "0.01",
      "valid": "0..35999",
      "unit": "°"
    }
  ],
  "text": "[{true_wind_direction_degrees:2}°]"
}
{
  "name": "Apparent Wind Speed",
  "fields": [{ "key": "apparent_wind_speed_m_per_s", "type": "u16", "scale": "0.01", "unit": "m/s" }],
  "text": "[{apparent_wind_speed_m_per_s:2} m/s]"
}
{
  "name": "Apparent Wind Direction",
  "fields": [
    {
      "key": "apparent_wind_direction_degrees",
      "type": "u16",
      "scale": "0.01",
      "valid": "0..35999",
      "unit": "°"
    }
  ],
  "text": "[{apparent_wind_direction_degrees:2}°]"
}
{
  "name": "Gust Factor",
  "fields": [{ "key": "gust_factor", "type": "u8", "scale": "0.1" }],
  "text": "[{gust_factor:1}]"
}
{
  "name": "Pollen Concentration",
  "fields": [{ "key": "pollen_concentration_per_m3", "type": "u24", "unit": "1/m³" }],
  "text": "[{pollen_concentration_per_m3} per m³]"
}
{
  "name": "UV Index",
  "fields": [{ "key": "uv_index", "type": "u8" }],
  "text": "[{uv_index}]"
}
{
  "name": "Irradiance",
  "fields": [{ "key": "irradiance_w_per_m2", "type": "u16", "scale": "0.1", "unit": "W/m²" }],
  "text": "[{irradiance_w_per_m2:1} W/m²]"
}
{
  "name": "Rainfall",
  "fields": [{ "key": "rainfall_mm", "type": "u16", "unit": "mm" }],
  "text": "[{rainfall_mm} mm]"
}
{
  "name": "Wind Chill",
  "fields": [{ "key": "wind_chill_celsius", "type": "i8", "unit": "°C" }],
  "text": "[{wind_chill_celsius:0}]"
}
{
  "name": "Heat Index",
  "fields": [{ "key": "heat_index_celsius", "type": "i8", "unit": "°C" }],
  "text": "[{heat_index_celsius:0}]"
}
{
  "name": "Dew Point",
  "fields": [{ "key": "dew_point_celsius", "type": "i8", "unit": "°C" }],
  "text": "[{dew_point_celsius:0}]"
}
{
  "name": "Descriptor Value Changed",
  "source": "Environmental Sensing Service 1.0, 3.2",
  "fields": [
    {
      "key": "source_of_change",
      "type": "u16",
      "flags": {
        "0": "client", "1": "trigger_descriptor", "2": "configuration_descriptor",
        "3": "measurement_descriptor", "4": "user_description_descriptor"
      }
    },
    { "key": "characteristic_uuid", "type": "uuid" }
  ]
}
{
  "name": "Aerobic Heart Rate Lower Limit",
  "fields": [{ "key": "aerobic_lower_limit_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{aerobic_lower_limit_bpm} bpm]"
}
{
  "name": "Aerobic Threshold",
  "fields": [{ "key": "aerobic_threshold_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{aerobic_threshold_bpm} bpm]"
}
{
  "name": "Age",
  "fields": [{ "key": "age_years", "type": "u8", "unit": "years" }],
  "text": "[{age_years} years]"
}
{
  "name": "Anaerobic Heart Rate Lower Limit",
  "fields": [{ "key": "anaerobic_lower_limit_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{anaerobic_lower_limit_bpm} bpm]"
}
{
  "name": "Anaerobic Heart Rate Upper Limit",
  "fields": [{ "key": "anaerobic_upper_limit_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{anaerobic_upper_limit_bpm} bpm]"
}
{
  "name": "Anaerobic Threshold",
  "fields": [{ "key": "anaerobic_threshold_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{anaerobic_threshold_bpm} bpm]"
}
{
  "name": "Aerobic Heart Rate Upper Limit",
  "fields": [{ "key": "aerobic_upper_limit_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{aerobic_upper_limit_bpm} bpm]"
}
{
  "name": "Date of Birth",
  "fields": [{ "type": "day_of_calendar" }],
  "text": "{year}[-{month}][-{day}]"
}
{
  "name": "Date of Threshold Assessment",
  "fields": [{ "type": "day_of_calendar" }],
  "text": "{year}[-{month}][-{day}]"
}
{
  "name": "Email Address",
  "fields": [{ "key": "email_address", "type": "utf8" }],
  "text": "{email_address:q}"
}
{
  "name": "Fat Burn Heart Rate Lower Limit",
  "fields": [{ "key": "fat_burn_lower_limit_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{fat_burn_lower_limit_bpm} bpm]"
}
{
  "name": "Fat Burn Heart Rate Upper Limit",
  "fields": [{ "key": "fat_burn_upper_limit_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{fat_burn_upper_limit_bpm} bpm]"
}
{
  "name": "First Name",
  "fields": [{ "key": "first_name", "type": "utf8" }],
  "text": "{first_name:q}"
}
{
  "name": "Five Zone Heart Rate Limits",
  "fields": [
    { "key": "very_light_light_limit_bpm", "type": "u8", "unit": "bpm" },
    { "key": "light_moderate_limit_bpm", "type": "u8", "unit": "bpm" },
    { "key": "moderate_hard_limit_bpm", "type": "u8", "unit": "bpm" },
    { "key": "hard_maximum_limit_bpm", "type": "u8", "unit": "bpm" }
  ]
}
{
  "name": "Gender",
  "fields": [
    {
      "key": "gender",
      "type": "u8",
      "words": { "0": "male", "1": "female", "2": "unspecified", "*": "reserved" }
    }
  ],
  "text": "{gender}"
}
{
  "name": "Heart Rate Max",
  "fields": [{ "key": "heart_rate_max_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{heart_rate_max_bpm} bpm]"
}
{
  "name": "Height",
  "fields": [{ "key": "height_m", "type": "u16", "scale": "0.01", "unit": "m" }],
  "text": "[{height_m:2} m]"
}
{
  "name": "Hip Circumference",
  "fields": [{ "key": "hip_circumference_m", "type": "u16", "scale": "0.01", "unit": "m" }],
  "text": "[{hip_circumference_m:2} m]"
}
{
  "name": "Last Name",
  "fields": [{ "key": "last_name", "type": "utf8" }],
  "text": "{last_name:q}"
}
{
  "name": "Maximum Recommended Heart Rate",
  "fields": [{ "key": "maximum_recommended_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{maximum_recommended_bpm} bpm]"
}
{
  "name": "Resting Heart Rate",
  "fields": [{ "key": "resting_heart_rate_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{resting_heart_rate_bpm} bpm]"
}
{
  "name": "Sport Type for Aerobic and Anaerobic Thresholds",
  "fields": [
    {
      "key": "sport_type",
      "type": "u8",
      "words": {
        "0": "unspecified", "1": "running", "2": "cycling", "3": "rowing", "4": "cross_training",
        "5": "climbing", "6": "skiing", "7": "skating", "8": "arm_exercising",
        "9": "lower_body_exercising", "10": "upper_body_exercising", "11": "whole_body_exercising",
        "*": "reserved"
      }
    }
  ],
  "text": "{sport_type}"
}
{
  "name": "Three Zone Heart Rate Limits",
  "fields": [
    { "key": "light_moderate_limit_bpm", "type": "u8", "unit": "bpm" },
    { "key": "moderate_hard_limit_bpm", "type": "u8", "unit": "bpm" }
  ]
}
{
  "name": "Two Zone Heart Rate Limits",
  "fields": [{ "key": "fat_burn_fitness_limit_bpm", "type": "u8", "unit": "bpm" }],
  "text": "[{fat_burn_fitness_limit_bpm} bpm]"
}
{
  "name": "VO2 Max",
  "fields": [{ "key": "vo2_max_ml_per_kg_per_min", "type": "u8", "unit": "mL/kg/min" }],
  "text": "[{vo2_max_ml_per_kg_per_min} ml/kg/min]"
}
{
  "name": "Waist Circumference",
  "fields": [{ "key": "waist_circumference_m", "type": "u16", "scale": "0.01", "unit": "m" }],
  "text": "[{waist_circumference_m:2} m]"
}
{
  "name": "Weight",
  "fields": [{ "key": "weight_kg", "type": "u16", "scale": "0.005", "unit": "kg" }],
  "text": "[{weight_kg:3} kg]"
}
{
  "name": "Database Change Increment",
  "fields": [{ "key": "database_change_increment", "type": "u32" }],
  "text": "[{database_change_increment}]"
}
{
  "name": "User Index",
  "fields": [{ "key": "user_index", "type": "u8", "special": { "255": "unknown_user" } }],
  "text": "[{user_index}][{user_index_status}]"
}
{
  "name": "Body Composition Feature",
  "fields": [
    { "as": "bits", "type": "u32", "reserved": "18..31" },
    { "key": "time_stamp_supported", "of": "bits.0" },
    { "key": "multiple_users_supported", "of": "bits.1" },
    { "key": "basal_metabolism_supported", "of": "bits.2" },
    { "key": "muscle_percentage_supported", "of": "bits.3" },
    { "key": "muscle_mass_supported", "of": "bits.4" },
    { "key": "fat_free_mass_supported", "of": "bits.5" },
    { "key": "soft_lean_mass_supported", "of": "bits.6" },
    { "key": "body_water_mass_supported", "of": "bits.7" },
    { "key": "impedance_supported", "of": "bits.8" },
    { "key": "weight_supported", "of": "bits.9" },
    { "key": "height_supported", "of": "bits.10" },
    {
      "key": "weight_resolution",
      "of": "bits.11..14",
      "words": {
        "0": "not_specified", "1": "0.5_kg_or_1_lb", "2": "0.2_kg_or_0.5_lb", "3": "0.1_kg_or_0.2_lb",
        "4": "0.05_kg_or_0.1_lb", "5": "0.02_kg_or_0.05_lb", "6": "0.01_kg_or_0.02_lb",
        "7": "0.005_kg_or_0.01_lb", "*": "reserved"
      }
    },
    {
      "key": "height_resolution",
      "of": "bits.15..17",
      "words": {
        "0": "not_specified", "1": "0.01_m_or_1_in", "2": "0.005_m_or_0.5_in", "3": "0.001_m_or_0.1_in",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Body Composition Measurement",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "13..15" },
    {
      "key": "body_fat_percent",
      "type": "u16",
      "scale": "0.1",
      "special": { "65535": "measurement_unsuccessful" },
      "unit": "%"
    },
    { "key": "timestamp", "type": "date_time", "if": "flags.1" },
    { "key": "user_id", "type": "u8", "if": "flags.2", "special": { "255": "unknown_user" } },
    { "key": "basal_metabolism_kj", "type": "u16", "if": "flags.3", "unit": "kJ" },
    { "key": "muscle_percent", "type": "u16", "if": "flags.4", "scale": "0.1", "unit": "%" },
    { "key": "muscle_mass_kg", "type": "u16", "if": "flags.5 && !flags.0", "scale": "0.005", "unit": "kg" },
    { "key": "muscle_mass_lb", "type": "u16", "if": "flags.5 && flags.0", "scale": "0.01", "unit": "lb" },
    {
      "key": "fat_free_mass_kg",
      "type": "u16",
      "if": "flags.6 && !flags.0",
      "scale": "0.005",
      "unit": "kg"
    },
    { "key": "fat_free_mass_lb", "type": "u16", "if": "flags.6 && flags.0", "scale": "0.01", "unit": "lb" },
    {
      "key": "soft_lean_mass_kg",
      "type": "u16",
      "if": "flags.7 && !flags.0",
      "scale": "0.005",
      "unit": "kg"
    },
    { "key": "soft_lean_mass_lb", "type": "u16", "if": "flags.7 && flags.0", "scale": "0.01", "unit": "lb" },
    {
      "key": "body_water_mass_kg",
      "type": "u16",
      "if": "flags.8 && !flags.0",
      "scale": "0.005",
      "unit": "kg"
    },
    {
      "key": "body_water_mass_lb",
      "type": "u16",
      "if": "flags.8 && flags.0",
      "scale": "0.01",
      "unit": "lb"
    },
    { "key": "impedance_ohm", "type": "u16", "if": "flags.9", "scale": "0.1", "unit": "Ω" },
    { "key": "weight_kg", "type": "u16", "if": "flags.10 && !flags.0", "scale": "0.005", "unit": "kg" },
    { "key": "weight_lb", "type": "u16", "if": "flags.10 && flags.0", "scale": "0.01", "unit": "lb" },
    { "key": "height_m", "type": "u16", "if": "flags.11 && !flags.0", "scale": "0.001", "unit": "m" },
    { "key": "height_in", "type": "u16", "if": "flags.11 && flags.0", "scale": "0.1", "unit": "in" },
    { "key": "more_to_follow", "of": "flags.12", "if": "flags.12" }
  ],
  "text": "[fat {body_fat_percent:1} %][  {weight_kg:3} kg][  {weight_lb:2} lb]"
}
{
  "name": "Weight Measurement",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "4..7" },
    {
      "key": "weight_kg",
      "type": "u16",
      "if": "!flags.0",
      "scale": "0.005",
      "special": { "65535": "measurement_unsuccessful" },
      "unit": "kg"
    },
    {
      "key": "weight_lb",
      "type": "u16",
      "if": "flags.0",
      "scale": "0.01",
      "special": { "65535": "measurement_unsuccessful" },
      "unit": "lb"
    },
    { "key": "timestamp", "type": "date_time", "if": "flags.1" },
    { "key": "user_id", "type": "u8", "if": "flags.2", "special": { "255": "unknown_user" } },
    { "key": "bmi_kg_per_m2", "type": "u16", "if": "flags.3", "scale": "0.1", "unit": "kg/m²" },
    { "key": "height_m", "type": "u16", "if": "flags.3 && !flags.0", "scale": "0.001", "unit": "m" },
    { "key": "height_in", "type": "u16", "if": "flags.3 && flags.0", "scale": "0.1", "unit": "in" }
  ],
  "text": "[{weight_kg:3} kg][{weight_lb:2} lb]"
}
{
  "name": "Weight Scale Feature",
  "fields": [
    { "as": "bits", "type": "u32", "reserved": "10..31" },
    { "key": "time_stamp_supported", "of": "bits.0" },
    { "key": "multiple_users_supported", "of": "bits.1" },
    { "key": "bmi_supported", "of": "bits.2" },
    {
      "key": "weight_resolution",
      "of": "bits.3..6",
      "words": {
        "0": "not_specified", "1": "0.5_kg_or_1_lb", "2": "0.2_kg_or_0.5_lb", "3": "0.1_kg_or_0.2_lb",
        "4": "0.05_kg_or_0.1_lb", "5": "0.02_kg_or_0.05_lb", "6": "0.01_kg_or_0.02_lb",
        "7": "0.005_kg_or_0.01_lb", "*": "reserved"
      }
    },
    {
      "key": "height_resolution",
      "of": "bits.7..9",
      "words": {
        "0": "not_specified", "1": "0.01_m_or_1_in", "2": "0.005_m_or_0.5_in", "3": "0.001_m_or_0.1_in",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "User Control Point",
  "source": "User Data Service 1.1, 3.3",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "register_new_user", "fields": [{ "key": "consent_code", "type": "u16" }] },
        "2": {
          "word": "consent",
          "fields": [
            { "key": "user_index", "type": "u8", "special": { "255": "unknown_user" } },
            { "key": "consent_code", "type": "u16" }
          ]
        },
        "3": { "word": "delete_user_data" },
        "4": { "word": "list_all_users" },
        "5": {
          "word": "delete_users",
          "fields": [{ "key": "user_index", "type": "u8", "special": { "255": "all_users" } }]
        },
        "32": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
                "4": "operation_failed", "5": "user_not_authorized", "*": "reserved"
              }
            },
            {
              "key": "user_index",
              "type": "u8",
              "if": "outcome == 1 && (response_to == 1 || response_to == 5) && rest > 0",
              "special": { "255": "all_users" }
            },
            { "key": "number_of_users", "type": "u8", "if": "outcome == 1 && response_to == 4 && rest > 0" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Magnetic Flux Density - 2D",
  "fields": [
    { "key": "magnetic_flux_x_ut", "type": "i16", "scale": "0.1", "unit": "µT" },
    { "key": "magnetic_flux_y_ut", "type": "i16", "scale": "0.1", "unit": "µT" }
  ],
  "text": "[{magnetic_flux_x_ut:1}][ {magnetic_flux_y_ut:1} µT]"
}
{
  "name": "Magnetic Flux Density - 3D",
  "fields": [{ "key": "magnetic_flux_ut", "type": "i16", "repeat": 3, "axes": true, "scale": "0.1", "unit": "µT" }],
  "text": "[{magnetic_flux_ut:1} µT]"
}
{
  "name": "Language",
  "fields": [{ "key": "language", "type": "utf8" }],
  "text": "{language:q}"
}
{
  "name": "Barometric Pressure Trend",
  "fields": [
    {
      "key": "barometric_pressure_trend",
      "type": "u8",
      "words": {
        "0": "unknown", "1": "continuously_falling", "2": "continuously_rising",
        "3": "falling_then_steady", "4": "rising_then_steady", "5": "falling_before_a_lesser_rise",
        "6": "falling_before_a_greater_rise", "7": "rising_before_a_greater_fall",
        "8": "rising_before_a_lesser_fall", "9": "steady", "*": "reserved"
      }
    }
  ]
}
{
  "name": "Bond Management Control Point",
  "source": "BMS 3.1",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "delete_requesting_device_br_edr_le" },
        "2": { "word": "delete_requesting_device_br_edr" },
        "3": { "word": "delete_requesting_device_le" },
        "4": { "word": "delete_all_br_edr_le" },
        "5": { "word": "delete_all_br_edr" },
        "6": { "word": "delete_all_le" },
        "7": { "word": "delete_all_but_active_br_edr_le" },
        "8": { "word": "delete_all_but_active_br_edr" },
        "9": { "word": "delete_all_but_active_le" },
        "*": { "word": "reserved" }
      }
    },
    { "key": "authorization_code", "type": "utf8", "if": "rest > 0" }
  ]
}
{
  "name": "Bond Management Feature",
  "source": "BMS 3.2",
  "fields": [
    { "as": "first", "type": "u8" },
    { "as": "second", "type": "u8", "if": "rest > 0" },
    { "as": "third", "type": "u8", "if": "rest > 0" },
    {
      "key": "bond_management_features",
      "of": "length > 2 ? first | second << 8 | third << 16 : length > 1 ? first | second << 8 : first",
      "flags": {
        "0": "delete_requesting_device_br_edr_le",
        "1": "authorization_for_requesting_device_br_edr_le",
        "2": "delete_requesting_device_br_edr",
        "3": "authorization_for_requesting_device_br_edr",
        "4": "delete_requesting_device_le",
        "5": "authorization_for_requesting_device_le",
        "6": "delete_all_br_edr_le",
        "7": "authorization_for_all_br_edr_le",
        "8": "delete_all_br_edr",
        "9": "authorization_for_all_br_edr",
        "10": "delete_all_le",
        "11": "authorization_for_all_le",
        "12": "delete_all_but_active_br_edr_le",
        "13": "authorization_for_all_but_active_br_edr_le",
        "14": "delete_all_but_active_br_edr",
        "15": "authorization_for_all_but_active_br_edr",
        "16": "delete_all_but_active_le",
        "17": "authorization_for_all_but_active_le"
      }
    },
    { "as": "further", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Central Address Resolution",
  "source": "Vol 3, Part C, 12.4",
  "text": "[{central_address_resolution?supported:not supported}]",
  "fields": [
    { "as": "support", "type": "u8" },
    { "key": "central_address_resolution", "of": "support == 1", "if": "support <= 1" },
    { "note": "reserved value", "if": "support > 1" }
  ]
}
{
  "name": "CGM Measurement",
  "fields": [
    {
      "key": "records",
      "repeat": "rest",
      "size": { "type": "u8", "plus": -1 },
      "fields": [
        { "as": "flags", "type": "u8", "reserved": "2..4" },
        { "key": "glucose_mg_per_dl", "type": "sfloat", "unit": "mg/dL" },
        { "key": "time_offset_min", "type": "u16", "unit": "min" },
        {
          "key": "cgm_status",
          "type": "u8",
          "if": "flags.7",
          "flags": {
            "0": "session_stopped", "1": "device_battery_low", "2": "sensor_type_incorrect",
            "3": "sensor_malfunction", "4": "device_specific_alert", "5": "general_device_fault"
          }
        },
        {
          "key": "calibration_status",
          "type": "u8",
          "if": "flags.6",
          "flags": {
            "0": "time_synchronization_required", "1": "calibration_not_allowed",
            "2": "calibration_recommended", "3": "calibration_required",
            "4": "sensor_temperature_too_high", "5": "sensor_temperature_too_low"
          }
        },
        {
          "key": "warning_status",
          "type": "u8",
          "if": "flags.5",
          "flags": {
            "0": "below_patient_low", "1": "above_patient_high", "2": "below_hypo_level",
            "3": "above_hyper_level", "4": "decrease_rate_exceeded", "5": "increase_rate_exceeded",
            "6": "result_below_range", "7": "result_above_range"
          }
        },
        { "key": "trend_mg_per_dl_per_min", "type": "sfloat", "if": "flags.0", "unit": "mg/dL/min" },
        { "key": "quality_percent", "type": "sfloat", "if": "flags.1", "unit": "%" },
        {
          "key": "e2e_crc",
          "if": "rest == 2",
          "check": {
            "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
            "over": "0..-3"
          }
        }
      ]
    }
  ]
}
{
  "name": "CGM Feature",
  "fields": [
    {
      "key": "features",
      "type": "u24",
      "flags": {
        "0": "calibration", "1": "patient_high_low_alerts", "2": "hypo_alerts", "3": "hyper_alerts",
        "4": "rate_alerts", "5": "device_specific_alert", "6": "sensor_malfunction_detection",
        "7": "sensor_temperature_detection", "8": "sensor_result_detection", "9": "low_battery_detection",
        "10": "sensor_type_error_detection", "11": "general_device_fault", "12": "e2e_crc",
        "13": "multiple_bonds", "14": "multiple_sessions", "15": "trend", "16": "quality"
      }
    },
    { "as": "site", "type": "u8" },
    { "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
    { "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
    { "as": "crc", "type": "u16", "at": 4 },
    { "skip": 2, "if": "crc == 65535" },
    {
      "key": "e2e_crc",
      "if": "rest == 2 && crc != 65535",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "CGM Status",
  "fields": [
    { "key": "time_offset_min", "type": "u16", "unit": "min" },
    {
      "key": "cgm_status",
      "type": "u8",
      "flags": {
        "0": "session_stopped", "1": "device_battery_low", "2": "sensor_type_incorrect",
        "3": "sensor_malfunction", "4": "device_specific_alert", "5": "general_device_fault"
      }
    },
    {
      "key": "calibration_status",
      "type": "u8",
      "flags": {
        "0": "time_synchronization_required", "1": "calibration_not_allowed",
        "2": "calibration_recommended", "3": "calibration_required", "4": "sensor_temperature_too_high",
        "5": "sensor_temperature_too_low"
      }
    },
    {
      "key": "warning_status",
      "type": "u8",
      "flags": {
        "0": "below_patient_low", "1": "above_patient_high", "2": "below_hypo_level",
        "3": "above_hyper_level", "4": "decrease_rate_exceeded", "5": "increase_rate_exceeded",
        "6": "result_below_range", "7": "result_above_range"
      }
    },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "CGM Session Start Time",
  "fields": [
    { "key": "session_start_time", "type": "date_time" },
    {
      "key": "time_zone_min",
      "type": "i8",
      "scale": "15",
      "valid": "-48..56",
      "special": { "-128": "not_known" },
      "unit": "min"
    },
    {
      "key": "dst_offset",
      "type": "u8",
      "words": {
        "0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
        "*": "reserved"
      },
      "special": { "255": "not_known" }
    },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ],
  "text": "[{session_start_time}]"
}
{
  "name": "CGM Session Run Time",
  "fields": [
    { "key": "session_run_time_h", "type": "u16", "unit": "h" },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ],
  "text": "[{session_run_time_h} h]"
}
{
  "name": "CGM Specific Ops Control Point",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "set_communication_interval",
          "fields": [
            {
              "key": "communication_interval_min",
              "type": "u8",
              "unit": "min",
              "special": { "0": "disabled", "255": "fastest" }
            }
          ]
        },
        "2": { "word": "get_communication_interval" },
        "3": {
          "word": "communication_interval",
          "fields": [
            {
              "key": "communication_interval_min",
              "type": "u8",
              "unit": "min",
              "special": { "0": "disabled", "255": "fastest" }
            }
          ]
        },
        "4": {
          "word": "set_calibration_value",
          "fields": [
            { "key": "calibration_glucose_mg_per_dl", "type": "sfloat", "unit": "mg/dL" },
            { "key": "calibration_time_min", "type": "u16", "unit": "min" },
            { "as": "site", "type": "u8" },
            { "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
            { "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
            { "key": "next_calibration_time_min", "type": "u16", "unit": "min" },
            { "key": "calibration_record_number", "type": "u16" },
            {
              "key": "calibration_data_status",
              "type": "u8",
              "flags": { "0": "rejected", "1": "sensor_out_of_range", "2": "pending" }
            }
          ]
        },
        "5": {
          "word": "get_calibration_value",
          "fields": [{ "key": "calibration_record_number", "type": "u16" }]
        },
        "6": {
          "word": "calibration_value",
          "fields": [
            { "key": "calibration_glucose_mg_per_dl", "type": "sfloat", "unit": "mg/dL" },
            { "key": "calibration_time_min", "type": "u16", "unit": "min" },
            { "as": "site", "type": "u8" },
            { "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
            { "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
            { "key": "next_calibration_time_min", "type": "u16", "unit": "min" },
            { "key": "calibration_record_number", "type": "u16" },
            {
              "key": "calibration_data_status",
              "type": "u8",
              "flags": { "0": "rejected", "1": "sensor_out_of_range", "2": "pending" }
            }
          ]
        },
        "7": {
          "word": "set_patient_high_alert_level",
          "fields": [{ "key": "patient_high_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "8": { "word": "get_patient_high_alert_level" },
        "9": {
          "word": "patient_high_alert_level",
          "fields": [{ "key": "patient_high_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "10": {
          "word": "set_patient_low_alert_level",
          "fields": [{ "key": "patient_low_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "11": { "word": "get_patient_low_alert_level" },
        "12": {
          "word": "patient_low_alert_level",
          "fields": [{ "key": "patient_low_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "13": {
          "word": "set_hypo_alert_level",
          "fields": [{ "key": "hypo_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "14": { "word": "get_hypo_alert_level" },
        "15": {
          "word": "hypo_alert_level",
          "fields": [{ "key": "hypo_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "16": {
          "word": "set_hyper_alert_level",
          "fields": [{ "key": "hyper_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "17": { "word": "get_hyper_alert_level" },
        "18": {
          "word": "hyper_alert_level",
          "fields": [{ "key": "hyper_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
        },
        "19": {
          "word": "set_rate_of_decrease_alert_level",
          "fields": [
            {
              "key": "rate_of_decrease_alert_level_mg_per_dl_per_min",
              "type": "sfloat",
              "unit": "mg/dL/min"
            }
          ]
        },
        "20": { "word": "get_rate_of_decrease_alert_level" },
        "21": {
          "word": "rate_of_decrease_alert_level",
          "fields": [
            {
              "key": "rate_of_decrease_alert_level_mg_per_dl_per_min",
              "type": "sfloat",
              "unit": "mg/dL/min"
            }
          ]
        },
        "22": {
          "word": "set_rate_of_increase_alert_level",
          "fields": [
            {
              "key": "rate_of_increase_alert_level_mg_per_dl_per_min",
              "type": "sfloat",
              "unit": "mg/dL/min"
            }
          ]
        },
        "23": { "word": "get_rate_of_increase_alert_level" },
        "24": {
          "word": "rate_of_increase_alert_level",
          "fields": [
            {
              "key": "rate_of_increase_alert_level_mg_per_dl_per_min",
              "type": "sfloat",
              "unit": "mg/dL/min"
            }
          ]
        },
        "25": { "word": "reset_device_specific_alert" },
        "26": { "word": "start_session" },
        "27": { "word": "stop_session" },
        "28": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_operand",
                "4": "procedure_not_completed", "5": "parameter_out_of_range", "*": "reserved"
              }
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "Indoor Positioning Configuration",
  "fields": [
    {
      "key": "indoor_positioning_configuration",
      "type": "u8",
      "flags": {
        "0": "coordinates", "1": "local_coordinates", "2": "tx_power", "3": "altitude",
        "4": "floor_number", "5": "uncertainty", "6": "location_name"
      }
    }
  ]
}
{
  "name": "Latitude",
  "fields": [{ "type": "latitude" }],
  "text": "[{latitude_degrees:7}°][{latitude_degrees_status}]"
}
{
  "name": "Longitude",
  "fields": [{ "type": "longitude" }],
  "text": "[{longitude_degrees:7}°][{longitude_degrees_status}]"
}
{
  "name": "Local North Coordinate",
  "fields": [{ "type": "local_north" }],
  "text": "[{local_north_m:1} m][{local_north_m_status}]"
}
{
  "name": "Local East Coordinate",
  "fields": [{ "type": "local_east" }],
  "text": "[{local_east_m:1} m][{local_east_m_status}]"
}
{
  "name": "Floor Number",
  "fields": [{ "type": "floor_number" }],
  "text": "[{floor_number}][{floor_number_status}]"
}
{
  "name": "Altitude",
  "fields": [{ "type": "altitude" }],
  "text": "[{altitude_m:1} m][{altitude_m_status}]"
}
{
  "name": "Uncertainty",
  "fields": [{ "type": "uncertainty" }]
}
{
  "name": "Location Name",
  "fields": [{ "key": "location_name", "type": "utf8" }],
  "text": "{location_name:q}"
}
{
  "name": "URI",
  "source": "HPS 3.1",
  "text": "{uri:q}",
  "fields": [{ "key": "uri", "type": "utf8" }]
}
{
  "name": "HTTP Headers",
  "source": "HPS 3.2",
  "text": "{http_headers:q}",
  "fields": [{ "key": "http_headers", "type": "utf8" }]
}
{
  "name": "HTTP Status Code",
  "source": "HPS 3.3",
  "text": "{http_status_code}[, {http_data_status}]",
  "fields": [
    { "key": "http_status_code", "type": "u16" },
    {
      "key": "http_data_status",
      "type": "u8",
      "flags": { "0": "headers_received", "1": "headers_truncated", "2": "body_received", "3": "body_truncated" }
    }
  ]
}
{
  "name": "HTTP Entity Body",
  "source": "HPS 3.4",
  "text": "{http_body:q}",
  "fields": [{ "key": "http_body", "type": "utf8" }]
}
{
  "name": "HTTP Control Point",
  "source": "HPS 3.5",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "http_get" },
        "2": { "word": "http_head" },
        "3": { "word": "http_post" },
        "4": { "word": "http_put" },
        "5": { "word": "http_delete" },
        "6": { "word": "https_get" },
        "7": { "word": "https_head" },
        "8": { "word": "https_post" },
        "9": { "word": "https_put" },
        "10": { "word": "https_delete" },
        "11": { "word": "cancel" },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "HTTPS Security",
  "source": "HPS 3.6",
  "fields": [{ "key": "certificate_validated", "type": "bool" }]
}
{
  "name": "TDS Control Point",
  "source": "TDS 3.2",
  "direction": "notify",
  "fields": [
    { "key": "response_to", "type": "u8", "words": { "1": "activate_transport", "*": "reserved" } },
    {
      "key": "outcome",
      "type": "u8",
      "success": 0,
      "words": {
        "0": "success",
        "1": "opcode_not_supported",
        "2": "invalid_parameter",
        "3": "unsupported_organization",
        "4": "operation_failed",
        "*": "reserved"
      }
    },
    { "key": "response_parameters", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "TDS Control Point",
  "source": "TDS 3.2",
  "direction": "write",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "activate_transport",
          "fields": [
            {
              "key": "organization",
              "type": "u8",
              "words": {
                "1": "bluetooth_sig",
                "2": "wifi_alliance_neighbor_awareness_networking",
                "3": "wifi_alliance_service_advertisement",
                "*": "reserved"
              }
            },
            { "key": "organization_data", "type": "hex", "if": "rest > 0" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "OTS Feature",
  "fields": [
    {
      "key": "object_action_features",
      "type": "u32",
      "flags": {
        "0": "create", "1": "delete", "2": "calculate_checksum", "3": "execute", "4": "read", "5": "write",
        "6": "append", "7": "truncate", "8": "patch", "9": "abort"
      }
    },
    {
      "key": "object_list_features",
      "type": "u32",
      "flags": { "0": "go_to", "1": "order", "2": "request_number_of_objects", "3": "clear_marking" }
    }
  ]
}
{
  "name": "Object Name",
  "fields": [{ "key": "object_name", "type": "utf8" }],
  "text": "{object_name:q}"
}
{
  "name": "Object Type",
  "fields": [{ "key": "object_type", "type": "uuid" }],
  "text": "[{object_type}]"
}
{
  "name": "Object Size",
  "fields": [
    { "key": "current_size_bytes", "type": "u32", "unit": "B" },
    { "key": "allocated_size_bytes", "type": "u32", "unit": "B" }
  ],
  "text": "[{current_size_bytes} bytes][ of {allocated_size_bytes}]"
}
{
  "name": "Object First-Created",
  "fields": [{ "key": "first_created", "type": "date_time" }],
  "text": "[{first_created}]"
}
{
  "name": "Object Last-Modified",
  "fields": [{ "key": "last_modified", "type": "date_time" }],
  "text": "[{last_modified}]"
}
{
  "name": "Object ID",
  "fields": [{ "key": "object_id", "type": "u48" }],
  "text": "[{object_id:012X}]"
}
{
  "name": "Object Properties",
  "fields": [
    {
      "key": "object_properties",
      "type": "u32",
      "flags": {
        "0": "delete", "1": "execute", "2": "read", "3": "write", "4": "append", "5": "truncate",
        "6": "patch", "7": "mark"
      }
    }
  ]
}
{
  "name": "Object Action Control Point",
  "source": "Object Transfer Service 1.0, 3.3",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "create",
          "fields": [{ "key": "size_bytes", "type": "u32", "unit": "B" }, { "key": "object_type", "type": "uuid" }]
        },
        "2": { "word": "delete" },
        "3": {
          "word": "calculate_checksum",
          "fields": [
            { "key": "offset_bytes", "type": "u32", "unit": "B" },
            { "key": "length_bytes", "type": "u32", "unit": "B" }
          ]
        },
        "4": { "word": "execute", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
        "5": {
          "word": "read",
          "fields": [
            { "key": "offset_bytes", "type": "u32", "unit": "B" },
            { "key": "length_bytes", "type": "u32", "unit": "B" }
          ]
        },
        "6": {
          "word": "write",
          "fields": [
            { "key": "offset_bytes", "type": "u32", "unit": "B" },
            { "key": "length_bytes", "type": "u32", "unit": "B" },
            { "key": "write_mode", "type": "u8", "flags": { "1": "truncate" } }
          ]
        },
        "7": { "word": "abort" },
        "96": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
                "4": "insufficient_resources", "5": "invalid_object", "6": "channel_unavailable",
                "7": "unsupported_type", "8": "procedure_not_permitted", "9": "object_locked",
                "10": "operation_failed", "*": "reserved"
              }
            },
            { "key": "calculated_checksum", "type": "u32", "if": "response_to == 3 && outcome == 1" },
            { "key": "parameter", "type": "hex", "if": "rest > 0" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Object List Control Point",
  "source": "Object Transfer Service 1.0, 3.4",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "first" },
        "2": { "word": "last" },
        "3": { "word": "previous" },
        "4": { "word": "next" },
        "5": { "word": "go_to", "fields": [{ "key": "object_id", "type": "u48" }] },
        "6": {
          "word": "order",
          "fields": [
            {
              "key": "sort_order",
              "type": "u8",
              "words": {
                "1": "name_ascending", "2": "type_ascending", "3": "current_size_ascending",
                "4": "first_created_ascending", "5": "last_modified_ascending", "17": "name_descending",
                "18": "type_descending", "19": "current_size_descending", "20": "first_created_descending",
                "21": "last_modified_descending", "*": "reserved"
              }
            }
          ]
        },
        "7": { "word": "request_number_of_objects" },
        "8": { "word": "clear_marking" },
        "112": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
                "4": "operation_failed", "5": "out_of_bounds", "6": "too_many_objects", "7": "no_object",
                "8": "object_id_not_found", "*": "reserved"
              }
            },
            { "key": "number_of_objects", "type": "u32", "if": "response_to == 7 && outcome == 1" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Object List Filter",
  "fields": [
    {
      "key": "object_filter",
      "type": "u8",
      "cases": {
        "0": { "word": "no_filter" },
        "1": { "word": "name_starts_with", "fields": [{ "key": "filter_text", "type": "utf8" }] },
        "2": { "word": "name_ends_with", "fields": [{ "key": "filter_text", "type": "utf8" }] },
        "3": { "word": "name_contains", "fields": [{ "key": "filter_text", "type": "utf8" }] },
        "4": { "word": "name_is", "fields": [{ "key": "filter_text", "type": "utf8" }] },
        "5": { "word": "object_type", "fields": [{ "key": "object_type", "type": "uuid" }] },
        "6": {
          "word": "created_between",
          "fields": [{ "key": "filter_from", "type": "date_time" }, { "key": "filter_to", "type": "date_time" }]
        },
        "7": {
          "word": "modified_between",
          "fields": [{ "key": "filter_from", "type": "date_time" }, { "key": "filter_to", "type": "date_time" }]
        },
        "8": {
          "word": "current_size_between",
          "fields": [
            { "key": "filter_minimum_bytes", "type": "u32", "unit": "B" },
            { "key": "filter_maximum_bytes", "type": "u32", "unit": "B" }
          ]
        },
        "9": {
          "word": "allocated_size_between",
          "fields": [
            { "key": "filter_minimum_bytes", "type": "u32", "unit": "B" },
            { "key": "filter_maximum_bytes", "type": "u32", "unit": "B" }
          ]
        },
        "10": { "word": "marked_objects" },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Object Changed",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "5..7" },
    { "key": "change_source", "of": "flags.0", "words": { "0": "server", "1": "client" }, "code": false },
    { "key": "contents_changed", "of": "flags.1" },
    { "key": "metadata_changed", "of": "flags.2" },
    { "key": "object_created", "of": "flags.3" },
    { "key": "object_deleted", "of": "flags.4" },
    { "key": "object_id", "type": "u48" }
  ]
}
{
  "name": "Resolvable Private Address Only",
  "source": "Vol 3, Part C, 12.5",
  "text": "{resolvable_private_address_only}",
  "fields": [
    {
      "key": "resolvable_private_address_only",
      "type": "u8",
      "words": { "0": "only_resolvable_private_addresses", "*": "reserved" }
    }
  ]
}
{
  "name": "Fitness Machine Feature",
  "source": "Fitness Machine Service 1.0, 4.3",
  "fields": [
    {
      "key": "features",
      "type": "u32",
      "flags": {
        "0": "average_speed", "1": "cadence", "2": "total_distance", "3": "inclination",
        "4": "elevation_gain", "5": "pace", "6": "step_count", "7": "resistance_level",
        "8": "stride_count", "9": "expended_energy", "10": "heart_rate_measurement",
        "11": "metabolic_equivalent", "12": "elapsed_time", "13": "remaining_time",
        "14": "power_measurement", "15": "force_on_belt_and_power_output", "16": "user_data_retention"
      }
    },
    {
      "key": "target_settings",
      "type": "u32",
      "flags": {
        "0": "speed", "1": "inclination", "2": "resistance", "3": "power", "4": "heart_rate",
        "5": "expended_energy", "6": "step_number", "7": "stride_number", "8": "distance",
        "9": "training_time", "10": "time_in_two_heart_rate_zones", "11": "time_in_three_heart_rate_zones",
        "12": "time_in_five_heart_rate_zones", "13": "indoor_bike_simulation", "14": "wheel_circumference",
        "15": "spin_down", "16": "cadence"
      }
    }
  ]
}
{
  "name": "Treadmill Data",
  "source": "Fitness Machine Service 1.0, 4.4",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "13..15" },
    { "key": "speed_km_per_h", "type": "u16", "if": "!flags.0", "scale": "0.01", "unit": "km/h" },
    { "key": "average_speed_km_per_h", "type": "u16", "if": "flags.1", "scale": "0.01", "unit": "km/h" },
    { "key": "total_distance_m", "type": "u24", "if": "flags.2", "unit": "m" },
    {
      "key": "inclination_percent",
      "type": "i16",
      "if": "flags.3",
      "scale": "0.1",
      "special": { "32767": "not_known" },
      "unit": "%"
    },
    {
      "key": "ramp_angle_degrees",
      "type": "i16",
      "if": "flags.3",
      "scale": "0.1",
      "special": { "32767": "not_known" },
      "unit": "°"
    },
    { "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.4", "scale": "0.1", "unit": "m" },
    { "key": "negative_elevation_gain_m", "type": "u16", "if": "flags.4", "scale": "0.1", "unit": "m" },
    {
      "as": "narrow",
      "of": "rest == (flags.5 ? 1 : 0) + (flags.6 ? 1 : 0) + (flags.7 ? 5 : 0) + (flags.8 ? 1 : 0) + (flags.9 ? 1 : 0) + (flags.10 ? 2 : 0) + (flags.11 ? 2 : 0) + (flags.12 ? 4 : 0)"
    },
    { "key": "pace_km_per_min", "type": "u8", "if": "flags.5 && narrow", "scale": "0.1", "unit": "km/min" },
    { "key": "pace_s", "type": "u16", "if": "flags.5 && !narrow", "unit": "s" },
    {
      "key": "average_pace_km_per_min",
      "type": "u8",
      "if": "flags.6 && narrow",
      "scale": "0.1",
      "unit": "km/min"
    },
    { "key": "average_pace_s", "type": "u16", "if": "flags.6 && !narrow", "unit": "s" },
    {
      "key": "total_energy_kcal",
      "type": "u16",
      "if": "flags.7",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_hour_kcal",
      "type": "u16",
      "if": "flags.7",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_minute_kcal",
      "type": "u8",
      "if": "flags.7",
      "special": { "255": "not_known" },
      "unit": "kcal"
    },
    { "key": "heart_rate_bpm", "type": "u8", "if": "flags.8", "unit": "bpm" },
    { "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.9", "scale": "0.1", "unit": "MET" },
    { "key": "elapsed_time_s", "type": "u16", "if": "flags.10", "unit": "s" },
    { "key": "remaining_time_s", "type": "u16", "if": "flags.11", "unit": "s" },
    {
      "key": "force_on_belt_n",
      "type": "i16",
      "if": "flags.12",
      "special": { "32767": "not_known" },
      "unit": "N"
    },
    {
      "key": "power_output_w",
      "type": "i16",
      "if": "flags.12",
      "special": { "32767": "not_known" },
      "unit": "W"
    },
    { "key": "more_data", "of": "flags.0" }
  ],
  "text": "[{speed_km_per_h:2} km/h][  {total_distance_m} m][  {heart_rate_bpm} bpm]"
}
{
  "name": "Cross Trainer Data",
  "source": "Fitness Machine Service 1.0, 4.5",
  "fields": [
    { "as": "flags", "type": "u24", "reserved": "16..23" },
    { "key": "speed_km_per_h", "type": "u16", "if": "!flags.0", "scale": "0.01", "unit": "km/h" },
    { "key": "average_speed_km_per_h", "type": "u16", "if": "flags.1", "scale": "0.01", "unit": "km/h" },
    { "key": "total_distance_m", "type": "u24", "if": "flags.2", "unit": "m" },
    {
      "key": "steps_per_minute",
      "type": "u16",
      "if": "flags.3",
      "special": { "65535": "not_known" },
      "unit": "1/min"
    },
    {
      "key": "average_step_rate_per_minute",
      "type": "u16",
      "if": "flags.3",
      "special": { "65535": "not_known" },
      "unit": "1/min"
    },
    { "key": "stride_count", "type": "u16", "if": "flags.4", "scale": "0.1" },
    { "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.5", "unit": "m" },
    { "key": "negative_elevation_gain_m", "type": "u16", "if": "flags.5", "unit": "m" },
    {
      "key": "inclination_percent",
      "type": "i16",
      "if": "flags.6",
      "scale": "0.1",
      "special": { "32767": "not_known" },
      "unit": "%"
    },
    {
      "key": "ramp_angle_degrees",
      "type": "i16",
      "if": "flags.6",
      "scale": "0.1",
      "special": { "32767": "not_known" },
      "unit": "°"
    },
    {
      "as": "wide", "if": "flags.7",
      "of": "rest >= 2 + (flags.8 ? 2 : 0) + (flags.9 ? 2 : 0) + (flags.10 ? 5 : 0) + (flags.11 ? 1 : 0) + (flags.12 ? 1 : 0) + (flags.13 ? 2 : 0) + (flags.14 ? 2 : 0)"
    },
    { "key": "resistance_level", "type": "u8", "if": "flags.7 && !wide", "scale": "10" },
    { "key": "resistance_level", "type": "i16", "if": "flags.7 && wide" },
    { "key": "instantaneous_power_w", "type": "i16", "if": "flags.8", "unit": "W" },
    { "key": "average_power_w", "type": "i16", "if": "flags.9", "unit": "W" },
    {
      "key": "total_energy_kcal",
      "type": "u16",
      "if": "flags.10",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_hour_kcal",
      "type": "u16",
      "if": "flags.10",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_minute_kcal",
      "type": "u8",
      "if": "flags.10",
      "special": { "255": "not_known" },
      "unit": "kcal"
    },
    { "key": "heart_rate_bpm", "type": "u8", "if": "flags.11", "unit": "bpm" },
    { "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.12", "scale": "0.1", "unit": "MET" },
    { "key": "elapsed_time_s", "type": "u16", "if": "flags.13", "unit": "s" },
    { "key": "remaining_time_s", "type": "u16", "if": "flags.14", "unit": "s" },
    {
      "key": "movement_direction",
      "of": "flags.15",
      "code": false,
      "words": { "0": "forward", "1": "backward" }
    },
    { "key": "more_data", "of": "flags.0" }
  ],
  "text": "[{speed_km_per_h:2} km/h][  {steps_per_minute} steps/min][  {instantaneous_power_w} W]"
}
{
  "name": "Step Climber Data",
  "source": "Fitness Machine Service 1.0, 4.6",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "9..15" },
    { "key": "floors", "type": "u16", "if": "!flags.0" },
    { "key": "step_count", "type": "u16", "if": "!flags.0" },
    { "key": "steps_per_minute", "type": "u16", "if": "flags.1", "unit": "1/min" },
    { "key": "average_step_rate_per_minute", "type": "u16", "if": "flags.2", "unit": "1/min" },
    { "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.3", "unit": "m" },
    {
      "key": "total_energy_kcal",
      "type": "u16",
      "if": "flags.4",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_hour_kcal",
      "type": "u16",
      "if": "flags.4",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_minute_kcal",
      "type": "u8",
      "if": "flags.4",
      "special": { "255": "not_known" },
      "unit": "kcal"
    },
    { "key": "heart_rate_bpm", "type": "u8", "if": "flags.5", "unit": "bpm" },
    { "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.6", "scale": "0.1", "unit": "MET" },
    { "key": "elapsed_time_s", "type": "u16", "if": "flags.7", "unit": "s" },
    { "key": "remaining_time_s", "type": "u16", "if": "flags.8", "unit": "s" },
    { "key": "more_data", "of": "flags.0" }
  ]
}
{
  "name": "Stair Climber Data",
  "source": "Fitness Machine Service 1.0, 4.7",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "10..15" },
    { "key": "floors", "type": "u16", "if": "!flags.0" },
    { "key": "steps_per_minute", "type": "u16", "if": "flags.1", "unit": "1/min" },
    { "key": "average_step_rate_per_minute", "type": "u16", "if": "flags.2", "unit": "1/min" },
    { "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.3", "unit": "m" },
    { "key": "stride_count", "type": "u16", "if": "flags.4" },
    {
      "key": "total_energy_kcal",
      "type": "u16",
      "if": "flags.5",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_hour_kcal",
      "type": "u16",
      "if": "flags.5",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_minute_kcal",
      "type": "u8",
      "if": "flags.5",
      "special": { "255": "not_known" },
      "unit": "kcal"
    },
    { "key": "heart_rate_bpm", "type": "u8", "if": "flags.6", "unit": "bpm" },
    { "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.7", "scale": "0.1", "unit": "MET" },
    { "key": "elapsed_time_s", "type": "u16", "if": "flags.8", "unit": "s" },
    { "key": "remaining_time_s", "type": "u16", "if": "flags.9", "unit": "s" },
    { "key": "more_data", "of": "flags.0" }
  ]
}
{
  "name": "Rower Data",
  "source": "Fitness Machine Service 1.0, 4.8",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "13..15" },
    { "key": "stroke_rate_per_minute", "type": "u8", "if": "!flags.0", "scale": "0.5", "unit": "1/min" },
    { "key": "stroke_count", "type": "u16", "if": "!flags.0" },
    {
      "key": "average_stroke_rate_per_minute",
      "type": "u8",
      "if": "flags.1",
      "scale": "0.5",
      "unit": "1/min"
    },
    { "key": "total_distance_m", "type": "u24", "if": "flags.2", "unit": "m" },
    {
      "key": "pace_s_per_500m",
      "type": "u16",
      "if": "flags.3",
      "special": { "65535": "not_known" },
      "unit": "s"
    },
    {
      "key": "average_pace_s_per_500m",
      "type": "u16",
      "if": "flags.4",
      "special": { "65535": "not_known" },
      "unit": "s"
    },
    { "key": "instantaneous_power_w", "type": "i16", "if": "flags.5", "unit": "W" },
    { "key": "average_power_w", "type": "i16", "if": "flags.6", "unit": "W" },
    {
      "as": "wide", "if": "flags.7",
      "of": "rest >= 2 + (flags.8 ? 5 : 0) + (flags.9 ? 1 : 0) + (flags.10 ? 1 : 0) + (flags.11 ? 2 : 0) + (flags.12 ? 2 : 0)"
    },
    { "key": "resistance_level", "type": "u8", "if": "flags.7 && !wide", "scale": "10" },
    { "key": "resistance_level", "type": "i16", "if": "flags.7 && wide" },
    {
      "key": "total_energy_kcal",
      "type": "u16",
      "if": "flags.8",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_hour_kcal",
      "type": "u16",
      "if": "flags.8",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_minute_kcal",
      "type": "u8",
      "if": "flags.8",
      "special": { "255": "not_known" },
      "unit": "kcal"
    },
    { "key": "heart_rate_bpm", "type": "u8", "if": "flags.9", "unit": "bpm" },
    { "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.10", "scale": "0.1", "unit": "MET" },
    { "key": "elapsed_time_s", "type": "u16", "if": "flags.11", "unit": "s" },
    { "key": "remaining_time_s", "type": "u16", "if": "flags.12", "unit": "s" },
    { "key": "more_data", "of": "flags.0" }
  ],
  "text": "[{stroke_rate_per_minute:1} strokes/min][  {total_distance_m} m][  {instantaneous_power_w} W]"
}
{
  "name": "Indoor Bike Data",
  "source": "Fitness Machine Service 1.0, 4.9",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "13..15" },
    { "key": "speed_km_per_h", "type": "u16", "if": "!flags.0", "scale": "0.01", "unit": "km/h" },
    { "key": "average_speed_km_per_h", "type": "u16", "if": "flags.1", "scale": "0.01", "unit": "km/h" },
    { "key": "cadence_rpm", "type": "u16", "if": "flags.2", "scale": "0.5", "unit": "rpm" },
    { "key": "average_cadence_rpm", "type": "u16", "if": "flags.3", "scale": "0.5", "unit": "rpm" },
    { "key": "total_distance_m", "type": "u24", "if": "flags.4", "unit": "m" },
    {
      "as": "wide", "if": "flags.5",
      "of": "rest >= 2 + (flags.6 ? 2 : 0) + (flags.7 ? 2 : 0) + (flags.8 ? 5 : 0) + (flags.9 ? 1 : 0) + (flags.10 ? 1 : 0) + (flags.11 ? 2 : 0) + (flags.12 ? 2 : 0)"
    },
    { "key": "resistance_level", "type": "u8", "if": "flags.5 && !wide", "scale": "10" },
    { "key": "resistance_level", "type": "i16", "if": "flags.5 && wide" },
    { "key": "instantaneous_power_w", "type": "i16", "if": "flags.6", "unit": "W" },
    { "key": "average_power_w", "type": "i16", "if": "flags.7", "unit": "W" },
    {
      "key": "total_energy_kcal",
      "type": "u16",
      "if": "flags.8",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_hour_kcal",
      "type": "u16",
      "if": "flags.8",
      "special": { "65535": "not_known" },
      "unit": "kcal"
    },
    {
      "key": "energy_per_minute_kcal",
      "type": "u8",
      "if": "flags.8",
      "special": { "255": "not_known" },
      "unit": "kcal"
    },
    { "key": "heart_rate_bpm", "type": "u8", "if": "flags.9", "unit": "bpm" },
    { "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.10", "scale": "0.1", "unit": "MET" },
    { "key": "elapsed_time_s", "type": "u16", "if": "flags.11", "unit": "s" },
    { "key": "remaining_time_s", "type": "u16", "if": "flags.12", "unit": "s" },
    { "key": "more_data", "of": "flags.0" }
  ],
  "text": "[{speed_km_per_h:2} km/h][  {cadence_rpm:1} rpm][  {instantaneous_power_w} W]"
}
{
  "name": "Training Status",
  "source": "Fitness Machine Service 1.0, 4.10",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "2..7" },
    {
      "key": "training_status",
      "type": "u8",
      "words": {
        "0": "other", "1": "idle", "2": "warming_up", "3": "low_intensity_interval",
        "4": "high_intensity_interval", "5": "recovery_interval", "6": "isometric",
        "7": "heart_rate_control", "8": "fitness_test", "9": "speed_below_control_region",
        "10": "speed_above_control_region", "11": "cool_down", "12": "watt_control", "13": "manual_mode",
        "14": "pre_workout", "15": "post_workout", "*": "reserved"
      }
    },
    { "key": "training_status_text", "type": "utf8", "if": "flags.0 || flags.1" }
  ],
  "text": "{training_status}[ \"{training_status_text}\"]"
}
{
  "name": "Supported Speed Range",
  "fields": [
    { "key": "minimum_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" },
    { "key": "maximum_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" },
    { "key": "increment_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }
  ]
}
{
  "name": "Supported Inclination Range",
  "fields": [
    { "key": "minimum_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" },
    { "key": "maximum_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" },
    { "key": "increment_inclination_percent", "type": "u16", "scale": "0.1", "unit": "%" }
  ]
}
{
  "name": "Supported Resistance Level Range",
  "fields": [
    { "key": "minimum_resistance_level", "type": "u8", "scale": "10", "if": "length < 6" },
    { "key": "maximum_resistance_level", "type": "u8", "scale": "10", "if": "length < 6" },
    { "key": "increment_resistance_level", "type": "u8", "scale": "10", "if": "length < 6" },
    { "key": "minimum_resistance_level", "type": "i16", "scale": "0.1", "if": "length >= 6" },
    { "key": "maximum_resistance_level", "type": "i16", "scale": "0.1", "if": "length >= 6" },
    { "key": "increment_resistance_level", "type": "u16", "scale": "0.1", "if": "length >= 6" }
  ]
}
{
  "name": "Supported Heart Rate Range",
  "fields": [
    { "key": "minimum_heart_rate_bpm", "type": "u8", "unit": "bpm" },
    { "key": "maximum_heart_rate_bpm", "type": "u8", "unit": "bpm" },
    { "key": "increment_heart_rate_bpm", "type": "u8", "unit": "bpm" }
  ]
}
{
  "name": "Supported Power Range",
  "fields": [
    { "key": "minimum_power_w", "type": "i16", "unit": "W" },
    { "key": "maximum_power_w", "type": "i16", "unit": "W" },
    { "key": "increment_power_w", "type": "u16", "unit": "W" }
  ]
}
{
  "name": "Fitness Machine Control Point",
  "source": "Fitness Machine Service 1.0, 4.16",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "request_control" },
        "1": { "word": "reset" },
        "2": {
          "word": "set_target_speed",
          "fields": [{ "key": "target_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }]
        },
        "3": {
          "word": "set_target_inclination",
          "fields": [{ "key": "target_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" }]
        },
        "4": {
          "word": "set_target_resistance",
          "fields": [
            { "as": "wide", "of": "rest >= 2" },
            { "key": "target_resistance_level", "type": "u8", "if": "!wide", "scale": "0.1" },
            { "key": "target_resistance_level", "type": "i16", "if": "wide", "scale": "0.1" }
          ]
        },
        "5": { "word": "set_target_power", "fields": [{ "key": "target_power_w", "type": "i16", "unit": "W" }] },
        "6": {
          "word": "set_target_heart_rate",
          "fields": [{ "key": "target_heart_rate_bpm", "type": "u8", "unit": "bpm" }]
        },
        "7": { "word": "start_or_resume" },
        "8": {
          "word": "stop_or_pause",
          "fields": [
            {
              "key": "stop_or_pause",
              "type": "u8",
              "words": { "1": "stop", "2": "pause", "*": "reserved" }
            }
          ]
        },
        "9": {
          "word": "set_target_energy",
          "fields": [{ "key": "target_energy_kcal", "type": "u16", "unit": "kcal" }]
        },
        "10": { "word": "set_target_steps", "fields": [{ "key": "target_steps", "type": "u16" }] },
        "11": { "word": "set_target_strides", "fields": [{ "key": "target_strides", "type": "u16" }] },
        "12": {
          "word": "set_target_distance",
          "fields": [{ "key": "target_distance_m", "type": "u24", "unit": "m" }]
        },
        "13": { "word": "set_target_time", "fields": [{ "key": "target_time_s", "type": "u16", "unit": "s" }] },
        "14": {
          "word": "set_time_in_two_zones",
          "fields": [
            { "key": "time_in_fat_burn_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_fitness_zone_s", "type": "u16", "unit": "s" }
          ]
        },
        "15": {
          "word": "set_time_in_three_zones",
          "fields": [
            { "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" }
          ]
        },
        "16": {
          "word": "set_time_in_five_zones",
          "fields": [
            { "key": "time_in_very_light_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_maximum_zone_s", "type": "u16", "unit": "s" }
          ]
        },
        "17": {
          "word": "set_simulation",
          "fields": [
            { "key": "wind_speed_m_per_s", "type": "i16", "scale": "0.001", "unit": "m/s" },
            { "key": "grade_percent", "type": "i16", "scale": "0.01", "unit": "%" },
            { "key": "rolling_resistance_coefficient", "type": "u8", "scale": "0.0001" },
            { "key": "wind_resistance_kg_per_m", "type": "u8", "scale": "0.01", "unit": "kg/m" }
          ]
        },
        "18": {
          "word": "set_wheel_circumference",
          "fields": [{ "key": "wheel_circumference_mm", "type": "u16", "scale": "0.1", "unit": "mm" }]
        },
        "19": {
          "word": "spin_down",
          "fields": [
            {
              "key": "spin_down_command",
              "type": "u8",
              "words": { "1": "start", "2": "ignore", "*": "reserved" }
            }
          ]
        },
        "20": {
          "word": "set_target_cadence",
          "fields": [{ "key": "target_cadence_rpm", "type": "u16", "scale": "0.5", "unit": "rpm" }]
        },
        "128": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
                "4": "operation_failed", "5": "control_not_permitted", "*": "reserved"
              }
            },
            {
              "if": "response_to == 19 && outcome == 1 && rest > 0",
              "fields": [
                { "key": "spin_down_speed_low_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" },
                { "key": "spin_down_speed_high_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }
              ]
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ],
  "text": "{command}[ to {response_to}: {outcome}][ {target_speed_km_per_h:2} km/h][ {target_inclination_percent:1} %][ {target_resistance_level:1}][ {target_power_w} W][ {target_heart_rate_bpm} bpm][: {stop_or_pause}][ {target_energy_kcal} kcal][ {target_steps}][ {target_strides}][ {target_distance_m} m][ {target_time_s} s][ {time_in_fat_burn_zone_s}][ {time_in_fitness_zone_s} s][ {time_in_very_light_zone_s}][ {time_in_light_zone_s}][ {time_in_moderate_zone_s}][ {time_in_hard_zone_s}][ {time_in_maximum_zone_s}][ {grade_percent:2} %][ {wheel_circumference_mm:1} mm][: {spin_down_command}][, {spin_down_speed_low_km_per_h:2}][ to {spin_down_speed_high_km_per_h:2} km/h][ {target_cadence_rpm:1} rpm]"
}
{
  "name": "Fitness Machine Status",
  "source": "Fitness Machine Service 1.0, 4.17",
  "fields": [
    {
      "key": "machine_event",
      "type": "u8",
      "cases": {
        "1": { "word": "reset" },
        "2": {
          "word": "stopped_or_paused_by_user",
          "fields": [
            {
              "key": "stop_or_pause",
              "type": "u8",
              "words": { "1": "stop", "2": "pause", "*": "reserved" }
            }
          ]
        },
        "3": { "word": "stopped_by_safety_key" },
        "4": { "word": "started_or_resumed_by_user" },
        "5": {
          "word": "target_speed_changed",
          "fields": [{ "key": "target_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }]
        },
        "6": {
          "word": "target_inclination_changed",
          "fields": [{ "key": "target_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" }]
        },
        "7": {
          "word": "target_resistance_changed",
          "fields": [
            { "as": "wide", "of": "rest >= 2" },
            { "key": "target_resistance_level", "type": "u8", "if": "!wide", "scale": "0.1" },
            { "key": "target_resistance_level", "type": "i16", "if": "wide", "scale": "0.1" }
          ]
        },
        "8": {
          "word": "target_power_changed",
          "fields": [{ "key": "target_power_w", "type": "i16", "unit": "W" }]
        },
        "9": {
          "word": "target_heart_rate_changed",
          "fields": [{ "key": "target_heart_rate_bpm", "type": "u8", "unit": "bpm" }]
        },
        "10": {
          "word": "target_energy_changed",
          "fields": [{ "key": "target_energy_kcal", "type": "u16", "unit": "kcal" }]
        },
        "11": { "word": "target_steps_changed", "fields": [{ "key": "target_steps", "type": "u16" }] },
        "12": { "word": "target_strides_changed", "fields": [{ "key": "target_strides", "type": "u16" }] },
        "13": {
          "word": "target_distance_changed",
          "fields": [{ "key": "target_distance_m", "type": "u24", "unit": "m" }]
        },
        "14": {
          "word": "target_time_changed",
          "fields": [{ "key": "target_time_s", "type": "u16", "unit": "s" }]
        },
        "15": {
          "word": "time_in_two_zones_changed",
          "fields": [
            { "key": "time_in_fat_burn_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_fitness_zone_s", "type": "u16", "unit": "s" }
          ]
        },
        "16": {
          "word": "time_in_three_zones_changed",
          "fields": [
            { "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" }
          ]
        },
        "17": {
          "word": "time_in_five_zones_changed",
          "fields": [
            { "key": "time_in_very_light_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" },
            { "key": "time_in_maximum_zone_s", "type": "u16", "unit": "s" }
          ]
        },
        "18": {
          "word": "simulation_changed",
          "fields": [
            { "key": "wind_speed_m_per_s", "type": "i16", "scale": "0.001", "unit": "m/s" },
            { "key": "grade_percent", "type": "i16", "scale": "0.01", "unit": "%" },
            { "key": "rolling_resistance_coefficient", "type": "u8", "scale": "0.0001" },
            { "key": "wind_resistance_kg_per_m", "type": "u8", "scale": "0.01", "unit": "kg/m" }
          ]
        },
        "19": {
          "word": "wheel_circumference_changed",
          "fields": [{ "key": "wheel_circumference_mm", "type": "u16", "scale": "0.1", "unit": "mm" }]
        },
        "20": {
          "word": "spin_down_status",
          "fields": [
            {
              "key": "spin_down_status",
              "type": "u8",
              "success": [1, 2, 4],
              "words": { "1": "requested", "2": "success", "3": "error", "4": "stop_pedaling", "*": "reserved" }
            }
          ]
        },
        "21": {
          "word": "target_cadence_changed",
          "fields": [{ "key": "target_cadence_rpm", "type": "u16", "scale": "0.5", "unit": "rpm" }]
        },
        "255": { "word": "control_permission_lost" },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Mesh Provisioning Data In",
  "source": "Mesh Protocol 1.1, 7.1",
  "text": "{proxy_pdu}[: {provisioning_pdu}]{segment_kind}",
  "fields": [{ "type": "mesh_head" }, { "type": "mesh_provisioning" }]
}
{
  "name": "Mesh Provisioning Data Out",
  "source": "Mesh Protocol 1.1, 7.1",
  "text": "{proxy_pdu}[: {provisioning_pdu}]{segment_kind}",
  "fields": [{ "type": "mesh_head" }, { "type": "mesh_provisioning" }]
}
{
  "name": "Mesh Proxy Data In",
  "source": "Mesh Protocol 1.1, 7.2",
  "text": "{proxy_pdu}{segment_kind}",
  "fields": [{ "type": "mesh_head" }, { "type": "mesh_proxy" }]
}
{
  "name": "Mesh Proxy Data Out",
  "source": "Mesh Protocol 1.1, 7.2",
  "text": "{proxy_pdu}[: {mesh_beacon} beacon]{segment_kind}",
  "fields": [{ "type": "mesh_head" }, { "type": "mesh_proxy" }]
}
{
  "name": "Average Current",
  "fields": [
    {
      "key": "average_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "sensing_duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Average Voltage",
  "fields": [
    {
      "key": "average_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "sensing_duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Boolean",
  "fields": [{ "key": "boolean", "type": "u8", "words": { "0": "false", "1": "true", "*": "reserved" } }]
}
{
  "name": "Chromatic Distance from Planckian",
  "fields": [{ "type": "distance_from_planckian" }],
  "text": "[{distance_from_planckian:5}][{distance_from_planckian_status}]"
}
{
  "name": "Chromaticity Coordinates",
  "fields": [
    { "key": "chromaticity_x", "type": "u16", "scale": "1/65536" },
    { "key": "chromaticity_y", "type": "u16", "scale": "1/65536" }
  ],
  "text": "[x {chromaticity_x:4}][ y {chromaticity_y:4}]"
}
{
  "name": "Chromaticity in CCT and Duv Values",
  "fields": [
    { "key": "color_temperature_k", "type": "color_temperature" },
    { "type": "distance_from_planckian" }
  ]
}
{
  "name": "Chromaticity Tolerance",
  "fields": [{ "key": "chromaticity_tolerance", "type": "u8", "scale": "0.0001" }],
  "text": "[{chromaticity_tolerance:4}]"
}
{
  "name": "CIE 13.3-1995 Color Rendering Index",
  "fields": [
    { "key": "color_rendering_index", "type": "i8", "valid": "-128..100", "special": { "127": "not_known" } }
  ],
  "text": "[{color_rendering_index}][{color_rendering_index_status}]"
}
{
  "name": "Coefficient",
  "fields": [{ "key": "coefficient", "type": "f32" }],
  "text": "[{coefficient:6}]"
}
{
  "name": "Correlated Color Temperature",
  "fields": [{ "key": "color_temperature_k", "type": "color_temperature" }],
  "text": "[{color_temperature_k} K][{color_temperature_k_status}]"
}
{
  "name": "Count 16",
  "fields": [{ "key": "counted", "type": "u16", "special": { "65535": "not_known" } }],
  "text": "[{counted}][{counted_status}]"
}
{
  "name": "Count 24",
  "fields": [{ "key": "counted", "type": "u24", "special": { "16777215": "not_known" } }],
  "text": "[{counted}][{counted_status}]"
}
{
  "name": "Country Code",
  "fields": [{ "key": "country_code", "type": "u16", "valid": "0..4095", "special": { "65535": "not_known" } }],
  "text": "[{country_code}][{country_code_status}]"
}
{
  "name": "Date UTC",
  "fields": [
    {
      "key": "date",
      "type": "u24",
      "time": { "since": "1970-01-01", "tick_s": 86400 },
      "special": { "0": "not_known" }
    }
  ],
  "text": "[{date}][{date_status}]"
}
{
  "name": "Electric Current",
  "fields": [{ "key": "current_a", "type": "u16", "scale": "0.01", "special": { "65535": "not_known" }, "unit": "A" }],
  "text": "[{current_a:2} A][{current_a_status}]"
}
{
  "name": "Electric Current Range",
  "fields": [
    {
      "key": "minimum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "maximum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    }
  ],
  "text": "[{minimum_current_a:2} A][ to {maximum_current_a:2} A]"
}
{
  "name": "Electric Current Specification",
  "fields": [
    {
      "key": "minimum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "typical_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "maximum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    }
  ]
}
{
  "name": "Electric Current Statistics",
  "fields": [
    {
      "key": "average_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "standard_deviation_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "minimum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "maximum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "sensing_duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Energy",
  "fields": [{ "key": "energy_kwh", "type": "u24", "special": { "16777215": "not_known" }, "unit": "kWh" }],
  "text": "[{energy_kwh} kWh][{energy_kwh_status}]"
}
{
  "name": "Energy in a Period of Day",
  "fields": [
    { "key": "energy_kwh", "type": "u24", "special": { "16777215": "not_known" }, "unit": "kWh" },
    { "key": "start_time_h", "type": "time_decihour_8" },
    { "key": "end_time_h", "type": "time_decihour_8" }
  ]
}
{
  "name": "Event Statistics",
  "fields": [
    { "key": "number_of_events", "type": "u16", "special": { "65535": "not_known" } },
    { "key": "average_event_duration_s", "type": "u16", "special": { "65535": "not_known" }, "unit": "s" },
    {
      "key": "time_since_last_event_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    },
    {
      "key": "sensing_duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Fixed String 16",
  "fields": [{ "key": "fixed_string", "type": "utf8", "size": 16 }],
  "text": "\"{fixed_string}\""
}
{
  "name": "Fixed String 24",
  "fields": [{ "key": "fixed_string", "type": "utf8", "size": 24 }],
  "text": "\"{fixed_string}\""
}
{
  "name": "Fixed String 36",
  "fields": [{ "key": "fixed_string", "type": "utf8", "size": 36 }],
  "text": "\"{fixed_string}\""
}
{
  "name": "Fixed String 8",
  "fields": [{ "key": "fixed_string", "type": "utf8", "size": 8 }],
  "text": "\"{fixed_string}\""
}
{
  "name": "Generic Level",
  "fields": [{ "key": "generic_level", "type": "u16" }],
  "text": "[{generic_level}]"
}
{
  "name": "Global Trade Item Number",
  "fields": [{ "key": "global_trade_item_number", "type": "u48", "special": { "0": "not_known" } }],
  "text": "[{global_trade_item_number}][{global_trade_item_number_status}]"
}
{
  "name": "Illuminance",
  "fields": [
    {
      "key": "illuminance_lux",
      "type": "u24",
      "scale": "0.01",
      "special": { "16777215": "not_known" },
      "unit": "lx"
    }
  ],
  "text": "[{illuminance_lux:2} lx][{illuminance_lux_status}]"
}
{
  "name": "Luminous Efficacy",
  "fields": [
    {
      "key": "luminous_efficacy_lm_per_w",
      "type": "u16",
      "scale": "0.1",
      "valid": "0..18000",
      "special": { "65535": "not_known" },
      "unit": "lm/W"
    }
  ],
  "text": "[{luminous_efficacy_lm_per_w:1} lm/W][{luminous_efficacy_lm_per_w_status}]"
}
{
  "name": "Luminous Energy",
  "fields": [
    {
      "key": "luminous_energy_lm_h",
      "type": "u24",
      "scale": "1000",
      "special": { "16777215": "not_known" },
      "unit": "lm·h"
    }
  ],
  "text": "[{luminous_energy_lm_h} lm·h][{luminous_energy_lm_h_status}]"
}
{
  "name": "Luminous Exposure",
  "fields": [
    {
      "key": "luminous_exposure_lux_h",
      "type": "u24",
      "scale": "1000",
      "special": { "16777215": "not_known" },
      "unit": "lx·h"
    }
  ],
  "text": "[{luminous_exposure_lux_h} lx·h][{luminous_exposure_lux_h_status}]"
}
{
  "name": "Luminous Flux",
  "fields": [{ "key": "luminous_flux_lm", "type": "u16", "special": { "65535": "not_known" }, "unit": "lm" }],
  "text": "[{luminous_flux_lm} lm][{luminous_flux_lm_status}]"
}
{
  "name": "Luminous Flux Range",
  "fields": [
    { "key": "minimum_luminous_flux_lm", "type": "u16", "special": { "65535": "not_known" }, "unit": "lm" },
    { "key": "maximum_luminous_flux_lm", "type": "u16", "special": { "65535": "not_known" }, "unit": "lm" }
  ]
}
{
  "name": "Luminous Intensity",
  "fields": [{ "key": "luminous_intensity_cd", "type": "u16", "special": { "65535": "not_known" }, "unit": "cd" }],
  "text": "[{luminous_intensity_cd} cd][{luminous_intensity_cd_status}]"
}
{
  "name": "Mass Flow",
  "fields": [{ "key": "mass_flow_g_per_s", "type": "u16", "special": { "65535": "not_known" }, "unit": "g/s" }],
  "text": "[{mass_flow_g_per_s} g/s][{mass_flow_g_per_s_status}]"
}
{
  "name": "Perceived Lightness",
  "fields": [{ "key": "perceived_lightness", "type": "u16" }],
  "text": "[{perceived_lightness}]"
}
{
  "name": "Percentage 8",
  "fields": [{ "key": "percentage_percent", "type": "percentage_8" }],
  "text": "[{percentage_percent:1} %][{percentage_percent_status}]"
}
{
  "name": "Power",
  "fields": [
    {
      "key": "power_w",
      "type": "u24",
      "scale": "0.1",
      "special": { "16777214": "not_valid", "16777215": "not_known" },
      "unit": "W"
    }
  ],
  "text": "[{power_w:1} W][{power_w_status}]"
}
{
  "name": "Power Specification",
  "fields": [
    {
      "key": "minimum_power_w",
      "type": "u24",
      "scale": "0.1",
      "special": { "16777214": "not_valid", "16777215": "not_known" },
      "unit": "W"
    },
    {
      "key": "typical_power_w",
      "type": "u24",
      "scale": "0.1",
      "special": { "16777214": "not_valid", "16777215": "not_known" },
      "unit": "W"
    },
    {
      "key": "maximum_power_w",
      "type": "u24",
      "scale": "0.1",
      "special": { "16777214": "not_valid", "16777215": "not_known" },
      "unit": "W"
    }
  ]
}
{
  "name": "Relative Runtime in a Current Range",
  "fields": [
    { "key": "relative_runtime_percent", "type": "percentage_8" },
    {
      "key": "minimum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    },
    {
      "key": "maximum_current_a",
      "type": "u16",
      "scale": "0.01",
      "special": { "65535": "not_known" },
      "unit": "A"
    }
  ]
}
{
  "name": "Relative Runtime in a Generic Level Range",
  "fields": [
    { "key": "relative_runtime_percent", "type": "percentage_8" },
    { "key": "minimum_generic_level", "type": "u16" },
    { "key": "maximum_generic_level", "type": "u16" }
  ]
}
{
  "name": "Relative Value in a Voltage Range",
  "fields": [
    { "key": "relative_value_percent", "type": "percentage_8" },
    {
      "key": "minimum_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "maximum_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    }
  ]
}
{
  "name": "Relative Value in an Illuminance Range",
  "fields": [
    { "key": "relative_value_percent", "type": "percentage_8" },
    {
      "key": "minimum_illuminance_lux",
      "type": "u24",
      "scale": "0.01",
      "special": { "16777215": "not_known" },
      "unit": "lx"
    },
    {
      "key": "maximum_illuminance_lux",
      "type": "u24",
      "scale": "0.01",
      "special": { "16777215": "not_known" },
      "unit": "lx"
    }
  ]
}
{
  "name": "Relative Value in a Period of Day",
  "fields": [
    { "key": "relative_value_percent", "type": "percentage_8" },
    { "key": "start_time_h", "type": "time_decihour_8" },
    { "key": "end_time_h", "type": "time_decihour_8" }
  ]
}
{
  "name": "Relative Value in a Temperature Range",
  "fields": [
    { "key": "relative_value_percent", "type": "percentage_8" },
    { "key": "minimum_temperature_celsius", "type": "temperature" },
    { "key": "maximum_temperature_celsius", "type": "temperature" }
  ]
}
{
  "name": "Temperature 8",
  "fields": [
    {
      "key": "temperature_celsius",
      "type": "i8",
      "scale": "0.5",
      "special": { "127": "not_known" },
      "unit": "°C"
    }
  ],
  "text": "[{temperature_celsius:1}][{temperature_celsius_status}]"
}
{
  "name": "Temperature 8 in a Period of Day",
  "fields": [
    {
      "key": "temperature_celsius",
      "type": "i8",
      "scale": "0.5",
      "special": { "127": "not_known" },
      "unit": "°C"
    },
    { "key": "start_time_h", "type": "time_decihour_8" },
    { "key": "end_time_h", "type": "time_decihour_8" }
  ]
}
{
  "name": "Temperature 8 Statistics",
  "fields": [
    {
      "key": "average_temperature_celsius",
      "type": "i8",
      "scale": "0.5",
      "special": { "127": "not_known" },
      "unit": "°C"
    },
    {
      "key": "standard_deviation_temperature_celsius",
      "type": "i8",
      "scale": "0.5",
      "special": { "127": "not_known" },
      "unit": "°C",
      "difference": true
    },
    {
      "key": "minimum_temperature_celsius",
      "type": "i8",
      "scale": "0.5",
      "special": { "127": "not_known" },
      "unit": "°C"
    },
    {
      "key": "maximum_temperature_celsius",
      "type": "i8",
      "scale": "0.5",
      "special": { "127": "not_known" },
      "unit": "°C"
    },
    {
      "key": "sensing_duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Temperature Range",
  "fields": [
    { "key": "minimum_temperature_celsius", "type": "temperature" },
    { "key": "maximum_temperature_celsius", "type": "temperature" }
  ]
}
{
  "name": "Temperature Statistics",
  "fields": [
    { "key": "average_temperature_celsius", "type": "temperature" },
    {
      "key": "standard_deviation_temperature_celsius",
      "type": "i16",
      "scale": "0.01",
      "special": { "-32768": "not_known" },
      "unit": "°C",
      "difference": true
    },
    { "key": "minimum_temperature_celsius", "type": "temperature" },
    { "key": "maximum_temperature_celsius", "type": "temperature" },
    {
      "key": "sensing_duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Time Decihour 8",
  "fields": [{ "key": "time_of_day_h", "type": "time_decihour_8" }],
  "text": "[{time_of_day_h:1} h][{time_of_day_h_status}]"
}
{
  "name": "Time Exponential 8",
  "fields": [
    {
      "key": "duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Time Hour 24",
  "fields": [{ "key": "duration_h", "type": "u24", "special": { "16777215": "not_known" }, "unit": "h" }],
  "text": "[{duration_h} h][{duration_h_status}]"
}
{
  "name": "Time Millisecond 24",
  "fields": [
    {
      "key": "duration_s",
      "type": "u24",
      "scale": "0.001",
      "special": { "16777215": "not_known" },
      "unit": "s"
    }
  ],
  "text": "[{duration_s:3} s][{duration_s_status}]"
}
{
  "name": "Time Second 16",
  "fields": [{ "key": "duration_s", "type": "u16", "special": { "65535": "not_known" }, "unit": "s" }],
  "text": "[{duration_s} s][{duration_s_status}]"
}
{
  "name": "Time Second 8",
  "fields": [{ "key": "duration_s", "type": "u8", "special": { "255": "not_known" }, "unit": "s" }],
  "text": "[{duration_s} s][{duration_s_status}]"
}
{
  "name": "Voltage",
  "fields": [{ "key": "voltage_v", "type": "u16", "scale": "1/64", "special": { "65535": "not_known" }, "unit": "V" }],
  "text": "[{voltage_v:3} V][{voltage_v_status}]"
}
{
  "name": "Voltage Specification",
  "fields": [
    {
      "key": "minimum_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "typical_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "maximum_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    }
  ]
}
{
  "name": "Voltage Statistics",
  "fields": [
    {
      "key": "average_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "standard_deviation_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "minimum_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "maximum_voltage_v",
      "type": "u16",
      "scale": "1/64",
      "special": { "65535": "not_known" },
      "unit": "V"
    },
    {
      "key": "sensing_duration_s",
      "type": "u8",
      "call": "power_1_1",
      "special": { "254": "total_life", "255": "not_known" },
      "unit": "s"
    }
  ]
}
{
  "name": "Volume Flow",
  "fields": [
    {
      "key": "volume_flow_l_per_s",
      "type": "u16",
      "scale": "0.001",
      "special": { "65535": "not_known" },
      "unit": "L/s"
    }
  ],
  "text": "[{volume_flow_l_per_s:3} l/s][{volume_flow_l_per_s_status}]"
}
{
  "name": "Chromaticity Coordinate",
  "fields": [{ "key": "chromaticity", "type": "u16", "scale": "1/65536" }],
  "text": "[{chromaticity:4}]"
}
{
  "name": "RC Feature",
  "source": "RCS 3.1",
  "fields": [
    { "as": "stored", "type": "u16", "at": 0 },
    { "skip": 2, "if": "stored == 65535" },
    {
      "key": "e2e_crc",
      "if": "stored != 65535",
      "check": {
        "kind": "crc",
        "width": 16,
        "poly": "1021",
        "init": "ffff",
        "reflect": true,
        "xor_out": "0000",
        "over": "2..-1"
      }
    },
    {
      "key": "rc_features",
      "type": "u24",
      "flags": {
        "0": "e2e_crc",
        "1": "enable_disconnect",
        "2": "ready_for_disconnect",
        "3": "propose_reconnection_timeout",
        "4": "propose_connection_interval",
        "5": "propose_peripheral_latency",
        "6": "propose_supervision_timeout",
        "7": "propose_advertisement_interval",
        "8": "propose_advertisement_count",
        "9": "propose_advertisement_repetition",
        "10": "advertisement_configuration_1",
        "11": "advertisement_configuration_2",
        "12": "advertisement_configuration_3",
        "13": "advertisement_configuration_4",
        "14": "upgrade_to_lesc_only",
        "15": "next_pairing_oob",
        "16": "filter_accept_list",
        "17": "limited_access"
      }
    }
  ]
}
{
  "name": "RC Settings",
  "source": "RCS 3.2",
  "fields": [
    {
      "size": { "type": "u8", "plus": -1 },
      "fields": [
        { "as": "settings", "type": "u16" },
        { "key": "lesc_only", "of": "settings.1" },
        { "key": "oob_pairing", "of": "settings.2" },
        { "key": "ready_for_disconnect", "of": "settings.4" },
        { "key": "limited_access", "of": "settings.5" },
        { "key": "access_permitted", "of": "settings.6" },
        {
          "key": "advertisement_mode",
          "of": "settings.8..9",
          "words": {
            "0": "connectable_undirected",
            "1": "scannable_undirected",
            "2": "non_connectable",
            "3": "connectable_directed"
          }
        }
      ]
    },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc",
        "width": 16,
        "poly": "1021",
        "init": "ffff",
        "reflect": true,
        "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "Reconnection Configuration Control Point",
  "source": "RCS 3.3; operands as bytes",
  "text": "{command}[ {response_to}][: {outcome}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "enable_disconnect", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "1": {
          "word": "get_actual_communication_parameters",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "2": { "word": "propose_settings", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "3": {
          "word": "activate_stored_settings",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "4": { "word": "get_max_values", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "5": { "word": "get_min_values", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "6": { "word": "get_stored_values", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "7": {
          "word": "set_filter_accept_list_timer",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "8": {
          "word": "get_filter_accept_list_timer",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "9": {
          "word": "set_advertisement_configuration",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "10": { "word": "upgrade_to_lesc_only", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "11": { "word": "switch_oob_pairing", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "12": { "word": "limited_access", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "14": {
          "word": "procedure_response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "rc_operation" },
            {
              "key": "outcome",
              "type": "u8",
              "success": [1, 9],
              "words": {
                "1": "success",
                "2": "opcode_not_supported",
                "3": "invalid_operand",
                "4": "operation_failed",
                "5": "communication_parameter_out_of_range",
                "6": "invalid_parameter_combination",
                "7": "device_busy",
                "8": "communication_parameters_rejected",
                "9": "proposal_accepted",
                "*": "reserved"
              }
            },
            {
              "key": "e2e_crc",
              "if": "rest == 2",
              "check": {
                "kind": "crc",
                "width": 16,
                "poly": "1021",
                "init": "ffff",
                "reflect": true,
                "xor_out": "0000",
                "over": "0..-3"
              }
            }
          ]
        },
        "15": {
          "word": "communication_parameter_response",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "16": {
          "word": "filter_accept_list_timer_response",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "17": {
          "word": "client_parameter_indication",
          "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
        },
        "*": { "word": "reserved", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] }
      }
    }
  ]
}
{
  "name": "IDD Status Changed",
  "fields": [
    {
      "key": "status_changed",
      "type": "u16",
      "flags": {
        "0": "therapy_control_state", "1": "operational_state", "2": "reservoir_status",
        "3": "annunciation_status", "4": "total_daily_insulin_status", "5": "active_basal_rate_status",
        "6": "active_bolus_status", "7": "history_event_recorded"
      }
    },
    { "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "IDD Status",
  "fields": [
    {
      "key": "therapy_control_state",
      "type": "u8",
      "words": { "15": "undetermined", "51": "stop", "60": "pause", "85": "run", "*": "reserved" }
    },
    {
      "key": "operational_state",
      "type": "u8",
      "words": {
        "15": "undetermined", "51": "off", "60": "standby", "85": "preparing", "90": "priming",
        "102": "waiting", "150": "ready", "*": "reserved"
      }
    },
    { "key": "reservoir_remaining_iu", "type": "sfloat", "unit": "IU" },
    { "key": "reservoir_status", "type": "u8", "flags": { "0": "reservoir_attached" } },
    { "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ],
  "text": "{therapy_control_state}, {operational_state}[, {reservoir_remaining_iu} IU]"
}
{
  "name": "IDD Annunciation Status",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "6..7" },
    { "key": "annunciation_id", "type": "u16", "if": "flags.0" },
    {
      "key": "annunciation_type",
      "type": "u16",
      "if": "flags.0",
      "words": {
        "15": "system_issue", "51": "mechanical_issue", "60": "occlusion_detected",
        "85": "reservoir_issue", "90": "reservoir_empty", "102": "reservoir_low", "105": "priming_issue",
        "150": "infusion_set_incomplete", "153": "infusion_set_detached",
        "165": "power_source_insufficient", "170": "battery_empty", "195": "battery_low",
        "204": "battery_medium", "240": "battery_full", "255": "temperature_out_of_range",
        "771": "air_pressure_out_of_range", "780": "bolus_canceled", "816": "temporary_basal_rate_over",
        "831": "temporary_basal_rate_canceled", "854": "maximum_delivery", "857": "date_time_issue",
        "869": "temperature", "*": "reserved"
      }
    },
    {
      "key": "annunciation_status",
      "type": "u8",
      "if": "flags.0",
      "words": { "15": "undetermined", "51": "pending", "60": "snoozed", "85": "confirmed", "*": "reserved" }
    },
    { "key": "auxiliary_info_1", "type": "u16", "if": "flags.1" },
    { "key": "auxiliary_info_2", "type": "u16", "if": "flags.2" },
    { "key": "auxiliary_info_3", "type": "u16", "if": "flags.3" },
    { "key": "auxiliary_info_4", "type": "u16", "if": "flags.4" },
    { "key": "auxiliary_info_5", "type": "u16", "if": "flags.5" },
    { "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "IDD Features",
  "fields": [
    { "as": "crc", "type": "u16" },
    { "as": "counter", "type": "u8" },
    {
      "key": "e2e_crc",
      "if": "crc != 65535",
      "at": 0,
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "2..-1"
      }
    },
    { "key": "e2e_counter", "of": "counter" },
    { "key": "insulin_concentration_iu_per_ml", "type": "sfloat", "unit": "IU/mL" },
    {
      "key": "features",
      "type": "u24",
      "flags": {
        "0": "e2e_protection", "1": "basal_rate", "2": "absolute_temporary_basal_rate",
        "3": "relative_temporary_basal_rate", "4": "temporary_basal_rate_template", "5": "fast_bolus",
        "6": "extended_bolus", "7": "multiwave_bolus", "8": "bolus_delay_time", "9": "bolus_template",
        "10": "bolus_activation_type", "11": "multiple_bonds", "12": "isf_profile_template",
        "13": "i2cho_ratio_profile_template", "14": "target_glucose_range_profile_template",
        "15": "insulin_on_board", "23": "feature_extension"
      }
    }
  ]
}
{
  "name": "IDD Status Reader Control Point",
  "source": "Insulin Delivery Service 1.0, 4.6",
  "fields": [
    {
      "key": "command",
      "type": "u16",
      "cases": {
        "771": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u16", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 15,
              "words": {
                "15": "success", "112": "op_code_not_supported", "113": "invalid_operand",
                "114": "procedure_not_completed", "115": "parameter_out_of_range",
                "116": "procedure_not_applicable", "117": "plausibility_check_failed",
                "118": "maximum_bolus_number_reached", "*": "reserved"
              }
            }
          ]
        },
        "780": {
          "word": "reset_status",
          "fields": [
            {
              "key": "status_changed",
              "type": "u16",
              "flags": {
                "0": "therapy_control_state", "1": "operational_state", "2": "reservoir_status",
                "3": "annunciation_status", "4": "total_daily_insulin_status",
                "5": "active_basal_rate_status", "6": "active_bolus_status", "7": "history_event_recorded"
              }
            }
          ]
        },
        "816": { "word": "get_active_bolus_ids" },
        "831": {
          "word": "active_bolus_ids",
          "fields": [{ "as": "count", "type": "u8" }, { "key": "bolus_ids", "type": "u16", "repeat": "count" }]
        },
        "854": {
          "word": "get_active_bolus_delivery",
          "fields": [{ "key": "bolus_id", "type": "u16" }, { "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "857": {
          "word": "active_bolus_delivery",
          "fields": [
            { "as": "flags", "type": "u8", "reserved": "5..7" },
            { "key": "bolus_id", "type": "u16" },
            {
              "key": "bolus_type",
              "type": "u8",
              "words": { "15": "undetermined", "51": "fast", "60": "extended", "85": "multiwave", "*": "reserved" }
            },
            { "key": "bolus_fast_iu", "type": "sfloat", "unit": "IU" },
            { "key": "bolus_extended_iu", "type": "sfloat", "unit": "IU" },
            { "key": "bolus_duration_min", "type": "u16", "unit": "min" },
            { "key": "bolus_delay_min", "type": "u16", "if": "flags.0", "unit": "min" },
            { "key": "bolus_template_number", "type": "u8", "if": "flags.1" },
            { "key": "bolus_activation_type_code", "type": "u8", "if": "flags.2" }
          ]
        },
        "869": { "word": "get_active_basal_rate_delivery" },
        "874": {
          "word": "active_basal_rate_delivery",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "917": { "word": "get_total_daily_insulin_status" },
        "922": {
          "word": "total_daily_insulin_status",
          "fields": [
            { "key": "bolus_sum_iu", "type": "sfloat", "unit": "IU" },
            { "key": "basal_sum_iu", "type": "sfloat", "unit": "IU" },
            { "key": "total_sum_iu", "type": "sfloat", "unit": "IU" }
          ]
        },
        "934": {
          "word": "get_counter",
          "fields": [{ "key": "counter_type_code", "type": "u8" }, { "key": "counter_selection_code", "type": "u8" }]
        },
        "937": {
          "word": "counter",
          "fields": [
            { "key": "counter_type_code", "type": "u8" },
            { "key": "counter_selection_code", "type": "u8" },
            { "key": "counter_value_min", "type": "i32", "unit": "min" }
          ]
        },
        "960": { "word": "get_delivered_insulin" },
        "975": {
          "word": "delivered_insulin",
          "fields": [
            { "key": "bolus_delivered_iu", "type": "float", "unit": "IU" },
            { "key": "basal_delivered_iu", "type": "float", "unit": "IU" }
          ]
        },
        "1011": { "word": "get_insulin_on_board" },
        "1020": {
          "word": "insulin_on_board",
          "fields": [
            { "as": "flags", "type": "u8", "reserved": "1..7" },
            { "key": "insulin_on_board_iu", "type": "sfloat", "unit": "IU" },
            { "key": "insulin_on_board_duration_min", "type": "u16", "if": "flags.0", "unit": "min" }
          ]
        },
        "*": { "word": "reserved" }
      }
    },
    { "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "IDD Command Control Point",
  "source": "Insulin Delivery Service 1.0, 4.7",
  "fields": [
    {
      "key": "command",
      "type": "u16",
      "cases": {
        "3925": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u16", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 15,
              "words": {
                "15": "success", "112": "op_code_not_supported", "113": "invalid_operand",
                "114": "procedure_not_completed", "115": "parameter_out_of_range",
                "116": "procedure_not_applicable", "117": "plausibility_check_failed",
                "118": "maximum_bolus_number_reached", "*": "reserved"
              }
            }
          ]
        },
        "3930": {
          "word": "set_therapy_control_state",
          "fields": [
            {
              "key": "therapy_control_state",
              "type": "u8",
              "words": { "15": "undetermined", "51": "stop", "60": "pause", "85": "run", "*": "reserved" }
            }
          ]
        },
        "3942": { "word": "set_flight_mode" },
        "3945": { "word": "snooze_annunciation", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
        "3990": { "word": "snooze_annunciation_response", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
        "3993": { "word": "confirm_annunciation", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
        "4005": { "word": "confirm_annunciation_response", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
        "4010": {
          "word": "read_basal_rate_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4035": {
          "word": "read_basal_rate_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4044": {
          "word": "write_basal_rate_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4080": {
          "word": "write_basal_rate_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4095": {
          "word": "set_temporary_basal_rate",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4369": { "word": "cancel_temporary_basal_rate" },
        "4382": {
          "word": "get_temporary_basal_rate_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4386": {
          "word": "temporary_basal_rate_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4397": {
          "word": "set_temporary_basal_rate_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4420": {
          "word": "set_temporary_basal_rate_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4427": { "word": "set_bolus", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
        "4471": { "word": "set_bolus_response", "fields": [{ "key": "bolus_id", "type": "u16" }] },
        "4516": { "word": "cancel_bolus", "fields": [{ "key": "bolus_id", "type": "u16" }] },
        "4532": { "word": "available_boluses", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
        "4539": {
          "word": "get_bolus_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4547": { "word": "get_available_boluses" },
        "4562": { "word": "bolus_template", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
        "4573": {
          "word": "set_bolus_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4577": {
          "word": "set_bolus_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4590": {
          "word": "get_template_status_and_details",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4626": {
          "word": "template_status_and_details",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4637": {
          "word": "reset_template_status",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4641": {
          "word": "reset_template_status_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4654": {
          "word": "activate_profile_templates",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4679": {
          "word": "activate_profile_templates_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4680": { "word": "get_activated_profile_templates" },
        "4724": {
          "word": "activated_profile_templates",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4731": {
          "word": "start_priming",
          "fields": [{ "key": "priming_amount_iu", "type": "sfloat", "unit": "IU" }]
        },
        "4740": { "word": "stop_priming" },
        "4747": {
          "word": "set_initial_reservoir_fill_level",
          "fields": [{ "key": "reservoir_fill_level_iu", "type": "sfloat", "unit": "IU" }]
        },
        "4791": { "word": "reset_reservoir_insulin_operation_time" },
        "4792": {
          "word": "read_isf_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4817": {
          "word": "read_isf_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4830": {
          "word": "write_isf_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4834": {
          "word": "write_isf_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4845": {
          "word": "read_i2cho_ratio_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5140": {
          "word": "read_i2cho_ratio_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5147": {
          "word": "write_i2cho_ratio_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5159": {
          "word": "write_i2cho_ratio_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5160": {
          "word": "read_target_glucose_range_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5185": {
          "word": "read_target_glucose_range_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5198": {
          "word": "write_target_glucose_range_profile_template",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5234": {
          "word": "write_target_glucose_range_profile_template_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5245": { "word": "get_maximum_bolus_amount" },
        "5250": {
          "word": "maximum_bolus_amount",
          "fields": [{ "key": "maximum_bolus_iu", "type": "sfloat", "unit": "IU" }]
        },
        "5261": {
          "word": "set_maximum_bolus_amount",
          "fields": [{ "key": "maximum_bolus_iu", "type": "sfloat", "unit": "IU" }]
        },
        "*": { "word": "reserved" }
      }
    },
    { "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "IDD Command Data",
  "source": "Insulin Delivery Service 1.0, 4.8",
  "fields": [
    {
      "key": "command",
      "type": "u16",
      "words": {
        "3925": "response", "3930": "set_therapy_control_state", "3942": "set_flight_mode",
        "3945": "snooze_annunciation", "3990": "snooze_annunciation_response",
        "3993": "confirm_annunciation", "4005": "confirm_annunciation_response",
        "4010": "read_basal_rate_profile_template", "4035": "read_basal_rate_profile_template_response",
        "4044": "write_basal_rate_profile_template", "4080": "write_basal_rate_profile_template_response",
        "4095": "set_temporary_basal_rate", "4369": "cancel_temporary_basal_rate",
        "4382": "get_temporary_basal_rate_template", "4386": "temporary_basal_rate_template",
        "4397": "set_temporary_basal_rate_template", "4420": "set_temporary_basal_rate_template_response",
        "4427": "set_bolus", "4471": "set_bolus_response", "4516": "cancel_bolus",
        "4532": "available_boluses", "4539": "get_bolus_template", "4547": "get_available_boluses",
        "4562": "bolus_template", "4573": "set_bolus_template", "4577": "set_bolus_template_response",
        "4590": "get_template_status_and_details", "4626": "template_status_and_details",
        "4637": "reset_template_status", "4641": "reset_template_status_response",
        "4654": "activate_profile_templates", "4679": "activate_profile_templates_response",
        "4680": "get_activated_profile_templates", "4724": "activated_profile_templates",
        "4731": "start_priming", "4740": "stop_priming", "4747": "set_initial_reservoir_fill_level",
        "4791": "reset_reservoir_insulin_operation_time", "4792": "read_isf_profile_template",
        "4817": "read_isf_profile_template_response", "4830": "write_isf_profile_template",
        "4834": "write_isf_profile_template_response", "4845": "read_i2cho_ratio_profile_template",
        "5140": "read_i2cho_ratio_profile_template_response", "5147": "write_i2cho_ratio_profile_template",
        "5159": "write_i2cho_ratio_profile_template_response",
        "5160": "read_target_glucose_range_profile_template",
        "5185": "read_target_glucose_range_profile_template_response",
        "5198": "write_target_glucose_range_profile_template",
        "5234": "write_target_glucose_range_profile_template_response", "5245": "get_maximum_bolus_amount",
        "5250": "maximum_bolus_amount", "5261": "set_maximum_bolus_amount", "*": "reserved"
      }
    },
    { "key": "parameter", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "IDD Record Access Control Point",
  "source": "Insulin Delivery Service 1.0, 4.9",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "15": {
          "word": "response",
          "fields": [
            {
              "key": "operator",
              "type": "u8",
              "words": {
                "15": "null", "51": "all_records", "60": "less_than_or_equal",
                "85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
                "105": "last_record", "*": "reserved"
              }
            },
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": [240, 6],
              "words": {
                "2": "operator_not_supported", "3": "invalid_operator", "4": "operand_not_supported",
                "5": "invalid_operand", "6": "no_records_found", "7": "abort_unsuccessful",
                "8": "procedure_not_completed", "10": "procedure_not_applicable", "240": "success",
                "*": "reserved"
              }
            }
          ]
        },
        "51": {
          "word": "report_stored_records",
          "fields": [
            {
              "key": "operator",
              "type": "u8",
              "words": {
                "15": "null", "51": "all_records", "60": "less_than_or_equal",
                "85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
                "105": "last_record", "*": "reserved"
              }
            },
            {
              "key": "filter_code",
              "type": "u8",
              "if": "operator == 60 || operator == 85 || operator == 90"
            },
            {
              "key": "filter_sequence_numbers",
              "type": "u32",
              "if": "filter_code == 15",
              "repeat": "operator == 90 ? 2 : 1"
            }
          ]
        },
        "60": {
          "word": "delete_stored_records",
          "fields": [
            {
              "key": "operator",
              "type": "u8",
              "words": {
                "15": "null", "51": "all_records", "60": "less_than_or_equal",
                "85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
                "105": "last_record", "*": "reserved"
              }
            },
            {
              "key": "filter_code",
              "type": "u8",
              "if": "operator == 60 || operator == 85 || operator == 90"
            },
            {
              "key": "filter_sequence_numbers",
              "type": "u32",
              "if": "filter_code == 15",
              "repeat": "operator == 90 ? 2 : 1"
            }
          ]
        },
        "85": {
          "word": "abort",
          "fields": [
            {
              "key": "operator",
              "type": "u8",
              "words": {
                "15": "null", "51": "all_records", "60": "less_than_or_equal",
                "85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
                "105": "last_record", "*": "reserved"
              }
            }
          ]
        },
        "90": {
          "word": "report_number_of_records",
          "fields": [
            {
              "key": "operator",
              "type": "u8",
              "words": {
                "15": "null", "51": "all_records", "60": "less_than_or_equal",
                "85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
                "105": "last_record", "*": "reserved"
              }
            },
            {
              "key": "filter_code",
              "type": "u8",
              "if": "operator == 60 || operator == 85 || operator == 90"
            },
            {
              "key": "filter_sequence_numbers",
              "type": "u32",
              "if": "filter_code == 15",
              "repeat": "operator == 90 ? 2 : 1"
            }
          ]
        },
        "102": {
          "word": "number_of_records",
          "fields": [
            {
              "key": "operator",
              "type": "u8",
              "words": {
                "15": "null", "51": "all_records", "60": "less_than_or_equal",
                "85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
                "105": "last_record", "*": "reserved"
              }
            },
            { "key": "number_of_records", "type": "u32" }
          ]
        },
        "*": { "word": "reserved" }
      }
    },
    { "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
    {
      "key": "e2e_crc",
      "if": "rest == 2",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "0..-3"
      }
    }
  ]
}
{
  "name": "IDD History Data",
  "source": "Insulin Delivery Service 1.0, 4.10",
  "fields": [
    {
      "key": "history_event",
      "type": "u16",
      "words": {
        "15": "reference_time", "51": "reference_time_base_offset", "60": "bolus_calculated_1",
        "85": "bolus_calculated_2", "90": "bolus_programmed_1", "102": "bolus_programmed_2",
        "105": "bolus_delivered_1", "150": "bolus_delivered_2", "153": "delivered_basal_rate_changed",
        "165": "temporary_basal_rate_started", "170": "temporary_basal_rate_ended",
        "195": "temporary_basal_rate_changed", "204": "profile_template_activated",
        "240": "basal_rate_time_block_changed", "255": "total_daily_insulin_delivery",
        "771": "therapy_control_state_changed", "780": "operational_state_changed",
        "816": "reservoir_remaining_changed", "831": "annunciation_status_changed_1",
        "854": "annunciation_status_changed_2", "857": "isf_time_block_changed",
        "869": "i2cho_ratio_time_block_changed", "874": "target_glucose_range_time_block_changed",
        "917": "priming_started", "922": "priming_done", "934": "data_corruption", "937": "pointer_event",
        "960": "bolus_template_changed_1", "975": "bolus_template_changed_2",
        "1011": "temporary_basal_rate_template_changed", "1020": "maximum_bolus_amount_changed",
        "61440..65520": "manufacturer", "*": "reserved"
      }
    },
    { "key": "sequence_number", "type": "u32" },
    { "key": "relative_offset_s", "type": "u16", "unit": "s" },
    { "key": "history_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Client Supported Features",
  "source": "Vol 3, Part G, 7.2",
  "fields": [
    {
      "key": "client_features",
      "type": "u8",
      "flags": { "0": "robust_caching", "1": "enhanced_att_bearer", "2": "multiple_handle_value_notifications" }
    },
    { "as": "further", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Database Hash",
  "source": "Vol 3, Part G, 7.3",
  "text": "{database_hash}",
  "fields": [{ "key": "database_hash", "type": "hex", "size": 16 }]
}
{
  "name": "BSS Control Point",
  "source": "BSS 3.1, 4.2",
  "fields": [
    { "as": "head", "type": "u8", "reserved": "6" },
    { "key": "last_packet", "of": "head.0" },
    { "key": "packet_sequence", "of": "head.1..5" },
    { "key": "from_server", "of": "head.7" },
    {
      "key": "bss_message",
      "type": "u8",
      "if": "packet_sequence == 0",
      "words": {
        "0": "get_sensor_status_command",
        "1": "get_sensor_status_response",
        "2": "setting_sensor_command",
        "3": "setting_sensor_response",
        "4": "sensor_status_event",
        "*": "reserved"
      }
    },
    { "key": "bss_parameters", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "BSS Response",
  "source": "BSS 3.2, 4.2",
  "fields": [
    { "as": "head", "type": "u8", "reserved": "6" },
    { "key": "last_packet", "of": "head.0" },
    { "key": "packet_sequence", "of": "head.1..5" },
    { "key": "from_server", "of": "head.7" },
    {
      "key": "bss_message",
      "type": "u8",
      "if": "packet_sequence == 0",
      "words": {
        "0": "get_sensor_status_command",
        "1": "get_sensor_status_response",
        "2": "setting_sensor_command",
        "3": "setting_sensor_response",
        "4": "sensor_status_event",
        "*": "reserved"
      }
    },
    { "key": "bss_parameters", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Emergency ID",
  "source": "EMCS 3.1",
  "fields": [{ "key": "emergency_id", "type": "hex", "size": 6 }]
}
{
  "name": "Emergency Text",
  "source": "EMCS 3.2",
  "text": "{emergency_text:q}",
  "fields": [{ "key": "emergency_text", "type": "utf8" }]
}
{
  "name": "ACS Status",
  "source": "ACS 3.1",
  "fields": [
    { "as": "bits", "type": "u8", "reserved": "2..7" },
    { "key": "security_switch", "of": "bits.0" },
    { "key": "security_established", "of": "bits.1" },
    { "key": "restriction_map_id", "type": "u16" }
  ]
}
{
  "name": "ACS Data In",
  "source": "ACS 3.2",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "acs_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "ACS Data Out Notify",
  "source": "ACS 3.3",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "acs_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "ACS Data Out Indicate",
  "source": "ACS 3.4",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "acs_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "ACS Control Point",
  "source": "ACS 3.5: operations by number",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "acs_operation_code", "type": "u8", "if": "segment.0" },
    { "key": "operand", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Enhanced Blood Pressure Measurement",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "7" },
    { "key": "systolic_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "systolic_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "key": "diastolic_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "diastolic_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "key": "mean_arterial_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "mean_arterial_pressure_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "as": "time_stamp_raw", "type": "u32", "if": "flags.1" },
    { "key": "time_stamp", "if": "flags.6", "of": "time_stamp_raw", "time": { "since": "2000-01-01" } },
    { "key": "time_stamp", "if": "!flags.6", "of": "time_stamp_raw", "time": { "since": "1900-01-01" } },
    { "key": "time_stamp_s", "of": "time_stamp_raw", "unit": "s" },
    { "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "unit": "bpm" },
    { "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
    { "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
    { "key": "body_movement", "of": "status.0" },
    { "key": "cuff_too_loose", "of": "status.1" },
    { "key": "irregular_pulse", "of": "status.2" },
    {
      "key": "pulse_rate_range",
      "of": "status.3..4",
      "words": { "0": "within", "1": "above_upper_limit", "2": "below_lower_limit", "3": "reserved" }
    },
    { "key": "improper_position", "of": "status.5" },
    { "as": "user_facing_time_raw", "type": "u32", "if": "flags.5" },
    {
      "key": "user_facing_time",
      "if": "flags.6",
      "of": "user_facing_time_raw",
      "time": { "since": "2000-01-01" }
    },
    {
      "key": "user_facing_time",
      "if": "!flags.6",
      "of": "user_facing_time_raw",
      "time": { "since": "1900-01-01" }
    },
    { "key": "user_facing_time_s", "of": "user_facing_time_raw", "unit": "s" }
  ],
  "text": "[{systolic_mmhg}/{diastolic_mmhg} mmHg][{systolic_kpa}/{diastolic_kpa} kPa][  {pulse_rate_bpm} bpm]"
}
{
  "name": "Enhanced Intermediate Cuff Pressure",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "7" },
    { "key": "cuff_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
    { "key": "cuff_pressure_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
    { "as": "time_stamp_raw", "type": "u32", "if": "flags.1" },
    { "key": "time_stamp", "if": "flags.6", "of": "time_stamp_raw", "time": { "since": "2000-01-01" } },
    { "key": "time_stamp", "if": "!flags.6", "of": "time_stamp_raw", "time": { "since": "1900-01-01" } },
    { "key": "time_stamp_s", "of": "time_stamp_raw", "unit": "s" },
    { "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "unit": "bpm" },
    { "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
    { "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
    { "key": "body_movement", "of": "status.0" },
    { "key": "cuff_too_loose", "of": "status.1" },
    { "key": "irregular_pulse", "of": "status.2" },
    {
      "key": "pulse_rate_range",
      "of": "status.3..4",
      "words": { "0": "within", "1": "above_upper_limit", "2": "below_lower_limit", "3": "reserved" }
    },
    { "key": "improper_position", "of": "status.5" },
    { "as": "user_facing_time_raw", "type": "u32", "if": "flags.5" },
    {
      "key": "user_facing_time",
      "if": "flags.6",
      "of": "user_facing_time_raw",
      "time": { "since": "2000-01-01" }
    },
    {
      "key": "user_facing_time",
      "if": "!flags.6",
      "of": "user_facing_time_raw",
      "time": { "since": "1900-01-01" }
    },
    { "key": "user_facing_time_s", "of": "user_facing_time_raw", "unit": "s" }
  ],
  "text": "[{cuff_pressure_mmhg} mmHg][{cuff_pressure_kpa} kPa]"
}
{
  "name": "Blood Pressure Record",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "sequence_number", "type": "u16" },
    { "key": "recorded_uuid", "type": "uuid16" },
    { "key": "recorded_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Registered User",
  "source": "User Data Service 1.1, 3.4",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "user_index", "type": "u8", "if": "segment.0", "special": { "255": "unknown_user" } },
    { "key": "registered_user_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "BR-EDR Handover Data",
  "source": "TDS 1.1, 3.3",
  "fields": [
    { "key": "handover_features", "type": "u8" },
    { "key": "br_edr_address", "type": "address" },
    { "key": "class_of_device", "type": "u24" }
  ]
}
{
  "name": "Bluetooth SIG Data",
  "source": "TDS 1.1, 3.4",
  "fields": [
    {
      "key": "sig_structures",
      "repeat": "rest",
      "fields": [
        {
          "size": { "type": "u8" },
          "fields": [{ "key": "sig_data_type", "type": "u8" }, { "key": "sig_data", "type": "hex" }]
        }
      ]
    }
  ]
}
{
  "name": "Server Supported Features",
  "source": "Vol 3, Part G, 7.4",
  "fields": [
    { "key": "server_features", "type": "u8", "flags": { "0": "enhanced_att_bearer" } },
    { "as": "further", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Physical Activity Monitor Features",
  "fields": [
    {
      "key": "features",
      "type": "u64",
      "flags": {
        "0": "multiple_users", "1": "user_data_service", "2": "device_worn", "3": "normal_walking_energy",
        "4": "normal_walking_energy_per_hour", "5": "intensity_energy", "6": "intensity_energy_per_hour",
        "7": "total_energy", "8": "total_energy_per_hour", "9": "fat_burned", "10": "fat_burned_per_hour",
        "11": "metabolic_equivalent", "12": "distance", "13": "speed", "14": "normal_walking_duration",
        "15": "intensity_walking_duration", "16": "motion_cadence", "17": "floors",
        "18": "positive_elevation_gain", "19": "negative_elevation_gain", "20": "elevation",
        "21": "activity_count", "22": "activity_count_per_minute", "23": "activity_level",
        "24": "activity_type", "25": "worn_duration", "26": "heart_rate_zone_1", "27": "heart_rate_zone_2",
        "28": "heart_rate_zone_3", "29": "heart_rate_zone_4", "30": "heart_rate_zone_5", "31": "vo2_max",
        "32": "heart_rate", "33": "pulse_interval", "34": "resting_heart_rate",
        "35": "heart_rate_variability", "36": "respiration_rate", "37": "resting_respiration_rate",
        "38": "normal_walking_steps", "39": "intensity_steps", "40": "floor_steps",
        "41": "total_sleep_time", "42": "total_wake_time", "43": "total_bed_time", "44": "awakenings",
        "45": "sleep_latency", "46": "sleep_efficiency", "47": "snooze_time", "48": "toss_and_turn_events",
        "49": "awakening_after_alarm", "50": "visible_light", "51": "uv_light", "52": "ir_light",
        "53": "sleep_stage", "54": "sleeping_heart_rate"
      }
    }
  ]
}
{
  "name": "General Activity Instantaneous Data",
  "fields": [
    { "key": "segment_header_code", "type": "u8" },
    {
      "key": "activity_fields",
      "type": "u24",
      "flags": {
        "0": "normal_walking_energy_per_hour", "1": "intensity_energy_per_hour",
        "2": "total_energy_per_hour", "3": "fat_burned_per_hour", "4": "metabolic_equivalent",
        "5": "speed", "6": "motion_cadence", "7": "elevation", "8": "activity_count_per_minute",
        "9": "activity_level", "10": "activity_type", "23": "device_worn"
      }
    },
    { "key": "session_id", "type": "u16" },
    { "key": "sub_session_id", "type": "u16" },
    { "key": "relative_time_s", "type": "u32", "unit": "s" },
    { "key": "sequence_number", "type": "u32" },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "General Activity Summary Data",
  "fields": [
    { "key": "segment_header_code", "type": "u8" },
    {
      "key": "activity_fields",
      "type": "u32",
      "flags": {
        "0": "normal_walking_energy", "1": "intensity_energy", "2": "total_energy", "3": "fat_burned",
        "4": "minimum_metabolic_equivalent", "5": "maximum_metabolic_equivalent",
        "6": "average_metabolic_equivalent", "7": "distance", "8": "minimum_speed", "9": "maximum_speed",
        "10": "average_speed", "11": "normal_walking_duration", "12": "intensity_walking_duration",
        "13": "minimum_motion_cadence", "14": "maximum_motion_cadence", "15": "average_motion_cadence",
        "16": "floors", "17": "positive_elevation_gain", "18": "negative_elevation_gain",
        "19": "activity_count", "20": "minimum_activity_level", "21": "maximum_activity_level",
        "22": "average_activity_level", "23": "average_activity_type", "24": "worn_duration"
      }
    },
    { "key": "session_id", "type": "u16" },
    { "key": "sub_session_id", "type": "u16" },
    { "key": "relative_time_s", "type": "u32", "unit": "s" },
    { "key": "sequence_number", "type": "u32" },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "CardioRespiratory Activity Instantaneous Data",
  "fields": [
    {
      "key": "activity_fields",
      "type": "u16",
      "flags": {
        "0": "vo2_max", "1": "heart_rate", "2": "pulse_interval", "3": "resting_heart_rate",
        "4": "heart_rate_variability", "5": "respiration_rate", "6": "resting_respiration_rate",
        "15": "device_worn"
      }
    },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "CardioRespiratory Activity Summary Data",
  "fields": [
    {
      "key": "activity_fields",
      "type": "u32",
      "flags": {
        "0": "heart_rate_zone_1", "1": "heart_rate_zone_2", "2": "heart_rate_zone_3",
        "3": "heart_rate_zone_4", "4": "heart_rate_zone_5", "5": "minimum_vo2_max", "6": "maximum_vo2_max",
        "7": "average_vo2_max", "8": "minimum_heart_rate", "9": "maximum_heart_rate",
        "10": "average_heart_rate", "11": "minimum_pulse_interval", "12": "maximum_pulse_interval",
        "13": "average_pulse_interval", "14": "minimum_resting_heart_rate",
        "15": "maximum_resting_heart_rate", "16": "average_resting_heart_rate",
        "17": "minimum_heart_rate_variability", "18": "maximum_heart_rate_variability",
        "19": "average_heart_rate_variability", "20": "minimum_respiration_rate",
        "21": "maximum_respiration_rate", "22": "average_respiration_rate",
        "23": "minimum_resting_respiration_rate", "24": "maximum_resting_respiration_rate",
        "25": "average_resting_respiration_rate", "26": "worn_duration"
      }
    },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Step Counter Activity Summary Data",
  "fields": [
    { "key": "segment_header_code", "type": "u8" },
    {
      "key": "activity_fields",
      "type": "u8",
      "flags": {
        "0": "normal_walking_steps", "1": "intensity_steps", "2": "floor_steps", "3": "distance",
        "4": "worn_duration"
      }
    },
    { "key": "session_id", "type": "u16" },
    { "key": "sub_session_id", "type": "u16" },
    { "key": "relative_time_s", "type": "u32", "unit": "s" },
    { "key": "sequence_number", "type": "u32" },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Sleep Activity Instantaneous Data",
  "fields": [
    {
      "key": "activity_fields",
      "type": "u16",
      "flags": {
        "0": "visible_light", "1": "uv_light", "2": "ir_light", "3": "sleep_stage",
        "4": "sleeping_heart_rate", "15": "device_worn"
      }
    },
    {
      "key": "sleep_stage",
      "type": "u24",
      "flags": {
        "0": "wake", "1": "sleep", "2": "rem", "3": "non_rem", "4": "light_sleep", "5": "deep_sleep",
        "6": "n1", "7": "n2", "8": "n3", "9": "n4", "10": "active_sleep", "11": "quiet_sleep",
        "12": "intermediate_sleep", "13": "arousal", "23": "unknown"
      }
    },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Sleep Activity Summary Data",
  "fields": [
    {
      "key": "activity_fields",
      "type": "u24",
      "flags": {
        "0": "total_sleep_time", "1": "total_wake_time", "2": "total_bed_time", "3": "awakenings",
        "4": "sleep_latency", "5": "sleep_efficiency", "6": "snooze_time", "7": "toss_and_turn_events",
        "8": "awakening_after_alarm", "9": "minimum_visible_light", "10": "maximum_visible_light",
        "11": "average_visible_light", "12": "minimum_uv_light", "13": "maximum_uv_light",
        "14": "average_uv_light", "15": "minimum_ir_light", "16": "maximum_ir_light",
        "17": "average_ir_light", "18": "average_sleeping_heart_rate", "19": "worn_duration"
      }
    },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Physical Activity Monitor Control Point",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "enquire_sessions", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
        "2": {
          "word": "enquire_sub_sessions",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "3": {
          "word": "get_ended_session_data",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "4": {
          "word": "start_session_or_sub_session",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "5": { "word": "stop_session", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
        "6": {
          "word": "delete_ended_session",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "7": {
          "word": "set_average_activity_type",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "250": {
          "word": "get_ended_session_data_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "251": {
          "word": "enquire_sub_sessions_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "252": {
          "word": "enquire_sessions_response",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "253": {
          "word": "get_ended_session_data_error",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "254": {
          "word": "enquire_sub_sessions_error",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "255": {
          "word": "enquire_sessions_error",
          "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Physical Activity Current Session",
  "fields": [
    { "key": "session_flags", "type": "u8", "flags": { "0": "session_active", "1": "activity_type" } },
    { "key": "session_id", "type": "u16" },
    { "key": "activity_type_code", "type": "u8", "if": "session_flags.1 && rest > 0" }
  ]
}
{
  "name": "Physical Activity Session Descriptor",
  "fields": [
    { "key": "session_id", "type": "u16" },
    {
      "key": "session_status",
      "type": "u8",
      "words": { "0": "complete", "1": "in_progress", "2": "paused", "*": "reserved" }
    },
    { "key": "activity_type_code", "type": "u8" },
    { "key": "activity_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Preferred Units",
  "fields": [{ "key": "preferred_units", "type": "uuid16", "repeat": "rest" }]
}
{
  "name": "High Resolution Height",
  "fields": [{ "key": "height_m", "type": "u16", "scale": "0.0001", "unit": "m" }],
  "text": "[{height_m:4} m]"
}
{
  "name": "Middle Name",
  "fields": [{ "key": "middle_name", "type": "utf8" }],
  "text": "{middle_name:q}"
}
{
  "name": "Stride Length",
  "fields": [{ "key": "stride_length_m", "type": "u16", "scale": "0.001", "unit": "m" }],
  "text": "[{stride_length_m:3} m]"
}
{
  "name": "Handedness",
  "fields": [
    {
      "key": "handedness",
      "type": "u8",
      "words": { "0": "left_handed", "1": "right_handed", "2": "ambidextrous", "3": "unspecified", "*": "reserved" }
    }
  ],
  "text": "{handedness}"
}
{
  "name": "Device Wearing Position",
  "fields": [
    {
      "key": "device_wearing_position",
      "type": "u8",
      "words": {
        "0": "other", "1": "head", "2": "head_ear", "3": "head_ear_right", "4": "head_ear_left",
        "5": "head_neck", "6": "trunk", "7": "trunk_pelvis", "8": "trunk_pelvis_right",
        "9": "trunk_pelvis_left", "10": "trunk_thorax", "11": "trunk_thorax_right",
        "12": "trunk_thorax_left", "13": "trunk_back", "14": "upper_extremity",
        "15": "upper_extremity_right", "16": "upper_extremity_left", "17": "wrist", "18": "wrist_right",
        "19": "wrist_left", "20": "finger", "21": "finger_right", "22": "finger_left", "23": "hand",
        "24": "hand_right", "25": "hand_left", "26": "lower_extremity",
        "27": "lower_extremity_right", "28": "lower_extremity_left", "29": "ankle", "30": "ankle_right",
        "31": "ankle_left", "32": "foot", "33": "foot_right", "34": "foot_left", "35": "pants_pocket",
        "36": "pants_pocket_right", "37": "pants_pocket_left", "38": "chest_pocket",
        "39": "chest_pocket_right", "40": "chest_pocket_left", "41..255": "reserved"
      }
    }
  ]
}
{
  "name": "Four Zone Heart Rate Limits",
  "fields": [
    { "key": "light_moderate_limit_bpm", "type": "u8", "unit": "bpm" },
    { "key": "moderate_hard_limit_bpm", "type": "u8", "unit": "bpm" },
    { "key": "hard_maximum_limit_bpm", "type": "u8", "unit": "bpm" }
  ]
}
{
  "name": "High Intensity Exercise Threshold",
  "fields": [
    { "as": "selector", "type": "u8" },
    { "key": "threshold_energy_kj_per_h", "type": "u16", "if": "selector == 1", "unit": "kJ/h" },
    { "key": "threshold_met", "type": "u8", "if": "selector == 2", "scale": "0.1", "unit": "MET" },
    {
      "key": "threshold_percent_of_maximum_heart_rate_percent",
      "type": "u8",
      "if": "selector == 3",
      "unit": "%"
    },
    { "key": "threshold_heart_rate_bpm", "type": "u8", "if": "selector == 4", "unit": "bpm" }
  ]
}
{
  "name": "Activity Goal",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "7" },
    { "key": "energy_kj", "type": "u16", "if": "flags.0", "unit": "kJ" },
    { "key": "normal_walking_steps", "type": "u24", "if": "flags.1" },
    { "key": "intensity_steps", "type": "u24", "if": "flags.2" },
    { "key": "floor_steps", "type": "u24", "if": "flags.3" },
    { "key": "distance_m", "type": "u24", "if": "flags.4", "unit": "m" },
    { "key": "normal_walking_duration_s", "type": "u24", "if": "flags.5", "unit": "s" },
    { "key": "intensity_walking_duration_s", "type": "u24", "if": "flags.6", "unit": "s" }
  ]
}
{
  "name": "Sedentary Interval Notification",
  "fields": [{ "key": "sedentary_interval_s", "type": "u16", "unit": "s" }],
  "text": "[{sedentary_interval_s} s]"
}
{
  "name": "Caloric Intake",
  "fields": [{ "key": "caloric_intake_kcal", "type": "u16", "unit": "kcal" }],
  "text": "[{caloric_intake_kcal} kcal]"
}
{
  "name": "TMAP Role",
  "source": "TMAP 1.0, 4.7",
  "fields": [
    {
      "key": "tmap_roles",
      "type": "u16",
      "flags": {
        "0": "call_gateway",
        "1": "call_terminal",
        "2": "unicast_media_sender",
        "3": "unicast_media_receiver",
        "4": "broadcast_media_sender",
        "5": "broadcast_media_receiver"
      }
    }
  ]
}
{
  "name": "Audio Input State",
  "source": "AICS 3.1",
  "fields": [
    { "key": "gain_setting", "type": "i8" },
    {
      "key": "mute",
      "type": "u8",
      "words": { "0": "not_muted", "1": "muted", "2": "disabled", "*": "reserved" }
    },
    {
      "key": "gain_mode",
      "type": "u8",
      "words": { "0": "manual_only", "1": "automatic_only", "2": "manual", "3": "automatic", "*": "reserved" }
    },
    { "key": "change_counter", "type": "u8" }
  ]
}
{
  "name": "Gain Settings Attribute",
  "source": "AICS 3.2",
  "fields": [
    { "key": "gain_step_db", "type": "u8", "scale": "0.1", "unit": "dB" },
    { "key": "gain_setting_min", "type": "i8" },
    { "key": "gain_setting_max", "type": "i8" }
  ]
}
{
  "name": "Audio Input Type",
  "source": "AICS 3.3; Assigned Numbers",
  "text": "{audio_input_type}",
  "fields": [
    {
      "key": "audio_input_type",
      "type": "u8",
      "words": {
        "0": "unspecified",
        "1": "bluetooth",
        "2": "microphone",
        "3": "analog",
        "4": "digital",
        "5": "radio",
        "6": "streaming",
        "7": "ambient",
        "8": "t_coil",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Audio Input Status",
  "source": "AICS 3.4",
  "text": "{audio_input_status}",
  "fields": [{ "key": "audio_input_status", "type": "u8", "words": { "0": "inactive", "1": "active", "*": "reserved" } }]
}
{
  "name": "Audio Input Control Point",
  "source": "AICS 3.5",
  "text": "{command}[ {gain_setting}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "set_gain_setting",
          "fields": [{ "key": "change_counter", "type": "u8" }, { "key": "gain_setting", "type": "i8" }]
        },
        "2": { "word": "unmute", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "3": { "word": "mute", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "4": { "word": "set_manual_gain_mode", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "5": { "word": "set_automatic_gain_mode", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Audio Input Description",
  "source": "AICS 3.6",
  "text": "{audio_input_description:q}",
  "fields": [{ "key": "audio_input_description", "type": "utf8" }]
}
{
  "name": "Volume State",
  "source": "VCS 3.1",
  "text": "volume {volume_setting}[, {mute}][, change {change_counter}]",
  "fields": [
    { "key": "volume_setting", "type": "u8" },
    { "key": "mute", "type": "u8", "words": { "0": "not_muted", "1": "muted", "*": "reserved" } },
    { "key": "change_counter", "type": "u8" }
  ]
}
{
  "name": "Volume Control Point",
  "source": "VCS 3.2",
  "text": "{command}[ {volume_setting}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "relative_volume_down", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "1": { "word": "relative_volume_up", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "2": { "word": "unmute_relative_volume_down", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "3": { "word": "unmute_relative_volume_up", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "4": {
          "word": "set_absolute_volume",
          "fields": [{ "key": "change_counter", "type": "u8" }, { "key": "volume_setting", "type": "u8" }]
        },
        "5": { "word": "unmute", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "6": { "word": "mute", "fields": [{ "key": "change_counter", "type": "u8" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Volume Flags",
  "source": "VCS 3.3",
  "fields": [{ "key": "volume_flags", "type": "u8", "flags": { "0": "volume_setting_persisted" } }]
}
{
  "name": "Volume Offset State",
  "source": "VOCS 3.1",
  "fields": [{ "key": "volume_offset", "type": "i16" }, { "key": "change_counter", "type": "u8" }]
}
{
  "name": "Audio Location",
  "source": "VOCS 3.2",
  "fields": [
    {
      "key": "audio_locations",
      "type": "u32",
      "flags": {
        "0": "front_left",
        "1": "front_right",
        "2": "front_center",
        "3": "low_frequency_effects_1",
        "4": "back_left",
        "5": "back_right",
        "6": "front_left_of_center",
        "7": "front_right_of_center",
        "8": "back_center",
        "9": "low_frequency_effects_2",
        "10": "side_left",
        "11": "side_right",
        "12": "top_front_left",
        "13": "top_front_right",
        "14": "top_front_center",
        "15": "top_center",
        "16": "top_back_left",
        "17": "top_back_right",
        "18": "top_side_left",
        "19": "top_side_right",
        "20": "top_back_center",
        "21": "bottom_front_center",
        "22": "bottom_front_left",
        "23": "bottom_front_right",
        "24": "front_left_wide",
        "25": "front_right_wide",
        "26": "left_surround",
        "27": "right_surround"
      }
    }
  ]
}
{
  "name": "Volume Offset Control Point",
  "source": "VOCS 3.3",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "set_volume_offset",
          "fields": [{ "key": "change_counter", "type": "u8" }, { "key": "volume_offset", "type": "i16" }]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Audio Output Description",
  "source": "VOCS 3.4",
  "text": "{audio_output_description:q}",
  "fields": [{ "key": "audio_output_description", "type": "utf8" }]
}
{
  "name": "Set Identity Resolving Key",
  "source": "CSIS 5.1",
  "fields": [
    { "key": "sirk_type", "type": "u8", "words": { "0": "encrypted", "1": "plain_text", "*": "reserved" } },
    { "key": "sirk", "type": "hex", "size": 16 }
  ]
}
{
  "name": "Coordinated Set Size",
  "source": "CSIS 5.2",
  "fields": [{ "key": "set_size", "type": "u8" }]
}
{
  "name": "Set Member Lock",
  "source": "CSIS 5.3",
  "text": "{set_member_lock}",
  "fields": [{ "key": "set_member_lock", "type": "u8", "words": { "1": "unlocked", "2": "locked", "*": "reserved" } }]
}
{
  "name": "Set Member Rank",
  "source": "CSIS 5.4",
  "fields": [{ "key": "set_member_rank", "type": "u8" }]
}
{
  "name": "Encrypted Data Key Material",
  "source": "Vol 3, Part C, 12.6",
  "text": "key material",
  "fields": [
    { "key": "session_key", "type": "hex", "size": 16 },
    { "key": "initialization_vector", "type": "hex", "size": 8 }
  ]
}
{
  "name": "Apparent Energy 32",
  "fields": [
    {
      "key": "apparent_energy_kvah",
      "type": "u32",
      "scale": "0.001",
      "special": { "4294967294": "not_valid", "4294967295": "not_known" },
      "unit": "kVAh"
    }
  ],
  "text": "[{apparent_energy_kvah:3} kVAh][{apparent_energy_kvah_status}]"
}
{
  "name": "Apparent Power",
  "fields": [
    {
      "key": "apparent_power_va",
      "type": "u24",
      "scale": "0.1",
      "special": { "16777214": "not_valid", "16777215": "not_known" },
      "unit": "VA"
    }
  ],
  "text": "[{apparent_power_va:1} VA][{apparent_power_va_status}]"
}
{
  "name": "Live Health Observations",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "observation_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "CO2 Concentration",
  "fields": [
    {
      "key": "co2_ppm",
      "type": "u16",
      "special": { "65534": "over_range", "65535": "not_known" },
      "unit": "ppm"
    }
  ],
  "text": "[{co2_ppm} ppm][{co2_ppm_status}]"
}
{
  "name": "Cosine of the Angle",
  "fields": [
    {
      "key": "cosine",
      "type": "i8",
      "scale": "0.01",
      "valid": "-100..100",
      "special": { "127": "not_known" }
    }
  ],
  "text": "[{cosine:2}][{cosine_status}]"
}
{
  "name": "Device Time Feature",
  "source": "Device Time Service 1.0, 3.1",
  "fields": [
    { "as": "crc", "type": "u16", "if": "length == 4", "at": 0 },
    {
      "key": "e2e_crc",
      "if": "length == 4 && crc != 65535",
      "check": {
        "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
        "over": "2..-1"
      }
    },
    { "skip": 2, "if": "length == 4 && crc == 65535" },
    {
      "key": "features",
      "type": "u16",
      "flags": {
        "0": "e2e_crc", "1": "time_change_logging", "2": "base_time_second_fractions",
        "3": "time_or_date_displayed", "4": "displayed_formats", "5": "displayed_formats_changeable",
        "6": "separate_user_timeline", "7": "authorization_required", "8": "rtc_drift_tracking",
        "9": "epoch_year_1900", "10": "epoch_year_2000", "11": "propose_non_logged_time_adjustment_limit",
        "12": "retrieve_active_time_adjustments"
      }
    }
  ]
}
{
  "name": "Device Time Parameters",
  "source": "Device Time Service 1.0, 3.2",
  "fields": [
    { "key": "rtc_resolution_s", "type": "u16", "scale": "1/65536", "unit": "s" },
    { "key": "max_rtc_drift_limit_s", "type": "u16", "if": "rest >= 2", "unit": "s" },
    { "key": "max_days_until_sync_loss_days", "type": "u16", "if": "rest >= 2", "unit": "d" },
    { "key": "non_logged_time_adjustment_limit_s", "type": "u16", "if": "rest >= 2", "unit": "s" },
    { "key": "displayed_formats_code", "type": "u16", "if": "rest >= 2" }
  ]
}
{
  "name": "Device Time",
  "source": "Device Time Service 1.0, 3.3",
  "fields": [
    { "as": "base", "type": "u32" },
    { "as": "zone", "type": "i8" },
    { "as": "dst", "type": "u8" },
    {
      "key": "device_time_status",
      "type": "u16",
      "flags": {
        "0": "time_fault", "1": "utc_aligned", "2": "qualified_local_time_synchronized",
        "3": "propose_time_update_request", "4": "epoch_year_2000", "5": "non_logged_time_change_active",
        "6": "log_consolidation_active"
      }
    },
    { "key": "base_time_s", "of": "base", "unit": "s" },
    { "key": "base_time", "if": "device_time_status.4", "of": "base", "time": { "since": "2000-01-01" } },
    { "key": "base_time", "if": "!device_time_status.4", "of": "base", "time": { "since": "1900-01-01" } },
    {
      "key": "time_zone_min",
      "of": "zone",
      "scale": "15",
      "special": { "-128": "not_known" },
      "unit": "min"
    },
    {
      "key": "dst_offset",
      "of": "dst",
      "words": {
        "0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
        "*": "reserved"
      },
      "special": { "255": "not_known" }
    },
    { "key": "user_time_s", "type": "u32", "if": "rest >= 4", "unit": "s" },
    { "key": "accumulated_rtc_drift_s", "type": "u16", "if": "rest >= 2", "unit": "s" },
    { "key": "next_sequence_number", "type": "u16", "if": "rest >= 2" },
    { "key": "base_time_fractions_s", "type": "u16", "if": "rest >= 2", "scale": "1/65536", "unit": "s" }
  ]
}
{
  "name": "Device Time Control Point",
  "source": "Device Time Service 1.0, 3.4",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "2": {
          "word": "propose_time_update",
          "fields": [
            { "key": "time_update_code", "type": "u16" },
            { "key": "base_time_s", "type": "u32", "unit": "s" },
            {
              "key": "time_zone_min",
              "type": "i8",
              "scale": "15",
              "valid": "-48..56",
              "special": { "-128": "not_known" },
              "unit": "min"
            },
            {
              "key": "dst_offset",
              "type": "u8",
              "words": {
                "0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
                "*": "reserved"
              },
              "special": { "255": "not_known" }
            },
            {
              "key": "time_source",
              "type": "u8",
              "words": {
                "0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
                "5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
              }
            },
            {
              "key": "time_accuracy_s",
              "type": "u8",
              "scale": "0.125",
              "special": { "254": "over_range", "255": "not_known" },
              "unit": "s"
            }
          ]
        },
        "3": {
          "word": "force_time_update",
          "fields": [
            { "key": "time_update_code", "type": "u16" },
            { "key": "base_time_s", "type": "u32", "unit": "s" },
            {
              "key": "time_zone_min",
              "type": "i8",
              "scale": "15",
              "valid": "-48..56",
              "special": { "-128": "not_known" },
              "unit": "min"
            },
            {
              "key": "dst_offset",
              "type": "u8",
              "words": {
                "0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
                "*": "reserved"
              },
              "special": { "255": "not_known" }
            },
            {
              "key": "time_source",
              "type": "u8",
              "words": {
                "0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
                "5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
              }
            },
            {
              "key": "time_accuracy_s",
              "type": "u8",
              "scale": "0.125",
              "special": { "254": "over_range", "255": "not_known" },
              "unit": "s"
            }
          ]
        },
        "4": {
          "word": "propose_non_logged_time_adjustment_limit",
          "fields": [{ "key": "non_logged_time_adjustment_limit_s", "type": "u16", "unit": "s" }]
        },
        "5": { "word": "retrieve_active_time_adjustments" },
        "7": { "word": "report_active_time_adjustments", "fields": [{ "key": "parameter", "type": "hex" }] },
        "9": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "command" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success", "2": "op_code_not_supported", "3": "invalid_operand",
                "4": "operation_failed", "5": "rejected", "6": "device_busy", "*": "reserved"
              }
            },
            { "key": "parameter", "type": "hex", "if": "rest > 0" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Time Change Log Data",
  "source": "Device Time Service 1.0, 3.5",
  "fields": [{ "key": "log_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Media Player Name",
  "source": "MCS 3.1",
  "text": "{media_player_name:q}",
  "fields": [{ "key": "media_player_name", "type": "utf8" }]
}
{
  "name": "Media Player Icon Object ID",
  "source": "MCS 3.2",
  "text": "object {media_player_icon_object_id:012X}",
  "fields": [{ "key": "media_player_icon_object_id", "type": "u48" }]
}
{
  "name": "Media Player Icon URL",
  "source": "MCS 3.3",
  "text": "{media_player_icon_url:q}",
  "fields": [{ "key": "media_player_icon_url", "type": "utf8" }]
}
{
  "name": "Track Changed",
  "source": "MCS 3.4",
  "text": "track changed",
  "fields": [{ "key": "track_changed", "of": "1 == 1" }]
}
{
  "name": "Track Title",
  "source": "MCS 3.5",
  "text": "{track_title:q}",
  "fields": [{ "key": "track_title", "type": "utf8" }]
}
{
  "name": "Track Duration",
  "source": "MCS 3.6",
  "text": "[{track_duration_s:2} s]",
  "fields": [{ "key": "track_duration_s", "type": "i32", "scale": "0.01", "unit": "s", "special": { "-1": "not_known" } }]
}
{
  "name": "Track Position",
  "source": "MCS 3.7",
  "text": "[{track_position_s:2} s]",
  "fields": [
    {
      "key": "track_position_s",
      "type": "i32",
      "scale": "0.01",
      "unit": "s",
      "special": { "-1": "not_available" }
    }
  ]
}
{
  "name": "Playback Speed",
  "source": "MCS 3.8: the speed is 2 to the power of this",
  "fields": [{ "key": "playback_speed_log2", "type": "i8", "scale": "1/64" }]
}
{
  "name": "Seeking Speed",
  "source": "MCS 3.9",
  "fields": [{ "key": "seeking_speed_factor", "type": "i8" }]
}
{
  "name": "Current Track Segments Object ID",
  "source": "MCS 3.10",
  "text": "object {current_track_segments_object_id:012X}",
  "fields": [{ "key": "current_track_segments_object_id", "type": "u48" }]
}
{
  "name": "Current Track Object ID",
  "source": "MCS 3.11",
  "text": "object {current_track_object_id:012X}",
  "fields": [{ "key": "current_track_object_id", "type": "u48" }]
}
{
  "name": "Next Track Object ID",
  "source": "MCS 3.12",
  "text": "object {next_track_object_id:012X}",
  "fields": [{ "key": "next_track_object_id", "type": "u48" }]
}
{
  "name": "Parent Group Object ID",
  "source": "MCS 3.13",
  "text": "object {parent_group_object_id:012X}",
  "fields": [{ "key": "parent_group_object_id", "type": "u48" }]
}
{
  "name": "Current Group Object ID",
  "source": "MCS 3.14",
  "text": "object {current_group_object_id:012X}",
  "fields": [{ "key": "current_group_object_id", "type": "u48" }]
}
{
  "name": "Playing Order",
  "source": "MCS 3.15",
  "text": "{playing_order}",
  "fields": [
    {
      "key": "playing_order",
      "type": "u8",
      "words": {
        "1": "single_once",
        "2": "single_repeat",
        "3": "in_order_once",
        "4": "in_order_repeat",
        "5": "oldest_once",
        "6": "oldest_repeat",
        "7": "newest_once",
        "8": "newest_repeat",
        "9": "shuffle_once",
        "10": "shuffle_repeat",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Playing Orders Supported",
  "source": "MCS 3.16",
  "fields": [
    {
      "key": "playing_orders_supported",
      "type": "u16",
      "flags": {
        "0": "single_once",
        "1": "single_repeat",
        "2": "in_order_once",
        "3": "in_order_repeat",
        "4": "oldest_once",
        "5": "oldest_repeat",
        "6": "newest_once",
        "7": "newest_repeat",
        "8": "shuffle_once",
        "9": "shuffle_repeat"
      }
    }
  ]
}
{
  "name": "Media State",
  "source": "MCS 3.17",
  "text": "{media_state}",
  "fields": [
    {
      "key": "media_state",
      "type": "u8",
      "words": { "0": "inactive", "1": "playing", "2": "paused", "3": "seeking", "*": "reserved" }
    }
  ]
}
{
  "name": "Media Control Point",
  "source": "MCS 3.18",
  "direction": "notify",
  "text": "{response_to}: {outcome}",
  "fields": [
    { "key": "response_to", "type": "u8", "words": "media_operation" },
    {
      "key": "outcome",
      "type": "u8",
      "success": 1,
      "words": {
        "1": "success",
        "2": "opcode_not_supported",
        "3": "media_player_inactive",
        "4": "command_cannot_be_completed",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Media Control Point",
  "source": "MCS 3.18",
  "direction": "write",
  "text": "{command}[ {move_offset_s:2} s][ {go_to_number}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "play" },
        "2": { "word": "pause" },
        "3": { "word": "fast_rewind" },
        "4": { "word": "fast_forward" },
        "5": { "word": "stop" },
        "16": {
          "word": "move_relative",
          "fields": [{ "key": "move_offset_s", "type": "i32", "scale": "0.01", "unit": "s" }]
        },
        "32": { "word": "previous_segment" },
        "33": { "word": "next_segment" },
        "34": { "word": "first_segment" },
        "35": { "word": "last_segment" },
        "36": { "word": "go_to_segment", "fields": [{ "key": "go_to_number", "type": "i32" }] },
        "48": { "word": "previous_track" },
        "49": { "word": "next_track" },
        "50": { "word": "first_track" },
        "51": { "word": "last_track" },
        "52": { "word": "go_to_track", "fields": [{ "key": "go_to_number", "type": "i32" }] },
        "64": { "word": "previous_group" },
        "65": { "word": "next_group" },
        "66": { "word": "first_group" },
        "67": { "word": "last_group" },
        "68": { "word": "go_to_group", "fields": [{ "key": "go_to_number", "type": "i32" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Media Control Point Opcodes Supported",
  "source": "MCS 3.19",
  "fields": [
    {
      "key": "media_operations_supported",
      "type": "u32",
      "flags": {
        "0": "play",
        "1": "pause",
        "2": "fast_rewind",
        "3": "fast_forward",
        "4": "stop",
        "5": "move_relative",
        "6": "previous_segment",
        "7": "next_segment",
        "8": "first_segment",
        "9": "last_segment",
        "10": "go_to_segment",
        "11": "previous_track",
        "12": "next_track",
        "13": "first_track",
        "14": "last_track",
        "15": "go_to_track",
        "16": "previous_group",
        "17": "next_group",
        "18": "first_group",
        "19": "last_group",
        "20": "go_to_group"
      }
    }
  ]
}
{
  "name": "Search Results Object ID",
  "source": "MCS 3.20",
  "text": "object {search_results_object_id:012X}",
  "fields": [{ "key": "search_results_object_id", "type": "u48" }]
}
{
  "name": "Search Control Point",
  "source": "MCS 3.21",
  "direction": "notify",
  "fields": [{ "key": "outcome", "type": "u8", "success": 1, "words": { "1": "success", "2": "failure", "*": "reserved" } }]
}
{
  "name": "Search Control Point",
  "source": "MCS 3.21",
  "direction": "write",
  "fields": [
    {
      "key": "searches",
      "repeat": "rest",
      "fields": [
        {
          "size": { "type": "u8" },
          "fields": [
            {
              "key": "search_type",
              "type": "u8",
              "words": {
                "1": "track_name",
                "2": "artist_name",
                "3": "album_name",
                "4": "group_name",
                "5": "earliest_year",
                "6": "latest_year",
                "7": "genre",
                "8": "only_tracks",
                "9": "only_groups",
                "*": "reserved"
              }
            },
            { "key": "search_text", "type": "utf8" }
          ]
        }
      ]
    }
  ]
}
{
  "name": "Energy 32",
  "fields": [
    {
      "key": "energy_kwh",
      "type": "u32",
      "scale": "0.001",
      "special": { "4294967294": "not_valid", "4294967295": "not_known" },
      "unit": "kWh"
    }
  ],
  "text": "[{energy_kwh:3} kWh][{energy_kwh_status}]"
}
{
  "name": "Constant Tone Extension Enable",
  "source": "CTES 1.0",
  "fields": [{ "key": "cte_enable", "type": "u8", "flags": { "0": "aoa_on_connection", "1": "aod_in_advertising" } }]
}
{
  "name": "Advertising Constant Tone Extension Minimum Length",
  "source": "CTES 1.0",
  "fields": [{ "key": "cte_min_length_us", "type": "u8", "scale": "8", "unit": "µs" }]
}
{
  "name": "Advertising Constant Tone Extension Minimum Transmit Count",
  "source": "CTES 1.0",
  "fields": [{ "key": "cte_min_transmit_count", "type": "u8" }]
}
{
  "name": "Advertising Constant Tone Extension Transmit Duration",
  "source": "CTES 1.0: by number",
  "fields": [{ "key": "cte_transmit_duration_code", "type": "u8" }]
}
{
  "name": "Advertising Constant Tone Extension Interval",
  "source": "CTES 1.0",
  "fields": [{ "key": "cte_interval_ms", "type": "u16", "scale": "1.25", "unit": "ms" }]
}
{
  "name": "Advertising Constant Tone Extension PHY",
  "source": "CTES 1.0",
  "fields": [{ "key": "cte_phy", "type": "u8", "words": { "0": "1M", "1": "2M", "*": "reserved" } }]
}
{
  "name": "Bearer Provider Name",
  "source": "TBS 3.1",
  "text": "{bearer_provider_name:q}",
  "fields": [{ "key": "bearer_provider_name", "type": "utf8" }]
}
{
  "name": "Bearer UCI",
  "source": "TBS 3.2",
  "text": "{bearer_uci:q}",
  "fields": [{ "key": "bearer_uci", "type": "utf8" }]
}
{
  "name": "Bearer Technology",
  "source": "TBS 3.3",
  "text": "{bearer_technology}",
  "fields": [
    {
      "key": "bearer_technology",
      "type": "u8",
      "words": {
        "1": "3G",
        "2": "4G",
        "3": "LTE",
        "4": "Wi-Fi",
        "5": "5G",
        "6": "GSM",
        "7": "CDMA",
        "8": "2G",
        "9": "WCDMA",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Bearer URI Schemes Supported List",
  "source": "TBS 3.4",
  "text": "{bearer_uri_schemes:q}",
  "fields": [{ "key": "bearer_uri_schemes", "type": "utf8" }]
}
{
  "name": "Bearer Signal Strength",
  "source": "TBS 3.5: 0 to 100",
  "fields": [{ "key": "bearer_signal_strength", "type": "u8", "special": { "255": "not_available" }, "valid": "0..100" }]
}
{
  "name": "Bearer Signal Strength Reporting Interval",
  "source": "TBS 3.6",
  "fields": [{ "key": "signal_reporting_interval_s", "type": "u8", "unit": "s" }]
}
{
  "name": "Bearer List Current Calls",
  "source": "TBS 3.7",
  "fields": [
    {
      "key": "calls",
      "repeat": "rest",
      "size": { "type": "u8" },
      "fields": [
        { "key": "call_index", "type": "u8" },
        {
          "key": "call_state",
          "type": "u8",
          "words": {
            "0": "incoming",
            "1": "dialing",
            "2": "alerting",
            "3": "active",
            "4": "locally_held",
            "5": "remotely_held",
            "6": "locally_and_remotely_held",
            "*": "reserved"
          }
        },
        {
          "key": "call_flags",
          "type": "u8",
          "flags": { "0": "outgoing", "1": "withheld_by_server", "2": "withheld_by_network" }
        },
        { "key": "call_uri", "type": "utf8" }
      ]
    }
  ]
}
{
  "name": "Content Control ID",
  "source": "MCS 3.22, TBS 3.8",
  "fields": [{ "key": "content_control_id", "type": "u8" }]
}
{
  "name": "Status Flags",
  "source": "TBS 3.9",
  "fields": [{ "key": "tbs_status_flags", "type": "u16", "flags": { "0": "inband_ringtone", "1": "silent_mode" } }]
}
{
  "name": "Incoming Call Target Bearer URI",
  "source": "TBS 3.10",
  "fields": [{ "key": "call_index", "type": "u8" }, { "key": "call_uri", "type": "utf8" }]
}
{
  "name": "Call State",
  "source": "TBS 3.11",
  "fields": [
    {
      "key": "calls",
      "repeat": "rest",
      "fields": [
        { "key": "call_index", "type": "u8" },
        {
          "key": "call_state",
          "type": "u8",
          "words": {
            "0": "incoming",
            "1": "dialing",
            "2": "alerting",
            "3": "active",
            "4": "locally_held",
            "5": "remotely_held",
            "6": "locally_and_remotely_held",
            "*": "reserved"
          }
        },
        {
          "key": "call_flags",
          "type": "u8",
          "flags": { "0": "outgoing", "1": "withheld_by_server", "2": "withheld_by_network" }
        }
      ]
    }
  ]
}
{
  "name": "Call Control Point",
  "source": "TBS 3.12",
  "direction": "notify",
  "text": "{response_to}: {outcome}",
  "fields": [
    { "key": "response_to", "type": "u8", "words": "call_operation" },
    { "key": "call_index", "type": "u8" },
    {
      "key": "outcome",
      "type": "u8",
      "success": 0,
      "words": {
        "0": "success",
        "1": "opcode_not_supported",
        "2": "operation_not_possible",
        "3": "invalid_call_index",
        "4": "state_mismatch",
        "5": "lack_of_resources",
        "6": "invalid_outgoing_uri",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Call Control Point",
  "source": "TBS 3.12",
  "direction": "write",
  "text": "{command}[ call {call_index}][ {call_uri}][ {call_indexes}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "accept", "fields": [{ "key": "call_index", "type": "u8" }] },
        "1": { "word": "terminate", "fields": [{ "key": "call_index", "type": "u8" }] },
        "2": { "word": "local_hold", "fields": [{ "key": "call_index", "type": "u8" }] },
        "3": { "word": "local_retrieve", "fields": [{ "key": "call_index", "type": "u8" }] },
        "4": { "word": "originate", "fields": [{ "key": "call_uri", "type": "utf8" }] },
        "5": { "word": "join", "fields": [{ "key": "call_indexes", "type": "u8", "repeat": "rest" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Call Control Point Optional Opcodes",
  "source": "TBS 3.13",
  "fields": [
    {
      "key": "call_operations_supported",
      "type": "u16",
      "flags": { "0": "local_hold_and_retrieve", "1": "join" }
    }
  ]
}
{
  "name": "Termination Reason",
  "source": "TBS 3.14",
  "text": "call {call_index}: {termination_reason}",
  "fields": [
    { "key": "call_index", "type": "u8" },
    {
      "key": "termination_reason",
      "type": "u8",
      "words": {
        "0": "improper_uri",
        "1": "call_failed",
        "2": "remote_ended",
        "3": "server_ended",
        "4": "line_busy",
        "5": "network_congestion",
        "6": "client_ended",
        "7": "no_service",
        "8": "no_answer",
        "9": "unspecified",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Incoming Call",
  "source": "TBS 3.15",
  "fields": [{ "key": "call_index", "type": "u8" }, { "key": "call_uri", "type": "utf8" }]
}
{
  "name": "Call Friendly Name",
  "source": "TBS 3.16",
  "fields": [{ "key": "call_index", "type": "u8" }, { "key": "call_friendly_name", "type": "utf8" }]
}
{
  "name": "Mute",
  "source": "MICS 3.1",
  "text": "{mute}",
  "fields": [
    {
      "key": "mute",
      "type": "u8",
      "words": { "0": "not_muted", "1": "muted", "2": "disabled", "*": "reserved" }
    }
  ]
}
{
  "name": "Sink ASE",
  "source": "ASCS 4.1",
  "fields": [{ "type": "ase" }]
}
{
  "name": "Source ASE",
  "source": "ASCS 4.1",
  "fields": [{ "type": "ase" }]
}
{
  "name": "ASE Control Point",
  "source": "ASCS 5",
  "direction": "notify",
  "fields": [
    { "key": "response_to", "type": "u8", "words": "ase_operation" },
    { "as": "n", "type": "u8" },
    {
      "key": "ase_responses",
      "repeat": "rest",
      "fields": [
        { "key": "ase_id", "type": "u8" },
        {
          "key": "ase_response",
          "type": "u8",
          "success": 0,
          "words": {
            "0": "success",
            "1": "unsupported_opcode",
            "2": "invalid_length",
            "3": "invalid_ase_id",
            "4": "invalid_ase_state_machine_transition",
            "5": "invalid_ase_direction",
            "6": "unsupported_audio_capabilities",
            "7": "unsupported_configuration_parameter_value",
            "8": "rejected_configuration_parameter_value",
            "9": "invalid_configuration_parameter_value",
            "10": "unsupported_metadata",
            "11": "rejected_metadata",
            "12": "invalid_metadata",
            "13": "insufficient_resources",
            "14": "unspecified_error",
            "*": "reserved"
          }
        },
        { "as": "metadata_refused", "of": "ase_response >= 10 && ase_response <= 12" },
        { "key": "ase_reason", "type": "u8", "if": "metadata_refused", "words": "metadata_type" },
        {
          "key": "ase_reason",
          "type": "u8",
          "if": "!metadata_refused",
          "words": {
            "0": "none",
            "1": "codec_id",
            "2": "codec_configuration",
            "3": "sdu_interval",
            "4": "framing",
            "5": "phy",
            "6": "maximum_sdu_size",
            "7": "retransmission_number",
            "8": "max_transport_latency",
            "9": "presentation_delay",
            "10": "invalid_ase_cis_mapping",
            "*": "other"
          }
        }
      ]
    }
  ]
}
{
  "name": "ASE Control Point",
  "source": "ASCS 4.2",
  "direction": "write",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "config_codec",
          "fields": [
            { "as": "n", "type": "u8" },
            {
              "key": "ases",
              "repeat": "n",
              "fields": [
                { "key": "ase_id", "type": "u8" },
                {
                  "key": "target_latency",
                  "type": "u8",
                  "words": { "1": "low_latency", "2": "balanced", "3": "high_reliability", "*": "reserved" }
                },
                {
                  "key": "target_phy",
                  "type": "u8",
                  "words": { "1": "1M", "2": "2M", "3": "Coded", "*": "reserved" }
                },
                { "key": "coding_format", "type": "u8", "words": "coding_format" },
                { "key": "codec_company", "type": "u16", "words": "@company" },
                { "key": "vendor_codec_id", "type": "u16" },
                {
                  "key": "codec_configuration",
                  "size": { "type": "u8" },
                  "fields": [{ "type": "configuration_ltv" }]
                }
              ]
            }
          ]
        },
        "2": {
          "word": "config_qos",
          "fields": [
            { "as": "n", "type": "u8" },
            {
              "key": "ases",
              "repeat": "n",
              "fields": [
                { "key": "ase_id", "type": "u8" },
                { "key": "cig_id", "type": "u8" },
                { "key": "cis_id", "type": "u8" },
                { "key": "qos_sdu_interval_us", "type": "u24", "unit": "µs" },
                {
                  "key": "framing",
                  "type": "u8",
                  "words": { "0": "unframed", "1": "framed", "*": "reserved" }
                },
                { "key": "qos_phy", "type": "u8", "flags": { "0": "1M", "1": "2M", "2": "Coded" } },
                { "key": "qos_max_sdu", "type": "u16", "unit": "B" },
                { "key": "retransmission_number", "type": "u8" },
                { "key": "max_transport_latency_ms", "type": "u16", "unit": "ms" },
                { "key": "presentation_delay_us", "type": "u24", "unit": "µs" }
              ]
            }
          ]
        },
        "3": {
          "word": "enable",
          "fields": [
            { "as": "n", "type": "u8" },
            {
              "key": "ases",
              "repeat": "n",
              "fields": [
                { "key": "ase_id", "type": "u8" },
                { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
              ]
            }
          ]
        },
        "4": {
          "word": "receiver_start_ready",
          "fields": [
            { "as": "n", "type": "u8" },
            { "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
          ]
        },
        "5": {
          "word": "disable",
          "fields": [
            { "as": "n", "type": "u8" },
            { "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
          ]
        },
        "6": {
          "word": "receiver_stop_ready",
          "fields": [
            { "as": "n", "type": "u8" },
            { "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
          ]
        },
        "7": {
          "word": "update_metadata",
          "fields": [
            { "as": "n", "type": "u8" },
            {
              "key": "ases",
              "repeat": "n",
              "fields": [
                { "key": "ase_id", "type": "u8" },
                { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
              ]
            }
          ]
        },
        "8": {
          "word": "release",
          "fields": [
            { "as": "n", "type": "u8" },
            { "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Broadcast Audio Scan Control Point",
  "source": "BASS 3.1",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "remote_scan_stopped" },
        "1": { "word": "remote_scan_started" },
        "2": {
          "word": "add_source",
          "fields": [
            {
              "key": "advertiser_address_type",
              "type": "u8",
              "words": { "0": "public", "1": "random", "*": "reserved" }
            },
            { "key": "advertiser_address", "type": "address" },
            { "key": "advertising_sid", "type": "u8" },
            { "key": "broadcast_id", "type": "u24" },
            {
              "key": "pa_sync",
              "type": "u8",
              "words": {
                "0": "do_not_synchronize",
                "1": "synchronize_past_available",
                "2": "synchronize_past_not_available",
                "*": "reserved"
              }
            },
            {
              "key": "pa_interval_ms",
              "type": "u16",
              "scale": "1.25",
              "unit": "ms",
              "special": { "65535": "not_known" }
            },
            { "as": "n", "type": "u8" },
            {
              "key": "subgroups",
              "repeat": "n",
              "fields": [
                { "key": "bis_sync", "type": "u32", "special": { "4294967295": "no_preference" } },
                { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
              ]
            }
          ]
        },
        "3": {
          "word": "modify_source",
          "fields": [
            { "key": "source_id", "type": "u8" },
            {
              "key": "pa_sync",
              "type": "u8",
              "words": {
                "0": "do_not_synchronize",
                "1": "synchronize_past_available",
                "2": "synchronize_past_not_available",
                "*": "reserved"
              }
            },
            {
              "key": "pa_interval_ms",
              "type": "u16",
              "scale": "1.25",
              "unit": "ms",
              "special": { "65535": "not_known" }
            },
            { "as": "n", "type": "u8" },
            {
              "key": "subgroups",
              "repeat": "n",
              "fields": [
                { "key": "bis_sync", "type": "u32", "special": { "4294967295": "no_preference" } },
                { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
              ]
            }
          ]
        },
        "4": {
          "word": "set_broadcast_code",
          "fields": [{ "key": "source_id", "type": "u8" }, { "key": "broadcast_code", "type": "hex", "size": 16 }]
        },
        "5": { "word": "remove_source", "fields": [{ "key": "source_id", "type": "u8" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Broadcast Receive State",
  "source": "BASS 3.2",
  "fields": [
    { "key": "source_id", "type": "u8", "missing": "no source" },
    {
      "key": "advertiser_address_type",
      "type": "u8",
      "words": { "0": "public", "1": "random", "*": "reserved" }
    },
    { "key": "advertiser_address", "type": "address" },
    { "key": "advertising_sid", "type": "u8" },
    { "key": "broadcast_id", "type": "u24" },
    {
      "key": "pa_sync_state",
      "type": "u8",
      "words": {
        "0": "not_synchronized",
        "1": "syncinfo_request",
        "2": "synchronized",
        "3": "failed",
        "4": "no_past",
        "*": "reserved"
      }
    },
    {
      "key": "big_encryption",
      "type": "u8",
      "words": {
        "0": "not_encrypted",
        "1": "broadcast_code_required",
        "2": "decrypting",
        "3": "bad_code",
        "*": "reserved"
      }
    },
    { "key": "bad_code", "type": "hex", "size": 16, "if": "big_encryption == 3" },
    { "as": "n", "type": "u8" },
    {
      "key": "subgroups",
      "repeat": "n",
      "fields": [
        { "key": "bis_sync", "type": "u32", "special": { "4294967295": "failed" } },
        { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
      ]
    }
  ]
}
{
  "name": "Sink PAC",
  "source": "PACS 3.1",
  "fields": [
    { "as": "n", "type": "u8" },
    {
      "key": "pac_records",
      "repeat": "n",
      "fields": [
        { "key": "coding_format", "type": "u8", "words": "coding_format" },
        { "key": "codec_company", "type": "u16", "words": "@company" },
        { "key": "vendor_codec_id", "type": "u16" },
        { "key": "codec_capabilities", "size": { "type": "u8" }, "fields": [{ "type": "capability_ltv" }] },
        { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
      ]
    }
  ]
}
{
  "name": "Sink Audio Locations",
  "source": "PACS 3.2",
  "fields": [
    {
      "key": "audio_locations",
      "type": "u32",
      "flags": {
        "0": "front_left",
        "1": "front_right",
        "2": "front_center",
        "3": "low_frequency_effects_1",
        "4": "back_left",
        "5": "back_right",
        "6": "front_left_of_center",
        "7": "front_right_of_center",
        "8": "back_center",
        "9": "low_frequency_effects_2",
        "10": "side_left",
        "11": "side_right",
        "12": "top_front_left",
        "13": "top_front_right",
        "14": "top_front_center",
        "15": "top_center",
        "16": "top_back_left",
        "17": "top_back_right",
        "18": "top_side_left",
        "19": "top_side_right",
        "20": "top_back_center",
        "21": "bottom_front_center",
        "22": "bottom_front_left",
        "23": "bottom_front_right",
        "24": "front_left_wide",
        "25": "front_right_wide",
        "26": "left_surround",
        "27": "right_surround"
      },
      "code": true
    }
  ]
}
{
  "name": "Source PAC",
  "source": "PACS 3.3",
  "fields": [
    { "as": "n", "type": "u8" },
    {
      "key": "pac_records",
      "repeat": "n",
      "fields": [
        { "key": "coding_format", "type": "u8", "words": "coding_format" },
        { "key": "codec_company", "type": "u16", "words": "@company" },
        { "key": "vendor_codec_id", "type": "u16" },
        { "key": "codec_capabilities", "size": { "type": "u8" }, "fields": [{ "type": "capability_ltv" }] },
        { "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
      ]
    }
  ]
}
{
  "name": "Source Audio Locations",
  "source": "PACS 3.4",
  "fields": [
    {
      "key": "audio_locations",
      "type": "u32",
      "flags": {
        "0": "front_left",
        "1": "front_right",
        "2": "front_center",
        "3": "low_frequency_effects_1",
        "4": "back_left",
        "5": "back_right",
        "6": "front_left_of_center",
        "7": "front_right_of_center",
        "8": "back_center",
        "9": "low_frequency_effects_2",
        "10": "side_left",
        "11": "side_right",
        "12": "top_front_left",
        "13": "top_front_right",
        "14": "top_front_center",
        "15": "top_center",
        "16": "top_back_left",
        "17": "top_back_right",
        "18": "top_side_left",
        "19": "top_side_right",
        "20": "top_back_center",
        "21": "bottom_front_center",
        "22": "bottom_front_left",
        "23": "bottom_front_right",
        "24": "front_left_wide",
        "25": "front_right_wide",
        "26": "left_surround",
        "27": "right_surround"
      },
      "code": true
    }
  ]
}
{
  "name": "Available Audio Contexts",
  "source": "PACS 3.5",
  "fields": [
    {
      "key": "available_sink_contexts",
      "type": "u16",
      "flags": {
        "0": "unspecified",
        "1": "conversational",
        "2": "media",
        "3": "game",
        "4": "instructional",
        "5": "voice_assistants",
        "6": "live",
        "7": "sound_effects",
        "8": "notifications",
        "9": "ringtone",
        "10": "alerts",
        "11": "emergency_alarm"
      }
    },
    {
      "key": "available_source_contexts",
      "type": "u16",
      "flags": {
        "0": "unspecified",
        "1": "conversational",
        "2": "media",
        "3": "game",
        "4": "instructional",
        "5": "voice_assistants",
        "6": "live",
        "7": "sound_effects",
        "8": "notifications",
        "9": "ringtone",
        "10": "alerts",
        "11": "emergency_alarm"
      }
    }
  ]
}
{
  "name": "Supported Audio Contexts",
  "source": "PACS 3.6",
  "fields": [
    {
      "key": "supported_sink_contexts",
      "type": "u16",
      "flags": {
        "0": "unspecified",
        "1": "conversational",
        "2": "media",
        "3": "game",
        "4": "instructional",
        "5": "voice_assistants",
        "6": "live",
        "7": "sound_effects",
        "8": "notifications",
        "9": "ringtone",
        "10": "alerts",
        "11": "emergency_alarm"
      }
    },
    {
      "key": "supported_source_contexts",
      "type": "u16",
      "flags": {
        "0": "unspecified",
        "1": "conversational",
        "2": "media",
        "3": "game",
        "4": "instructional",
        "5": "voice_assistants",
        "6": "live",
        "7": "sound_effects",
        "8": "notifications",
        "9": "ringtone",
        "10": "alerts",
        "11": "emergency_alarm"
      }
    }
  ]
}
{
  "name": "Ammonia Concentration",
  "fields": [{ "key": "ammonia_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{ammonia_kg_per_m3} kg/m³][{ammonia_kg_per_m3_status}]"
}
{
  "name": "Carbon Monoxide Concentration",
  "fields": [{ "key": "carbon_monoxide_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{carbon_monoxide_kg_per_m3} kg/m³][{carbon_monoxide_kg_per_m3_status}]"
}
{
  "name": "Methane Concentration",
  "fields": [{ "key": "methane_ppb", "type": "sfloat", "unit": "ppb" }],
  "text": "[{methane_ppb} ppb][{methane_ppb_status}]"
}
{
  "name": "Nitrogen Dioxide Concentration",
  "fields": [{ "key": "nitrogen_dioxide_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{nitrogen_dioxide_kg_per_m3} kg/m³][{nitrogen_dioxide_kg_per_m3_status}]"
}
{
  "name": "Non-Methane Volatile Organic Compounds Concentration",
  "fields": [{ "key": "non_methane_voc_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{non_methane_voc_kg_per_m3} kg/m³][{non_methane_voc_kg_per_m3_status}]"
}
{
  "name": "Ozone Concentration",
  "fields": [{ "key": "ozone_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{ozone_kg_per_m3} kg/m³][{ozone_kg_per_m3_status}]"
}
{
  "name": "Particulate Matter - PM1 Concentration",
  "fields": [{ "key": "pm1_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{pm1_kg_per_m3} kg/m³][{pm1_kg_per_m3_status}]"
}
{
  "name": "Particulate Matter - PM2.5 Concentration",
  "fields": [{ "key": "pm2_5_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{pm2_5_kg_per_m3} kg/m³][{pm2_5_kg_per_m3_status}]"
}
{
  "name": "Particulate Matter - PM10 Concentration",
  "fields": [{ "key": "pm10_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{pm10_kg_per_m3} kg/m³][{pm10_kg_per_m3_status}]"
}
{
  "name": "Sulfur Dioxide Concentration",
  "fields": [{ "key": "sulfur_dioxide_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{sulfur_dioxide_kg_per_m3} kg/m³][{sulfur_dioxide_kg_per_m3_status}]"
}
{
  "name": "Sulfur Hexafluoride Concentration",
  "fields": [{ "key": "sulfur_hexafluoride_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
  "text": "[{sulfur_hexafluoride_kg_per_m3} kg/m³][{sulfur_hexafluoride_kg_per_m3_status}]"
}
{
  "name": "Hearing Aid Features",
  "source": "HAS 3.1",
  "fields": [
    { "as": "bits", "type": "u8", "reserved": "6..7" },
    {
      "key": "hearing_aid_type",
      "of": "bits.0..1",
      "words": { "0": "binaural", "1": "monaural", "2": "banded", "3": "reserved" }
    },
    { "key": "preset_synchronization", "of": "bits.2" },
    { "key": "independent_presets", "of": "bits.3" },
    { "key": "dynamic_presets", "of": "bits.4" },
    { "key": "writable_presets", "of": "bits.5" }
  ]
}
{
  "name": "Hearing Aid Preset Control Point",
  "source": "HAS 3.2",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "read_presets_request",
          "fields": [{ "key": "start_index", "type": "u8" }, { "key": "number_of_presets", "type": "u8" }]
        },
        "2": {
          "word": "read_preset_response",
          "fields": [
            { "key": "is_last", "type": "bool" },
            { "key": "preset_index", "type": "u8" },
            { "key": "preset_properties", "type": "u8", "flags": { "0": "writable", "1": "available" } },
            { "key": "preset_name", "type": "utf8" }
          ]
        },
        "3": {
          "word": "preset_changed",
          "fields": [
            {
              "key": "preset_change",
              "type": "u8",
              "cases": {
                "0": {
                  "word": "generic_update",
                  "fields": [
                    { "key": "is_last", "type": "bool" },
                    { "key": "previous_index", "type": "u8" },
                    { "key": "preset_index", "type": "u8" },
                    { "key": "preset_properties", "type": "u8", "flags": { "0": "writable", "1": "available" } },
                    { "key": "preset_name", "type": "utf8" }
                  ]
                },
                "1": {
                  "word": "deleted",
                  "fields": [{ "key": "is_last", "type": "bool" }, { "key": "preset_index", "type": "u8" }]
                },
                "2": {
                  "word": "available",
                  "fields": [{ "key": "is_last", "type": "bool" }, { "key": "preset_index", "type": "u8" }]
                },
                "3": {
                  "word": "unavailable",
                  "fields": [{ "key": "is_last", "type": "bool" }, { "key": "preset_index", "type": "u8" }]
                },
                "*": { "word": "reserved" }
              }
            }
          ]
        },
        "4": {
          "word": "write_preset_name",
          "fields": [{ "key": "preset_index", "type": "u8" }, { "key": "preset_name", "type": "utf8" }]
        },
        "5": { "word": "set_active_preset", "fields": [{ "key": "preset_index", "type": "u8" }] },
        "6": { "word": "set_next_preset" },
        "7": { "word": "set_previous_preset" },
        "8": {
          "word": "set_active_preset_synchronized_locally",
          "fields": [{ "key": "preset_index", "type": "u8" }]
        },
        "9": { "word": "set_next_preset_synchronized_locally" },
        "10": { "word": "set_previous_preset_synchronized_locally" },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Active Preset Index",
  "source": "HAS 3.3",
  "fields": [{ "key": "active_preset_index", "type": "u8" }]
}
{
  "name": "Stored Health Observations",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    { "key": "observation_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Fixed String 64",
  "fields": [{ "key": "fixed_string", "type": "utf8", "size": 64 }],
  "text": "\"{fixed_string}\""
}
{
  "name": "High Temperature",
  "fields": [
    {
      "key": "temperature_celsius",
      "type": "i16",
      "valid": "-546..32767",
      "scale": "0.5",
      "special": { "-32767": "not_valid", "-32768": "not_known" },
      "unit": "°C"
    }
  ],
  "text": "[{temperature_celsius:1}][{temperature_celsius_status}]"
}
{
  "name": "High Voltage",
  "fields": [
    {
      "key": "voltage_v",
      "type": "u24",
      "scale": "1/64",
      "special": { "16777215": "not_known" },
      "unit": "V"
    }
  ],
  "text": "[{voltage_v:3} V][{voltage_v_status}]"
}
{
  "name": "Light Distribution",
  "fields": [
    {
      "key": "light_distribution",
      "type": "u8",
      "words": {
        "0": "not_specified", "1": "type_i", "2": "type_ii", "3": "type_iii", "4": "type_iv",
        "5": "type_v", "*": "reserved"
      }
    }
  ]
}
{
  "name": "Light Output",
  "fields": [
    {
      "key": "light_output_lm",
      "type": "u24",
      "special": { "16777214": "not_valid", "16777215": "not_known" },
      "unit": "lm"
    }
  ],
  "text": "[{light_output_lm} lm][{light_output_lm_status}]"
}
{
  "name": "Light Source Type",
  "fields": [
    {
      "key": "light_source_type",
      "type": "u8",
      "words": {
        "0": "not_specified", "1": "low_pressure_fluorescent", "2": "hid", "3": "low_voltage_halogen",
        "4": "incandescent", "5": "led", "6": "oled", "253": "other_than_listed",
        "254": "no_light_source", "255": "multiple_types", "*": "reserved"
      }
    }
  ]
}
{
  "name": "Noise",
  "fields": [
    {
      "key": "noise_db",
      "type": "u8",
      "special": { "254": "over_range", "255": "not_known" },
      "unit": "dB"
    }
  ],
  "text": "[{noise_db} dB][{noise_db_status}]"
}
{
  "name": "Relative Runtime in a Correlated Color Temperature Range",
  "fields": [
    { "key": "relative_runtime_percent", "type": "percentage_8" },
    { "key": "minimum_color_temperature_k", "type": "color_temperature" },
    { "key": "maximum_color_temperature_k", "type": "color_temperature" }
  ]
}
{
  "name": "Time Second 32",
  "fields": [{ "key": "duration_s", "type": "u32", "special": { "4294967295": "not_known" }, "unit": "s" }],
  "text": "[{duration_s} s][{duration_s_status}]"
}
{
  "name": "VOC Concentration",
  "fields": [
    {
      "key": "voc_ppb",
      "type": "u16",
      "special": { "65534": "over_range", "65535": "not_known" },
      "unit": "ppb"
    }
  ],
  "text": "[{voc_ppb} ppb][{voc_ppb_status}]"
}
{
  "name": "Voltage Frequency",
  "fields": [
    {
      "key": "frequency_hz",
      "type": "u16",
      "special": { "0": "direct_current", "65534": "not_valid", "65535": "not_known" },
      "unit": "Hz"
    }
  ],
  "text": "[{frequency_hz} Hz][{frequency_hz_status}]"
}
{
  "name": "Battery Critical Status",
  "fields": [{ "type": "u8", "flags": { "0": "critical_power_state", "1": "immediate_service_required" } }]
}
{
  "name": "Battery Health Status",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "4..7" },
    {
      "key": "battery_health_summary_percent",
      "type": "u8",
      "if": "flags.0",
      "valid": "0..100",
      "unit": "%"
    },
    { "key": "cycle_count", "type": "u16", "if": "flags.1" },
    {
      "key": "battery_temperature_celsius",
      "type": "i8",
      "if": "flags.2",
      "special": { "127": "over_range", "-128": "under_range" },
      "unit": "°C"
    },
    { "key": "deep_discharge_count", "type": "u16", "if": "flags.3" }
  ]
}
{
  "name": "Battery Health Information",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "2..7" },
    { "key": "designed_cycle_count", "type": "u16", "if": "flags.0" },
    {
      "key": "minimum_designed_temperature_celsius",
      "type": "i8",
      "if": "flags.1",
      "special": { "127": "over_range", "-128": "under_range" },
      "unit": "°C"
    },
    {
      "key": "maximum_designed_temperature_celsius",
      "type": "i8",
      "if": "flags.1",
      "special": { "127": "over_range", "-128": "under_range" },
      "unit": "°C"
    }
  ]
}
{
  "name": "Battery Information",
  "fields": [
    { "as": "flags", "type": "u16", "reserved": "8..15" },
    { "type": "u8", "flags": { "0": "replaceable", "1": "rechargeable" } },
    { "as": "made", "type": "u24", "if": "flags.0" },
    {
      "key": "manufacture_date",
      "of": "made",
      "time": { "since": "1970-01-01", "tick_s": 86400 },
      "special": { "0": "not_known" }
    },
    { "as": "expires", "type": "u24", "if": "flags.1" },
    {
      "key": "expiration_date",
      "of": "expires",
      "time": { "since": "1970-01-01", "tick_s": 86400 },
      "special": { "0": "not_known" }
    },
    { "key": "designed_capacity_kwh", "type": "sfloat", "if": "flags.2", "unit": "kWh" },
    { "key": "low_energy_kwh", "type": "sfloat", "if": "flags.3", "unit": "kWh" },
    { "key": "critical_energy_kwh", "type": "sfloat", "if": "flags.4", "unit": "kWh" },
    {
      "key": "battery_chemistry",
      "type": "u8",
      "if": "flags.5",
      "words": {
        "0": "not_known", "1": "alkaline", "2": "lead_acid", "3": "lithium_iron_disulfide",
        "4": "lithium_manganese_dioxide", "5": "lithium_ion", "6": "lithium_polymer",
        "7": "nickel_oxyhydroxide", "8": "nickel_cadmium", "9": "nickel_metal_hydride",
        "10": "silver_oxide", "11": "zinc_chloride", "12": "zinc_air", "13": "zinc_carbon",
        "*": "reserved", "255": "other"
      }
    },
    { "key": "nominal_voltage_v", "type": "sfloat", "if": "flags.6", "unit": "V" },
    {
      "key": "aggregation_group",
      "type": "u8",
      "if": "flags.7",
      "special": { "0": "none", "255": "reserved" }
    }
  ]
}
{
  "name": "Battery Level Status",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "3..7" },
    { "as": "power", "type": "u16", "reserved": "15" },
    { "key": "battery_present", "of": "power.0" },
    { "key": "wired_power", "of": "power.1..2", "words": "connected" },
    { "key": "wireless_power", "of": "power.3..4", "words": "connected" },
    {
      "key": "charge_state",
      "of": "power.5..6",
      "words": { "0": "not_known", "1": "charging", "2": "discharging_active", "3": "discharging_inactive" }
    },
    {
      "key": "charge_level",
      "of": "power.7..8",
      "words": { "0": "not_known", "1": "good", "2": "low", "3": "critical" }
    },
    {
      "key": "charging_type",
      "of": "power.9..11",
      "words": {
        "0": "not_known_or_not_charging", "1": "constant_current", "2": "constant_voltage", "3": "trickle",
        "4": "float", "*": "reserved"
      }
    },
    { "key": "charging_fault_battery", "of": "power.12" },
    { "key": "charging_fault_external_power", "of": "power.13" },
    { "key": "charging_fault_other", "of": "power.14" },
    { "key": "battery_identifier", "type": "u16", "if": "flags.0" },
    { "key": "battery_level_percent", "type": "u8", "if": "flags.1", "unit": "%" },
    { "as": "more", "type": "u8", "if": "flags.2", "reserved": "3..7" },
    {
      "key": "service_required",
      "of": "more.0..1",
      "words": { "0": "no", "1": "yes", "2": "not_known", "3": "reserved" }
    },
    { "key": "battery_fault", "of": "more.2" }
  ],
  "text": "[{battery_level_percent} %  ]{charge_state}, level {charge_level}"
}
{
  "name": "Battery Time Status",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "2..7" },
    {
      "key": "time_until_discharged_min",
      "type": "u24",
      "special": { "16777214": "over_range", "16777215": "not_known" },
      "unit": "min"
    },
    {
      "key": "time_until_discharged_on_standby_min",
      "type": "u24",
      "if": "flags.0",
      "special": { "16777214": "over_range", "16777215": "not_known" },
      "unit": "min"
    },
    {
      "key": "time_until_recharged_min",
      "type": "u24",
      "if": "flags.1",
      "special": { "16777214": "over_range", "16777215": "not_known" },
      "unit": "min"
    }
  ]
}
{
  "name": "Estimated Service Date",
  "fields": [
    {
      "key": "estimated_service_date",
      "type": "u24",
      "time": { "since": "1970-01-01", "tick_s": 86400 },
      "special": { "0": "not_known" }
    }
  ],
  "text": "[{estimated_service_date}][{estimated_service_date_status}]"
}
{
  "name": "Battery Energy Status",
  "fields": [
    { "as": "flags", "type": "u8", "reserved": "6..7" },
    { "key": "external_source_power_w", "type": "sfloat", "if": "flags.0", "unit": "W" },
    { "key": "present_voltage_v", "type": "sfloat", "if": "flags.1", "unit": "V" },
    { "key": "available_energy_kwh", "type": "sfloat", "if": "flags.2", "unit": "kWh" },
    { "key": "available_capacity_kwh", "type": "sfloat", "if": "flags.3", "unit": "kWh" },
    { "key": "charge_rate_w", "type": "sfloat", "if": "flags.4", "unit": "W" },
    { "key": "available_energy_at_last_charge_kwh", "type": "sfloat", "if": "flags.5", "unit": "kWh" }
  ]
}
{
  "name": "Observation Schedule Changed",
  "fields": [{ "key": "observation_schedule", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Elapsed Time",
  "fields": [
    { "as": "clock", "type": "u8" },
    { "as": "count", "type": "u48" },
    { "as": "source", "type": "u8" },
    { "as": "offset", "type": "i8" },
    { "key": "tick_counter", "of": "clock.0" },
    { "key": "utc", "of": "clock.1" },
    { "key": "time_zone_used", "of": "clock.4" },
    { "key": "current_timeline", "of": "clock.5" },
    { "key": "elapsed_time_s", "if": "clock.2..3 == 0", "of": "count", "unit": "s" },
    { "key": "elapsed_time_s", "if": "clock.2..3 == 1", "of": "count", "scale": "0.1", "unit": "s" },
    { "key": "elapsed_time_s", "if": "clock.2..3 == 2", "of": "count", "scale": "0.001", "unit": "s" },
    { "key": "elapsed_time_s", "if": "clock.2..3 == 3", "of": "count", "scale": "0.0001", "unit": "s" },
    {
      "key": "time_source",
      "if": "!clock.0",
      "of": "source",
      "words": {
        "0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
        "5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
      }
    },
    {
      "key": "time_zone_min",
      "if": "clock.4",
      "of": "offset",
      "scale": "15",
      "special": { "-128": "not_known" },
      "unit": "min"
    },
    { "key": "clock_status", "type": "u8", "if": "rest > 0", "flags": { "0": "needs_set" } },
    {
      "key": "clock_capabilities",
      "type": "u8",
      "if": "rest > 0",
      "flags": { "0": "applies_dst", "1": "manages_time_zone" }
    }
  ]
}
{
  "name": "Health Sensor Features",
  "fields": [
    { "key": "health_sensor_features_code", "type": "u8" },
    { "key": "health_sensor_features", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "GHS Control Point",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "start_live_observations" },
        "2": { "word": "stop_live_observations" },
        "128": { "word": "response", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "LE GATT Security Levels",
  "source": "Vol 3, Part C, 12.7",
  "fields": [
    {
      "key": "security_levels",
      "repeat": "rest",
      "fields": [{ "key": "security_mode", "type": "u8" }, { "key": "security_level", "type": "u8" }]
    }
  ]
}
{
  "name": "ESL Address",
  "source": "ESLS 3.1",
  "text": "group {esl_group_id}, label {esl_id}",
  "fields": [
    { "as": "whole_address", "type": "u16", "reserved": "15" },
    { "key": "esl_id", "of": "whole_address & 255" },
    { "key": "esl_group_id", "of": "whole_address >> 8 & 127" }
  ]
}
{
  "name": "AP Sync Key Material",
  "source": "ESLS 3.2",
  "text": "key material",
  "fields": [
    { "key": "session_key", "type": "hex", "size": 16 },
    { "key": "initialization_vector", "type": "hex", "size": 8 }
  ]
}
{
  "name": "ESL Response Key Material",
  "source": "ESLS 3.3",
  "text": "key material",
  "fields": [
    { "key": "session_key", "type": "hex", "size": 16 },
    { "key": "initialization_vector", "type": "hex", "size": 8 }
  ]
}
{
  "name": "ESL Current Absolute Time",
  "source": "ESLS 3.4: of a clock that the access point sets",
  "text": "{esl_time_ms} ms",
  "fields": [{ "key": "esl_time_ms", "type": "u32", "unit": "ms" }]
}
{
  "name": "ESL Display Information",
  "source": "ESLS 3.5; the types are Assigned Numbers",
  "fields": [
    {
      "key": "displays",
      "repeat": "rest",
      "fields": [
        { "key": "width_px", "type": "u16" },
        { "key": "height_px", "type": "u16" },
        {
          "key": "display_type",
          "type": "u8",
          "words": {
            "1": "black_white",
            "2": "three_gray",
            "3": "four_gray",
            "4": "eight_gray",
            "5": "sixteen_gray",
            "6": "red_black_white",
            "7": "yellow_black_white",
            "8": "red_yellow_black_white",
            "9": "seven_colors",
            "10": "sixteen_colors",
            "11": "full_rgb",
            "*": "reserved"
          }
        }
      ]
    }
  ]
}
{
  "name": "ESL Image Information",
  "source": "ESLS 3.6",
  "fields": [{ "key": "max_image_index", "type": "u8" }]
}
{
  "name": "ESL Sensor Information",
  "source": "ESLS 3.7",
  "fields": [
    {
      "key": "esl_sensors",
      "repeat": "rest",
      "fields": [
        { "as": "size", "type": "u8" },
        { "key": "mesh_property_id", "type": "u16", "if": "size == 0" },
        { "key": "sensor_company", "type": "u16", "words": "@company", "if": "size == 1" },
        { "key": "sensor_code", "type": "u16", "if": "size == 1" }
      ]
    }
  ]
}
{
  "name": "ESL LED Information",
  "source": "ESLS 3.8",
  "fields": [
    {
      "key": "esl_leds",
      "repeat": "rest",
      "fields": [
        { "as": "led", "type": "u8" },
        {
          "key": "led_type",
          "of": "led.6..7",
          "words": { "0": "srgb", "1": "monochrome", "2": "reserved", "3": "reserved" }
        },
        { "key": "led_red", "of": "led.0..1" },
        { "key": "led_green", "of": "led.2..3" },
        { "key": "led_blue", "of": "led.4..5" }
      ]
    }
  ]
}
{
  "name": "ESL Control Point",
  "source": "ESLS 3.9",
  "direction": "notify",
  "fields": [
    {
      "key": "response",
      "type": "u8",
      "cases": {
        "0": {
          "word": "error",
          "fields": [
            {
              "key": "esl_error",
              "type": "u8",
              "success": 0,
              "words": {
                "1": "unspecified",
                "2": "invalid_opcode",
                "3": "invalid_state",
                "4": "invalid_image_index",
                "5": "image_not_available",
                "6": "invalid_parameters",
                "7": "capacity_limit",
                "8": "insufficient_battery",
                "9": "insufficient_resources",
                "10": "retry",
                "11": "queue_full",
                "12": "implausible_absolute_time",
                "*": "reserved"
              }
            }
          ]
        },
        "1": { "word": "led_state", "fields": [{ "key": "led_index", "type": "u8" }] },
        "16": {
          "word": "basic_state",
          "fields": [
            {
              "key": "esl_state",
              "type": "u16",
              "flags": {
                "0": "service_needed",
                "1": "synchronized",
                "2": "active_led",
                "3": "pending_led_update",
                "4": "pending_display_update"
              }
            }
          ]
        },
        "17": {
          "word": "display_state",
          "fields": [{ "key": "display_index", "type": "u8" }, { "key": "image_index", "type": "u8" }]
        },
        "*": {
          "word": "sensor_value_or_vendor_specific",
          "fields": [{ "key": "response_parameters", "type": "hex" }]
        }
      }
    }
  ]
}
{
  "name": "ESL Control Point",
  "source": "ESLS 3.9",
  "direction": "write",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "ping", "fields": [{ "key": "esl_id", "type": "u8" }] },
        "1": { "word": "unassociate", "fields": [{ "key": "esl_id", "type": "u8" }] },
        "2": { "word": "service_reset", "fields": [{ "key": "esl_id", "type": "u8" }] },
        "3": { "word": "factory_reset", "fields": [{ "key": "esl_id", "type": "u8" }] },
        "4": { "word": "update_complete", "fields": [{ "key": "esl_id", "type": "u8" }] },
        "16": {
          "word": "read_sensor_data",
          "fields": [{ "key": "esl_id", "type": "u8" }, { "key": "sensor_index", "type": "u8" }]
        },
        "17": {
          "word": "refresh_display",
          "fields": [{ "key": "esl_id", "type": "u8" }, { "key": "display_index", "type": "u8" }]
        },
        "32": {
          "word": "display_image",
          "fields": [
            { "key": "esl_id", "type": "u8" },
            { "key": "display_index", "type": "u8" },
            { "key": "image_index", "type": "u8" }
          ]
        },
        "96": {
          "word": "display_timed_image",
          "fields": [
            { "key": "esl_id", "type": "u8" },
            { "key": "display_index", "type": "u8" },
            { "key": "image_index", "type": "u8" },
            { "key": "esl_time_ms", "type": "u32", "unit": "ms" }
          ]
        },
        "176": {
          "word": "led_control",
          "fields": [
            { "key": "esl_id", "type": "u8" },
            { "key": "led_index", "type": "u8" },
            { "as": "color", "type": "u8" },
            { "key": "led_red", "of": "color.0..1" },
            { "key": "led_green", "of": "color.2..3" },
            { "key": "led_blue", "of": "color.4..5" },
            { "key": "led_brightness", "of": "color.6..7" },
            { "key": "flashing_pattern", "type": "hexle", "size": 5 },
            { "key": "bit_off_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
            { "key": "bit_on_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
            { "as": "repeat", "type": "u16" },
            {
              "key": "repeat_kind",
              "of": "repeat.0",
              "words": { "0": "repeats", "1": "seconds" },
              "code": false
            },
            { "key": "repeat_count", "of": "repeat >> 1" }
          ]
        },
        "240": {
          "word": "led_timed_control",
          "fields": [
            { "key": "esl_id", "type": "u8" },
            { "key": "led_index", "type": "u8" },
            { "as": "color", "type": "u8" },
            { "key": "led_red", "of": "color.0..1" },
            { "key": "led_green", "of": "color.2..3" },
            { "key": "led_blue", "of": "color.4..5" },
            { "key": "led_brightness", "of": "color.6..7" },
            { "key": "flashing_pattern", "type": "hexle", "size": 5 },
            { "key": "bit_off_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
            { "key": "bit_on_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
            { "as": "repeat", "type": "u16" },
            {
              "key": "repeat_kind",
              "of": "repeat.0",
              "words": { "0": "repeats", "1": "seconds" },
              "code": false
            },
            { "key": "repeat_count", "of": "repeat >> 1" },
            { "key": "esl_time_ms", "type": "u32", "unit": "ms" }
          ]
        },
        "*": { "word": "vendor_specific", "fields": [{ "key": "vendor_parameters", "type": "hex" }] }
      }
    }
  ]
}
{
  "name": "UDI for Medical Devices",
  "source": "DIS 1.2; values are text that ends in NUL",
  "fields": [
    { "as": "present", "type": "u8", "reserved": "4..7" },
    { "key": "udi_label", "type": "utf8", "size": "nul", "if": "present.0" },
    { "key": "udi_device_identifier", "type": "utf8", "size": "nul", "if": "present.1" },
    { "key": "udi_issuer", "type": "utf8", "size": "nul", "if": "present.2" },
    { "key": "udi_authority", "type": "utf8", "size": "nul", "if": "present.3" }
  ]
}
{
  "name": "GMAP Role",
  "source": "GMAP 1.0, 4.2",
  "fields": [
    {
      "key": "gmap_roles",
      "type": "u8",
      "flags": {
        "0": "unicast_game_gateway",
        "1": "unicast_game_terminal",
        "2": "broadcast_game_sender",
        "3": "broadcast_game_receiver"
      }
    }
  ]
}
{
  "name": "UGG Features",
  "source": "GMAP 1.0, 4.3",
  "fields": [
    {
      "key": "ugg_features",
      "type": "u8",
      "flags": { "0": "multiplex", "1": "96_kbps_source", "2": "multisink" }
    }
  ]
}
{
  "name": "UGT Features",
  "source": "GMAP 1.0, 4.4",
  "fields": [
    {
      "key": "ugt_features",
      "type": "u8",
      "flags": {
        "0": "source",
        "1": "80_kbps_source",
        "2": "sink",
        "3": "64_kbps_sink",
        "4": "multiplex",
        "5": "multisink",
        "6": "multisource"
      }
    }
  ]
}
{
  "name": "BGS Features",
  "source": "GMAP 1.0, 4.5",
  "fields": [{ "key": "bgs_features", "type": "u8", "flags": { "0": "96_kbps" } }]
}
{
  "name": "BGR Features",
  "source": "GMAP 1.0, 4.6",
  "fields": [{ "key": "bgr_features", "type": "u8", "flags": { "0": "multisink", "1": "multiplex" } }]
}
{
  "name": "Percentage 8 Steps",
  "fields": [{ "key": "percentage_steps", "type": "u8", "valid": "1..200", "special": { "255": "not_known" } }],
  "text": "[{percentage_steps} steps][{percentage_steps_status}]"
}
{
  "name": "Acceleration",
  "fields": [
    {
      "key": "acceleration_m_per_s2",
      "type": "i32",
      "scale": "0.001",
      "special": { "2147483647": "not_known" },
      "unit": "m/s²"
    }
  ],
  "text": "[{acceleration_m_per_s2:3} m/s²][{acceleration_m_per_s2_status}]"
}
{
  "name": "Force",
  "fields": [
    {
      "key": "force_n",
      "type": "i32",
      "scale": "0.001",
      "special": { "2147483647": "not_known" },
      "unit": "N"
    }
  ],
  "text": "[{force_n:3} N][{force_n_status}]"
}
{
  "name": "Linear Position",
  "fields": [
    {
      "key": "linear_position_m",
      "type": "i32",
      "scale": "0.0000001",
      "special": { "2147483647": "not_known" },
      "unit": "m"
    }
  ],
  "text": "[{linear_position_m:7} m][{linear_position_m_status}]"
}
{
  "name": "Rotational Speed",
  "fields": [
    {
      "key": "rotational_speed_rpm",
      "type": "i32",
      "special": { "2147483647": "not_known" },
      "unit": "rpm"
    }
  ],
  "text": "[{rotational_speed_rpm} rpm][{rotational_speed_rpm_status}]"
}
{
  "name": "Length",
  "fields": [
    {
      "key": "length_m",
      "type": "u32",
      "scale": "0.0000001",
      "special": { "4294967295": "not_known" },
      "unit": "m"
    }
  ],
  "text": "[{length_m:7} m][{length_m_status}]"
}
{
  "name": "Torque",
  "fields": [
    {
      "key": "torque_nm",
      "type": "i32",
      "scale": "0.01",
      "special": { "2147483647": "not_known" },
      "unit": "N·m"
    }
  ],
  "text": "[{torque_nm:2} N·m][{torque_nm_status}]"
}
{
  "name": "IMD Status",
  "fields": [
    { "key": "device_status_code", "type": "u8" },
    { "key": "device_status_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "IMDS Descriptor Value Changed",
  "fields": [{ "key": "change_flags_code", "type": "u16" }, { "key": "characteristic_uuid", "type": "uuid" }]
}
{
  "name": "First Use Date",
  "fields": [
    {
      "key": "first_use_date",
      "type": "u24",
      "time": { "since": "1970-01-01", "tick_s": 86400 },
      "special": { "0": "not_known" }
    }
  ],
  "text": "[{first_use_date}][{first_use_date_status}]"
}
{
  "name": "Life Cycle Data",
  "fields": [{ "key": "life_cycle_data", "type": "hex" }]
}
{
  "name": "Work Cycle Data",
  "fields": [{ "key": "work_cycle_data", "type": "hex" }]
}
{
  "name": "Service Cycle Data",
  "fields": [{ "key": "service_cycle_data", "type": "hex" }]
}
{
  "name": "IMD Control",
  "fields": [{ "key": "op_code", "type": "u8" }, { "key": "parameter", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "IMD Historical Data",
  "fields": [{ "key": "historical_data", "type": "hex" }]
}
{
  "name": "RAS Features",
  "source": "RAS 3.1",
  "fields": [
    {
      "key": "ras_features",
      "type": "u32",
      "flags": {
        "0": "real_time_ranging_data",
        "1": "retrieve_lost_segments",
        "2": "abort_operation",
        "3": "filter_ranging_data"
      }
    }
  ]
}
{
  "name": "Real-time Ranging Data",
  "source": "RAS 3.2: a segment of the data of a procedure",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    {
      "if": "segment.0",
      "fields": [
        { "as": "count_and_configuration", "type": "u16" },
        { "key": "ranging_counter", "of": "count_and_configuration & 4095" },
        { "key": "ranging_configuration", "of": "count_and_configuration >> 12" },
        { "key": "selected_tx_power_dbm", "type": "i8", "unit": "dBm" },
        { "key": "antenna_paths", "type": "u8", "flags": { "0": "1", "1": "2", "2": "3", "3": "4" } }
      ]
    },
    { "key": "ranging_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "On-demand Ranging Data",
  "source": "RAS 3.3: a segment of the data of a procedure",
  "fields": [
    { "as": "segment", "type": "u8" },
    { "key": "first_segment", "of": "segment.0" },
    { "key": "last_segment", "of": "segment.1" },
    { "key": "segment_counter", "of": "segment.2..7" },
    {
      "if": "segment.0",
      "fields": [
        { "as": "count_and_configuration", "type": "u16" },
        { "key": "ranging_counter", "of": "count_and_configuration & 4095" },
        { "key": "ranging_configuration", "of": "count_and_configuration >> 12" },
        { "key": "selected_tx_power_dbm", "type": "i8", "unit": "dBm" },
        { "key": "antenna_paths", "type": "u8", "flags": { "0": "1", "1": "2", "2": "3", "3": "4" } }
      ]
    },
    { "key": "ranging_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "RAS Control Point",
  "source": "RAS 3.4",
  "direction": "notify",
  "fields": [
    {
      "key": "response",
      "type": "u8",
      "cases": {
        "0": { "word": "complete_ranging_data", "fields": [{ "key": "ranging_counter", "type": "u16" }] },
        "1": {
          "word": "complete_lost_segments",
          "fields": [
            { "key": "ranging_counter", "type": "u16" },
            { "key": "first_lost_segment", "type": "u8" },
            { "key": "last_lost_segment", "type": "u8" }
          ]
        },
        "2": {
          "word": "response_code",
          "fields": [
            {
              "key": "outcome",
              "type": "u8",
              "success": [1, 4, 8],
              "words": {
                "1": "success",
                "2": "opcode_not_supported",
                "3": "invalid_parameter",
                "4": "success_persisted",
                "5": "abort_unsuccessful",
                "6": "procedure_not_completed",
                "7": "server_busy",
                "8": "no_records_found",
                "*": "reserved"
              }
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "RAS Control Point",
  "source": "RAS 3.4",
  "direction": "write",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "get_ranging_data", "fields": [{ "key": "ranging_counter", "type": "u16" }] },
        "1": { "word": "acknowledge_ranging_data", "fields": [{ "key": "ranging_counter", "type": "u16" }] },
        "2": {
          "word": "retrieve_lost_segments",
          "fields": [
            { "key": "ranging_counter", "type": "u16" },
            { "key": "first_lost_segment", "type": "u8" },
            { "key": "last_lost_segment", "type": "u8" }
          ]
        },
        "3": { "word": "abort_operation" },
        "4": {
          "word": "set_filter",
          "fields": [
            { "as": "filter", "type": "u16" },
            { "key": "filter_mode", "of": "filter & 3" },
            { "key": "filter_bits", "of": "filter >> 2" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Ranging Data Ready",
  "source": "RAS 3.5",
  "text": "procedure {ranging_counter}",
  "fields": [{ "key": "ranging_counter", "type": "u16" }]
}
{
  "name": "Ranging Data Overwritten",
  "source": "RAS 3.6",
  "text": "procedure {ranging_counter}",
  "fields": [{ "key": "ranging_counter", "type": "u16" }]
}
{
  "name": "Coordinated Set Name",
  "source": "CSIS 1.1",
  "text": "{coordinated_set_name:q}",
  "fields": [{ "key": "coordinated_set_name", "type": "utf8" }]
}
{
  "name": "Humidity 8",
  "fields": [{ "key": "relative_humidity_percent", "type": "percentage_8" }],
  "text": "[{relative_humidity_percent:1} %][{relative_humidity_percent_status}]"
}
{
  "name": "Illuminance 16",
  "fields": [{ "key": "illuminance_lux", "type": "u16", "special": { "65535": "not_known" }, "unit": "lx" }],
  "text": "[{illuminance_lux} lx][{illuminance_lux_status}]"
}
{
  "name": "Acceleration - 3D",
  "fields": [
    {
      "key": "acceleration_g",
      "type": "i8",
      "repeat": 3,
      "axes": true,
      "scale": "0.01",
      "special": { "126": "over_range", "127": "not_known" },
      "unit": "g"
    }
  ],
  "text": "[{acceleration_g:2} g]"
}
{
  "name": "Precise Acceleration - 3D",
  "fields": [
    {
      "key": "acceleration_g",
      "type": "i16",
      "repeat": 3,
      "axes": true,
      "scale": "0.001",
      "special": { "32766": "over_range", "32767": "not_known" },
      "unit": "g"
    }
  ],
  "text": "[{acceleration_g:3} g]"
}
{
  "name": "Acceleration Detection Status",
  "fields": [
    {
      "key": "acceleration_detection",
      "type": "u8",
      "words": { "0": "no_change", "1": "change_detected", "*": "reserved" }
    }
  ]
}
{
  "name": "Door/Window Status",
  "fields": [
    {
      "key": "door_window_status",
      "type": "u8",
      "words": { "0": "open", "1": "closed", "2": "tilted_or_ajar", "*": "reserved" }
    }
  ]
}
{
  "name": "Pushbutton Status 8",
  "fields": [
    { "as": "buttons", "type": "u8" },
    {
      "key": "button_0",
      "of": "buttons.0..1",
      "words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
    },
    {
      "key": "button_1",
      "of": "buttons.2..3",
      "words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
    },
    {
      "key": "button_2",
      "of": "buttons.4..5",
      "words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
    },
    {
      "key": "button_3",
      "of": "buttons.6..7",
      "words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
    }
  ]
}
{
  "name": "Contact Status 8",
  "fields": [
    {
      "type": "u8",
      "flags": {
        "0": "contact_0_closed", "1": "contact_1_closed", "2": "contact_2_closed", "3": "contact_3_closed",
        "4": "contact_4_closed", "5": "contact_5_closed", "6": "contact_6_closed", "7": "contact_7_closed"
      }
    }
  ]
}
{
  "name": "HID ISO Properties",
  "source": "HID ISO Service 1.0: shown as it is",
  "fields": [{ "key": "hid_iso_properties", "type": "hex" }]
}
{
  "name": "LE HID Operation Mode",
  "source": "HID ISO Service 1.0: by number",
  "fields": [
    { "key": "hid_operation_code", "type": "u8" },
    { "key": "hid_operation_parameters", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Cookware Description",
  "source": "CWS",
  "text": "{cookware_description:q}",
  "fields": [{ "key": "cookware_description", "type": "utf8" }]
}
{
  "name": "Recipe Control",
  "source": "CWS",
  "text": "{command}[ step {cooking_step_index}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "read" },
        "1": { "word": "start" },
        "2": { "word": "stop" },
        "3": { "word": "delete" },
        "*": { "word": "reserved" }
      }
    },
    { "key": "cooking_step_index", "type": "u16", "if": "rest > 0" }
  ]
}
{
  "name": "Recipe Parameters",
  "source": "CWS",
  "fields": [
    { "as": "bits", "type": "u16", "reserved": "7..15" },
    { "key": "cooking_step_index", "type": "u16" },
    {
      "key": "cooking_process",
      "type": "u8",
      "words": {
        "0": "no_cooking",
        "1": "preheating",
        "2": "baking",
        "3": "boiling",
        "4": "braising",
        "5": "broiling",
        "6": "cooling",
        "7": "freezing",
        "8": "frying",
        "9": "grilling",
        "10": "melting",
        "11": "poaching",
        "12": "roasting",
        "13": "sauteing",
        "14": "simmering",
        "15": "sous_vide",
        "16": "steaming",
        "17": "stewing",
        "255": "other",
        "*": "reserved"
      }
    },
    { "key": "cooking_duration_s", "type": "u16", "unit": "s", "if": "cooking_process != 0" },
    { "key": "cooking_temperature_celsius", "type": "cooking_temperature", "if": "bits.3" },
    {
      "key": "temperature_gradient_k_per_s",
      "type": "i8",
      "scale": "0.1",
      "unit": "K/s",
      "if": "bits.3 && bits.4"
    },
    {
      "key": "cooking_humidity_percent",
      "type": "u16",
      "scale": "0.01",
      "unit": "%",
      "special": { "65535": "not_known" },
      "if": "bits.5"
    },
    {
      "key": "termination_conditions",
      "type": "u16",
      "flags": {
        "0": "temperature_increase",
        "1": "temperature_decrease",
        "2": "humidity_increase",
        "3": "humidity_decrease",
        "15": "all_of_them"
      },
      "if": "bits.6"
    },
    { "key": "overshoot_prevention", "of": "bits.0" },
    { "key": "last_cooking_step", "of": "bits.1" },
    { "key": "user_action_required", "of": "bits.2" }
  ]
}
{
  "name": "Cooking Step Status",
  "source": "CWS",
  "fields": [
    { "as": "bits", "type": "u8", "reserved": "3..7" },
    { "key": "cooking_step_index", "type": "u16", "special": { "0": "not_known" } },
    {
      "key": "remaining_time_s",
      "type": "u16",
      "unit": "s",
      "special": { "0": "none", "65535": "not_known" },
      "valid": "0..65280"
    },
    { "key": "user_action_required", "of": "bits.0" },
    { "key": "last_cooking_step", "of": "bits.1" },
    { "key": "cooking_step_started", "of": "bits.2" }
  ]
}
{
  "name": "Cooking Zone Capabilities",
  "source": "CWS",
  "fields": [
    { "as": "bits", "type": "u16", "reserved": "6..15" },
    {
      "key": "power_technology",
      "type": "u8",
      "words": {
        "0": "heating_other",
        "1": "heating_induction",
        "2": "heating_gas",
        "3": "heating_radiant",
        "4": "cooling_refrigeration",
        "5": "cooling_freezer",
        "255": "manufacturer_specific",
        "*": "reserved"
      }
    },
    { "key": "cooking_steps", "type": "u16" },
    {
      "if": "bits.1",
      "fields": [
        {
          "key": "nominal_power_w",
          "type": "u24",
          "scale": "0.1",
          "unit": "W",
          "special": { "16777214": "not_valid", "16777215": "not_known" }
        },
        { "key": "boost_level_percent", "type": "u8", "unit": "%" },
        { "key": "minimum_available_power_percent", "type": "perceived_power" }
      ]
    },
    {
      "if": "bits.2",
      "fields": [
        { "key": "maximum_temperature_celsius", "type": "cooking_temperature" },
        { "key": "minimum_temperature_celsius", "type": "cooking_temperature" }
      ]
    },
    {
      "key": "maximum_airflow_m3_per_s",
      "type": "u16",
      "scale": "0.001",
      "unit": "m³/s",
      "special": { "65535": "not_known" },
      "if": "bits.4"
    },
    {
      "key": "zone_features",
      "of": "bits",
      "flags": {
        "0": "aggregation",
        "1": "power_control",
        "2": "temperature_control",
        "3": "humidity_control",
        "4": "blower_fan_airflow",
        "5": "manufacturer_specific_control"
      }
    }
  ]
}
{
  "name": "Cooking Zone Desired Cooking Conditions",
  "source": "CWS",
  "fields": [
    { "as": "bits", "type": "u16", "reserved": "5..15" },
    { "key": "perceived_power_percent", "type": "perceived_power", "if": "bits.0" },
    { "key": "cooking_temperature_celsius", "type": "cooking_temperature", "if": "bits.1" },
    {
      "key": "cooking_humidity_percent",
      "type": "u16",
      "scale": "0.01",
      "unit": "%",
      "special": { "65535": "not_known" },
      "if": "bits.2"
    },
    {
      "key": "blower_fan_speed_percent",
      "type": "u8",
      "scale": "0.5",
      "unit": "%",
      "special": { "255": "not_known" },
      "if": "bits.3"
    },
    { "key": "cooking_vendor_data", "type": "hex", "if": "bits.4" }
  ]
}
{
  "name": "Cooking Zone Actual Cooking Conditions",
  "source": "CWS",
  "fields": [
    { "as": "bits", "type": "u16", "reserved": "5..15" },
    { "key": "perceived_power_percent", "type": "perceived_power", "if": "bits.0" },
    { "key": "cooking_temperature_celsius", "type": "cooking_temperature", "if": "bits.1" },
    {
      "key": "cooking_humidity_percent",
      "type": "u16",
      "scale": "0.01",
      "unit": "%",
      "special": { "65535": "not_known" },
      "if": "bits.2"
    },
    {
      "key": "blower_fan_speed_percent",
      "type": "u8",
      "scale": "0.5",
      "unit": "%",
      "special": { "255": "not_known" },
      "if": "bits.3"
    },
    { "key": "cooking_vendor_data", "type": "hex", "if": "bits.4" }
  ]
}
{
  "name": "Cookware Sensor Data",
  "source": "CWS: in the form that the Cooking Sensor Info descriptor names, most significant byte first here",
  "fields": [
    { "key": "sensor_errors", "type": "u8", "flags": { "0": "out_of_range", "1": "internal_error" } },
    { "key": "sensor_value", "type": "hexle", "if": "rest > 0" }
  ]
}
{
  "name": "Cookware Sensor Aggregate",
  "source": "CWS: the sensors one after the other",
  "fields": [{ "key": "sensor_aggregate", "type": "hex" }]
}
{
  "name": "Cooking Temperature",
  "source": "CWS",
  "text": "[{cooking_temperature_celsius:1}]",
  "fields": [{ "key": "cooking_temperature_celsius", "type": "cooking_temperature" }]
}
{
  "name": "Cooking Zone Perceived Power",
  "source": "CWS",
  "text": "{perceived_power_percent} %",
  "fields": [{ "key": "perceived_power_percent", "type": "perceived_power" }]
}
{
  "name": "Kitchen Appliance Airflow",
  "source": "CWS",
  "fields": [
    {
      "key": "airflow_m3_per_s",
      "type": "u16",
      "scale": "0.001",
      "unit": "m³/s",
      "special": { "65535": "not_known" }
    }
  ]
}
{
  "name": "Voice Assistant Name",
  "source": "VAS 3.1",
  "text": "{voice_assistant_name:q}",
  "fields": [{ "key": "voice_assistant_name", "type": "utf8" }]
}
{
  "name": "Voice Assistant UUID",
  "source": "VAS 3.2",
  "fields": [{ "key": "voice_assistant_uuid", "type": "uuid128" }]
}
{
  "name": "Voice Assistant Service Control Point",
  "source": "VAS 3.3",
  "direction": "notify",
  "fields": [
    {
      "key": "response",
      "type": "u8",
      "cases": {
        "0": {
          "word": "response_code",
          "fields": [
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success",
                "2": "opcode_not_supported",
                "3": "operation_failed",
                "4": "invalid_session_state",
                "*": "reserved"
              }
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Voice Assistant Service Control Point",
  "source": "VAS 3.3",
  "direction": "write",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "initialize_session" },
        "1": { "word": "start_session" },
        "2": { "word": "stop_session" },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Installed Location",
  "source": "VAS 3.4",
  "text": "{installed_location:q}",
  "fields": [{ "key": "installed_location", "type": "utf8" }]
}
{
  "name": "Voice Assistant Session State",
  "source": "VAS 3.5",
  "text": "{session_state}",
  "fields": [
    {
      "key": "session_state",
      "type": "u8",
      "words": { "0": "reset", "1": "unavailable", "2": "ready", "3": "active", "*": "reserved" }
    }
  ]
}
{
  "name": "Voice Assistant Session Flag",
  "source": "VAS 3.6",
  "fields": [{ "key": "session_flags", "type": "u8", "flags": { "0": "listening", "1": "processing", "2": "playback" } }]
}
{
  "name": "Voice Assistant Supported Languages",
  "source": "VAS 3.7",
  "text": "{voice_assistant_languages:q}",
  "fields": [{ "key": "voice_assistant_languages", "type": "utf8" }]
}
{
  "name": "Voice Assistant Supported Features",
  "source": "VAS 3.8",
  "fields": [{ "key": "voice_assistant_features", "type": "u8", "flags": { "0": "session_flags" } }]
}
{
  "vendor": "Jiabaida, Tianpower",
  "service": "FF00",
  "message": {
    "starts": {
      "dd00": { "at": 3, "type": "u8", "plus": 7 },
      "dd01": { "at": 3, "type": "u8", "plus": 7 },
      "dd03": { "at": 3, "type": "u8", "plus": 7 },
      "dd04": { "at": 3, "type": "u8", "plus": 7 },
      "dd05": { "at": 3, "type": "u8", "plus": 7 },
      "dd06": { "at": 3, "type": "u8", "plus": 7 },
      "dd09": { "at": 3, "type": "u8", "plus": 7 },
      "dda1": { "at": 3, "type": "u8", "plus": 7 },
      "dda2": { "at": 3, "type": "u8", "plus": 7 },
      "ddaa": { "at": 3, "type": "u8", "plus": 7 },
      "dde1": { "at": 3, "type": "u8", "plus": 7 },
      "dde2": { "at": 3, "type": "u8", "plus": 7 },
      "ddfa": { "at": 3, "type": "u8", "plus": 7 },
      "5514": 20
    }
  },
  "text": "[{bms_register}][: {battery_voltage_v:2} V  {battery_current_a:2} A  {state_of_charge_percent} %][: {cell_voltages_v:3} V][: {hardware_version}][: {bms_data}][{tianpower_frame}][: {tp_voltage:2} V  {tp_current:2} A  {tp_charge} %][: {tp_cells} cells, {tp_remaining:2} Ah][: {tp_software}][: {tp_model}][: {tp_cell_voltages:3} V]",
  "fields": [
    { "as": "lead", "type": "u8", "at": 0 },
    { "if": "lead == 0x55", "fields": [{ "type": "tianpower_frame" }] },
    {
      "if": "lead == 0xdd",
      "fields": [
        { "skip": 1 },
        { "as": "which", "type": "u8", "at": 1 },
        { "key": "bms_register", "type": "u8", "words": "jbd_register" },
        {
          "key": "outcome",
          "type": "u8",
          "success": 0,
          "words": { "0": "success", "128": "error", "*": "other" },
          "code": false
        },
        { "as": "n", "type": "u8" },
        {
          "size": "n",
          "fields": [
            {
              "if": "which == 3",
              "fields": [
                { "key": "battery_voltage_v", "type": "u16be", "scale": "0.01", "unit": "V" },
                { "key": "battery_current_a", "type": "i16be", "scale": "0.01", "unit": "A" },
                { "key": "remaining_capacity_ah", "type": "u16be", "scale": "0.01", "unit": "Ah" },
                { "key": "nominal_capacity_ah", "type": "u16be", "scale": "0.01", "unit": "Ah" },
                { "key": "charge_cycles", "type": "u16be" },
                { "as": "made", "type": "u16be" },
                { "key": "production_year", "of": "(made >> 9) + 2000" },
                { "key": "production_month", "of": "made >> 5 & 15" },
                { "key": "production_day", "of": "made & 31" },
                { "as": "low", "type": "u16be" },
                { "as": "high", "type": "u16be" },
                { "key": "cells_balancing", "of": "low | high << 16" },
                {
                  "key": "alarms",
                  "type": "u16be",
                  "flags": {
                    "0": "cell_overvoltage",
                    "1": "cell_undervoltage",
                    "2": "battery_overvoltage",
                    "3": "battery_undervoltage",
                    "4": "charge_overtemperature",
                    "5": "charge_undertemperature",
                    "6": "discharge_overtemperature",
                    "7": "discharge_undertemperature",
                    "8": "charge_overcurrent",
                    "9": "discharge_overcurrent",
                    "10": "short_circuit",
                    "11": "front_end_error",
                    "12": "mosfets_locked_by_software"
                  }
                },
                { "as": "version", "type": "u8" },
                { "key": "software_version_major", "of": "version >> 4" },
                { "key": "software_version_minor", "of": "version & 15" },
                { "key": "state_of_charge_percent", "type": "u8", "unit": "%" },
                { "as": "mosfets", "type": "u8" },
                { "key": "charging_on", "of": "mosfets.0" },
                { "key": "discharging_on", "of": "mosfets.1" },
                { "key": "cell_count", "type": "u8" },
                { "as": "sensors", "type": "u8" },
                {
                  "key": "temperatures_celsius",
                  "type": "u16be",
                  "repeat": "sensors",
                  "scale": "0.1",
                  "offset": "-273.1",
                  "unit": "°C"
                }
              ]
            },
            {
              "key": "cell_voltages_v",
              "type": "u16be",
              "scale": "0.001",
              "unit": "V",
              "repeat": "rest",
              "if": "which == 4"
            },
            { "key": "hardware_version", "type": "utf8", "if": "which == 5" },
            { "key": "bms_data", "type": "hex", "if": "rest > 0" }
          ]
        },
        {
          "key": "packet_check",
          "check": { "kind": "sum", "width": 16, "be": true, "init": "ffff", "xor_out": "ffff", "over": "2..-4" }
        },
        { "const": "77" }
      ]
    }
  ]
}
{
  "vendor": "Zengge",
  "service": "FFFF",
  "direction": "write",
  "if": "length > 8",
  "fields": [
    { "as": "part", "type": "u8", "at": 3 },
    { "as": "ends", "type": "u8", "at": 2 },
    { "as": "n", "type": "u8", "at": 6 },
    { "as": "total", "type": "u16be", "at": 4 },
    {
      "if": "part == 0 && ends == 128 && n == length - 7 && total == n - 1",
      "fields": [
        { "skip": 1 },
        { "key": "message_counter", "type": "u8" },
        { "skip": 6 },
        {
          "key": "command",
          "type": "u8",
          "cases": {
            "16": {
              "word": "set_time",
              "fields": [
                { "as": "century", "type": "u8" },
                { "as": "year", "type": "u8" },
                { "key": "clock_year", "of": "century * 100 + year" },
                { "key": "clock_month", "type": "u8" },
                { "key": "clock_day", "type": "u8" },
                { "key": "clock_hour", "type": "u8" },
                { "key": "clock_minute", "type": "u8" },
                { "key": "clock_second", "type": "u8" },
                { "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
                { "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
                { "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
                { "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
                { "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
              ]
            },
            "49": {
              "word": "set_color",
              "fields": [
                {
                  "if": "total == 9",
                  "fields": [
                    { "key": "red_level", "type": "u8" },
                    { "key": "green_level", "type": "u8" },
                    { "key": "blue_level", "type": "u8" }
                  ]
                }
              ]
            },
            "53": {
              "word": "set_white",
              "fields": [
                { "as": "sub", "type": "u8" },
                {
                  "if": "sub == 177",
                  "fields": [
                    { "key": "coolness_percent", "type": "u8", "unit": "%" },
                    { "key": "brightness_percent", "type": "u8", "unit": "%" }
                  ]
                }
              ]
            },
            "56": {
              "word": "set_effect",
              "fields": [
                { "key": "effect_number", "type": "u8" },
                { "key": "effect_speed", "type": "u8" },
                { "key": "brightness_percent", "type": "u8", "unit": "%", "if": "rest > 0" }
              ]
            },
            "59": {
              "word": "set_light",
              "fields": [
                {
                  "key": "light_action",
                  "type": "u8",
                  "words": {
                    "1": "brightness",
                    "35": "on",
                    "36": "off",
                    "37": "toggle",
                    "161": "color",
                    "177": "white",
                    "*": "other"
                  }
                },
                {
                  "if": "light_action == 1",
                  "fields": [{ "skip": 2 }, { "key": "brightness_percent", "type": "u8", "unit": "%" }]
                },
                {
                  "if": "light_action == 161",
                  "fields": [
                    { "as": "color", "type": "u16be" },
                    { "key": "hue_degrees", "of": "color >> 7", "unit": "°" },
                    { "key": "saturation_percent", "of": "color & 127", "unit": "%" },
                    { "key": "brightness_percent", "type": "u8", "unit": "%" }
                  ]
                },
                {
                  "if": "light_action == 177",
                  "fields": [
                    { "skip": 3 },
                    { "key": "coolness_percent", "type": "u8", "unit": "%" },
                    { "key": "brightness_percent", "type": "u8", "unit": "%" }
                  ]
                }
              ]
            },
            "65": {
              "word": "set_static_effect",
              "fields": [
                { "key": "effect_number", "type": "u8" },
                { "key": "red_level", "type": "u8" },
                { "key": "green_level", "type": "u8" },
                { "key": "blue_level", "type": "u8" }
              ]
            },
            "66": {
              "word": "set_effect",
              "fields": [
                { "key": "effect_number", "type": "u8" },
                { "key": "effect_speed", "type": "u8" },
                { "key": "brightness_percent", "type": "u8", "unit": "%" }
              ]
            },
            "71": { "word": "set_brightness", "fields": [{ "key": "brightness_level", "type": "u8" }] },
            "89": { "word": "set_pixels" },
            "98": { "word": "set_strip" },
            "99": { "word": "request_strip" },
            "113": {
              "word": "set_power",
              "fields": [{ "as": "power", "type": "u8" }, { "key": "powered", "of": "power == 35" }]
            },
            "115": { "word": "set_music_mode" },
            "129": { "word": "request_state" },
            "*": { "word": "other" }
          }
        },
        { "skip": "rest" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "{command}[ {light_action}][ {powered?on:off}][ {effect_number}][ {hue_degrees}° {saturation_percent} %][ {coolness_percent} % cool][ {red_level} {green_level} {blue_level}][ at {brightness_percent} %][ {brightness_level}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}]"
}
{
  "vendor": "Jiabaida, Tianpower",
  "service": "FF00",
  "message": {
    "starts": {
      "dda5": { "at": 3, "type": "u8", "plus": 7 },
      "dd5a": { "at": 3, "type": "u8", "plus": 7 },
      "5504": 4
    }
  },
  "text": "[{command} {bms_register}][: {bms_data}][request {tianpower_request}]",
  "fields": [
    { "as": "lead", "type": "u8", "at": 0 },
    { "if": "lead == 0x55", "fields": [{ "type": "tianpower_request" }] },
    {
      "if": "lead == 0xdd",
      "fields": [
        { "skip": 1 },
        { "key": "command", "type": "u8", "words": { "165": "read", "90": "write" }, "code": false },
        { "key": "bms_register", "type": "u8", "words": "jbd_register" },
        { "as": "n", "type": "u8" },
        { "key": "bms_data", "type": "hex", "size": "n", "if": "n > 0" },
        {
          "key": "packet_check",
          "check": { "kind": "sum", "width": 16, "be": true, "init": "ffff", "xor_out": "ffff", "over": "2..-4" }
        },
        { "const": "77" }
      ]
    }
  ]
}
{
  "vendor": "Zengge",
  "service": "FFFF",
  "direction": "notify",
  "if": "length > 8",
  "fields": [
    { "as": "part", "type": "u8", "at": 3 },
    { "as": "ends", "type": "u8", "at": 2 },
    { "as": "n", "type": "u8", "at": 6 },
    { "as": "total", "type": "u16be", "at": 4 },
    {
      "if": "part == 0 && ends == 128 && n == length - 7 && total == n - 1",
      "fields": [
        { "skip": 1 },
        { "key": "message_counter", "type": "u8" },
        { "skip": 6 },
        { "as": "opening", "type": "u8", "at": 8 },
        { "key": "light_answer", "type": "utf8", "if": "opening == 123" },
        {
          "if": "opening == 129 && total == 14",
          "fields": [{ "skip": 2 }, { "type": "led_state" }, { "skip": 2 }]
        },
        { "key": "light_data", "type": "hex", "if": "rest > 0" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "[{light_answer}][{powered?on:off} ][{light_mode}][ {effect_number}][ {red_level} {green_level} {blue_level}][ {coolness_percent} % cool][ at {brightness_percent} %][{light_data}]"
}
{
  "vendor": "Triones",
  "service": "FFD0",
  "direction": "notify",
  "if": "length == 12",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "last", "type": "u8", "at": 11 },
    {
      "if": "first == 102 && last == 153",
      "fields": [
        { "skip": 2 },
        { "as": "power", "type": "u8" },
        { "key": "powered", "of": "power == 35" },
        { "key": "effect", "type": "u8", "words": "triones_effects" },
        { "skip": 1 },
        { "key": "effect_slowness", "type": "u8" },
        { "key": "red_level", "type": "u8" },
        { "key": "green_level", "type": "u8" },
        { "key": "blue_level", "type": "u8" },
        { "key": "white_level", "type": "u8" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "[{powered?on:off} ][{effect}][ {red_level} {green_level} {blue_level}][ white {white_level}]"
}
{
  "vendor": "Triones",
  "service": "FFD5",
  "direction": "write",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "last", "type": "u8", "at": -1 },
    { "as": "mark", "type": "u8", "at": 5, "if": "length == 7" },
    {
      "if": "first == 204 && last == 51 && length == 3",
      "fields": [
        { "key": "command", "of": "1", "words": "led_commands", "code": false },
        { "skip": 1 },
        { "as": "power", "type": "u8" },
        { "key": "powered", "of": "power == 35" }
      ]
    },
    {
      "if": "first == 86 && last == 170 && length == 7",
      "fields": [
        { "key": "command", "of": "2", "words": "led_commands", "code": false },
        { "skip": 1 },
        {
          "if": "mark == 240",
          "fields": [
            { "key": "red_level", "type": "u8" },
            { "key": "green_level", "type": "u8" },
            { "key": "blue_level", "type": "u8" }
          ]
        },
        { "if": "mark == 15", "fields": [{ "skip": 3 }, { "key": "white_level", "type": "u8" }] }
      ]
    },
    {
      "if": "first == 187 && last == 68 && length == 4",
      "fields": [
        { "key": "command", "of": "3", "words": "led_commands", "code": false },
        { "skip": 1 },
        { "key": "effect", "type": "u8", "words": "triones_effects" },
        { "key": "effect_slowness", "type": "u8" }
      ]
    },
    {
      "if": "first == 239 && last == 119 && length == 3",
      "fields": [{ "key": "command", "of": "4", "words": "led_commands", "code": false }]
    },
    {
      "if": "first == 16 && last == 1 && length == 11",
      "fields": [
        { "key": "command", "of": "5", "words": "led_commands", "code": false },
        { "skip": 1 },
        { "as": "century", "type": "u8" },
        { "as": "year", "type": "u8" },
        { "key": "clock_year", "of": "century * 100 + year" },
        { "key": "clock_month", "type": "u8" },
        { "key": "clock_day", "type": "u8" },
        { "key": "clock_hour", "type": "u8" },
        { "key": "clock_minute", "type": "u8" },
        { "key": "clock_second", "type": "u8" },
        { "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
        { "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
        { "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
        { "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
        { "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "{command}[ {powered?on:off}][ {red_level} {green_level} {blue_level}][ white {white_level}][ {effect}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}]"
}
{
  "vendor": "Jikong, ANT, NEEY",
  "service": "FFE0",
  "message": {
    "starts": {
      "55aaeb90": 300,
      "aa5590eb": 20,
      "55aa1100": { "at": 6, "type": "u16" },
      "55aa1101": { "at": 6, "type": "u16" },
      "aa551100": 20,
      "aa551101": 20,
      "41540d0a": 4,
      "7ea111": { "at": 5, "type": "u8", "plus": 10 },
      "7ea1126c": { "at": 5, "type": "u8", "plus": 16 },
      "7ea101": 10,
      "7ea102": 10,
      "7ea151": 10,
      "7ea161": { "at": 5, "type": "u8", "plus": 10 },
      "7ea123": { "at": 5, "type": "u8", "plus": 10 }
    }
  },
  "text": "[{bms_record}][{balancer_action} {balancer_frame}][ {balancer_register}][: {balancer_status}, {neey_voltage:3} V][  {neey_current:2} A][  {neey_current_2:2} A][  {neey_charge:1} %][: {neey_model} {neey_software}][{ant_frame}][ {ant_register:04X}][: {ant_voltage:2} V  {ant_current:1} A  {ant_charge} %][: {ant_hardware} {ant_software}][: {model} {software_version}][: {battery_voltage_v:3} V  {battery_current_a:3} A  {state_of_charge_percent} %][, {cell_count} cells][ of {average_cell_voltage_v:3} V][, {cell_voltage_difference_v:3} V apart][{command}][ {register_value}][\"{uart_text}\"]",
  "fields": [
    { "as": "lead", "type": "u8", "at": 0 },
    { "as": "third", "type": "u8", "at": 2 },
    { "if": "lead == 0x7e", "fields": [{ "type": "ant_message" }] },
    { "if": "(lead == 0x55 || lead == 0xaa) && third == 0x11", "fields": [{ "type": "neey_message" }] },
    {
      "if": "lead == 0x55 && third != 0x11",
      "fields": [
        { "as": "floats", "type": "u8", "at": 9, "of": "it == 0x3f || it == 0x40" },
        { "as": "mask_24", "type": "u32", "at": 54 },
        { "as": "mask_32", "type": "u32", "at": 70 },
        { "as": "mask_04", "type": "u32", "at": 214 },
        { "as": "is_24", "of": "!floats && mask_24 != 0 && (mask_24 & (mask_24 + 1)) == 0" },
        { "as": "is_32", "of": "!floats && !is_24 && mask_32 != 0 && (mask_32 & (mask_32 + 1)) == 0" },
        { "as": "is_04", "of": "floats && mask_04 != 0 && (mask_04 & (mask_04 + 1)) == 0" },
        { "skip": 4 },
        { "as": "kind", "type": "u8", "at": 4 },
        {
          "key": "bms_record",
          "type": "u8",
          "words": { "1": "settings", "2": "cells", "3": "device", "5": "log", "*": "other" }
        },
        { "key": "frame_counter", "type": "u8" },
        {
          "size": 293,
          "fields": [
            {
              "if": "kind == 2 && (is_24 || is_32)",
              "fields": [
                { "as": "mask", "of": "is_24 ? mask_24 : mask_32" },
                { "as": "n16", "of": "mask > 0xffff ? 16 : 0" },
                { "as": "n8", "of": "mask >> n16 > 0xff ? 8 : 0" },
                { "as": "n4", "of": "mask >> (n16 + n8) > 15 ? 4 : 0" },
                { "as": "n2", "of": "mask >> (n16 + n8 + n4) > 3 ? 2 : 0" },
                { "as": "n1", "of": "mask >> (n16 + n8 + n4 + n2) > 1 ? 1 : 0" },
                { "key": "cell_count", "of": "n16 + n8 + n4 + n2 + n1 + 1" },
                {
                  "size": "is_24 ? 48 : 64",
                  "fields": [
                    {
                      "key": "cell_voltages_v",
                      "type": "u16",
                      "scale": "0.001",
                      "unit": "V",
                      "repeat": "cell_count"
                    },
                    { "skip": "rest" }
                  ]
                },
                { "skip": 4 },
                { "key": "average_cell_voltage_v", "type": "u16", "scale": "0.001", "unit": "V" },
                { "key": "cell_voltage_difference_v", "type": "u16", "scale": "0.001", "unit": "V" },
                { "key": "highest_cell", "type": "u8", "of": "it + 1" },
                { "key": "lowest_cell", "type": "u8", "of": "it + 1" },
                {
                  "size": "is_24 ? 48 : 64",
                  "fields": [
                    {
                      "key": "wire_resistances_ohm",
                      "type": "u16",
                      "scale": "0.001",
                      "unit": "Ω",
                      "repeat": "cell_count"
                    },
                    { "skip": "rest" }
                  ]
                },
                {
                  "key": "mosfet_temperature_celsius",
                  "type": "i16",
                  "scale": "0.1",
                  "unit": "°C",
                  "if": "is_32"
                },
                { "skip": 2, "if": "is_24" },
                { "key": "wire_resistance_warnings", "type": "u32" },
                { "key": "battery_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "key": "battery_power_w", "type": "u32", "scale": "0.001", "unit": "W" },
                { "key": "battery_current_a", "type": "i32", "scale": "0.001", "unit": "A" },
                { "key": "temperature_1_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
                { "key": "temperature_2_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
                {
                  "key": "mosfet_temperature_celsius",
                  "type": "i16",
                  "scale": "0.1",
                  "unit": "°C",
                  "if": "is_24"
                },
                {
                  "key": "alarms",
                  "type": "u16",
                  "flags": {
                    "0": "wire_resistance",
                    "1": "mosfet_overtemperature",
                    "2": "cell_count_differs",
                    "4": "fully_charged",
                    "5": "battery_overvoltage",
                    "6": "charge_overcurrent",
                    "7": "charge_short_circuit",
                    "8": "charge_overtemperature",
                    "9": "charge_undertemperature",
                    "10": "coprocessor_communication",
                    "11": "cell_undervoltage",
                    "12": "battery_undervoltage",
                    "13": "discharge_overcurrent",
                    "14": "discharge_short_circuit",
                    "15": "discharge_overtemperature"
                  },
                  "if": "is_24"
                },
                {
                  "key": "alarms",
                  "type": "u32",
                  "flags": {
                    "0": "wire_resistance",
                    "1": "mosfet_overtemperature",
                    "2": "cell_count_differs",
                    "4": "fully_charged",
                    "5": "battery_overvoltage",
                    "6": "charge_overcurrent",
                    "7": "charge_short_circuit",
                    "8": "charge_overtemperature",
                    "9": "charge_undertemperature",
                    "10": "coprocessor_communication",
                    "11": "cell_undervoltage",
                    "12": "battery_undervoltage",
                    "13": "discharge_overcurrent",
                    "14": "discharge_short_circuit",
                    "15": "discharge_overtemperature",
                    "16": "charging_mosfet_abnormal",
                    "17": "discharging_mosfet_abnormal",
                    "18": "gps_disconnected",
                    "19": "password_to_change",
                    "20": "discharge_on_failed",
                    "21": "battery_overtemperature",
                    "22": "temperature_sensor_anomaly",
                    "23": "parallel_module_anomaly",
                    "24": "short_circuit_release_failed",
                    "25": "discharge_overcurrent_2",
                    "26": "discharge_overcurrent_3",
                    "27": "discharge_undertemperature",
                    "28": "gps_remote_lock"
                  },
                  "if": "is_32"
                },
                { "key": "balancing_current_a", "type": "i16", "scale": "0.001", "unit": "A" },
                { "key": "balancing", "type": "u8", "words": "jk_balancing" },
                { "key": "state_of_charge_percent", "type": "u8", "unit": "%" },
                { "key": "remaining_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
                { "key": "nominal_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
                { "key": "charge_cycles", "type": "u32" },
                { "key": "charge_cycles_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
                { "key": "state_of_health_percent", "type": "u8", "unit": "%" },
                { "skip": 3 },
                { "key": "total_runtime_s", "type": "u32", "unit": "s" },
                { "key": "charging_on", "type": "bool" },
                { "key": "discharging_on", "type": "bool" }
              ]
            },
            {
              "if": "kind == 2 && is_04",
              "fields": [
                { "as": "n16", "of": "mask_04 > 0xffff ? 16 : 0" },
                { "as": "n8", "of": "mask_04 >> n16 > 0xff ? 8 : 0" },
                { "as": "n4", "of": "mask_04 >> (n16 + n8) > 15 ? 4 : 0" },
                { "as": "n2", "of": "mask_04 >> (n16 + n8 + n4) > 3 ? 2 : 0" },
                { "as": "n1", "of": "mask_04 >> (n16 + n8 + n4 + n2) > 1 ? 1 : 0" },
                { "key": "cell_count", "of": "n16 + n8 + n4 + n2 + n1 + 1" },
                {
                  "size": 96,
                  "fields": [
                    { "key": "cell_voltages_v", "type": "f32", "unit": "V", "repeat": "cell_count" },
                    { "skip": "rest" }
                  ]
                },
                {
                  "size": 100,
                  "fields": [
                    { "key": "wire_resistances_ohm", "type": "f32", "unit": "Ω", "repeat": "cell_count" },
                    { "skip": "rest" }
                  ]
                },
                { "key": "average_cell_voltage_v", "type": "f32", "unit": "V" },
                { "key": "cell_voltage_difference_v", "type": "f32", "unit": "V" },
                { "skip": 10 },
                { "key": "balancing", "type": "u8", "words": "jk_balancing" },
                { "skip": 1 },
                { "key": "balancing_current_a", "type": "f32", "unit": "A" },
                { "skip": 60 },
                { "key": "total_runtime_s", "type": "u24", "unit": "s" }
              ]
            },
            {
              "if": "kind == 1 && !floats",
              "fields": [
                { "key": "smart_sleep_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "key": "cell_undervoltage_protection_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "key": "cell_undervoltage_recovery_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "key": "cell_overvoltage_protection_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "key": "cell_overvoltage_recovery_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "key": "balancing_difference_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "skip": 16 },
                { "key": "power_off_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" },
                { "key": "maximum_charge_current_a", "type": "u32", "scale": "0.001", "unit": "A" },
                { "key": "charge_overcurrent_delay_s", "type": "u32", "unit": "s" },
                { "key": "charge_overcurrent_recovery_s", "type": "u32", "unit": "s" },
                { "key": "maximum_discharge_current_a", "type": "u32", "scale": "0.001", "unit": "A" },
                { "key": "discharge_overcurrent_delay_s", "type": "u32", "unit": "s" },
                { "key": "discharge_overcurrent_recovery_s", "type": "u32", "unit": "s" },
                { "key": "short_circuit_recovery_s", "type": "u32", "unit": "s" },
                { "key": "maximum_balancing_current_a", "type": "u32", "scale": "0.001", "unit": "A" },
                { "key": "charge_overtemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
                { "key": "charge_overtemperature_recovery_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
                { "key": "discharge_overtemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
                {
                  "key": "discharge_overtemperature_recovery_celsius",
                  "type": "i32",
                  "scale": "0.1",
                  "unit": "°C"
                },
                { "key": "charge_undertemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
                {
                  "key": "charge_undertemperature_recovery_celsius",
                  "type": "i32",
                  "scale": "0.1",
                  "unit": "°C"
                },
                { "key": "mosfet_overtemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
                { "key": "mosfet_overtemperature_recovery_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
                { "key": "cell_count", "type": "u32" },
                { "key": "charging_on", "type": "u32", "of": "it != 0" },
                { "key": "discharging_on", "type": "u32", "of": "it != 0" },
                { "key": "balancing_on", "type": "u32", "of": "it != 0" },
                { "key": "nominal_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
                { "key": "short_circuit_delay_us", "type": "u32", "unit": "µs" },
                { "key": "balancing_start_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" }
              ]
            },
            {
              "if": "kind == 1 && floats",
              "fields": [
                { "skip": 28 },
                { "key": "cell_count", "type": "u32" },
                { "key": "power_off_voltage_v", "type": "f32", "unit": "V" },
                { "skip": 56 },
                { "key": "balancing_start_voltage_v", "type": "f32", "unit": "V" },
                { "skip": 4 },
                { "key": "balancing_difference_v", "type": "f32", "unit": "V" },
                { "key": "maximum_balancing_current_a", "type": "f32", "unit": "A" },
                { "key": "balancing_on", "type": "bool" }
              ]
            },
            {
              "if": "kind == 3",
              "fields": [
                { "size": 16, "fields": [{ "key": "model", "type": "utf8", "size": "nul" }, { "skip": "rest" }] },
                {
                  "size": 8,
                  "fields": [{ "key": "hardware_version", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
                },
                {
                  "size": 8,
                  "fields": [{ "key": "software_version", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
                },
                { "key": "uptime_s", "type": "u32", "unit": "s" },
                { "key": "power_on_count", "type": "u32" },
                {
                  "size": 16,
                  "fields": [{ "key": "device_name", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
                },
                {
                  "size": 16,
                  "fields": [{ "key": "device_passcode", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
                },
                { "as": "has_more", "type": "u8", "at": 72 },
                {
                  "if": "has_more",
                  "fields": [
                    {
                      "size": 8,
                      "fields": [
                        { "key": "manufacturing_date", "type": "utf8", "size": "nul" },
                        { "skip": "rest" }
                      ]
                    },
                    {
                      "size": 11,
                      "fields": [{ "key": "serial_number", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
                    },
                    { "skip": 5 },
                    {
                      "size": 16,
                      "fields": [{ "key": "user_data", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
                    },
                    {
                      "size": 16,
                      "fields": [{ "key": "setup_passcode", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
                    }
                  ]
                }
              ]
            },
            {
              "key": "bms_data",
              "type": "hex",
              "if": "kind == 0 || kind > 3 || kind == 2 && !is_24 && !is_32 && !is_04"
            },
            { "skip": "rest" }
          ]
        }
      ]
    },
    {
      "if": "lead == 0xaa && third != 0x11",
      "fields": [
        { "skip": 4 },
        {
          "key": "command",
          "type": "u8",
          "words": {
            "150": "read_cells",
            "151": "read_device",
            "161": "read_log",
            "200": "acknowledgement",
            "*": "write_register"
          }
        },
        { "as": "n", "type": "u8" },
        { "key": "register_value", "type": "u32", "if": "n > 0" },
        { "skip": 4, "if": "n == 0" },
        { "skip": 9 }
      ]
    },
    { "key": "packet_check", "check": { "kind": "sum", "width": 8, "over": "0..-2" }, "if": "third != 0x11 && (lead == 0x55 || lead == 0xaa)" },
    { "key": "uart_text", "type": "utf8", "if": "lead == 0x41" }
  ]
}
{
  "name": "Simple Key State",
  "vendor": "Texas Instruments",
  "service": "sig:FFE0",
  "properties": ["notify"],
  "source": "documents disagree which key is left and which right; other makers' serial modules use the same UUIDs for any bytes",
  "fields": [
    { "as": "generation", "call": "sensortag_generation" },
    { "as": "only", "type": "u8", "at": 0, "if": "length == 1" },
    { "as": "is_foreign", "of": "generation == 0 && (length != 1 || only > 7)" },
    { "skip": "rest", "if": "is_foreign" },
    {
      "if": "!is_foreign",
      "fields": [
        { "as": "keys", "type": "u8", "reserved": "3..7" },
        { "key": "key_1", "of": "keys.0" },
        { "key": "key_2", "of": "keys.1" },
        { "key": "reed_or_side", "of": "keys.2" },
        { "key": "keys_code", "of": "keys" },
        {
          "as": "pressed",
          "of": "keys.0..1",
          "if": "keys.0..2 != 4",
          "words": { "0": "no_key", "1": "key_1", "2": "key_2", "3": ["keys_1_and_2", "key 1 + key 2"] }
        },
        { "as": "more", "of": "keys.0..2 > 4", "if": "keys.0..2 > 4" },
        {
          "as": "third",
          "of": "generation",
          "if": "keys.2",
          "words": { "0": "reed_or_side", "1": "side_key", "2": "reed_relay" }
        }
      ]
    }
  ],
  "text": "[{pressed}][{more? + :}][{third}]"
}
{
  "vendor": "ELK-BLEDOM",
  "service": "FFF0",
  "direction": "write",
  "if": "length == 9",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "last", "type": "u8", "at": 8 },
    {
      "if": "first == 126 && last == 239",
      "fields": [
        { "skip": 2 },
        {
          "key": "command",
          "type": "u8",
          "cases": {
            "1": { "word": "set_brightness", "fields": [{ "key": "brightness_level", "type": "u8" }] },
            "2": { "word": "set_effect_speed", "fields": [{ "key": "effect_speed", "type": "u8" }] },
            "3": {
              "word": "set_mode",
              "fields": [
                { "as": "number", "type": "u8" },
                {
                  "key": "light_mode",
                  "type": "u8",
                  "words": { "1": "grayscale", "2": "temperature", "3": "effect", "4": "dynamic", "*": "other" }
                },
                { "key": "effect", "of": "number", "if": "light_mode == 3", "words": "elk_effects" },
                { "key": "light_mode_number", "of": "number", "if": "light_mode != 3" }
              ]
            },
            "4": {
              "word": "set_power",
              "fields": [{ "as": "on", "type": "u8" }, { "key": "powered", "of": "on != 0" }]
            },
            "5": {
              "word": "set_color",
              "fields": [
                {
                  "key": "color_kind",
                  "type": "u8",
                  "words": { "1": "gray", "2": "temperature", "3": "rgb", "*": "other" }
                },
                {
                  "if": "color_kind == 3",
                  "fields": [
                    { "key": "red_level", "type": "u8" },
                    { "key": "green_level", "type": "u8" },
                    { "key": "blue_level", "type": "u8" }
                  ]
                },
                { "if": "color_kind == 1", "fields": [{ "key": "gray_percent", "type": "u8", "unit": "%" }] },
                { "if": "color_kind == 2", "fields": [{ "key": "warm_percent", "type": "u8", "unit": "%" }] }
              ]
            },
            "6": { "word": "set_dynamic_mode", "fields": [{ "key": "light_mode_number", "type": "u8" }] },
            "7": {
              "word": "set_microphone_sensitivity",
              "fields": [{ "key": "microphone_sensitivity", "type": "u8" }]
            },
            "8": {
              "word": "set_color_order",
              "fields": [
                {
                  "key": "color_order",
                  "type": "u8",
                  "words": {
                    "1": "rgb",
                    "2": "rbg",
                    "3": "grb",
                    "4": "gbr",
                    "5": "brg",
                    "6": "bgr",
                    "*": "other"
                  }
                }
              ]
            },
            "131": {
              "word": "set_time",
              "fields": [
                { "key": "clock_hour", "type": "u8" },
                { "key": "clock_minute", "type": "u8" },
                { "key": "clock_second", "type": "u8" },
                { "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
                { "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
                { "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" },
                { "key": "clock_weekday", "type": "u8", "words": "led_weekday", "code": false }
              ]
            },
            "*": { "word": "other", "fields": [{ "key": "light_data", "type": "hex", "size": 5 }] }
          }
        }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "{command}[ {powered?on:off}][ {brightness_level}][ {effect_speed}][ {light_mode}][ {effect}][ {red_level} {green_level} {blue_level}][ {gray_percent} %][ {warm_percent} % warm][ {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X} {clock_weekday}]"
}
{
  "name": "Sphero API 2",
  "vendor": "Sphero",
  "message": { "start": "8d", "end": "d8", "escape": "ab" },
  "text": "device {sphero_device_id}, command {sphero_command_id}[: {outcome}]",
  "comment": "the fields are what stands between start and end, without the escapes",
  "fields": [
    { "as": "bits", "type": "u8" },
    { "key": "is_response", "of": "bits.0" },
    { "key": "target_id", "type": "u8", "if": "bits.4" },
    { "key": "source_id_byte", "type": "u8", "if": "bits.5" },
    { "key": "sphero_device_id", "type": "u8" },
    { "key": "sphero_command_id", "type": "u8" },
    { "key": "sphero_sequence", "type": "u8" },
    {
      "key": "outcome",
      "type": "u8",
      "success": 0,
      "words": {
        "0": "ok",
        "1": "bad_device",
        "2": "bad_command",
        "3": "not_implemented",
        "4": "restricted",
        "5": "bad_length",
        "6": "failed",
        "7": "bad_value",
        "8": "busy",
        "9": "bad_target",
        "10": "target_unavailable",
        "*": "other"
      },
      "if": "bits.0"
    },
    { "key": "sphero_data", "type": "hex", "size": "rest - 1" },
    { "key": "packet_check", "check": { "kind": "sum", "width": 8, "xor_out": "ff", "over": "0..-2" } }
  ]
}
{
  "name": "Govee Status",
  "vendor": "Govee",
  "text": "[{govee_type} ][{govee_packet}]",
  "comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "fits", "at": 19, "check": { "kind": "xor", "width": 8, "over": "0..18" }, "if": "length == 20" },
    {
      "if": "(length != 20 || fits) && (first == 51 || first == 170 || first == 163)",
      "fields": [
        {
          "key": "govee_packet",
          "type": "u8",
          "words": { "51": "command", "170": "status", "163": "multiple" }
        },
        {
          "key": "govee_type",
          "type": "u8",
          "words": {
            "1": "power",
            "4": "brightness",
            "5": "colour",
            "6": "firmware",
            "7": "serial_or_hardware"
          }
        },
        { "key": "powered", "type": "bool", "if": "govee_type == 1" },
        { "key": "brightness_level", "type": "u8", "if": "govee_type == 4" },
        { "key": "govee_mode_code", "type": "u8", "if": "govee_type == 5" },
        { "key": "govee_data", "type": "hex", "size": "rest - 1", "if": "length == 20" },
        { "key": "packet_check", "check": { "kind": "xor", "width": 8, "over": "0..-2" }, "if": "length == 20" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "name": "Govee Control",
  "vendor": "Govee",
  "text": "[{govee_type} ][{govee_packet}]",
  "comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "fits", "at": 19, "check": { "kind": "xor", "width": 8, "over": "0..18" }, "if": "length == 20" },
    {
      "if": "(length != 20 || fits) && (first == 51 || first == 170 || first == 163)",
      "fields": [
        {
          "key": "govee_packet",
          "type": "u8",
          "words": { "51": "command", "170": "status", "163": "multiple" }
        },
        {
          "key": "govee_type",
          "type": "u8",
          "words": {
            "1": "power",
            "4": "brightness",
            "5": "colour",
            "6": "firmware",
            "7": "serial_or_hardware"
          }
        },
        { "key": "powered", "type": "bool", "if": "govee_type == 1" },
        { "key": "brightness_level", "type": "u8", "if": "govee_type == 4" },
        { "key": "govee_mode_code", "type": "u8", "if": "govee_type == 5" },
        { "key": "govee_data", "type": "hex", "size": "rest - 1", "if": "length == 20" },
        { "key": "packet_check", "check": { "kind": "xor", "width": 8, "over": "0..-2" }, "if": "length == 20" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "name": "Telink OTA",
  "vendor": "Telink",
  "direction": "write",
  "text": "[{command}][block {firmware_block}]",
  "fields": [
    { "as": "index", "type": "u16" },
    {
      "key": "command",
      "of": "index",
      "words": {
        "65280": "version",
        "65281": "start",
        "65282": "end",
        "65283": "start_extended",
        "65284": "firmware_version_request",
        "65285": "firmware_version_response",
        "65286": "result"
      },
      "if": "index >= 65280"
    },
    { "key": "last_block", "type": "u16", "if": "index == 65282" },
    { "as": "inverted", "type": "u16", "if": "index == 65282" },
    { "key": "ota_result_code", "type": "u8", "if": "index == 65286" },
    { "key": "firmware_block", "of": "index", "if": "index < 65280" },
    { "key": "firmware_data", "type": "hex", "size": "rest - 2", "if": "index < 65280 && rest >= 2" },
    {
      "key": "block_check",
      "if": "index < 65280 && rest == 2",
      "check": { "kind": "crc", "width": 16, "poly": "8005", "init": "ffff", "reflect": true, "over": "0..-3" }
    },
    { "key": "operand", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Battery",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "battery_percent", "type": "u16", "scale": "0.1", "unit": "%" },
    { "key": "battery_mv", "type": "u16", "unit": "mV" },
    { "key": "battery_current_ma", "type": "i16", "scale": "0.1", "unit": "mA" },
    {
      "key": "battery_state",
      "type": "u8",
      "words": {
        "0": "low",
        "1": "discharging",
        "2": "plugged_not_charging",
        "3": "charging",
        "4": "unknown",
        "*": "error"
      }
    }
  ]
}
{
  "name": "Temperature",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
  ]
}
{
  "name": "Environment",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "pressure_hpa", "type": "i32", "scale": "0.01", "unit": "hPa" },
    { "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
  ]
}
{
  "name": "Environment",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "pressure_hpa", "type": "i32", "scale": "0.01", "unit": "hPa" },
    { "key": "relative_humidity_percent", "type": "i16", "scale": "0.1", "unit": "%" },
    { "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
  ]
}
{
  "name": "Environment",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "pressure_hpa", "type": "i32", "scale": "0.01", "unit": "hPa" },
    { "key": "relative_humidity_percent", "type": "i16", "scale": "0.1", "unit": "%" },
    { "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
    { "key": "second_temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
  ]
}
{
  "name": "Magnetometer",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "magnetometer_ut", "type": "i16", "scale": "0.1", "unit": "µT", "repeat": 3, "axes": true }
  ]
}
{
  "name": "Gyroscope",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "gyroscope_dps", "type": "i16", "scale": "0.1", "unit": "°/s", "repeat": 3, "axes": true }
  ]
}
{
  "name": "Accelerometer",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "accelerometer_g", "type": "i16", "scale": "0.001", "unit": "g", "repeat": 3, "axes": true }
  ]
}
{
  "name": "Motion",
  "vendor": "STMicroelectronics",
  "fields": [
    { "key": "device_ticks", "type": "u16" },
    { "key": "accelerometer_g", "type": "i16", "scale": "0.001", "unit": "g", "repeat": 3, "axes": true },
    { "key": "gyroscope_dps", "type": "i16", "scale": "0.1", "unit": "°/s", "repeat": 3, "axes": true },
    { "key": "magnetometer_ut", "type": "i16", "scale": "0.1", "unit": "µT", "repeat": 3, "axes": true }
  ]
}
{
  "name": "Application Version",
  "vendor": "Silicon Labs",
  "text": "{application_version}",
  "fields": [{ "key": "application_version", "type": "hexle" }]
}
{
  "name": "Matter C1",
  "vendor": "Connectivity Standards Alliance",
  "text": "[handshake, MTU {btp_mtu}, window {btp_window}][segment {btp_sequence}]",
  "fields": [
    { "as": "bits", "type": "u8" },
    { "key": "btp_begin", "of": "bits.0" },
    { "key": "btp_end", "of": "bits.2" },
    { "key": "btp_handshake", "of": "bits.6" },
    {
      "if": "bits.6",
      "fields": [
        { "as": "management", "type": "u8" },
        { "key": "btp_versions", "type": "hexle", "size": 4, "if": "rest == 7" },
        { "key": "btp_version", "type": "u8", "of": "it & 15", "if": "rest == 4" },
        { "key": "btp_mtu", "type": "u16", "unit": "B" },
        { "key": "btp_window", "type": "u8" }
      ]
    },
    {
      "if": "!bits.6",
      "fields": [
        { "key": "btp_acknowledges", "type": "u8", "if": "bits.3" },
        { "key": "btp_sequence", "type": "u8" },
        { "key": "btp_message_bytes", "type": "u16", "unit": "B", "if": "bits.0" },
        { "key": "btp_data", "type": "hex", "if": "rest > 0" }
      ]
    }
  ]
}
{
  "name": "Matter C2",
  "vendor": "Connectivity Standards Alliance",
  "text": "[handshake, MTU {btp_mtu}, window {btp_window}][segment {btp_sequence}]",
  "fields": [
    { "as": "bits", "type": "u8" },
    { "key": "btp_begin", "of": "bits.0" },
    { "key": "btp_end", "of": "bits.2" },
    { "key": "btp_handshake", "of": "bits.6" },
    {
      "if": "bits.6",
      "fields": [
        { "as": "management", "type": "u8" },
        { "key": "btp_versions", "type": "hexle", "size": 4, "if": "rest == 7" },
        { "key": "btp_version", "type": "u8", "of": "it & 15", "if": "rest == 4" },
        { "key": "btp_mtu", "type": "u16", "unit": "B" },
        { "key": "btp_window", "type": "u8" }
      ]
    },
    {
      "if": "!bits.6",
      "fields": [
        { "key": "btp_acknowledges", "type": "u8", "if": "bits.3" },
        { "key": "btp_sequence", "type": "u8" },
        { "key": "btp_message_bytes", "type": "u16", "unit": "B", "if": "bits.0" },
        { "key": "btp_data", "type": "hex", "if": "rest > 0" }
      ]
    }
  ]
}
{
  "name": "Sphero Commands",
  "vendor": "Sphero",
  "text": "device {sphero_device_id}, command {sphero_command_id}",
  "fields": [
    { "const": "ff" },
    { "as": "second", "type": "u8" },
    { "key": "asks_for_answer", "of": "second.0" },
    { "key": "resets_time_out", "of": "second.1" },
    { "key": "sphero_device_id", "type": "u8" },
    { "key": "sphero_command_id", "type": "u8" },
    { "key": "sphero_sequence", "type": "u8" },
    { "as": "n", "type": "u8" },
    { "key": "sphero_data", "type": "hex", "size": "n - 1" },
    { "key": "packet_check", "check": { "kind": "sum", "width": 8, "xor_out": "ff", "over": "2..-2" } }
  ]
}
{
  "name": "Sphero Responses",
  "vendor": "Sphero",
  "text": "[{outcome}][asynchronous {sphero_asynchronous_code}]",
  "fields": [
    { "const": "ff" },
    { "as": "second", "type": "u8" },
    {
      "if": "second == 255",
      "fields": [
        {
          "key": "outcome",
          "type": "u8",
          "success": 0,
          "words": {
            "0": "ok",
            "1": "error",
            "2": "bad_checksum",
            "3": "bad_fragment",
            "4": "bad_command",
            "5": "unsupported",
            "6": "bad_message",
            "7": "bad_parameter",
            "8": "failed",
            "*": "other"
          }
        },
        { "key": "sphero_sequence", "type": "u8" },
        { "as": "n", "type": "u8" },
        { "key": "sphero_data", "type": "hex", "size": "n - 1" }
      ]
    },
    {
      "if": "second == 254",
      "fields": [
        { "key": "sphero_asynchronous_code", "type": "u8" },
        { "as": "n", "type": "u16be" },
        { "key": "sphero_data", "type": "hex", "size": "n - 1" }
      ]
    },
    { "key": "packet_check", "check": { "kind": "sum", "width": 8, "xor_out": "ff", "over": "2..-2" } }
  ]
}
{
  "name": "ANCS Data Source",
  "vendor": "Apple",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": {
          "word": "get_notification_attributes",
          "fields": [
            { "key": "notification_uid", "type": "u32" },
            {
              "key": "attributes",
              "repeat": "rest",
              "fields": [
                {
                  "key": "notification_attribute",
                  "type": "u8",
                  "words": {
                    "0": "app_identifier",
                    "1": "title",
                    "2": "subtitle",
                    "3": "message",
                    "4": "message_size",
                    "5": "date",
                    "6": "positive_action_label",
                    "7": "negative_action_label",
                    "*": "reserved"
                  }
                },
                { "key": "attribute_text", "type": "utf8", "size": { "type": "u16" } }
              ]
            }
          ]
        },
        "1": {
          "word": "get_app_attributes",
          "fields": [
            { "key": "app_identifier", "type": "utf8", "size": "nul" },
            {
              "key": "attributes",
              "repeat": "rest",
              "fields": [
                { "key": "app_attribute", "type": "u8", "words": { "0": "display_name", "*": "reserved" } },
                { "key": "attribute_text", "type": "utf8", "size": { "type": "u16" } }
              ]
            }
          ]
        },
        "*": { "word": "continuation", "fields": [{ "key": "ancs_data", "type": "hex", "if": "rest > 0" }] }
      }
    }
  ]
}
{
  "name": "Bootloader Version",
  "vendor": "Silicon Labs",
  "text": "{bootloader_version}",
  "fields": [{ "key": "bootloader_version", "type": "hexle" }]
}
{
  "name": "AMS Entity Update",
  "vendor": "Apple",
  "direction": "notify",
  "text": "{ams_entity} {ams_attribute}[ \"{ams_value}\"]",
  "fields": [
    {
      "key": "ams_entity",
      "type": "u8",
      "words": { "0": "player", "1": "queue", "2": "track", "*": "reserved" }
    },
    { "as": "attribute", "type": "u8" },
    {
      "key": "ams_attribute",
      "of": "attribute",
      "words": { "0": "name", "1": "playback_info", "2": "volume", "*": "reserved" },
      "if": "ams_entity == 0"
    },
    {
      "key": "ams_attribute",
      "of": "attribute",
      "words": { "0": "index", "1": "count", "2": "shuffle_mode", "3": "repeat_mode", "*": "reserved" },
      "if": "ams_entity == 1"
    },
    {
      "key": "ams_attribute",
      "of": "attribute",
      "words": { "0": "artist", "1": "album", "2": "title", "3": "duration", "*": "reserved" },
      "if": "ams_entity == 2"
    },
    { "as": "bits", "type": "u8" },
    { "key": "ams_truncated", "of": "bits.0" },
    { "key": "ams_value", "type": "utf8" }
  ]
}
{
  "name": "AMS Entity Update",
  "vendor": "Apple",
  "direction": "write",
  "text": "{ams_entity}",
  "fields": [
    {
      "key": "ams_entity",
      "type": "u8",
      "words": { "0": "player", "1": "queue", "2": "track", "*": "reserved" }
    },
    { "key": "ams_attribute_codes", "type": "u8", "repeat": "rest" }
  ]
}
{
  "name": "SUOTA Patch Data",
  "vendor": "Renesas (Dialog)",
  "text": "{firmware_bytes} bytes",
  "fields": [{ "key": "firmware_bytes", "of": "length", "unit": "B" }, { "key": "firmware_data", "type": "hex" }]
}
{
  "name": "Govee thermometer settings",
  "vendor": "Govee",
  "text": "[{govee_packet}][ {govee_function}][ {version_text}][ {alarm_low_celsius:1} to {alarm_high_celsius:1}]",
  "comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "fits", "at": 19, "check": { "kind": "xor", "width": 8, "over": "0..18" }, "if": "length == 20" },
    {
      "if": "(length != 20 || fits) && (first == 51 || first == 170 || first == 238)",
      "fields": [
        {
          "key": "govee_packet",
          "type": "u8",
          "words": { "51": "command", "170": "status", "238": "history_end" }
        },
        {
          "key": "govee_function",
          "type": "u8",
          "words": {
            "3": "humidity_alarm",
            "4": "temperature_alarm",
            "6": "humidity_offset",
            "7": "temperature_offset",
            "13": "firmware_version",
            "14": "hardware_version",
            "8": "battery",
            "16": "time_or_limits"
          }
        },
        {
          "if": "govee_packet == 170 && (govee_function == 13 || govee_function == 14) && length == 20 && !written",
          "fields": [{ "key": "version_text", "type": "utf8", "size": "nul" }]
        },
        {
          "if": "govee_packet == 170 && govee_function == 4 && length == 20 && !written",
          "fields": [
            { "key": "alarm_on", "type": "bool" },
            { "key": "alarm_low_celsius", "type": "i16", "scale": "0.01", "unit": "°C" },
            { "key": "alarm_high_celsius", "type": "i16", "scale": "0.01", "unit": "°C" }
          ]
        },
        { "key": "govee_data", "type": "hex", "size": "rest - 1", "if": "length == 20 && rest > 0" },
        { "key": "packet_check", "check": { "kind": "xor", "width": 8, "over": "0..-2" }, "if": "length == 20" },
        { "key": "govee_further", "type": "hex", "if": "rest > 0" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "name": "Govee thermometer status",
  "vendor": "Govee",
  "text": "[{govee_packet}][  {temperature_celsius:2}][  {relative_humidity_percent:2} %][  battery {battery_percent} %][ from {history_from_min} to {history_to_min} min ago]",
  "comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
  "fields": [
    { "as": "first", "type": "u8", "at": 0 },
    { "as": "fits", "at": 19, "check": { "kind": "xor", "width": 8, "over": "0..18" }, "if": "length == 20" },
    {
      "if": "(length != 20 || fits) && (first == 51 || first == 170 || first == 238)",
      "fields": [
        {
          "key": "govee_packet",
          "type": "u8",
          "words": { "51": "command", "170": "status", "238": "history_end" }
        },
        { "key": "govee_function", "type": "u8", "words": { "1": "measurement_or_history" } },
        {
          "if": "govee_packet == 170 && govee_function == 1 && length == 20 && !written",
          "fields": [
            { "key": "temperature_celsius", "type": "i16be", "scale": "0.01", "unit": "°C" },
            { "key": "relative_humidity_percent", "type": "u16be", "scale": "0.01", "unit": "%" },
            { "key": "battery_percent", "type": "u8", "unit": "%" }
          ]
        },
        {
          "if": "govee_packet == 51 && govee_function == 1 && length == 20 && written",
          "fields": [
            { "key": "history_from_min", "type": "u16be", "unit": "min" },
            { "key": "history_to_min", "type": "u16be", "unit": "min" }
          ]
        },
        { "key": "govee_data", "type": "hex", "size": "rest - 1", "if": "length == 20" },
        { "key": "packet_check", "check": { "kind": "xor", "width": 8, "over": "0..-2" }, "if": "length == 20" },
        { "key": "govee_further", "type": "hex", "if": "rest > 0" }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "name": "Govee thermometer history",
  "vendor": "Govee",
  "text": "[history from {minutes_ago} min ago]",
  "comment": "Newer models encrypt these values: a temperature of 100 °C is none that they measure.",
  "fields": [
    { "as": "one", "type": "u24be", "at": 2 },
    { "as": "two", "type": "u24be", "at": 5, "if": "length >= 8" },
    { "as": "three", "type": "u24be", "at": 8, "if": "length >= 11" },
    {
      "if": "!(one != 16777215 && (one & 8388607) >= 1000000 || two != 16777215 && (two & 8388607) >= 1000000 || three != 16777215 && (three & 8388607) >= 1000000)",
      "fields": [
        { "key": "minutes_ago", "type": "u16be", "unit": "min" },
        {
          "key": "govee_records",
          "repeat": "rest",
          "fields": [
            { "as": "raw", "type": "u24be" },
            { "as": "magnitude", "of": "raw & 8388607", "if": "raw != 16777215" },
            {
              "key": "temperature_celsius",
              "of": "raw.23 ? 0 - magnitude / 1000 : magnitude / 1000",
              "scale": "0.1",
              "unit": "°C",
              "if": "raw != 16777215"
            },
            {
              "key": "relative_humidity_percent",
              "of": "magnitude % 1000",
              "scale": "0.1",
              "unit": "%",
              "if": "raw != 16777215"
            }
          ]
        }
      ]
    },
    { "skip": "rest" }
  ]
}
{
  "name": "OTA Version",
  "vendor": "Silicon Labs",
  "fields": [{ "key": "ota_version", "type": "u8" }]
}
{
  "name": "AppLoader Version",
  "vendor": "Silicon Labs",
  "text": "{apploader_version}",
  "fields": [{ "key": "apploader_version", "type": "hexle" }]
}
{
  "name": "SUOTA Status",
  "vendor": "Renesas (Dialog)",
  "text": "{suota_status}",
  "fields": [
    {
      "key": "suota_status",
      "type": "u8",
      "words": {
        "1": "started",
        "2": "ok",
        "3": "exit",
        "4": "crc_error",
        "5": "length_error",
        "6": "external_memory_error",
        "7": "internal_memory_error",
        "8": "invalid_memory_type",
        "9": "application_error",
        "16": "image_started",
        "17": "invalid_bank",
        "18": "invalid_image_header",
        "19": "invalid_image_size",
        "20": "invalid_product_header",
        "21": "same_image",
        "22": "external_memory_read_error",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "Matter C3",
  "vendor": "Connectivity Standards Alliance",
  "fields": [{ "key": "additional_data", "type": "hex" }]
}
{
  "name": "ANCS Control Point",
  "vendor": "Apple",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": {
          "word": "get_notification_attributes",
          "fields": [
            { "key": "notification_uid", "type": "u32" },
            {
              "key": "asked_attributes",
              "repeat": "rest",
              "fields": [
                {
                  "key": "notification_attribute",
                  "type": "u8",
                  "words": {
                    "0": "app_identifier",
                    "1": "title",
                    "2": "subtitle",
                    "3": "message",
                    "4": "message_size",
                    "5": "date",
                    "6": "positive_action_label",
                    "7": "negative_action_label",
                    "*": "reserved"
                  }
                },
                {
                  "key": "maximum_bytes",
                  "type": "u16",
                  "unit": "B",
                  "if": "notification_attribute >= 1 && notification_attribute <= 3"
                }
              ]
            }
          ]
        },
        "1": {
          "word": "get_app_attributes",
          "fields": [
            { "key": "app_identifier", "type": "utf8", "size": "nul" },
            { "key": "app_attributes", "type": "u8", "repeat": "rest" }
          ]
        },
        "2": {
          "word": "perform_notification_action",
          "fields": [
            { "key": "notification_uid", "type": "u32" },
            {
              "key": "notification_action",
              "type": "u8",
              "words": { "0": "positive", "1": "negative", "*": "reserved" }
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Garmin multi-link to the host 1",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the host 2",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the host 3",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the host 4",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the host 5",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the device 1",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the device 2",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the device 3",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the device 4",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin multi-link to the device 5",
  "vendor": "Garmin",
  "fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
}
{
  "name": "Garmin GFDI to the device",
  "vendor": "Garmin",
  "fields": [{ "key": "gfdi_data", "type": "hex" }]
}
{
  "name": "Garmin GFDI to the host",
  "vendor": "Garmin",
  "fields": [{ "key": "gfdi_data", "type": "hex" }]
}
{
  "name": "SUOTA Memory Information",
  "vendor": "Renesas (Dialog)",
  "fields": [{ "key": "suota_memory_information", "type": "u32" }]
}
{
  "name": "UART RX",
  "vendor": "Nordic Semiconductor",
  "text": "[\"{uart_text}\"][{uart_bytes}]",
  "fields": [
    { "as": "is_text", "call": "is_text" },
    { "key": "uart_text", "type": "utf8", "if": "is_text" },
    { "key": "uart_bytes", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "UART TX",
  "vendor": "Nordic Semiconductor",
  "text": "[\"{uart_text}\"][{uart_bytes}]",
  "fields": [
    { "as": "is_text", "call": "is_text" },
    { "key": "uart_text", "type": "utf8", "if": "is_text" },
    { "key": "uart_bytes", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "SUOTA GPIO Map",
  "vendor": "Renesas (Dialog)",
  "text": "{suota_gpio_map}",
  "fields": [{ "key": "suota_gpio_map", "type": "hexle", "size": 4 }]
}
{
  "name": "SUOTA Memory Device",
  "vendor": "Renesas (Dialog)",
  "text": "{suota_memory}",
  "fields": [
    { "as": "word", "type": "u32" },
    {
      "key": "suota_memory",
      "of": "word >> 24",
      "words": {
        "0": "system_ram",
        "1": "retention_ram",
        "2": "spi",
        "3": "i2c",
        "18": "suota_i2c",
        "19": "suota_spi",
        "253": "reboot",
        "254": "end",
        "255": "abort",
        "*": "other"
      }
    },
    { "key": "suota_address", "of": "word & 16777215" }
  ]
}
{
  "name": "DFU Control Point",
  "vendor": "Nordic Semiconductor",
  "text": "{command}[ {dfu_object} object][, {object_size} bytes][ {packets_per_receipt}][ {response_to}][: {outcome}][, {received_bytes} bytes]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "create",
          "fields": [
            { "key": "dfu_object", "type": "u8", "words": { "1": "command", "2": "data", "*": "reserved" } },
            { "key": "object_size", "type": "u32", "unit": "B" }
          ]
        },
        "2": { "word": "set_receipts", "fields": [{ "key": "packets_per_receipt", "type": "u16" }] },
        "3": { "word": "calculate_checksum" },
        "4": { "word": "execute" },
        "6": {
          "word": "select",
          "fields": [{ "key": "dfu_object", "type": "u8", "words": { "1": "command", "2": "data", "*": "reserved" } }]
        },
        "7": { "word": "get_mtu" },
        "9": { "word": "ping", "fields": [{ "key": "ping_id", "type": "u8" }] },
        "10": { "word": "hardware_version" },
        "11": { "word": "firmware_version", "fields": [{ "key": "image_index", "type": "u8" }] },
        "12": { "word": "abort" },
        "*": { "word": "reserved", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
        "96": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "dfu_operation" },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "0": "invalid",
                "1": "success",
                "2": "opcode_not_supported",
                "3": "invalid_parameter",
                "4": "insufficient_resources",
                "5": "invalid_object",
                "7": "unsupported_type",
                "8": "operation_not_permitted",
                "10": "operation_failed",
                "11": "extended_error",
                "*": "reserved"
              }
            },
            { "key": "extended_error", "type": "u8", "if": "outcome == 11" },
            {
              "if": "response_to == 6 && outcome == 1",
              "fields": [
                { "key": "object_max_size", "type": "u32", "unit": "B" },
                { "key": "received_bytes", "type": "u32", "unit": "B" },
                { "key": "received_crc", "type": "u32" }
              ]
            },
            {
              "if": "response_to == 3 && outcome == 1",
              "fields": [
                { "key": "received_bytes", "type": "u32", "unit": "B" },
                { "key": "received_crc", "type": "u32" }
              ]
            },
            { "key": "response_parameters", "type": "hex", "if": "rest > 0" }
          ]
        }
      }
    }
  ]
}
{
  "name": "Buttonless DFU",
  "vendor": "Nordic Semiconductor",
  "text": "{command}[ {response_to}][: {outcome}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "enter_bootloader" },
        "2": {
          "word": "set_advertisement_name",
          "fields": [{ "key": "bootloader_name", "type": "utf8", "size": { "type": "u8" } }]
        },
        "32": {
          "word": "response",
          "fields": [
            {
              "key": "response_to",
              "type": "u8",
              "words": { "1": "enter_bootloader", "2": "set_advertisement_name", "*": "reserved" }
            },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success",
                "2": "opcode_not_supported",
                "4": "operation_failed",
                "5": "invalid_advertisement_name",
                "6": "busy",
                "7": "not_bonded",
                "*": "reserved"
              }
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Buttonless DFU with bonds",
  "vendor": "Nordic Semiconductor",
  "text": "{command}[ {response_to}][: {outcome}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": { "word": "enter_bootloader" },
        "2": {
          "word": "set_advertisement_name",
          "fields": [{ "key": "bootloader_name", "type": "utf8", "size": { "type": "u8" } }]
        },
        "32": {
          "word": "response",
          "fields": [
            {
              "key": "response_to",
              "type": "u8",
              "words": { "1": "enter_bootloader", "2": "set_advertisement_name", "*": "reserved" }
            },
            {
              "key": "outcome",
              "type": "u8",
              "success": 1,
              "words": {
                "1": "success",
                "2": "opcode_not_supported",
                "4": "operation_failed",
                "5": "invalid_advertisement_name",
                "6": "busy",
                "7": "not_bonded",
                "*": "reserved"
              }
            }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "OTA Data",
  "vendor": "Silicon Labs",
  "text": "{firmware_bytes} bytes",
  "fields": [{ "key": "firmware_bytes", "of": "length", "unit": "B" }, { "key": "firmware_data", "type": "hex" }]
}
{
  "name": "AMS Remote Command",
  "vendor": "Apple",
  "direction": "notify",
  "text": "{supported_commands}",
  "fields": [
    {
      "key": "supported_commands",
      "type": "u8",
      "repeat": "rest",
      "words": {
        "0": "play",
        "1": "pause",
        "2": "toggle_play_pause",
        "3": "next_track",
        "4": "previous_track",
        "5": "volume_up",
        "6": "volume_down",
        "7": "advance_repeat_mode",
        "8": "advance_shuffle_mode",
        "9": "skip_forward",
        "10": "skip_backward",
        "11": "like",
        "12": "dislike",
        "13": "bookmark",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "AMS Remote Command",
  "vendor": "Apple",
  "direction": "write",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "words": {
        "0": "play",
        "1": "pause",
        "2": "toggle_play_pause",
        "3": "next_track",
        "4": "previous_track",
        "5": "volume_up",
        "6": "volume_down",
        "7": "advance_repeat_mode",
        "8": "advance_shuffle_mode",
        "9": "skip_forward",
        "10": "skip_backward",
        "11": "like",
        "12": "dislike",
        "13": "bookmark",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "SUOTA Patch Length",
  "vendor": "Renesas (Dialog)",
  "text": "{patch_length} bytes",
  "fields": [{ "key": "patch_length", "type": "u16", "unit": "B" }]
}
{
  "name": "ANCS Notification Source",
  "vendor": "Apple",
  "text": "{notification_category} {notification_event}",
  "fields": [
    {
      "key": "notification_event",
      "type": "u8",
      "words": { "0": "added", "1": "modified", "2": "removed", "*": "reserved" }
    },
    {
      "key": "notification_flags",
      "type": "u8",
      "flags": { "0": "silent", "1": "important", "2": "pre_existing", "3": "positive_action", "4": "negative_action" }
    },
    {
      "key": "notification_category",
      "type": "u8",
      "words": {
        "0": "other",
        "1": "incoming_call",
        "2": "missed_call",
        "3": "voicemail",
        "4": "social",
        "5": "schedule",
        "6": "email",
        "7": "news",
        "8": "health_and_fitness",
        "9": "business_and_finance",
        "10": "location",
        "11": "entertainment",
        "*": "reserved"
      }
    },
    { "key": "category_count", "type": "u8" },
    { "key": "notification_uid", "type": "u32" }
  ]
}
{
  "name": "Wahoo Trainer",
  "vendor": "Wahoo Fitness",
  "text": "{command}[ {target_power_w} W]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "wahoo_operation" },
            { "key": "response_parameters", "type": "hex", "if": "rest > 0" }
          ]
        },
        "32": { "word": "unlock", "fields": [{ "key": "operand", "type": "hex" }] },
        "64": {
          "word": "set_resistance",
          "fields": [{ "key": "resistance_percent", "type": "u16", "scale": "-100/16383", "offset": "100", "unit": "%" }]
        },
        "65": { "word": "set_level", "fields": [{ "key": "resistance_level", "type": "u8" }] },
        "66": { "word": "set_target_power", "fields": [{ "key": "target_power_w", "type": "u16", "unit": "W" }] },
        "67": {
          "word": "set_simulation",
          "fields": [
            { "key": "rider_weight_kg", "type": "u16", "scale": "0.01", "unit": "kg" },
            { "key": "rolling_resistance", "type": "u16", "scale": "0.0001" },
            { "key": "wind_resistance", "type": "u16", "scale": "0.001" }
          ]
        },
        "70": {
          "word": "set_grade",
          "fields": [
            { "as": "raw", "type": "u16" },
            { "key": "grade_percent", "of": "raw * 200 - 6553500", "scale": "1/65535", "unit": "%" }
          ]
        },
        "72": {
          "word": "set_wheel_circumference",
          "fields": [{ "key": "wheel_circumference_mm", "type": "u16", "scale": "0.1", "unit": "mm" }]
        },
        "*": { "word": "other", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] }
      }
    }
  ]
}
{
  "name": "Radon, average of a day",
  "vendor": "Airthings",
  "fields": [{ "key": "radon_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } }],
  "text": "[{radon_bq_per_m3} Bq/m3]"
}
{
  "name": "Radon, long term average",
  "vendor": "Airthings",
  "fields": [{ "key": "radon_long_term_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } }],
  "text": "[{radon_long_term_bq_per_m3} Bq/m3]"
}
{
  "name": "Light and accelerometer",
  "vendor": "Airthings",
  "fields": [{ "key": "ambient_light", "type": "u8" }, { "key": "accelerometer_code", "type": "u8" }]
}
{
  "name": "Wave Plus readings",
  "vendor": "Airthings",
  "fields": [
    { "as": "version", "type": "u8", "at": 0 },
    {
      "if": "version == 1 && length == 20",
      "fields": [
        { "skip": 1 },
        {
          "key": "relative_humidity_percent",
          "type": "u8",
          "scale": "0.5",
          "unit": "%",
          "special": { "201..255": "not_valid" }
        },
        { "key": "ambient_light", "type": "u8" },
        { "skip": 1 },
        { "key": "radon_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
        { "key": "radon_long_term_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.01",
          "unit": "°C",
          "special": { "10001..65535": "not_valid" }
        },
        {
          "key": "pressure_hpa",
          "type": "u16",
          "scale": "0.02",
          "unit": "hPa",
          "special": { "65501..65535": "not_valid" }
        },
        { "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "65535": "not_valid" } },
        { "key": "voc_ppb", "type": "u16", "unit": "ppb", "special": { "65535": "not_valid" } }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "[{radon_bq_per_m3} Bq/m3][ (long term {radon_long_term_bq_per_m3})][  {temperature_celsius:2}][  {relative_humidity_percent:1} %][  {pressure_hpa:2} hPa][  {co2_ppm} ppm CO2][  {voc_ppb} ppb VOC]"
}
{
  "name": "Wave Plus control",
  "vendor": "Airthings",
  "fields": [
    { "key": "command", "type": "u8", "words": { "109": "status", "*": "other" } },
    { "as": "answer", "of": "length >= 28 && !written && command == 109" },
    { "if": "answer", "fields": [{ "skip": 25 }, { "key": "battery_mv", "type": "u16", "unit": "mV" }] },
    { "skip": "rest" }
  ],
  "text": "{command}[: battery {battery_mv} mV]"
}
{
  "name": "Wave Mini readings",
  "vendor": "Airthings",
  "fields": [
    {
      "if": "length == 20",
      "fields": [
        { "key": "ambient_light", "type": "u8" },
        { "skip": 1 },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.01",
          "offset": "-273.15",
          "unit": "°C",
          "special": { "65535": "not_valid" }
        },
        {
          "key": "pressure_hpa",
          "type": "u16",
          "scale": "0.02",
          "unit": "hPa",
          "special": { "65501..65535": "not_valid" }
        },
        {
          "key": "relative_humidity_percent",
          "type": "u16",
          "scale": "0.01",
          "unit": "%",
          "special": { "10001..65535": "not_valid" }
        },
        { "key": "voc_ppb", "type": "u16", "unit": "ppb", "special": { "65535": "not_valid" } }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "[{temperature_celsius:2}][  {relative_humidity_percent:2} %][  {pressure_hpa:2} hPa][  {voc_ppb} ppb VOC]"
}
{
  "name": "Wave Mini control",
  "vendor": "Airthings",
  "fields": [
    { "key": "command", "type": "u8", "words": { "109": "status", "*": "other" } },
    { "as": "answer", "of": "length >= 28 && !written && command == 109" },
    { "if": "answer", "fields": [{ "skip": 25 }, { "key": "battery_mv", "type": "u16", "unit": "mV" }] },
    { "skip": "rest" }
  ],
  "text": "{command}[: battery {battery_mv} mV]"
}
{
  "name": "Wave Radon readings",
  "vendor": "Airthings",
  "fields": [
    { "as": "version", "type": "u8", "at": 0 },
    {
      "if": "version == 1 && length == 20",
      "fields": [
        { "skip": 1 },
        {
          "key": "relative_humidity_percent",
          "type": "u8",
          "scale": "0.5",
          "unit": "%",
          "special": { "201..255": "not_valid" }
        },
        { "key": "ambient_light", "type": "u8" },
        { "skip": 1 },
        { "key": "radon_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
        { "key": "radon_long_term_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.01",
          "unit": "°C",
          "special": { "10001..65535": "not_valid" }
        }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "[{radon_bq_per_m3} Bq/m3][ (long term {radon_long_term_bq_per_m3})][  {temperature_celsius:2}][  {relative_humidity_percent:1} %]"
}
{
  "name": "Wave Radon control",
  "vendor": "Airthings",
  "fields": [
    { "key": "command", "type": "u8", "words": { "109": "status", "*": "other" } },
    { "as": "answer", "of": "length >= 28 && !written && command == 109" },
    { "if": "answer", "fields": [{ "skip": 25 }, { "key": "battery_mv", "type": "u16", "unit": "mV" }] },
    { "skip": "rest" }
  ],
  "text": "{command}[: battery {battery_mv} mV]"
}
{
  "name": "GoPro command",
  "vendor": "GoPro",
  "direction": "write",
  "fields": [
    { "as": "size", "type": "u8" },
    {
      "if": "size < 32 && length == size + 1",
      "fields": [
        { "as": "which", "type": "u8", "at": 1 },
        { "key": "gopro_command", "type": "u8", "words": "gopro_commands" },
        {
          "if": "which == 0xf1 || which == 0xf3 || which == 0xf5 || which == 2 || which == 3",
          "fields": [{ "key": "gopro_action", "type": "u8" }, { "key": "gopro_data", "type": "hex", "if": "rest > 0" }]
        },
        { "if": "which == 1 && size == 3", "fields": [{ "skip": 1 }, { "key": "shutter_on", "type": "bool" }] },
        {
          "if": "which == 0x17 && size == 3",
          "fields": [{ "skip": 1 }, { "key": "access_point_on", "type": "bool" }]
        },
        {
          "if": "which == 0x0d && size == 9",
          "fields": [
            { "skip": 1 },
            { "key": "clock_year", "type": "u16be" },
            { "key": "clock_month", "type": "u8" },
            { "key": "clock_day", "type": "u8" },
            { "key": "clock_hour", "type": "u8" },
            { "key": "clock_minute", "type": "u8" },
            { "key": "clock_second", "type": "u8" },
            { "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
            { "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
            { "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
            { "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
            { "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
          ]
        },
        {
          "if": "which == 0x0f && size == 12",
          "fields": [
            { "skip": 1 },
            { "key": "clock_year", "type": "u16be" },
            { "key": "clock_month", "type": "u8" },
            { "key": "clock_day", "type": "u8" },
            { "key": "clock_hour", "type": "u8" },
            { "key": "clock_minute", "type": "u8" },
            { "key": "clock_second", "type": "u8" },
            { "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
            { "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
            { "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
            { "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
            { "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" },
            { "key": "utc_offset_minutes", "type": "i16be", "unit": "min" },
            { "key": "daylight_saving", "type": "bool" }
          ]
        },
        {
          "if": "which == 0x3e && size == 4",
          "fields": [{ "skip": 1 }, { "key": "preset_group_id", "type": "u16be" }]
        },
        { "if": "which == 0x40 && size == 6", "fields": [{ "skip": 1 }, { "key": "preset_id", "type": "u32be" }] },
        { "skip": "rest" }
      ]
    }
  ],
  "text": "{gopro_command}[ {shutter_on?on:off}][ {access_point_on?on:off}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}][ {preset_group_id}][ {preset_id}][ action {gopro_action}]"
}
{
  "name": "GoPro command answer",
  "vendor": "GoPro",
  "direction": "notify",
  "fields": [
    { "as": "size", "type": "u8" },
    {
      "if": "size < 32 && length == size + 1",
      "fields": [
        { "as": "which", "type": "u8", "at": 1 },
        { "key": "gopro_command", "type": "u8", "words": "gopro_commands" },
        {
          "if": "which == 0xf1 || which == 0xf3 || which == 0xf5 || which == 2 || which == 3",
          "fields": [{ "key": "gopro_action", "type": "u8" }, { "key": "gopro_data", "type": "hex", "if": "rest > 0" }]
        },
        {
          "if": "which != 0xf1 && which != 0xf3 && which != 0xf5 && which != 2 && which != 3",
          "fields": [
            { "as": "failed", "type": "u8", "at": 2 },
            { "key": "gopro_result", "type": "u8", "words": "gopro_results" },
            {
              "if": "which == 0x51 && !failed && size == 6",
              "fields": [
                { "skip": 1 },
                { "key": "gopro_version_major", "type": "u8" },
                { "skip": 1 },
                { "key": "gopro_version_minor", "type": "u8" }
              ]
            },
            {
              "if": "(which == 0x0e && !failed && size == 11) || (which == 0x10 && !failed && size == 13)",
              "fields": [
                { "skip": 1 },
                { "key": "clock_year", "type": "u16be" },
                { "key": "clock_month", "type": "u8" },
                { "key": "clock_day", "type": "u8" },
                { "key": "clock_hour", "type": "u8" },
                { "key": "clock_minute", "type": "u8" },
                { "key": "clock_second", "type": "u8" },
                { "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
                { "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
                { "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
                { "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
                { "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
              ]
            },
            {
              "if": "which == 0x10 && !failed && size == 13",
              "fields": [
                { "key": "utc_offset_minutes", "type": "i16be", "unit": "min" },
                { "key": "daylight_saving", "type": "bool" }
              ]
            }
          ]
        },
        { "skip": "rest" }
      ]
    }
  ],
  "text": "{gopro_command}[: {gopro_result}][ {gopro_version_major}.{gopro_version_minor}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}][ action {gopro_action}]"
}
{
  "name": "GoPro setting",
  "vendor": "GoPro",
  "direction": "write",
  "fields": [
    { "as": "size", "type": "u8" },
    {
      "if": "size < 32 && length == size + 1",
      "fields": [
        { "as": "which", "type": "u8", "at": 1 },
        { "as": "of_bytes", "type": "u8", "at": 2 },
        { "as": "content", "type": "u8", "at": 3 },
        { "as": "keeps", "of": "which == 91 && of_bytes == 1 && content == 66" },
        { "key": "gopro_setting", "type": "u8", "words": { "91": "keep_alive" }, "if": "keeps" },
        { "key": "gopro_setting", "type": "u8", "words": "gopro_settings", "if": "!keeps" },
        { "skip": 1 },
        { "key": "element_value", "type": "u8", "if": "of_bytes == 1 && size == 3" },
        { "key": "element_data", "type": "hex", "if": "rest > 0" },
        { "skip": "rest" }
      ]
    }
  ],
  "text": "{gopro_setting}[ {element_value}][ {element_data}]"
}
{
  "name": "GoPro setting answer",
  "vendor": "GoPro",
  "direction": "notify",
  "fields": [
    { "as": "size", "type": "u8" },
    {
      "if": "size < 32 && length == size + 1",
      "fields": [
        {
          "if": "size >= 2",
          "fields": [
            { "key": "gopro_setting", "type": "u8", "words": "gopro_settings" },
            { "key": "gopro_result", "type": "u8", "words": "gopro_results" }
          ]
        },
        { "skip": "rest" }
      ]
    }
  ],
  "text": "{gopro_setting}: {gopro_result}"
}
{
  "name": "GoPro query",
  "vendor": "GoPro",
  "direction": "write",
  "fields": [
    { "as": "size", "type": "u8" },
    {
      "if": "size < 32 && length == size + 1",
      "fields": [
        { "as": "which", "type": "u8", "at": 1 },
        { "as": "of_status", "of": "which == 0x13 || which == 0x53 || which == 0x73" },
        { "key": "gopro_query", "type": "u8", "words": "gopro_queries" },
        { "key": "gopro_action", "type": "u8", "if": "which == 0xf5" },
        { "key": "gopro_data", "type": "hex", "if": "which == 0xf5 && rest > 0" },
        {
          "key": "gopro_status",
          "type": "u8",
          "words": "gopro_statuses",
          "if": "size == 2 && of_status && which != 0xf5"
        },
        {
          "key": "gopro_setting",
          "type": "u8",
          "words": "gopro_settings",
          "if": "size == 2 && !of_status && which != 0xf5"
        },
        { "key": "element_ids", "type": "u8", "repeat": "rest", "if": "size > 2 && which != 0xf5" },
        { "skip": "rest" }
      ]
    }
  ],
  "text": "{gopro_query}[ action {gopro_action}][ {gopro_status}][ {gopro_setting}][ {element_ids}]"
}
{
  "name": "GoPro query answer",
  "vendor": "GoPro",
  "direction": "notify",
  "fields": [
    { "as": "size", "type": "u8" },
    {
      "if": "size < 32 && length == size + 1",
      "fields": [
        { "as": "which", "type": "u8", "at": 1 },
        { "as": "of_status", "of": "which == 0x13 || which == 0x53 || which == 0x93" },
        { "key": "gopro_query", "type": "u8", "words": "gopro_queries" },
        { "key": "gopro_action", "type": "u8", "if": "which == 0xf5" },
        { "key": "gopro_data", "type": "hex", "if": "which == 0xf5 && rest > 0" },
        {
          "if": "which != 0xf5 && size > 4",
          "fields": [
            { "as": "only", "type": "u8", "at": 4, "of": "it == size - 4" },
            { "as": "only_status", "type": "u8", "at": 3, "words": "gopro_statuses", "if": "only && of_status" },
            { "as": "only_setting", "type": "u8", "at": 3, "words": "gopro_settings", "if": "only && !of_status" },
            { "as": "only_value", "type": "u8", "at": 5, "if": "only && size == 5" },
            { "as": "only_value_2", "type": "u16be", "at": 5, "if": "only && size == 6" },
            { "as": "only_value_4", "type": "u32be", "at": 5, "if": "only && size == 8" }
          ]
        },
        {
          "if": "which != 0xf5",
          "fields": [
            { "key": "gopro_result", "type": "u8", "words": "gopro_results" },
            {
              "if": "of_status",
              "fields": [
                {
                  "key": "gopro_values",
                  "repeat": "rest",
                  "fields": [
                    { "key": "gopro_status", "type": "u8", "words": "gopro_statuses" },
                    { "as": "of_bytes", "type": "u8" },
                    {
                      "size": "of_bytes",
                      "fields": [
                        { "key": "element_value", "type": "u8", "if": "of_bytes == 1" },
                        { "key": "element_value", "type": "u16be", "if": "of_bytes == 2" },
                        { "key": "element_value", "type": "u32be", "if": "of_bytes == 4" },
                        { "key": "element_value", "type": "u64be", "if": "of_bytes == 8" },
                        { "key": "element_data", "type": "hex", "if": "rest > 0" }
                      ]
                    }
                  ]
                }
              ]
            },
            {
              "if": "!of_status",
              "fields": [
                {
                  "key": "gopro_values",
                  "repeat": "rest",
                  "fields": [
                    { "key": "gopro_setting", "type": "u8", "words": "gopro_settings" },
                    { "as": "of_bytes", "type": "u8" },
                    {
                      "size": "of_bytes",
                      "fields": [
                        { "key": "element_value", "type": "u8", "if": "of_bytes == 1" },
                        { "key": "element_value", "type": "u16be", "if": "of_bytes == 2" },
                        { "key": "element_value", "type": "u32be", "if": "of_bytes == 4" },
                        { "key": "element_value", "type": "u64be", "if": "of_bytes == 8" },
                        { "key": "element_data", "type": "hex", "if": "rest > 0" }
                      ]
                    }
                  ]
                }
              ]
            }
          ]
        },
        { "skip": "rest" }
      ]
    }
  ],
  "text": "{gopro_query}[ action {gopro_action}][: {gopro_result}][, {only_status}][, {only_setting}][ {only_value}][ {only_value_2}][ {only_value_4}]"
}
{
  "name": "AMS Entity Attribute",
  "vendor": "Apple",
  "direction": "write",
  "text": "{ams_entity} {ams_attribute}",
  "fields": [
    {
      "key": "ams_entity",
      "type": "u8",
      "words": { "0": "player", "1": "queue", "2": "track", "*": "reserved" }
    },
    { "as": "attribute", "type": "u8" },
    {
      "key": "ams_attribute",
      "of": "attribute",
      "words": { "0": "name", "1": "playback_info", "2": "volume", "*": "reserved" },
      "if": "ams_entity == 0"
    },
    {
      "key": "ams_attribute",
      "of": "attribute",
      "words": { "0": "index", "1": "count", "2": "shuffle_mode", "3": "repeat_mode", "*": "reserved" },
      "if": "ams_entity == 1"
    },
    {
      "key": "ams_attribute",
      "of": "attribute",
      "words": { "0": "artist", "1": "album", "2": "title", "3": "duration", "*": "reserved" },
      "if": "ams_entity == 2"
    }
  ]
}
{
  "name": "SMP",
  "source": "the length in the header counts what follows it; a message may take several values",
  "vendor": "Zephyr Project",
  "text": "[{smp_group}][ {smp_command}][, {smp_operation}]",
  "message": { "length": { "at": 2, "type": "u16be", "plus": 8 } },
  "fields": [
    { "as": "first", "type": "u8" },
    {
      "key": "smp_operation",
      "of": "first.0..2",
      "words": { "0": "read", "1": "read_response", "2": "write", "3": "write_response", "*": "reserved" }
    },
    { "key": "smp_version", "of": "(first >> 3 & 3) + 1" },
    { "skip": 3 },
    {
      "key": "smp_group",
      "type": "u16be",
      "words": {
        "0": "os",
        "1": "image",
        "2": "statistics",
        "3": "settings",
        "4": "log",
        "5": "crash",
        "6": "split",
        "7": "run",
        "8": "filesystem",
        "9": "shell",
        "10": "enumeration",
        "63": "zephyr",
        "*": "application"
      }
    },
    { "key": "smp_sequence", "type": "u8" },
    { "as": "id", "type": "u8" },
    {
      "key": "smp_command",
      "of": "id",
      "words": {
        "0": "echo",
        "1": "console_echo",
        "2": "task_statistics",
        "3": "memory_pools",
        "4": "date_time",
        "5": "reset",
        "6": "parameters",
        "7": "information",
        "8": "bootloader_information",
        "*": "other"
      },
      "if": "smp_group == 0"
    },
    {
      "key": "smp_command",
      "of": "id",
      "words": {
        "0": "state",
        "1": "upload",
        "2": "file",
        "3": "core_list",
        "4": "core_load",
        "5": "erase",
        "*": "other"
      },
      "if": "smp_group == 1"
    },
    {
      "key": "smp_command",
      "of": "id",
      "words": { "0": "group_data", "1": "list", "*": "other" },
      "if": "smp_group == 2"
    },
    {
      "key": "smp_command",
      "of": "id",
      "words": { "0": "value", "1": "delete", "2": "commit", "3": "load_or_save", "*": "other" },
      "if": "smp_group == 3"
    },
    {
      "key": "smp_command",
      "of": "id",
      "words": {
        "0": "file",
        "1": "status",
        "2": "checksum",
        "3": "supported_checksums",
        "4": "close",
        "*": "other"
      },
      "if": "smp_group == 8"
    },
    { "key": "smp_command", "of": "id", "words": { "0": "execute", "*": "other" }, "if": "smp_group == 9" },
    {
      "key": "smp_command",
      "of": "id",
      "words": { "0": "count", "1": "list", "2": "single", "3": "details", "*": "other" },
      "if": "smp_group == 10"
    },
    { "key": "smp_command_code", "of": "id", "if": "smp_group > 3 && smp_group < 8 || smp_group > 10" },
    { "key": "smp_payload", "type": "hex", "call": "cbor", "if": "rest > 0" }
  ]
}
{
  "name": "HomeKit Service Instance ID",
  "vendor": "Apple",
  "fields": [{ "key": "hap_instance", "type": "u16" }]
}
{
  "name": "Scrolling Delay",
  "vendor": "micro:bit",
  "fields": [{ "key": "scrolling_delay_ms", "type": "u16", "unit": "ms" }]
}
{
  "name": "Temperature Period",
  "vendor": "micro:bit",
  "fields": [{ "key": "period_ms", "type": "u16", "unit": "ms" }]
}
{
  "name": "Client Requirements",
  "vendor": "micro:bit",
  "fields": [{ "type": "events" }]
}
{
  "name": "Magnetometer Period",
  "vendor": "micro:bit",
  "fields": [{ "key": "period_ms", "type": "u16", "unit": "ms" }]
}
{
  "name": "Client Event",
  "vendor": "micro:bit",
  "fields": [{ "type": "events" }]
}
{
  "name": "Pin AD Configuration",
  "vendor": "micro:bit",
  "fields": [{ "key": "analog_pins_code", "type": "u32" }]
}
{
  "name": "LED Matrix State",
  "vendor": "micro:bit",
  "fields": [{ "key": "led_rows_code", "type": "u8", "repeat": 5 }]
}
{
  "name": "Pin Data",
  "vendor": "micro:bit",
  "fields": [
    {
      "key": "pins",
      "repeat": "rest",
      "fields": [{ "key": "pin", "type": "u8" }, { "key": "pin_value", "type": "u8" }]
    }
  ]
}
{
  "name": "Temperature",
  "vendor": "micro:bit",
  "fields": [{ "key": "temperature_celsius", "type": "i8", "unit": "°C" }],
  "text": "{temperature_celsius:0}"
}
{
  "name": "LED Text",
  "vendor": "micro:bit",
  "fields": [{ "key": "led_text", "type": "utf8" }],
  "text": "\"{led_text}\""
}
{
  "name": "Magnetometer Bearing",
  "vendor": "micro:bit",
  "fields": [{ "key": "bearing_degrees", "type": "u16", "unit": "°" }]
}
{
  "name": "MicroBit Event",
  "vendor": "micro:bit",
  "fields": [{ "type": "events" }]
}
{
  "name": "Magnetometer Calibration",
  "vendor": "micro:bit",
  "fields": [
    {
      "key": "calibration",
      "type": "u8",
      "words": { "0": "not_known", "1": "requested", "2": "completed", "3": "failed", "*": "reserved" }
    }
  ],
  "text": "{calibration}"
}
{
  "name": "MicroBit Requirements",
  "vendor": "micro:bit",
  "fields": [{ "type": "events" }]
}
{
  "name": "Pin IO Configuration",
  "vendor": "micro:bit",
  "fields": [{ "key": "input_pins_code", "type": "u32" }]
}
{
  "name": "Accelerometer Data",
  "vendor": "micro:bit",
  "fields": [
    { "key": "accelerometer_g", "type": "i16", "scale": "0.001", "unit": "g", "repeat": 3, "axes": true }
  ]
}
{
  "name": "PWM Control",
  "vendor": "micro:bit",
  "fields": [
    {
      "key": "pwm",
      "repeat": "rest",
      "fields": [
        { "key": "pin", "type": "u8" },
        { "key": "pwm_value", "type": "u16" },
        { "key": "pwm_period_us", "type": "u32", "unit": "µs" }
      ]
    }
  ]
}
{
  "name": "Button A State",
  "vendor": "micro:bit",
  "fields": [{ "key": "button", "type": "u8", "words": "button" }],
  "text": "{button}"
}
{
  "name": "Button B State",
  "vendor": "micro:bit",
  "fields": [{ "key": "button", "type": "u8", "words": "button" }],
  "text": "{button}"
}
{
  "name": "Magnetometer Data",
  "vendor": "micro:bit",
  "fields": [{ "key": "magnetometer_raw", "type": "i16", "repeat": 3, "axes": true }]
}
{
  "name": "Accelerometer Period",
  "vendor": "micro:bit",
  "fields": [{ "key": "period_ms", "type": "u16", "unit": "ms" }]
}
{
  "name": "Temperature and Humidity",
  "vendor": "Xiaomi",
  "fields": [
    { "key": "temperature_celsius", "type": "i16", "scale": "0.01", "unit": "°C" },
    { "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
    { "key": "voltage_v", "type": "u16", "scale": "0.001", "unit": "V", "if": "rest >= 2" }
  ],
  "text": "{temperature_celsius:2}  {relative_humidity_percent} %[  {voltage_v:3} V]"
}
{
  "name": "Battery",
  "vendor": "Xiaomi",
  "fields": [{ "key": "battery_level_percent", "type": "u8", "unit": "%" }]
}
{
  "name": "Firmware Version",
  "vendor": "Nordic Semiconductor",
  "fields": [{ "key": "firmware_version", "type": "u8", "repeat": 3 }]
}
{
  "name": "Temperature",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "as": "whole", "type": "i8" },
    { "as": "hundredths", "type": "u8" },
    { "key": "temperature_celsius", "of": "whole * 100 + hundredths", "scale": "0.01", "unit": "°C" }
  ],
  "text": "{temperature_celsius:2}"
}
{
  "name": "Pressure",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "as": "whole", "type": "i32" },
    { "as": "hundredths", "type": "u8" },
    { "key": "pressure_hpa", "of": "whole * 100 + hundredths", "scale": "0.01", "unit": "hPa" }
  ],
  "text": "{pressure_hpa:2} hPa"
}
{
  "name": "Humidity",
  "vendor": "Nordic Semiconductor",
  "fields": [{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" }],
  "text": "{relative_humidity_percent} %"
}
{
  "name": "Air Quality",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "eco2_ppm", "type": "u16", "unit": "ppm" },
    { "key": "tvoc_ppb", "type": "u16", "unit": "ppb" }
  ],
  "text": "eCO2 {eco2_ppm} ppm  TVOC {tvoc_ppb} ppb"
}
{
  "name": "Color",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "light_red", "type": "u16" },
    { "key": "light_green", "type": "u16" },
    { "key": "light_blue", "type": "u16" },
    { "key": "light_clear", "type": "u16" }
  ]
}
{
  "name": "Environment Configuration",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "temperature_interval_ms", "type": "u16", "unit": "ms" },
    { "key": "pressure_interval_ms", "type": "u16", "unit": "ms" },
    { "key": "humidity_interval_ms", "type": "u16", "unit": "ms" },
    { "key": "color_interval_ms", "type": "u16", "unit": "ms" },
    {
      "key": "gas_mode",
      "type": "u8",
      "words": { "1": "every_second", "2": "every_10_seconds", "3": "every_minute", "*": "reserved" }
    },
    { "key": "sensor_led_rgb", "type": "u8", "repeat": 3 }
  ]
}
{
  "name": "LED",
  "vendor": "Nordic Semiconductor",
  "fields": [
    {
      "key": "led_mode",
      "type": "u8",
      "cases": {
        "0": { "word": "off" },
        "1": { "word": "constant", "fields": [{ "key": "led_rgb", "type": "u8", "repeat": 3 }] },
        "2": {
          "word": "breathe",
          "fields": [
            { "key": "led_color", "type": "u8", "words": "led_color" },
            { "key": "led_intensity_percent", "type": "u8", "unit": "%" },
            { "key": "led_delay_ms", "type": "u16", "unit": "ms" }
          ]
        },
        "3": {
          "word": "one_shot",
          "fields": [
            { "key": "led_color", "type": "u8", "words": "led_color" },
            { "key": "led_intensity_percent", "type": "u8", "unit": "%" }
          ]
        },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Button",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "button", "type": "u8", "words": { "0": "released", "1": "pressed", "*": "reserved" } }
  ],
  "text": "{button}"
}
{
  "name": "Motion Configuration",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "step_interval_ms", "type": "u16", "unit": "ms" },
    { "key": "temperature_compensation_ms", "type": "u16", "unit": "ms" },
    { "key": "magnetometer_compensation_ms", "type": "u16", "unit": "ms" },
    { "key": "motion_frequency_hz", "type": "u16", "unit": "Hz" },
    { "key": "wake_on_motion", "type": "bool" }
  ]
}
{
  "name": "Tap",
  "vendor": "Nordic Semiconductor",
  "fields": [{ "key": "tap_direction_code", "type": "u8" }, { "key": "tap_count", "type": "u8" }]
}
{
  "name": "Orientation",
  "vendor": "Nordic Semiconductor",
  "fields": [
    {
      "key": "orientation",
      "type": "u8",
      "words": {
        "0": "portrait", "1": "landscape", "2": "reverse_portrait", "3": "reverse_landscape",
        "*": "reserved"
      }
    }
  ],
  "text": "{orientation}"
}
{
  "name": "Quaternion",
  "vendor": "Nordic Semiconductor",
  "fields": [{ "key": "quaternion", "type": "i32", "scale": "1/1073741824", "repeat": 4 }]
}
{
  "name": "Step Counter",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "step_count", "type": "u32" },
    { "key": "walking_ms", "type": "u32", "unit": "ms" }
  ]
}
{
  "name": "Raw Motion",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "accelerometer_g", "type": "i16", "scale": "1/1024", "unit": "g", "repeat": 3, "axes": true },
    { "key": "gyroscope_dps", "type": "i16", "scale": "1/32", "unit": "°/s", "repeat": 3, "axes": true },
    { "key": "magnetometer_ut", "type": "i16", "scale": "1/16", "unit": "µT", "repeat": 3, "axes": true }
  ]
}
{
  "name": "Euler Angles",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "roll_degrees", "type": "i32", "scale": "1/65536", "unit": "°" },
    { "key": "pitch_degrees", "type": "i32", "scale": "1/65536", "unit": "°" },
    { "key": "yaw_degrees", "type": "i32", "scale": "1/65536", "unit": "°" }
  ]
}
{
  "name": "Rotation Matrix",
  "vendor": "Nordic Semiconductor",
  "fields": [{ "key": "rotation_matrix", "type": "i16", "scale": "1/16384", "repeat": 9 }]
}
{
  "name": "Heading",
  "vendor": "Nordic Semiconductor",
  "fields": [{ "key": "heading_degrees", "type": "i32", "scale": "1/65536", "unit": "°" }]
}
{
  "name": "Gravity Vector",
  "vendor": "Nordic Semiconductor",
  "fields": [
    { "key": "gravity_m_s2", "type": "f32", "unit": "m/s²", "repeat": 3, "axes": true }
  ]
}
{
  "name": "IR Temperature Data",
  "vendor": "Texas Instruments",
  "source": "TMP006 user's guide SBOU107, 5.1 (CC2541); TMP007 data sheet, 7.5.3 (CC2650)",
  "fields": [
    { "type": "which_sensortag" },
    {
      "if": "generation == 1",
      "fields": [
        { "as": "voltage", "type": "i16" },
        { "as": "die", "type": "i16" },
        { "key": "object_temperature_celsius", "call": "tmp006", "args": ["voltage", "die"], "unit": "°C" },
        { "key": "ambient_temperature_celsius", "of": "die", "scale": "1/128", "unit": "°C" },
        { "key": "sensor", "of": "generation", "needs": "die", "words": "thermopiles", "code": false },
        { "key": "calibration_s0", "call": "tmp006", "needs": "die" }
      ]
    },
    {
      "if": "generation == 2",
      "comment": "The two lowest bits are not part of a temperature.",
      "fields": [
        { "as": "object", "type": "i16" },
        { "key": "object_temperature_celsius", "of": "object >> 2", "scale": "1/32", "unit": "°C" },
        { "as": "ambient", "type": "i16" },
        { "key": "ambient_temperature_celsius", "of": "ambient >> 2", "scale": "1/32", "unit": "°C" },
        { "key": "sensor", "of": "generation", "needs": "object", "words": "thermopiles", "code": false }
      ]
    }
  ],
  "text": "[object {object_temperature_celsius:2}][  ambient {ambient_temperature_celsius:2}]"
}
{
  "name": "IR Temperature Configuration",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "on_off" }],
  "text": "[{enabled?on:off}][reserved ({configuration_code})]"
}
{
  "name": "IR Temperature Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "Accelerometer Data",
  "vendor": "Texas Instruments",
  "source": "KXTJ9; firmware before 1.5 has the range of 2 g only",
  "fields": [
    { "as": "range", "call": "sensortag_range", "args": [1] },
    {
      "key": "accelerometer_g",
      "type": "i8",
      "of": "it * range",
      "scale": "1/128",
      "unit": "g",
      "repeat": 3,
      "axes": true
    },
    { "key": "range_g", "of": "range", "needs": "accelerometer_g", "unit": "g" },
    { "key": "range_source", "of": "range.source", "needs": "accelerometer_g" },
    { "as": "assumed", "of": "range", "needs": "accelerometer_g", "if": "range.assumed" }
  ],
  "text": "[{accelerometer_g:2} g][  (range {assumed} g assumed)]"
}
{
  "name": "Accelerometer Configuration",
  "vendor": "Texas Instruments",
  "source": "the firmware's HAL_ACC_RANGE constants count downwards; comments in some clients have it reversed",
  "fields": [
    { "as": "setting", "type": "u8" },
    { "as": "firmware", "call": "sensortag_firmware" },
    { "key": "enabled", "of": "setting != 0", "if": "setting <= 3" },
    { "as": "range", "of": "setting == 3 ? 2 : setting == 2 ? 4 : 8" },
    { "as": "range", "of": "2", "if": "firmware < 150" },
    { "key": "range_g", "of": "range", "if": "setting > 0 && setting <= 3", "unit": "g" },
    { "key": "configuration_code", "of": "setting", "if": "setting > 3" },
    { "note": "reserved value", "if": "setting > 3" }
  ],
  "text": "[{enabled?on:off}][, {range_g} g][reserved ({configuration_code})]"
}
{
  "name": "Accelerometer Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "Humidity Data",
  "vendor": "Texas Instruments",
  "source": "SHT21 data sheet, 6 (CC2541); HDC1000 data sheet, 8.6.1 and 8.6.2 (CC2650)",
  "fields": [
    { "type": "which_sensortag" },
    {
      "if": "generation == 1",
      "fields": [
        { "as": "raw_t", "type": "u16" },
        { "key": "temperature_celsius", "call": "sht21", "args": [0, "raw_t"], "unit": "°C" },
        { "as": "raw_h", "type": "u16" },
        { "key": "relative_humidity_percent", "call": "sht21", "args": [1, "raw_h"], "unit": "%" }
      ]
    },
    {
      "if": "generation == 2",
      "comment": "The two lowest bits of the humidity are status.",
      "fields": [
        { "key": "temperature_celsius", "type": "u16", "scale": "165/65536", "offset": -40, "unit": "°C" },
        {
          "key": "relative_humidity_percent",
          "type": "u16",
          "of": "it & 0xFFFC",
          "scale": "100/65536",
          "unit": "%"
        }
      ]
    }
  ],
  "text": "[{temperature_celsius:2}][  {relative_humidity_percent:2} %]"
}
{
  "name": "Humidity Configuration",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "on_off" }],
  "text": "[{enabled?on:off}][reserved ({configuration_code})]"
}
{
  "name": "Humidity Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "Magnetometer Data",
  "vendor": "Texas Instruments",
  "source": "MAG3110, on the vendor's scale of 2000 µT over 16 bits; order and sign as sent",
  "fields": [{ "key": "magnetometer_ut", "type": "i16", "scale": "2000/65536", "unit": "µT", "repeat": 3, "axes": true }],
  "text": "[{magnetometer_ut:2} uT]"
}
{
  "name": "Magnetometer Configuration",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "on_off" }],
  "text": "[{enabled?on:off}][reserved ({configuration_code})]"
}
{
  "name": "Magnetometer Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "Barometer Data",
  "vendor": "Texas Instruments",
  "source": "T5400 (CC2541): without the device's own coefficients its numbers mean nothing; BMP280 (CC2650), whose firmware 0.x sent 12 bits and an exponent",
  "fields": [
    { "as": "generation", "call": "sensortag_generation" },
    { "as": "firmware", "call": "sensortag_firmware" },
    { "as": "sensor", "of": "generation == 0 && length == 6 ? 2 : generation" },
    {
      "note": "which SensorTag is not known: CC2541 and CC2650 mean different things by this",
      "if": "sensor == 0"
    },
    { "skip": "rest", "if": "sensor == 0" },
    {
      "if": "sensor == 1",
      "fields": [
        { "as": "calibrated", "call": "t5400" },
        { "as": "raw_t", "type": "i16" },
        { "as": "raw_p", "type": "u16" },
        { "key": "raw_temperature", "of": "raw_t", "if": "calibrated == 0" },
        { "key": "raw_pressure", "of": "raw_p", "if": "calibrated == 0" },
        { "key": "temperature_celsius", "call": "t5400", "args": ["raw_t"], "unit": "°C" },
        { "key": "pressure_hpa", "call": "t5400", "args": ["raw_t", "raw_p"], "unit": "hPa" },
        {
          "key": "calibration_source",
          "of": "calibrated",
          "needs": "raw_t",
          "words": { "0": "missing", "1": "read" },
          "code": false
        }
      ]
    },
    { "as": "early", "of": "length == 4 && !truncated" },
    { "as": "early", "of": "firmware < 100" },
    {
      "if": "sensor == 2 && early",
      "fields": [
        {
          "key": "temperature_celsius",
          "type": "u16",
          "of": "(it & 0xFFF) << (it >> 12)",
          "scale": "0.01",
          "unit": "°C"
        },
        { "key": "pressure_hpa", "type": "u16", "of": "(it & 0xFFF) << (it >> 12)", "scale": "0.01", "unit": "hPa" }
      ]
    },
    {
      "if": "sensor == 2 && !early",
      "fields": [
        { "key": "temperature_celsius", "type": "i24", "scale": "0.01", "unit": "°C" },
        { "key": "pressure_hpa", "type": "u24", "scale": "0.01", "unit": "hPa" }
      ]
    }
  ],
  "text": "[{temperature_celsius:2}][  {pressure_hpa:2} hPa][raw {raw_temperature}[ {raw_pressure}], calibration not seen]"
}
{
  "name": "Barometer Configuration",
  "vendor": "Texas Instruments",
  "fields": [
    { "as": "setting", "type": "u8" },
    {
      "key": "command",
      "of": "setting",
      "if": "setting == 2",
      "words": { "2": ["read_calibration", "read the calibration"] },
      "code": false
    },
    { "key": "enabled", "of": "setting == 1", "if": "setting <= 1" },
    { "key": "configuration_code", "of": "setting", "if": "setting > 2" },
    { "note": "reserved value", "if": "setting > 2" }
  ],
  "text": "[{command}][{enabled?on:off}][reserved ({configuration_code})]"
}
{
  "name": "Barometer Calibration",
  "vendor": "Texas Instruments",
  "source": "T5400: four unsigned, four signed coefficients; zeros until AA42 = 2 makes the firmware fetch them",
  "fields": [
    { "key": "c1", "type": "u16" },
    { "key": "c2", "type": "u16" },
    { "key": "c3", "type": "u16" },
    { "key": "c4", "type": "u16" },
    { "key": "c5", "type": "i16" },
    { "key": "c6", "type": "i16" },
    { "key": "c7", "type": "i16" },
    { "key": "c8", "type": "i16" },
    {
      "note": "all zero: the firmware has not fetched it yet",
      "if": "length == 16 && (c1 | c2 | c3 | c4 | c5 | c6 | c7 | c8) == 0"
    }
  ],
  "text": "[c1..c8 {c1}][ {c2}][ {c3}][ {c4}][ {c5}][ {c6}][ {c7}][ {c8}]"
}
{
  "name": "Barometer Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "Gyroscope Data",
  "vendor": "Texas Instruments",
  "source": "IMU-3000; order and sign as sent: clients rotate the axes, each in its own way",
  "fields": [{ "key": "gyroscope_dps", "type": "i16", "scale": "500/65536", "unit": "°/s", "repeat": 3, "axes": true }],
  "text": "[{gyroscope_dps:2} dps]"
}
{
  "name": "Gyroscope Configuration",
  "vendor": "Texas Instruments",
  "fields": [
    { "as": "axes", "type": "u8", "reserved": "3..7" },
    { "key": "enabled", "of": "axes.0..2 != 0" },
    { "key": "gyroscope_axes", "of": "axes.0..2", "words": "axes_xyz", "code": false },
    { "as": "axes_on", "of": "axes.0..2", "if": "axes.0..2 != 0", "words": "axes_xyz" }
  ],
  "text": "{enabled?on:off}[, {axes_on}]"
}
{
  "name": "Gyroscope Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "IO Data",
  "vendor": "Texas Instruments",
  "source": "lights and buzzer of the CC2650; bit 3 has its meaning in the factory image only",
  "fields": [
    { "as": "mode", "call": "sensortag_io_mode" },
    { "as": "is_result", "of": "0" },
    { "as": "is_result", "of": "mode == 2 && !written" },
    { "as": "bits", "type": "u8" },
    {
      "if": "!is_result",
      "fields": [
        { "key": "led_1", "of": "bits.0" },
        { "key": "led_2", "of": "bits.1" },
        { "key": "buzzer", "of": "bits.2" },
        {
          "as": "outputs",
          "of": "bits.0..2",
          "words": {
            "0": "all_off",
            "1": ["led_1", "LED 1"],
            "2": ["led_2", "LED 2"],
            "3": ["leds", "LED 1 + LED 2"],
            "4": "buzzer",
            "5": ["led_1_and_buzzer", "LED 1 + buzzer"],
            "6": ["led_2_and_buzzer", "LED 2 + buzzer"],
            "7": ["all", "LED 1 + LED 2 + buzzer"]
          }
        },
        { "note": "bit 3 erases the external flash", "if": "bits.3" },
        { "note": "reserved bits are set", "if": "bits.4..7 != 0" }
      ]
    },
    { "key": "io_code", "of": "bits" },
    { "as": "self_test", "of": "bits", "if": "is_result" },
    { "note": "the result of the self test, a bit a component", "needs": "self_test" }
  ],
  "text": "[{outputs}][self test result {self_test:02X}]"
}
{
  "name": "IO Configuration",
  "vendor": "Texas Instruments",
  "fields": [
    { "key": "io_mode", "type": "u8", "words": { "0": "local", "1": "remote", "2": "self_test", "*": "reserved" } }
  ],
  "text": "{io_mode}"
}
{
  "name": "Luxometer Data",
  "vendor": "Texas Instruments",
  "source": "OPT3001: 12 bits in 0.01 lux times a power of two",
  "fields": [
    { "as": "raw", "type": "u16" },
    { "key": "illuminance_lux", "of": "raw.0..11 << raw.12..15", "scale": "0.01", "unit": "lx" },
    { "note": "reserved exponent", "if": "raw.12..15 > 11" }
  ],
  "text": "[{illuminance_lux:2} lux]"
}
{
  "name": "Luxometer Configuration",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "on_off" }],
  "text": "[{enabled?on:off}][reserved ({configuration_code})]"
}
{
  "name": "Luxometer Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "Movement Data",
  "vendor": "Texas Instruments",
  "source": "MPU9250; the firmware has already applied the magnetometer's scale",
  "fields": [
    { "as": "range", "call": "sensortag_range", "args": [2] },
    { "key": "gyroscope_dps", "type": "i16", "scale": "500/65536", "unit": "°/s", "repeat": 3, "axes": true },
    {
      "key": "accelerometer_g",
      "type": "i16",
      "of": "it * range",
      "scale": "1/32768",
      "unit": "g",
      "repeat": 3,
      "axes": true
    },
    { "key": "magnetometer_ut", "type": "i16", "unit": "µT", "repeat": 3, "axes": true },
    { "key": "range_g", "of": "range", "needs": "accelerometer_g", "unit": "g" },
    { "key": "range_source", "of": "range.source", "needs": "accelerometer_g" },
    { "as": "assumed", "of": "range", "needs": "accelerometer_g", "if": "range.assumed" }
  ],
  "text": "[{gyroscope_dps:1} dps][  {accelerometer_g:2} g][  {magnetometer_ut:0} uT][  (range {assumed} g assumed)]"
}
{
  "name": "Movement Configuration",
  "vendor": "Texas Instruments",
  "source": "bits for the axes, z lowest, wake on motion, and above them the range; the firmware may ignore the range that a client writes",
  "fields": [
    { "as": "bits", "type": "u8" },
    { "key": "enabled", "of": "bits.0..6 != 0" },
    { "key": "gyroscope_axes", "of": "bits.0..2", "words": "axes_zyx", "code": false },
    { "key": "accelerometer_axes", "of": "bits.3..5", "words": "axes_zyx", "code": false },
    { "key": "magnetometer_enabled", "of": "bits.6" },
    { "key": "wake_on_motion", "of": "bits.7" },
    {
      "if": "enabled",
      "fields": [
        { "as": "gyro", "of": "bits.0..2", "words": "axes_zyx" },
        { "as": "accel", "of": "bits.3..5", "words": "axes_zyx" },
        { "as": "mag", "of": "bits.6" }
      ]
    },
    { "as": "high", "type": "u8", "reserved": "2..7" },
    { "key": "range_g", "of": "2 << high.0..1", "unit": "g" },
    { "as": "last", "call": "sensortag_range", "args": [2] },
    {
      "note": "the last range read is {last} g: the firmware may ignore what is written",
      "if": "written && last.read && last != range_g"
    }
  ],
  "text": "{enabled?on:off}[, gyro {gyro}][, accel {accel}][, mag {mag?on:off}]{wake_on_motion?, wake on motion:}[, {range_g} g]"
}
{
  "name": "Movement Period",
  "vendor": "Texas Instruments",
  "fields": [{ "type": "period" }],
  "text": "[{period_ms} ms]"
}
{
  "name": "OAD Image Identify",
  "vendor": "Texas Instruments",
  "direction": "notify",
  "text": "image {oad_image}, version {oad_version}, {image_bytes} bytes",
  "fields": [
    { "as": "version", "type": "u16" },
    { "key": "oad_version", "of": "version >> 1" },
    { "key": "oad_image", "of": "version & 1", "words": { "0": "A", "1": "B" }, "code": false },
    { "as": "words4", "type": "u16" },
    { "key": "image_bytes", "of": "words4 * 4", "unit": "B" },
    { "key": "oad_user_id", "type": "hex", "size": 4 },
    { "key": "oad_further", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "OAD Image Identify",
  "vendor": "Texas Instruments",
  "direction": "write",
  "text": "image header",
  "fields": [{ "key": "oad_header", "type": "hex" }]
}
{
  "name": "OAD Image Block",
  "vendor": "Texas Instruments",
  "text": "[block {firmware_block}][block {firmware_block_32}]",
  "fields": [
    { "key": "firmware_block", "type": "u16", "if": "length <= 18" },
    { "key": "firmware_block_32", "type": "u32", "if": "length > 18" },
    { "key": "firmware_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "OAD Image Count",
  "vendor": "Texas Instruments",
  "fields": [{ "key": "oad_image_count", "type": "u8" }]
}
{
  "name": "OAD Image Status",
  "vendor": "Texas Instruments",
  "text": "{oad_status}",
  "fields": [
    {
      "key": "oad_status",
      "type": "u8",
      "success": [0, 14],
      "words": {
        "0": "success",
        "1": "crc_error",
        "2": "flash_error",
        "3": "buffer_overflow",
        "4": "already_started",
        "5": "not_started",
        "6": "download_not_complete",
        "7": "no_resources",
        "8": "image_too_big",
        "9": "incompatible_image",
        "10": "invalid_file",
        "11": "incompatible_file",
        "12": "authentication_failed",
        "13": "extension_not_supported",
        "14": "download_complete",
        "15": "ccc_not_enabled",
        "*": "reserved"
      }
    }
  ]
}
{
  "name": "OAD Control",
  "vendor": "Texas Instruments",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "get_block_size",
          "fields": [{ "key": "block_size", "type": "u16", "unit": "B", "if": "rest == 2" }]
        },
        "2": { "word": "set_image_count", "fields": [{ "key": "oad_image_count", "type": "u8" }] },
        "3": { "word": "start" },
        "4": { "word": "enable_image" },
        "5": { "word": "cancel" },
        "6": { "word": "disable_block_writes" },
        "7": { "word": "get_software_version" },
        "8": { "word": "get_image_status" },
        "9": { "word": "get_profile_version" },
        "10": { "word": "get_device_type" },
        "18": {
          "word": "block_request",
          "fields": [
            {
              "key": "oad_status",
              "type": "u8",
              "success": [0, 14],
              "words": {
                "0": "success",
                "1": "crc_error",
                "2": "flash_error",
                "3": "buffer_overflow",
                "4": "already_started",
                "5": "not_started",
                "6": "download_not_complete",
                "7": "no_resources",
                "8": "image_too_big",
                "9": "incompatible_image",
                "10": "invalid_file",
                "11": "incompatible_file",
                "12": "authentication_failed",
                "13": "extension_not_supported",
                "14": "download_complete",
                "15": "ccc_not_enabled",
                "*": "reserved"
              }
            },
            { "key": "firmware_block_32", "type": "u32" }
          ]
        },
        "*": { "word": "other" }
      }
    },
    { "key": "operand", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Aranet command",
  "vendor": "SAF Tehnika",
  "direction": "write",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "144": { "word": "set_interval", "fields": [{ "key": "interval_min", "type": "u8", "unit": "min" }] },
        "145": { "word": "set_smart_home_integration", "fields": [{ "key": "switched_on", "type": "bool" }] },
        "146": {
          "word": "set_bluetooth_range",
          "fields": [
            {
              "key": "bluetooth_range",
              "type": "u8",
              "words": { "0": "standard", "1": "extended", "*": "other" },
              "code": false
            }
          ]
        },
        "130": {
          "word": "request_history",
          "fields": [
            {
              "key": "history_parameter",
              "type": "u8",
              "words": { "1": "temperature", "2": "humidity", "3": "pressure", "4": "co2", "*": "other" }
            },
            { "skip": 2 },
            { "key": "first_record", "type": "u16" },
            { "key": "last_record", "type": "u16" }
          ]
        },
        "*": { "word": "other", "fields": [{ "skip": "rest" }] }
      }
    }
  ]
}
{
  "name": "Aranet4 readings",
  "vendor": "SAF Tehnika",
  "fields": [
    { "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "32768..65535": "not_valid" } },
    {
      "key": "temperature_celsius",
      "type": "u16",
      "scale": "0.05",
      "unit": "°C",
      "special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
    },
    {
      "key": "pressure_hpa",
      "type": "u16",
      "scale": "0.1",
      "unit": "hPa",
      "special": { "32768..65535": "not_valid" }
    },
    { "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
    { "key": "battery_percent", "type": "u8", "unit": "%" },
    {
      "key": "aranet_status",
      "type": "u8",
      "words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
    }
  ],
  "text": "{co2_ppm} ppm[  {temperature_celsius:2}][  {relative_humidity_percent} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %]"
}
{
  "name": "Aranet readings",
  "vendor": "SAF Tehnika",
  "fields": [
    { "as": "kind", "type": "u16" },
    {
      "if": "kind == 2 && length == 12",
      "fields": [
        { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
        { "key": "measured_ago_s", "type": "u16", "unit": "s" },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.05",
          "unit": "°C",
          "special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
        },
        {
          "key": "relative_humidity_percent",
          "type": "u16",
          "scale": "0.1",
          "unit": "%",
          "special": { "32768..65535": "not_valid" }
        },
        { "as": "limits", "type": "u8" },
        {
          "key": "humidity_alarm",
          "of": "limits & 3",
          "words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
          "code": false
        },
        {
          "key": "temperature_alarm",
          "of": "limits.2..3",
          "words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
          "code": false
        }
      ]
    },
    {
      "if": "kind == 4 && length >= 28",
      "fields": [
        { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
        { "key": "measured_ago_s", "type": "u16", "unit": "s" },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        { "key": "radiation_dose_rate_nsv_per_h", "type": "u32" },
        { "key": "radiation_dose_nsv", "type": "u64" },
        { "key": "radiation_dose_time_s", "type": "u64", "unit": "s" }
      ]
    },
    {
      "if": "kind == 3 && length >= 47",
      "fields": [
        { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
        { "key": "measured_ago_s", "type": "u16", "unit": "s" },
        { "key": "battery_percent", "type": "u8", "unit": "%" },
        { "as": "humidity", "type": "u16", "at": 11 },
        {
          "key": "temperature_celsius",
          "type": "u16",
          "scale": "0.05",
          "unit": "°C",
          "special": { "16384..32767": "not_valid", "49152..65535": "not_valid" },
          "if": "humidity != 0"
        },
        { "skip": 2, "if": "humidity == 0" },
        {
          "key": "pressure_hpa",
          "type": "u16",
          "scale": "0.1",
          "unit": "hPa",
          "special": { "32768..65535": "not_valid" }
        },
        {
          "key": "relative_humidity_percent",
          "type": "u16",
          "scale": "0.1",
          "unit": "%",
          "special": { "32768..65535": "not_valid" },
          "if": "humidity != 0"
        },
        { "skip": 2, "if": "humidity == 0" },
        {
          "key": "radon_bq_per_m3",
          "type": "u32",
          "special": { "7936": "error", "7937": "no_data", "7938": "high_humidity", "7939..4294967295": "error" }
        },
        {
          "key": "aranet_status",
          "type": "u8",
          "words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
        }
      ]
    },
    { "skip": "rest" }
  ],
  "text": "[{temperature_celsius:2}][  {relative_humidity_percent:1} %][{radiation_dose_rate_nsv_per_h} nSv/h][  {radiation_dose_nsv} nSv][  {radon_bq_per_m3} Bq/m3][  battery {battery_percent} %]"
}
{
  "name": "Aranet stored readings",
  "vendor": "SAF Tehnika",
  "fields": [{ "key": "stored_readings", "type": "u16" }]
}
{
  "name": "Aranet measurement interval",
  "vendor": "SAF Tehnika",
  "fields": [{ "key": "measurement_interval_s", "type": "u16", "unit": "s" }]
}
{
  "name": "Aranet time since measurement",
  "vendor": "SAF Tehnika",
  "fields": [{ "key": "measured_ago_s", "type": "u16", "unit": "s" }]
}
{
  "name": "Aranet4 readings and interval",
  "vendor": "SAF Tehnika",
  "fields": [
    { "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "32768..65535": "not_valid" } },
    {
      "key": "temperature_celsius",
      "type": "u16",
      "scale": "0.05",
      "unit": "°C",
      "special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
    },
    {
      "key": "pressure_hpa",
      "type": "u16",
      "scale": "0.1",
      "unit": "hPa",
      "special": { "32768..65535": "not_valid" }
    },
    { "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
    { "key": "battery_percent", "type": "u8", "unit": "%" },
    {
      "key": "aranet_status",
      "type": "u8",
      "words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
    },
    { "key": "measurement_interval_s", "type": "u16", "unit": "s" },
    { "key": "measured_ago_s", "type": "u16", "unit": "s" }
  ],
  "text": "{co2_ppm} ppm[  {temperature_celsius:2}][  {relative_humidity_percent} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %][  every {measurement_interval_s} s]"
}
{
  "name": "FIDO Control Point",
  "vendor": "FIDO Alliance",
  "text": "[{fido_command}][continuation {fido_sequence}]",
  "fields": [
    { "as": "first", "type": "u8" },
    {
      "key": "fido_command",
      "of": "first",
      "words": { "129": "ping", "130": "keep_alive", "131": "message", "190": "cancel", "191": "error", "*": "reserved" },
      "if": "first >= 128"
    },
    { "key": "fido_sequence", "of": "first", "if": "first < 128" },
    { "key": "fido_bytes", "type": "u16be", "unit": "B", "if": "first >= 128" },
    {
      "key": "fido_keep_alive",
      "type": "u8",
      "words": { "1": "processing", "2": "user_presence_needed", "*": "reserved" },
      "if": "first == 130"
    },
    { "key": "fido_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "FIDO Status",
  "vendor": "FIDO Alliance",
  "text": "[{fido_command}][continuation {fido_sequence}]",
  "fields": [
    { "as": "first", "type": "u8" },
    {
      "key": "fido_command",
      "of": "first",
      "words": { "129": "ping", "130": "keep_alive", "131": "message", "190": "cancel", "191": "error", "*": "reserved" },
      "if": "first >= 128"
    },
    { "key": "fido_sequence", "of": "first", "if": "first < 128" },
    { "key": "fido_bytes", "type": "u16be", "unit": "B", "if": "first >= 128" },
    {
      "key": "fido_keep_alive",
      "type": "u8",
      "words": { "1": "processing", "2": "user_presence_needed", "*": "reserved" },
      "if": "first == 130"
    },
    { "key": "fido_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "FIDO Control Point Length",
  "vendor": "FIDO Alliance",
  "text": "{fido_fragment_bytes} bytes",
  "fields": [{ "key": "fido_fragment_bytes", "type": "u16be", "unit": "B" }]
}
{
  "name": "FIDO Service Revision Bitfield",
  "vendor": "FIDO Alliance",
  "fields": [{ "key": "fido_revisions", "type": "u8", "flags": { "5": "fido2", "6": "u2f_1_2", "7": "u2f_1_1" } }]
}
{
  "name": "OTA Control",
  "vendor": "Silicon Labs",
  "text": "{command}",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "0": { "word": "start" },
        "3": { "word": "end" },
        "4": { "word": "close" },
        "5": { "word": "set_time_out" },
        "*": { "word": "other" }
      }
    }
  ]
}
{
  "name": "PMD Control Point",
  "vendor": "Polar",
  "text": "{command}[ {polar_measurement}][: {outcome}]",
  "fields": [
    {
      "key": "command",
      "type": "u8",
      "cases": {
        "1": {
          "word": "get_settings",
          "fields": [
            {
              "key": "polar_measurement",
              "type": "u8",
              "words": {
                "0": "ecg",
                "1": "ppg",
                "2": "acceleration",
                "3": "ppi_interval",
                "4": "bioz",
                "5": "gyroscope",
                "6": "magnetometer",
                "7": "skin_temperature",
                "9": "sdk_mode",
                "10": "location",
                "11": "pressure",
                "12": "temperature",
                "13": "offline_recording",
                "14": "offline_hr",
                "*": "reserved"
              }
            }
          ]
        },
        "2": {
          "word": "start",
          "fields": [
            {
              "key": "polar_measurement",
              "type": "u8",
              "words": {
                "0": "ecg",
                "1": "ppg",
                "2": "acceleration",
                "3": "ppi_interval",
                "4": "bioz",
                "5": "gyroscope",
                "6": "magnetometer",
                "7": "skin_temperature",
                "9": "sdk_mode",
                "10": "location",
                "11": "pressure",
                "12": "temperature",
                "13": "offline_recording",
                "14": "offline_hr",
                "*": "reserved"
              }
            },
            {
              "key": "polar_settings",
              "repeat": "rest",
              "fields": [
                {
                  "key": "polar_setting",
                  "type": "u8",
                  "words": {
                    "0": "sample_rate",
                    "1": "resolution",
                    "2": "range",
                    "3": "range_milliunit",
                    "4": "channels",
                    "5": "factor",
                    "*": "reserved"
                  }
                },
                { "as": "n", "type": "u8" },
                { "key": "setting_values", "type": "u16", "repeat": "n", "if": "polar_setting < 3" },
                { "key": "setting_value", "type": "u32", "if": "polar_setting == 3 || polar_setting == 5" },
                { "key": "setting_channels", "type": "u8", "if": "polar_setting == 4" }
              ]
            }
          ]
        },
        "3": {
          "word": "stop",
          "fields": [
            {
              "key": "polar_measurement",
              "type": "u8",
              "words": {
                "0": "ecg",
                "1": "ppg",
                "2": "acceleration",
                "3": "ppi_interval",
                "4": "bioz",
                "5": "gyroscope",
                "6": "magnetometer",
                "7": "skin_temperature",
                "9": "sdk_mode",
                "10": "location",
                "11": "pressure",
                "12": "temperature",
                "13": "offline_recording",
                "14": "offline_hr",
                "*": "reserved"
              }
            }
          ]
        },
        "15": {
          "word": "features",
          "fields": [
            { "as": "bits", "type": "u16" },
            {
              "key": "polar_features",
              "of": "bits",
              "flags": {
                "0": "ecg",
                "1": "ppg",
                "2": "acceleration",
                "3": "ppi_interval",
                "4": "bioz",
                "5": "gyroscope",
                "6": "magnetometer"
              }
            },
            { "key": "polar_further", "type": "hex", "if": "rest > 0" }
          ]
        },
        "240": {
          "word": "response",
          "fields": [
            { "key": "response_to", "type": "u8", "words": "pmd_operation" },
            {
              "key": "polar_measurement",
              "type": "u8",
              "words": {
                "0": "ecg",
                "1": "ppg",
                "2": "acceleration",
                "3": "ppi_interval",
                "4": "bioz",
                "5": "gyroscope",
                "6": "magnetometer",
                "7": "skin_temperature",
                "9": "sdk_mode",
                "10": "location",
                "11": "pressure",
                "12": "temperature",
                "13": "offline_recording",
                "14": "offline_hr",
                "*": "reserved"
              }
            },
            {
              "key": "outcome",
              "type": "u8",
              "success": [0, 6],
              "words": {
                "0": "success",
                "1": "invalid_op_code",
                "2": "invalid_measurement_type",
                "3": "not_supported",
                "4": "invalid_length",
                "5": "invalid_parameter",
                "6": "already_in_state",
                "7": "invalid_resolution",
                "8": "invalid_sample_rate",
                "9": "invalid_range",
                "10": "invalid_mtu",
                "11": "invalid_number_of_channels",
                "12": "invalid_state",
                "13": "device_in_charger",
                "*": "reserved"
              }
            },
            { "key": "more", "type": "bool", "if": "rest > 0" },
            {
              "key": "polar_settings",
              "repeat": "rest",
              "fields": [
                {
                  "key": "polar_setting",
                  "type": "u8",
                  "words": {
                    "0": "sample_rate",
                    "1": "resolution",
                    "2": "range",
                    "3": "range_milliunit",
                    "4": "channels",
                    "5": "factor",
                    "*": "reserved"
                  }
                },
                { "as": "n", "type": "u8" },
                { "key": "setting_values", "type": "u16", "repeat": "n", "if": "polar_setting < 3" },
                { "key": "setting_value", "type": "u32", "if": "polar_setting == 3 || polar_setting == 5" },
                { "key": "setting_channels", "type": "u8", "if": "polar_setting == 4" }
              ],
              "if": "response_to == 1 && outcome == 0"
            },
            { "key": "response_parameters", "type": "hex", "if": "rest > 0" }
          ]
        },
        "*": { "word": "other" }
      }
    }
  ]
}
{
  "name": "PMD Data",
  "vendor": "Polar",
  "text": "{polar_measurement}",
  "fields": [
    {
      "key": "polar_measurement",
      "type": "u8",
      "words": {
        "0": "ecg",
        "1": "ppg",
        "2": "acceleration",
        "3": "ppi_interval",
        "4": "bioz",
        "5": "gyroscope",
        "6": "magnetometer",
        "7": "skin_temperature",
        "9": "sdk_mode",
        "10": "location",
        "11": "pressure",
        "12": "temperature",
        "13": "offline_recording",
        "14": "offline_hr",
        "*": "reserved"
      }
    },
    { "key": "device_time_ns", "type": "u64", "unit": "ns" },
    { "as": "frame", "type": "u8" },
    { "key": "frame_type", "of": "frame & 127" },
    { "key": "compressed", "of": "frame.7" },
    {
      "key": "ecg_uv",
      "type": "i24",
      "repeat": "rest",
      "unit": "µV",
      "if": "polar_measurement == 0 && frame == 0"
    },
    {
      "key": "polar_samples",
      "repeat": "rest",
      "if": "polar_measurement == 2 && frame == 1",
      "fields": [{ "key": "acceleration_mg", "type": "i16", "repeat": 3, "axes": true, "unit": "mg" }]
    },
    {
      "key": "ppi_samples",
      "repeat": "rest",
      "if": "polar_measurement == 3 && frame == 0",
      "fields": [
        { "key": "heart_rate_bpm", "type": "u8", "unit": "bpm" },
        { "key": "ppi_ms", "type": "u16", "unit": "ms" },
        { "key": "ppi_error_ms", "type": "u16", "unit": "ms" },
        { "as": "state", "type": "u8" },
        { "key": "blocker", "of": "state.0" },
        { "key": "skin_contact", "of": "state.1" },
        { "key": "skin_contact_supported", "of": "state.2" }
      ]
    },
    { "key": "polar_data", "type": "hex", "if": "rest > 0" }
  ]
}
{
  "name": "Fast Pair Model ID",
  "vendor": "Google",
  "text": "model {fast_pair_model_id}",
  "fields": [{ "key": "fast_pair_model_id", "type": "hex", "size": 3 }]
}
{
  "name": "Fast Pair Key-based Pairing",
  "vendor": "Google",
  "text": "encrypted request or response",
  "fields": [
    { "key": "encrypted_data", "type": "hex", "size": 16 },
    { "key": "provider_public_key", "type": "hex", "if": "rest == 64" }
  ]
}
{
  "name": "Fast Pair Passkey",
  "vendor": "Google",
  "text": "encrypted passkey",
  "fields": [{ "key": "encrypted_data", "type": "hex", "size": 16 }]
}
{
  "name": "Fast Pair Account Key",
  "vendor": "Google",
  "text": "encrypted account key",
  "fields": [{ "key": "encrypted_data", "type": "hex", "size": 16 }]
}
{
  "name": "Fast Pair Additional Data",
  "vendor": "Google",
  "text": "encrypted additional data",
  "fields": [
    { "key": "packet_hmac", "type": "hex", "size": 8 },
    { "key": "packet_nonce", "type": "hex", "size": 8 },
    { "key": "encrypted_data", "type": "hex" }
  ]
}
{
  "name": "Fast Pair Beacon Actions",
  "source": "Find Hub Network accessory specification 1.3, Authentication, and table 6",
  "vendor": "Google",
  "direction": "notify",
  "text": "[nonce {beacon_nonce}][{beacon_action}][, {ringing_state}][, {ring}][ for {ring_timeout_s:1} s]",
  "fields": [
    {
      "if": "length == 9",
      "fields": [
        { "key": "beacon_protocol_version", "type": "u8" },
        { "key": "beacon_nonce", "type": "hex", "size": 8 }
      ]
    },
    {
      "if": "length != 9",
      "fields": [
        {
          "key": "beacon_action",
          "type": "u8",
          "cases": {
            "0": {
              "word": "read_parameters",
              "fields": [{ "type": "authenticated" }, { "key": "encrypted_data", "type": "hex" }]
            },
            "1": {
              "word": "read_provisioning_state",
              "fields": [
                { "type": "authenticated" },
                { "as": "provisioning", "type": "u8", "reserved": "2..7" },
                { "key": "identity_key_is_set", "of": "provisioning.0" },
                { "key": "is_owner", "of": "provisioning.1" },
                { "key": "ephemeral_id", "type": "hex", "if": "rest > 0" }
              ]
            },
            "2": { "word": "set_identity_key", "fields": [{ "type": "authenticated" }] },
            "3": { "word": "clear_identity_key", "fields": [{ "type": "authenticated" }] },
            "4": {
              "word": "read_identity_key",
              "fields": [{ "type": "authenticated" }, { "key": "encrypted_data", "type": "hex", "size": 32 }]
            },
            "5": {
              "word": "ring",
              "fields": [
                { "type": "authenticated" },
                {
                  "key": "ringing_state",
                  "type": "u8",
                  "words": {
                    "0": "started",
                    "1": "failed",
                    "2": "stopped_by_timeout",
                    "3": "stopped_by_button",
                    "4": "stopped_by_request",
                    "*": "reserved"
                  }
                },
                { "type": "ring" },
                { "key": "ring_timeout_s", "type": "u16be", "scale": "0.1", "unit": "s" }
              ]
            },
            "6": {
              "word": "read_ringing_state",
              "fields": [
                { "type": "authenticated" },
                { "type": "ring" },
                { "key": "ring_timeout_s", "type": "u16be", "scale": "0.1", "unit": "s" }
              ]
            },
            "7": { "word": "activate_tracking_protection", "fields": [{ "type": "authenticated" }] },
            "8": { "word": "deactivate_tracking_protection", "fields": [{ "type": "authenticated" }] },
            "10": {
              "word": "ranging_capabilities",
              "fields": [{ "type": "authenticated" }, { "type": "ranging" }]
            },
            "11": { "word": "configure_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
            "13": { "word": "stop_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
            "*": { "word": "reserved", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] }
          }
        }
      ]
    }
  ]
}
{
  "name": "Fast Pair Beacon Actions",
  "source": "Find Hub Network accessory specification 1.3, tables 2 to 5",
  "vendor": "Google",
  "direction": "write",
  "text": "{beacon_action}[, {ring}][ for {ring_timeout_s:1} s][, volume {ring_volume}]",
  "fields": [
    {
      "key": "beacon_action",
      "type": "u8",
      "cases": {
        "0": { "word": "read_parameters", "fields": [{ "type": "authenticated" }] },
        "1": { "word": "read_provisioning_state", "fields": [{ "type": "authenticated" }] },
        "2": {
          "word": "set_identity_key",
          "fields": [
            { "type": "authenticated" },
            { "key": "encrypted_data", "type": "hex", "size": 32 },
            { "key": "identity_key_hash", "type": "hex", "size": 8, "if": "rest > 0" }
          ]
        },
        "3": {
          "word": "clear_identity_key",
          "fields": [{ "type": "authenticated" }, { "key": "identity_key_hash", "type": "hex", "size": 8 }]
        },
        "4": { "word": "read_identity_key", "fields": [{ "type": "authenticated" }] },
        "5": {
          "word": "ring",
          "fields": [
            { "type": "authenticated" },
            { "type": "ring" },
            { "key": "ring_timeout_s", "type": "u16be", "scale": "0.1", "unit": "s" },
            {
              "key": "ring_volume",
              "type": "u8",
              "words": { "0": "default", "1": "low", "2": "medium", "3": "high", "*": "reserved" }
            }
          ]
        },
        "6": { "word": "read_ringing_state", "fields": [{ "type": "authenticated" }] },
        "7": {
          "word": "activate_tracking_protection",
          "fields": [
            { "type": "authenticated" },
            { "as": "control", "type": "u8", "if": "rest > 0", "reserved": "1..7" },
            { "key": "skips_ringing_authentication", "of": "control.0", "needs": "control" }
          ]
        },
        "8": {
          "word": "deactivate_tracking_protection",
          "fields": [{ "type": "authenticated" }, { "key": "identity_key_hash", "type": "hex", "size": 8 }]
        },
        "10": { "word": "ranging_capabilities", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
        "11": { "word": "configure_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
        "13": { "word": "stop_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
        "*": { "word": "reserved", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] }
      }
    }
  ]
}
{
  "name": "Fast Pair Message Stream PSM",
  "vendor": "Google",
  "text": "{message_stream}[, PSM {message_stream_psm:04X}]",
  "fields": [
    { "key": "message_stream", "type": "u8", "words": { "0": "disabled", "1": "enabled", "*": "reserved" } },
    { "key": "message_stream_psm", "type": "u16be" }
  ]
}
{
  "name": "Primary Service",
  "source": "3.1",
  "text": "{declared_uuid}",
  "fields": [{ "key": "declared_uuid", "type": "uuid" }]
}
{
  "name": "Secondary Service",
  "source": "3.1",
  "text": "{declared_uuid}",
  "fields": [{ "key": "declared_uuid", "type": "uuid" }]
}
{
  "name": "Include",
  "source": "3.2; only a UUID of 16 bits is part of it",
  "text": "{declared_included_handle:04X}-{declared_end_handle:04X}[ {declared_uuid}]",
  "fields": [
    { "key": "declared_included_handle", "type": "u16" },
    { "key": "declared_end_handle", "type": "u16" },
    { "key": "declared_uuid", "type": "uuid16", "if": "rest > 0" }
  ]
}
{
  "name": "Characteristic",
  "source": "3.3.1",
  "text": "{declared_uuid} at {declared_value_handle:04X}[: {declared_properties}]",
  "fields": [
    {
      "key": "declared_properties",
      "type": "u8",
      "flags": {
        "0": "broadcast",
        "1": "read",
        "2": "write_without_response",
        "3": "write",
        "4": "notify",
        "5": "indicate",
        "6": "authenticated_signed_writes",
        "7": "extended_properties"
      }
    },
    { "key": "declared_value_handle", "type": "u16" },
    { "key": "declared_uuid", "type": "uuid" }
  ]
}
{
  "name": "Characteristic Extended Properties",
  "source": "3.3.3.1",
  "text": "{state}",
  "fields": [
    { "as": "low", "type": "u8" },
    { "as": "high", "type": "u8" },
    { "key": "reliable_write", "of": "low.0" },
    { "key": "writable_auxiliaries", "of": "low.1" },
    {
      "as": "state",
      "of": "low & 3",
      "words": {
        "0": ["none", "none"],
        "1": ["reliable", "reliable write"],
        "2": ["auxiliaries", "writable auxiliaries"],
        "3": ["both", "reliable write, writable auxiliaries"]
      },
      "code": false
    },
    { "note": "reserved bits are set", "if": "(low & 252) != 0 || high != 0" }
  ]
}
{
  "name": "Characteristic User Description",
  "source": "3.3.3.2",
  "text": "{user_description:q}",
  "fields": [{ "key": "user_description", "type": "utf8" }]
}
{
  "name": "Client Characteristic Configuration",
  "source": "3.3.3.3",
  "text": "{state}",
  "fields": [
    { "as": "low", "type": "u8" },
    { "as": "high", "type": "u8" },
    { "key": "notifications", "of": "low.0" },
    { "key": "indications", "of": "low.1" },
    {
      "as": "state",
      "of": "(low & 3) != 0 ? low & 3 : properties & 48",
      "words": {
        "1": ["notifications", "notifications on"],
        "2": ["indications", "indications on"],
        "3": ["both", "notifications and indications on"],
        "16": ["no_notifications", "notifications off"],
        "32": ["no_indications", "indications off"],
        "*": ["off", "off"]
      },
      "code": false
    },
    { "note": "reserved bits are set", "if": "(low & 252) != 0 || high != 0" }
  ]
}
{
  "name": "Server Characteristic Configuration",
  "source": "3.3.3.4",
  "text": "[broadcasts {broadcasts?on:off}]",
  "fields": [
    { "as": "low", "type": "u8" },
    { "as": "high", "type": "u8" },
    { "key": "broadcasts", "of": "low.0" },
    { "note": "reserved bits are set", "if": "(low & 254) != 0 || high != 0" }
  ]
}
{
  "name": "Characteristic Presentation Format",
  "source": "3.3.3.5; the formats are Assigned Numbers, 2.4.1",
  "text": "{format}[ x 10^{power}][, unit {unit_number:04X}][ ({unit_name})]",
  "fields": [
    {
      "key": "format",
      "type": "u8",
      "words": {
        "1": "boolean",
        "2": "uint2",
        "3": "uint4",
        "4": "uint8",
        "5": "uint12",
        "6": "uint16",
        "7": "uint24",
        "8": "uint32",
        "9": "uint48",
        "10": "uint64",
        "11": "uint128",
        "12": "sint8",
        "13": "sint12",
        "14": "sint16",
        "15": "sint24",
        "16": "sint32",
        "17": "sint48",
        "18": "sint64",
        "19": "sint128",
        "20": "float32",
        "21": "float64",
        "22": "medfloat16",
        "23": "medfloat32",
        "24": "uint16[2]",
        "25": "utf8s",
        "26": "utf16s",
        "27": "struct",
        "28": "medASN1",
        "*": ["reserved", "reserved"]
      }
    },
    { "key": "exponent", "type": "i8" },
    { "as": "power", "of": "exponent", "if": "exponent != 0" },
    { "as": "unit_number", "type": "u16", "at": 2 },
    { "key": "unit_uuid", "type": "uuid16" },
    { "key": "unit_name", "of": "unit_number", "words": "@unit", "code": false },
    { "key": "namespace_code", "type": "u8" },
    { "key": "description_code", "type": "u16" }
  ]
}
{
  "name": "Characteristic Aggregate Format",
  "source": "3.3.3.6",
  "fields": [{ "key": "aggregated_handles", "type": "u16", "repeat": "rest" }]
}
{
  "name": "Valid Range",
  "source": "ESS 3.1.2.4: in the form of the value, most significant byte first here",
  "text": "{range_lower} to {range_upper}",
  "fields": [
    { "key": "range_lower", "type": "hexle", "size": "length / 2" },
    { "key": "range_upper", "type": "hexle", "size": "rest" }
  ]
}
{
  "name": "External Report Reference",
  "source": "HIDS 2.5.3",
  "text": "{external_report_uuid}",
  "fields": [{ "key": "external_report_uuid", "type": "uuid" }]
}
{
  "name": "Report Reference",
  "source": "HIDS 2.5.2",
  "text": "[report {report_id}][, {report_type}]",
  "fields": [
    { "key": "report_id", "type": "u8" },
    {
      "key": "report_type",
      "type": "u8",
      "words": { "1": "input", "2": "output", "3": "feature", "*": "reserved" }
    }
  ]
}
{
  "name": "Number of Digitals",
  "source": "AIOS 3.1",
  "fields": [{ "key": "number_of_digitals", "type": "u8" }]
}
{
  "name": "Value Trigger Setting",
  "source": "AIOS 3.1",
  "fields": [
    {
      "key": "value_trigger",
      "type": "u8",
      "cases": {
        "0": { "word": "state_changed" },
        "1": { "word": "boundary_crossed", "fields": [{ "key": "boundary", "type": "u16" }] },
        "2": { "word": "on_boundary", "fields": [{ "key": "boundary", "type": "u16" }] },
        "3": { "word": "changed_by_more_than", "fields": [{ "key": "boundary", "type": "u16" }] },
        "4": { "word": "masked_state_changed", "fields": [{ "key": "digital_mask", "type": "hex" }] },
        "5": {
          "word": "inside_or_outside_boundaries",
          "fields": [{ "key": "boundary_lower", "type": "u16" }, { "key": "boundary_upper", "type": "u16" }]
        },
        "6": {
          "word": "on_boundaries",
          "fields": [{ "key": "boundary_lower", "type": "u16" }, { "key": "boundary_upper", "type": "u16" }]
        },
        "7": { "word": "none" },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Environmental Sensing Configuration",
  "source": "ESS 3.1.2.3",
  "text": "{trigger_combination}",
  "fields": [
    {
      "key": "trigger_combination",
      "type": "u8",
      "words": { "0": "all_of_them", "1": "any_of_them", "*": "reserved" }
    }
  ]
}
{
  "name": "Environmental Sensing Measurement",
  "source": "ESS 3.1.2.1",
  "fields": [
    { "as": "measurement_flags", "type": "u16", "reserved": "0..15" },
    {
      "key": "sampling_function",
      "type": "u8",
      "words": {
        "0": "unspecified",
        "1": "instantaneous",
        "2": "arithmetic_mean",
        "3": "rms",
        "4": "maximum",
        "5": "minimum",
        "6": "accumulated",
        "7": "count",
        "*": "reserved"
      }
    },
    { "key": "measurement_period_s", "type": "u24", "unit": "s", "special": { "0": "not_in_use" } },
    { "key": "update_interval_s", "type": "u24", "unit": "s", "special": { "0": "not_in_use" } },
    {
      "key": "sensing_application",
      "type": "u8",
      "words": {
        "0": "unspecified",
        "1": "air",
        "2": "water",
        "3": "barometric",
        "4": "soil",
        "5": "infrared",
        "6": "map_database",
        "7": "barometric_elevation_source",
        "8": "gps_only_elevation_source",
        "9": "gps_and_map_database_elevation_source",
        "10": "vertical_datum_elevation_source",
        "11": "onshore",
        "12": "onboard_vessel_or_vehicle",
        "13": "front",
        "14": "back_rear",
        "15": "upper",
        "16": "lower",
        "17": "primary",
        "18": "secondary",
        "19": "outdoor",
        "20": "indoor",
        "21": "top",
        "22": "bottom",
        "23": "main",
        "24": "backup",
        "25": "auxiliary",
        "26": "supplementary",
        "27": "inside",
        "28": "outside",
        "29": "left",
        "30": "right",
        "31": "internal",
        "32": "external",
        "33": "solar",
        "*": "reserved"
      }
    },
    {
      "key": "measurement_uncertainty_percent",
      "type": "u8",
      "scale": "0.5",
      "unit": "%",
      "special": { "255": "not_available" }
    }
  ]
}
{
  "name": "Environmental Sensing Trigger Setting",
  "source": "ESS 3.1.2.2",
  "text": "{trigger_condition}[ {trigger_interval_s} s][ {trigger_operand}]",
  "fields": [
    {
      "key": "trigger_condition",
      "type": "u8",
      "words": {
        "0": "inactive",
        "1": "fixed_interval",
        "2": "no_less_than_interval",
        "3": "value_changed",
        "4": "less_than",
        "5": "less_than_or_equal",
        "6": "greater_than",
        "7": "greater_than_or_equal",
        "8": "equal",
        "9": "not_equal",
        "*": "reserved"
      }
    },
    {
      "key": "trigger_interval_s",
      "type": "u24",
      "unit": "s",
      "if": "trigger_condition == 1 || trigger_condition == 2"
    },
    { "key": "trigger_operand", "type": "hexle", "if": "trigger_condition >= 4 && trigger_condition <= 9" }
  ]
}
{
  "name": "Time Trigger Setting",
  "source": "AIOS 3.1",
  "text": "{time_trigger}[ {trigger_interval_s} s][ {trigger_changes}]",
  "fields": [
    {
      "key": "time_trigger",
      "type": "u8",
      "cases": {
        "0": { "word": "none", "fields": [{ "as": "unused", "type": "u8", "if": "rest > 0" }] },
        "1": { "word": "interval", "fields": [{ "key": "trigger_interval_s", "type": "u24", "unit": "s" }] },
        "2": {
          "word": "no_more_often_than",
          "fields": [{ "key": "trigger_interval_s", "type": "u24", "unit": "s" }]
        },
        "3": { "word": "after_changes", "fields": [{ "key": "trigger_changes", "type": "u16" }] },
        "*": { "word": "reserved" }
      }
    }
  ]
}
{
  "name": "Complete BR-EDR Transport Block Data",
  "source": "TDS 3.3",
  "fields": [{ "key": "transport_block", "type": "hex" }]
}
{
  "name": "Observation Schedule",
  "source": "GHSS 1.0",
  "fields": [{ "key": "observation_schedule", "type": "hex" }]
}
{
  "name": "Valid Range and Accuracy",
  "source": "GHSS 1.0: in the form of the value, most significant byte first here",
  "fields": [
    { "key": "range_lower", "type": "hexle", "size": "length / 3" },
    { "key": "range_upper", "type": "hexle", "size": "length / 3" },
    { "key": "range_accuracy", "type": "hexle", "size": "rest" }
  ]
}
{
  "name": "Measurement Description",
  "source": "IMDS 1.0",
  "text": "{measurement_description:q}",
  "fields": [{ "key": "measurement_description", "type": "utf8" }]
}
{
  "name": "Manufacturer Limits",
  "source": "IMDS 1.0: in the form of the value, most significant byte first here",
  "text": "{limit_lower} to {limit_upper}",
  "fields": [
    { "key": "limit_lower", "type": "hexle", "size": "length / 2" },
    { "key": "limit_upper", "type": "hexle", "size": "rest" }
  ]
}
{
  "name": "Process Tolerances",
  "source": "IMDS 1.0: in the form of the value, most significant byte first here",
  "text": "{tolerance_lower} to {tolerance_upper}",
  "fields": [
    { "key": "tolerance_lower", "type": "hexle", "size": "length / 2" },
    { "key": "tolerance_upper", "type": "hexle", "size": "rest" }
  ]
}
{
  "name": "IMD Trigger Setting",
  "source": "IMDS 1.0",
  "fields": [
    {
      "key": "trigger_condition",
      "type": "u8",
      "words": {
        "0": "inactive",
        "1": "fixed_interval",
        "2": "no_less_than_interval",
        "3": "value_changed",
        "4": "less_than",
        "5": "less_than_or_equal",
        "6": "greater_than",
        "7": "greater_than_or_equal",
        "8": "equal",
        "9": "not_equal",
        "*": "reserved"
      }
    },
    { "key": "trigger_operand", "type": "hexle", "if": "rest > 0" }
  ]
}
{
  "name": "Cooking Sensor Info",
  "source": "CWS 1.0",
  "fields": [
    { "key": "sensor_uuid", "type": "uuid16" },
    {
      "key": "sensor_uncertainty_percent",
      "type": "u8",
      "scale": "0.5",
      "unit": "%",
      "special": { "255": "not_available" }
    },
    { "as": "place", "type": "u8" },
    {
      "key": "sensor_location",
      "of": "place",
      "words": {
        "1": "vessel_side",
        "2": "vessel_bottom",
        "3": "grill_plate",
        "4": "lid",
        "5": "probe_food_core",
        "6": "probe_ambient",
        "7": "handle",
        "8": "electronics_battery",
        "255": "other",
        "*": "reserved"
      }
    },
    {
      "size": { "type": "u8" },
      "fields": [
        { "key": "sensor_distance_mm", "type": "u16", "unit": "mm", "if": "rest == 2" },
        { "as": "more", "type": "hex", "if": "rest > 0" }
      ]
    },
    { "key": "aggregate_offset", "type": "u16", "if": "rest > 0" }
  ]
}
{
  "name": "Cooking Trigger Setting",
  "source": "CWS 1.0: the difference is in the form of the sensor",
  "fields": [
    { "key": "trigger_period_s", "type": "u16", "scale": "0.1", "unit": "s" },
    { "key": "trigger_delta", "type": "hexle" }
  ]
}
{
  "name": "HomeKit Characteristic Instance ID",
  "vendor": "Apple",
  "fields": [{ "key": "hap_instance", "type": "u16" }]
}

"""##
}
