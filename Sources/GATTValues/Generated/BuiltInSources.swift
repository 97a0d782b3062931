// Written by scripts/declarations; do not edit.

// swift-format-ignore-file

extension BuiltInDeclarations {
  static let sources: StaticString =
    ##"""
0{
1"key": "ibbq",
1"name": "Inkbird iBBQ",
1"source": "open clients; a probe that is not there is null",
1"company": ["0000", "0001"],
1"starts": "0000",
1"beside": { "service": "FFF0" },
1"if": "length == 10 || length == 12 || length == 16 || length == 20",
1"vendor": "Inkbird",
1"fields": [
2{ "skip": 8 },
2{
3"key": "temperatures_celsius",
3"type": "u16",
3"repeat": "rest",
3"scale": "0.1",
3"unit": "°C",
3"special": { "65280..65535": null }
2}
1]
0}
0{
1"key": "govee",
1"name": "Govee H5106",
1"source": "open clients",
1"company": "0001",
1"starts": "0101",
1"beside": { "name": "GVH5106" },
1"if": "length == 6",
1"vendor": "Govee",
1"fields": [
2{ "skip": 2 },
2{ "as": "raw", "type": "u32be" },
2{ "as": "magnitude", "of": "raw & 2147483647" },
2{
3"key": "temperature_celsius",
3"of": "raw.31 ? 0 - magnitude / 1000000 : magnitude / 1000000",
3"scale": "0.1",
3"unit": "°C"
2},
2{ "key": "relative_humidity_percent", "of": "magnitude / 1000 % 1000", "scale": "0.1", "unit": "%" },
2{ "key": "pm2_5_ug_per_m3", "of": "magnitude % 1000", "unit": "µg/m³" }
1]
0}
0{
1"key": "govee",
1"name": "Govee H5101, H5102, H5177",
1"source": "open clients",
1"comment": "above 80 °C or 100 % it is the number that an H5106 sends, without its name beside it",
1"company": "0001",
1"starts": "0101",
1"if": "length == 6",
1"vendor": "Govee",
1"fields": [
2{ "skip": 2 },
2{ "as": "word", "type": "u32be", "at": 2 },
2{
3"if": "(word & 127) <= 100 && (word >> 8 == 16777215 || (word >> 8 & 8388607) < 801000)",
3"fields": [{ "type": "govee_climate" }]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "govee",
1"name": "Govee H5108",
1"source": "open clients",
1"company": "0001",
1"starts": "0101",
1"if": "length == 8",
1"vendor": "Govee",
1"fields": [
2{ "as": "tail", "type": "u16", "at": 6 },
2{ "if": "tail == 0", "fields": [{ "skip": 2 }, { "type": "govee_climate" }] },
2{ "skip": "rest" }
1]
0}
0{
1"key": "govee",
1"name": "Govee H5178",
1"source": "open clients",
1"company": "0001",
1"starts": "0100",
1"if": "length == 9",
1"vendor": "Govee",
1"fields": [
2{ "skip": 2 },
2{
3"key": "govee_sensor",
3"type": "u8",
3"words": { "0": "primary", "1": "remote", "*": "other" },
3"code": false
2},
2{ "type": "govee_climate" },
2{ "skip": "rest" }
1]
0}
0{
1"key": "swift_pair",
1"name": "Microsoft Swift Pair",
1"source": "Microsoft, Bluetooth Swift Pair",
1"company": "0006",
1"starts": "03",
1"vendor": "Microsoft",
1"fields": [
2{ "skip": 1 },
2{
3"key": "swift_pair_scenario",
3"type": "u8",
3"words": { "0": "le_only", "1": "br_edr_and_le", "2": "br_edr_only", "*": "other" }
2},
2{ "key": "swift_pair_rssi_dbm", "type": "i8", "special": { "-128": null }, "unit": "dBm" },
2{ "key": "br_edr_address", "type": "address", "if": "swift_pair_scenario == 1 || swift_pair_scenario == 2" },
2{ "key": "class_of_device", "type": "u24", "if": "swift_pair_scenario == 2" },
2{ "key": "display_name", "type": "utf8", "if": "rest > 0" }
1]
0}
0{
1"key": "microsoft_cdp",
1"name": "Microsoft Connected Devices",
1"source": "[MS-CDP] 2.2.2.2.3",
1"company": "0006",
1"starts": "01",
1"vendor": "Microsoft",
1"text": "{cdp_device_type}",
1"fields": [
2{ "skip": 1 },
2{ "as": "vd", "type": "u8" },
2{ "key": "cdp_version", "of": "vd >> 5" },
2{
3"key": "cdp_device_type",
3"of": "vd & 31",
3"words": {
4"1": "xbox_one",
4"6": "apple_iphone",
4"7": "apple_ipad",
4"8": "android",
4"9": "windows_desktop",
4"11": "windows_phone",
4"12": "linux",
4"13": "windows_iot",
4"14": "surface_hub",
4"15": "windows_laptop",
4"16": "windows_tablet",
4"*": "other"
3}
2},
2{ "as": "vf", "type": "u8" },
2{ "key": "cdp_flags", "of": "vf & 31" },
2{ "key": "cdp_reserved_code", "type": "u8" },
2{ "key": "salt", "type": "hex", "size": 4 },
2{ "key": "device_hash", "type": "hex" }
1]
0}
0{
1"key": "beewi",
1"name": "BeeWi SmartClim",
1"source": "open clients",
1"company": "000D",
1"starts": "0500",
1"if": "length == 11",
1"vendor": "BeeWi",
1"fields": [
2{ "as": "h", "type": "u8", "at": 5 },
2{ "as": "b", "type": "u8", "at": 10 },
2{
3"if": "h <= 100 && b <= 100",
3"fields": [
4{ "skip": 2 },
4{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
4{ "key": "relative_humidity_percent", "of": "h", "unit": "%" },
4{ "key": "battery_percent", "of": "b", "unit": "%" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "thermobeacon",
1"name": "ThermoBeacon",
1"source": "open clients",
1"company": ["0010", "0011", "0014", "0015", "0018", "001B", "0030"],
1"starts": "00",
1"if": "length == 18",
1"fields": [
2{ "skip": 1 },
2{ "as": "button", "type": "u8" },
2{ "as": "t", "type": "i16", "at": 10 },
2{ "as": "h", "type": "u16", "at": 12 },
2{
3"if": "(button & 127) == 0 && t >= -1600 && t <= 1600 && h <= 1600",
3"fields": [
4{ "key": "device_address", "type": "address" },
4{ "key": "battery_mv", "type": "u16", "unit": "mV" },
4{ "key": "temperature_celsius", "type": "i16", "scale": "0.0625", "unit": "°C" },
4{ "key": "relative_humidity_percent", "type": "u16", "scale": "0.0625", "unit": "%" },
4{ "key": "uptime_s", "type": "u32", "unit": "s" },
4{ "key": "button_pressed", "of": "button.7" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "thermobeacon",
1"name": "ThermoBeacon, extremes",
1"source": "open clients",
1"company": ["0010", "0011", "0014", "0015", "0018", "001B", "0030"],
1"starts": "00",
1"if": "length == 20",
1"fields": [
2{ "skip": 1 },
2{ "as": "button", "type": "u8" },
2{ "as": "high", "type": "i16", "at": 8 },
2{ "as": "low", "type": "i16", "at": 14 },
2{
3"if": "(button & 127) == 0 && low >= -1600 && high <= 1600 && low <= high",
3"fields": [
4{ "key": "device_address", "type": "address" },
4{ "key": "temperature_max_celsius", "type": "i16", "scale": "0.0625", "unit": "°C" },
4{ "key": "temperature_max_at_s", "type": "u32", "unit": "s" },
4{ "key": "temperature_min_celsius", "type": "i16", "scale": "0.0625", "unit": "°C" },
4{ "key": "temperature_min_at_s", "type": "u32", "unit": "s" },
4{ "key": "button_pressed", "of": "button.7" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "ibeacon",
1"name": "iBeacon",
1"source": "Apple, Proximity Beacon Specification",
1"company": "004C",
1"starts": "0215",
1"vendor": "Apple",
1"fields": [
2{ "skip": 2 },
2{ "key": "proximity_uuid", "type": "uuid128be" },
2{ "key": "major", "type": "u16be" },
2{ "key": "minor", "type": "u16be" },
2{ "key": "measured_power_dbm", "type": "i8", "unit": "dBm" },
2{ "as": "lost", "of": "23 - length" },
2{
3"note": "no whole iBeacon: at its end, {lost} bytes are missing",
3"if": "lost > 1 && lost <= 5 && !truncated"
2},
2{ "note": "no whole iBeacon: at its end, 1 byte is missing", "if": "lost == 1 && !truncated" },
2{ "as": "first", "type": "u8", "at": 2 },
2{
3"if": "first == 164",
3"comment": "nearly every other iBeacon costs no more than this",
3"fields": [
4{ "as": "tilt", "type": "u32be", "at": 2 },
4{
5"if": "(tilt & 4294967055) == 2761276160 && tilt.4..7 >= 1 && tilt.4..7 <= 8",
5"comment": "Tilt hydrometers: what is above 5000 is that of a Pro, ten times as fine",
5"fields": [
6{ "as": "second", "type": "u32be", "at": 6 },
6{ "as": "third", "type": "u32be", "at": 10 },
6{ "as": "fourth", "type": "u32be", "at": 14 },
6{
7"if": "second == 3316730692 && third == 3037860720 && fourth == 4029510878",
7"fields": [
8{
9"key": "tilt_color",
9"of": "tilt.4..7",
9"words": {
:"1": "red",
:"2": "green",
:"3": "black",
:"4": "purple",
:"5": "orange",
:"6": "blue",
:"7": "yellow",
:"8": "pink"
9},
9"code": false
8},
8{ "as": "pro", "of": "minor >= 5000" },
8{ "key": "temperature_fahrenheit", "of": "major", "if": "!pro", "unit": "°F" },
8{ "key": "temperature_fahrenheit", "of": "major", "if": "pro", "scale": "0.1", "unit": "°F" },
8{ "key": "specific_gravity", "of": "minor", "if": "!pro", "scale": "0.001" },
8{ "key": "specific_gravity", "of": "minor", "if": "pro", "scale": "0.0001" }
7]
6}
5]
4}
3]
2}
1]
0}
0{
1"key": "homekit",
1"name": "HomeKit accessory",
1"source": "HAP 7.4.2.1",
1"company": "004C",
1"starts": "06",
1"vendor": "Apple",
1"fields": [
2{ "skip": 1 },
2{ "as": "stl", "type": "u8" },
2{ "key": "homekit_status", "type": "u8", "flags": { "0": "not_paired" } },
2{ "key": "homekit_device_id", "type": "hex", "size": 6 },
2{
3"key": "homekit_category",
3"type": "u16",
3"words": {
4"1": "other",
4"2": "bridge",
4"3": "fan",
4"4": "garage_door_opener",
4"5": "light_bulb",
4"6": "door_lock",
4"7": "outlet",
4"8": "switch",
4"9": "thermostat",
4"10": "sensor",
4"11": "security_system",
4"12": "door",
4"13": "window",
4"14": "window_covering",
4"15": "programmable_switch",
4"16": "range_extender",
4"17": "ip_camera",
4"18": "video_doorbell",
4"19": "air_purifier",
4"20": "heater",
4"21": "air_conditioner",
4"22": "humidifier",
4"23": "dehumidifier",
4"28": "sprinkler",
4"29": "faucet",
4"30": "shower_system",
4"*": "other_category"
3}
2},
2{ "key": "homekit_state_number", "type": "u16" },
2{ "key": "homekit_configuration_number", "type": "u8" },
2{ "key": "homekit_compatible_version", "type": "u8" },
2{ "key": "homekit_setup_hash", "type": "hex", "if": "rest >= 4", "size": 4 }
1]
0}
0{
1"key": "homekit_notification",
1"name": "HomeKit encrypted notification",
1"source": "HAP 7.4.2.2",
1"company": "004C",
1"starts": "11",
1"vendor": "Apple",
1"fields": [
2{ "skip": 2 },
2{ "key": "homekit_advertising_id", "type": "hex", "size": 6 },
2{ "key": "encrypted_data", "type": "hex" }
1]
0}
0{
1"key": "continuity",
1"name": "Apple Continuity",
1"source": "furiousMAC/continuity on GitHub, messages/; Celosia and Cunche, Discontinued Privacy, PoPETs 2020 (1)",
1"company": "004C",
1"vendor": "Apple",
1"fields": [
2{
3"key": "continuity_messages",
3"repeat": "rest",
3"fields": [
4{ "as": "kind", "type": "u8" },
4{
5"size": { "type": "u8" },
5"fields": [
6{
7"key": "continuity_message",
7"of": "kind",
7"cases": {
8"3": {
9"word": "airprint",
9"fields": [
:{ "key": "airprint_address_type", "type": "u8" },
:{ "key": "airprint_resource_path_type", "type": "u8" },
:{ "key": "airprint_security_type", "type": "u8" },
:{ "key": "airprint_port", "type": "u16" },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"5": {
9"word": "airdrop",
9"fields": [
:{ "skip": 8 },
:{ "key": "airdrop_version", "type": "u8" },
:{ "key": "airdrop_hashes", "type": "hex", "size": 8 },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"7": {
9"word": "proximity_pairing",
9"fields": [
:{ "skip": 1 },
:{ "key": "headphones_model_code", "type": "u16be" },
:{ "key": "headphones_status_code", "type": "u8" },
:{ "as": "left_is_primary", "of": "headphones_status_code.5" },
:{ "as": "pods", "type": "u8" },
:{
;"key": "right_battery_percent",
;"of": "left_is_primary ? pods >> 4 : pods & 15",
;"scale": "10",
;"unit": "%",
;"special": { "11..15": "not_known" }
:},
:{
;"key": "left_battery_percent",
;"of": "left_is_primary ? pods & 15 : pods >> 4",
;"scale": "10",
;"unit": "%",
;"special": { "11..15": "not_known" }
:},
:{ "as": "case", "type": "u8" },
:{
;"key": "case_battery_percent",
;"of": "case & 15",
;"scale": "10",
;"unit": "%",
;"special": { "11..15": "not_known" }
:},
:{ "key": "lid_open_count", "type": "u8" },
:{ "key": "headphones_color_code", "type": "u8" },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"8": {
9"word": "hey_siri",
9"fields": [
:{ "key": "siri_hash", "type": "hex", "size": 2 },
:{ "key": "siri_snr", "type": "u8" },
:{ "key": "siri_confidence", "type": "u8" },
:{ "key": "siri_device_class", "type": "u16be" },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"9": {
9"word": "airplay_target",
9"fields": [
:{ "key": "airplay_flags", "type": "u8" },
:{ "key": "airplay_seed", "type": "u8" },
:{ "key": "airplay_ipv4", "type": "hex", "size": 4 },
:{ "key": "airplay_address", "type": "hex", "at": 3, "size": 4, "call": "ipv4" },
:{ "as": "network", "type": "u16be", "at": 3 },
:{
;"note": "a private IPv4 address in the clear: {airplay_address}",
;"if": "network >> 8 == 10 || network >> 4 == 2753 || network == 49320 || network == 43518"
:},
:{ "key": "airplay_port", "type": "u16be", "if": "rest >= 2" },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"10": {
9"word": "airplay_source",
9"fields": [{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }]
8},
8"11": {
9"word": "magic_switch",
9"fields": [
:{ "key": "magic_switch_data", "type": "hex", "size": 2 },
:{ "key": "wrist_confidence_code", "type": "u8", "if": "rest > 0" },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"12": {
9"word": "handoff",
9"fields": [
:{ "key": "handoff_version", "type": "u8" },
:{ "key": "handoff_counter", "type": "u16" },
:{ "key": "handoff_tag", "type": "hex", "size": 1 },
:{ "key": "encrypted_data", "type": "hex" }
9]
8},
8"13": {
9"word": "tethering_target",
9"fields": [{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }]
8},
8"14": {
9"word": "tethering_source",
9"fields": [
:{ "key": "tethering_version", "type": "u8" },
:{ "key": "tethering_flags", "type": "u8" },
:{ "key": "battery_percent", "type": "u8", "unit": "%" },
:{
;"key": "cellular_kind",
;"type": "u16be",
;"words": {
<"0": "4g",
<"1": "gsm",
<"2": "cdma",
<"3": "ev_do",
<"4": "hspa",
<"5": "lte",
<"6": "lte_a",
<"7": "5g",
<"*": "other"
;}
:},
:{ "key": "cellular_bars", "type": "u8" },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"15": {
9"word": "nearby_action",
9"fields": [
:{ "key": "nearby_action_flags", "type": "u8" },
:{
;"key": "nearby_action",
;"type": "u8",
;"words": {
<"1": "apple_tv_setup",
<"4": "mobile_backup",
<"5": "watch_setup",
<"6": "apple_tv_pair",
<"7": "internet_relay",
<"8": "wifi_password",
<"9": "ios_setup",
<"10": "repair",
<"11": "speaker_setup",
<"12": "apple_pay",
<"13": "whole_home_audio_setup",
<"14": "developer_tools_pairing",
<"15": "answered_call",
<"16": "ended_call",
<"17": "dd_ping",
<"18": "dd_pong",
<"19": "remote_auto_fill",
<"20": "companion_link_proximity",
<"21": "remote_management",
<"22": "remote_auto_fill_pong",
<"23": "remote_display",
<"*": "other"
;}
:},
:{ "key": "authentication_tag", "type": "hex", "size": 3, "if": "rest >= 3" },
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"16": {
9"word": "nearby_info",
9"fields": [
:{ "as": "state", "type": "u8" },
:{ "key": "nearby_status_flags", "of": "state >> 4" },
:{ "key": "primary_device", "of": "state.4" },
:{ "key": "airdrop_receiving", "of": "state.6" },
:{
;"key": "activity",
;"of": "state & 15",
;"words": {
<"0": "unknown",
<"1": "reporting_disabled",
<"2": "reserved",
<"3": "idle_user",
<"4": "reserved",
<"5": "audio_playing_screen_off",
<"6": "reserved",
<"7": "active_user",
<"8": "reserved",
<"9": "screen_on_video",
<"10": "watch_on_wrist_unlocked",
<"11": "recent_user_interaction",
<"12": "reserved",
<"13": "driving",
<"14": "phone_or_facetime_call",
<"*": "reserved"
;}
:},
:{ "key": "nearby_data_flags", "type": "u8", "if": "rest > 0" },
:{ "key": "wifi_on", "of": "nearby_data_flags.2" },
:{ "key": "authentication_tag", "type": "hex", "if": "rest > 0" }
9]
8},
8"18": {
9"word": "find_my",
9"fields": [
:{ "as": "find_my_status", "type": "u8" },
:{
;"key": "find_my_battery",
;"of": "find_my_status >> 6",
;"words": { "0": "full", "1": "medium", "2": "low", "3": "critically_low" }
:},
:{ "key": "maintained", "of": "find_my_status.2" },
:{
;"key": "find_my_state",
;"of": "rest",
;"words": { "1": "near_owner", "24": "separated", "*": "other" },
;"code": false
:},
:{
;"if": "rest == 24",
;"fields": [
<{ "key": "find_my_key", "type": "hex", "size": 22 },
<{
="key": "find_my_public_key",
="type": "hex",
="at": 2,
="size": 23,
="call": "find_my_key",
="if": "sender >> 46 == 3"
<},
<{
="note": "separated from its owner, with its Find My key in the clear: who hears it can follow the device until the key changes",
="if": "sender >> 46 == 3"
<},
<{ "key": "find_my_key_top_bits", "type": "u8" },
<{ "key": "find_my_hint", "type": "u8" }
;]
:},
:{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }
9]
8},
8"*": { "word": "other", "fields": [{ "key": "continuity_data", "type": "hex", "if": "rest > 0" }] }
7}
6}
5]
4}
3]
2}
1]
0}
0{
1"key": "apple_overflow_area",
1"name": "Apple overflow area",
1"source": "published research on background advertising of iOS",
1"company": "004C",
1"starts": "01",
1"if": "length == 17",
1"vendor": "Apple",
1"fields": [{ "skip": 1 }, { "key": "hashed_services", "type": "hex", "size": 16 }]
0}
0{
1"key": "mopeka",
1"name": "Mopeka tank sensor",
1"source": "open clients; how high the tank is filled depends on what is in it",
1"company": "0059",
1"beside": { "service": "FEE5" },
1"if": "length == 10",
1"vendor": "Mopeka",
1"fields": [
2{
3"key": "mopeka_model",
3"type": "u8",
3"words": {
4"3": "pro_check",
4"4": "pro_200",
4"5": "pro_check_h2o",
4"6": "lippert_bottle_check",
4"8": "pro_plus",
4"9": "pro_plus_cellular",
4"10": "td40",
4"11": "td40_cellular",
4"12": "pro_check_universal",
4"*": "other"
3}
2},
2{ "as": "b", "type": "u8" },
2{ "key": "battery_mv", "of": "(b & 127) * 1000 / 32", "unit": "mV" },
2{ "as": "t", "type": "u8" },
2{ "key": "button_pressed", "of": "t.7" },
2{ "key": "temperature_celsius", "of": "(t & 127) - 40", "unit": "°C" },
2{ "as": "echo", "type": "u16" },
2{ "key": "tank_echo_code", "of": "echo & 16383" },
2{ "key": "reading_quality", "of": "echo >> 14" },
2{ "skip": 5 }
1]
0}
0{
1"key": "polar",
1"name": "Polar heart rate",
1"source": "Polar BLE SDK: elements with a length, then the heart rate",
1"comment": "Whether bit 0 of the first octet says that the battery is low or that it is not, its sources tell in two ways.",
1"company": "006B",
1"vendor": "Polar",
1"fields": [
2{
3"repeat": "rest",
3"fields": [
4{ "as": "first", "type": "u8" },
4{ "if": "first.6", "fields": [{ "as": "n", "type": "u8" }, { "skip": "n" }] },
4{
5"if": "!first.6",
5"fields": [
6{
7"if": "rest == 2 || rest == 3",
7"fields": [
8{ "skip": 1 },
8{ "skip": 1, "if": "rest == 2" },
8{
9"key": "advertised_heart_rate_bpm",
9"type": "u8",
9"unit": "bpm",
9"special": { "0": null }
8},
8{
9"key": "advertised_sensor_contact",
9"of": "first.1",
9"words": { "0": "not_detected", "1": "detected" },
9"code": false
8}
7]
6},
6{ "skip": "rest" }
5]
4}
3]
2}
1],
1"text": "[{advertised_heart_rate_bpm} bpm][  contact {advertised_sensor_contact}]"
0}
0{
1"key": "samsung",
1"name": "Samsung",
1"source": "by name only: no public description",
1"company": "0075",
1"vendor": "Samsung",
1"text": "{samsung_kind}[, {samsung_data}]",
1"fields": [
2{
3"key": "samsung_kind",
3"type": "u8",
3"words": { "1": "wearable_or_buds", "66": "television_or_phone", "*": "other" }
2},
2{ "key": "samsung_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"key": "toothbrush",
1"name": "Oral-B toothbrush",
1"source": "open clients",
1"company": "00DC",
1"vendor": "Oral-B",
1"if": "length == 11",
1"fields": [
2{ "skip": 3 },
2{
3"key": "toothbrush_state",
3"type": "u8",
3"words": {
4"0": "not_known",
4"1": "initializing",
4"2": "idle",
4"3": "running",
4"4": "charging",
4"5": "setup",
4"6": "flight_menu",
4"8": "selection_menu",
4"113": "final_test",
4"114": "board_test",
4"115": "sleeping",
4"116": "transport",
4"*": "other"
3}
2},
2{ "key": "brush_pressure_code", "type": "u8" },
2{ "as": "minutes", "type": "u8" },
2{ "as": "seconds", "type": "u8" },
2{ "key": "brushed_s", "of": "minutes * 60 + seconds", "unit": "s" },
2{ "key": "brush_mode_code", "type": "u8" },
2{ "key": "brush_sector_code", "type": "u8" },
2{ "key": "brush_sector_s", "type": "u8", "unit": "s" },
2{ "key": "sector_count", "type": "u8" }
1],
1"comment": "What the numbers of pressures and modes mean depends on the model."
0}
0{
1"key": "blue_maestro",
1"name": "Blue Maestro Tempo Disc",
1"source": "open clients",
1"company": "0133",
1"starts": "17",
1"vendor": "Blue Maestro",
1"if": "length == 14",
1"fields": [
2{ "type": "tempo_log" },
2{ "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
2{ "key": "relative_humidity_percent", "type": "u16be", "unit": "%", "scale": "0.1" },
2{ "key": "dew_point_celsius", "type": "i16be", "scale": "0.1", "unit": "°C" },
2{ "skip": 2 }
1]
0}
0{
1"key": "blue_maestro",
1"name": "Blue Maestro Tempo Disc",
1"source": "open clients",
1"company": "0133",
1"starts": "16",
1"vendor": "Blue Maestro",
1"if": "length == 14",
1"fields": [
2{ "type": "tempo_log" },
2{ "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
2{ "key": "relative_humidity_percent", "type": "u16be", "unit": "%", "scale": "0.1" },
2{ "key": "dew_point_celsius", "type": "i16be", "scale": "0.1", "unit": "°C" },
2{ "skip": 2 }
1]
0}
0{
1"key": "blue_maestro",
1"name": "Blue Maestro Tempo Disc with pressure",
1"source": "open clients",
1"company": "0133",
1"starts": "1b",
1"vendor": "Blue Maestro",
1"if": "length == 14",
1"fields": [
2{ "type": "tempo_log" },
2{ "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
2{ "key": "relative_humidity_percent", "type": "u16be", "unit": "%", "scale": "0.1" },
2{ "key": "pressure_hpa", "type": "u16be", "scale": "0.1", "unit": "hPa" },
2{ "skip": 2 }
1]
0}
0{
1"key": "blue_maestro",
1"name": "Blue Maestro Tempo Disc without humidity",
1"source": "open clients",
1"company": "0133",
1"starts": "0d",
1"vendor": "Blue Maestro",
1"if": "length == 10",
1"fields": [
2{ "type": "tempo_log" },
2{ "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
2{ "skip": 2 }
1]
0}
0{
1"key": "blue_maestro",
1"name": "Blue Maestro Pebble",
1"source": "open clients",
1"company": "0133",
1"starts": "01",
1"vendor": "Blue Maestro",
1"if": "length == 18",
1"fields": [
2{ "skip": 3 },
2{ "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
2{ "skip": 2 },
2{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
2{ "key": "pressure_hpa", "type": "u16", "unit": "hPa" },
2{ "skip": "rest" }
1]
0}
0{
1"key": "huami",
1"name": "Mi Band, Amazfit",
1"source": "open clients",
1"company": "0157",
1"starts": "02",
1"if": "length == 24",
1"vendor": "Huami",
1"fields": [
2{ "skip": 3 },
2{ "key": "advertised_heart_rate_bpm", "type": "u8", "unit": "bpm", "special": { "255": null } },
2{ "skip": 14 },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 }
1],
1"text": "[{advertised_heart_rate_bpm} bpm, ]address {mac_address}"
0}
0{
1"key": "huami",
1"name": "Mi Band, Amazfit",
1"source": "open clients; what is before the address is not known",
1"company": "0157",
1"starts": "00",
1"if": "length == 24",
1"vendor": "Huami",
1"fields": [{ "skip": 18 }, { "key": "mac_address", "type": "hex", "personal": true, "size": 6 }],
1"text": "address {mac_address}"
0}
0{
1"key": "victron",
1"name": "Victron Instant Readout",
1"source": "Victron Energy, Extra Manufacturer Data",
1"company": "02E1",
1"starts": "10",
1"vendor": "Victron Energy",
1"fields": [
2{ "skip": 2 },
2{ "key": "victron_model_id", "type": "u16" },
2{
3"key": "victron_record",
3"type": "u8",
3"words": {
4"0": "test",
4"1": "solar_charger",
4"2": "battery_monitor",
4"3": "inverter",
4"4": "dc_dc_converter",
4"5": "smart_lithium",
4"6": "inverter_rs",
4"7": "gx_device",
4"8": "ac_charger",
4"9": "smart_battery_protect",
4"10": "lynx_smart_bms",
4"11": "multi_rs",
4"12": "ve_bus",
4"13": "dc_energy_meter",
4"14": "reserved",
4"15": "orion_xs",
4"*": "other"
3}
2},
2{ "key": "encryption_counter_16", "type": "u16" },
2{ "key": "key_check_code", "type": "u8" },
2{ "key": "encrypted_data", "type": "hex" }
1]
0}
0{
1"key": "airthings",
1"name": "Airthings",
1"source": "Airthings, waveplus-reader",
1"company": "0334",
1"vendor": "Airthings",
1"if": "length == 6",
1"fields": [{ "key": "airthings_serial_number", "type": "u32", "personal": true }, { "skip": "rest" }]
0}
0{
1"key": "lego_hub",
1"name": "LEGO hub",
1"source": "LEGO Wireless Protocol 3.0, 2",
1"company": "0397",
1"vendor": "LEGO",
1"if": "length == 6",
1"fields": [
2{ "as": "button", "type": "u8", "at": 0 },
2{
3"if": "button < 2",
3"fields": [
4{ "key": "button_pressed", "type": "bool" },
4{ "key": "hub_system", "type": "u8", "words": "lego_systems" },
4{
5"key": "hub_capabilities",
5"type": "u8",
5"flags": { "0": "central_role", "1": "peripheral_role", "2": "has_ports", "3": "remote_control" }
4},
4{ "key": "last_network", "type": "u8" },
4{
5"key": "hub_status",
5"type": "u8",
5"flags": { "0": "can_be_peripheral", "1": "can_be_central", "5": "request_window", "6": "request_connect" }
4}
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "ruuvi",
1"name": "Ruuvi RAWv2",
1"source": "Ruuvi, data format 5",
1"company": "0499",
1"starts": "05",
1"vendor": "Ruuvi",
1"fields": [
2{ "skip": 1 },
2{
3"key": "temperature_celsius",
3"type": "i16be",
3"unit": "°C",
3"scale": "0.005",
3"special": { "-32768": "not_known" }
2},
2{
3"key": "relative_humidity_percent",
3"type": "u16be",
3"unit": "%",
3"scale": "0.0025",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pressure_hpa",
3"type": "u16be",
3"scale": "0.01",
3"offset": "500",
3"unit": "hPa",
3"special": { "65535": "not_known" }
2},
2{
3"key": "accelerometer_g",
3"type": "i16be",
3"repeat": 3,
3"axes": true,
3"scale": "0.001",
3"unit": "g",
3"special": { "-32768": null }
2},
2{ "as": "power", "type": "u16be" },
2{
3"key": "battery_mv",
3"of": "power >> 5",
3"offset": "1600",
3"unit": "mV",
3"special": { "2047": "not_known" }
2},
2{
3"key": "tx_power_dbm",
3"of": "power & 31",
3"scale": "2",
3"offset": "-40",
3"unit": "dBm",
3"special": { "31": "not_known" }
2},
2{ "key": "movement_count", "type": "u8", "special": { "255": "not_known" } },
2{ "key": "sequence_number", "type": "u16be", "special": { "65535": "not_known" } },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 }
1]
0}
0{
1"key": "ruuvi",
1"name": "Ruuvi RAWv1",
1"source": "Ruuvi, data format 3",
1"company": "0499",
1"starts": "03",
1"vendor": "Ruuvi",
1"fields": [
2{ "skip": 1 },
2{ "key": "relative_humidity_percent", "type": "u8", "unit": "%", "scale": "0.5" },
2{ "as": "sign_and_degrees", "type": "u8" },
2{ "as": "hundredths", "type": "u8" },
2{
3"key": "temperature_celsius",
3"of": "sign_and_degrees.7 ? 0 - ((sign_and_degrees & 127) * 100 + hundredths) : sign_and_degrees * 100 + hundredths",
3"scale": "0.01",
3"unit": "°C"
2},
2{ "key": "pressure_hpa", "type": "u16be", "scale": "0.01", "offset": "500", "unit": "hPa" },
2{
3"key": "accelerometer_g",
3"type": "i16be",
3"repeat": 3,
3"axes": true,
3"scale": "0.001",
3"unit": "g",
3"special": { "-32768": null }
2},
2{ "key": "battery_mv", "type": "u16be", "unit": "mV" }
1]
0}
0{
1"key": "ruuvi",
1"name": "Ruuvi Air, format 6",
1"source": "Ruuvi, data format 6",
1"company": "0499",
1"starts": "06",
1"if": "length == 20",
1"vendor": "Ruuvi",
1"fields": [
2{ "skip": 1 },
2{
3"key": "temperature_celsius",
3"type": "i16be",
3"unit": "°C",
3"scale": "0.005",
3"special": { "-32768": "not_known" }
2},
2{
3"key": "relative_humidity_percent",
3"type": "u16be",
3"unit": "%",
3"scale": "0.0025",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pressure_hpa",
3"type": "u16be",
3"scale": "0.01",
3"offset": "500",
3"unit": "hPa",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pm2_5_ug_per_m3",
3"type": "u16be",
3"scale": "0.1",
3"unit": "µg/m³",
3"special": { "65535": "not_known" }
2},
2{ "key": "co2_ppm", "type": "u16be", "unit": "ppm", "special": { "65535": "not_known" } },
2{ "as": "flags", "type": "u8", "at": 16 },
2{ "as": "voc", "type": "u8" },
2{ "key": "voc_index", "of": "voc << 1 | flags.6", "special": { "511": "not_known" } },
2{ "as": "nox", "type": "u8" },
2{ "key": "nox_index", "of": "nox << 1 | flags.7", "special": { "511": "not_known" } },
2{
3"key": "luminosity_code",
3"type": "u8",
3"special": { "255": "not_known" },
3"comment": "logarithmic: 65536 to the power of code / 254, less 1, in lux"
2},
2{ "skip": 1 },
2{ "key": "sequence_number", "type": "u8" },
2{ "skip": 1 },
2{ "key": "calibrating", "of": "flags.0" },
2{ "key": "mac_address_end", "type": "hex", "personal": true, "size": 3 }
1]
0}
0{
1"key": "ruuvi",
1"name": "Ruuvi Air, format E1",
1"source": "Ruuvi, data format E1",
1"company": "0499",
1"starts": "e1",
1"if": "length == 40",
1"vendor": "Ruuvi",
1"fields": [
2{ "skip": 1 },
2{
3"key": "temperature_celsius",
3"type": "i16be",
3"unit": "°C",
3"scale": "0.005",
3"special": { "-32768": "not_known" }
2},
2{
3"key": "relative_humidity_percent",
3"type": "u16be",
3"unit": "%",
3"scale": "0.0025",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pressure_hpa",
3"type": "u16be",
3"scale": "0.01",
3"offset": "500",
3"unit": "hPa",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pm1_ug_per_m3",
3"type": "u16be",
3"scale": "0.1",
3"unit": "µg/m³",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pm2_5_ug_per_m3",
3"type": "u16be",
3"scale": "0.1",
3"unit": "µg/m³",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pm4_ug_per_m3",
3"type": "u16be",
3"scale": "0.1",
3"unit": "µg/m³",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pm10_ug_per_m3",
3"type": "u16be",
3"scale": "0.1",
3"unit": "µg/m³",
3"special": { "65535": "not_known" }
2},
2{ "key": "co2_ppm", "type": "u16be", "unit": "ppm", "special": { "65535": "not_known" } },
2{ "as": "flags", "type": "u8", "at": 28 },
2{ "as": "voc", "type": "u8" },
2{ "key": "voc_index", "of": "voc << 1 | flags.6", "special": { "511": "not_known" } },
2{ "as": "nox", "type": "u8" },
2{ "key": "nox_index", "of": "nox << 1 | flags.7", "special": { "511": "not_known" } },
2{
3"key": "illuminance_lux",
3"type": "u24be",
3"scale": "0.01",
3"unit": "lx",
3"special": { "16777215": "not_known" }
2},
2{ "skip": 3 },
2{ "key": "sequence_number", "type": "u24be", "special": { "16777215": "not_known" } },
2{ "skip": 1 },
2{ "key": "calibrating", "of": "flags.0" },
2{ "skip": 5 },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 }
1]
0}
0{
1"key": "ruuvi",
1"name": "Ruuvi cut RAWv2",
1"source": "Ruuvi, data format C5",
1"company": "0499",
1"starts": "c5",
1"if": "length == 18",
1"vendor": "Ruuvi",
1"fields": [
2{ "skip": 1 },
2{
3"key": "temperature_celsius",
3"type": "i16be",
3"unit": "°C",
3"scale": "0.005",
3"special": { "-32768": "not_known" }
2},
2{
3"key": "relative_humidity_percent",
3"type": "u16be",
3"unit": "%",
3"scale": "0.0025",
3"special": { "65535": "not_known" }
2},
2{
3"key": "pressure_hpa",
3"type": "u16be",
3"scale": "0.01",
3"offset": "500",
3"unit": "hPa",
3"special": { "65535": "not_known" }
2},
2{ "as": "power", "type": "u16be" },
2{
3"key": "battery_mv",
3"of": "power >> 5",
3"offset": "1600",
3"unit": "mV",
3"special": { "2047": "not_known" }
2},
2{
3"key": "tx_power_dbm",
3"of": "power & 31",
3"scale": "2",
3"offset": "-40",
3"unit": "dBm",
3"special": { "31": "not_known" }
2},
2{ "key": "movement_count", "type": "u8", "special": { "255": "not_known" } },
2{ "key": "sequence_number", "type": "u16be", "special": { "65535": "not_known" } },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 }
1]
0}
0{
1"key": "sensirion",
1"name": "Sensirion gadget",
1"source": "Sensirion, BLE gadget library",
1"company": "06D5",
1"starts": "00",
1"vendor": "Sensirion",
1"whole": 8,
1"fields": [
2{ "skip": 1 },
2{ "as": "sample", "type": "u8" },
2{
3"if": "sample == 4 || sample == 6 || sample == 8",
3"fields": [
4{ "key": "sensirion_device", "type": "hex", "size": 2 },
4{ "key": "temperature_celsius", "type": "u16", "scale": "175/65535", "offset": "-45", "unit": "°C" },
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"if": "sample != 6",
5"scale": "100/65535",
5"unit": "%"
4},
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"if": "sample == 6",
5"scale": "125/65535",
5"offset": "-6",
5"unit": "%"
4},
4{ "key": "co2_ppm", "type": "u16", "if": "sample == 8", "unit": "ppm" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "aranet",
1"name": "Aranet4",
1"source": "Aranet4-Python, docs/UUIDs.md",
1"company": "0702",
1"vendor": "SAF Tehnika",
1"if": "length == 7 || length == 21 || length == 22",
1"fields": [
2{ "type": "aranet_head" },
2{
3"if": "length >= 21 && state.5",
3"fields": [
4{ "skip": 4 },
4{ "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "32768..65535": "not_valid" } },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.05",
5"unit": "°C",
5"special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
4},
4{
5"key": "pressure_hpa",
5"type": "u16",
5"scale": "0.1",
5"unit": "hPa",
5"special": { "32768..65535": "not_valid" }
4},
4{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{
5"key": "aranet_status",
5"type": "u8",
5"words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
4},
4{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
4{ "key": "measured_ago_s", "type": "u16", "unit": "s" },
4{ "key": "message_counter", "type": "u8", "if": "length == 22" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {co2_ppm} ppm][  {temperature_celsius:2}][  {relative_humidity_percent} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %]"
0}
0{
1"key": "aranet",
1"name": "Aranet2",
1"source": "Aranet4-Python, docs/UUIDs.md",
1"company": "0702",
1"vendor": "SAF Tehnika",
1"starts": "01",
1"if": "length == 24",
1"fields": [
2{ "skip": 1 },
2{ "type": "aranet_head" },
2{
3"if": "state.5",
3"fields": [
4{ "skip": 3 },
4{ "skip": 2 },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.05",
5"unit": "°C",
5"special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
4},
4{ "skip": 2 },
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"scale": "0.1",
5"unit": "%",
5"special": { "32768..65535": "not_valid" }
4},
4{ "skip": 1 },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{ "as": "limits", "type": "u8" },
4{
5"key": "humidity_alarm",
5"of": "limits & 3",
5"words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
5"code": false
4},
4{
5"key": "temperature_alarm",
5"of": "limits.2..3",
5"words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
5"code": false
4},
4{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
4{ "key": "measured_ago_s", "type": "u16", "unit": "s" },
4{ "key": "message_counter", "type": "u8" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {temperature_celsius:2}][  {relative_humidity_percent:1} %][  battery {battery_percent} %]"
0}
0{
1"key": "aranet",
1"name": "Aranet Radiation",
1"source": "Aranet4-Python, docs/UUIDs.md",
1"company": "0702",
1"vendor": "SAF Tehnika",
1"starts": "02",
1"if": "length == 24",
1"fields": [
2{ "skip": 1 },
2{ "type": "aranet_head" },
2{
3"if": "state.5",
3"fields": [
4{ "skip": 1 },
4{ "key": "radiation_dose_nsv", "type": "u32" },
4{ "key": "radiation_dose_time_s", "type": "u32", "unit": "s" },
4{ "key": "radiation_dose_rate_nsv_per_h", "type": "u16", "special": { "32768..65535": "not_valid" } },
4{ "skip": 1 },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{ "skip": 1 },
4{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
4{ "key": "measured_ago_s", "type": "u16", "unit": "s" },
4{ "key": "message_counter", "type": "u8" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {radiation_dose_rate_nsv_per_h} nSv/h][  {radiation_dose_nsv} nSv in {radiation_dose_time_s} s][  battery {battery_percent} %]"
0}
0{
1"key": "aranet",
1"name": "Aranet Radon",
1"source": "Aranet4-Python, docs/UUIDs.md",
1"company": "0702",
1"vendor": "SAF Tehnika",
1"starts": "03",
1"if": "length == 24",
1"fields": [
2{ "skip": 1 },
2{ "type": "aranet_head" },
2{
3"if": "state.5",
3"fields": [
4{ "skip": 3 },
4{
5"key": "radon_bq_per_m3",
5"type": "u16",
5"special": { "7936": "error", "7937": "no_data", "7938": "high_humidity", "7939..65535": "error" }
4},
4{ "as": "humidity", "type": "u16", "at": 14 },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.05",
5"unit": "°C",
5"special": { "16384..32767": "not_valid", "49152..65535": "not_valid" },
5"if": "humidity != 0"
4},
4{ "skip": 2, "if": "humidity == 0" },
4{
5"key": "pressure_hpa",
5"type": "u16",
5"scale": "0.1",
5"unit": "hPa",
5"special": { "32768..65535": "not_valid" }
4},
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"scale": "0.1",
5"unit": "%",
5"special": { "32768..65535": "not_valid" },
5"if": "humidity != 0"
4},
4{ "skip": 2, "if": "humidity == 0" },
4{ "skip": 1 },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{
5"key": "aranet_status",
5"type": "u8",
5"words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
4},
4{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
4{ "key": "measured_ago_s", "type": "u16", "unit": "s" },
4{ "key": "message_counter", "type": "u8" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "v{firmware_major}.{firmware_minor}.{firmware_patch}[  {radon_bq_per_m3} Bq/m3][  {temperature_celsius:2}][  {relative_humidity_percent:1} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %]"
0}
0{
1"key": "tuya",
1"name": "Tuya, protocol 3",
1"source": "Tuya, tuya-ble-sdk",
1"company": "07D0",
1"vendor": "Tuya",
1"if": "length == 22",
1"fields": [
2{ "as": "state", "type": "u8" },
2{ "as": "version", "type": "u8" },
2{
3"if": "version >= 2 && version <= 3",
3"fields": [
4{ "key": "tuya_bound", "of": "state.7" },
4{ "key": "tuya_version", "of": "version" },
4{ "key": "tuya_security", "type": "u8" },
4{
5"key": "tuya_abilities",
5"type": "u16be",
5"flags": {
6"0": "registers_over_bluetooth",
6"1": "mesh",
6"2": "wifi_2_4_ghz",
6"3": "wifi_5_ghz",
6"4": "zigbee",
6"5": "nb_iot"
5}
4},
4{ "skip": 1 },
4{ "key": "encrypted_device_id", "type": "hex", "size": 16 }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "teltonika",
1"name": "Teltonika EYE",
1"source": "Teltonika, EYE sensor, Bluetooth protocol",
1"company": "089A",
1"starts": "01",
1"vendor": "Teltonika",
1"whole": 2,
1"fields": [
2{ "skip": 1 },
2{ "as": "has", "type": "u8" },
2{ "key": "temperature_celsius", "type": "i16be", "scale": "0.01", "if": "has.0", "unit": "°C" },
2{ "key": "relative_humidity_percent", "type": "u8", "if": "has.1", "unit": "%" },
2{ "key": "magnet_detected", "of": "has.3", "if": "has.2" },
2{
3"if": "has.4",
3"fields": [
4{ "as": "movement", "type": "u16be" },
4{ "key": "moving", "of": "movement.15" },
4{ "key": "movement_count", "of": "movement & 32767" }
3]
2},
2{
3"if": "has.5",
3"fields": [
4{ "key": "pitch_degrees", "type": "i8", "unit": "°" },
4{ "key": "roll_degrees", "type": "i16be", "unit": "°" }
3]
2},
2{ "key": "battery_low", "of": "has.6" },
2{ "key": "battery_mv", "type": "u8", "if": "has.7", "scale": "10", "offset": "2000", "unit": "mV" },
2{ "skip": "rest" }
1]
0}
0{
1"key": "mikrotik",
1"name": "MikroTik tag",
1"source": "MikroTik, Tag advertisement formats",
1"company": "094F",
1"starts": "0100",
1"if": "length == 18",
1"vendor": "MikroTik",
1"fields": [
2{ "skip": 4 },
2{ "key": "acceleration_m_per_s2", "type": "i16", "repeat": 3, "axes": true, "scale": "1/256", "unit": "m/s²" },
2{
3"key": "temperature_celsius",
3"type": "i16",
3"scale": "1/256",
3"special": { "-32768": "no_sensor" },
3"unit": "°C"
2},
2{ "key": "uptime_s", "type": "u32", "unit": "s" },
2{
3"key": "tag_flags",
3"type": "u8",
3"flags": { "0": "reed_switch", "1": "tilt", "2": "fall", "3": "impact_x", "4": "impact_y", "5": "impact_z" }
2},
2{ "key": "battery_percent", "type": "u8", "unit": "%" }
1]
0}
0{
1"key": "mikrotik",
1"name": "MikroTik tag, encrypted",
1"source": "MikroTik, Tag advertisement formats",
1"company": "094F",
1"starts": "0101",
1"if": "length == 18",
1"vendor": "MikroTik",
1"fields": [{ "skip": 2 }, { "key": "encrypted_data", "type": "hex", "size": 16 }]
0}
0{
1"key": "shelly",
1"name": "Shelly",
1"source": "aioshelly",
1"company": "0BA9",
1"vendor": "Shelly",
1"fields": [
2{
3"repeat": "rest",
3"fields": [
4{
5"as": "block",
5"key": "shelly_block",
5"type": "u8",
5"code": false,
5"cases": {
6"1": {
7"fields": [
8{
9"key": "shelly_flags",
9"type": "u16",
9"flags": {
:"0": "discoverable",
:"1": "authentication_on",
:"2": "rpc_over_ble_on",
:"3": "buzzer_on",
:"4": "pairing"
9}
8}
7]
6},
6"10": { "fields": [{ "key": "device_address", "type": "address" }] },
6"11": { "fields": [{ "key": "shelly_model_id", "type": "u16" }] },
6"*": "stop"
5}
4}
3]
2}
1]
0}
0{
1"key": "rapt",
1"name": "RAPT Pill hydrometer",
1"source": "open clients",
1"company": "4152",
1"starts": "505401",
1"if": "length == 23",
1"vendor": "KegLand",
1"fields": [
2{ "skip": 3 },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
2{ "key": "temperature_celsius", "type": "u16be", "scale": "1/128", "offset": "-273.15", "unit": "°C" },
2{ "key": "specific_gravity", "type": "f32be", "scale": "0.001" },
2{ "skip": 6 },
2{ "key": "battery_percent", "type": "i16be", "scale": "1/256", "unit": "%" }
1]
0}
0{
1"key": "rapt",
1"name": "RAPT Pill hydrometer",
1"source": "open clients",
1"company": "4152",
1"starts": "505402",
1"if": "length == 23",
1"vendor": "KegLand",
1"fields": [
2{ "skip": 4 },
2{ "as": "has_velocity", "type": "u8" },
2{ "key": "gravity_points_per_day", "type": "f32be", "if": "has_velocity" },
2{ "skip": 4, "if": "!has_velocity" },
2{ "key": "temperature_celsius", "type": "u16be", "scale": "1/128", "offset": "-273.15", "unit": "°C" },
2{ "key": "specific_gravity", "type": "f32be", "scale": "0.001" },
2{ "skip": 6 },
2{ "key": "battery_percent", "type": "i16be", "scale": "1/256", "unit": "%" }
1]
0}
0{
1"key": "idotmatrix",
1"name": "iDotMatrix display",
1"vendor": "iDotMatrix",
1"company": "5254",
1"starts": "0070",
1"if": "length >= 8",
1"fields": [
2{ "skip": 2 },
2{ "key": "idot_panel", "type": "u8", "words": "idot_panels" },
2{ "key": "idot_group", "type": "u8" },
2{ "key": "idot_device", "type": "u8" },
2{ "key": "upside_down", "type": "bool" },
2{ "key": "idot_maker", "type": "u8" },
2{ "key": "idot_product", "type": "u8" },
2{ "skip": "rest" }
1],
1"text": "{idot_panel}, product {idot_maker}.{idot_product}"
0}
0{
1"key": "led_light",
1"name": "LEDnetWF light",
1"source": "open clients",
1"company": ["5A00", "5A02"],
1"vendor": "Zengge",
1"if": "length == 27",
1"fields": [
2{ "as": "version", "type": "u8", "at": 1 },
2{ "as": "power_at", "type": "u8", "at": 14 },
2{
3"if": "version >= 5 && version <= 12 && (power_at == 35 || power_at == 36)",
3"fields": [
4{ "skip": 1 },
4{ "key": "led_protocol_version", "type": "u8" },
4{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
4{ "key": "led_product_id", "type": "u16be" },
4{ "key": "led_firmware", "type": "u8" },
4{ "skip": 3 },
4{ "type": "led_state" },
4{ "skip": 3 }
3]
2},
2{ "skip": "rest" }
1],
1"text": "[{powered?on:off} ][{light_mode}][ {effect_number}][ {red_level} {green_level} {blue_level}][ {coolness_percent} % cool][ at {brightness_percent} %]"
0}
0{
1"key": "govee",
1"name": "Govee H5179",
1"source": "open clients",
1"company": "8801",
1"if": "length == 9",
1"vendor": "Govee",
1"fields": [{ "skip": 4 }, { "type": "govee_numbers" }]
0}
0{
1"key": "oria",
1"name": "Oria T201",
1"source": "open clients",
1"company": "AA55",
1"starts": "0101a4c1",
1"if": "length == 17",
1"vendor": "Oria",
1"fields": [
2{ "skip": 2 },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
2{ "skip": 2 },
2{ "key": "temperature_celsius", "type": "i16be", "scale": "0.01", "unit": "°C" },
2{ "key": "relative_humidity_percent", "type": "u16be", "scale": "0.01", "unit": "%" },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "skip": 2 }
1]
0}
0{
1"key": "oria",
1"name": "Oria T301",
1"source": "open clients",
1"company": "AA55",
1"starts": "0105a4c1",
1"if": "length == 17",
1"vendor": "Oria",
1"fields": [
2{ "skip": 2 },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
2{ "skip": 2 },
2{ "key": "temperature_celsius", "type": "i16be", "scale": "0.01", "unit": "°C" },
2{ "key": "relative_humidity_percent", "type": "u16be", "scale": "0.01", "unit": "%" },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "skip": 2 }
1]
0}
0{
1"key": "govee",
1"name": "Govee H5072, H5075",
1"source": "open clients",
1"comment": "what is above 80 °C or 100 % is no measurement of theirs",
1"company": "EC88",
1"if": "length == 6",
1"vendor": "Govee",
1"fields": [
2{ "as": "word", "type": "u32be", "at": 1 },
2{
3"if": "(word & 127) <= 100 && (word >> 8 == 16777215 || (word >> 8 & 8388607) < 801000)",
3"fields": [{ "skip": 1 }, { "type": "govee_climate" }]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "govee",
1"name": "Govee H5074",
1"source": "open clients",
1"company": "EC88",
1"if": "length == 7",
1"vendor": "Govee",
1"fields": [{ "skip": 1 }, { "type": "govee_numbers" }, { "skip": 1 }]
0}
0{
1"key": "govee",
1"name": "Govee H5051, H5052, H5071",
1"source": "open clients",
1"company": "EC88",
1"if": "length == 9",
1"vendor": "Govee",
1"fields": [{ "skip": 1 }, { "type": "govee_numbers" }, { "skip": "rest" }]
0}
0{
1"key": "kegtron",
1"name": "Kegtron",
1"source": "open clients",
1"company": "FFFF",
1"vendor": "Kegtron",
1"if": "length == 27",
1"fields": [
2{ "as": "size", "type": "u16be" },
2{ "as": "start", "type": "u16be" },
2{ "as": "used", "type": "u16be" },
2{ "as": "port", "type": "u8" },
2{ "as": "letter", "type": "u8", "at": 7 },
2{ "as": "last", "type": "u8", "at": 26 },
2{
3"if": "(port & 0xae) == 0 && size >= 1000 && start <= size && used <= start && letter >= 32 && letter < 127 && last == 0",
3"fields": [
4{ "key": "keg_size_l", "of": "size", "scale": "0.001", "unit": "L" },
4{ "key": "keg_start_l", "of": "start", "scale": "0.001", "unit": "L" },
4{ "key": "keg_dispensed_l", "of": "used", "scale": "0.001", "unit": "L" },
4{ "key": "keg_port", "of": "port.4 ? 2 : 1" },
4{ "key": "keg_configured", "of": "port.0" },
4{ "key": "two_ports", "of": "port.6" },
4{ "key": "keg_name", "type": "utf8", "size": "nul" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "ad_class_of_device",
1"name": "Class of Device",
1"source": "1.6",
1"type": "0D",
1"fields": [
2{ "key": "class_of_device", "type": "u24" },
2{
3"key": "major_device_class",
3"of": "class_of_device >> 8 & 31",
3"words": {
4"0": "miscellaneous",
4"1": "computer",
4"2": "phone",
4"3": "access_point",
4"4": "audio_video",
4"5": "peripheral",
4"6": "imaging",
4"7": "wearable",
4"8": "toy",
4"9": "health",
4"31": "uncategorized",
4"*": "reserved"
3}
2},
2{ "key": "minor_device_class", "of": "class_of_device >> 2 & 63" },
2{ "as": "services", "of": "class_of_device >> 13" },
2{
3"key": "major_service_classes",
3"of": "services",
3"flags": {
4"0": "limited_discoverable",
4"1": "le_audio",
4"3": "positioning",
4"4": "networking",
4"5": "rendering",
4"6": "capturing",
4"7": "object_transfer",
4"8": "audio",
4"9": "telephony",
4"10": "information"
3},
3"code": false
2}
1]
0}
0{
1"key": "ad_simple_pairing_hash",
1"name": "Simple Pairing Hash C-192",
1"source": "1.6",
1"type": "0E",
1"fields": [{ "key": "pairing_hash", "type": "hexle" }]
0}
0{
1"key": "ad_simple_pairing_randomizer",
1"name": "Simple Pairing Randomizer R-192",
1"source": "1.6",
1"type": "0F",
1"fields": [{ "key": "pairing_randomizer", "type": "hexle" }]
0}
0{
1"key": "ad_device_id",
1"name": "Device ID",
1"source": "Device ID Profile; of classic inquiry responses",
1"type": "10",
1"if": "length == 8",
1"fields": [
2{ "key": "vendor_id_source", "type": "u16" },
2{ "key": "vendor_id", "type": "u16" },
2{ "key": "product_id", "type": "u16" },
2{ "key": "product_version", "type": "u16" }
1]
0}
0{
1"key": "ad_tk_value",
1"name": "Security Manager TK Value",
1"source": "1.8",
1"type": "10",
1"if": "length == 16",
1"fields": [{ "key": "tk_value", "type": "hexle" }]
0}
0{
1"key": "ad_oob_flags",
1"name": "Security Manager Out of Band Flags",
1"source": "1.7",
1"type": "11",
1"fields": [
2{
3"key": "oob_flags",
3"type": "u8",
3"flags": { "0": "oob_data", "1": "le_supported", "2": "simultaneous_le_and_br_edr", "3": "random_address" }
2}
1]
0}
0{
1"key": "ad_connection_interval_range",
1"name": "Peripheral Connection Interval Range",
1"source": "1.9",
1"type": "12",
1"fields": [
2{
3"key": "interval_min_ms",
3"type": "u16",
3"scale": "1.25",
3"unit": "ms",
3"special": { "65535": "not_specified" }
2},
2{
3"key": "interval_max_ms",
3"type": "u16",
3"scale": "1.25",
3"unit": "ms",
3"special": { "65535": "not_specified" }
2}
1]
0}
0{
1"key": "ad_service_solicitation",
1"name": "List of 16-bit Service Solicitation UUIDs",
1"source": "1.10",
1"type": "14",
1"fields": [{ "key": "solicited_services", "type": "uuid16", "repeat": "rest" }]
0}
0{
1"key": "ad_service_solicitation",
1"name": "List of 128-bit Service Solicitation UUIDs",
1"source": "1.10",
1"type": "15",
1"fields": [{ "key": "solicited_services", "type": "uuid128", "repeat": "rest" }]
0}
0{
1"key": "ad_target_address",
1"name": "Public Target Address",
1"source": "1.13, 1.14",
1"type": "17",
1"fields": [{ "key": "target_addresses", "type": "address", "repeat": "rest" }]
0}
0{
1"key": "ad_target_address",
1"name": "Random Target Address",
1"source": "1.13, 1.14",
1"type": "18",
1"fields": [{ "key": "target_addresses", "type": "address", "repeat": "rest" }]
0}
0{
1"key": "ad_advertising_interval",
1"name": "Advertising Interval",
1"source": "1.15",
1"type": "1A",
1"fields": [{ "key": "advertising_interval_ms", "type": "u16", "scale": "0.625", "unit": "ms" }]
0}
0{
1"key": "ad_le_device_address",
1"name": "LE Bluetooth Device Address",
1"source": "1.16",
1"type": "1B",
1"fields": [
2{ "key": "device_address", "type": "address" },
2{ "as": "kind", "type": "u8", "reserved": "1..7" },
2{ "key": "device_address_type", "of": "kind & 1", "words": { "0": "public", "1": "random" }, "code": false }
1]
0}
0{
1"key": "ad_le_role",
1"name": "LE Role",
1"source": "1.17",
1"type": "1C",
1"fields": [
2{
3"key": "le_role",
3"type": "u8",
3"words": {
4"0": "only_peripheral",
4"1": "only_central",
4"2": "both_peripheral_preferred",
4"3": "both_central_preferred",
4"*": "reserved"
3}
2}
1]
0}
0{
1"key": "ad_simple_pairing_hash",
1"name": "Simple Pairing Hash C-256",
1"source": "1.6",
1"type": "1D",
1"fields": [{ "key": "pairing_hash", "type": "hexle" }]
0}
0{
1"key": "ad_simple_pairing_randomizer",
1"name": "Simple Pairing Randomizer R-256",
1"source": "1.6",
1"type": "1E",
1"fields": [{ "key": "pairing_randomizer", "type": "hexle" }]
0}
0{
1"key": "ad_service_solicitation",
1"name": "List of 32-bit Service Solicitation UUIDs",
1"source": "1.10",
1"type": "1F",
1"fields": [
2{
3"key": "solicited_services_32",
3"repeat": "rest",
3"size": "4",
3"fields": [{ "key": "service_uuid", "type": "uuid" }]
2}
1]
0}
0{
1"key": "ad_le_confirmation",
1"name": "LE Secure Connections Confirmation Value",
1"source": "1.6",
1"type": "22",
1"fields": [{ "key": "confirmation_value", "type": "hexle" }]
0}
0{
1"key": "ad_le_random",
1"name": "LE Secure Connections Random Value",
1"source": "1.6",
1"type": "23",
1"fields": [{ "key": "random_value", "type": "hexle" }]
0}
0{
1"key": "ad_uri",
1"name": "URI",
1"source": "1.18; the schemes are Assigned Numbers",
1"type": "24",
1"fields": [
2{ "as": "first", "type": "u8", "at": 0 },
2{
3"key": "uri_scheme",
3"of": "first",
3"words": {
4"1": "none",
4"2": "aaa:",
4"3": "aaas:",
4"9": "coap:",
4"10": "coaps:",
4"12": "data:",
4"15": "dns:",
4"16": "file:",
4"17": "ftp:",
4"18": "geo:",
4"22": "http:",
4"23": "https:",
4"37": "ldap:",
4"38": "mailto:",
4"53": "rtsp:",
4"60": "sip:",
4"61": "sips:",
4"62": "sms:",
4"69": "tel:",
4"78": "urn:",
4"80": "ws:",
4"81": "wss:",
4"*": "other"
3},
3"if": "first < 128"
2},
2{ "skip": 1, "if": "first < 128" },
2{ "key": "uri_rest", "type": "utf8" }
1]
0}
0{
1"key": "ad_indoor_positioning",
1"name": "Indoor Positioning",
1"source": "Supplement to the Core Specification, A, 1.14; Indoor Positioning Service 1.0",
1"type": "25",
1"fields": [
2{ "as": "parts", "type": "u8" },
2{ "if": "parts.0 && !parts.1", "fields": [{ "type": "latitude" }, { "type": "longitude" }] },
2{ "if": "parts.0 && parts.1", "fields": [{ "type": "local_north" }, { "type": "local_east" }] },
2{ "key": "sent_power_dbm", "type": "i8", "unit": "dBm", "if": "parts.2" },
2{
3"if": "parts.4",
3"fields": [{ "type": "floor_number" }, { "key": "indoor_floor", "of": "floor_number" }]
2},
2{
3"if": "parts.3",
3"fields": [{ "type": "altitude" }, { "key": "indoor_altitude", "of": "altitude_m" }]
2},
2{
3"if": "parts.5",
3"fields": [{ "type": "uncertainty" }, { "key": "indoor_uncertainty_code", "of": "uncertainty" }]
2}
1]
0}
0{
1"key": "ad_transport_discovery",
1"name": "Transport Discovery Data",
1"source": "1.10 of TDS 1.0",
1"type": "26",
1"fields": [
2{
3"key": "transport_blocks",
3"repeat": "rest",
3"fields": [
4{
5"key": "organization",
5"type": "u8",
5"words": {
6"1": "bluetooth_sig",
6"2": "wifi_alliance_neighbor_awareness_networking",
6"3": "wifi_alliance_service_advertisement",
6"*": "reserved"
5}
4},
4{ "as": "bits", "type": "u8" },
4{
5"key": "transport_role",
5"of": "bits.0..1",
5"words": { "0": "not_specified", "1": "seeker", "2": "provider", "3": "seeker_and_provider" },
5"code": false
4},
4{ "key": "transport_incomplete", "of": "bits.2" },
4{
5"key": "transport_state",
5"of": "bits.3..4",
5"words": { "0": "off", "1": "on", "2": "temporarily_unavailable", "3": "reserved" },
5"code": false
4},
4{ "key": "transport_data", "type": "hex", "size": { "type": "u8" } }
3]
2}
1]
0}
0{
1"key": "ad_le_features",
1"name": "LE Supported Features",
1"source": "1.19",
1"type": "27",
1"fields": [{ "key": "le_features", "type": "hexle" }]
0}
0{
1"key": "ad_channel_map_update",
1"name": "Channel Map Update Indication",
1"source": "1.20",
1"type": "28",
1"fields": [{ "key": "channel_map", "type": "hexle", "size": 5 }, { "key": "update_instant", "type": "u16" }]
0}
0{
1"key": "ad_pb_adv",
1"name": "PB-ADV",
1"source": "Mesh 5.3",
1"type": "29",
1"fields": [
2{ "key": "link_id", "type": "u32be" },
2{ "key": "transaction_number", "type": "u8" },
2{ "as": "control", "type": "u8" },
2{
3"key": "provisioning_pdu_kind",
3"of": "control & 3",
3"words": { "0": "start", "1": "acknowledgement", "2": "continuation", "3": "bearer_control" }
2},
2{
3"if": "(control & 3) == 0",
3"fields": [{ "key": "total_length", "type": "u16be" }, { "key": "frame_check", "type": "u8" }]
2},
2{ "key": "segment_number", "of": "control >> 2", "if": "(control & 3) == 2" },
2{
3"key": "bearer_operation",
3"of": "control >> 2",
3"words": { "0": "open", "1": "acknowledge", "2": "close", "*": "reserved" },
3"if": "(control & 3) == 3"
2},
2{ "key": "provisioning_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"key": "ad_mesh_message",
1"name": "Mesh Message",
1"source": "Mesh 3.4.4",
1"type": "2A",
1"fields": [
2{ "as": "first", "type": "u8" },
2{ "key": "ivi", "of": "first.7" },
2{ "key": "nid", "of": "first & 127" },
2{ "key": "network_pdu", "type": "hex" }
1]
0}
0{
1"key": "ad_mesh_beacon",
1"name": "Mesh Beacon",
1"source": "Mesh 3.10",
1"type": "2B",
1"fields": [
2{
3"key": "mesh_beacon",
3"type": "u8",
3"cases": {
4"0": {
5"word": "unprovisioned_device",
5"fields": [
6{ "key": "device_uuid", "type": "uuid128be" },
6{ "key": "oob_information", "type": "u16be" },
6{ "key": "uri_hash", "type": "hex", "size": 4, "if": "rest >= 4" }
5]
4},
4"1": {
5"word": "secure_network",
5"fields": [
6{ "as": "beacon_flags", "type": "u8" },
6{ "key": "key_refresh", "of": "beacon_flags.0" },
6{ "key": "iv_update", "of": "beacon_flags.1" },
6{ "key": "network_id", "type": "hex", "size": 8 },
6{ "key": "iv_index", "type": "u32be" },
6{ "key": "beacon_authentication", "type": "hex", "size": 8 }
5]
4},
4"2": {
5"word": "private",
5"fields": [
6{ "key": "beacon_random", "type": "hex", "size": 13 },
6{ "key": "obfuscated_beacon_data", "type": "hex", "size": 5 },
6{ "key": "beacon_authentication", "type": "hex", "size": 8 }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"key": "ad_big_info",
1"name": "BIGInfo",
1"source": "Vol 6, Part B, 4.4.6.11",
1"type": "2C",
1"fields": [
2{ "as": "w1", "type": "u32" },
2{ "as": "w2", "type": "u32" },
2{ "as": "w3", "type": "u32" },
2{ "skip": 1 },
2{ "key": "seed_access_address", "type": "u32" },
2{ "as": "w4", "type": "u32" },
2{ "key": "base_crc_init", "type": "u16" },
2{ "as": "w5", "type": "u40" },
2{ "as": "w6", "type": "u40" },
2{ "key": "big_offset_us", "of": "(w1 & 16383) * ((w1 >> 14 & 1) == 1 ? 300 : 30)", "unit": "µs" },
2{ "key": "iso_interval_ms", "of": "w1 >> 15 & 4095", "scale": "1.25", "unit": "ms" },
2{ "key": "number_of_bis", "of": "w1 >> 27" },
2{ "key": "subevents_per_interval", "of": "w2 & 31" },
2{ "key": "burst_number", "of": "w2 >> 5 & 7" },
2{ "key": "sub_interval_us", "of": "w2 >> 8 & 1048575", "unit": "µs" },
2{ "key": "pretransmission_offset", "of": "w2 >> 28" },
2{ "key": "bis_spacing_us", "of": "w3 & 1048575", "unit": "µs" },
2{ "key": "immediate_repetition_count", "of": "w3 >> 20 & 15" },
2{ "key": "bis_max_pdu", "of": "w3 >> 24", "unit": "B" },
2{ "key": "bis_sdu_interval_us", "of": "w4 & 1048575", "unit": "µs" },
2{ "key": "bis_max_sdu", "of": "w4 >> 20", "unit": "B" },
2{ "key": "big_phy", "of": "w5 >> 37", "words": { "0": "1M", "1": "2M", "2": "Coded", "*": "reserved" } },
2{ "key": "big_framed", "of": "w6.39" },
2{ "key": "big_encrypted", "of": "length >= 57" },
2{ "key": "group_iv", "type": "hexle", "size": 8, "if": "length >= 57" },
2{ "key": "group_session_key_diversifier", "type": "hexle", "size": 16, "if": "length >= 57" }
1]
0}
0{
1"key": "ad_broadcast_code",
1"name": "Broadcast Code",
1"source": "1.21",
1"type": "2D",
1"fields": [{ "key": "broadcast_code", "type": "hexle" }]
0}
0{
1"key": "ad_resolvable_set",
1"name": "Resolvable Set Identifier",
1"source": "CSIS 1.0, 4.8",
1"type": "2E",
1"fields": [{ "key": "set_hash", "type": "hexle", "size": 3 }, { "key": "set_random", "type": "hexle", "size": 3 }]
0}
0{
1"key": "ad_advertising_interval",
1"name": "Advertising Interval - long",
1"source": "1.15",
1"type": "2F",
1"fields": [
2{ "key": "advertising_interval_ms", "type": "u24", "scale": "0.625", "unit": "ms", "if": "length == 3" },
2{ "key": "advertising_interval_ms", "type": "u32", "scale": "0.625", "unit": "ms", "if": "length == 4" }
1]
0}
0{
1"key": "ad_broadcast_name",
1"name": "Broadcast Name",
1"source": "1.22",
1"type": "30",
1"fields": [{ "key": "broadcast_name", "type": "utf8" }]
0}
0{
1"key": "ad_encrypted_advertising_data",
1"name": "Encrypted Advertising Data",
1"source": "1.23",
1"type": "31",
1"fields": [
2{ "key": "ead_randomizer", "type": "hexle", "size": 5 },
2{ "key": "encrypted_data", "type": "hex", "size": "rest - 4" },
2{ "key": "mic", "type": "hex", "size": 4 }
1]
0}
0{
1"key": "ad_pawr_timing",
1"name": "Periodic Advertising Response Timing Information",
1"source": "1.24",
1"type": "32",
1"fields": [
2{ "key": "response_access_address", "type": "u32" },
2{ "key": "number_of_subevents", "type": "u8" },
2{ "key": "subevent_interval_ms", "type": "u8", "scale": "1.25", "unit": "ms" },
2{ "key": "response_slot_delay_ms", "type": "u8", "scale": "1.25", "unit": "ms" },
2{ "key": "response_slot_spacing_ms", "type": "u8", "scale": "0.125", "unit": "ms" }
1]
0}
0{
1"key": "ad_electronic_shelf_label",
1"name": "Electronic Shelf Label",
1"source": "ESL Profile 1.0",
1"type": "34",
1"fields": [{ "key": "esl_payload", "type": "hex" }]
0}
0{
1"key": "ad_three_d_information",
1"name": "3D Information Data",
1"source": "3D Synchronization Profile 1.0",
1"type": "3D",
1"fields": [
2{
3"key": "three_d_features",
3"type": "u8",
3"flags": {
4"0": "association_notification",
4"1": "battery_level_reporting",
4"2": "send_battery_level_on_start_up",
4"7": "factory_test_mode"
3}
2},
2{ "key": "path_loss_threshold_db", "type": "u8", "unit": "dB" }
1]
0}
0{
1"key": "inkbird",
1"name": "Inkbird IBS-TH",
1"source": "open clients; there is no company code: the temperature stands in its place",
1"type": "FF",
1"if": "length == 9",
1"vendor": "Inkbird",
1"fields": [
2{ "as": "t", "type": "i16" },
2{ "as": "h", "type": "u16" },
2{ "as": "p", "type": "u8" },
2{
3"as": "sum_fits",
3"check": { "kind": "crc", "width": 16, "poly": "8005", "init": "ffff", "reflect": true, "over": "0..4" }
2},
2{ "as": "b", "type": "u8" },
2{ "as": "kind", "type": "u8" },
2{
3"if": "sum_fits",
3"fields": [
4{ "key": "temperature_celsius", "of": "t", "scale": "0.01", "unit": "°C" },
4{ "key": "relative_humidity_percent", "of": "h", "scale": "0.01", "unit": "%" },
4{ "key": "probe", "of": "p", "words": { "0": "internal", "1": "external", "*": "other" } },
4{ "key": "battery_percent", "of": "b", "unit": "%" }
3]
2}
1]
0}
0{
1"key": "thermopro",
1"name": "ThermoPro TP357, TP359",
1"source": "open clients; there is no company code",
1"type": "FF",
1"starts": "c2",
1"if": "length == 6",
1"vendor": "ThermoPro",
1"fields": [
2{ "as": "tail", "type": "u8", "at": 5 },
2{
3"if": "tail == 44",
3"fields": [
4{ "skip": 1 },
4{ "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
4{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
4{ "key": "thermopro_battery_code", "type": "u8" },
4{ "skip": 1 }
3]
2}
1]
0}
0{
1"key": "sensorpush",
1"name": "SensorPush HT.w",
1"source": "open clients; there is no company code",
1"type": "FF",
1"starts": "04",
1"beside": { "service": "EF090000-11D6-42BA-93B8-9DD7EC090AB0" },
1"if": "length == 5",
1"vendor": "SensorPush",
1"fields": [{ "skip": 1 }, { "type": "sensorpush_ht" }]
0}
0{
1"key": "sensorpush",
1"name": "SensorPush HT.w",
1"source": "open clients; there is no company code",
1"type": "FF",
1"starts": "04",
1"beside": { "name": "SensorPush HT.w" },
1"if": "length == 5",
1"vendor": "SensorPush",
1"fields": [{ "skip": 1 }, { "type": "sensorpush_ht" }]
0}
0{
1"key": "sensorpush",
1"name": "SensorPush HTP.xw",
1"source": "open clients; there is no company code",
1"type": "FF",
1"starts": "00",
1"beside": { "service": "EF090000-11D6-42BA-93B8-9DD7EC090AB0" },
1"if": "length == 7",
1"vendor": "SensorPush",
1"fields": [{ "skip": 1 }, { "type": "sensorpush_htp" }]
0}
0{
1"key": "sensorpush",
1"name": "SensorPush HTP.xw",
1"source": "open clients; there is no company code",
1"type": "FF",
1"starts": "00",
1"beside": { "name": "SensorPush HTP.xw" },
1"if": "length == 7",
1"vendor": "SensorPush",
1"fields": [{ "skip": 1 }, { "type": "sensorpush_htp" }]
0}
0{
1"key": "altbeacon",
1"name": "AltBeacon",
1"source": "AltBeacon 1.0",
1"company": "*",
1"starts": "beac",
1"if": "length == 24",
1"vendor": "Radius Networks",
1"fields": [
2{ "skip": 2 },
2{ "key": "beacon_id", "type": "hex", "size": 20 },
2{ "key": "measured_power_dbm", "type": "i8", "unit": "dBm" },
2{ "key": "altbeacon_reserved_code", "type": "u8" }
1]
0}
0{
1"key": "switchbot",
1"name": "SwitchBot",
1"source": "SwitchBot, BLE open API; nobody was given the UUID",
1"service": "0D00",
1"vendor": "SwitchBot",
1"fields": [
2{ "as": "first", "type": "u8", "at": 0 },
2{ "as": "kind", "of": "first & 127" },
2{
3"if": "kind == 72 || kind == 84 || kind == 105 || kind == 52 || kind == 53 || kind == 119 || kind == 99 || kind == 100 || kind == 115 || kind == 117 || kind == 103 || kind == 106 || kind == 101 || kind == 114 || kind == 111",
3"fields": [{ "type": "switchbot" }]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "battery_data",
1"name": "Battery level",
1"source": "open clients: the value of the characteristic, or of the service's",
1"service": ["180F", "2A19"],
1"if": "length == 1",
1"fields": [{ "key": "battery_percent", "type": "u8", "unit": "%", "special": { "101..255": null } }]
0}
0{
1"key": "battery_level_status",
1"name": "Battery Level Status",
1"source": "Battery Service 1.1: the value of the characteristic, as service data",
1"service": "180F",
1"if": "length >= 3 && length <= 7",
1"fields": [
2{ "as": "shape", "type": "u8", "at": 0 },
2{ "as": "high", "type": "u8", "at": 2 },
2{ "as": "level", "type": "u8", "at": 3 },
2{ "as": "later_level", "type": "u8", "at": 5 },
2{
3"if": "shape < 8 && !high.7 && length == 3 + (shape & 1) * 2 + (shape >> 1 & 1) + (shape >> 2) && (shape.1 ? (shape.0 ? later_level : level) : 0) <= 100",
3"fields": [{ "type": "battery_level_status" }]
2}
1],
1"text": "[{battery_level_percent} %, ]{battery_present?present:not present}, {charge_state}, level {charge_level}"
0}
0{
1"key": "thermometer",
1"name": "Thermometer with ATC firmware",
1"source": "ATC1441 firmware",
1"service": "181A",
1"if": "length == 13",
1"fields": [
2{ "as": "t", "type": "i16be", "at": 6 },
2{ "as": "h", "type": "u8", "at": 8 },
2{ "as": "b", "type": "u8", "at": 9 },
2{
3"if": "t >= 0 - 500 && t <= 1250 && h <= 100 && b <= 100",
3"fields": [
4{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
4{ "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
4{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{ "key": "battery_mv", "type": "u16be", "unit": "mV" },
4{ "key": "frame_counter", "type": "u8" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "thermometer",
1"name": "Thermometer with pvvx firmware",
1"source": "pvvx firmware, custom format",
1"service": "181A",
1"if": "length == 15",
1"fields": [
2{ "as": "t", "type": "i16", "at": 6 },
2{ "as": "h", "type": "u16", "at": 8 },
2{ "as": "b", "type": "u8", "at": 12 },
2{
3"if": "t >= 0 - 5000 && t <= 12500 && h <= 10000 && b <= 100",
3"fields": [
4{ "key": "mac_address", "type": "hexle", "personal": true, "size": 6 },
4{ "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.01" },
4{ "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.01" },
4{ "key": "battery_mv", "type": "u16", "unit": "mV" },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{ "key": "frame_counter", "type": "u8" },
4{
5"key": "thermometer_flags",
5"type": "u8",
5"flags": {
6"0": "reed_switch",
6"1": "trigger_output",
6"2": "trigger_control",
6"3": "temperature_trigger",
6"4": "humidity_trigger"
5}
4}
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "b_parasite",
1"name": "b-parasite",
1"source": "rbaron/b-parasite, the open firmware's own format",
1"service": "181A",
1"if": "length == 16 || length == 18",
1"vendor": "rbaron",
1"fields": [
2{ "as": "head", "type": "u8" },
2{ "as": "count", "type": "u8" },
2{
3"if": "(head >> 4 == 1 || head >> 4 == 2) && (head & 14) == 0 && length == (head.0 ? 18 : 16)",
3"fields": [
4{ "key": "packet_id", "of": "count" },
4{ "key": "battery_mv", "type": "u16be", "unit": "mV" },
4{ "as": "t", "type": "i16be" },
4{ "key": "temperature_celsius", "of": "t", "if": "head >> 4 == 1", "scale": "0.001", "unit": "°C" },
4{ "key": "temperature_celsius", "of": "t", "if": "head >> 4 == 2", "scale": "0.01", "unit": "°C" },
4{ "key": "relative_humidity_percent", "type": "u16be", "scale": "100/65535", "unit": "%" },
4{ "key": "moisture_percent", "type": "u16be", "scale": "100/65535", "unit": "%" },
4{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
4{ "key": "illuminance_lux", "type": "u16be", "if": "head.0", "unit": "lx" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "mi_scale",
1"name": "Xiaomi Mi Body Composition Scale",
1"source": "open clients",
1"service": "181B",
1"vendor": "Xiaomi",
1"if": "length == 13",
1"fields": [
2{ "as": "month", "type": "u8", "at": 4 },
2{ "as": "day", "type": "u8", "at": 5 },
2{ "as": "hour", "type": "u8", "at": 6 },
2{ "as": "minute", "type": "u8", "at": 7 },
2{ "as": "second", "type": "u8", "at": 8 },
2{
3"if": "month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60",
3"fields": [
4{ "as": "unit", "type": "u8" },
4{ "as": "control", "type": "u8" },
4{ "as": "weight", "type": "u16", "at": 11 },
4{ "key": "weight_lb", "of": "weight", "if": "unit == 3 && !control.6", "scale": "0.01", "unit": "lb" },
4{ "key": "weight_kg", "of": "weight", "scale": "0.005", "unit": "kg", "if": "unit == 2 || control.6" },
4{ "key": "stabilized", "of": "control.5" },
4{ "key": "weight_removed", "of": "control.7" },
4{ "key": "measured_at", "type": "date_time" },
4{ "key": "impedance_ohm", "type": "u16", "unit": "Ω", "if": "control.1" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "bthome",
1"name": "BTHome v1",
1"source": "bthome.io, format v1",
1"service": "181C",
1"whole": 3,
1"fields": [
2{ "as": "first", "type": "u8", "at": 0 },
2{ "as": "first_object", "type": "u8", "at": 1 },
2{
3"if": "(first & 31) > 1 && (first & 31) < length && first >> 5 <= 5 && first_object <= 84",
3"fields": [
4{ "key": "bthome_version", "of": "1" },
4{ "type": "bthome_v1_objects" }
3]
2},
2{ "skip": "rest" }
1],
1"comment": "A number of 16 bits with a sign bit, an exponent and a mantissa (format 2) is shown as its bytes."
0}
0{
1"key": "mi_scale",
1"name": "Xiaomi Mi Smart Scale",
1"source": "open clients",
1"service": "181D",
1"vendor": "Xiaomi",
1"if": "length == 10",
1"fields": [
2{ "as": "month", "type": "u8", "at": 5 },
2{ "as": "day", "type": "u8", "at": 6 },
2{ "as": "hour", "type": "u8", "at": 7 },
2{ "as": "minute", "type": "u8", "at": 8 },
2{ "as": "second", "type": "u8", "at": 9 },
2{
3"if": "month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60",
3"fields": [
4{ "as": "control", "type": "u8" },
4{ "as": "weight", "type": "u16" },
4{ "key": "weight_lb", "of": "weight", "if": "control.0", "scale": "0.01", "unit": "lb" },
4{ "key": "weight_kg", "of": "weight", "scale": "0.005", "unit": "kg", "if": "!control.0" },
4{ "key": "stabilized", "of": "control.5" },
4{ "key": "weight_removed", "of": "control.7" },
4{ "key": "measured_at", "type": "date_time" }
3]
2},
2{ "skip": "rest" }
1],
1"comment": "A jin, the unit of some scales, is half a kilogram, and is sent in hundredths."
0}
0{
1"key": "bthome",
1"name": "BTHome v1, encrypted",
1"source": "bthome.io, format v1",
1"service": "181E",
1"whole": 11,
1"fields": [
2{ "key": "bthome_version", "of": "1" },
2{ "key": "encrypted_data", "type": "hex", "size": "rest - 8", "if": "!opened" },
2{ "if": "opened", "size": "rest - 8", "fields": [{ "type": "bthome_v1_objects" }] },
2{ "key": "encryption_counter", "type": "u32" },
2{ "key": "mic", "type": "hex", "size": 4 },
2{ "key": "bthome_encrypted", "of": "1 == 1" }
1]
0}
0{
1"key": "mesh_provisioning",
1"name": "Mesh Provisioning",
1"source": "Mesh 7.1.2.2.1",
1"service": "1827",
1"fields": [{ "key": "device_uuid", "type": "uuid128be" }, { "key": "oob_information", "type": "u16be" }]
0}
0{
1"key": "mesh_proxy",
1"name": "Mesh Proxy",
1"source": "Mesh 7.2.2.2",
1"service": "1828",
1"fields": [
2{
3"key": "mesh_identification",
3"type": "u8",
3"cases": {
4"0": { "word": "network_id", "fields": [{ "key": "network_id", "type": "hex", "size": 8 }] },
4"1": {
5"word": "node_identity",
5"fields": [
6{ "key": "identity_hash", "type": "hex", "size": 8 },
6{ "key": "identity_random", "type": "hex", "size": 8 }
5]
4},
4"2": {
5"word": "private_network_identity",
5"fields": [
6{ "key": "identity_hash", "type": "hex", "size": 8 },
6{ "key": "identity_random", "type": "hex", "size": 8 }
5]
4},
4"3": {
5"word": "private_node_identity",
5"fields": [
6{ "key": "identity_hash", "type": "hex", "size": 8 },
6{ "key": "identity_random", "type": "hex", "size": 8 }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"key": "stream_announcement",
1"name": "Unicast server announcement",
1"source": "BAP 3.5.3",
1"service": "184E",
1"fields": [
2{ "key": "announcement", "type": "u8", "words": { "0": "general", "1": "targeted", "*": "reserved" } },
2{
3"key": "available_sink_contexts",
3"type": "u16",
3"flags": {
4"0": "unspecified",
4"1": "conversational",
4"2": "media",
4"3": "game",
4"4": "instructional",
4"5": "voice_assistants",
4"6": "live",
4"7": "sound_effects",
4"8": "notifications",
4"9": "ringtone",
4"10": "alerts",
4"11": "emergency_alarm"
3}
2},
2{
3"key": "available_source_contexts",
3"type": "u16",
3"flags": {
4"0": "unspecified",
4"1": "conversational",
4"2": "media",
4"3": "game",
4"4": "instructional",
4"5": "voice_assistants",
4"6": "live",
4"7": "sound_effects",
4"8": "notifications",
4"9": "ringtone",
4"10": "alerts",
4"11": "emergency_alarm"
3}
2},
2{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
1]
0}
0{
1"key": "basic_audio_announcement",
1"name": "Basic Audio Announcement",
1"source": "BAP 3.7.2.2",
1"service": "1851",
1"fields": [
2{ "key": "presentation_delay_us", "type": "u24", "unit": "µs" },
2{ "as": "n", "type": "u8" },
2{
3"key": "subgroups",
3"repeat": "n",
3"fields": [
4{ "as": "m", "type": "u8" },
4{ "key": "coding_format", "type": "u8", "words": "coding_format" },
4{ "as": "company", "type": "u16" },
4{ "key": "codec_company", "of": "company", "words": "@company", "if": "coding_format == 255 || company != 0" },
4{ "as": "codec", "type": "u16" },
4{ "key": "vendor_codec_id", "of": "codec", "if": "coding_format == 255 || codec != 0" },
4{ "key": "codec_configuration", "size": { "type": "u8" }, "fields": [{ "type": "configuration_ltv" }] },
4{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] },
4{
5"key": "bis",
5"repeat": "m",
5"fields": [
6{ "key": "bis_index", "type": "u8" },
6{
7"key": "codec_configuration",
7"size": { "type": "u8" },
7"fields": [{ "type": "configuration_ltv" }]
6}
5]
4}
3]
2}
1]
0}
0{
1"key": "broadcast_announcement",
1"name": "Broadcast Audio Announcement",
1"source": "BAP 3.7.2.1",
1"service": "1852",
1"fields": [{ "key": "broadcast_id", "type": "u24" }]
0}
0{
1"key": "common_audio_announcement",
1"name": "Common Audio Announcement",
1"source": "CAP 8.1.1",
1"service": "1853",
1"fields": [{ "key": "announcement", "type": "u8", "words": { "0": "general", "1": "targeted", "*": "reserved" } }]
0}
0{
1"key": "tmap",
1"name": "Telephony and Media Audio",
1"source": "TMAP 1.0, 5",
1"service": "1855",
1"fields": [
2{
3"key": "tmap_roles",
3"type": "u16",
3"flags": {
4"0": "call_gateway",
4"1": "call_terminal",
4"2": "unicast_media_sender",
4"3": "unicast_media_receiver",
4"4": "broadcast_media_sender",
4"5": "broadcast_media_receiver"
3}
2}
1]
0}
0{
1"key": "public_broadcast",
1"name": "Public Broadcast Announcement",
1"source": "PBP 1.0, 5.1",
1"service": "1856",
1"fields": [
2{
3"key": "public_broadcast_features",
3"type": "u8",
3"flags": { "0": "encrypted", "1": "standard_quality", "2": "high_quality" }
2},
2{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
1]
0}
0{
1"key": "gmap",
1"name": "Gaming Audio",
1"source": "GMAP 1.0",
1"service": "1858",
1"fields": [
2{
3"key": "gmap_roles",
3"type": "u8",
3"flags": {
4"0": "unicast_game_gateway",
4"1": "unicast_game_terminal",
4"2": "broadcast_game_sender",
4"3": "broadcast_game_receiver"
3}
2}
1]
0}
0{
1"key": "temperature_data",
1"name": "Temperature",
1"source": "open clients: the value of the characteristic, or of the service's",
1"service": "2A6E",
1"if": "length == 2",
1"fields": [
2{
3"key": "temperature_celsius",
3"type": "i16",
3"scale": "0.01",
3"unit": "°C",
3"special": { "-32768": null, "32767": null }
2}
1]
0}
0{
1"key": "humidity_data",
1"name": "Humidity",
1"source": "open clients: the value of the characteristic, or of the service's",
1"service": "2A6F",
1"if": "length == 1 || length == 2",
1"fields": [
2{
3"key": "relative_humidity_percent",
3"type": "u16",
3"if": "length == 2",
3"scale": "0.01",
3"unit": "%",
3"special": { "65535": null }
2},
2{
3"key": "relative_humidity_percent",
3"type": "u8",
3"if": "length == 1",
3"unit": "%",
3"special": { "101..255": null }
2}
1]
0}
0{
1"key": "holyiot",
1"name": "HolyIoT beacon",
1"source": "open clients, and what devices send",
1"service": "5242",
1"starts": "41",
1"if": "length == 13",
1"vendor": "HolyIoT",
1"fields": [
2{ "skip": 1 },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
2{ "skip": 5 }
1]
0}
0{
1"key": "tuya_product",
1"name": "Tuya product",
1"source": "Tuya, tuya-ble-sdk",
1"service": "A201",
1"vendor": "Tuya",
1"if": "length == 9 || length == 17",
1"fields": [
2{ "as": "kind", "type": "u8" },
2{
3"if": "kind <= 1",
3"fields": [
4{
5"key": "tuya_id_kind",
5"of": "kind",
5"words": { "0": "product_id", "1": "product_key" },
5"code": false
4},
4{ "key": "tuya_product_data", "type": "hex" }
3]
2},
2{ "skip": "rest" }
1],
1"comment": "Plain text until the device is bound, and encrypted after."
0}
0{
1"key": "unwanted_tracking",
1"name": "Unwanted location tracker",
1"source": "IETF draft, Detecting Unwanted Location Trackers",
1"service": "FCB2",
1"fields": [
2{ "key": "tracker_network", "type": "u8", "words": { "1": "apple", "2": "google", "*": "other" } },
2{ "as": "near", "type": "u8" },
2{ "key": "near_owner", "of": "near.0" },
2{ "key": "tracker_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"key": "bthome",
1"name": "BTHome v2",
1"source": "bthome.io, format v2",
1"service": "FCD2",
1"fields": [
2{ "as": "information", "type": "u8" },
2{ "key": "bthome_version", "of": "information >> 5" },
2{ "key": "trigger_based", "of": "information.2" },
2{
3"if": "bthome_version == 2 && information.0 && !opened",
3"fields": [
4{ "key": "encrypted_data", "type": "hex", "size": "rest - 8" },
4{ "key": "encryption_counter", "type": "u32" },
4{ "key": "mic", "type": "hex", "size": 4 }
3]
2},
2{ "key": "bthome_encrypted", "of": "information.0" },
2{
3"if": "bthome_version == 2 && (!information.0 || opened)",
3"size": "opened ? rest - 8 : rest",
3"fields": [
4{ "as": "highest_object", "of": "0" },
4{ "as": "is_disordered", "of": "0" },
4{
5"repeat": "rest",
5"fields": [
6{
7"as": "object",
7"key": "unknown_object",
7"type": "u8",
7"code": false,
7"cases": {
8"0": { "fields": [{ "key": "packet_id", "type": "u8" }] },
8"1": { "fields": [{ "key": "battery_percent", "type": "u8", "unit": "%" }] },
8"2": { "fields": [{ "key": "temperature_celsius", "type": "i16", "scale": "0.01", "unit": "°C" }] },
8"3": { "fields": [{ "key": "relative_humidity_percent", "type": "u16", "scale": "0.01", "unit": "%" }] },
8"4": { "fields": [{ "key": "pressure_hpa", "type": "u24", "scale": "0.01", "unit": "hPa" }] },
8"5": { "fields": [{ "key": "illuminance_lux", "type": "u24", "scale": "0.01", "unit": "lx" }] },
8"6": { "fields": [{ "key": "mass_kg", "type": "u16", "scale": "0.01", "unit": "kg" }] },
8"7": { "fields": [{ "key": "mass_lb", "type": "u16", "scale": "0.01", "unit": "lb" }] },
8"8": { "fields": [{ "key": "dew_point_celsius", "type": "i16", "scale": "0.01", "unit": "°C" }] },
8"9": { "fields": [{ "key": "event_count", "type": "u8" }] },
8"10": { "fields": [{ "key": "energy_kwh", "type": "u24", "scale": "0.001", "unit": "kWh" }] },
8"11": { "fields": [{ "key": "power_w", "type": "u24", "scale": "0.01", "unit": "W" }] },
8"12": { "fields": [{ "key": "voltage_v", "type": "u16", "scale": "0.001", "unit": "V" }] },
8"13": { "fields": [{ "key": "pm2_5_ug_per_m3", "type": "u16", "unit": "µg/m³" }] },
8"14": { "fields": [{ "key": "pm10_ug_per_m3", "type": "u16", "unit": "µg/m³" }] },
8"15": { "fields": [{ "key": "generic_state", "type": "bool" }] },
8"16": { "fields": [{ "key": "power_on", "type": "bool" }] },
8"17": { "fields": [{ "key": "opening_open", "type": "bool" }] },
8"18": { "fields": [{ "key": "co2_ppm", "type": "u16", "unit": "ppm" }] },
8"19": { "fields": [{ "key": "tvoc_ug_per_m3", "type": "u16", "unit": "µg/m³" }] },
8"20": { "fields": [{ "key": "moisture_percent", "type": "u16", "scale": "0.01", "unit": "%" }] },
8"21": { "fields": [{ "key": "battery_low", "type": "bool" }] },
8"22": { "fields": [{ "key": "battery_charging", "type": "bool" }] },
8"23": { "fields": [{ "key": "carbon_monoxide_detected", "type": "bool" }] },
8"24": { "fields": [{ "key": "cold", "type": "bool" }] },
8"25": { "fields": [{ "key": "connected", "type": "bool" }] },
8"26": { "fields": [{ "key": "door_open", "type": "bool" }] },
8"27": { "fields": [{ "key": "garage_door_open", "type": "bool" }] },
8"28": { "fields": [{ "key": "gas_detected", "type": "bool" }] },
8"29": { "fields": [{ "key": "heat", "type": "bool" }] },
8"30": { "fields": [{ "key": "light_detected", "type": "bool" }] },
8"31": { "fields": [{ "key": "unlocked", "type": "bool" }] },
8"32": { "fields": [{ "key": "moisture_detected", "type": "bool" }] },
8"33": { "fields": [{ "key": "motion_detected", "type": "bool" }] },
8"34": { "fields": [{ "key": "moving", "type": "bool" }] },
8"35": { "fields": [{ "key": "occupied", "type": "bool" }] },
8"36": { "fields": [{ "key": "plugged_in", "type": "bool" }] },
8"37": { "fields": [{ "key": "present", "type": "bool" }] },
8"38": { "fields": [{ "key": "problem", "type": "bool" }] },
8"39": { "fields": [{ "key": "running", "type": "bool" }] },
8"40": { "fields": [{ "key": "safe", "type": "bool" }] },
8"41": { "fields": [{ "key": "smoke_detected", "type": "bool" }] },
8"42": { "fields": [{ "key": "sound_detected", "type": "bool" }] },
8"43": { "fields": [{ "key": "tampered", "type": "bool" }] },
8"44": { "fields": [{ "key": "vibration_detected", "type": "bool" }] },
8"45": { "fields": [{ "key": "window_open", "type": "bool" }] },
8"46": { "fields": [{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" }] },
8"47": { "fields": [{ "key": "moisture_percent", "type": "u8", "unit": "%" }] },
8"58": {
9"fields": [
:{
;"key": "button_event",
;"type": "u8",
;"words": {
<"0": "none",
<"1": "press",
<"2": "double_press",
<"3": "triple_press",
<"4": "long_press",
<"5": "long_double_press",
<"6": "long_triple_press",
<"128": "hold_press",
<"*": "reserved"
;}
:}
9]
8},
8"59": {
9"fields": [
:{ "as": "arguments", "type": "u8", "of": "it & 31" },
:{
;"key": "command_event",
;"type": "u8",
;"words": {
<"0": "off",
<"1": "on",
<"2": "toggle",
<"3": "step_up",
<"4": "step_down",
<"*": "other"
;}
:},
:{
;"size": "arguments",
;"fields": [
<{
="key": "command_steps",
="type": "u8",
="if": "(command_event == 3 || command_event == 4) && arguments == 1"
<},
<{ "key": "command_arguments", "type": "hex", "if": "rest > 0" }
;]
:}
9]
8},
8"60": {
9"fields": [
:{
;"key": "dimmer_event",
;"type": "u8",
;"words": { "0": "none", "1": "rotate_left", "2": "rotate_right", "*": "reserved" }
:},
:{ "key": "dimmer_steps", "type": "u8" }
9]
8},
8"61": { "fields": [{ "key": "event_count", "type": "u16" }] },
8"62": { "fields": [{ "key": "event_count", "type": "u32" }] },
8"63": { "fields": [{ "key": "rotation_degrees", "type": "i16", "scale": "0.1", "unit": "°" }] },
8"64": { "fields": [{ "key": "distance_mm", "type": "u16", "unit": "mm" }] },
8"65": { "fields": [{ "key": "distance_m", "type": "u16", "scale": "0.1", "unit": "m" }] },
8"66": { "fields": [{ "key": "duration_s", "type": "u24", "scale": "0.001", "unit": "s" }] },
8"67": { "fields": [{ "key": "current_a", "type": "u16", "scale": "0.001", "unit": "A" }] },
8"68": { "fields": [{ "key": "speed_m_per_s", "type": "u16", "scale": "0.01", "unit": "m/s" }] },
8"69": { "fields": [{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }] },
8"70": { "fields": [{ "key": "uv_index", "type": "u8", "scale": "0.1" }] },
8"71": { "fields": [{ "key": "volume_l", "type": "u16", "scale": "0.1", "unit": "L" }] },
8"72": { "fields": [{ "key": "volume_ml", "type": "u16", "unit": "mL" }] },
8"73": { "fields": [{ "key": "volume_flow_m3_per_h", "type": "u16", "scale": "0.001", "unit": "m³/h" }] },
8"74": { "fields": [{ "key": "voltage_v", "type": "u16", "scale": "0.1", "unit": "V" }] },
8"75": { "fields": [{ "key": "gas_m3", "type": "u24", "scale": "0.001", "unit": "m³" }] },
8"76": { "fields": [{ "key": "gas_m3", "type": "u32", "scale": "0.001", "unit": "m³" }] },
8"77": { "fields": [{ "key": "energy_kwh", "type": "u32", "scale": "0.001", "unit": "kWh" }] },
8"78": { "fields": [{ "key": "volume_l", "type": "u32", "scale": "0.001", "unit": "L" }] },
8"79": { "fields": [{ "key": "water_l", "type": "u32", "scale": "0.001", "unit": "L" }] },
8"80": {
9"fields": [{ "key": "bthome_time", "type": "u32", "time": { "since": "1970-01-01", "tick_s": 1 } }]
8},
8"81": { "fields": [{ "key": "acceleration_m_per_s2", "type": "u16", "scale": "0.001", "unit": "m/s²" }] },
8"82": { "fields": [{ "key": "rotation_rate_dps", "type": "u16", "scale": "0.001", "unit": "°/s" }] },
8"83": { "fields": [{ "key": "bthome_text", "type": "utf8", "size": { "type": "u8" } }] },
8"84": { "fields": [{ "key": "bthome_raw", "type": "hex", "size": { "type": "u8" } }] },
8"85": { "fields": [{ "key": "stored_volume_l", "type": "u32", "scale": "0.001", "unit": "L" }] },
8"86": { "fields": [{ "key": "conductivity_us_per_cm", "type": "u16", "unit": "µS/cm" }] },
8"87": { "fields": [{ "key": "temperature_celsius", "type": "i8", "unit": "°C" }] },
8"88": { "fields": [{ "key": "temperature_celsius", "type": "i8", "scale": "0.35", "unit": "°C" }] },
8"89": { "fields": [{ "key": "event_count", "type": "i8" }] },
8"90": { "fields": [{ "key": "event_count", "type": "i16" }] },
8"91": { "fields": [{ "key": "event_count", "type": "i32" }] },
8"92": { "fields": [{ "key": "power_w", "type": "i32", "scale": "0.01", "unit": "W" }] },
8"93": { "fields": [{ "key": "current_a", "type": "i16", "scale": "0.001", "unit": "A" }] },
8"94": { "fields": [{ "key": "direction_degrees", "type": "u16", "scale": "0.01", "unit": "°" }] },
8"95": { "fields": [{ "key": "precipitation_mm", "type": "u16", "scale": "0.1", "unit": "mm" }] },
8"96": { "fields": [{ "key": "channel", "type": "u8" }] },
8"97": { "fields": [{ "key": "rotational_speed_rpm", "type": "u16", "unit": "rpm" }] },
8"98": { "fields": [{ "key": "speed_m_per_s", "type": "i32", "scale": "0.000001", "unit": "m/s" }] },
8"99": {
9"fields": [{ "key": "acceleration_m_per_s2", "type": "i32", "scale": "0.000001", "unit": "m/s²" }]
8},
8"100": {
9"fields": [
:{
;"key": "light_level",
;"type": "u8",
;"words": { "0": "dark", "1": "twilight", "2": "bright", "*": "reserved" }
:}
9]
8},
8"101": { "fields": [{ "key": "settings_revision", "type": "u8" }] },
8"240": { "fields": [{ "key": "bthome_device_type", "type": "u16" }] },
8"241": { "fields": [{ "key": "bthome_firmware", "type": "hexle", "size": 4 }] },
8"242": { "fields": [{ "key": "bthome_firmware", "type": "hexle", "size": 3 }] },
8"*": "stop"
7}
6},
6{ "as": "is_disordered", "of": "object < highest_object ? 1 : is_disordered", "keep": true },
6{ "as": "highest_object", "of": "object > highest_object ? object : highest_object", "keep": true }
5]
4},
4{
5"note": "object ids are not in order: a receiver that does not know one of them stops there",
5"if": "is_disordered == 1"
4}
3]
2},
2{
3"if": "bthome_version == 2 && information.0 && opened",
3"fields": [{ "key": "encryption_counter", "type": "u32" }, { "key": "mic", "type": "hex", "size": 4 }]
2}
1]
0}
0{
1"key": "google_nearby",
1"name": "Google Nearby",
1"source": "by name only: no public description",
1"service": ["FEF3", "FCF1"],
1"vendor": "Google",
1"fields": [{ "key": "google_data", "type": "hex" }]
0}
0{
1"key": "switchbot",
1"name": "SwitchBot",
1"source": "SwitchBot, BLE open API",
1"service": "FD3D",
1"vendor": "SwitchBot",
1"fields": [{ "type": "switchbot" }]
0}
0{
1"key": "plant_sensor",
1"name": "HHCCJCY10 plant sensor",
1"source": "open clients",
1"service": "FD50",
1"vendor": "HHCC",
1"if": "length == 9",
1"fields": [
2{ "as": "moist", "type": "u8", "at": 0 },
2{ "as": "temp", "type": "i16be", "at": 1 },
2{ "as": "bat", "type": "u8", "at": 6 },
2{
3"if": "moist <= 100 && bat <= 100 && temp >= -400 && temp <= 850",
3"fields": [
4{ "key": "moisture_percent", "type": "u8", "unit": "%" },
4{ "key": "temperature_celsius", "type": "i16be", "unit": "°C", "scale": "0.1" },
4{ "key": "illuminance_lux", "type": "u24be", "unit": "lx" },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{ "key": "conductivity_us_per_cm", "type": "u16be", "unit": "µS/cm" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "smart_tag",
1"name": "Samsung SmartTag",
1"source": "published research on Samsung Offline Finding",
1"service": "FD5A",
1"if": "length == 20",
1"vendor": "Samsung",
1"text": "{smart_tag_state}[, battery {smart_tag_battery}]",
1"fields": [
2{ "as": "first", "type": "u8" },
2{ "key": "smart_tag_version", "of": "first >> 4" },
2{
3"key": "smart_tag_state",
3"of": "first & 7",
3"words": {
4"0": "reserved",
4"1": "premature_offline",
4"2": "offline",
4"3": "overmature_offline",
4"4": "paired",
4"5": "connected",
4"6": "connected_by_several",
4"*": "reserved"
3}
2},
2{ "key": "smart_tag_aging_counter", "type": "u24" },
2{ "key": "smart_tag_privacy_id", "type": "hex", "size": 8 },
2{ "as": "bits", "type": "u8" },
2{
3"key": "smart_tag_battery",
3"of": "bits & 3",
3"words": { "0": "very_low", "1": "low", "2": "medium", "3": "full" }
2},
2{ "key": "smart_tag_further", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"key": "exposure_notification",
1"name": "Exposure Notification",
1"source": "Exposure Notification, Bluetooth Specification 1.2",
1"service": "FD6F",
1"if": "length == 20",
1"fields": [
2{ "key": "rolling_proximity_id", "type": "hex", "size": 16 },
2{ "key": "encrypted_metadata", "type": "hex", "size": 4 }
1]
0}
0{
1"key": "qingping",
1"name": "Qingping",
1"source": "open clients, and what the maker publishes for its developers",
1"service": "FDCD",
1"vendor": "Qingping",
1"whole": 8,
1"fields": [
2{ "as": "control", "type": "u8" },
2{
3"key": "qingping_product",
3"type": "u8",
3"words": {
4"1": "CGG1",
4"4": "CGH1",
4"7": "CGG1",
4"9": "CGP1W",
4"12": "CGD1",
4"14": "CGDN1",
4"16": "CGDK2",
4"18": "CGPR1",
4"22": "CGG1",
4"24": "CGP23W",
4"30": "CGC1",
4"36": "CGDN1",
4"51": "CGP22C",
4"93": "CGP22C",
4"*": "other"
3}
2},
2{ "key": "device_address", "type": "address" },
2{
3"repeat": "rest",
3"fields": [
4{ "as": "kind", "type": "u8" },
4{ "as": "n", "type": "u8" },
4{
5"size": "n",
5"fields": [
6{
7"if": "kind == 1 && n == 4",
7"fields": [
8{ "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
8{ "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.1" }
7]
6},
6{
7"if": "kind == 2 && n == 1",
7"fields": [{ "key": "battery_percent", "type": "u8", "unit": "%", "special": { "255": null } }]
6},
6{
7"if": "kind == 4 && n == 1",
7"fields": [
8{ "as": "closed", "type": "u8" },
8{ "key": "door_open", "of": "closed != 1", "if": "closed < 3" }
7]
6},
6{
7"if": "kind == 7 && n == 2",
7"fields": [{ "key": "pressure_hpa", "type": "u16", "scale": "0.1", "unit": "hPa" }]
6},
6{
7"if": "kind == 8 && n == 4",
7"fields": [
8{ "key": "motion_detected", "type": "bool" },
8{ "skip": "rest", "if": "control.6", "comment": "an event: no light was measured" },
8{ "key": "illuminance_lux", "type": "u24", "if": "!control.6", "unit": "lx" }
7]
6},
6{
7"if": "kind == 9 && n == 4",
7"fields": [{ "key": "illuminance_lux", "type": "u32", "unit": "lx" }]
6},
6{ "if": "kind == 15 && n == 1", "fields": [{ "key": "packet_id", "type": "u8" }] },
6{ "if": "kind == 17 && n == 1", "fields": [{ "key": "light_detected", "type": "bool" }] },
6{
7"if": "kind == 18 && n == 4",
7"fields": [
8{ "key": "pm2_5_ug_per_m3", "type": "u16", "unit": "µg/m³" },
8{ "key": "pm10_ug_per_m3", "type": "u16", "unit": "µg/m³" }
7]
6},
6{ "if": "kind == 19 && n == 2", "fields": [{ "key": "co2_ppm", "type": "u16", "unit": "ppm" }] },
6{ "skip": "rest" }
5]
4}
3]
2}
1]
0}
0{
1"key": "fast_pair",
1"name": "Google Fast Pair",
1"source": "Google Fast Pair Service specification",
1"service": "FE2C",
1"vendor": "Google",
1"fields": [
2{ "if": "length == 3", "fields": [{ "key": "fast_pair_model_id", "type": "hex", "size": 3 }] },
2{
3"if": "length != 3",
3"fields": [
4{ "as": "head", "type": "u8" },
4{ "key": "fast_pair_version", "of": "head >> 4" },
4{
5"repeat": "rest",
5"fields": [
6{ "as": "lt", "type": "u8" },
6{
7"size": "lt >> 4",
7"fields": [
8{
9"as": "sort",
9"of": "lt & 15",
9"cases": {
:"0": {
;"fields": [
<{ "key": "account_key_filter", "type": "hex" },
<{ "key": "shows_pairing", "of": "1 == 1" }
;]
:},
:"1": { "fields": [{ "key": "salt", "type": "hex" }] },
:"2": {
;"fields": [
<{ "key": "account_key_filter", "type": "hex" },
<{ "key": "shows_pairing", "of": "1 == 0" }
;]
:},
:"3": {
;"fields": [
<{ "type": "batteries" },
<{ "key": "shows_battery", "of": "1 == 1" }
;]
:},
:"4": {
;"fields": [
<{ "type": "batteries" },
<{ "key": "shows_battery", "of": "1 == 0" }
;]
:},
:"*": { "fields": [{ "key": "fast_pair_field", "type": "hex" }] }
9}
8}
7]
6}
5]
4}
3]
2}
1]
0}
0{
1"key": "ab_sensor",
1"name": "April Brother ABSensor N03",
1"source": "April Brother, ABSensor",
1"service": "FE59",
1"starts": "ab03",
1"if": "length == 15",
1"vendor": "April Brother",
1"fields": [
2{ "skip": 2 },
2{ "key": "mac_address", "type": "hex", "personal": true, "size": 6 },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "key": "temperature_celsius", "type": "i16", "scale": "1/8", "unit": "°C" },
2{ "key": "relative_humidity_percent", "type": "u16", "scale": "1/2", "unit": "%" },
2{ "key": "illuminance_lux", "type": "u16", "unit": "lx" }
1]
0}
0{
1"key": "mibeacon",
1"name": "Xiaomi MiBeacon",
1"comment": "televisions advertise 01 and their name under the same number: no version is as high",
1"source": "Xiaomi MiBeacon, as published for its developers",
1"service": "FE95",
1"vendor": "Xiaomi",
1"fields": [
2{ "as": "control", "type": "u16" },
2{
3"if": "control >> 12 >= 1 && control >> 12 <= 5",
3"fields": [
4{ "key": "mibeacon_version", "of": "control >> 12" },
4{ "key": "mibeacon_product_id", "type": "u16" },
4{ "key": "frame_counter", "type": "u8" },
4{ "key": "mibeacon_encrypted", "of": "control.3" },
4{ "key": "device_address", "type": "address", "if": "control.4" },
4{
5"if": "control.5",
5"fields": [
6{ "key": "mibeacon_capability", "type": "u8" },
6{ "key": "mibeacon_wifi_address", "type": "hex", "personal": true, "size": 2, "if": "mibeacon_capability.3..4 == 3" },
6{ "key": "mibeacon_io", "type": "u16", "if": "mibeacon_capability.5" }
5]
4},
4{
5"if": "control.6 && control.3 && !opened && mibeacon_version <= 3 && rest >= 4",
5"fields": [
6{ "key": "encrypted_data", "type": "hex", "size": "rest - 4" },
6{ "key": "mibeacon_counter", "type": "hexle", "size": 3 },
6{ "key": "mic", "type": "hex", "size": 1 }
5]
4},
4{
5"if": "control.6 && control.3 && !opened && mibeacon_version > 3 && rest >= 7",
5"fields": [
6{ "key": "encrypted_data", "type": "hex", "size": "rest - 7" },
6{ "key": "mibeacon_counter", "type": "hexle", "size": 3 },
6{ "key": "mic", "type": "hex", "size": 4 }
5]
4},
4{
5"if": "control.6 && (!control.3 || opened)",
5"size": "!opened ? rest : mibeacon_version > 3 ? rest - 7 : rest - 4",
5"fields": [
6{
7"key": "mibeacon_objects",
7"repeat": "rest",
7"fields": [
8{ "key": "mibeacon_object", "type": "u16" },
8{
9"size": { "type": "u8" },
9"fields": [
:{
;"as": "which",
;"of": "mibeacon_object",
;"cases": {
<"4100": {
="fields": [{ "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" }]
<},
<"4101": {
="fields": [
>{ "key": "switched_on", "type": "bool" },
>{ "key": "temperature_celsius", "type": "u8", "unit": "°C" }
=]
<},
<"4102": {
="fields": [{ "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.1" }]
<},
<"4103": { "fields": [{ "key": "illuminance_lux", "type": "u24", "unit": "lx" }] },
<"4104": { "fields": [{ "key": "moisture_percent", "type": "u8", "unit": "%" }] },
<"4105": { "fields": [{ "key": "conductivity_us_per_cm", "type": "u16", "unit": "µS/cm" }] },
<"4106": { "fields": [{ "key": "battery_percent", "type": "u8", "unit": "%" }] },
<"4109": {
="fields": [
>{ "key": "temperature_celsius", "type": "i16", "unit": "°C", "scale": "0.1" },
>{ "key": "relative_humidity_percent", "type": "u16", "unit": "%", "scale": "0.1" }
=]
<},
<"4112": {
="fields": [{ "key": "formaldehyde_mg_per_m3", "type": "u16", "scale": "0.01", "unit": "mg/m³" }]
<},
<"4114": { "fields": [{ "key": "switched_on", "type": "bool" }] },
<"4115": { "fields": [{ "key": "consumable_percent", "type": "u8", "unit": "%" }] },
<"4116": { "fields": [{ "key": "moisture_detected", "type": "bool" }] },
<"4117": { "fields": [{ "key": "smoke_detected", "type": "bool" }] },
<"4118": { "fields": [{ "key": "gas_detected", "type": "bool" }] },
<"4119": { "fields": [{ "key": "no_motion_s", "type": "u32", "unit": "s" }] },
<"4120": { "fields": [{ "key": "light_detected", "type": "bool" }] },
<"4121": {
="fields": [
>{
?"key": "door_state",
?"type": "u8",
?"words": {
@"0": "open",
@"1": "closed",
@"2": "not_closed_in_time",
@"3": "device_reset",
@"*": "other"
?}
>}
=]
<},
<"3": { "fields": [{ "key": "motion_detected", "type": "bool" }] },
<"15": {
="fields": [
>{ "key": "illuminance_lux", "type": "u24", "unit": "lx" },
>{ "key": "motion_detected", "of": "1 == 1" }
=]
<},
<"*": { "fields": [{ "key": "mibeacon_data", "type": "hex" }] }
;}
:}
9]
8}
7]
6}
5]
4},
4{
5"if": "control.6 && control.3 && opened",
5"fields": [
6{ "key": "mibeacon_counter", "type": "hexle", "size": 3 },
6{ "key": "mic", "type": "hex", "size": "mibeacon_version > 3 ? 4 : 1" }
5]
4}
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "eddystone_uid",
1"name": "Eddystone-UID",
1"source": "Eddystone protocol specification",
1"service": "FEAA",
1"starts": "00",
1"vendor": "Google",
1"fields": [
2{ "skip": 1 },
2{ "key": "power_at_0m_dbm", "type": "i8", "unit": "dBm" },
2{ "key": "beacon_namespace", "type": "hex", "size": 10 },
2{ "key": "beacon_instance", "type": "hex", "size": 6 },
2{ "as": "reserved", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"key": "eddystone_tlm",
1"name": "Eddystone-TLM",
1"source": "Eddystone protocol specification",
1"service": "FEAA",
1"starts": "20",
1"vendor": "Google",
1"fields": [
2{ "skip": 1 },
2{ "key": "tlm_version", "type": "u8" },
2{
3"if": "tlm_version == 0",
3"fields": [
4{ "key": "battery_mv", "type": "u16be", "unit": "mV", "special": { "0": "not_supported" } },
4{
5"key": "temperature_celsius",
5"type": "i16be",
5"unit": "°C",
5"scale": "1/256",
5"special": { "-32768": "not_supported" }
4},
4{ "key": "advertisements_sent", "type": "u32be" },
4{ "key": "uptime_s", "type": "u32be", "scale": "0.1", "unit": "s" }
3]
2},
2{
3"if": "tlm_version == 1",
3"fields": [
4{ "key": "encrypted_data", "type": "hex", "size": 12 },
4{ "key": "salt", "type": "hex", "size": 2 },
4{ "key": "mic", "type": "hex", "size": 2 }
3]
2}
1]
0}
0{
1"key": "eddystone_eid",
1"name": "Eddystone-EID",
1"source": "Eddystone protocol specification",
1"service": "FEAA",
1"starts": "30",
1"vendor": "Google",
1"fields": [
2{ "skip": 1 },
2{ "key": "power_at_0m_dbm", "type": "i8", "unit": "dBm" },
2{ "key": "ephemeral_id", "type": "hex", "size": 8 }
1]
0}
0{
1"key": "find_my_device",
1"name": "Google Find My Device",
1"source": "Google, Find My Device Network accessory specification",
1"service": "FEAA",
1"starts": "40",
1"if": "length == 21 || length == 22 || length == 33 || length == 34",
1"vendor": "Google",
1"fields": [{ "type": "find_my_device_frame" }]
0}
0{
1"key": "find_my_device",
1"name": "Google Find My Device",
1"source": "Google, Find My Device Network accessory specification",
1"service": "FEAA",
1"starts": "41",
1"if": "length == 21 || length == 22 || length == 33 || length == 34",
1"vendor": "Google",
1"fields": [{ "type": "find_my_device_frame" }]
0}
0{
1"key": "eddystone_url",
1"name": "Eddystone-URL",
1"source": "Eddystone protocol specification",
1"service": "FEAA",
1"starts": "10",
1"vendor": "Google",
1"fields": [
2{ "skip": 1 },
2{ "key": "power_at_0m_dbm", "type": "i8", "unit": "dBm" },
2{ "key": "beacon_url", "type": "hex", "call": "eddystone_url" }
1]
0}
0{
1"key": "kbeacon",
1"name": "KKM KBeacon sensor",
1"comment": "an older frame with other fields begins like this one: the length tells",
1"source": "KKM, kbeaconlib",
1"service": "FEAA",
1"starts": "21",
1"vendor": "KKM",
1"whole": 3,
1"fields": [
2{ "skip": 1 },
2{ "as": "has", "type": "u16be" },
2{ "as": "climate", "of": "2 * (has.0 ? 1 : 0) + 2 * (has.1 ? 1 : 0) + 2 * (has.2 ? 1 : 0)" },
2{ "as": "motion", "of": "6 * (has.3 ? 1 : 0) + (has.4 ? 1 : 0) + (has.5 ? 1 : 0)" },
2{ "as": "air", "of": "2 * (has.6 ? 1 : 0) + 5 * (has.7 ? 1 : 0) + 3 * (has.9 ? 1 : 0) + 3 * (has.10 ? 1 : 0)" },
2{
3"if": "has < 2048 && climate + motion + air > 0 && length == 3 + climate + motion + air",
3"fields": [
4{ "key": "battery_mv", "type": "u16be", "if": "has.0", "unit": "mV" },
4{ "key": "temperature_celsius", "type": "i16be", "if": "has.1", "scale": "1/256", "unit": "°C" },
4{
5"key": "relative_humidity_percent",
5"type": "i16be",
5"if": "has.2",
5"scale": "1/256",
5"unit": "%",
5"special": { "-32768..-1": null }
4},
4{
5"key": "accelerometer_g",
5"type": "i16be",
5"if": "has.3",
5"repeat": 3,
5"axes": true,
5"scale": "0.001",
5"unit": "g"
4},
4{ "key": "cutoff_code", "type": "u8", "if": "has.4" },
4{ "key": "motion_code", "type": "u8", "if": "has.5" },
4{ "key": "illuminance_lux", "type": "u16be", "if": "has.6", "unit": "lx" },
4{
5"if": "has.7",
5"fields": [{ "skip": 1 }, { "key": "voc_index", "type": "u16be" }, { "key": "nox_index", "type": "u16be" }]
4},
4{ "if": "has.9", "fields": [{ "skip": 1 }, { "key": "co2_ppm", "type": "u16be", "unit": "ppm" }] }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"key": "nest_weave",
1"name": "Nest Weave",
1"source": "OpenWeave, WeaveBleServiceData",
1"service": "FEAF",
1"vendor": "Nest",
1"starts": "1001",
1"if": "length == 17",
1"fields": [
2{ "skip": 2 },
2{ "key": "weave_version_major", "type": "u8" },
2{ "key": "weave_version_minor", "type": "u8" },
2{
3"key": "weave_vendor",
3"type": "u16",
3"words": { "9050": "nest_labs", "57600": "google", "59175": "yale", "*": "other" }
2},
2{ "key": "weave_product_id", "type": "u16" },
2{ "key": "weave_device_id", "type": "hexle", "size": 8 },
2{
3"key": "weave_pairing",
3"type": "u8",
3"words": { "0": "not_paired", "1": "paired", "2": "not_known", "*": "other" },
3"code": false
2}
1],
1"text": "{weave_device_id} {weave_pairing}, {weave_vendor} product {weave_product_id:04X}"
0}
0{
1"key": "tile",
1"name": "Tile",
1"source": "by name only: no public description",
1"service": ["FEED", "FEEC"],
1"vendor": "Tile",
1"fields": [{ "key": "tile_frame_code", "type": "u8" }, { "key": "tile_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"key": "minew",
1"name": "Minew temperature and humidity",
1"source": "Minew, MiniBeaconPlus",
1"service": "FFE1",
1"starts": "a101",
1"if": "length == 13",
1"vendor": "Minew",
1"fields": [
2{ "skip": 2 },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "key": "temperature_celsius", "type": "i16be", "scale": "1/256", "unit": "°C" },
2{ "key": "relative_humidity_percent", "type": "i16be", "scale": "1/256", "unit": "%" },
2{ "key": "device_address", "type": "address" }
1]
0}
0{
1"key": "minew",
1"name": "Minew acceleration",
1"source": "Minew, MiniBeaconPlus",
1"service": "FFE1",
1"starts": "a103",
1"if": "length == 15",
1"vendor": "Minew",
1"fields": [
2{ "skip": 2 },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "key": "accelerometer_g", "type": "i16be", "repeat": 3, "axes": true, "scale": "1/256", "unit": "g" },
2{ "key": "device_address", "type": "address" }
1]
0}
0{
1"key": "minew",
1"name": "Minew info",
1"source": "Minew, MiniBeaconPlus",
1"service": "FFE1",
1"starts": "a108",
1"if": "length >= 9",
1"vendor": "Minew",
1"fields": [
2{ "skip": 2 },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "key": "device_address", "type": "address" },
2{ "key": "minew_name", "type": "utf8", "if": "rest > 0" }
1]
0}
0{
1"key": "matter",
1"name": "Matter commissioning",
1"source": "Matter Core Specification 1.3, 5.4.2.5.6",
1"service": "FFF6",
1"vendor": "Connectivity Standards Alliance",
1"fields": [
2{
3"key": "matter_operation",
3"type": "u8",
3"words": { "0": "commissionable", "1": "extended", "*": "other" }
2},
2{ "as": "word", "type": "u16" },
2{ "key": "discriminator", "of": "word & 4095" },
2{ "key": "matter_version", "of": "word >> 12" },
2{ "key": "matter_vendor_id", "type": "u16" },
2{ "key": "matter_product_id", "type": "u16" },
2{ "key": "matter_flags", "type": "u8", "flags": { "0": "additional_data", "1": "extended_announcement" } }
1]
0}
0{
1"key": "open_drone_id",
1"name": "Open Drone ID",
1"source": "ASTM F3411, Bluetooth broadcast",
1"service": "FFFA",
1"starts": "0d",
1"if": "length == 27",
1"fields": [
2{ "skip": 1 },
2{ "key": "message_counter", "type": "u8" },
2{ "as": "kind", "type": "u8", "at": 2 },
2{ "key": "drone_protocol_version", "of": "kind & 15" },
2{ "type": "odid_message" }
1],
1"text": "[{drone_message}][ {drone_id}][ {drone_id_data}][ {drone_status}][  {latitude_degrees:6} {longitude_degrees:6}][  {height_m:1} m above {height_above}][  {speed_m_per_s:2} m/s][ {description}][ {operator_id}][  operator {operator_latitude_degrees:6} {operator_longitude_degrees:6}]"
0}
0{
1"key": "open_drone_id",
1"name": "Open Drone ID, several messages",
1"source": "ASTM F3411, Bluetooth broadcast",
1"service": "FFFA",
1"starts": "0d",
1"if": "length >= 5 && length != 27",
1"fields": [
2{ "skip": 1 },
2{ "key": "message_counter", "type": "u8" },
2{ "as": "kind", "type": "u8", "at": 2 },
2{
3"if": "kind >> 4 == 15",
3"fields": [
4{ "key": "drone_protocol_version", "of": "kind & 15" },
4{ "skip": 1 },
4{ "as": "message_size", "type": "u8", "expect": "25" },
4{ "as": "messages", "type": "u8" },
4{
5"repeat": "message_size == 25 ? messages : 0",
5"size": "message_size",
5"fields": [{ "type": "odid_message" }]
4},
4{ "skip": "rest" }
3]
2}
1]
0}
0{
1"name": "Terminal",
1"vendor": "STMicroelectronics",
1"text": "{terminal_text:q}",
1"fields": [{ "key": "terminal_text", "type": "utf8" }]
0}
0{
1"name": "Errors",
1"vendor": "STMicroelectronics",
1"text": "{terminal_text:q}",
1"fields": [{ "key": "terminal_text", "type": "utf8" }]
0}
0{
1"name": "Mi Band Authentication",
1"vendor": "Xiaomi (Huami)",
1"text": "[{command}][{response_to}: {outcome}]",
1"fields": [
2{ "as": "operation", "type": "u8" },
2{ "key": "command", "of": "operation & 15", "words": "mi_operation", "if": "operation != 16" },
2{
3"if": "operation == 16",
3"fields": [
4{ "key": "response_to", "type": "u8", "of": "it & 15", "words": "mi_operation" },
4{
5"key": "outcome",
5"type": "u8",
5"success": [1, 129],
5"words": {
6"1": "success",
6"2": "not_paired",
6"4": "failed",
6"5": "not_authenticated",
6"7": "busy",
6"8": "wrong_key",
6"129": "with_data",
6"*": "other"
5}
4},
4{ "key": "random_number", "type": "hex", "size": 16, "if": "rest == 16" }
3]
2},
2{ "key": "auth_flags", "type": "u8", "if": "operation != 16 && rest > 0" },
2{ "key": "auth_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "HomeKit Pair Setup",
1"vendor": "Apple",
1"text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
1"fields": [
2{ "as": "control", "type": "u8" },
2{ "key": "hap_continues", "of": "control.7" },
2{
3"key": "hap_pdu",
3"of": "control.1..3",
3"words": { "0": "request", "1": "response", "*": "reserved" },
3"code": false
2},
2{
3"if": "!control.7 && !control.1",
3"fields": [
4{
5"key": "hap_operation",
5"type": "u8",
5"words": {
6"1": "characteristic_signature_read",
6"2": "characteristic_write",
6"3": "characteristic_read",
6"4": "characteristic_timed_write",
6"5": "characteristic_execute_write",
6"6": "service_signature_read",
6"7": "characteristic_configuration",
6"8": "protocol_configuration",
6"*": "reserved"
5}
4},
4{ "key": "hap_transaction", "type": "u8" },
4{ "key": "hap_instance", "type": "u16" },
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "!control.7 && control.1",
3"fields": [
4{ "key": "hap_transaction", "type": "u8" },
4{
5"key": "outcome",
5"type": "u8",
5"success": 0,
5"words": {
6"0": "success",
6"1": "unsupported_pdu",
6"2": "maximum_procedures",
6"3": "insufficient_authorization",
6"4": "invalid_instance_id",
6"5": "insufficient_authentication",
6"6": "invalid_request",
6"*": "reserved"
5}
4},
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "control.7",
3"fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
2}
1]
0}
0{
1"name": "HomeKit Pair Verify",
1"vendor": "Apple",
1"text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
1"fields": [
2{ "as": "control", "type": "u8" },
2{ "key": "hap_continues", "of": "control.7" },
2{
3"key": "hap_pdu",
3"of": "control.1..3",
3"words": { "0": "request", "1": "response", "*": "reserved" },
3"code": false
2},
2{
3"if": "!control.7 && !control.1",
3"fields": [
4{
5"key": "hap_operation",
5"type": "u8",
5"words": {
6"1": "characteristic_signature_read",
6"2": "characteristic_write",
6"3": "characteristic_read",
6"4": "characteristic_timed_write",
6"5": "characteristic_execute_write",
6"6": "service_signature_read",
6"7": "characteristic_configuration",
6"8": "protocol_configuration",
6"*": "reserved"
5}
4},
4{ "key": "hap_transaction", "type": "u8" },
4{ "key": "hap_instance", "type": "u16" },
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "!control.7 && control.1",
3"fields": [
4{ "key": "hap_transaction", "type": "u8" },
4{
5"key": "outcome",
5"type": "u8",
5"success": 0,
5"words": {
6"0": "success",
6"1": "unsupported_pdu",
6"2": "maximum_procedures",
6"3": "insufficient_authorization",
6"4": "invalid_instance_id",
6"5": "insufficient_authentication",
6"6": "invalid_request",
6"*": "reserved"
5}
4},
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "control.7",
3"fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
2}
1]
0}
0{
1"name": "HomeKit Pairing Features",
1"vendor": "Apple",
1"text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
1"fields": [
2{ "as": "control", "type": "u8" },
2{ "key": "hap_continues", "of": "control.7" },
2{
3"key": "hap_pdu",
3"of": "control.1..3",
3"words": { "0": "request", "1": "response", "*": "reserved" },
3"code": false
2},
2{
3"if": "!control.7 && !control.1",
3"fields": [
4{
5"key": "hap_operation",
5"type": "u8",
5"words": {
6"1": "characteristic_signature_read",
6"2": "characteristic_write",
6"3": "characteristic_read",
6"4": "characteristic_timed_write",
6"5": "characteristic_execute_write",
6"6": "service_signature_read",
6"7": "characteristic_configuration",
6"8": "protocol_configuration",
6"*": "reserved"
5}
4},
4{ "key": "hap_transaction", "type": "u8" },
4{ "key": "hap_instance", "type": "u16" },
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "!control.7 && control.1",
3"fields": [
4{ "key": "hap_transaction", "type": "u8" },
4{
5"key": "outcome",
5"type": "u8",
5"success": 0,
5"words": {
6"0": "success",
6"1": "unsupported_pdu",
6"2": "maximum_procedures",
6"3": "insufficient_authorization",
6"4": "invalid_instance_id",
6"5": "insufficient_authentication",
6"6": "invalid_request",
6"*": "reserved"
5}
4},
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "control.7",
3"fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
2}
1]
0}
0{
1"name": "HomeKit Pairing Pairings",
1"vendor": "Apple",
1"text": "{hap_pdu}[ {hap_operation}][ {outcome}]",
1"fields": [
2{ "as": "control", "type": "u8" },
2{ "key": "hap_continues", "of": "control.7" },
2{
3"key": "hap_pdu",
3"of": "control.1..3",
3"words": { "0": "request", "1": "response", "*": "reserved" },
3"code": false
2},
2{
3"if": "!control.7 && !control.1",
3"fields": [
4{
5"key": "hap_operation",
5"type": "u8",
5"words": {
6"1": "characteristic_signature_read",
6"2": "characteristic_write",
6"3": "characteristic_read",
6"4": "characteristic_timed_write",
6"5": "characteristic_execute_write",
6"6": "service_signature_read",
6"7": "characteristic_configuration",
6"8": "protocol_configuration",
6"*": "reserved"
5}
4},
4{ "key": "hap_transaction", "type": "u8" },
4{ "key": "hap_instance", "type": "u16" },
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "!control.7 && control.1",
3"fields": [
4{ "key": "hap_transaction", "type": "u8" },
4{
5"key": "outcome",
5"type": "u8",
5"success": 0,
5"words": {
6"0": "success",
6"1": "unsupported_pdu",
6"2": "maximum_procedures",
6"3": "insufficient_authorization",
6"4": "invalid_instance_id",
6"5": "insufficient_authentication",
6"6": "invalid_request",
6"*": "reserved"
5}
4},
4{
5"if": "rest >= 2",
5"fields": [
6{ "key": "hap_body_bytes", "type": "u16", "unit": "B" },
6{ "key": "hap_body", "type": "hex", "if": "rest > 0" }
5]
4}
3]
2},
2{
3"if": "control.7",
3"fields": [{ "key": "hap_transaction", "type": "u8" }, { "key": "hap_body", "type": "hex", "if": "rest > 0" }]
2}
1]
0}
0{
1"name": "Tesla To Vehicle",
1"vendor": "Tesla",
1"direction": "write",
1"message": { "length": { "at": 0, "type": "u16be", "plus": 2 } },
1"fields": [{ "type": "tesla_message" }]
0}
0{
1"name": "Tesla From Vehicle",
1"vendor": "Tesla",
1"direction": "notify",
1"message": { "length": { "at": 0, "type": "u16be", "plus": 2 } },
1"fields": [{ "type": "tesla_message" }]
0}
0{
1"name": "Blinky Button State",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{
3"key": "button",
3"type": "u8",
3"words": { "0": "released", "1": "pressed", "*": "reserved" }
2}
1],
1"text": "{button}"
0}
0{
1"name": "Blinky LED State",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{
3"key": "led",
3"type": "u8",
3"words": { "0": "off", "1": "on", "*": "reserved" }
2}
1],
1"text": "{led}"
0}
0{
1"name": "DFU Control Point",
1"vendor": "Nordic Semiconductor",
1"text": "{command}[ {response_to}][: {outcome}][, {received_bytes} bytes]",
1"fields": [{ "type": "dfu_control" }]
0}
0{
1"name": "DFU Packet",
1"vendor": "Nordic Semiconductor",
1"text": "{firmware_bytes} bytes",
1"fields": [{ "key": "firmware_bytes", "of": "length", "unit": "B" }, { "key": "firmware_data", "type": "hex" }]
0}
0{
1"name": "DFU Version",
1"vendor": "Nordic Semiconductor",
1"text": "{major}.{minor}",
1"fields": [
2{ "as": "minor", "type": "u8" },
2{ "as": "major", "type": "u8" },
2{ "key": "dfu_version_major", "of": "major" },
2{ "key": "dfu_version_minor", "of": "minor" }
1]
0}
0{
1"name": "LEGO hub",
1"vendor": "LEGO",
1"service": "00001623-1212-EFDE-1623-785FEABCD123",
1"fields": [
2{ "as": "first", "type": "u8", "at": 0 },
2{ "as": "second", "type": "u8", "at": 1 },
2{ "as": "said", "of": "first.7 ? (first & 127) + (second << 7) : first" },
2{
3"if": "said == length",
3"fields": [
4{ "skip": "first.7 ? 3 : 2" },
4{
5"key": "lego_message",
5"type": "u8",
5"cases": {
6"1": {
7"word": "hub_property",
7"fields": [
8{
9"key": "hub_property",
9"type": "u8",
9"words": {
:"1": "advertising_name",
:"2": "button",
:"3": "firmware_version",
:"4": "hardware_version",
:"5": "rssi",
:"6": "battery",
:"7": "battery_type",
:"8": "manufacturer",
:"9": "radio_firmware_version",
:"10": "protocol_version",
:"11": "system_type",
:"12": "network_id",
:"13": "primary_address",
:"14": "secondary_address",
:"15": "network_family",
:"*": "other"
9}
8},
8{
9"key": "property_operation",
9"type": "u8",
9"words": {
:"1": "set",
:"2": "enable_updates",
:"3": "disable_updates",
:"4": "reset",
:"5": "request_update",
:"6": "update",
:"*": "other"
9}
8},
8{
9"if": "rest > 0",
9"fields": [
:{ "key": "hub_name", "type": "utf8", "if": "hub_property == 1" },
:{ "key": "button_pressed", "type": "bool", "if": "hub_property == 2" },
:{ "key": "hub_firmware_version", "type": "hexle", "size": 4, "if": "hub_property == 3" },
:{ "key": "hub_hardware_version", "type": "hexle", "size": 4, "if": "hub_property == 4" },
:{ "key": "rssi_at_hub_dbm", "type": "i8", "unit": "dBm", "if": "hub_property == 5" },
:{ "key": "battery_percent", "type": "u8", "unit": "%", "if": "hub_property == 6" },
:{
;"key": "battery_kind",
;"type": "u8",
;"words": { "0": "normal", "1": "rechargeable", "*": "other" },
;"code": false,
;"if": "hub_property == 7"
:},
:{ "key": "manufacturer", "type": "utf8", "if": "hub_property == 8" },
:{ "key": "radio_firmware_version", "type": "utf8", "if": "hub_property == 9" },
:{ "key": "lego_protocol_version", "type": "hexle", "size": 2, "if": "hub_property == 10" },
:{ "key": "hub_system", "type": "u8", "words": "lego_systems", "if": "hub_property == 11" },
:{ "key": "hub_data", "type": "hex", "if": "rest > 0" }
9]
8}
7]
6},
6"2": {
7"word": "hub_action",
7"fields": [
8{
9"key": "hub_action",
9"type": "u8",
9"words": {
:"1": "switch_off",
:"2": "disconnect",
:"3": "port_power_on",
:"4": "port_power_off",
:"5": "show_busy",
:"6": "end_busy",
:"47": "shut_down",
:"48": "will_switch_off",
:"49": "will_disconnect",
:"50": "will_go_into_boot_mode",
:"*": "other"
9}
8}
7]
6},
6"3": {
7"word": "hub_alert",
7"fields": [
8{
9"key": "hub_alert",
9"type": "u8",
9"words": {
:"1": "low_voltage",
:"2": "high_current",
:"3": "low_signal",
:"4": "over_power",
:"*": "other"
9}
8},
8{
9"key": "alert_operation",
9"type": "u8",
9"words": {
:"1": "enable_updates",
:"2": "disable_updates",
:"3": "request_update",
:"4": "update",
:"*": "other"
9}
8},
8{
9"key": "alert_state",
9"type": "u8",
9"if": "rest > 0",
9"words": { "0": "ok", "255": "alert", "*": "other" },
9"code": false
8}
7]
6},
6"4": {
7"word": "attached_io",
7"fields": [
8{ "key": "port", "type": "u8" },
8{
9"key": "io_event",
9"type": "u8",
9"words": { "0": "detached", "1": "attached", "2": "attached_virtual", "*": "other" }
8},
8{
9"key": "io_type",
9"type": "u16",
9"if": "rest > 0",
9"words": {
:"1": "motor",
:"2": "train_motor",
:"5": "button",
:"8": "led_light",
:"20": "voltage",
:"21": "current",
:"22": "piezo_tone",
:"23": "rgb_light",
:"34": "external_tilt_sensor",
:"35": "motion_sensor",
:"37": "vision_sensor",
:"38": "external_motor_with_tacho",
:"39": "internal_motor_with_tacho",
:"40": "internal_tilt",
:"*": "other"
9}
8},
8{
9"if": "io_event == 1",
9"fields": [
:{ "key": "io_hardware_version", "type": "hexle", "size": 4 },
:{ "key": "io_software_version", "type": "hexle", "size": 4 }
9]
8},
8{
9"if": "io_event == 2",
9"fields": [{ "key": "port_a", "type": "u8" }, { "key": "port_b", "type": "u8" }]
8}
7]
6},
6"5": {
7"word": "error",
7"fields": [
8{ "key": "about_message", "type": "u8", "words": "lego_messages" },
8{
9"key": "lego_error",
9"type": "u8",
9"words": {
:"1": "ack",
:"2": "mack",
:"3": "buffer_overflow",
:"4": "timeout",
:"5": "not_recognized",
:"6": "invalid_use",
:"7": "overcurrent",
:"8": "internal_error",
:"*": "other"
9}
8}
7]
6},
6"8": {
7"word": "hardware_network",
7"fields": [
8{
9"key": "network_command",
9"type": "u8",
9"words": {
:"2": "connection_request",
:"3": "family_request",
:"4": "family_set",
:"5": "join_denied",
:"6": "get_family",
:"7": "family",
:"8": "get_subfamily",
:"9": "subfamily",
:"10": "subfamily_set",
:"11": "get_extended_family",
:"12": "extended_family",
:"13": "extended_family_set",
:"14": "reset_long_press_timing",
:"*": "other"
9}
8},
8{ "key": "hub_data", "type": "hex", "if": "rest > 0" }
7]
6},
6"16": { "word": "go_into_boot_mode" },
6"17": { "word": "lock_memory" },
6"18": { "word": "lock_status_request" },
6"19": { "word": "lock_status", "fields": [{ "key": "memory_locked", "type": "bool" }] },
6"33": {
7"word": "port_information_request",
7"fields": [
8{ "key": "port", "type": "u8" },
8{
9"key": "port_information",
9"type": "u8",
9"words": { "0": "value", "1": "modes", "2": "combinations", "*": "other" }
8}
7]
6},
6"34": {
7"word": "port_mode_information_request",
7"fields": [
8{ "key": "port", "type": "u8" },
8{ "key": "port_mode", "type": "u8" },
8{ "key": "mode_information", "type": "u8", "words": "lego_mode_information" }
7]
6},
6"65": {
7"word": "port_input_setup",
7"fields": [
8{ "key": "port", "type": "u8" },
8{ "key": "port_mode", "type": "u8" },
8{ "key": "delta_interval", "type": "u32" },
8{ "key": "value_notifications", "type": "bool" }
7]
6},
6"66": {
7"word": "port_input_setup_combined",
7"fields": [
8{ "key": "port", "type": "u8" },
8{
9"key": "combined_command",
9"type": "u8",
9"words": {
:"1": "set_combinations",
:"2": "lock",
:"3": "unlock_with_multi_update",
:"4": "unlock_without_multi_update",
:"6": "reset",
:"*": "other"
9}
8},
8{ "key": "hub_data", "type": "hex", "if": "rest > 0" }
7]
6},
6"67": {
7"word": "port_information",
7"fields": [
8{ "key": "port", "type": "u8" },
8{
9"key": "port_information",
9"type": "u8",
9"words": { "1": "modes", "2": "combinations", "*": "other" }
8},
8{
9"if": "port_information == 1",
9"fields": [
:{
;"key": "port_capabilities",
;"type": "u8",
;"flags": { "0": "output", "1": "input", "2": "combinable", "3": "synchronizable" }
:},
:{ "key": "mode_count", "type": "u8" },
:{ "key": "input_modes_code", "type": "u16" },
:{ "key": "output_modes_code", "type": "u16" }
9]
8},
8{
9"if": "port_information == 2",
9"fields": [{ "key": "mode_combinations", "type": "u16", "repeat": "rest" }]
8}
7]
6},
6"68": {
7"word": "port_mode_information",
7"fields": [
8{ "key": "port", "type": "u8" },
8{ "key": "port_mode", "type": "u8" },
8{ "key": "mode_information", "type": "u8", "words": "lego_mode_information" },
8{ "key": "mode_name", "type": "utf8", "size": "nul", "if": "mode_information == 0" },
8{
9"if": "mode_information >= 1 && mode_information <= 3",
9"fields": [{ "key": "range_min", "type": "f32" }, { "key": "range_max", "type": "f32" }]
8},
8{ "key": "mode_symbol", "type": "utf8", "size": "nul", "if": "mode_information == 4" },
8{
9"if": "mode_information == 5",
9"fields": [
:{
;"key": "input_mapping",
;"type": "u8",
;"flags": {
<"2": "discrete",
<"3": "relative",
<"4": "absolute",
<"6": "functional_2",
<"7": "null"
;}
:},
:{
;"key": "output_mapping",
;"type": "u8",
;"flags": {
<"2": "discrete",
<"3": "relative",
<"4": "absolute",
<"6": "functional_2",
<"7": "null"
;}
:}
9]
8},
8{ "key": "motor_bias_percent", "type": "u8", "unit": "%", "if": "mode_information == 7" },
8{
9"if": "mode_information == 128",
9"fields": [
:{ "key": "dataset_count", "type": "u8" },
:{
;"key": "dataset_kind",
;"type": "u8",
;"words": { "0": "8_bit", "1": "16_bit", "2": "32_bit", "3": "float", "*": "other" }
:},
:{ "key": "figures", "type": "u8" },
:{ "key": "decimals", "type": "u8" }
9]
8},
8{ "key": "hub_data", "type": "hex", "if": "mode_information == 8" },
8{ "skip": "rest" }
7]
6},
6"69": {
7"word": "port_value",
7"fields": [{ "key": "port", "type": "u8" }, { "key": "port_value_data", "type": "hex" }]
6},
6"70": {
7"word": "port_value_combined",
7"fields": [
8{ "key": "port", "type": "u8" },
8{ "key": "dataset_bits", "type": "hex", "size": 2 },
8{ "key": "port_value_data", "type": "hex" }
7]
6},
6"71": {
7"word": "port_input_format",
7"fields": [
8{ "key": "port", "type": "u8" },
8{ "key": "port_mode", "type": "u8" },
8{ "key": "delta_interval", "type": "u32" },
8{ "key": "value_notifications", "type": "bool" }
7]
6},
6"72": {
7"word": "port_input_format_combined",
7"fields": [
8{ "key": "port", "type": "u8" },
8{ "as": "control", "type": "u8" },
8{ "key": "combination_index", "of": "control & 7" },
8{ "key": "multi_update", "of": "control.7" },
8{ "key": "dataset_bits", "type": "hex", "size": 2 }
7]
6},
6"97": {
7"word": "virtual_port_setup",
7"fields": [
8{
9"key": "virtual_port",
9"type": "u8",
9"words": { "0": "disconnect", "1": "connect", "*": "other" }
8},
8{ "if": "virtual_port == 0", "fields": [{ "key": "port", "type": "u8" }] },
8{
9"if": "virtual_port == 1",
9"fields": [{ "key": "port_a", "type": "u8" }, { "key": "port_b", "type": "u8" }]
8}
7]
6},
6"129": {
7"word": "port_output",
7"fields": [
8{ "key": "port", "type": "u8" },
8{ "as": "how", "type": "u8" },
8{ "key": "execute_immediately", "of": "how >> 4 == 1" },
8{ "key": "wants_feedback", "of": "(how & 15) == 1" },
8{
9"key": "output_command",
9"type": "u8",
9"cases": {
:"2": {
;"word": "start_power_2",
;"fields": [
<{ "key": "power_1_percent", "type": "i8", "unit": "%" },
<{ "key": "power_2_percent", "type": "i8", "unit": "%" }
;]
:},
:"5": {
;"word": "set_acceleration_time",
;"fields": [
<{ "key": "motor_time_ms", "type": "i16", "unit": "ms" },
<{ "key": "profile_number", "type": "u8" }
;]
:},
:"6": {
;"word": "set_deceleration_time",
;"fields": [
<{ "key": "motor_time_ms", "type": "i16", "unit": "ms" },
<{ "key": "profile_number", "type": "u8" }
;]
:},
:"7": {
;"word": "start_speed",
;"fields": [
<{ "key": "motor_speed_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"8": {
;"word": "start_speed_2",
;"fields": [
<{ "key": "motor_speed_1_percent", "type": "i8", "unit": "%" },
<{ "key": "motor_speed_2_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"9": {
;"word": "start_speed_for_time",
;"fields": [
<{ "key": "motor_time_ms", "type": "i16", "unit": "ms" },
<{ "key": "motor_speed_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "end_state",
="type": "u8",
="words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
="code": false
<},
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"10": {
;"word": "start_speed_for_time_2",
;"fields": [
<{ "key": "motor_time_ms", "type": "i16", "unit": "ms" },
<{ "key": "motor_speed_1_percent", "type": "i8", "unit": "%" },
<{ "key": "motor_speed_2_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "end_state",
="type": "u8",
="words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
="code": false
<},
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"11": {
;"word": "start_speed_for_degrees",
;"fields": [
<{ "key": "turn_degrees", "type": "i32", "unit": "°" },
<{ "key": "motor_speed_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "end_state",
="type": "u8",
="words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
="code": false
<},
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"12": {
;"word": "start_speed_for_degrees_2",
;"fields": [
<{ "key": "turn_degrees", "type": "i32", "unit": "°" },
<{ "key": "motor_speed_1_percent", "type": "i8", "unit": "%" },
<{ "key": "motor_speed_2_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "end_state",
="type": "u8",
="words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
="code": false
<},
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"13": {
;"word": "go_to_position",
;"fields": [
<{ "key": "position_degrees", "type": "i32", "unit": "°" },
<{ "key": "motor_speed_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "end_state",
="type": "u8",
="words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
="code": false
<},
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"14": {
;"word": "go_to_position_2",
;"fields": [
<{ "key": "position_1_degrees", "type": "i32", "unit": "°" },
<{ "key": "position_2_degrees", "type": "i32", "unit": "°" },
<{ "key": "motor_speed_percent", "type": "i8", "unit": "%" },
<{ "key": "max_power_percent", "type": "i8", "unit": "%" },
<{
="key": "end_state",
="type": "u8",
="words": { "0": "float", "126": "hold", "127": "brake", "*": "other" },
="code": false
<},
<{
="key": "motor_profile",
="type": "u8",
="flags": { "0": "acceleration", "1": "deceleration" }
<}
;]
:},
:"20": {
;"word": "preset_encoder_2",
;"fields": [
<{ "key": "position_1_degrees", "type": "i32", "unit": "°" },
<{ "key": "position_2_degrees", "type": "i32", "unit": "°" }
;]
:},
:"80": { "word": "write_direct", "fields": [{ "key": "hub_data", "type": "hex" }] },
:"81": {
;"word": "write_mode_data",
;"fields": [{ "key": "port_mode", "type": "u8" }, { "key": "hub_data", "type": "hex" }]
:},
:"*": { "word": "other", "fields": [{ "key": "hub_data", "type": "hex", "if": "rest > 0" }] }
9}
8}
7]
6},
6"130": {
7"word": "port_output_feedback",
7"fields": [
8{
9"key": "feedbacks",
9"repeat": "rest",
9"fields": [
:{ "key": "feedback_port", "type": "u8" },
:{
;"key": "output_feedback",
;"type": "u8",
;"flags": {
<"0": "in_progress",
<"1": "completed",
<"2": "discarded",
<"3": "idle",
<"4": "busy"
;}
:}
9]
8}
7]
6},
6"*": { "word": "other", "fields": [{ "key": "hub_data", "type": "hex", "if": "rest > 0" }] }
5}
4}
3]
2},
2{ "skip": "rest" }
1],
1"text": "{lego_message}[ {hub_property}][ {property_operation}][ {hub_action}][ {hub_alert}][ {lego_error}][ port {port}][ {io_event}][ {io_type}][ {output_command}][ {port_information}][ mode {port_mode}][ {mode_information}][ {hub_name}][ {battery_percent} %][ {button_pressed?pressed:released}][ {rssi_at_hub_dbm} dBm][ {hub_firmware_version}][ {motor_speed_percent} %][ {motor_speed_1_percent} % {motor_speed_2_percent} %][ {motor_time_ms} ms][ {turn_degrees}°][ to {position_degrees}°][ {port_value_data}][ {hub_data}]"
0}
0{
1"name": "LEGO boot loader",
1"vendor": "LEGO",
1"service": "00001625-1212-EFDE-1623-785FEABCD123",
1"direction": "write",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"words": {
4"17": "erase_flash",
4"34": "program_flash",
4"51": "start_application",
4"68": "initiate_loader",
4"85": "get_information",
4"102": "get_checksum",
4"119": "get_flash_state",
4"136": "disconnect",
4"*": "other"
3}
2},
2{ "key": "hub_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Plant sensor data",
1"vendor": "Xiaomi",
1"service": "sig:1204",
1"if": "length == 16",
1"fields": [
2{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
2{ "type": "u8" },
2{ "key": "illuminance_lux", "type": "u32", "unit": "lx" },
2{ "key": "moisture_percent", "type": "u8", "unit": "%" },
2{ "key": "conductivity_us_per_cm", "type": "u16", "unit": "µS/cm" },
2{ "type": "hex", "size": 6 }
1],
1"text": "{temperature_celsius:1}  {illuminance_lux} lux  moisture {moisture_percent} %  {conductivity_us_per_cm} uS/cm"
0}
0{
1"name": "Plant sensor battery and firmware",
1"vendor": "Xiaomi",
1"service": "sig:1204",
1"fields": [
2{ "key": "battery_level_percent", "type": "u8", "unit": "%" },
2{ "type": "u8" },
2{ "key": "firmware_revision", "type": "utf8" }
1],
1"text": "{battery_level_percent} %  firmware {firmware_revision}"
0}
0{
1"name": "Device Name",
1"source": "Vol 3, Part C, 12.1",
1"text": "{device_name:q}",
1"fields": [{ "key": "device_name", "type": "utf8" }]
0}
0{
1"name": "Appearance",
1"source": "Vol 3, Part C, 12.2; the categories are Assigned Numbers",
1"text": "{appearance}",
1"fields": [{ "key": "appearance", "type": "u16", "words": "@appearance" }]
0}
0{
1"name": "Peripheral Privacy Flag",
1"source": "Core Specification 4.0, Vol 3, Part C, 12.3",
1"text": "[privacy {peripheral_privacy?on:off}]",
1"fields": [
2{ "as": "flag", "type": "u8" },
2{ "key": "peripheral_privacy", "of": "flag == 1", "if": "flag <= 1" },
2{ "note": "reserved value", "if": "flag > 1" }
1]
0}
0{
1"name": "Reconnection Address",
1"source": "Core Specification 4.0, Vol 3, Part C, 12.4",
1"text": "{reconnection_address}",
1"fields": [{ "key": "reconnection_address", "type": "address" }]
0}
0{
1"name": "Peripheral Preferred Connection Parameters",
1"source": "Vol 3, Part C, 12.3",
1"text": "[{any_interval?any interval:}][{from_ms}-{to_ms} ms][, latency {peripheral_latency}][, {timeout_s} s]",
1"fields": [
2{
3"key": "interval_min_ms",
3"type": "u16",
3"as": "shortest",
3"scale": "1.25",
3"unit": "ms",
3"special": { "65535": [null, "any"] }
2},
2{
3"key": "interval_max_ms",
3"type": "u16",
3"as": "longest",
3"scale": "1.25",
3"unit": "ms",
3"special": { "65535": [null, "any"] }
2},
2{ "as": "any_interval", "of": "1", "if": "shortest == 65535 && longest == 65535" },
2{
3"as": "from_ms",
3"of": "shortest",
3"if": "(shortest & longest) != 65535",
3"scale": "1.25",
3"special": { "65535": [null, "any"] }
2},
2{
3"as": "to_ms",
3"of": "longest",
3"if": "(shortest & longest) != 65535",
3"scale": "1.25",
3"special": { "65535": [null, "any"] }
2},
2{ "key": "peripheral_latency", "type": "u16" },
2{
3"key": "supervision_timeout_ms",
3"type": "u16",
3"as": "timeout",
3"scale": "10",
3"unit": "ms",
3"special": { "65535": null }
2},
2{ "as": "timeout_s", "of": "timeout", "if": "timeout != 65535", "scale": "1/100" },
2{ "note": "no time-out preferred", "if": "timeout == 65535" },
2{
3"note": "outside the range that the specification allows",
3"needs": "timeout",
3"if": "!((shortest >= 6 && shortest <= 3200 || shortest == 65535) && (longest >= 6 && longest <= 3200 || longest == 65535) && shortest <= longest && peripheral_latency <= 499 && (timeout >= 10 && timeout <= 3200 || timeout == 65535))"
2}
1]
0}
0{
1"name": "Service Changed",
1"source": "Vol 3, Part G, 7.1",
1"text": "[{start_handle:04X}][-{end_handle:04X}]",
1"fields": [
2{ "key": "start_handle", "type": "u16" },
2{ "key": "end_handle", "type": "u16" },
2{ "note": "not a range of handles", "needs": "end_handle", "if": "start_handle == 0 || start_handle > end_handle" }
1]
0}
0{
1"name": "Alert Level",
1"fields": [
2{
3"key": "alert_level",
3"type": "u8",
3"words": { "0": "none", "1": "mild", "2": "high", "*": "reserved" }
2}
1],
1"text": "{alert_level}"
0}
0{
1"name": "Tx Power Level",
1"fields": [{ "key": "tx_power_dbm", "type": "i8", "valid": "-100..20", "unit": "dBm" }],
1"text": "[{tx_power_dbm} dBm]"
0}
0{
1"name": "Date Time",
1"fields": [{ "key": "date_time", "type": "date_time" }],
1"text": "[{date_time}]"
0}
0{
1"name": "Day of Week",
1"fields": [
2{
3"key": "day_of_week",
3"type": "u8",
3"words": {
4"1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
4"7": "sunday", "*": "reserved"
3},
3"special": { "0": "not_known" }
2}
1],
1"text": "{day_of_week}"
0}
0{
1"name": "Day Date Time",
1"fields": [
2{ "key": "date_time", "type": "date_time" },
2{
3"key": "day_of_week",
3"type": "u8",
3"words": {
4"1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
4"7": "sunday", "*": "reserved"
3},
3"special": { "0": "not_known" }
2}
1],
1"text": "{date_time}[ {day_of_week}]"
0}
0{
1"name": "Exact Time 256",
1"fields": [
2{ "key": "date_time", "type": "date_time" },
2{
3"key": "day_of_week",
3"type": "u8",
3"words": {
4"1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
4"7": "sunday", "*": "reserved"
3},
3"special": { "0": "not_known" }
2},
2{ "key": "fractions_s", "type": "u8", "scale": "1/256", "unit": "s" }
1],
1"text": "{date_time}[ {day_of_week}]"
0}
0{
1"name": "DST Offset",
1"fields": [
2{
3"key": "dst_offset",
3"type": "u8",
3"words": {
4"0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
4"*": "reserved"
3},
3"special": { "255": "not_known" }
2}
1]
0}
0{
1"name": "Time Zone",
1"fields": [
2{
3"key": "time_zone_min",
3"type": "i8",
3"scale": "15",
3"valid": "-48..56",
3"special": { "-128": "not_known" },
3"unit": "min"
2}
1],
1"text": "[{time_zone_min} min][{time_zone_min_status}]"
0}
0{
1"name": "Local Time Information",
1"fields": [
2{
3"key": "time_zone_min",
3"type": "i8",
3"scale": "15",
3"valid": "-48..56",
3"special": { "-128": "not_known" },
3"unit": "min"
2},
2{
3"key": "dst_offset",
3"type": "u8",
3"words": {
4"0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
4"*": "reserved"
3},
3"special": { "255": "not_known" }
2}
1]
0}
0{
1"name": "Time with DST",
1"fields": [
2{ "key": "date_time", "type": "date_time" },
2{
3"key": "dst_offset",
3"type": "u8",
3"words": {
4"0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
4"*": "reserved"
3},
3"special": { "255": "not_known" }
2}
1],
1"text": "{date_time}[ {dst_offset}]"
0}
0{
1"name": "Time Accuracy",
1"fields": [
2{
3"key": "time_accuracy_s",
3"type": "u8",
3"scale": "0.125",
3"special": { "254": "over_range", "255": "not_known" },
3"unit": "s"
2}
1],
1"text": "[{time_accuracy_s:3} s][{time_accuracy_s_status}]"
0}
0{
1"name": "Time Source",
1"fields": [
2{
3"key": "time_source",
3"type": "u8",
3"words": {
4"0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
4"5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
3}
2}
1]
0}
0{
1"name": "Reference Time Information",
1"fields": [
2{
3"key": "time_source",
3"type": "u8",
3"words": {
4"0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
4"5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
3}
2},
2{
3"key": "time_accuracy_s",
3"type": "u8",
3"scale": "0.125",
3"special": { "254": "over_range", "255": "not_known" },
3"unit": "s"
2},
2{ "key": "days_since_update_days", "type": "u8", "special": { "255": "over_range" }, "unit": "d" },
2{
3"key": "hours_since_update_h",
3"type": "u8",
3"valid": "0..23",
3"special": { "255": "over_range" },
3"unit": "h"
2}
1]
0}
0{
1"name": "Time Update Control Point",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"words": { "1": "get_reference_update", "2": "cancel_reference_update", "*": "reserved" }
2}
1],
1"text": "{command}"
0}
0{
1"name": "Time Update State",
1"fields": [
2{
3"key": "update_state",
3"type": "u8",
3"words": { "0": "idle", "1": "update_pending", "*": "reserved" }
2},
2{
3"key": "update_result",
3"type": "u8",
3"words": {
4"0": "successful", "1": "canceled", "2": "no_connection_to_reference",
4"3": "reference_reported_error", "4": "timeout", "5": "update_not_attempted", "*": "reserved"
3}
2}
1],
1"text": "{update_state}[, {update_result}]"
0}
0{
1"name": "Glucose Measurement",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "5..7" },
2{ "key": "sequence_number", "type": "u16" },
2{ "key": "base_time", "type": "date_time" },
2{
3"key": "time_offset_min",
3"type": "i16",
3"if": "flags.0",
3"special": { "32767": "over_range", "-32768": "under_range" },
3"unit": "min"
2},
2{ "type": "stored_time" },
2{
3"key": "glucose_kg_per_l",
3"type": "sfloat",
3"if": "flags.1 && !flags.2",
3"special": { "+inf": ["+inf", "HI"], "-inf": ["-inf", "LO"] },
3"unit": "kg/L"
2},
2{
3"key": "glucose_mol_per_l",
3"type": "sfloat",
3"if": "flags.1 && flags.2",
3"special": { "+inf": ["+inf", "HI"], "-inf": ["-inf", "LO"] },
3"unit": "mol/L"
2},
2{ "key": "glucose_mg_per_dl", "type": "mass", "at": 10, "if": "flags.1 && !flags.2 && !flags.0" },
2{ "key": "glucose_mg_per_dl", "type": "mass", "at": 12, "if": "flags.1 && !flags.2 && flags.0" },
2{ "key": "glucose_mmol_per_l", "type": "amount", "at": 10, "if": "flags.1 && flags.2 && !flags.0" },
2{ "key": "glucose_mmol_per_l", "type": "amount", "at": 12, "if": "flags.1 && flags.2 && flags.0" },
2{ "as": "site", "type": "u8", "if": "flags.1" },
2{ "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
2{ "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
2{
3"key": "sensor_status",
3"type": "u16",
3"if": "flags.3",
3"flags": {
4"0": "battery_low", "1": "sensor_malfunction", "2": "sample_insufficient",
4"3": "strip_insertion_error", "4": "strip_type_incorrect", "5": "result_too_high",
4"6": "result_too_low", "7": "temperature_too_high", "8": "temperature_too_low",
4"9": "read_interrupted", "10": "general_device_fault", "11": "time_fault"
3}
2},
2{ "key": "context_follows", "of": "flags.4" }
1],
1"text": "[#{sequence_number}][  {glucose_mg_per_dl} mg/dL][  {glucose_kg_per_l_status}][  {glucose_mmol_per_l} mmol/L][  {glucose_mol_per_l_status}][  {sample_type}][, {sample_location}][  {sensor_status}][  {measured_at}][  date {base_time_status}][  time offset {time_offset_min_status}]"
0}
0{
1"name": "Battery Level",
1"fields": [
2{ "key": "battery_level_percent", "type": "u8", "unit": "%" },
2{ "note": "above 100 %: reserved", "if": "battery_level_percent > 100" }
1],
1"text": "[{battery_level_percent} %]"
0}
0{
1"name": "Battery Power State",
1"source": "org.bluetooth.characteristic.battery_power_state, withdrawn",
1"fields": [
2{ "as": "state", "type": "u8" },
2{
3"key": "presence",
3"of": "state.0..1",
3"words": {
4"0": ["not_known", "presence not known"],
4"1": ["not_supported", "presence not supported"],
4"2": "not_present",
4"3": "present"
3}
2},
2{
3"key": "discharging",
3"of": "state.2..3",
3"words": {
4"0": ["not_known", "discharging not known"],
4"1": ["not_supported", "discharging not supported"],
4"2": "not_discharging",
4"3": "discharging"
3}
2},
2{
3"key": "charging_state",
3"of": "state.4..5",
3"words": { "0": ["not_known", "charging not known"], "1": "not_chargeable", "2": "not_charging", "3": "charging" }
2},
2{
3"key": "level_state",
3"of": "state.6..7",
3"words": { "0": "not_known", "1": "not_supported", "2": "good", "3": "critically_low" }
2}
1],
1"text": "{presence}, {discharging}, {charging_state}, level {level_state}"
0}
0{
1"name": "Temperature Measurement",
1"whole": 5,
1"fields": [
2{ "as": "flags", "type": "u8" },
2{
3"key": "temperature_celsius",
3"type": "float",
3"if": "!flags.0",
3"limits": [0, 60],
3"unit": "°C"
2},
2{
3"key": "temperature_fahrenheit",
3"type": "float",
3"if": "flags.0",
3"limits": [32, 140],
3"unit": "°F"
2},
2{ "note": "reserved bits are set", "if": "flags.3..7 != 0" },
2{ "note": "@length" },
2{ "key": "timestamp", "type": "date_time", "if": "flags.1" },
2{ "key": "temperature_type", "type": "u8", "if": "flags.2", "words": "temperature_type" }
1],
1"text": "{temperature_celsius:2}{temperature_fahrenheit:2}{temperature_celsius_status}{temperature_fahrenheit_status}[  {temperature_type}][  {timestamp}][  date {timestamp_status}]"
0}
0{
1"name": "Temperature Type",
1"fields": [{ "key": "temperature_type", "type": "u8", "words": "temperature_type" }],
1"text": "{temperature_type}"
0}
0{
1"name": "Intermediate Temperature",
1"whole": 5,
1"fields": [
2{ "as": "flags", "type": "u8" },
2{
3"key": "temperature_celsius",
3"type": "float",
3"if": "!flags.0",
3"limits": [0, 60],
3"unit": "°C"
2},
2{
3"key": "temperature_fahrenheit",
3"type": "float",
3"if": "flags.0",
3"limits": [32, 140],
3"unit": "°F"
2},
2{ "note": "reserved bits are set", "if": "flags.3..7 != 0" },
2{ "note": "@length" },
2{ "key": "timestamp", "type": "date_time", "if": "flags.1" },
2{ "key": "temperature_type", "type": "u8", "if": "flags.2", "words": "temperature_type" }
1],
1"text": "{temperature_celsius:2}{temperature_fahrenheit:2}{temperature_celsius_status}{temperature_fahrenheit_status}[  {temperature_type}][  {timestamp}][  date {timestamp_status}]"
0}
0{
1"name": "Temperature Celsius",
1"source": "org.bluetooth.characteristic.temperature_celsius, withdrawn; pvvx firmware of thermometers",
1"fields": [{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }],
1"text": "{temperature_celsius:1}"
0}
0{
1"name": "Temperature Fahrenheit",
1"source": "org.bluetooth.characteristic.temperature_fahrenheit, withdrawn",
1"fields": [{ "key": "temperature_fahrenheit", "type": "i16", "scale": "0.1", "unit": "°F" }],
1"text": "{temperature_fahrenheit:1}"
0}
0{
1"name": "Measurement Interval",
1"fields": [
2{
3"key": "measurement_interval_s",
3"type": "u16",
3"special": { "0": "no_periodic_measurement" },
3"unit": "s"
2}
1],
1"text": "[{measurement_interval_s} s][{measurement_interval_s_status}]"
0}
0{
1"name": "Boot Keyboard Input Report",
1"source": "HIDS 2.7; HID class definition, appendix B.1",
1"text": "[{modifiers} ]{pressed_keys}",
1"fields": [
2{
3"key": "modifiers",
3"type": "u8",
3"flags": {
4"0": "left_control",
4"1": "left_shift",
4"2": "left_alt",
4"3": "left_gui",
4"4": "right_control",
4"5": "right_shift",
4"6": "right_alt",
4"7": "right_gui"
3}
2},
2{ "skip": 1 },
2{ "key": "pressed_keys", "type": "u8", "repeat": "rest", "words": "hid_key" }
1]
0}
0{
1"name": "System ID",
1"source": "DIS 3.1.3",
1"whole": 8,
1"text": "{organization:06X} {manufacturer:010X}",
1"fields": [
2{ "key": "system_id", "type": "hex", "size": 8 },
2{ "key": "manufacturer_id", "type": "hexle", "at": 0, "size": 5 },
2{ "key": "organizationally_unique_id", "type": "hexle", "at": 5, "size": 3 },
2{ "as": "manufacturer", "type": "u40", "at": 0 },
2{ "as": "organization", "type": "u24", "at": 5 }
1]
0}
0{
1"name": "Model Number String",
1"source": "DIS 3.1",
1"text": "{model_number:q}",
1"fields": [{ "key": "model_number", "type": "utf8" }]
0}
0{
1"name": "Serial Number String",
1"source": "DIS 3.1",
1"text": "{serial_number:q}",
1"fields": [{ "key": "serial_number", "type": "utf8", "personal": true }]
0}
0{
1"name": "Firmware Revision String",
1"source": "DIS 3.1",
1"text": "{firmware_revision:q}",
1"fields": [{ "key": "firmware_revision", "type": "utf8" }]
0}
0{
1"name": "Hardware Revision String",
1"source": "DIS 3.1",
1"text": "{hardware_revision:q}",
1"fields": [{ "key": "hardware_revision", "type": "utf8" }]
0}
0{
1"name": "Software Revision String",
1"source": "DIS 3.1",
1"text": "{software_revision:q}",
1"fields": [{ "key": "software_revision", "type": "utf8" }]
0}
0{
1"name": "Manufacturer Name String",
1"source": "DIS 3.1",
1"text": "{manufacturer_name:q}",
1"fields": [{ "key": "manufacturer_name", "type": "utf8" }]
0}
0{
1"name": "IEEE 11073-20601 Regulatory Certification Data List",
1"source": "DIS 3.1.8: a structure of IEEE 11073-20601",
1"text": "{regulatory_certification_data}",
1"fields": [{ "key": "regulatory_certification_data", "type": "hex", "if": "length > 0" }]
0}
0{
1"name": "Current Time",
1"fields": [
2{ "key": "date_time", "type": "date_time" },
2{
3"key": "day_of_week",
3"type": "u8",
3"words": {
4"1": "monday", "2": "tuesday", "3": "wednesday", "4": "thursday", "5": "friday", "6": "saturday",
4"7": "sunday", "*": "reserved"
3},
3"special": { "0": "not_known" }
2},
2{ "key": "fractions_s", "type": "u8", "scale": "1/256", "unit": "s" },
2{
3"key": "adjust_reason",
3"type": "u8",
3"flags": { "0": "manual_update", "1": "external_reference_update", "2": "time_zone_change", "3": "dst_change" }
2}
1],
1"text": "{date_time}[ {day_of_week}]"
0}
0{
1"name": "Magnetic Declination",
1"fields": [
2{
3"key": "magnetic_declination_degrees",
3"type": "u16",
3"scale": "0.01",
3"valid": "0..35999",
3"unit": "°"
2}
1],
1"text": "[{magnetic_declination_degrees:2}°]"
0}
0{
1"name": "Scan Refresh",
1"source": "ScPS 3.2",
1"text": "{scan_refresh}",
1"fields": [{ "key": "scan_refresh", "type": "u8", "words": { "0": "server_requires_refresh", "*": "reserved" } }]
0}
0{
1"name": "Boot Keyboard Output Report",
1"source": "HIDS 2.8; HID class definition, appendix B.1",
1"fields": [
2{
3"key": "keyboard_leds",
3"type": "u8",
3"flags": { "0": "num_lock", "1": "caps_lock", "2": "scroll_lock", "3": "compose", "4": "kana" }
2}
1]
0}
0{
1"name": "Boot Mouse Input Report",
1"source": "HIDS 2.9; HID class definition, appendix B.2",
1"fields": [
2{ "key": "mouse_buttons", "type": "u8", "flags": { "0": "left", "1": "right", "2": "middle" } },
2{ "key": "mouse_x", "type": "i8" },
2{ "key": "mouse_y", "type": "i8" },
2{ "key": "mouse_further", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Glucose Measurement Context",
1"fields": [
2{ "as": "flags", "type": "u8" },
2{ "key": "sequence_number", "type": "u16" },
2{ "as": "extended_flags", "type": "u8", "if": "flags.7" },
2{
3"key": "carbohydrate_type",
3"type": "u8",
3"if": "flags.0",
3"words": {
4"1": "breakfast", "2": "lunch", "3": "dinner", "4": "snack", "5": "drink", "6": "supper",
4"7": "brunch", "*": "reserved"
3}
2},
2{ "key": "carbohydrate_kg", "type": "sfloat", "if": "flags.0", "unit": "kg" },
2{
3"key": "meal",
3"type": "u8",
3"if": "flags.1",
3"words": {
4"1": "preprandial", "2": "postprandial", "3": "fasting", "4": "casual", "5": "bedtime",
4"*": "reserved"
3}
2},
2{ "as": "who", "type": "u8", "if": "flags.2" },
2{
3"key": "tester",
3"of": "who.0..3",
3"words": {
4"1": "self", "2": "health_care_professional", "3": "lab_test", "15": "not_available",
4"*": "reserved"
3}
2},
2{
3"key": "health",
3"of": "who.4..7",
3"words": {
4"1": "minor_issues", "2": "major_issues", "3": "during_menses", "4": "under_stress",
4"5": "no_issues", "15": "not_available", "*": "reserved"
3}
2},
2{
3"key": "exercise_duration_s",
3"type": "u16",
3"if": "flags.3",
3"special": { "65535": "over_range" },
3"unit": "s"
2},
2{ "key": "exercise_intensity_percent", "type": "u8", "if": "flags.3", "unit": "%" },
2{
3"key": "medication_type",
3"type": "u8",
3"if": "flags.4",
3"words": {
4"1": "rapid_acting_insulin", "2": "short_acting_insulin", "3": "intermediate_acting_insulin",
4"4": "long_acting_insulin", "5": "premixed_insulin", "*": "reserved"
3}
2},
2{ "key": "medication_kg", "type": "sfloat", "if": "flags.4 && !flags.5", "unit": "kg" },
2{ "key": "medication_l", "type": "sfloat", "if": "flags.4 && flags.5", "unit": "L" },
2{ "key": "hba1c_percent", "type": "sfloat", "if": "flags.6", "unit": "%" }
1]
0}
0{
1"name": "Blood Pressure Measurement",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "5..7" },
2{ "key": "systolic_mmhg", "type": "sfloat", "if": "!flags.0", "limits": [0, 400], "unit": "mmHg" },
2{ "key": "systolic_kpa", "type": "sfloat", "if": "flags.0", "limits": [0, 55], "unit": "kPa" },
2{ "key": "diastolic_mmhg", "type": "sfloat", "if": "!flags.0", "limits": [0, 400], "unit": "mmHg" },
2{ "key": "diastolic_kpa", "type": "sfloat", "if": "flags.0", "limits": [0, 55], "unit": "kPa" },
2{ "key": "mean_arterial_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
2{ "key": "mean_arterial_pressure_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
2{ "key": "timestamp", "type": "date_time", "if": "flags.1" },
2{ "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "limits": [0, 300], "unit": "bpm" },
2{ "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
2{ "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
2{ "key": "body_movement", "of": "status.0" },
2{ "key": "cuff_too_loose", "of": "status.1" },
2{ "key": "irregular_pulse", "of": "status.2" },
2{
3"key": "pulse_rate_range",
3"of": "status.3..4",
3"words": {
4"0": ["within", ""], "1": ["above_upper_limit", "pulse above its limit"],
4"2": ["below_lower_limit", "pulse below its limit"], "3": "reserved"
3}
2},
2{ "key": "improper_position", "of": "status.5" }
1],
1"text": "[{systolic_mmhg}/{diastolic_mmhg} mmHg][{systolic_kpa}/{diastolic_kpa} kPa][  systolic {systolic_mmhg_status}][  systolic {systolic_kpa_status}][  diastolic {diastolic_mmhg_status}][  diastolic {diastolic_kpa_status}][  MAP {mean_arterial_pressure_mmhg}][  MAP {mean_arterial_pressure_mmhg_status}][  MAP {mean_arterial_pressure_kpa}][  MAP {mean_arterial_pressure_kpa_status}][  {pulse_rate_bpm} bpm][  pulse {pulse_rate_bpm_status}][  {irregular_pulse?irregular pulse:}][  {pulse_rate_range}][  {body_movement?body movement:}][  {cuff_too_loose?cuff too loose:}][  {improper_position?improper position:}][  {timestamp}][  date {timestamp_status}][  user {user_id}][  user {user_id_status}]"
0}
0{
1"name": "Intermediate Cuff Pressure",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "5..7" },
2{ "key": "cuff_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "limits": [0, 400], "unit": "mmHg" },
2{ "key": "cuff_pressure_kpa", "type": "sfloat", "if": "flags.0", "limits": [0, 55], "unit": "kPa" },
2{ "skip": 4 },
2{ "key": "timestamp", "type": "date_time", "if": "flags.1" },
2{ "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "limits": [0, 300], "unit": "bpm" },
2{ "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
2{ "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
2{ "key": "body_movement", "of": "status.0" },
2{ "key": "cuff_too_loose", "of": "status.1" },
2{ "key": "irregular_pulse", "of": "status.2" },
2{
3"key": "pulse_rate_range",
3"of": "status.3..4",
3"words": {
4"0": ["within", ""], "1": ["above_upper_limit", "pulse above its limit"],
4"2": ["below_lower_limit", "pulse below its limit"], "3": "reserved"
3}
2},
2{ "key": "improper_position", "of": "status.5" }
1],
1"text": "[{cuff_pressure_mmhg} mmHg][{cuff_pressure_kpa} kPa][cuff pressure {cuff_pressure_mmhg_status}][cuff pressure {cuff_pressure_kpa_status}][  {pulse_rate_bpm} bpm][  pulse {pulse_rate_bpm_status}][  {irregular_pulse?irregular pulse:}][  {pulse_rate_range}][  {body_movement?body movement:}][  {cuff_too_loose?cuff too loose:}][  {improper_position?improper position:}][  {timestamp}][  date {timestamp_status}][  user {user_id}][  user {user_id_status}]"
0}
0{
1"name": "Heart Rate Measurement",
1"fields": [
2{ "as": "flags", "type": "u8" },
2{ "key": "heart_rate_bpm", "type": "u8", "if": "!flags.0", "unit": "bpm" },
2{ "key": "heart_rate_bpm", "type": "u16", "if": "flags.0", "limits": [0, 300], "unit": "bpm" },
2{
3"key": "sensor_contact",
3"of": "flags.1..2",
3"needs": "heart_rate_bpm",
3"code": false,
3"words": { "2": ["not_detected", "no contact"], "3": ["detected", "contact"], "*": ["not_supported", ""] }
2},
2{
3"key": "energy_expended_kj",
3"type": "u16",
3"if": "flags.3",
3"missing": "the energy expended is missing",
3"unit": "kJ"
2},
2{
3"key": "rr_intervals_s",
3"as": "rr",
3"type": "u16",
3"if": "flags.4",
3"repeat": "rest",
3"scale": "1/1024",
3"missing": "no RR interval follows its flag",
3"unit": "s"
2},
2{ "key": "rr_intervals_ms", "of": "rr", "scale": "1000/1024", "unit": "ms" },
2{ "note": "reserved bits are set", "needs": "heart_rate_bpm", "if": "flags.5..7 != 0" }
1],
1"text": "[{heart_rate_bpm} bpm][  {sensor_contact}][  {energy_expended_kj} kJ][  RR {rr_intervals_s:3}]"
0}
0{
1"name": "Body Sensor Location",
1"fields": [
2{
3"key": "body_sensor_location",
3"type": "u8",
3"words": {
4"0": "Other", "1": "Chest", "2": "Wrist", "3": "Finger", "4": "Hand", "5": "Ear Lobe", "6": "Foot",
4"*": "Reserved"
3}
2}
1],
1"text": "{body_sensor_location}"
0}
0{
1"name": "Heart Rate Control Point",
1"fields": [{ "key": "command", "type": "u8", "words": { "1": "reset_energy_expended", "*": "reserved" } }],
1"text": "{command}"
0}
0{
1"name": "Alert Status",
1"fields": [{ "type": "u8", "flags": { "0": "ringer_active", "1": "vibrate_active", "2": "display_alert_active" } }]
0}
0{
1"name": "Ringer Control Point",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"words": { "1": "silent_mode", "2": "mute_once", "3": "cancel_silent_mode", "*": "reserved" }
2}
1],
1"text": "{command}"
0}
0{
1"name": "Ringer Setting",
1"fields": [{ "key": "ringer_setting", "type": "u8", "words": { "0": "silent", "1": "normal", "*": "reserved" } }],
1"text": "{ringer_setting}"
0}
0{
1"name": "Alert Category ID Bit Mask",
1"fields": [
2{ "as": "low", "type": "u8" },
2{ "as": "high", "type": "u8", "if": "rest > 0" },
2{
3"key": "alert_categories",
3"of": "low",
3"if": "length == 1",
3"flags": {
4"0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
4"6": "voice_mail", "7": "schedule"
3}
2},
2{
3"key": "alert_categories",
3"of": "low | high << 8",
3"if": "length > 1",
3"flags": {
4"0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
4"6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message"
3}
2}
1]
0}
0{
1"name": "Alert Category ID",
1"fields": [{ "key": "alert_category", "type": "u8", "words": "alert_category" }],
1"text": "{alert_category}"
0}
0{
1"name": "Alert Notification Control Point",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"words": {
4"0": "enable_new_alert", "1": "enable_unread_status", "2": "disable_new_alert",
4"3": "disable_unread_status", "4": "notify_new_alert_now", "5": "notify_unread_status_now",
4"*": "reserved"
3}
2},
2{
3"key": "alert_category",
3"type": "u8",
3"words": {
4"0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
4"6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message",
4"*": "reserved", "251..254": "service_specific", "255": "all"
3}
2}
1],
1"text": "{command} {alert_category}"
0}
0{
1"name": "Unread Alert Status",
1"fields": [
2{ "key": "alert_category", "type": "u8", "words": "alert_category" },
2{ "key": "unread_count", "type": "u8", "special": { "255": "over_range" } }
1],
1"text": "{alert_category}[ {unread_count}]"
0}
0{
1"name": "New Alert",
1"fields": [
2{ "key": "alert_category", "type": "u8", "words": "alert_category" },
2{ "key": "number_of_alerts", "type": "u8" },
2{ "key": "alert_text", "type": "utf8", "if": "rest > 0" }
1],
1"text": "{alert_category} {number_of_alerts}[ \"{alert_text}\"]"
0}
0{
1"name": "Supported New Alert Category",
1"fields": [
2{ "as": "low", "type": "u8" },
2{ "as": "high", "type": "u8", "if": "rest > 0" },
2{
3"key": "alert_categories",
3"of": "low",
3"if": "length == 1",
3"flags": {
4"0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
4"6": "voice_mail", "7": "schedule"
3}
2},
2{
3"key": "alert_categories",
3"of": "low | high << 8",
3"if": "length > 1",
3"flags": {
4"0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
4"6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message"
3}
2}
1]
0}
0{
1"name": "Supported Unread Alert Category",
1"fields": [
2{ "as": "low", "type": "u8" },
2{ "as": "high", "type": "u8", "if": "rest > 0" },
2{
3"key": "alert_categories",
3"of": "low",
3"if": "length == 1",
3"flags": {
4"0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
4"6": "voice_mail", "7": "schedule"
3}
2},
2{
3"key": "alert_categories",
3"of": "low | high << 8",
3"if": "length > 1",
3"flags": {
4"0": "simple_alert", "1": "email", "2": "news", "3": "call", "4": "missed_call", "5": "sms_mms",
4"6": "voice_mail", "7": "schedule", "8": "high_prioritized_alert", "9": "instant_message"
3}
2}
1]
0}
0{
1"name": "Blood Pressure Feature",
1"fields": [
2{
3"key": "features",
3"type": "u16",
3"flags": {
4"0": "body_movement_detection", "1": "cuff_fit_detection", "2": "irregular_pulse_detection",
4"3": "pulse_rate_range_detection", "4": "position_detection", "5": "multiple_bonds",
4"6": "e2e_crc", "7": "user_data_service", "8": "user_facing_time"
3}
2}
1]
0}
0{
1"name": "HID Information",
1"source": "HIDS 2.10",
1"text": "HID {hid_version}[, {hid_sci_supported?shorter connection intervals:}]",
1"fields": [
2{ "as": "bcd", "type": "u16" },
2{
3"key": "hid_version",
3"of": "(bcd >> 12) * 1000 + (bcd >> 8 & 15) * 100 + (bcd >> 4 & 15) * 10 + (bcd & 15)",
3"scale": "0.01"
2},
2{ "key": "hid_country_code", "type": "u8" },
2{ "as": "bits", "type": "u8", "reserved": "4..7" },
2{ "key": "remote_wake", "of": "bits.0" },
2{ "key": "normally_connectable", "of": "bits.1" },
2{ "key": "hid_sci_supported", "of": "bits.2" },
2{ "key": "hid_sci_low_power_supported", "of": "bits.3" }
1]
0}
0{
1"name": "Report Map",
1"source": "HIDS 2.6; the items are of the HID class definition, 6.2.2",
1"fields": [{ "call": "hid_report_map" }]
0}
0{
1"name": "HID Control Point",
1"source": "HIDS 2.11",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "suspend" },
4"1": { "word": "exit_suspend" },
4"2": { "word": "sci_default_mode" },
4"3": { "word": "sci_fast_mode" },
4"4": { "word": "sci_low_power_mode" },
4"5": { "word": "sci_full_range_mode" },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Report",
1"source": "HIDS 2.5: laid out by the Report Map and the Report Reference",
1"fields": [{ "call": "hid_report" }]
0}
0{
1"name": "Protocol Mode",
1"source": "HIDS 2.4",
1"text": "{protocol_mode}",
1"fields": [{ "key": "protocol_mode", "type": "u8", "words": { "0": "boot", "1": "report", "*": "reserved" } }]
0}
0{
1"name": "Scan Interval Window",
1"source": "ScPS 3.1",
1"text": "every {scan_interval_ms} ms[ for {scan_window_ms} ms]",
1"fields": [
2{ "key": "scan_interval_ms", "type": "u16", "scale": "0.625", "unit": "ms" },
2{ "key": "scan_window_ms", "type": "u16", "scale": "0.625", "unit": "ms" }
1]
0}
0{
1"name": "PnP ID",
1"source": "DIS 3.1.9",
1"text": "[{space}vendor {vendor_id:04X}][, product {product_id:04X}][, version {product_version:04X}]",
1"fields": [
2{ "key": "vendor_id_source", "type": "u8" },
2{ "note": "reserved vendor ID source", "if": "vendor_id_source != 1 && vendor_id_source != 2" },
2{ "key": "vendor_id", "type": "u16" },
2{
3"as": "space",
3"of": "vendor_id_source",
3"needs": "vendor_id",
3"words": { "1": ["bluetooth", "Bluetooth "], "2": ["usb", "USB "], "*": ["other", ""] },
3"code": false
2},
2{ "key": "product_id", "type": "u16" },
2{ "key": "product_version", "type": "u16" }
1]
0}
0{
1"name": "Glucose Feature",
1"fields": [
2{
3"key": "features",
3"type": "u16",
3"flags": {
4"0": "low_battery_detection", "1": "sensor_malfunction_detection", "2": "sample_size_detection",
4"3": "strip_insertion_error_detection", "4": "strip_type_error_detection",
4"5": "result_high_low_detection", "6": "temperature_high_low_detection",
4"7": "read_interrupt_detection", "8": "general_device_fault", "9": "time_fault",
4"10": "multiple_bonds"
3}
2}
1]
0}
0{
1"name": "Record Access Control Point",
1"fields": [{ "as": "cgm", "of": "0 == 1" }, { "type": "record_access" }]
0}
0{
1"name": "Record Access Control Point",
1"source": "Continuous Glucose Monitoring Service 1.0.2, 3.8",
1"service": "sig:181F",
1"fields": [{ "as": "cgm", "of": "1 == 1" }, { "type": "record_access" }]
0}
0{
1"name": "RSC Measurement",
1"source": "Running Speed and Cadence Service 1.0, 3.1",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "3..7" },
2{ "note": "@length" },
2{ "key": "speed_m_per_s", "type": "u16", "scale": "1/256", "unit": "m/s" },
2{ "key": "cadence_per_minute", "type": "u8", "unit": "1/min" },
2{
3"key": "status",
3"of": "flags.2",
3"needs": "cadence_per_minute",
3"code": false,
3"words": { "0": "walking", "1": "running" }
2},
2{ "key": "stride_length_m", "type": "u16", "if": "flags.0", "scale": "0.01", "unit": "m" },
2{ "key": "total_distance_m", "type": "u32", "if": "flags.1", "scale": "0.1", "unit": "m" }
1],
1"text": "[{speed_m_per_s:2} m/s][  {cadence_per_minute} steps/min][  {status}][  stride {stride_length_m:2} m][  {total_distance_m:1} m]"
0}
0{
1"name": "RSC Feature",
1"fields": [
2{
3"key": "features",
3"type": "u16",
3"flags": {
4"0": "stride_length", "1": "total_distance", "2": "walking_or_running", "3": "calibration",
4"4": "multiple_sensor_locations"
3}
2}
1]
0}
0{
1"name": "SC Control Point",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "set_cumulative_value", "fields": [{ "key": "cumulative_value", "type": "u32" }] },
4"2": { "word": "start_sensor_calibration" },
4"3": {
5"word": "update_sensor_location",
5"fields": [{ "key": "sensor_location", "type": "u8", "words": "sensor_location" }]
4},
4"4": { "word": "request_supported_sensor_locations" },
4"16": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
8"4": "operation_failed", "*": "reserved"
7}
6},
6{
7"key": "supported_locations",
7"type": "u8",
7"if": "response_to == 4",
7"repeat": "rest",
7"words": "sensor_location"
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Digital",
1"source": "Automation IO Service 1.0, 3.1",
1"fields": [
2{
3"key": "digital_inputs",
3"repeat": "rest",
3"fields": [
4{ "as": "four", "type": "u8" },
4{
5"key": "input_1",
5"of": "four.0..1",
5"words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
5"code": false
4},
4{
5"key": "input_2",
5"of": "four.2..3",
5"words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
5"code": false
4},
4{
5"key": "input_3",
5"of": "four.4..5",
5"words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
5"code": false
4},
4{
5"key": "input_4",
5"of": "four.6..7",
5"words": { "0": "inactive", "1": "active", "2": "tristate", "3": "unknown" },
5"code": false
4}
3]
2}
1]
0}
0{
1"name": "Analog",
1"source": "Automation IO Service 1.0, 3.2",
1"fields": [{ "key": "analog", "type": "u16" }],
1"text": "[{analog}]"
0}
0{
1"name": "Aggregate",
1"source": "Automation IO Service 1.0, 3.3: the digital, then the analog values",
1"fields": [{ "key": "aggregate", "type": "hex" }]
0}
0{
1"name": "CSC Measurement",
1"source": "Cycling Speed and Cadence Service 1.0, 3.1",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "2..7" },
2{ "note": "@length" },
2{ "key": "wheel_revolutions", "type": "u32", "if": "flags.0" },
2{ "key": "wheel_event_time_s", "type": "u16", "if": "flags.0", "scale": "1/1024", "unit": "s" },
2{ "key": "crank_revolutions", "type": "u16", "if": "flags.1" },
2{ "key": "crank_event_time_s", "type": "u16", "if": "flags.1", "scale": "1/1024", "unit": "s" }
1],
1"text": "[wheel {wheel_revolutions}][ at {wheel_event_time_s:3} s][  crank {crank_revolutions}][ at {crank_event_time_s:3} s]"
0}
0{
1"name": "CSC Feature",
1"fields": [
2{
3"key": "features",
3"type": "u16",
3"flags": { "0": "wheel_revolution_data", "1": "crank_revolution_data", "2": "multiple_sensor_locations" }
2}
1]
0}
0{
1"name": "Sensor Location",
1"fields": [{ "key": "sensor_location", "type": "u8", "words": "sensor_location" }],
1"text": "{sensor_location}"
0}
0{
1"name": "PLX Spot-Check Measurement",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "5..7" },
2{ "key": "spo2_percent", "type": "sfloat", "limits": [0, 100], "unit": "%" },
2{ "key": "pulse_rate_bpm", "type": "sfloat", "limits": [0, 300], "unit": "bpm" },
2{ "key": "timestamp", "type": "date_time", "if": "flags.0" },
2{
3"key": "measurement_status",
3"type": "u16",
3"if": "flags.1",
3"flags": {
4"5": "measurement_ongoing", "6": "early_estimated_data", "7": "validated_data",
4"8": "fully_qualified_data", "9": "data_from_storage", "10": "data_for_demonstration",
4"11": "data_for_testing", "12": "calibration_ongoing", "13": "measurement_unavailable",
4"14": "questionable_measurement", "15": "invalid_measurement"
3}
2},
2{
3"key": "device_status",
3"type": "u24",
3"if": "flags.2",
3"flags": {
4"0": "extended_display_update_ongoing", "1": "equipment_malfunction",
4"2": "signal_processing_irregularity", "3": "inadequate_signal", "4": "poor_signal",
4"5": "low_perfusion", "6": "erratic_signal", "7": "nonpulsatile_signal", "8": "questionable_pulse",
4"9": "signal_analysis_ongoing", "10": "sensor_interference", "11": "sensor_unconnected",
4"12": "unknown_sensor_connected", "13": "sensor_displaced", "14": "sensor_malfunctioning",
4"15": "sensor_disconnected"
3}
2},
2{ "key": "pulse_amplitude_index_percent", "type": "sfloat", "if": "flags.3", "unit": "%" },
2{ "key": "device_clock_set", "of": "!flags.4" }
1],
1"text": "[{spo2_percent} %][spo2 {spo2_percent_status}][  {pulse_rate_bpm} bpm][  pulse rate {pulse_rate_bpm_status}][  {measurement_status}][  {device_status}][  {timestamp}][  date {timestamp_status}]"
0}
0{
1"name": "PLX Continuous Measurement",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "5..7" },
2{ "key": "spo2_percent", "type": "sfloat", "limits": [0, 100], "unit": "%" },
2{ "key": "pulse_rate_bpm", "type": "sfloat", "limits": [0, 300], "unit": "bpm" },
2{ "key": "fast_spo2_percent", "type": "sfloat", "if": "flags.0", "limits": [0, 100], "unit": "%" },
2{ "key": "fast_pulse_rate_bpm", "type": "sfloat", "if": "flags.0", "limits": [0, 300], "unit": "bpm" },
2{ "key": "slow_spo2_percent", "type": "sfloat", "if": "flags.1", "limits": [0, 100], "unit": "%" },
2{ "key": "slow_pulse_rate_bpm", "type": "sfloat", "if": "flags.1", "limits": [0, 300], "unit": "bpm" },
2{
3"key": "measurement_status",
3"type": "u16",
3"if": "flags.2",
3"flags": {
4"5": "measurement_ongoing", "6": "early_estimated_data", "7": "validated_data",
4"8": "fully_qualified_data", "9": "data_from_storage", "10": "data_for_demonstration",
4"11": "data_for_testing", "12": "calibration_ongoing", "13": "measurement_unavailable",
4"14": "questionable_measurement", "15": "invalid_measurement"
3}
2},
2{
3"key": "device_status",
3"type": "u24",
3"if": "flags.3",
3"flags": {
4"0": "extended_display_update_ongoing", "1": "equipment_malfunction",
4"2": "signal_processing_irregularity", "3": "inadequate_signal", "4": "poor_signal",
4"5": "low_perfusion", "6": "erratic_signal", "7": "nonpulsatile_signal", "8": "questionable_pulse",
4"9": "signal_analysis_ongoing", "10": "sensor_interference", "11": "sensor_unconnected",
4"12": "unknown_sensor_connected", "13": "sensor_displaced", "14": "sensor_malfunctioning",
4"15": "sensor_disconnected"
3}
2},
2{ "key": "pulse_amplitude_index_percent", "type": "sfloat", "if": "flags.4", "unit": "%" }
1],
1"text": "[{spo2_percent} %][spo2 {spo2_percent_status}][  {pulse_rate_bpm} bpm][  pulse rate {pulse_rate_bpm_status}][  {measurement_status}][  {device_status}]"
0}
0{
1"name": "PLX Features",
1"fields": [
2{
3"key": "features",
3"type": "u16",
3"flags": {
4"0": "measurement_status", "1": "device_status", "2": "measurement_storage", "3": "time_stamp",
4"4": "fast_values", "5": "slow_values", "6": "pulse_amplitude_index", "7": "multiple_bonds"
3}
2},
2{
3"key": "measurement_status_support",
3"type": "u16",
3"if": "features.0",
3"flags": {
4"5": "measurement_ongoing", "6": "early_estimated_data", "7": "validated_data",
4"8": "fully_qualified_data", "9": "data_from_storage", "10": "data_for_demonstration",
4"11": "data_for_testing", "12": "calibration_ongoing", "13": "measurement_unavailable",
4"14": "questionable_measurement", "15": "invalid_measurement"
3}
2},
2{
3"key": "device_status_support",
3"type": "u24",
3"if": "features.1",
3"flags": {
4"0": "extended_display_update_ongoing", "1": "equipment_malfunction",
4"2": "signal_processing_irregularity", "3": "inadequate_signal", "4": "poor_signal",
4"5": "low_perfusion", "6": "erratic_signal", "7": "nonpulsatile_signal", "8": "questionable_pulse",
4"9": "signal_analysis_ongoing", "10": "sensor_interference", "11": "sensor_unconnected",
4"12": "unknown_sensor_connected", "13": "sensor_displaced", "14": "sensor_malfunctioning",
4"15": "sensor_disconnected"
3}
2}
1]
0}
0{
1"name": "Cycling Power Measurement",
1"source": "Cycling Power Service 1.1, 3.2",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "13..15" },
2{ "key": "instantaneous_power_w", "type": "i16", "unit": "W" },
2{ "key": "pedal_power_balance_percent", "type": "u8", "if": "flags.0", "scale": "0.5", "unit": "%" },
2{
3"key": "pedal_power_balance_reference",
3"of": "flags.1",
3"needs": "pedal_power_balance_percent",
3"code": false,
3"words": { "0": "unknown", "1": "left" }
2},
2{ "key": "accumulated_torque_nm", "type": "u16", "if": "flags.2", "scale": "1/32", "unit": "N·m" },
2{
3"key": "accumulated_torque_source",
3"of": "flags.3",
3"needs": "accumulated_torque_nm",
3"code": false,
3"words": { "0": "wheel", "1": "crank" }
2},
2{ "key": "wheel_revolutions", "type": "u32", "if": "flags.4" },
2{ "key": "wheel_event_time_s", "type": "u16", "if": "flags.4", "scale": "1/2048", "unit": "s" },
2{ "key": "crank_revolutions", "type": "u16", "if": "flags.5" },
2{ "key": "crank_event_time_s", "type": "u16", "if": "flags.5", "scale": "1/1024", "unit": "s" },
2{ "key": "maximum_force_n", "type": "i16", "if": "flags.6", "unit": "N" },
2{ "key": "minimum_force_n", "type": "i16", "if": "flags.6", "unit": "N" },
2{ "key": "maximum_torque_nm", "type": "i16", "if": "flags.7", "scale": "1/32", "unit": "N·m" },
2{ "key": "minimum_torque_nm", "type": "i16", "if": "flags.7", "scale": "1/32", "unit": "N·m" },
2{ "as": "angles", "type": "u24", "if": "flags.8" },
2{ "key": "maximum_angle_degrees", "of": "angles.0..11", "unit": "°" },
2{ "key": "minimum_angle_degrees", "of": "angles.12..23", "unit": "°" },
2{ "key": "top_dead_spot_angle_degrees", "type": "u16", "if": "flags.9", "unit": "°" },
2{ "key": "bottom_dead_spot_angle_degrees", "type": "u16", "if": "flags.10", "unit": "°" },
2{ "key": "accumulated_energy_kj", "type": "u16", "if": "flags.11", "unit": "kJ" },
2{ "key": "offset_compensation", "of": "flags.12" }
1],
1"text": "[{instantaneous_power_w} W][  wheel {wheel_revolutions}][  crank {crank_revolutions}]"
0}
0{
1"name": "Cycling Power Vector",
1"source": "Cycling Power Service 1.1, 3.4",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "6..7" },
2{ "key": "crank_revolutions", "type": "u16", "if": "flags.0" },
2{ "key": "crank_event_time_s", "type": "u16", "if": "flags.0", "scale": "1/1024", "unit": "s" },
2{ "key": "first_crank_angle_degrees", "type": "u16", "if": "flags.1", "unit": "°" },
2{ "key": "force_magnitudes_n", "type": "i16", "if": "flags.2", "repeat": "rest", "unit": "N" },
2{
3"key": "torque_magnitudes_nm",
3"type": "i16",
3"if": "flags.3 && !flags.2",
3"repeat": "rest",
3"scale": "1/32",
3"unit": "N·m"
2},
2{
3"key": "measurement_direction",
3"of": "flags.4..5",
3"words": { "0": "unknown", "1": "tangential", "2": "radial", "3": "lateral" }
2}
1]
0}
0{
1"name": "Cycling Power Feature",
1"fields": [
2{ "as": "bits", "type": "u32", "reserved": "22..31" },
2{
3"key": "features",
3"of": "bits & 0xEFFFF",
3"flags": {
4"0": "pedal_power_balance", "1": "accumulated_torque", "2": "wheel_revolution_data",
4"3": "crank_revolution_data", "4": "extreme_magnitudes", "5": "extreme_angles",
4"6": "dead_spot_angles", "7": "accumulated_energy", "8": "offset_compensation_indicator",
4"9": "offset_compensation", "10": "content_masking", "11": "multiple_sensor_locations",
4"12": "crank_length_adjustment", "13": "chain_length_adjustment", "14": "chain_weight_adjustment",
4"15": "span_length_adjustment", "17": "measurement_direction", "18": "factory_calibration_date",
4"19": "enhanced_offset_compensation"
3}
2},
2{ "key": "sensor_measurement_context", "of": "bits.16", "words": { "0": "force", "1": "torque" } },
2{
3"key": "distributed_system",
3"of": "bits.20..21",
3"words": { "0": "unspecified", "1": "not_for_use", "2": "can_be_used", "3": "reserved" }
2}
1]
0}
0{
1"name": "Cycling Power Control Point",
1"source": "Cycling Power Service 1.1, 3.5",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "set_cumulative_value", "fields": [{ "key": "cumulative_value", "type": "u32" }] },
4"2": {
5"word": "update_sensor_location",
5"fields": [{ "key": "sensor_location", "type": "u8", "words": "sensor_location" }]
4},
4"3": { "word": "request_supported_sensor_locations" },
4"4": {
5"word": "set_crank_length",
5"fields": [{ "key": "crank_length_mm", "type": "u16", "scale": "0.5", "unit": "mm" }]
4},
4"5": { "word": "request_crank_length" },
4"6": {
5"word": "set_chain_length",
5"fields": [{ "key": "chain_length_mm", "type": "u16", "unit": "mm" }]
4},
4"7": { "word": "request_chain_length" },
4"8": {
5"word": "set_chain_weight",
5"fields": [{ "key": "chain_weight_kg", "type": "u16", "scale": "0.001", "unit": "kg" }]
4},
4"9": { "word": "request_chain_weight" },
4"10": { "word": "set_span_length", "fields": [{ "key": "span_length_mm", "type": "u16", "unit": "mm" }] },
4"11": { "word": "request_span_length" },
4"12": { "word": "start_offset_compensation" },
4"13": { "word": "mask_measurement_content", "fields": [{ "key": "content_mask", "type": "u16" }] },
4"14": { "word": "request_sampling_rate" },
4"15": { "word": "request_factory_calibration_date" },
4"16": { "word": "start_enhanced_offset_compensation" },
4"32": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
8"4": "operation_failed", "*": "reserved"
7}
6},
6{
7"if": "outcome == 1",
7"fields": [
8{
9"key": "supported_locations",
9"type": "u8",
9"if": "response_to == 3",
9"repeat": "rest",
9"words": "sensor_location"
8},
8{
9"key": "crank_length_mm",
9"type": "u16",
9"if": "response_to == 5",
9"scale": "0.5",
9"unit": "mm"
8},
8{ "key": "chain_length_mm", "type": "u16", "if": "response_to == 7", "unit": "mm" },
8{
9"key": "chain_weight_kg",
9"type": "u16",
9"if": "response_to == 9",
9"scale": "0.001",
9"unit": "kg"
8},
8{ "key": "span_length_mm", "type": "u16", "if": "response_to == 11", "unit": "mm" },
8{ "key": "offset_compensation_value", "type": "i16", "if": "response_to == 12" },
8{ "key": "sampling_rate_hz", "type": "u8", "if": "response_to == 14", "unit": "Hz" },
8{ "key": "factory_calibration_date", "type": "date_time", "if": "response_to == 15" },
8{ "key": "offset_compensation_value", "type": "i16", "if": "response_to == 16" },
8{ "type": "maker_data", "if": "response_to == 16 && rest > 0" }
7]
6},
6{
7"if": "outcome == 4 && response_to == 16 && rest > 0",
7"fields": [
8{
9"key": "compensation_error",
9"type": "u8",
9"words": {
:"1": "incorrect_calibration_position",
:"255": "manufacturer_specific",
:"*": "reserved"
9}
8},
8{ "type": "maker_data", "if": "compensation_error == 255 && rest > 0" }
7]
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1],
1"text": "{command}[ to {response_to}: {outcome}][, {compensation_error}][ {cumulative_value}][ {sensor_location}][ {supported_locations}][ {crank_length_mm:1} mm][ {chain_length_mm} mm][ {chain_weight_kg:3} kg][ {span_length_mm} mm][ {offset_compensation_value}][ {sampling_rate_hz} Hz]"
0}
0{
1"name": "Location and Speed",
1"source": "Location and Navigation Service 1.0, 3.2",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "13..15" },
2{ "key": "speed_m_per_s", "type": "u16", "if": "flags.0", "scale": "0.01", "unit": "m/s" },
2{ "key": "total_distance_m", "type": "u24", "if": "flags.1", "scale": "0.1", "unit": "m" },
2{ "key": "latitude_degrees", "type": "i32", "if": "flags.2", "scale": "0.0000001", "unit": "°" },
2{ "key": "longitude_degrees", "type": "i32", "if": "flags.2", "scale": "0.0000001", "unit": "°" },
2{ "key": "elevation_m", "type": "i24", "if": "flags.3", "scale": "0.01", "unit": "m" },
2{ "key": "heading_degrees", "type": "u16", "if": "flags.4", "scale": "0.01", "unit": "°" },
2{ "key": "rolling_time_s", "type": "u8", "if": "flags.5", "unit": "s" },
2{ "key": "utc_time", "type": "date_time", "if": "flags.6" },
2{ "key": "position_status", "of": "flags.7..8", "words": "position_status", "code": false },
2{ "key": "distance_format", "of": "flags.9", "words": { "0": "2d", "1": "3d" }, "code": false },
2{
3"key": "elevation_source",
3"of": "flags.10..11",
3"words": { "0": "positioning_system", "1": "barometric", "2": "database", "3": "other" },
3"code": false
2},
2{
3"key": "heading_source",
3"of": "flags.12",
3"words": { "0": "movement", "1": "magnetic_compass" },
3"code": false
2}
1],
1"text": "[{latitude_degrees:6} {longitude_degrees:6}][  {elevation_m:1} m][  {speed_m_per_s:2} m/s]"
0}
0{
1"name": "Navigation",
1"source": "Location and Navigation Service 1.0, 3.4",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "9..15" },
2{ "key": "bearing_degrees", "type": "u16", "scale": "0.01", "unit": "°" },
2{ "key": "heading_degrees", "type": "u16", "scale": "0.01", "unit": "°" },
2{ "key": "remaining_distance_m", "type": "u24", "if": "flags.0", "scale": "0.1", "unit": "m" },
2{ "key": "remaining_vertical_distance_m", "type": "i24", "if": "flags.1", "scale": "0.01", "unit": "m" },
2{ "key": "estimated_time_of_arrival", "type": "date_time", "if": "flags.2" },
2{ "key": "position_status", "of": "flags.3..4", "words": "position_status", "code": false },
2{
3"key": "heading_source",
3"of": "flags.5",
3"words": { "0": "movement", "1": "magnetic_compass" },
3"code": false
2},
2{
3"key": "navigation_indicator",
3"of": "flags.6",
3"words": { "0": "to_waypoint", "1": "to_destination" },
3"code": false
2},
2{ "key": "waypoint_reached", "of": "flags.7" },
2{ "key": "destination_reached", "of": "flags.8" }
1],
1"text": "[bearing {bearing_degrees:2}°][  {remaining_distance_m:1} m]"
0}
0{
1"name": "Position Quality",
1"source": "Location and Navigation Service 1.0, 3.3",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "9..15" },
2{ "key": "beacons_in_solution", "type": "u8", "if": "flags.0" },
2{ "key": "beacons_in_view", "type": "u8", "if": "flags.1" },
2{ "key": "time_to_first_fix_s", "type": "u16", "if": "flags.2", "scale": "0.1", "unit": "s" },
2{ "key": "horizontal_position_error_m", "type": "u32", "if": "flags.3", "scale": "0.01", "unit": "m" },
2{ "key": "vertical_position_error_m", "type": "u32", "if": "flags.4", "scale": "0.01", "unit": "m" },
2{ "key": "hdop", "type": "u8", "if": "flags.5", "scale": "0.2" },
2{ "key": "vdop", "type": "u8", "if": "flags.6", "scale": "0.2" },
2{ "key": "position_status", "of": "flags.7..8", "words": "position_status", "code": false }
1]
0}
0{
1"name": "LN Feature",
1"fields": [
2{
3"key": "features",
3"type": "u32",
3"flags": {
4"0": "speed", "1": "total_distance", "2": "location", "3": "elevation", "4": "heading",
4"5": "rolling_time", "6": "utc_time", "7": "remaining_distance",
4"8": "remaining_vertical_distance", "9": "estimated_time_of_arrival", "10": "beacons_in_solution",
4"11": "beacons_in_view", "12": "time_to_first_fix", "13": "horizontal_position_error",
4"14": "vertical_position_error", "15": "hdop", "16": "vdop", "17": "content_masking",
4"18": "fix_rate", "19": "elevation_setting", "20": "position_status"
3}
2}
1]
0}
0{
1"name": "LN Control Point",
1"source": "Location and Navigation Service 1.0, 3.6",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "set_cumulative_value",
5"fields": [{ "key": "cumulative_distance_m", "type": "u24", "scale": "0.1", "unit": "m" }]
4},
4"2": { "word": "mask_content", "fields": [{ "key": "content_mask", "type": "u16" }] },
4"3": {
5"word": "navigation_control",
5"fields": [
6{
7"key": "navigation_command",
7"type": "u8",
7"words": {
8"0": "stop", "1": "start", "2": "pause", "3": "resume", "4": "skip_waypoint",
8"5": "select_nearest_waypoint", "*": "reserved"
7}
6}
5]
4},
4"4": { "word": "request_number_of_routes" },
4"5": { "word": "request_name_of_route", "fields": [{ "key": "route_number", "type": "u16" }] },
4"6": { "word": "select_route", "fields": [{ "key": "route_number", "type": "u16" }] },
4"7": { "word": "set_fix_rate", "fields": [{ "key": "fix_rate_s", "type": "u8", "unit": "s" }] },
4"8": {
5"word": "set_elevation",
5"fields": [{ "key": "elevation_m", "type": "i24", "scale": "0.01", "unit": "m" }]
4},
4"32": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
8"4": "operation_failed", "*": "reserved"
7}
6},
6{ "key": "number_of_routes", "type": "u16", "if": "response_to == 4 && outcome == 1" },
6{ "key": "route_name", "type": "utf8", "if": "response_to == 5 && outcome == 1" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Elevation",
1"fields": [{ "key": "elevation_m", "type": "i24", "scale": "0.01", "unit": "m" }],
1"text": "[{elevation_m:2} m]"
0}
0{
1"name": "Pressure",
1"fields": [{ "key": "pressure_hpa", "type": "u32", "scale": "0.001", "unit": "hPa" }],
1"text": "[{pressure_hpa:2} hPa]"
0}
0{
1"name": "Temperature",
1"fields": [
2{
3"key": "temperature_celsius",
3"type": "i16",
3"valid": "-27315..32767",
3"scale": "0.01",
3"special": { "-32768": [null, "not known"] },
3"unit": "°C"
2},
2{ "note": "the sensor does not know the value", "if": "temperature_celsius == -32768" }
1],
1"text": "{temperature_celsius:2}"
0}
0{
1"name": "Humidity",
1"fields": [
2{
3"key": "relative_humidity_percent",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": null },
3"limits": [0, 100],
3"unit": "%"
2},
2{ "as": "unknown", "of": "relative_humidity_percent == 65535" },
2{ "note": "the sensor does not know the value", "if": "relative_humidity_percent == 65535" }
1],
1"text": "[{relative_humidity_percent:2} %]{unknown?not known:}"
0}
0{
1"name": "True Wind Speed",
1"fields": [{ "key": "true_wind_speed_m_per_s", "type": "u16", "scale": "0.01", "unit": "m/s" }],
1"text": "[{true_wind_speed_m_per_s:2} m/s]"
0}
0{
1"name": "True Wind Direction",
1"fields": [
2{
3"key": "true_wind_direction_degrees",
3"type": "u16",
3"scale": "0.01",
3"valid": "0..35999",
3"unit": "°"
2}
1],
1"text": "[{true_wind_direction_degrees:2}°]"
0}
0{
1"name": "Apparent Wind Speed",
1"fields": [{ "key": "apparent_wind_speed_m_per_s", "type": "u16", "scale": "0.01", "unit": "m/s" }],
1"text": "[{apparent_wind_speed_m_per_s:2} m/s]"
0}
0{
1"name": "Apparent Wind Direction",
1"fields": [
2{
3"key": "apparent_wind_direction_degrees",
3"type": "u16",
3"scale": "0.01",
3"valid": "0..35999",
3"unit": "°"
2}
1],
1"text": "[{apparent_wind_direction_degrees:2}°]"
0}
0{
1"name": "Gust Factor",
1"fields": [{ "key": "gust_factor", "type": "u8", "scale": "0.1" }],
1"text": "[{gust_factor:1}]"
0}
0{
1"name": "Pollen Concentration",
1"fields": [{ "key": "pollen_concentration_per_m3", "type": "u24", "unit": "1/m³" }],
1"text": "[{pollen_concentration_per_m3} per m³]"
0}
0{
1"name": "UV Index",
1"fields": [{ "key": "uv_index", "type": "u8" }],
1"text": "[{uv_index}]"
0}
0{
1"name": "Irradiance",
1"fields": [{ "key": "irradiance_w_per_m2", "type": "u16", "scale": "0.1", "unit": "W/m²" }],
1"text": "[{irradiance_w_per_m2:1} W/m²]"
0}
0{
1"name": "Rainfall",
1"fields": [{ "key": "rainfall_mm", "type": "u16", "unit": "mm" }],
1"text": "[{rainfall_mm} mm]"
0}
0{
1"name": "Wind Chill",
1"fields": [{ "key": "wind_chill_celsius", "type": "i8", "unit": "°C" }],
1"text": "[{wind_chill_celsius:0}]"
0}
0{
1"name": "Heat Index",
1"fields": [{ "key": "heat_index_celsius", "type": "i8", "unit": "°C" }],
1"text": "[{heat_index_celsius:0}]"
0}
0{
1"name": "Dew Point",
1"fields": [{ "key": "dew_point_celsius", "type": "i8", "unit": "°C" }],
1"text": "[{dew_point_celsius:0}]"
0}
0{
1"name": "Descriptor Value Changed",
1"source": "Environmental Sensing Service 1.0, 3.2",
1"fields": [
2{
3"key": "source_of_change",
3"type": "u16",
3"flags": {
4"0": "client", "1": "trigger_descriptor", "2": "configuration_descriptor",
4"3": "measurement_descriptor", "4": "user_description_descriptor"
3}
2},
2{ "key": "characteristic_uuid", "type": "uuid" }
1]
0}
0{
1"name": "Aerobic Heart Rate Lower Limit",
1"fields": [{ "key": "aerobic_lower_limit_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{aerobic_lower_limit_bpm} bpm]"
0}
0{
1"name": "Aerobic Threshold",
1"fields": [{ "key": "aerobic_threshold_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{aerobic_threshold_bpm} bpm]"
0}
0{
1"name": "Age",
1"fields": [{ "key": "age_years", "type": "u8", "unit": "years" }],
1"text": "[{age_years} years]"
0}
0{
1"name": "Anaerobic Heart Rate Lower Limit",
1"fields": [{ "key": "anaerobic_lower_limit_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{anaerobic_lower_limit_bpm} bpm]"
0}
0{
1"name": "Anaerobic Heart Rate Upper Limit",
1"fields": [{ "key": "anaerobic_upper_limit_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{anaerobic_upper_limit_bpm} bpm]"
0}
0{
1"name": "Anaerobic Threshold",
1"fields": [{ "key": "anaerobic_threshold_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{anaerobic_threshold_bpm} bpm]"
0}
0{
1"name": "Aerobic Heart Rate Upper Limit",
1"fields": [{ "key": "aerobic_upper_limit_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{aerobic_upper_limit_bpm} bpm]"
0}
0{
1"name": "Date of Birth",
1"fields": [{ "type": "day_of_calendar" }],
1"text": "{year}[-{month}][-{day}]"
0}
0{
1"name": "Date of Threshold Assessment",
1"fields": [{ "type": "day_of_calendar" }],
1"text": "{year}[-{month}][-{day}]"
0}
0{
1"name": "Email Address",
1"fields": [{ "key": "email_address", "type": "utf8" }],
1"text": "{email_address:q}"
0}
0{
1"name": "Fat Burn Heart Rate Lower Limit",
1"fields": [{ "key": "fat_burn_lower_limit_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{fat_burn_lower_limit_bpm} bpm]"
0}
0{
1"name": "Fat Burn Heart Rate Upper Limit",
1"fields": [{ "key": "fat_burn_upper_limit_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{fat_burn_upper_limit_bpm} bpm]"
0}
0{
1"name": "First Name",
1"fields": [{ "key": "first_name", "type": "utf8" }],
1"text": "{first_name:q}"
0}
0{
1"name": "Five Zone Heart Rate Limits",
1"fields": [
2{ "key": "very_light_light_limit_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "light_moderate_limit_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "moderate_hard_limit_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "hard_maximum_limit_bpm", "type": "u8", "unit": "bpm" }
1]
0}
0{
1"name": "Gender",
1"fields": [
2{
3"key": "gender",
3"type": "u8",
3"words": { "0": "male", "1": "female", "2": "unspecified", "*": "reserved" }
2}
1],
1"text": "{gender}"
0}
0{
1"name": "Heart Rate Max",
1"fields": [{ "key": "heart_rate_max_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{heart_rate_max_bpm} bpm]"
0}
0{
1"name": "Height",
1"fields": [{ "key": "height_m", "type": "u16", "scale": "0.01", "unit": "m" }],
1"text": "[{height_m:2} m]"
0}
0{
1"name": "Hip Circumference",
1"fields": [{ "key": "hip_circumference_m", "type": "u16", "scale": "0.01", "unit": "m" }],
1"text": "[{hip_circumference_m:2} m]"
0}
0{
1"name": "Last Name",
1"fields": [{ "key": "last_name", "type": "utf8" }],
1"text": "{last_name:q}"
0}
0{
1"name": "Maximum Recommended Heart Rate",
1"fields": [{ "key": "maximum_recommended_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{maximum_recommended_bpm} bpm]"
0}
0{
1"name": "Resting Heart Rate",
1"fields": [{ "key": "resting_heart_rate_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{resting_heart_rate_bpm} bpm]"
0}
0{
1"name": "Sport Type for Aerobic and Anaerobic Thresholds",
1"fields": [
2{
3"key": "sport_type",
3"type": "u8",
3"words": {
4"0": "unspecified", "1": "running", "2": "cycling", "3": "rowing", "4": "cross_training",
4"5": "climbing", "6": "skiing", "7": "skating", "8": "arm_exercising",
4"9": "lower_body_exercising", "10": "upper_body_exercising", "11": "whole_body_exercising",
4"*": "reserved"
3}
2}
1],
1"text": "{sport_type}"
0}
0{
1"name": "Three Zone Heart Rate Limits",
1"fields": [
2{ "key": "light_moderate_limit_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "moderate_hard_limit_bpm", "type": "u8", "unit": "bpm" }
1]
0}
0{
1"name": "Two Zone Heart Rate Limits",
1"fields": [{ "key": "fat_burn_fitness_limit_bpm", "type": "u8", "unit": "bpm" }],
1"text": "[{fat_burn_fitness_limit_bpm} bpm]"
0}
0{
1"name": "VO2 Max",
1"fields": [{ "key": "vo2_max_ml_per_kg_per_min", "type": "u8", "unit": "mL/kg/min" }],
1"text": "[{vo2_max_ml_per_kg_per_min} ml/kg/min]"
0}
0{
1"name": "Waist Circumference",
1"fields": [{ "key": "waist_circumference_m", "type": "u16", "scale": "0.01", "unit": "m" }],
1"text": "[{waist_circumference_m:2} m]"
0}
0{
1"name": "Weight",
1"fields": [{ "key": "weight_kg", "type": "u16", "scale": "0.005", "unit": "kg" }],
1"text": "[{weight_kg:3} kg]"
0}
0{
1"name": "Database Change Increment",
1"fields": [{ "key": "database_change_increment", "type": "u32" }],
1"text": "[{database_change_increment}]"
0}
0{
1"name": "User Index",
1"fields": [{ "key": "user_index", "type": "u8", "special": { "255": "unknown_user" } }],
1"text": "[{user_index}][{user_index_status}]"
0}
0{
1"name": "Body Composition Feature",
1"fields": [
2{ "as": "bits", "type": "u32", "reserved": "18..31" },
2{ "key": "time_stamp_supported", "of": "bits.0" },
2{ "key": "multiple_users_supported", "of": "bits.1" },
2{ "key": "basal_metabolism_supported", "of": "bits.2" },
2{ "key": "muscle_percentage_supported", "of": "bits.3" },
2{ "key": "muscle_mass_supported", "of": "bits.4" },
2{ "key": "fat_free_mass_supported", "of": "bits.5" },
2{ "key": "soft_lean_mass_supported", "of": "bits.6" },
2{ "key": "body_water_mass_supported", "of": "bits.7" },
2{ "key": "impedance_supported", "of": "bits.8" },
2{ "key": "weight_supported", "of": "bits.9" },
2{ "key": "height_supported", "of": "bits.10" },
2{
3"key": "weight_resolution",
3"of": "bits.11..14",
3"words": {
4"0": "not_specified", "1": "0.5_kg_or_1_lb", "2": "0.2_kg_or_0.5_lb", "3": "0.1_kg_or_0.2_lb",
4"4": "0.05_kg_or_0.1_lb", "5": "0.02_kg_or_0.05_lb", "6": "0.01_kg_or_0.02_lb",
4"7": "0.005_kg_or_0.01_lb", "*": "reserved"
3}
2},
2{
3"key": "height_resolution",
3"of": "bits.15..17",
3"words": {
4"0": "not_specified", "1": "0.01_m_or_1_in", "2": "0.005_m_or_0.5_in", "3": "0.001_m_or_0.1_in",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Body Composition Measurement",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "13..15" },
2{
3"key": "body_fat_percent",
3"type": "u16",
3"scale": "0.1",
3"special": { "65535": "measurement_unsuccessful" },
3"unit": "%"
2},
2{ "key": "timestamp", "type": "date_time", "if": "flags.1" },
2{ "key": "user_id", "type": "u8", "if": "flags.2", "special": { "255": "unknown_user" } },
2{ "key": "basal_metabolism_kj", "type": "u16", "if": "flags.3", "unit": "kJ" },
2{ "key": "muscle_percent", "type": "u16", "if": "flags.4", "scale": "0.1", "unit": "%" },
2{ "key": "muscle_mass_kg", "type": "u16", "if": "flags.5 && !flags.0", "scale": "0.005", "unit": "kg" },
2{ "key": "muscle_mass_lb", "type": "u16", "if": "flags.5 && flags.0", "scale": "0.01", "unit": "lb" },
2{
3"key": "fat_free_mass_kg",
3"type": "u16",
3"if": "flags.6 && !flags.0",
3"scale": "0.005",
3"unit": "kg"
2},
2{ "key": "fat_free_mass_lb", "type": "u16", "if": "flags.6 && flags.0", "scale": "0.01", "unit": "lb" },
2{
3"key": "soft_lean_mass_kg",
3"type": "u16",
3"if": "flags.7 && !flags.0",
3"scale": "0.005",
3"unit": "kg"
2},
2{ "key": "soft_lean_mass_lb", "type": "u16", "if": "flags.7 && flags.0", "scale": "0.01", "unit": "lb" },
2{
3"key": "body_water_mass_kg",
3"type": "u16",
3"if": "flags.8 && !flags.0",
3"scale": "0.005",
3"unit": "kg"
2},
2{
3"key": "body_water_mass_lb",
3"type": "u16",
3"if": "flags.8 && flags.0",
3"scale": "0.01",
3"unit": "lb"
2},
2{ "key": "impedance_ohm", "type": "u16", "if": "flags.9", "scale": "0.1", "unit": "Ω" },
2{ "key": "weight_kg", "type": "u16", "if": "flags.10 && !flags.0", "scale": "0.005", "unit": "kg" },
2{ "key": "weight_lb", "type": "u16", "if": "flags.10 && flags.0", "scale": "0.01", "unit": "lb" },
2{ "key": "height_m", "type": "u16", "if": "flags.11 && !flags.0", "scale": "0.001", "unit": "m" },
2{ "key": "height_in", "type": "u16", "if": "flags.11 && flags.0", "scale": "0.1", "unit": "in" },
2{ "key": "more_to_follow", "of": "flags.12", "if": "flags.12" }
1],
1"text": "[fat {body_fat_percent:1} %][  {weight_kg:3} kg][  {weight_lb:2} lb]"
0}
0{
1"name": "Weight Measurement",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "4..7" },
2{
3"key": "weight_kg",
3"type": "u16",
3"if": "!flags.0",
3"scale": "0.005",
3"special": { "65535": "measurement_unsuccessful" },
3"unit": "kg"
2},
2{
3"key": "weight_lb",
3"type": "u16",
3"if": "flags.0",
3"scale": "0.01",
3"special": { "65535": "measurement_unsuccessful" },
3"unit": "lb"
2},
2{ "key": "timestamp", "type": "date_time", "if": "flags.1" },
2{ "key": "user_id", "type": "u8", "if": "flags.2", "special": { "255": "unknown_user" } },
2{ "key": "bmi_kg_per_m2", "type": "u16", "if": "flags.3", "scale": "0.1", "unit": "kg/m²" },
2{ "key": "height_m", "type": "u16", "if": "flags.3 && !flags.0", "scale": "0.001", "unit": "m" },
2{ "key": "height_in", "type": "u16", "if": "flags.3 && flags.0", "scale": "0.1", "unit": "in" }
1],
1"text": "[{weight_kg:3} kg][{weight_lb:2} lb]"
0}
0{
1"name": "Weight Scale Feature",
1"fields": [
2{ "as": "bits", "type": "u32", "reserved": "10..31" },
2{ "key": "time_stamp_supported", "of": "bits.0" },
2{ "key": "multiple_users_supported", "of": "bits.1" },
2{ "key": "bmi_supported", "of": "bits.2" },
2{
3"key": "weight_resolution",
3"of": "bits.3..6",
3"words": {
4"0": "not_specified", "1": "0.5_kg_or_1_lb", "2": "0.2_kg_or_0.5_lb", "3": "0.1_kg_or_0.2_lb",
4"4": "0.05_kg_or_0.1_lb", "5": "0.02_kg_or_0.05_lb", "6": "0.01_kg_or_0.02_lb",
4"7": "0.005_kg_or_0.01_lb", "*": "reserved"
3}
2},
2{
3"key": "height_resolution",
3"of": "bits.7..9",
3"words": {
4"0": "not_specified", "1": "0.01_m_or_1_in", "2": "0.005_m_or_0.5_in", "3": "0.001_m_or_0.1_in",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "User Control Point",
1"source": "User Data Service 1.1, 3.3",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "register_new_user", "fields": [{ "key": "consent_code", "type": "u16" }] },
4"2": {
5"word": "consent",
5"fields": [
6{ "key": "user_index", "type": "u8", "special": { "255": "unknown_user" } },
6{ "key": "consent_code", "type": "u16" }
5]
4},
4"3": { "word": "delete_user_data" },
4"4": { "word": "list_all_users" },
4"5": {
5"word": "delete_users",
5"fields": [{ "key": "user_index", "type": "u8", "special": { "255": "all_users" } }]
4},
4"32": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
8"4": "operation_failed", "5": "user_not_authorized", "*": "reserved"
7}
6},
6{
7"key": "user_index",
7"type": "u8",
7"if": "outcome == 1 && (response_to == 1 || response_to == 5) && rest > 0",
7"special": { "255": "all_users" }
6},
6{ "key": "number_of_users", "type": "u8", "if": "outcome == 1 && response_to == 4 && rest > 0" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Magnetic Flux Density - 2D",
1"fields": [
2{ "key": "magnetic_flux_x_ut", "type": "i16", "scale": "0.1", "unit": "µT" },
2{ "key": "magnetic_flux_y_ut", "type": "i16", "scale": "0.1", "unit": "µT" }
1],
1"text": "[{magnetic_flux_x_ut:1}][ {magnetic_flux_y_ut:1} µT]"
0}
0{
1"name": "Magnetic Flux Density - 3D",
1"fields": [{ "key": "magnetic_flux_ut", "type": "i16", "repeat": 3, "axes": true, "scale": "0.1", "unit": "µT" }],
1"text": "[{magnetic_flux_ut:1} µT]"
0}
0{
1"name": "Language",
1"fields": [{ "key": "language", "type": "utf8" }],
1"text": "{language:q}"
0}
0{
1"name": "Barometric Pressure Trend",
1"fields": [
2{
3"key": "barometric_pressure_trend",
3"type": "u8",
3"words": {
4"0": "unknown", "1": "continuously_falling", "2": "continuously_rising",
4"3": "falling_then_steady", "4": "rising_then_steady", "5": "falling_before_a_lesser_rise",
4"6": "falling_before_a_greater_rise", "7": "rising_before_a_greater_fall",
4"8": "rising_before_a_lesser_fall", "9": "steady", "*": "reserved"
3}
2}
1]
0}
0{
1"name": "Bond Management Control Point",
1"source": "BMS 3.1",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "delete_requesting_device_br_edr_le" },
4"2": { "word": "delete_requesting_device_br_edr" },
4"3": { "word": "delete_requesting_device_le" },
4"4": { "word": "delete_all_br_edr_le" },
4"5": { "word": "delete_all_br_edr" },
4"6": { "word": "delete_all_le" },
4"7": { "word": "delete_all_but_active_br_edr_le" },
4"8": { "word": "delete_all_but_active_br_edr" },
4"9": { "word": "delete_all_but_active_le" },
4"*": { "word": "reserved" }
3}
2},
2{ "key": "authorization_code", "type": "utf8", "if": "rest > 0" }
1]
0}
0{
1"name": "Bond Management Feature",
1"source": "BMS 3.2",
1"fields": [
2{ "as": "first", "type": "u8" },
2{ "as": "second", "type": "u8", "if": "rest > 0" },
2{ "as": "third", "type": "u8", "if": "rest > 0" },
2{
3"key": "bond_management_features",
3"of": "length > 2 ? first | second << 8 | third << 16 : length > 1 ? first | second << 8 : first",
3"flags": {
4"0": "delete_requesting_device_br_edr_le",
4"1": "authorization_for_requesting_device_br_edr_le",
4"2": "delete_requesting_device_br_edr",
4"3": "authorization_for_requesting_device_br_edr",
4"4": "delete_requesting_device_le",
4"5": "authorization_for_requesting_device_le",
4"6": "delete_all_br_edr_le",
4"7": "authorization_for_all_br_edr_le",
4"8": "delete_all_br_edr",
4"9": "authorization_for_all_br_edr",
4"10": "delete_all_le",
4"11": "authorization_for_all_le",
4"12": "delete_all_but_active_br_edr_le",
4"13": "authorization_for_all_but_active_br_edr_le",
4"14": "delete_all_but_active_br_edr",
4"15": "authorization_for_all_but_active_br_edr",
4"16": "delete_all_but_active_le",
4"17": "authorization_for_all_but_active_le"
3}
2},
2{ "as": "further", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Central Address Resolution",
1"source": "Vol 3, Part C, 12.4",
1"text": "[{central_address_resolution?supported:not supported}]",
1"fields": [
2{ "as": "support", "type": "u8" },
2{ "key": "central_address_resolution", "of": "support == 1", "if": "support <= 1" },
2{ "note": "reserved value", "if": "support > 1" }
1]
0}
0{
1"name": "CGM Measurement",
1"fields": [
2{
3"key": "records",
3"repeat": "rest",
3"size": { "type": "u8", "plus": -1 },
3"fields": [
4{ "as": "flags", "type": "u8", "reserved": "2..4" },
4{ "key": "glucose_mg_per_dl", "type": "sfloat", "unit": "mg/dL" },
4{ "key": "time_offset_min", "type": "u16", "unit": "min" },
4{
5"key": "cgm_status",
5"type": "u8",
5"if": "flags.7",
5"flags": {
6"0": "session_stopped", "1": "device_battery_low", "2": "sensor_type_incorrect",
6"3": "sensor_malfunction", "4": "device_specific_alert", "5": "general_device_fault"
5}
4},
4{
5"key": "calibration_status",
5"type": "u8",
5"if": "flags.6",
5"flags": {
6"0": "time_synchronization_required", "1": "calibration_not_allowed",
6"2": "calibration_recommended", "3": "calibration_required",
6"4": "sensor_temperature_too_high", "5": "sensor_temperature_too_low"
5}
4},
4{
5"key": "warning_status",
5"type": "u8",
5"if": "flags.5",
5"flags": {
6"0": "below_patient_low", "1": "above_patient_high", "2": "below_hypo_level",
6"3": "above_hyper_level", "4": "decrease_rate_exceeded", "5": "increase_rate_exceeded",
6"6": "result_below_range", "7": "result_above_range"
5}
4},
4{ "key": "trend_mg_per_dl_per_min", "type": "sfloat", "if": "flags.0", "unit": "mg/dL/min" },
4{ "key": "quality_percent", "type": "sfloat", "if": "flags.1", "unit": "%" },
4{
5"key": "e2e_crc",
5"if": "rest == 2",
5"check": {
6"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
6"over": "0..-3"
5}
4}
3]
2}
1]
0}
0{
1"name": "CGM Feature",
1"fields": [
2{
3"key": "features",
3"type": "u24",
3"flags": {
4"0": "calibration", "1": "patient_high_low_alerts", "2": "hypo_alerts", "3": "hyper_alerts",
4"4": "rate_alerts", "5": "device_specific_alert", "6": "sensor_malfunction_detection",
4"7": "sensor_temperature_detection", "8": "sensor_result_detection", "9": "low_battery_detection",
4"10": "sensor_type_error_detection", "11": "general_device_fault", "12": "e2e_crc",
4"13": "multiple_bonds", "14": "multiple_sessions", "15": "trend", "16": "quality"
3}
2},
2{ "as": "site", "type": "u8" },
2{ "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
2{ "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
2{ "as": "crc", "type": "u16", "at": 4 },
2{ "skip": 2, "if": "crc == 65535" },
2{
3"key": "e2e_crc",
3"if": "rest == 2 && crc != 65535",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "CGM Status",
1"fields": [
2{ "key": "time_offset_min", "type": "u16", "unit": "min" },
2{
3"key": "cgm_status",
3"type": "u8",
3"flags": {
4"0": "session_stopped", "1": "device_battery_low", "2": "sensor_type_incorrect",
4"3": "sensor_malfunction", "4": "device_specific_alert", "5": "general_device_fault"
3}
2},
2{
3"key": "calibration_status",
3"type": "u8",
3"flags": {
4"0": "time_synchronization_required", "1": "calibration_not_allowed",
4"2": "calibration_recommended", "3": "calibration_required", "4": "sensor_temperature_too_high",
4"5": "sensor_temperature_too_low"
3}
2},
2{
3"key": "warning_status",
3"type": "u8",
3"flags": {
4"0": "below_patient_low", "1": "above_patient_high", "2": "below_hypo_level",
4"3": "above_hyper_level", "4": "decrease_rate_exceeded", "5": "increase_rate_exceeded",
4"6": "result_below_range", "7": "result_above_range"
3}
2},
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "CGM Session Start Time",
1"fields": [
2{ "key": "session_start_time", "type": "date_time" },
2{
3"key": "time_zone_min",
3"type": "i8",
3"scale": "15",
3"valid": "-48..56",
3"special": { "-128": "not_known" },
3"unit": "min"
2},
2{
3"key": "dst_offset",
3"type": "u8",
3"words": {
4"0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
4"*": "reserved"
3},
3"special": { "255": "not_known" }
2},
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1],
1"text": "[{session_start_time}]"
0}
0{
1"name": "CGM Session Run Time",
1"fields": [
2{ "key": "session_run_time_h", "type": "u16", "unit": "h" },
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1],
1"text": "[{session_run_time_h} h]"
0}
0{
1"name": "CGM Specific Ops Control Point",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "set_communication_interval",
5"fields": [
6{
7"key": "communication_interval_min",
7"type": "u8",
7"unit": "min",
7"special": { "0": "disabled", "255": "fastest" }
6}
5]
4},
4"2": { "word": "get_communication_interval" },
4"3": {
5"word": "communication_interval",
5"fields": [
6{
7"key": "communication_interval_min",
7"type": "u8",
7"unit": "min",
7"special": { "0": "disabled", "255": "fastest" }
6}
5]
4},
4"4": {
5"word": "set_calibration_value",
5"fields": [
6{ "key": "calibration_glucose_mg_per_dl", "type": "sfloat", "unit": "mg/dL" },
6{ "key": "calibration_time_min", "type": "u16", "unit": "min" },
6{ "as": "site", "type": "u8" },
6{ "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
6{ "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
6{ "key": "next_calibration_time_min", "type": "u16", "unit": "min" },
6{ "key": "calibration_record_number", "type": "u16" },
6{
7"key": "calibration_data_status",
7"type": "u8",
7"flags": { "0": "rejected", "1": "sensor_out_of_range", "2": "pending" }
6}
5]
4},
4"5": {
5"word": "get_calibration_value",
5"fields": [{ "key": "calibration_record_number", "type": "u16" }]
4},
4"6": {
5"word": "calibration_value",
5"fields": [
6{ "key": "calibration_glucose_mg_per_dl", "type": "sfloat", "unit": "mg/dL" },
6{ "key": "calibration_time_min", "type": "u16", "unit": "min" },
6{ "as": "site", "type": "u8" },
6{ "key": "sample_type", "of": "site.0..3", "words": "sample_type" },
6{ "key": "sample_location", "of": "site.4..7", "words": "sample_location" },
6{ "key": "next_calibration_time_min", "type": "u16", "unit": "min" },
6{ "key": "calibration_record_number", "type": "u16" },
6{
7"key": "calibration_data_status",
7"type": "u8",
7"flags": { "0": "rejected", "1": "sensor_out_of_range", "2": "pending" }
6}
5]
4},
4"7": {
5"word": "set_patient_high_alert_level",
5"fields": [{ "key": "patient_high_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"8": { "word": "get_patient_high_alert_level" },
4"9": {
5"word": "patient_high_alert_level",
5"fields": [{ "key": "patient_high_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"10": {
5"word": "set_patient_low_alert_level",
5"fields": [{ "key": "patient_low_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"11": { "word": "get_patient_low_alert_level" },
4"12": {
5"word": "patient_low_alert_level",
5"fields": [{ "key": "patient_low_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"13": {
5"word": "set_hypo_alert_level",
5"fields": [{ "key": "hypo_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"14": { "word": "get_hypo_alert_level" },
4"15": {
5"word": "hypo_alert_level",
5"fields": [{ "key": "hypo_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"16": {
5"word": "set_hyper_alert_level",
5"fields": [{ "key": "hyper_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"17": { "word": "get_hyper_alert_level" },
4"18": {
5"word": "hyper_alert_level",
5"fields": [{ "key": "hyper_alert_level_mg_per_dl", "type": "sfloat", "unit": "mg/dL" }]
4},
4"19": {
5"word": "set_rate_of_decrease_alert_level",
5"fields": [
6{
7"key": "rate_of_decrease_alert_level_mg_per_dl_per_min",
7"type": "sfloat",
7"unit": "mg/dL/min"
6}
5]
4},
4"20": { "word": "get_rate_of_decrease_alert_level" },
4"21": {
5"word": "rate_of_decrease_alert_level",
5"fields": [
6{
7"key": "rate_of_decrease_alert_level_mg_per_dl_per_min",
7"type": "sfloat",
7"unit": "mg/dL/min"
6}
5]
4},
4"22": {
5"word": "set_rate_of_increase_alert_level",
5"fields": [
6{
7"key": "rate_of_increase_alert_level_mg_per_dl_per_min",
7"type": "sfloat",
7"unit": "mg/dL/min"
6}
5]
4},
4"23": { "word": "get_rate_of_increase_alert_level" },
4"24": {
5"word": "rate_of_increase_alert_level",
5"fields": [
6{
7"key": "rate_of_increase_alert_level_mg_per_dl_per_min",
7"type": "sfloat",
7"unit": "mg/dL/min"
6}
5]
4},
4"25": { "word": "reset_device_specific_alert" },
4"26": { "word": "start_session" },
4"27": { "word": "stop_session" },
4"28": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_operand",
8"4": "procedure_not_completed", "5": "parameter_out_of_range", "*": "reserved"
7}
6}
5]
4},
4"*": { "word": "reserved" }
3}
2},
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "Indoor Positioning Configuration",
1"fields": [
2{
3"key": "indoor_positioning_configuration",
3"type": "u8",
3"flags": {
4"0": "coordinates", "1": "local_coordinates", "2": "tx_power", "3": "altitude",
4"4": "floor_number", "5": "uncertainty", "6": "location_name"
3}
2}
1]
0}
0{
1"name": "Latitude",
1"fields": [{ "type": "latitude" }],
1"text": "[{latitude_degrees:7}°][{latitude_degrees_status}]"
0}
0{
1"name": "Longitude",
1"fields": [{ "type": "longitude" }],
1"text": "[{longitude_degrees:7}°][{longitude_degrees_status}]"
0}
0{
1"name": "Local North Coordinate",
1"fields": [{ "type": "local_north" }],
1"text": "[{local_north_m:1} m][{local_north_m_status}]"
0}
0{
1"name": "Local East Coordinate",
1"fields": [{ "type": "local_east" }],
1"text": "[{local_east_m:1} m][{local_east_m_status}]"
0}
0{
1"name": "Floor Number",
1"fields": [{ "type": "floor_number" }],
1"text": "[{floor_number}][{floor_number_status}]"
0}
0{
1"name": "Altitude",
1"fields": [{ "type": "altitude" }],
1"text": "[{altitude_m:1} m][{altitude_m_status}]"
0}
0{
1"name": "Uncertainty",
1"fields": [{ "type": "uncertainty" }]
0}
0{
1"name": "Location Name",
1"fields": [{ "key": "location_name", "type": "utf8" }],
1"text": "{location_name:q}"
0}
0{
1"name": "URI",
1"source": "HPS 3.1",
1"text": "{uri:q}",
1"fields": [{ "key": "uri", "type": "utf8" }]
0}
0{
1"name": "HTTP Headers",
1"source": "HPS 3.2",
1"text": "{http_headers:q}",
1"fields": [{ "key": "http_headers", "type": "utf8" }]
0}
0{
1"name": "HTTP Status Code",
1"source": "HPS 3.3",
1"text": "{http_status_code}[, {http_data_status}]",
1"fields": [
2{ "key": "http_status_code", "type": "u16" },
2{
3"key": "http_data_status",
3"type": "u8",
3"flags": { "0": "headers_received", "1": "headers_truncated", "2": "body_received", "3": "body_truncated" }
2}
1]
0}
0{
1"name": "HTTP Entity Body",
1"source": "HPS 3.4",
1"text": "{http_body:q}",
1"fields": [{ "key": "http_body", "type": "utf8" }]
0}
0{
1"name": "HTTP Control Point",
1"source": "HPS 3.5",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "http_get" },
4"2": { "word": "http_head" },
4"3": { "word": "http_post" },
4"4": { "word": "http_put" },
4"5": { "word": "http_delete" },
4"6": { "word": "https_get" },
4"7": { "word": "https_head" },
4"8": { "word": "https_post" },
4"9": { "word": "https_put" },
4"10": { "word": "https_delete" },
4"11": { "word": "cancel" },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "HTTPS Security",
1"source": "HPS 3.6",
1"fields": [{ "key": "certificate_validated", "type": "bool" }]
0}
0{
1"name": "TDS Control Point",
1"source": "TDS 3.2",
1"direction": "notify",
1"fields": [
2{ "key": "response_to", "type": "u8", "words": { "1": "activate_transport", "*": "reserved" } },
2{
3"key": "outcome",
3"type": "u8",
3"success": 0,
3"words": {
4"0": "success",
4"1": "opcode_not_supported",
4"2": "invalid_parameter",
4"3": "unsupported_organization",
4"4": "operation_failed",
4"*": "reserved"
3}
2},
2{ "key": "response_parameters", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "TDS Control Point",
1"source": "TDS 3.2",
1"direction": "write",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "activate_transport",
5"fields": [
6{
7"key": "organization",
7"type": "u8",
7"words": {
8"1": "bluetooth_sig",
8"2": "wifi_alliance_neighbor_awareness_networking",
8"3": "wifi_alliance_service_advertisement",
8"*": "reserved"
7}
6},
6{ "key": "organization_data", "type": "hex", "if": "rest > 0" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "OTS Feature",
1"fields": [
2{
3"key": "object_action_features",
3"type": "u32",
3"flags": {
4"0": "create", "1": "delete", "2": "calculate_checksum", "3": "execute", "4": "read", "5": "write",
4"6": "append", "7": "truncate", "8": "patch", "9": "abort"
3}
2},
2{
3"key": "object_list_features",
3"type": "u32",
3"flags": { "0": "go_to", "1": "order", "2": "request_number_of_objects", "3": "clear_marking" }
2}
1]
0}
0{
1"name": "Object Name",
1"fields": [{ "key": "object_name", "type": "utf8" }],
1"text": "{object_name:q}"
0}
0{
1"name": "Object Type",
1"fields": [{ "key": "object_type", "type": "uuid" }],
1"text": "[{object_type}]"
0}
0{
1"name": "Object Size",
1"fields": [
2{ "key": "current_size_bytes", "type": "u32", "unit": "B" },
2{ "key": "allocated_size_bytes", "type": "u32", "unit": "B" }
1],
1"text": "[{current_size_bytes} bytes][ of {allocated_size_bytes}]"
0}
0{
1"name": "Object First-Created",
1"fields": [{ "key": "first_created", "type": "date_time" }],
1"text": "[{first_created}]"
0}
0{
1"name": "Object Last-Modified",
1"fields": [{ "key": "last_modified", "type": "date_time" }],
1"text": "[{last_modified}]"
0}
0{
1"name": "Object ID",
1"fields": [{ "key": "object_id", "type": "u48" }],
1"text": "[{object_id:012X}]"
0}
0{
1"name": "Object Properties",
1"fields": [
2{
3"key": "object_properties",
3"type": "u32",
3"flags": {
4"0": "delete", "1": "execute", "2": "read", "3": "write", "4": "append", "5": "truncate",
4"6": "patch", "7": "mark"
3}
2}
1]
0}
0{
1"name": "Object Action Control Point",
1"source": "Object Transfer Service 1.0, 3.3",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "create",
5"fields": [{ "key": "size_bytes", "type": "u32", "unit": "B" }, { "key": "object_type", "type": "uuid" }]
4},
4"2": { "word": "delete" },
4"3": {
5"word": "calculate_checksum",
5"fields": [
6{ "key": "offset_bytes", "type": "u32", "unit": "B" },
6{ "key": "length_bytes", "type": "u32", "unit": "B" }
5]
4},
4"4": { "word": "execute", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
4"5": {
5"word": "read",
5"fields": [
6{ "key": "offset_bytes", "type": "u32", "unit": "B" },
6{ "key": "length_bytes", "type": "u32", "unit": "B" }
5]
4},
4"6": {
5"word": "write",
5"fields": [
6{ "key": "offset_bytes", "type": "u32", "unit": "B" },
6{ "key": "length_bytes", "type": "u32", "unit": "B" },
6{ "key": "write_mode", "type": "u8", "flags": { "1": "truncate" } }
5]
4},
4"7": { "word": "abort" },
4"96": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
8"4": "insufficient_resources", "5": "invalid_object", "6": "channel_unavailable",
8"7": "unsupported_type", "8": "procedure_not_permitted", "9": "object_locked",
8"10": "operation_failed", "*": "reserved"
7}
6},
6{ "key": "calculated_checksum", "type": "u32", "if": "response_to == 3 && outcome == 1" },
6{ "key": "parameter", "type": "hex", "if": "rest > 0" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Object List Control Point",
1"source": "Object Transfer Service 1.0, 3.4",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "first" },
4"2": { "word": "last" },
4"3": { "word": "previous" },
4"4": { "word": "next" },
4"5": { "word": "go_to", "fields": [{ "key": "object_id", "type": "u48" }] },
4"6": {
5"word": "order",
5"fields": [
6{
7"key": "sort_order",
7"type": "u8",
7"words": {
8"1": "name_ascending", "2": "type_ascending", "3": "current_size_ascending",
8"4": "first_created_ascending", "5": "last_modified_ascending", "17": "name_descending",
8"18": "type_descending", "19": "current_size_descending", "20": "first_created_descending",
8"21": "last_modified_descending", "*": "reserved"
7}
6}
5]
4},
4"7": { "word": "request_number_of_objects" },
4"8": { "word": "clear_marking" },
4"112": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
8"4": "operation_failed", "5": "out_of_bounds", "6": "too_many_objects", "7": "no_object",
8"8": "object_id_not_found", "*": "reserved"
7}
6},
6{ "key": "number_of_objects", "type": "u32", "if": "response_to == 7 && outcome == 1" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Object List Filter",
1"fields": [
2{
3"key": "object_filter",
3"type": "u8",
3"cases": {
4"0": { "word": "no_filter" },
4"1": { "word": "name_starts_with", "fields": [{ "key": "filter_text", "type": "utf8" }] },
4"2": { "word": "name_ends_with", "fields": [{ "key": "filter_text", "type": "utf8" }] },
4"3": { "word": "name_contains", "fields": [{ "key": "filter_text", "type": "utf8" }] },
4"4": { "word": "name_is", "fields": [{ "key": "filter_text", "type": "utf8" }] },
4"5": { "word": "object_type", "fields": [{ "key": "object_type", "type": "uuid" }] },
4"6": {
5"word": "created_between",
5"fields": [{ "key": "filter_from", "type": "date_time" }, { "key": "filter_to", "type": "date_time" }]
4},
4"7": {
5"word": "modified_between",
5"fields": [{ "key": "filter_from", "type": "date_time" }, { "key": "filter_to", "type": "date_time" }]
4},
4"8": {
5"word": "current_size_between",
5"fields": [
6{ "key": "filter_minimum_bytes", "type": "u32", "unit": "B" },
6{ "key": "filter_maximum_bytes", "type": "u32", "unit": "B" }
5]
4},
4"9": {
5"word": "allocated_size_between",
5"fields": [
6{ "key": "filter_minimum_bytes", "type": "u32", "unit": "B" },
6{ "key": "filter_maximum_bytes", "type": "u32", "unit": "B" }
5]
4},
4"10": { "word": "marked_objects" },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Object Changed",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "5..7" },
2{ "key": "change_source", "of": "flags.0", "words": { "0": "server", "1": "client" }, "code": false },
2{ "key": "contents_changed", "of": "flags.1" },
2{ "key": "metadata_changed", "of": "flags.2" },
2{ "key": "object_created", "of": "flags.3" },
2{ "key": "object_deleted", "of": "flags.4" },
2{ "key": "object_id", "type": "u48" }
1]
0}
0{
1"name": "Resolvable Private Address Only",
1"source": "Vol 3, Part C, 12.5",
1"text": "{resolvable_private_address_only}",
1"fields": [
2{
3"key": "resolvable_private_address_only",
3"type": "u8",
3"words": { "0": "only_resolvable_private_addresses", "*": "reserved" }
2}
1]
0}
0{
1"name": "Fitness Machine Feature",
1"source": "Fitness Machine Service 1.0, 4.3",
1"fields": [
2{
3"key": "features",
3"type": "u32",
3"flags": {
4"0": "average_speed", "1": "cadence", "2": "total_distance", "3": "inclination",
4"4": "elevation_gain", "5": "pace", "6": "step_count", "7": "resistance_level",
4"8": "stride_count", "9": "expended_energy", "10": "heart_rate_measurement",
4"11": "metabolic_equivalent", "12": "elapsed_time", "13": "remaining_time",
4"14": "power_measurement", "15": "force_on_belt_and_power_output", "16": "user_data_retention"
3}
2},
2{
3"key": "target_settings",
3"type": "u32",
3"flags": {
4"0": "speed", "1": "inclination", "2": "resistance", "3": "power", "4": "heart_rate",
4"5": "expended_energy", "6": "step_number", "7": "stride_number", "8": "distance",
4"9": "training_time", "10": "time_in_two_heart_rate_zones", "11": "time_in_three_heart_rate_zones",
4"12": "time_in_five_heart_rate_zones", "13": "indoor_bike_simulation", "14": "wheel_circumference",
4"15": "spin_down", "16": "cadence"
3}
2}
1]
0}
0{
1"name": "Treadmill Data",
1"source": "Fitness Machine Service 1.0, 4.4",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "13..15" },
2{ "key": "speed_km_per_h", "type": "u16", "if": "!flags.0", "scale": "0.01", "unit": "km/h" },
2{ "key": "average_speed_km_per_h", "type": "u16", "if": "flags.1", "scale": "0.01", "unit": "km/h" },
2{ "key": "total_distance_m", "type": "u24", "if": "flags.2", "unit": "m" },
2{
3"key": "inclination_percent",
3"type": "i16",
3"if": "flags.3",
3"scale": "0.1",
3"special": { "32767": "not_known" },
3"unit": "%"
2},
2{
3"key": "ramp_angle_degrees",
3"type": "i16",
3"if": "flags.3",
3"scale": "0.1",
3"special": { "32767": "not_known" },
3"unit": "°"
2},
2{ "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.4", "scale": "0.1", "unit": "m" },
2{ "key": "negative_elevation_gain_m", "type": "u16", "if": "flags.4", "scale": "0.1", "unit": "m" },
2{
3"as": "narrow",
3"of": "rest == (flags.5 ? 1 : 0) + (flags.6 ? 1 : 0) + (flags.7 ? 5 : 0) + (flags.8 ? 1 : 0) + (flags.9 ? 1 : 0) + (flags.10 ? 2 : 0) + (flags.11 ? 2 : 0) + (flags.12 ? 4 : 0)"
2},
2{ "key": "pace_km_per_min", "type": "u8", "if": "flags.5 && narrow", "scale": "0.1", "unit": "km/min" },
2{ "key": "pace_s", "type": "u16", "if": "flags.5 && !narrow", "unit": "s" },
2{
3"key": "average_pace_km_per_min",
3"type": "u8",
3"if": "flags.6 && narrow",
3"scale": "0.1",
3"unit": "km/min"
2},
2{ "key": "average_pace_s", "type": "u16", "if": "flags.6 && !narrow", "unit": "s" },
2{
3"key": "total_energy_kcal",
3"type": "u16",
3"if": "flags.7",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_hour_kcal",
3"type": "u16",
3"if": "flags.7",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_minute_kcal",
3"type": "u8",
3"if": "flags.7",
3"special": { "255": "not_known" },
3"unit": "kcal"
2},
2{ "key": "heart_rate_bpm", "type": "u8", "if": "flags.8", "unit": "bpm" },
2{ "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.9", "scale": "0.1", "unit": "MET" },
2{ "key": "elapsed_time_s", "type": "u16", "if": "flags.10", "unit": "s" },
2{ "key": "remaining_time_s", "type": "u16", "if": "flags.11", "unit": "s" },
2{
3"key": "force_on_belt_n",
3"type": "i16",
3"if": "flags.12",
3"special": { "32767": "not_known" },
3"unit": "N"
2},
2{
3"key": "power_output_w",
3"type": "i16",
3"if": "flags.12",
3"special": { "32767": "not_known" },
3"unit": "W"
2},
2{ "key": "more_data", "of": "flags.0" }
1],
1"text": "[{speed_km_per_h:2} km/h][  {total_distance_m} m][  {heart_rate_bpm} bpm]"
0}
0{
1"name": "Cross Trainer Data",
1"source": "Fitness Machine Service 1.0, 4.5",
1"fields": [
2{ "as": "flags", "type": "u24", "reserved": "16..23" },
2{ "key": "speed_km_per_h", "type": "u16", "if": "!flags.0", "scale": "0.01", "unit": "km/h" },
2{ "key": "average_speed_km_per_h", "type": "u16", "if": "flags.1", "scale": "0.01", "unit": "km/h" },
2{ "key": "total_distance_m", "type": "u24", "if": "flags.2", "unit": "m" },
2{
3"key": "steps_per_minute",
3"type": "u16",
3"if": "flags.3",
3"special": { "65535": "not_known" },
3"unit": "1/min"
2},
2{
3"key": "average_step_rate_per_minute",
3"type": "u16",
3"if": "flags.3",
3"special": { "65535": "not_known" },
3"unit": "1/min"
2},
2{ "key": "stride_count", "type": "u16", "if": "flags.4", "scale": "0.1" },
2{ "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.5", "unit": "m" },
2{ "key": "negative_elevation_gain_m", "type": "u16", "if": "flags.5", "unit": "m" },
2{
3"key": "inclination_percent",
3"type": "i16",
3"if": "flags.6",
3"scale": "0.1",
3"special": { "32767": "not_known" },
3"unit": "%"
2},
2{
3"key": "ramp_angle_degrees",
3"type": "i16",
3"if": "flags.6",
3"scale": "0.1",
3"special": { "32767": "not_known" },
3"unit": "°"
2},
2{
3"as": "wide", "if": "flags.7",
3"of": "rest >= 2 + (flags.8 ? 2 : 0) + (flags.9 ? 2 : 0) + (flags.10 ? 5 : 0) + (flags.11 ? 1 : 0) + (flags.12 ? 1 : 0) + (flags.13 ? 2 : 0) + (flags.14 ? 2 : 0)"
2},
2{ "key": "resistance_level", "type": "u8", "if": "flags.7 && !wide", "scale": "10" },
2{ "key": "resistance_level", "type": "i16", "if": "flags.7 && wide" },
2{ "key": "instantaneous_power_w", "type": "i16", "if": "flags.8", "unit": "W" },
2{ "key": "average_power_w", "type": "i16", "if": "flags.9", "unit": "W" },
2{
3"key": "total_energy_kcal",
3"type": "u16",
3"if": "flags.10",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_hour_kcal",
3"type": "u16",
3"if": "flags.10",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_minute_kcal",
3"type": "u8",
3"if": "flags.10",
3"special": { "255": "not_known" },
3"unit": "kcal"
2},
2{ "key": "heart_rate_bpm", "type": "u8", "if": "flags.11", "unit": "bpm" },
2{ "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.12", "scale": "0.1", "unit": "MET" },
2{ "key": "elapsed_time_s", "type": "u16", "if": "flags.13", "unit": "s" },
2{ "key": "remaining_time_s", "type": "u16", "if": "flags.14", "unit": "s" },
2{
3"key": "movement_direction",
3"of": "flags.15",
3"code": false,
3"words": { "0": "forward", "1": "backward" }
2},
2{ "key": "more_data", "of": "flags.0" }
1],
1"text": "[{speed_km_per_h:2} km/h][  {steps_per_minute} steps/min][  {instantaneous_power_w} W]"
0}
0{
1"name": "Step Climber Data",
1"source": "Fitness Machine Service 1.0, 4.6",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "9..15" },
2{ "key": "floors", "type": "u16", "if": "!flags.0" },
2{ "key": "step_count", "type": "u16", "if": "!flags.0" },
2{ "key": "steps_per_minute", "type": "u16", "if": "flags.1", "unit": "1/min" },
2{ "key": "average_step_rate_per_minute", "type": "u16", "if": "flags.2", "unit": "1/min" },
2{ "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.3", "unit": "m" },
2{
3"key": "total_energy_kcal",
3"type": "u16",
3"if": "flags.4",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_hour_kcal",
3"type": "u16",
3"if": "flags.4",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_minute_kcal",
3"type": "u8",
3"if": "flags.4",
3"special": { "255": "not_known" },
3"unit": "kcal"
2},
2{ "key": "heart_rate_bpm", "type": "u8", "if": "flags.5", "unit": "bpm" },
2{ "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.6", "scale": "0.1", "unit": "MET" },
2{ "key": "elapsed_time_s", "type": "u16", "if": "flags.7", "unit": "s" },
2{ "key": "remaining_time_s", "type": "u16", "if": "flags.8", "unit": "s" },
2{ "key": "more_data", "of": "flags.0" }
1]
0}
0{
1"name": "Stair Climber Data",
1"source": "Fitness Machine Service 1.0, 4.7",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "10..15" },
2{ "key": "floors", "type": "u16", "if": "!flags.0" },
2{ "key": "steps_per_minute", "type": "u16", "if": "flags.1", "unit": "1/min" },
2{ "key": "average_step_rate_per_minute", "type": "u16", "if": "flags.2", "unit": "1/min" },
2{ "key": "positive_elevation_gain_m", "type": "u16", "if": "flags.3", "unit": "m" },
2{ "key": "stride_count", "type": "u16", "if": "flags.4" },
2{
3"key": "total_energy_kcal",
3"type": "u16",
3"if": "flags.5",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_hour_kcal",
3"type": "u16",
3"if": "flags.5",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_minute_kcal",
3"type": "u8",
3"if": "flags.5",
3"special": { "255": "not_known" },
3"unit": "kcal"
2},
2{ "key": "heart_rate_bpm", "type": "u8", "if": "flags.6", "unit": "bpm" },
2{ "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.7", "scale": "0.1", "unit": "MET" },
2{ "key": "elapsed_time_s", "type": "u16", "if": "flags.8", "unit": "s" },
2{ "key": "remaining_time_s", "type": "u16", "if": "flags.9", "unit": "s" },
2{ "key": "more_data", "of": "flags.0" }
1]
0}
0{
1"name": "Rower Data",
1"source": "Fitness Machine Service 1.0, 4.8",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "13..15" },
2{ "key": "stroke_rate_per_minute", "type": "u8", "if": "!flags.0", "scale": "0.5", "unit": "1/min" },
2{ "key": "stroke_count", "type": "u16", "if": "!flags.0" },
2{
3"key": "average_stroke_rate_per_minute",
3"type": "u8",
3"if": "flags.1",
3"scale": "0.5",
3"unit": "1/min"
2},
2{ "key": "total_distance_m", "type": "u24", "if": "flags.2", "unit": "m" },
2{
3"key": "pace_s_per_500m",
3"type": "u16",
3"if": "flags.3",
3"special": { "65535": "not_known" },
3"unit": "s"
2},
2{
3"key": "average_pace_s_per_500m",
3"type": "u16",
3"if": "flags.4",
3"special": { "65535": "not_known" },
3"unit": "s"
2},
2{ "key": "instantaneous_power_w", "type": "i16", "if": "flags.5", "unit": "W" },
2{ "key": "average_power_w", "type": "i16", "if": "flags.6", "unit": "W" },
2{
3"as": "wide", "if": "flags.7",
3"of": "rest >= 2 + (flags.8 ? 5 : 0) + (flags.9 ? 1 : 0) + (flags.10 ? 1 : 0) + (flags.11 ? 2 : 0) + (flags.12 ? 2 : 0)"
2},
2{ "key": "resistance_level", "type": "u8", "if": "flags.7 && !wide", "scale": "10" },
2{ "key": "resistance_level", "type": "i16", "if": "flags.7 && wide" },
2{
3"key": "total_energy_kcal",
3"type": "u16",
3"if": "flags.8",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_hour_kcal",
3"type": "u16",
3"if": "flags.8",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_minute_kcal",
3"type": "u8",
3"if": "flags.8",
3"special": { "255": "not_known" },
3"unit": "kcal"
2},
2{ "key": "heart_rate_bpm", "type": "u8", "if": "flags.9", "unit": "bpm" },
2{ "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.10", "scale": "0.1", "unit": "MET" },
2{ "key": "elapsed_time_s", "type": "u16", "if": "flags.11", "unit": "s" },
2{ "key": "remaining_time_s", "type": "u16", "if": "flags.12", "unit": "s" },
2{ "key": "more_data", "of": "flags.0" }
1],
1"text": "[{stroke_rate_per_minute:1} strokes/min][  {total_distance_m} m][  {instantaneous_power_w} W]"
0}
0{
1"name": "Indoor Bike Data",
1"source": "Fitness Machine Service 1.0, 4.9",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "13..15" },
2{ "key": "speed_km_per_h", "type": "u16", "if": "!flags.0", "scale": "0.01", "unit": "km/h" },
2{ "key": "average_speed_km_per_h", "type": "u16", "if": "flags.1", "scale": "0.01", "unit": "km/h" },
2{ "key": "cadence_rpm", "type": "u16", "if": "flags.2", "scale": "0.5", "unit": "rpm" },
2{ "key": "average_cadence_rpm", "type": "u16", "if": "flags.3", "scale": "0.5", "unit": "rpm" },
2{ "key": "total_distance_m", "type": "u24", "if": "flags.4", "unit": "m" },
2{
3"as": "wide", "if": "flags.5",
3"of": "rest >= 2 + (flags.6 ? 2 : 0) + (flags.7 ? 2 : 0) + (flags.8 ? 5 : 0) + (flags.9 ? 1 : 0) + (flags.10 ? 1 : 0) + (flags.11 ? 2 : 0) + (flags.12 ? 2 : 0)"
2},
2{ "key": "resistance_level", "type": "u8", "if": "flags.5 && !wide", "scale": "10" },
2{ "key": "resistance_level", "type": "i16", "if": "flags.5 && wide" },
2{ "key": "instantaneous_power_w", "type": "i16", "if": "flags.6", "unit": "W" },
2{ "key": "average_power_w", "type": "i16", "if": "flags.7", "unit": "W" },
2{
3"key": "total_energy_kcal",
3"type": "u16",
3"if": "flags.8",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_hour_kcal",
3"type": "u16",
3"if": "flags.8",
3"special": { "65535": "not_known" },
3"unit": "kcal"
2},
2{
3"key": "energy_per_minute_kcal",
3"type": "u8",
3"if": "flags.8",
3"special": { "255": "not_known" },
3"unit": "kcal"
2},
2{ "key": "heart_rate_bpm", "type": "u8", "if": "flags.9", "unit": "bpm" },
2{ "key": "metabolic_equivalent_met", "type": "u8", "if": "flags.10", "scale": "0.1", "unit": "MET" },
2{ "key": "elapsed_time_s", "type": "u16", "if": "flags.11", "unit": "s" },
2{ "key": "remaining_time_s", "type": "u16", "if": "flags.12", "unit": "s" },
2{ "key": "more_data", "of": "flags.0" }
1],
1"text": "[{speed_km_per_h:2} km/h][  {cadence_rpm:1} rpm][  {instantaneous_power_w} W]"
0}
0{
1"name": "Training Status",
1"source": "Fitness Machine Service 1.0, 4.10",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "2..7" },
2{
3"key": "training_status",
3"type": "u8",
3"words": {
4"0": "other", "1": "idle", "2": "warming_up", "3": "low_intensity_interval",
4"4": "high_intensity_interval", "5": "recovery_interval", "6": "isometric",
4"7": "heart_rate_control", "8": "fitness_test", "9": "speed_below_control_region",
4"10": "speed_above_control_region", "11": "cool_down", "12": "watt_control", "13": "manual_mode",
4"14": "pre_workout", "15": "post_workout", "*": "reserved"
3}
2},
2{ "key": "training_status_text", "type": "utf8", "if": "flags.0 || flags.1" }
1],
1"text": "{training_status}[ \"{training_status_text}\"]"
0}
0{
1"name": "Supported Speed Range",
1"fields": [
2{ "key": "minimum_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" },
2{ "key": "maximum_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" },
2{ "key": "increment_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }
1]
0}
0{
1"name": "Supported Inclination Range",
1"fields": [
2{ "key": "minimum_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" },
2{ "key": "maximum_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" },
2{ "key": "increment_inclination_percent", "type": "u16", "scale": "0.1", "unit": "%" }
1]
0}
0{
1"name": "Supported Resistance Level Range",
1"fields": [
2{ "key": "minimum_resistance_level", "type": "u8", "scale": "10", "if": "length < 6" },
2{ "key": "maximum_resistance_level", "type": "u8", "scale": "10", "if": "length < 6" },
2{ "key": "increment_resistance_level", "type": "u8", "scale": "10", "if": "length < 6" },
2{ "key": "minimum_resistance_level", "type": "i16", "scale": "0.1", "if": "length >= 6" },
2{ "key": "maximum_resistance_level", "type": "i16", "scale": "0.1", "if": "length >= 6" },
2{ "key": "increment_resistance_level", "type": "u16", "scale": "0.1", "if": "length >= 6" }
1]
0}
0{
1"name": "Supported Heart Rate Range",
1"fields": [
2{ "key": "minimum_heart_rate_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "maximum_heart_rate_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "increment_heart_rate_bpm", "type": "u8", "unit": "bpm" }
1]
0}
0{
1"name": "Supported Power Range",
1"fields": [
2{ "key": "minimum_power_w", "type": "i16", "unit": "W" },
2{ "key": "maximum_power_w", "type": "i16", "unit": "W" },
2{ "key": "increment_power_w", "type": "u16", "unit": "W" }
1]
0}
0{
1"name": "Fitness Machine Control Point",
1"source": "Fitness Machine Service 1.0, 4.16",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "request_control" },
4"1": { "word": "reset" },
4"2": {
5"word": "set_target_speed",
5"fields": [{ "key": "target_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }]
4},
4"3": {
5"word": "set_target_inclination",
5"fields": [{ "key": "target_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" }]
4},
4"4": {
5"word": "set_target_resistance",
5"fields": [
6{ "as": "wide", "of": "rest >= 2" },
6{ "key": "target_resistance_level", "type": "u8", "if": "!wide", "scale": "0.1" },
6{ "key": "target_resistance_level", "type": "i16", "if": "wide", "scale": "0.1" }
5]
4},
4"5": { "word": "set_target_power", "fields": [{ "key": "target_power_w", "type": "i16", "unit": "W" }] },
4"6": {
5"word": "set_target_heart_rate",
5"fields": [{ "key": "target_heart_rate_bpm", "type": "u8", "unit": "bpm" }]
4},
4"7": { "word": "start_or_resume" },
4"8": {
5"word": "stop_or_pause",
5"fields": [
6{
7"key": "stop_or_pause",
7"type": "u8",
7"words": { "1": "stop", "2": "pause", "*": "reserved" }
6}
5]
4},
4"9": {
5"word": "set_target_energy",
5"fields": [{ "key": "target_energy_kcal", "type": "u16", "unit": "kcal" }]
4},
4"10": { "word": "set_target_steps", "fields": [{ "key": "target_steps", "type": "u16" }] },
4"11": { "word": "set_target_strides", "fields": [{ "key": "target_strides", "type": "u16" }] },
4"12": {
5"word": "set_target_distance",
5"fields": [{ "key": "target_distance_m", "type": "u24", "unit": "m" }]
4},
4"13": { "word": "set_target_time", "fields": [{ "key": "target_time_s", "type": "u16", "unit": "s" }] },
4"14": {
5"word": "set_time_in_two_zones",
5"fields": [
6{ "key": "time_in_fat_burn_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_fitness_zone_s", "type": "u16", "unit": "s" }
5]
4},
4"15": {
5"word": "set_time_in_three_zones",
5"fields": [
6{ "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" }
5]
4},
4"16": {
5"word": "set_time_in_five_zones",
5"fields": [
6{ "key": "time_in_very_light_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_maximum_zone_s", "type": "u16", "unit": "s" }
5]
4},
4"17": {
5"word": "set_simulation",
5"fields": [
6{ "key": "wind_speed_m_per_s", "type": "i16", "scale": "0.001", "unit": "m/s" },
6{ "key": "grade_percent", "type": "i16", "scale": "0.01", "unit": "%" },
6{ "key": "rolling_resistance_coefficient", "type": "u8", "scale": "0.0001" },
6{ "key": "wind_resistance_kg_per_m", "type": "u8", "scale": "0.01", "unit": "kg/m" }
5]
4},
4"18": {
5"word": "set_wheel_circumference",
5"fields": [{ "key": "wheel_circumference_mm", "type": "u16", "scale": "0.1", "unit": "mm" }]
4},
4"19": {
5"word": "spin_down",
5"fields": [
6{
7"key": "spin_down_command",
7"type": "u8",
7"words": { "1": "start", "2": "ignore", "*": "reserved" }
6}
5]
4},
4"20": {
5"word": "set_target_cadence",
5"fields": [{ "key": "target_cadence_rpm", "type": "u16", "scale": "0.5", "unit": "rpm" }]
4},
4"128": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_parameter",
8"4": "operation_failed", "5": "control_not_permitted", "*": "reserved"
7}
6},
6{
7"if": "response_to == 19 && outcome == 1 && rest > 0",
7"fields": [
8{ "key": "spin_down_speed_low_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" },
8{ "key": "spin_down_speed_high_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }
7]
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1],
1"text": "{command}[ to {response_to}: {outcome}][ {target_speed_km_per_h:2} km/h][ {target_inclination_percent:1} %][ {target_resistance_level:1}][ {target_power_w} W][ {target_heart_rate_bpm} bpm][: {stop_or_pause}][ {target_energy_kcal} kcal][ {target_steps}][ {target_strides}][ {target_distance_m} m][ {target_time_s} s][ {time_in_fat_burn_zone_s}][ {time_in_fitness_zone_s} s][ {time_in_very_light_zone_s}][ {time_in_light_zone_s}][ {time_in_moderate_zone_s}][ {time_in_hard_zone_s}][ {time_in_maximum_zone_s}][ {grade_percent:2} %][ {wheel_circumference_mm:1} mm][: {spin_down_command}][, {spin_down_speed_low_km_per_h:2}][ to {spin_down_speed_high_km_per_h:2} km/h][ {target_cadence_rpm:1} rpm]"
0}
0{
1"name": "Fitness Machine Status",
1"source": "Fitness Machine Service 1.0, 4.17",
1"fields": [
2{
3"key": "machine_event",
3"type": "u8",
3"cases": {
4"1": { "word": "reset" },
4"2": {
5"word": "stopped_or_paused_by_user",
5"fields": [
6{
7"key": "stop_or_pause",
7"type": "u8",
7"words": { "1": "stop", "2": "pause", "*": "reserved" }
6}
5]
4},
4"3": { "word": "stopped_by_safety_key" },
4"4": { "word": "started_or_resumed_by_user" },
4"5": {
5"word": "target_speed_changed",
5"fields": [{ "key": "target_speed_km_per_h", "type": "u16", "scale": "0.01", "unit": "km/h" }]
4},
4"6": {
5"word": "target_inclination_changed",
5"fields": [{ "key": "target_inclination_percent", "type": "i16", "scale": "0.1", "unit": "%" }]
4},
4"7": {
5"word": "target_resistance_changed",
5"fields": [
6{ "as": "wide", "of": "rest >= 2" },
6{ "key": "target_resistance_level", "type": "u8", "if": "!wide", "scale": "0.1" },
6{ "key": "target_resistance_level", "type": "i16", "if": "wide", "scale": "0.1" }
5]
4},
4"8": {
5"word": "target_power_changed",
5"fields": [{ "key": "target_power_w", "type": "i16", "unit": "W" }]
4},
4"9": {
5"word": "target_heart_rate_changed",
5"fields": [{ "key": "target_heart_rate_bpm", "type": "u8", "unit": "bpm" }]
4},
4"10": {
5"word": "target_energy_changed",
5"fields": [{ "key": "target_energy_kcal", "type": "u16", "unit": "kcal" }]
4},
4"11": { "word": "target_steps_changed", "fields": [{ "key": "target_steps", "type": "u16" }] },
4"12": { "word": "target_strides_changed", "fields": [{ "key": "target_strides", "type": "u16" }] },
4"13": {
5"word": "target_distance_changed",
5"fields": [{ "key": "target_distance_m", "type": "u24", "unit": "m" }]
4},
4"14": {
5"word": "target_time_changed",
5"fields": [{ "key": "target_time_s", "type": "u16", "unit": "s" }]
4},
4"15": {
5"word": "time_in_two_zones_changed",
5"fields": [
6{ "key": "time_in_fat_burn_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_fitness_zone_s", "type": "u16", "unit": "s" }
5]
4},
4"16": {
5"word": "time_in_three_zones_changed",
5"fields": [
6{ "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" }
5]
4},
4"17": {
5"word": "time_in_five_zones_changed",
5"fields": [
6{ "key": "time_in_very_light_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_light_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_moderate_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_hard_zone_s", "type": "u16", "unit": "s" },
6{ "key": "time_in_maximum_zone_s", "type": "u16", "unit": "s" }
5]
4},
4"18": {
5"word": "simulation_changed",
5"fields": [
6{ "key": "wind_speed_m_per_s", "type": "i16", "scale": "0.001", "unit": "m/s" },
6{ "key": "grade_percent", "type": "i16", "scale": "0.01", "unit": "%" },
6{ "key": "rolling_resistance_coefficient", "type": "u8", "scale": "0.0001" },
6{ "key": "wind_resistance_kg_per_m", "type": "u8", "scale": "0.01", "unit": "kg/m" }
5]
4},
4"19": {
5"word": "wheel_circumference_changed",
5"fields": [{ "key": "wheel_circumference_mm", "type": "u16", "scale": "0.1", "unit": "mm" }]
4},
4"20": {
5"word": "spin_down_status",
5"fields": [
6{
7"key": "spin_down_status",
7"type": "u8",
7"success": [1, 2, 4],
7"words": { "1": "requested", "2": "success", "3": "error", "4": "stop_pedaling", "*": "reserved" }
6}
5]
4},
4"21": {
5"word": "target_cadence_changed",
5"fields": [{ "key": "target_cadence_rpm", "type": "u16", "scale": "0.5", "unit": "rpm" }]
4},
4"255": { "word": "control_permission_lost" },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Mesh Provisioning Data In",
1"source": "Mesh Protocol 1.1, 7.1",
1"text": "{proxy_pdu}[: {provisioning_pdu}]{segment_kind}",
1"fields": [{ "type": "mesh_head" }, { "type": "mesh_provisioning" }]
0}
0{
1"name": "Mesh Provisioning Data Out",
1"source": "Mesh Protocol 1.1, 7.1",
1"text": "{proxy_pdu}[: {provisioning_pdu}]{segment_kind}",
1"fields": [{ "type": "mesh_head" }, { "type": "mesh_provisioning" }]
0}
0{
1"name": "Mesh Proxy Data In",
1"source": "Mesh Protocol 1.1, 7.2",
1"text": "{proxy_pdu}{segment_kind}",
1"fields": [{ "type": "mesh_head" }, { "type": "mesh_proxy" }]
0}
0{
1"name": "Mesh Proxy Data Out",
1"source": "Mesh Protocol 1.1, 7.2",
1"text": "{proxy_pdu}[: {mesh_beacon} beacon]{segment_kind}",
1"fields": [{ "type": "mesh_head" }, { "type": "mesh_proxy" }]
0}
0{
1"name": "Average Current",
1"fields": [
2{
3"key": "average_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "sensing_duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Average Voltage",
1"fields": [
2{
3"key": "average_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "sensing_duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Boolean",
1"fields": [{ "key": "boolean", "type": "u8", "words": { "0": "false", "1": "true", "*": "reserved" } }]
0}
0{
1"name": "Chromatic Distance from Planckian",
1"fields": [{ "type": "distance_from_planckian" }],
1"text": "[{distance_from_planckian:5}][{distance_from_planckian_status}]"
0}
0{
1"name": "Chromaticity Coordinates",
1"fields": [
2{ "key": "chromaticity_x", "type": "u16", "scale": "1/65536" },
2{ "key": "chromaticity_y", "type": "u16", "scale": "1/65536" }
1],
1"text": "[x {chromaticity_x:4}][ y {chromaticity_y:4}]"
0}
0{
1"name": "Chromaticity in CCT and Duv Values",
1"fields": [
2{ "key": "color_temperature_k", "type": "color_temperature" },
2{ "type": "distance_from_planckian" }
1]
0}
0{
1"name": "Chromaticity Tolerance",
1"fields": [{ "key": "chromaticity_tolerance", "type": "u8", "scale": "0.0001" }],
1"text": "[{chromaticity_tolerance:4}]"
0}
0{
1"name": "CIE 13.3-1995 Color Rendering Index",
1"fields": [
2{ "key": "color_rendering_index", "type": "i8", "valid": "-128..100", "special": { "127": "not_known" } }
1],
1"text": "[{color_rendering_index}][{color_rendering_index_status}]"
0}
0{
1"name": "Coefficient",
1"fields": [{ "key": "coefficient", "type": "f32" }],
1"text": "[{coefficient:6}]"
0}
0{
1"name": "Correlated Color Temperature",
1"fields": [{ "key": "color_temperature_k", "type": "color_temperature" }],
1"text": "[{color_temperature_k} K][{color_temperature_k_status}]"
0}
0{
1"name": "Count 16",
1"fields": [{ "key": "counted", "type": "u16", "special": { "65535": "not_known" } }],
1"text": "[{counted}][{counted_status}]"
0}
0{
1"name": "Count 24",
1"fields": [{ "key": "counted", "type": "u24", "special": { "16777215": "not_known" } }],
1"text": "[{counted}][{counted_status}]"
0}
0{
1"name": "Country Code",
1"fields": [{ "key": "country_code", "type": "u16", "valid": "0..4095", "special": { "65535": "not_known" } }],
1"text": "[{country_code}][{country_code_status}]"
0}
0{
1"name": "Date UTC",
1"fields": [
2{
3"key": "date",
3"type": "u24",
3"time": { "since": "1970-01-01", "tick_s": 86400 },
3"special": { "0": "not_known" }
2}
1],
1"text": "[{date}][{date_status}]"
0}
0{
1"name": "Electric Current",
1"fields": [{ "key": "current_a", "type": "u16", "scale": "0.01", "special": { "65535": "not_known" }, "unit": "A" }],
1"text": "[{current_a:2} A][{current_a_status}]"
0}
0{
1"name": "Electric Current Range",
1"fields": [
2{
3"key": "minimum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "maximum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2}
1],
1"text": "[{minimum_current_a:2} A][ to {maximum_current_a:2} A]"
0}
0{
1"name": "Electric Current Specification",
1"fields": [
2{
3"key": "minimum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "typical_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "maximum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2}
1]
0}
0{
1"name": "Electric Current Statistics",
1"fields": [
2{
3"key": "average_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "standard_deviation_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "minimum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "maximum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "sensing_duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Energy",
1"fields": [{ "key": "energy_kwh", "type": "u24", "special": { "16777215": "not_known" }, "unit": "kWh" }],
1"text": "[{energy_kwh} kWh][{energy_kwh_status}]"
0}
0{
1"name": "Energy in a Period of Day",
1"fields": [
2{ "key": "energy_kwh", "type": "u24", "special": { "16777215": "not_known" }, "unit": "kWh" },
2{ "key": "start_time_h", "type": "time_decihour_8" },
2{ "key": "end_time_h", "type": "time_decihour_8" }
1]
0}
0{
1"name": "Event Statistics",
1"fields": [
2{ "key": "number_of_events", "type": "u16", "special": { "65535": "not_known" } },
2{ "key": "average_event_duration_s", "type": "u16", "special": { "65535": "not_known" }, "unit": "s" },
2{
3"key": "time_since_last_event_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2},
2{
3"key": "sensing_duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Fixed String 16",
1"fields": [{ "key": "fixed_string", "type": "utf8", "size": 16 }],
1"text": "\"{fixed_string}\""
0}
0{
1"name": "Fixed String 24",
1"fields": [{ "key": "fixed_string", "type": "utf8", "size": 24 }],
1"text": "\"{fixed_string}\""
0}
0{
1"name": "Fixed String 36",
1"fields": [{ "key": "fixed_string", "type": "utf8", "size": 36 }],
1"text": "\"{fixed_string}\""
0}
0{
1"name": "Fixed String 8",
1"fields": [{ "key": "fixed_string", "type": "utf8", "size": 8 }],
1"text": "\"{fixed_string}\""
0}
0{
1"name": "Generic Level",
1"fields": [{ "key": "generic_level", "type": "u16" }],
1"text": "[{generic_level}]"
0}
0{
1"name": "Global Trade Item Number",
1"fields": [{ "key": "global_trade_item_number", "type": "u48", "special": { "0": "not_known" } }],
1"text": "[{global_trade_item_number}][{global_trade_item_number_status}]"
0}
0{
1"name": "Illuminance",
1"fields": [
2{
3"key": "illuminance_lux",
3"type": "u24",
3"scale": "0.01",
3"special": { "16777215": "not_known" },
3"unit": "lx"
2}
1],
1"text": "[{illuminance_lux:2} lx][{illuminance_lux_status}]"
0}
0{
1"name": "Luminous Efficacy",
1"fields": [
2{
3"key": "luminous_efficacy_lm_per_w",
3"type": "u16",
3"scale": "0.1",
3"valid": "0..18000",
3"special": { "65535": "not_known" },
3"unit": "lm/W"
2}
1],
1"text": "[{luminous_efficacy_lm_per_w:1} lm/W][{luminous_efficacy_lm_per_w_status}]"
0}
0{
1"name": "Luminous Energy",
1"fields": [
2{
3"key": "luminous_energy_lm_h",
3"type": "u24",
3"scale": "1000",
3"special": { "16777215": "not_known" },
3"unit": "lm·h"
2}
1],
1"text": "[{luminous_energy_lm_h} lm·h][{luminous_energy_lm_h_status}]"
0}
0{
1"name": "Luminous Exposure",
1"fields": [
2{
3"key": "luminous_exposure_lux_h",
3"type": "u24",
3"scale": "1000",
3"special": { "16777215": "not_known" },
3"unit": "lx·h"
2}
1],
1"text": "[{luminous_exposure_lux_h} lx·h][{luminous_exposure_lux_h_status}]"
0}
0{
1"name": "Luminous Flux",
1"fields": [{ "key": "luminous_flux_lm", "type": "u16", "special": { "65535": "not_known" }, "unit": "lm" }],
1"text": "[{luminous_flux_lm} lm][{luminous_flux_lm_status}]"
0}
0{
1"name": "Luminous Flux Range",
1"fields": [
2{ "key": "minimum_luminous_flux_lm", "type": "u16", "special": { "65535": "not_known" }, "unit": "lm" },
2{ "key": "maximum_luminous_flux_lm", "type": "u16", "special": { "65535": "not_known" }, "unit": "lm" }
1]
0}
0{
1"name": "Luminous Intensity",
1"fields": [{ "key": "luminous_intensity_cd", "type": "u16", "special": { "65535": "not_known" }, "unit": "cd" }],
1"text": "[{luminous_intensity_cd} cd][{luminous_intensity_cd_status}]"
0}
0{
1"name": "Mass Flow",
1"fields": [{ "key": "mass_flow_g_per_s", "type": "u16", "special": { "65535": "not_known" }, "unit": "g/s" }],
1"text": "[{mass_flow_g_per_s} g/s][{mass_flow_g_per_s_status}]"
0}
0{
1"name": "Perceived Lightness",
1"fields": [{ "key": "perceived_lightness", "type": "u16" }],
1"text": "[{perceived_lightness}]"
0}
0{
1"name": "Percentage 8",
1"fields": [{ "key": "percentage_percent", "type": "percentage_8" }],
1"text": "[{percentage_percent:1} %][{percentage_percent_status}]"
0}
0{
1"name": "Power",
1"fields": [
2{
3"key": "power_w",
3"type": "u24",
3"scale": "0.1",
3"special": { "16777214": "not_valid", "16777215": "not_known" },
3"unit": "W"
2}
1],
1"text": "[{power_w:1} W][{power_w_status}]"
0}
0{
1"name": "Power Specification",
1"fields": [
2{
3"key": "minimum_power_w",
3"type": "u24",
3"scale": "0.1",
3"special": { "16777214": "not_valid", "16777215": "not_known" },
3"unit": "W"
2},
2{
3"key": "typical_power_w",
3"type": "u24",
3"scale": "0.1",
3"special": { "16777214": "not_valid", "16777215": "not_known" },
3"unit": "W"
2},
2{
3"key": "maximum_power_w",
3"type": "u24",
3"scale": "0.1",
3"special": { "16777214": "not_valid", "16777215": "not_known" },
3"unit": "W"
2}
1]
0}
0{
1"name": "Relative Runtime in a Current Range",
1"fields": [
2{ "key": "relative_runtime_percent", "type": "percentage_8" },
2{
3"key": "minimum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2},
2{
3"key": "maximum_current_a",
3"type": "u16",
3"scale": "0.01",
3"special": { "65535": "not_known" },
3"unit": "A"
2}
1]
0}
0{
1"name": "Relative Runtime in a Generic Level Range",
1"fields": [
2{ "key": "relative_runtime_percent", "type": "percentage_8" },
2{ "key": "minimum_generic_level", "type": "u16" },
2{ "key": "maximum_generic_level", "type": "u16" }
1]
0}
0{
1"name": "Relative Value in a Voltage Range",
1"fields": [
2{ "key": "relative_value_percent", "type": "percentage_8" },
2{
3"key": "minimum_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "maximum_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2}
1]
0}
0{
1"name": "Relative Value in an Illuminance Range",
1"fields": [
2{ "key": "relative_value_percent", "type": "percentage_8" },
2{
3"key": "minimum_illuminance_lux",
3"type": "u24",
3"scale": "0.01",
3"special": { "16777215": "not_known" },
3"unit": "lx"
2},
2{
3"key": "maximum_illuminance_lux",
3"type": "u24",
3"scale": "0.01",
3"special": { "16777215": "not_known" },
3"unit": "lx"
2}
1]
0}
0{
1"name": "Relative Value in a Period of Day",
1"fields": [
2{ "key": "relative_value_percent", "type": "percentage_8" },
2{ "key": "start_time_h", "type": "time_decihour_8" },
2{ "key": "end_time_h", "type": "time_decihour_8" }
1]
0}
0{
1"name": "Relative Value in a Temperature Range",
1"fields": [
2{ "key": "relative_value_percent", "type": "percentage_8" },
2{ "key": "minimum_temperature_celsius", "type": "temperature" },
2{ "key": "maximum_temperature_celsius", "type": "temperature" }
1]
0}
0{
1"name": "Temperature 8",
1"fields": [
2{
3"key": "temperature_celsius",
3"type": "i8",
3"scale": "0.5",
3"special": { "127": "not_known" },
3"unit": "°C"
2}
1],
1"text": "[{temperature_celsius:1}][{temperature_celsius_status}]"
0}
0{
1"name": "Temperature 8 in a Period of Day",
1"fields": [
2{
3"key": "temperature_celsius",
3"type": "i8",
3"scale": "0.5",
3"special": { "127": "not_known" },
3"unit": "°C"
2},
2{ "key": "start_time_h", "type": "time_decihour_8" },
2{ "key": "end_time_h", "type": "time_decihour_8" }
1]
0}
0{
1"name": "Temperature 8 Statistics",
1"fields": [
2{
3"key": "average_temperature_celsius",
3"type": "i8",
3"scale": "0.5",
3"special": { "127": "not_known" },
3"unit": "°C"
2},
2{
3"key": "standard_deviation_temperature_celsius",
3"type": "i8",
3"scale": "0.5",
3"special": { "127": "not_known" },
3"unit": "°C",
3"difference": true
2},
2{
3"key": "minimum_temperature_celsius",
3"type": "i8",
3"scale": "0.5",
3"special": { "127": "not_known" },
3"unit": "°C"
2},
2{
3"key": "maximum_temperature_celsius",
3"type": "i8",
3"scale": "0.5",
3"special": { "127": "not_known" },
3"unit": "°C"
2},
2{
3"key": "sensing_duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Temperature Range",
1"fields": [
2{ "key": "minimum_temperature_celsius", "type": "temperature" },
2{ "key": "maximum_temperature_celsius", "type": "temperature" }
1]
0}
0{
1"name": "Temperature Statistics",
1"fields": [
2{ "key": "average_temperature_celsius", "type": "temperature" },
2{
3"key": "standard_deviation_temperature_celsius",
3"type": "i16",
3"scale": "0.01",
3"special": { "-32768": "not_known" },
3"unit": "°C",
3"difference": true
2},
2{ "key": "minimum_temperature_celsius", "type": "temperature" },
2{ "key": "maximum_temperature_celsius", "type": "temperature" },
2{
3"key": "sensing_duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Time Decihour 8",
1"fields": [{ "key": "time_of_day_h", "type": "time_decihour_8" }],
1"text": "[{time_of_day_h:1} h][{time_of_day_h_status}]"
0}
0{
1"name": "Time Exponential 8",
1"fields": [
2{
3"key": "duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Time Hour 24",
1"fields": [{ "key": "duration_h", "type": "u24", "special": { "16777215": "not_known" }, "unit": "h" }],
1"text": "[{duration_h} h][{duration_h_status}]"
0}
0{
1"name": "Time Millisecond 24",
1"fields": [
2{
3"key": "duration_s",
3"type": "u24",
3"scale": "0.001",
3"special": { "16777215": "not_known" },
3"unit": "s"
2}
1],
1"text": "[{duration_s:3} s][{duration_s_status}]"
0}
0{
1"name": "Time Second 16",
1"fields": [{ "key": "duration_s", "type": "u16", "special": { "65535": "not_known" }, "unit": "s" }],
1"text": "[{duration_s} s][{duration_s_status}]"
0}
0{
1"name": "Time Second 8",
1"fields": [{ "key": "duration_s", "type": "u8", "special": { "255": "not_known" }, "unit": "s" }],
1"text": "[{duration_s} s][{duration_s_status}]"
0}
0{
1"name": "Voltage",
1"fields": [{ "key": "voltage_v", "type": "u16", "scale": "1/64", "special": { "65535": "not_known" }, "unit": "V" }],
1"text": "[{voltage_v:3} V][{voltage_v_status}]"
0}
0{
1"name": "Voltage Specification",
1"fields": [
2{
3"key": "minimum_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "typical_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "maximum_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2}
1]
0}
0{
1"name": "Voltage Statistics",
1"fields": [
2{
3"key": "average_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "standard_deviation_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "minimum_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "maximum_voltage_v",
3"type": "u16",
3"scale": "1/64",
3"special": { "65535": "not_known" },
3"unit": "V"
2},
2{
3"key": "sensing_duration_s",
3"type": "u8",
3"call": "power_1_1",
3"special": { "254": "total_life", "255": "not_known" },
3"unit": "s"
2}
1]
0}
0{
1"name": "Volume Flow",
1"fields": [
2{
3"key": "volume_flow_l_per_s",
3"type": "u16",
3"scale": "0.001",
3"special": { "65535": "not_known" },
3"unit": "L/s"
2}
1],
1"text": "[{volume_flow_l_per_s:3} l/s][{volume_flow_l_per_s_status}]"
0}
0{
1"name": "Chromaticity Coordinate",
1"fields": [{ "key": "chromaticity", "type": "u16", "scale": "1/65536" }],
1"text": "[{chromaticity:4}]"
0}
0{
1"name": "RC Feature",
1"source": "RCS 3.1",
1"fields": [
2{ "as": "stored", "type": "u16", "at": 0 },
2{ "skip": 2, "if": "stored == 65535" },
2{
3"key": "e2e_crc",
3"if": "stored != 65535",
3"check": {
4"kind": "crc",
4"width": 16,
4"poly": "1021",
4"init": "ffff",
4"reflect": true,
4"xor_out": "0000",
4"over": "2..-1"
3}
2},
2{
3"key": "rc_features",
3"type": "u24",
3"flags": {
4"0": "e2e_crc",
4"1": "enable_disconnect",
4"2": "ready_for_disconnect",
4"3": "propose_reconnection_timeout",
4"4": "propose_connection_interval",
4"5": "propose_peripheral_latency",
4"6": "propose_supervision_timeout",
4"7": "propose_advertisement_interval",
4"8": "propose_advertisement_count",
4"9": "propose_advertisement_repetition",
4"10": "advertisement_configuration_1",
4"11": "advertisement_configuration_2",
4"12": "advertisement_configuration_3",
4"13": "advertisement_configuration_4",
4"14": "upgrade_to_lesc_only",
4"15": "next_pairing_oob",
4"16": "filter_accept_list",
4"17": "limited_access"
3}
2}
1]
0}
0{
1"name": "RC Settings",
1"source": "RCS 3.2",
1"fields": [
2{
3"size": { "type": "u8", "plus": -1 },
3"fields": [
4{ "as": "settings", "type": "u16" },
4{ "key": "lesc_only", "of": "settings.1" },
4{ "key": "oob_pairing", "of": "settings.2" },
4{ "key": "ready_for_disconnect", "of": "settings.4" },
4{ "key": "limited_access", "of": "settings.5" },
4{ "key": "access_permitted", "of": "settings.6" },
4{
5"key": "advertisement_mode",
5"of": "settings.8..9",
5"words": {
6"0": "connectable_undirected",
6"1": "scannable_undirected",
6"2": "non_connectable",
6"3": "connectable_directed"
5}
4}
3]
2},
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc",
4"width": 16,
4"poly": "1021",
4"init": "ffff",
4"reflect": true,
4"xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "Reconnection Configuration Control Point",
1"source": "RCS 3.3; operands as bytes",
1"text": "{command}[ {response_to}][: {outcome}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "enable_disconnect", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"1": {
5"word": "get_actual_communication_parameters",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"2": { "word": "propose_settings", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"3": {
5"word": "activate_stored_settings",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"4": { "word": "get_max_values", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"5": { "word": "get_min_values", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"6": { "word": "get_stored_values", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"7": {
5"word": "set_filter_accept_list_timer",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"8": {
5"word": "get_filter_accept_list_timer",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"9": {
5"word": "set_advertisement_configuration",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"10": { "word": "upgrade_to_lesc_only", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"11": { "word": "switch_oob_pairing", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"12": { "word": "limited_access", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"14": {
5"word": "procedure_response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "rc_operation" },
6{
7"key": "outcome",
7"type": "u8",
7"success": [1, 9],
7"words": {
8"1": "success",
8"2": "opcode_not_supported",
8"3": "invalid_operand",
8"4": "operation_failed",
8"5": "communication_parameter_out_of_range",
8"6": "invalid_parameter_combination",
8"7": "device_busy",
8"8": "communication_parameters_rejected",
8"9": "proposal_accepted",
8"*": "reserved"
7}
6},
6{
7"key": "e2e_crc",
7"if": "rest == 2",
7"check": {
8"kind": "crc",
8"width": 16,
8"poly": "1021",
8"init": "ffff",
8"reflect": true,
8"xor_out": "0000",
8"over": "0..-3"
7}
6}
5]
4},
4"15": {
5"word": "communication_parameter_response",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"16": {
5"word": "filter_accept_list_timer_response",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"17": {
5"word": "client_parameter_indication",
5"fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }]
4},
4"*": { "word": "reserved", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] }
3}
2}
1]
0}
0{
1"name": "IDD Status Changed",
1"fields": [
2{
3"key": "status_changed",
3"type": "u16",
3"flags": {
4"0": "therapy_control_state", "1": "operational_state", "2": "reservoir_status",
4"3": "annunciation_status", "4": "total_daily_insulin_status", "5": "active_basal_rate_status",
4"6": "active_bolus_status", "7": "history_event_recorded"
3}
2},
2{ "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "IDD Status",
1"fields": [
2{
3"key": "therapy_control_state",
3"type": "u8",
3"words": { "15": "undetermined", "51": "stop", "60": "pause", "85": "run", "*": "reserved" }
2},
2{
3"key": "operational_state",
3"type": "u8",
3"words": {
4"15": "undetermined", "51": "off", "60": "standby", "85": "preparing", "90": "priming",
4"102": "waiting", "150": "ready", "*": "reserved"
3}
2},
2{ "key": "reservoir_remaining_iu", "type": "sfloat", "unit": "IU" },
2{ "key": "reservoir_status", "type": "u8", "flags": { "0": "reservoir_attached" } },
2{ "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1],
1"text": "{therapy_control_state}, {operational_state}[, {reservoir_remaining_iu} IU]"
0}
0{
1"name": "IDD Annunciation Status",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "6..7" },
2{ "key": "annunciation_id", "type": "u16", "if": "flags.0" },
2{
3"key": "annunciation_type",
3"type": "u16",
3"if": "flags.0",
3"words": {
4"15": "system_issue", "51": "mechanical_issue", "60": "occlusion_detected",
4"85": "reservoir_issue", "90": "reservoir_empty", "102": "reservoir_low", "105": "priming_issue",
4"150": "infusion_set_incomplete", "153": "infusion_set_detached",
4"165": "power_source_insufficient", "170": "battery_empty", "195": "battery_low",
4"204": "battery_medium", "240": "battery_full", "255": "temperature_out_of_range",
4"771": "air_pressure_out_of_range", "780": "bolus_canceled", "816": "temporary_basal_rate_over",
4"831": "temporary_basal_rate_canceled", "854": "maximum_delivery", "857": "date_time_issue",
4"869": "temperature", "*": "reserved"
3}
2},
2{
3"key": "annunciation_status",
3"type": "u8",
3"if": "flags.0",
3"words": { "15": "undetermined", "51": "pending", "60": "snoozed", "85": "confirmed", "*": "reserved" }
2},
2{ "key": "auxiliary_info_1", "type": "u16", "if": "flags.1" },
2{ "key": "auxiliary_info_2", "type": "u16", "if": "flags.2" },
2{ "key": "auxiliary_info_3", "type": "u16", "if": "flags.3" },
2{ "key": "auxiliary_info_4", "type": "u16", "if": "flags.4" },
2{ "key": "auxiliary_info_5", "type": "u16", "if": "flags.5" },
2{ "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "IDD Features",
1"fields": [
2{ "as": "crc", "type": "u16" },
2{ "as": "counter", "type": "u8" },
2{
3"key": "e2e_crc",
3"if": "crc != 65535",
3"at": 0,
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "2..-1"
3}
2},
2{ "key": "e2e_counter", "of": "counter" },
2{ "key": "insulin_concentration_iu_per_ml", "type": "sfloat", "unit": "IU/mL" },
2{
3"key": "features",
3"type": "u24",
3"flags": {
4"0": "e2e_protection", "1": "basal_rate", "2": "absolute_temporary_basal_rate",
4"3": "relative_temporary_basal_rate", "4": "temporary_basal_rate_template", "5": "fast_bolus",
4"6": "extended_bolus", "7": "multiwave_bolus", "8": "bolus_delay_time", "9": "bolus_template",
4"10": "bolus_activation_type", "11": "multiple_bonds", "12": "isf_profile_template",
4"13": "i2cho_ratio_profile_template", "14": "target_glucose_range_profile_template",
4"15": "insulin_on_board", "23": "feature_extension"
3}
2}
1]
0}
0{
1"name": "IDD Status Reader Control Point",
1"source": "Insulin Delivery Service 1.0, 4.6",
1"fields": [
2{
3"key": "command",
3"type": "u16",
3"cases": {
4"771": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u16", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 15,
7"words": {
8"15": "success", "112": "op_code_not_supported", "113": "invalid_operand",
8"114": "procedure_not_completed", "115": "parameter_out_of_range",
8"116": "procedure_not_applicable", "117": "plausibility_check_failed",
8"118": "maximum_bolus_number_reached", "*": "reserved"
7}
6}
5]
4},
4"780": {
5"word": "reset_status",
5"fields": [
6{
7"key": "status_changed",
7"type": "u16",
7"flags": {
8"0": "therapy_control_state", "1": "operational_state", "2": "reservoir_status",
8"3": "annunciation_status", "4": "total_daily_insulin_status",
8"5": "active_basal_rate_status", "6": "active_bolus_status", "7": "history_event_recorded"
7}
6}
5]
4},
4"816": { "word": "get_active_bolus_ids" },
4"831": {
5"word": "active_bolus_ids",
5"fields": [{ "as": "count", "type": "u8" }, { "key": "bolus_ids", "type": "u16", "repeat": "count" }]
4},
4"854": {
5"word": "get_active_bolus_delivery",
5"fields": [{ "key": "bolus_id", "type": "u16" }, { "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"857": {
5"word": "active_bolus_delivery",
5"fields": [
6{ "as": "flags", "type": "u8", "reserved": "5..7" },
6{ "key": "bolus_id", "type": "u16" },
6{
7"key": "bolus_type",
7"type": "u8",
7"words": { "15": "undetermined", "51": "fast", "60": "extended", "85": "multiwave", "*": "reserved" }
6},
6{ "key": "bolus_fast_iu", "type": "sfloat", "unit": "IU" },
6{ "key": "bolus_extended_iu", "type": "sfloat", "unit": "IU" },
6{ "key": "bolus_duration_min", "type": "u16", "unit": "min" },
6{ "key": "bolus_delay_min", "type": "u16", "if": "flags.0", "unit": "min" },
6{ "key": "bolus_template_number", "type": "u8", "if": "flags.1" },
6{ "key": "bolus_activation_type_code", "type": "u8", "if": "flags.2" }
5]
4},
4"869": { "word": "get_active_basal_rate_delivery" },
4"874": {
5"word": "active_basal_rate_delivery",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"917": { "word": "get_total_daily_insulin_status" },
4"922": {
5"word": "total_daily_insulin_status",
5"fields": [
6{ "key": "bolus_sum_iu", "type": "sfloat", "unit": "IU" },
6{ "key": "basal_sum_iu", "type": "sfloat", "unit": "IU" },
6{ "key": "total_sum_iu", "type": "sfloat", "unit": "IU" }
5]
4},
4"934": {
5"word": "get_counter",
5"fields": [{ "key": "counter_type_code", "type": "u8" }, { "key": "counter_selection_code", "type": "u8" }]
4},
4"937": {
5"word": "counter",
5"fields": [
6{ "key": "counter_type_code", "type": "u8" },
6{ "key": "counter_selection_code", "type": "u8" },
6{ "key": "counter_value_min", "type": "i32", "unit": "min" }
5]
4},
4"960": { "word": "get_delivered_insulin" },
4"975": {
5"word": "delivered_insulin",
5"fields": [
6{ "key": "bolus_delivered_iu", "type": "float", "unit": "IU" },
6{ "key": "basal_delivered_iu", "type": "float", "unit": "IU" }
5]
4},
4"1011": { "word": "get_insulin_on_board" },
4"1020": {
5"word": "insulin_on_board",
5"fields": [
6{ "as": "flags", "type": "u8", "reserved": "1..7" },
6{ "key": "insulin_on_board_iu", "type": "sfloat", "unit": "IU" },
6{ "key": "insulin_on_board_duration_min", "type": "u16", "if": "flags.0", "unit": "min" }
5]
4},
4"*": { "word": "reserved" }
3}
2},
2{ "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "IDD Command Control Point",
1"source": "Insulin Delivery Service 1.0, 4.7",
1"fields": [
2{
3"key": "command",
3"type": "u16",
3"cases": {
4"3925": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u16", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 15,
7"words": {
8"15": "success", "112": "op_code_not_supported", "113": "invalid_operand",
8"114": "procedure_not_completed", "115": "parameter_out_of_range",
8"116": "procedure_not_applicable", "117": "plausibility_check_failed",
8"118": "maximum_bolus_number_reached", "*": "reserved"
7}
6}
5]
4},
4"3930": {
5"word": "set_therapy_control_state",
5"fields": [
6{
7"key": "therapy_control_state",
7"type": "u8",
7"words": { "15": "undetermined", "51": "stop", "60": "pause", "85": "run", "*": "reserved" }
6}
5]
4},
4"3942": { "word": "set_flight_mode" },
4"3945": { "word": "snooze_annunciation", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
4"3990": { "word": "snooze_annunciation_response", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
4"3993": { "word": "confirm_annunciation", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
4"4005": { "word": "confirm_annunciation_response", "fields": [{ "key": "annunciation_id", "type": "u16" }] },
4"4010": {
5"word": "read_basal_rate_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4035": {
5"word": "read_basal_rate_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4044": {
5"word": "write_basal_rate_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4080": {
5"word": "write_basal_rate_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4095": {
5"word": "set_temporary_basal_rate",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4369": { "word": "cancel_temporary_basal_rate" },
4"4382": {
5"word": "get_temporary_basal_rate_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4386": {
5"word": "temporary_basal_rate_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4397": {
5"word": "set_temporary_basal_rate_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4420": {
5"word": "set_temporary_basal_rate_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4427": { "word": "set_bolus", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
4"4471": { "word": "set_bolus_response", "fields": [{ "key": "bolus_id", "type": "u16" }] },
4"4516": { "word": "cancel_bolus", "fields": [{ "key": "bolus_id", "type": "u16" }] },
4"4532": { "word": "available_boluses", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
4"4539": {
5"word": "get_bolus_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4547": { "word": "get_available_boluses" },
4"4562": { "word": "bolus_template", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
4"4573": {
5"word": "set_bolus_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4577": {
5"word": "set_bolus_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4590": {
5"word": "get_template_status_and_details",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4626": {
5"word": "template_status_and_details",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4637": {
5"word": "reset_template_status",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4641": {
5"word": "reset_template_status_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4654": {
5"word": "activate_profile_templates",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4679": {
5"word": "activate_profile_templates_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4680": { "word": "get_activated_profile_templates" },
4"4724": {
5"word": "activated_profile_templates",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4731": {
5"word": "start_priming",
5"fields": [{ "key": "priming_amount_iu", "type": "sfloat", "unit": "IU" }]
4},
4"4740": { "word": "stop_priming" },
4"4747": {
5"word": "set_initial_reservoir_fill_level",
5"fields": [{ "key": "reservoir_fill_level_iu", "type": "sfloat", "unit": "IU" }]
4},
4"4791": { "word": "reset_reservoir_insulin_operation_time" },
4"4792": {
5"word": "read_isf_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4817": {
5"word": "read_isf_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4830": {
5"word": "write_isf_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4834": {
5"word": "write_isf_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4845": {
5"word": "read_i2cho_ratio_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5140": {
5"word": "read_i2cho_ratio_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5147": {
5"word": "write_i2cho_ratio_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5159": {
5"word": "write_i2cho_ratio_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5160": {
5"word": "read_target_glucose_range_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5185": {
5"word": "read_target_glucose_range_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5198": {
5"word": "write_target_glucose_range_profile_template",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5234": {
5"word": "write_target_glucose_range_profile_template_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5245": { "word": "get_maximum_bolus_amount" },
4"5250": {
5"word": "maximum_bolus_amount",
5"fields": [{ "key": "maximum_bolus_iu", "type": "sfloat", "unit": "IU" }]
4},
4"5261": {
5"word": "set_maximum_bolus_amount",
5"fields": [{ "key": "maximum_bolus_iu", "type": "sfloat", "unit": "IU" }]
4},
4"*": { "word": "reserved" }
3}
2},
2{ "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "IDD Command Data",
1"source": "Insulin Delivery Service 1.0, 4.8",
1"fields": [
2{
3"key": "command",
3"type": "u16",
3"words": {
4"3925": "response", "3930": "set_therapy_control_state", "3942": "set_flight_mode",
4"3945": "snooze_annunciation", "3990": "snooze_annunciation_response",
4"3993": "confirm_annunciation", "4005": "confirm_annunciation_response",
4"4010": "read_basal_rate_profile_template", "4035": "read_basal_rate_profile_template_response",
4"4044": "write_basal_rate_profile_template", "4080": "write_basal_rate_profile_template_response",
4"4095": "set_temporary_basal_rate", "4369": "cancel_temporary_basal_rate",
4"4382": "get_temporary_basal_rate_template", "4386": "temporary_basal_rate_template",
4"4397": "set_temporary_basal_rate_template", "4420": "set_temporary_basal_rate_template_response",
4"4427": "set_bolus", "4471": "set_bolus_response", "4516": "cancel_bolus",
4"4532": "available_boluses", "4539": "get_bolus_template", "4547": "get_available_boluses",
4"4562": "bolus_template", "4573": "set_bolus_template", "4577": "set_bolus_template_response",
4"4590": "get_template_status_and_details", "4626": "template_status_and_details",
4"4637": "reset_template_status", "4641": "reset_template_status_response",
4"4654": "activate_profile_templates", "4679": "activate_profile_templates_response",
4"4680": "get_activated_profile_templates", "4724": "activated_profile_templates",
4"4731": "start_priming", "4740": "stop_priming", "4747": "set_initial_reservoir_fill_level",
4"4791": "reset_reservoir_insulin_operation_time", "4792": "read_isf_profile_template",
4"4817": "read_isf_profile_template_response", "4830": "write_isf_profile_template",
4"4834": "write_isf_profile_template_response", "4845": "read_i2cho_ratio_profile_template",
4"5140": "read_i2cho_ratio_profile_template_response", "5147": "write_i2cho_ratio_profile_template",
4"5159": "write_i2cho_ratio_profile_template_response",
4"5160": "read_target_glucose_range_profile_template",
4"5185": "read_target_glucose_range_profile_template_response",
4"5198": "write_target_glucose_range_profile_template",
4"5234": "write_target_glucose_range_profile_template_response", "5245": "get_maximum_bolus_amount",
4"5250": "maximum_bolus_amount", "5261": "set_maximum_bolus_amount", "*": "reserved"
3}
2},
2{ "key": "parameter", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "IDD Record Access Control Point",
1"source": "Insulin Delivery Service 1.0, 4.9",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"15": {
5"word": "response",
5"fields": [
6{
7"key": "operator",
7"type": "u8",
7"words": {
8"15": "null", "51": "all_records", "60": "less_than_or_equal",
8"85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
8"105": "last_record", "*": "reserved"
7}
6},
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": [240, 6],
7"words": {
8"2": "operator_not_supported", "3": "invalid_operator", "4": "operand_not_supported",
8"5": "invalid_operand", "6": "no_records_found", "7": "abort_unsuccessful",
8"8": "procedure_not_completed", "10": "procedure_not_applicable", "240": "success",
8"*": "reserved"
7}
6}
5]
4},
4"51": {
5"word": "report_stored_records",
5"fields": [
6{
7"key": "operator",
7"type": "u8",
7"words": {
8"15": "null", "51": "all_records", "60": "less_than_or_equal",
8"85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
8"105": "last_record", "*": "reserved"
7}
6},
6{
7"key": "filter_code",
7"type": "u8",
7"if": "operator == 60 || operator == 85 || operator == 90"
6},
6{
7"key": "filter_sequence_numbers",
7"type": "u32",
7"if": "filter_code == 15",
7"repeat": "operator == 90 ? 2 : 1"
6}
5]
4},
4"60": {
5"word": "delete_stored_records",
5"fields": [
6{
7"key": "operator",
7"type": "u8",
7"words": {
8"15": "null", "51": "all_records", "60": "less_than_or_equal",
8"85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
8"105": "last_record", "*": "reserved"
7}
6},
6{
7"key": "filter_code",
7"type": "u8",
7"if": "operator == 60 || operator == 85 || operator == 90"
6},
6{
7"key": "filter_sequence_numbers",
7"type": "u32",
7"if": "filter_code == 15",
7"repeat": "operator == 90 ? 2 : 1"
6}
5]
4},
4"85": {
5"word": "abort",
5"fields": [
6{
7"key": "operator",
7"type": "u8",
7"words": {
8"15": "null", "51": "all_records", "60": "less_than_or_equal",
8"85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
8"105": "last_record", "*": "reserved"
7}
6}
5]
4},
4"90": {
5"word": "report_number_of_records",
5"fields": [
6{
7"key": "operator",
7"type": "u8",
7"words": {
8"15": "null", "51": "all_records", "60": "less_than_or_equal",
8"85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
8"105": "last_record", "*": "reserved"
7}
6},
6{
7"key": "filter_code",
7"type": "u8",
7"if": "operator == 60 || operator == 85 || operator == 90"
6},
6{
7"key": "filter_sequence_numbers",
7"type": "u32",
7"if": "filter_code == 15",
7"repeat": "operator == 90 ? 2 : 1"
6}
5]
4},
4"102": {
5"word": "number_of_records",
5"fields": [
6{
7"key": "operator",
7"type": "u8",
7"words": {
8"15": "null", "51": "all_records", "60": "less_than_or_equal",
8"85": "greater_than_or_equal", "90": "within_range", "102": "first_record",
8"105": "last_record", "*": "reserved"
7}
6},
6{ "key": "number_of_records", "type": "u32" }
5]
4},
4"*": { "word": "reserved" }
3}
2},
2{ "key": "e2e_counter", "type": "u8", "if": "rest == 3" },
2{
3"key": "e2e_crc",
3"if": "rest == 2",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "0..-3"
3}
2}
1]
0}
0{
1"name": "IDD History Data",
1"source": "Insulin Delivery Service 1.0, 4.10",
1"fields": [
2{
3"key": "history_event",
3"type": "u16",
3"words": {
4"15": "reference_time", "51": "reference_time_base_offset", "60": "bolus_calculated_1",
4"85": "bolus_calculated_2", "90": "bolus_programmed_1", "102": "bolus_programmed_2",
4"105": "bolus_delivered_1", "150": "bolus_delivered_2", "153": "delivered_basal_rate_changed",
4"165": "temporary_basal_rate_started", "170": "temporary_basal_rate_ended",
4"195": "temporary_basal_rate_changed", "204": "profile_template_activated",
4"240": "basal_rate_time_block_changed", "255": "total_daily_insulin_delivery",
4"771": "therapy_control_state_changed", "780": "operational_state_changed",
4"816": "reservoir_remaining_changed", "831": "annunciation_status_changed_1",
4"854": "annunciation_status_changed_2", "857": "isf_time_block_changed",
4"869": "i2cho_ratio_time_block_changed", "874": "target_glucose_range_time_block_changed",
4"917": "priming_started", "922": "priming_done", "934": "data_corruption", "937": "pointer_event",
4"960": "bolus_template_changed_1", "975": "bolus_template_changed_2",
4"1011": "temporary_basal_rate_template_changed", "1020": "maximum_bolus_amount_changed",
4"61440..65520": "manufacturer", "*": "reserved"
3}
2},
2{ "key": "sequence_number", "type": "u32" },
2{ "key": "relative_offset_s", "type": "u16", "unit": "s" },
2{ "key": "history_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Client Supported Features",
1"source": "Vol 3, Part G, 7.2",
1"fields": [
2{
3"key": "client_features",
3"type": "u8",
3"flags": { "0": "robust_caching", "1": "enhanced_att_bearer", "2": "multiple_handle_value_notifications" }
2},
2{ "as": "further", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Database Hash",
1"source": "Vol 3, Part G, 7.3",
1"text": "{database_hash}",
1"fields": [{ "key": "database_hash", "type": "hex", "size": 16 }]
0}
0{
1"name": "BSS Control Point",
1"source": "BSS 3.1, 4.2",
1"fields": [
2{ "as": "head", "type": "u8", "reserved": "6" },
2{ "key": "last_packet", "of": "head.0" },
2{ "key": "packet_sequence", "of": "head.1..5" },
2{ "key": "from_server", "of": "head.7" },
2{
3"key": "bss_message",
3"type": "u8",
3"if": "packet_sequence == 0",
3"words": {
4"0": "get_sensor_status_command",
4"1": "get_sensor_status_response",
4"2": "setting_sensor_command",
4"3": "setting_sensor_response",
4"4": "sensor_status_event",
4"*": "reserved"
3}
2},
2{ "key": "bss_parameters", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "BSS Response",
1"source": "BSS 3.2, 4.2",
1"fields": [
2{ "as": "head", "type": "u8", "reserved": "6" },
2{ "key": "last_packet", "of": "head.0" },
2{ "key": "packet_sequence", "of": "head.1..5" },
2{ "key": "from_server", "of": "head.7" },
2{
3"key": "bss_message",
3"type": "u8",
3"if": "packet_sequence == 0",
3"words": {
4"0": "get_sensor_status_command",
4"1": "get_sensor_status_response",
4"2": "setting_sensor_command",
4"3": "setting_sensor_response",
4"4": "sensor_status_event",
4"*": "reserved"
3}
2},
2{ "key": "bss_parameters", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Emergency ID",
1"source": "EMCS 3.1",
1"fields": [{ "key": "emergency_id", "type": "hex", "size": 6 }]
0}
0{
1"name": "Emergency Text",
1"source": "EMCS 3.2",
1"text": "{emergency_text:q}",
1"fields": [{ "key": "emergency_text", "type": "utf8" }]
0}
0{
1"name": "ACS Status",
1"source": "ACS 3.1",
1"fields": [
2{ "as": "bits", "type": "u8", "reserved": "2..7" },
2{ "key": "security_switch", "of": "bits.0" },
2{ "key": "security_established", "of": "bits.1" },
2{ "key": "restriction_map_id", "type": "u16" }
1]
0}
0{
1"name": "ACS Data In",
1"source": "ACS 3.2",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "acs_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "ACS Data Out Notify",
1"source": "ACS 3.3",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "acs_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "ACS Data Out Indicate",
1"source": "ACS 3.4",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "acs_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "ACS Control Point",
1"source": "ACS 3.5: operations by number",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "acs_operation_code", "type": "u8", "if": "segment.0" },
2{ "key": "operand", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Enhanced Blood Pressure Measurement",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "7" },
2{ "key": "systolic_mmhg", "type": "sfloat", "if": "!flags.0", "limits": [0, 400], "unit": "mmHg" },
2{ "key": "systolic_kpa", "type": "sfloat", "if": "flags.0", "limits": [0, 55], "unit": "kPa" },
2{ "key": "diastolic_mmhg", "type": "sfloat", "if": "!flags.0", "limits": [0, 400], "unit": "mmHg" },
2{ "key": "diastolic_kpa", "type": "sfloat", "if": "flags.0", "limits": [0, 55], "unit": "kPa" },
2{ "key": "mean_arterial_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "unit": "mmHg" },
2{ "key": "mean_arterial_pressure_kpa", "type": "sfloat", "if": "flags.0", "unit": "kPa" },
2{ "as": "time_stamp_raw", "type": "u32", "if": "flags.1" },
2{ "key": "time_stamp", "if": "flags.6", "of": "time_stamp_raw", "time": { "since": "2000-01-01" } },
2{ "key": "time_stamp", "if": "!flags.6", "of": "time_stamp_raw", "time": { "since": "1900-01-01" } },
2{ "key": "time_stamp_s", "of": "time_stamp_raw", "unit": "s" },
2{ "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "limits": [0, 300], "unit": "bpm" },
2{ "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
2{ "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
2{ "key": "body_movement", "of": "status.0" },
2{ "key": "cuff_too_loose", "of": "status.1" },
2{ "key": "irregular_pulse", "of": "status.2" },
2{
3"key": "pulse_rate_range",
3"of": "status.3..4",
3"words": {
4"0": ["within", ""], "1": ["above_upper_limit", "pulse above its limit"],
4"2": ["below_lower_limit", "pulse below its limit"], "3": "reserved"
3}
2},
2{ "key": "improper_position", "of": "status.5" },
2{ "as": "user_facing_time_raw", "type": "u32", "if": "flags.5" },
2{
3"key": "user_facing_time",
3"if": "flags.6",
3"of": "user_facing_time_raw",
3"time": { "since": "2000-01-01" }
2},
2{
3"key": "user_facing_time",
3"if": "!flags.6",
3"of": "user_facing_time_raw",
3"time": { "since": "1900-01-01" }
2},
2{ "key": "user_facing_time_s", "of": "user_facing_time_raw", "unit": "s" }
1],
1"text": "[{systolic_mmhg}/{diastolic_mmhg} mmHg][{systolic_kpa}/{diastolic_kpa} kPa][  systolic {systolic_mmhg_status}][  systolic {systolic_kpa_status}][  diastolic {diastolic_mmhg_status}][  diastolic {diastolic_kpa_status}][  MAP {mean_arterial_pressure_mmhg}][  MAP {mean_arterial_pressure_mmhg_status}][  MAP {mean_arterial_pressure_kpa}][  MAP {mean_arterial_pressure_kpa_status}][  {pulse_rate_bpm} bpm][  pulse {pulse_rate_bpm_status}][  {irregular_pulse?irregular pulse:}][  {pulse_rate_range}][  {body_movement?body movement:}][  {cuff_too_loose?cuff too loose:}][  {improper_position?improper position:}][  {time_stamp}][  user {user_id}][  user {user_id_status}]"
0}
0{
1"name": "Enhanced Intermediate Cuff Pressure",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "7" },
2{ "key": "cuff_pressure_mmhg", "type": "sfloat", "if": "!flags.0", "limits": [0, 400], "unit": "mmHg" },
2{ "key": "cuff_pressure_kpa", "type": "sfloat", "if": "flags.0", "limits": [0, 55], "unit": "kPa" },
2{ "as": "time_stamp_raw", "type": "u32", "if": "flags.1" },
2{ "key": "time_stamp", "if": "flags.6", "of": "time_stamp_raw", "time": { "since": "2000-01-01" } },
2{ "key": "time_stamp", "if": "!flags.6", "of": "time_stamp_raw", "time": { "since": "1900-01-01" } },
2{ "key": "time_stamp_s", "of": "time_stamp_raw", "unit": "s" },
2{ "key": "pulse_rate_bpm", "type": "sfloat", "if": "flags.2", "limits": [0, 300], "unit": "bpm" },
2{ "key": "user_id", "type": "u8", "if": "flags.3", "special": { "255": "unknown_user" } },
2{ "as": "status", "type": "u16", "if": "flags.4", "reserved": "6..15" },
2{ "key": "body_movement", "of": "status.0" },
2{ "key": "cuff_too_loose", "of": "status.1" },
2{ "key": "irregular_pulse", "of": "status.2" },
2{
3"key": "pulse_rate_range",
3"of": "status.3..4",
3"words": {
4"0": ["within", ""], "1": ["above_upper_limit", "pulse above its limit"],
4"2": ["below_lower_limit", "pulse below its limit"], "3": "reserved"
3}
2},
2{ "key": "improper_position", "of": "status.5" },
2{ "as": "user_facing_time_raw", "type": "u32", "if": "flags.5" },
2{
3"key": "user_facing_time",
3"if": "flags.6",
3"of": "user_facing_time_raw",
3"time": { "since": "2000-01-01" }
2},
2{
3"key": "user_facing_time",
3"if": "!flags.6",
3"of": "user_facing_time_raw",
3"time": { "since": "1900-01-01" }
2},
2{ "key": "user_facing_time_s", "of": "user_facing_time_raw", "unit": "s" }
1],
1"text": "[{cuff_pressure_mmhg} mmHg][{cuff_pressure_kpa} kPa][cuff pressure {cuff_pressure_mmhg_status}][cuff pressure {cuff_pressure_kpa_status}][  {pulse_rate_bpm} bpm][  pulse {pulse_rate_bpm_status}][  {irregular_pulse?irregular pulse:}][  {pulse_rate_range}][  {body_movement?body movement:}][  {cuff_too_loose?cuff too loose:}][  {improper_position?improper position:}][  {time_stamp}][  user {user_id}][  user {user_id_status}]"
0}
0{
1"name": "Blood Pressure Record",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "sequence_number", "type": "u16" },
2{ "key": "recorded_uuid", "type": "uuid16" },
2{ "key": "recorded_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Registered User",
1"source": "User Data Service 1.1, 3.4",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "user_index", "type": "u8", "if": "segment.0", "special": { "255": "unknown_user" } },
2{ "key": "registered_user_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "BR-EDR Handover Data",
1"source": "TDS 1.1, 3.3",
1"fields": [
2{ "key": "handover_features", "type": "u8" },
2{ "key": "br_edr_address", "type": "address" },
2{ "key": "class_of_device", "type": "u24" }
1]
0}
0{
1"name": "Bluetooth SIG Data",
1"source": "TDS 1.1, 3.4",
1"fields": [
2{
3"key": "sig_structures",
3"repeat": "rest",
3"fields": [
4{
5"size": { "type": "u8" },
5"fields": [{ "key": "sig_data_type", "type": "u8" }, { "key": "sig_data", "type": "hex" }]
4}
3]
2}
1]
0}
0{
1"name": "Server Supported Features",
1"source": "Vol 3, Part G, 7.4",
1"fields": [
2{ "key": "server_features", "type": "u8", "flags": { "0": "enhanced_att_bearer" } },
2{ "as": "further", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Physical Activity Monitor Features",
1"fields": [
2{
3"key": "features",
3"type": "u64",
3"flags": {
4"0": "multiple_users", "1": "user_data_service", "2": "device_worn", "3": "normal_walking_energy",
4"4": "normal_walking_energy_per_hour", "5": "intensity_energy", "6": "intensity_energy_per_hour",
4"7": "total_energy", "8": "total_energy_per_hour", "9": "fat_burned", "10": "fat_burned_per_hour",
4"11": "metabolic_equivalent", "12": "distance", "13": "speed", "14": "normal_walking_duration",
4"15": "intensity_walking_duration", "16": "motion_cadence", "17": "floors",
4"18": "positive_elevation_gain", "19": "negative_elevation_gain", "20": "elevation",
4"21": "activity_count", "22": "activity_count_per_minute", "23": "activity_level",
4"24": "activity_type", "25": "worn_duration", "26": "heart_rate_zone_1", "27": "heart_rate_zone_2",
4"28": "heart_rate_zone_3", "29": "heart_rate_zone_4", "30": "heart_rate_zone_5", "31": "vo2_max",
4"32": "heart_rate", "33": "pulse_interval", "34": "resting_heart_rate",
4"35": "heart_rate_variability", "36": "respiration_rate", "37": "resting_respiration_rate",
4"38": "normal_walking_steps", "39": "intensity_steps", "40": "floor_steps",
4"41": "total_sleep_time", "42": "total_wake_time", "43": "total_bed_time", "44": "awakenings",
4"45": "sleep_latency", "46": "sleep_efficiency", "47": "snooze_time", "48": "toss_and_turn_events",
4"49": "awakening_after_alarm", "50": "visible_light", "51": "uv_light", "52": "ir_light",
4"53": "sleep_stage", "54": "sleeping_heart_rate"
3}
2}
1]
0}
0{
1"name": "General Activity Instantaneous Data",
1"fields": [
2{ "key": "segment_header_code", "type": "u8" },
2{
3"key": "activity_fields",
3"type": "u24",
3"flags": {
4"0": "normal_walking_energy_per_hour", "1": "intensity_energy_per_hour",
4"2": "total_energy_per_hour", "3": "fat_burned_per_hour", "4": "metabolic_equivalent",
4"5": "speed", "6": "motion_cadence", "7": "elevation", "8": "activity_count_per_minute",
4"9": "activity_level", "10": "activity_type", "23": "device_worn"
3}
2},
2{ "key": "session_id", "type": "u16" },
2{ "key": "sub_session_id", "type": "u16" },
2{ "key": "relative_time_s", "type": "u32", "unit": "s" },
2{ "key": "sequence_number", "type": "u32" },
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "General Activity Summary Data",
1"fields": [
2{ "key": "segment_header_code", "type": "u8" },
2{
3"key": "activity_fields",
3"type": "u32",
3"flags": {
4"0": "normal_walking_energy", "1": "intensity_energy", "2": "total_energy", "3": "fat_burned",
4"4": "minimum_metabolic_equivalent", "5": "maximum_metabolic_equivalent",
4"6": "average_metabolic_equivalent", "7": "distance", "8": "minimum_speed", "9": "maximum_speed",
4"10": "average_speed", "11": "normal_walking_duration", "12": "intensity_walking_duration",
4"13": "minimum_motion_cadence", "14": "maximum_motion_cadence", "15": "average_motion_cadence",
4"16": "floors", "17": "positive_elevation_gain", "18": "negative_elevation_gain",
4"19": "activity_count", "20": "minimum_activity_level", "21": "maximum_activity_level",
4"22": "average_activity_level", "23": "average_activity_type", "24": "worn_duration"
3}
2},
2{ "key": "session_id", "type": "u16" },
2{ "key": "sub_session_id", "type": "u16" },
2{ "key": "relative_time_s", "type": "u32", "unit": "s" },
2{ "key": "sequence_number", "type": "u32" },
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "CardioRespiratory Activity Instantaneous Data",
1"fields": [
2{
3"key": "activity_fields",
3"type": "u16",
3"flags": {
4"0": "vo2_max", "1": "heart_rate", "2": "pulse_interval", "3": "resting_heart_rate",
4"4": "heart_rate_variability", "5": "respiration_rate", "6": "resting_respiration_rate",
4"15": "device_worn"
3}
2},
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "CardioRespiratory Activity Summary Data",
1"fields": [
2{
3"key": "activity_fields",
3"type": "u32",
3"flags": {
4"0": "heart_rate_zone_1", "1": "heart_rate_zone_2", "2": "heart_rate_zone_3",
4"3": "heart_rate_zone_4", "4": "heart_rate_zone_5", "5": "minimum_vo2_max", "6": "maximum_vo2_max",
4"7": "average_vo2_max", "8": "minimum_heart_rate", "9": "maximum_heart_rate",
4"10": "average_heart_rate", "11": "minimum_pulse_interval", "12": "maximum_pulse_interval",
4"13": "average_pulse_interval", "14": "minimum_resting_heart_rate",
4"15": "maximum_resting_heart_rate", "16": "average_resting_heart_rate",
4"17": "minimum_heart_rate_variability", "18": "maximum_heart_rate_variability",
4"19": "average_heart_rate_variability", "20": "minimum_respiration_rate",
4"21": "maximum_respiration_rate", "22": "average_respiration_rate",
4"23": "minimum_resting_respiration_rate", "24": "maximum_resting_respiration_rate",
4"25": "average_resting_respiration_rate", "26": "worn_duration"
3}
2},
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Step Counter Activity Summary Data",
1"fields": [
2{ "key": "segment_header_code", "type": "u8" },
2{
3"key": "activity_fields",
3"type": "u8",
3"flags": {
4"0": "normal_walking_steps", "1": "intensity_steps", "2": "floor_steps", "3": "distance",
4"4": "worn_duration"
3}
2},
2{ "key": "session_id", "type": "u16" },
2{ "key": "sub_session_id", "type": "u16" },
2{ "key": "relative_time_s", "type": "u32", "unit": "s" },
2{ "key": "sequence_number", "type": "u32" },
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Sleep Activity Instantaneous Data",
1"fields": [
2{
3"key": "activity_fields",
3"type": "u16",
3"flags": {
4"0": "visible_light", "1": "uv_light", "2": "ir_light", "3": "sleep_stage",
4"4": "sleeping_heart_rate", "15": "device_worn"
3}
2},
2{
3"key": "sleep_stage",
3"type": "u24",
3"flags": {
4"0": "wake", "1": "sleep", "2": "rem", "3": "non_rem", "4": "light_sleep", "5": "deep_sleep",
4"6": "n1", "7": "n2", "8": "n3", "9": "n4", "10": "active_sleep", "11": "quiet_sleep",
4"12": "intermediate_sleep", "13": "arousal", "23": "unknown"
3}
2},
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Sleep Activity Summary Data",
1"fields": [
2{
3"key": "activity_fields",
3"type": "u24",
3"flags": {
4"0": "total_sleep_time", "1": "total_wake_time", "2": "total_bed_time", "3": "awakenings",
4"4": "sleep_latency", "5": "sleep_efficiency", "6": "snooze_time", "7": "toss_and_turn_events",
4"8": "awakening_after_alarm", "9": "minimum_visible_light", "10": "maximum_visible_light",
4"11": "average_visible_light", "12": "minimum_uv_light", "13": "maximum_uv_light",
4"14": "average_uv_light", "15": "minimum_ir_light", "16": "maximum_ir_light",
4"17": "average_ir_light", "18": "average_sleeping_heart_rate", "19": "worn_duration"
3}
2},
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Physical Activity Monitor Control Point",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "enquire_sessions", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
4"2": {
5"word": "enquire_sub_sessions",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"3": {
5"word": "get_ended_session_data",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"4": {
5"word": "start_session_or_sub_session",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"5": { "word": "stop_session", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
4"6": {
5"word": "delete_ended_session",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"7": {
5"word": "set_average_activity_type",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"250": {
5"word": "get_ended_session_data_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"251": {
5"word": "enquire_sub_sessions_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"252": {
5"word": "enquire_sessions_response",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"253": {
5"word": "get_ended_session_data_error",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"254": {
5"word": "enquire_sub_sessions_error",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"255": {
5"word": "enquire_sessions_error",
5"fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Physical Activity Current Session",
1"fields": [
2{ "key": "session_flags", "type": "u8", "flags": { "0": "session_active", "1": "activity_type" } },
2{ "key": "session_id", "type": "u16" },
2{ "key": "activity_type_code", "type": "u8", "if": "session_flags.1 && rest > 0" }
1]
0}
0{
1"name": "Physical Activity Session Descriptor",
1"fields": [
2{ "key": "session_id", "type": "u16" },
2{
3"key": "session_status",
3"type": "u8",
3"words": { "0": "complete", "1": "in_progress", "2": "paused", "*": "reserved" }
2},
2{ "key": "activity_type_code", "type": "u8" },
2{ "key": "activity_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Preferred Units",
1"fields": [{ "key": "preferred_units", "type": "uuid16", "repeat": "rest" }]
0}
0{
1"name": "High Resolution Height",
1"fields": [{ "key": "height_m", "type": "u16", "scale": "0.0001", "unit": "m" }],
1"text": "[{height_m:4} m]"
0}
0{
1"name": "Middle Name",
1"fields": [{ "key": "middle_name", "type": "utf8" }],
1"text": "{middle_name:q}"
0}
0{
1"name": "Stride Length",
1"fields": [{ "key": "stride_length_m", "type": "u16", "scale": "0.001", "unit": "m" }],
1"text": "[{stride_length_m:3} m]"
0}
0{
1"name": "Handedness",
1"fields": [
2{
3"key": "handedness",
3"type": "u8",
3"words": { "0": "left_handed", "1": "right_handed", "2": "ambidextrous", "3": "unspecified", "*": "reserved" }
2}
1],
1"text": "{handedness}"
0}
0{
1"name": "Device Wearing Position",
1"fields": [
2{
3"key": "device_wearing_position",
3"type": "u8",
3"words": {
4"0": "other", "1": "head", "2": "head_ear", "3": "head_ear_right", "4": "head_ear_left",
4"5": "head_neck", "6": "trunk", "7": "trunk_pelvis", "8": "trunk_pelvis_right",
4"9": "trunk_pelvis_left", "10": "trunk_thorax", "11": "trunk_thorax_right",
4"12": "trunk_thorax_left", "13": "trunk_back", "14": "upper_extremity",
4"15": "upper_extremity_right", "16": "upper_extremity_left", "17": "wrist", "18": "wrist_right",
4"19": "wrist_left", "20": "finger", "21": "finger_right", "22": "finger_left", "23": "hand",
4"24": "hand_right", "25": "hand_left", "26": "lower_extremity",
4"27": "lower_extremity_right", "28": "lower_extremity_left", "29": "ankle", "30": "ankle_right",
4"31": "ankle_left", "32": "foot", "33": "foot_right", "34": "foot_left", "35": "pants_pocket",
4"36": "pants_pocket_right", "37": "pants_pocket_left", "38": "chest_pocket",
4"39": "chest_pocket_right", "40": "chest_pocket_left", "41..255": "reserved"
3}
2}
1]
0}
0{
1"name": "Four Zone Heart Rate Limits",
1"fields": [
2{ "key": "light_moderate_limit_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "moderate_hard_limit_bpm", "type": "u8", "unit": "bpm" },
2{ "key": "hard_maximum_limit_bpm", "type": "u8", "unit": "bpm" }
1]
0}
0{
1"name": "High Intensity Exercise Threshold",
1"fields": [
2{ "as": "selector", "type": "u8" },
2{ "key": "threshold_energy_kj_per_h", "type": "u16", "if": "selector == 1", "unit": "kJ/h" },
2{ "key": "threshold_met", "type": "u8", "if": "selector == 2", "scale": "0.1", "unit": "MET" },
2{
3"key": "threshold_percent_of_maximum_heart_rate_percent",
3"type": "u8",
3"if": "selector == 3",
3"unit": "%"
2},
2{ "key": "threshold_heart_rate_bpm", "type": "u8", "if": "selector == 4", "unit": "bpm" }
1]
0}
0{
1"name": "Activity Goal",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "7" },
2{ "key": "energy_kj", "type": "u16", "if": "flags.0", "unit": "kJ" },
2{ "key": "normal_walking_steps", "type": "u24", "if": "flags.1" },
2{ "key": "intensity_steps", "type": "u24", "if": "flags.2" },
2{ "key": "floor_steps", "type": "u24", "if": "flags.3" },
2{ "key": "distance_m", "type": "u24", "if": "flags.4", "unit": "m" },
2{ "key": "normal_walking_duration_s", "type": "u24", "if": "flags.5", "unit": "s" },
2{ "key": "intensity_walking_duration_s", "type": "u24", "if": "flags.6", "unit": "s" }
1]
0}
0{
1"name": "Sedentary Interval Notification",
1"fields": [{ "key": "sedentary_interval_s", "type": "u16", "unit": "s" }],
1"text": "[{sedentary_interval_s} s]"
0}
0{
1"name": "Caloric Intake",
1"fields": [{ "key": "caloric_intake_kcal", "type": "u16", "unit": "kcal" }],
1"text": "[{caloric_intake_kcal} kcal]"
0}
0{
1"name": "TMAP Role",
1"source": "TMAP 1.0, 4.7",
1"fields": [
2{
3"key": "tmap_roles",
3"type": "u16",
3"flags": {
4"0": "call_gateway",
4"1": "call_terminal",
4"2": "unicast_media_sender",
4"3": "unicast_media_receiver",
4"4": "broadcast_media_sender",
4"5": "broadcast_media_receiver"
3}
2}
1]
0}
0{
1"name": "Audio Input State",
1"source": "AICS 3.1",
1"fields": [
2{ "key": "gain_setting", "type": "i8" },
2{
3"key": "mute",
3"type": "u8",
3"words": { "0": "not_muted", "1": "muted", "2": "disabled", "*": "reserved" }
2},
2{
3"key": "gain_mode",
3"type": "u8",
3"words": { "0": "manual_only", "1": "automatic_only", "2": "manual", "3": "automatic", "*": "reserved" }
2},
2{ "key": "change_counter", "type": "u8" }
1]
0}
0{
1"name": "Gain Settings Attribute",
1"source": "AICS 3.2",
1"fields": [
2{ "key": "gain_step_db", "type": "u8", "scale": "0.1", "unit": "dB" },
2{ "key": "gain_setting_min", "type": "i8" },
2{ "key": "gain_setting_max", "type": "i8" }
1]
0}
0{
1"name": "Audio Input Type",
1"source": "AICS 3.3; Assigned Numbers",
1"text": "{audio_input_type}",
1"fields": [
2{
3"key": "audio_input_type",
3"type": "u8",
3"words": {
4"0": "unspecified",
4"1": "bluetooth",
4"2": "microphone",
4"3": "analog",
4"4": "digital",
4"5": "radio",
4"6": "streaming",
4"7": "ambient",
4"8": "t_coil",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Audio Input Status",
1"source": "AICS 3.4",
1"text": "{audio_input_status}",
1"fields": [{ "key": "audio_input_status", "type": "u8", "words": { "0": "inactive", "1": "active", "*": "reserved" } }]
0}
0{
1"name": "Audio Input Control Point",
1"source": "AICS 3.5",
1"text": "{command}[ {gain_setting}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "set_gain_setting",
5"fields": [{ "key": "change_counter", "type": "u8" }, { "key": "gain_setting", "type": "i8" }]
4},
4"2": { "word": "unmute", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"3": { "word": "mute", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"4": { "word": "set_manual_gain_mode", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"5": { "word": "set_automatic_gain_mode", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Audio Input Description",
1"source": "AICS 3.6",
1"text": "{audio_input_description:q}",
1"fields": [{ "key": "audio_input_description", "type": "utf8" }]
0}
0{
1"name": "Volume State",
1"source": "VCS 3.1",
1"text": "volume {volume_setting}[, {mute}][, change {change_counter}]",
1"fields": [
2{ "key": "volume_setting", "type": "u8" },
2{ "key": "mute", "type": "u8", "words": { "0": "not_muted", "1": "muted", "*": "reserved" } },
2{ "key": "change_counter", "type": "u8" }
1]
0}
0{
1"name": "Volume Control Point",
1"source": "VCS 3.2",
1"text": "{command}[ {volume_setting}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "relative_volume_down", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"1": { "word": "relative_volume_up", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"2": { "word": "unmute_relative_volume_down", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"3": { "word": "unmute_relative_volume_up", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"4": {
5"word": "set_absolute_volume",
5"fields": [{ "key": "change_counter", "type": "u8" }, { "key": "volume_setting", "type": "u8" }]
4},
4"5": { "word": "unmute", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"6": { "word": "mute", "fields": [{ "key": "change_counter", "type": "u8" }] },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Volume Flags",
1"source": "VCS 3.3",
1"fields": [{ "key": "volume_flags", "type": "u8", "flags": { "0": "volume_setting_persisted" } }]
0}
0{
1"name": "Volume Offset State",
1"source": "VOCS 3.1",
1"fields": [{ "key": "volume_offset", "type": "i16" }, { "key": "change_counter", "type": "u8" }]
0}
0{
1"name": "Audio Location",
1"source": "VOCS 3.2",
1"fields": [
2{
3"key": "audio_locations",
3"type": "u32",
3"flags": {
4"0": "front_left",
4"1": "front_right",
4"2": "front_center",
4"3": "low_frequency_effects_1",
4"4": "back_left",
4"5": "back_right",
4"6": "front_left_of_center",
4"7": "front_right_of_center",
4"8": "back_center",
4"9": "low_frequency_effects_2",
4"10": "side_left",
4"11": "side_right",
4"12": "top_front_left",
4"13": "top_front_right",
4"14": "top_front_center",
4"15": "top_center",
4"16": "top_back_left",
4"17": "top_back_right",
4"18": "top_side_left",
4"19": "top_side_right",
4"20": "top_back_center",
4"21": "bottom_front_center",
4"22": "bottom_front_left",
4"23": "bottom_front_right",
4"24": "front_left_wide",
4"25": "front_right_wide",
4"26": "left_surround",
4"27": "right_surround"
3}
2}
1]
0}
0{
1"name": "Volume Offset Control Point",
1"source": "VOCS 3.3",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "set_volume_offset",
5"fields": [{ "key": "change_counter", "type": "u8" }, { "key": "volume_offset", "type": "i16" }]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Audio Output Description",
1"source": "VOCS 3.4",
1"text": "{audio_output_description:q}",
1"fields": [{ "key": "audio_output_description", "type": "utf8" }]
0}
0{
1"name": "Set Identity Resolving Key",
1"source": "CSIS 5.1",
1"fields": [
2{ "key": "sirk_type", "type": "u8", "words": { "0": "encrypted", "1": "plain_text", "*": "reserved" } },
2{ "key": "sirk", "type": "hex", "size": 16 }
1]
0}
0{
1"name": "Coordinated Set Size",
1"source": "CSIS 5.2",
1"fields": [{ "key": "set_size", "type": "u8" }]
0}
0{
1"name": "Set Member Lock",
1"source": "CSIS 5.3",
1"text": "{set_member_lock}",
1"fields": [{ "key": "set_member_lock", "type": "u8", "words": { "1": "unlocked", "2": "locked", "*": "reserved" } }]
0}
0{
1"name": "Set Member Rank",
1"source": "CSIS 5.4",
1"fields": [{ "key": "set_member_rank", "type": "u8" }]
0}
0{
1"name": "Encrypted Data Key Material",
1"source": "Vol 3, Part C, 12.6",
1"text": "key material",
1"fields": [
2{ "key": "session_key", "type": "hex", "size": 16 },
2{ "key": "initialization_vector", "type": "hex", "size": 8 }
1]
0}
0{
1"name": "Apparent Energy 32",
1"fields": [
2{
3"key": "apparent_energy_kvah",
3"type": "u32",
3"scale": "0.001",
3"special": { "4294967294": "not_valid", "4294967295": "not_known" },
3"unit": "kVAh"
2}
1],
1"text": "[{apparent_energy_kvah:3} kVAh][{apparent_energy_kvah_status}]"
0}
0{
1"name": "Apparent Power",
1"fields": [
2{
3"key": "apparent_power_va",
3"type": "u24",
3"scale": "0.1",
3"special": { "16777214": "not_valid", "16777215": "not_known" },
3"unit": "VA"
2}
1],
1"text": "[{apparent_power_va:1} VA][{apparent_power_va_status}]"
0}
0{
1"name": "Live Health Observations",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "observation_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "CO2 Concentration",
1"fields": [
2{
3"key": "co2_ppm",
3"type": "u16",
3"special": { "65534": "over_range", "65535": "not_known" },
3"unit": "ppm"
2}
1],
1"text": "[{co2_ppm} ppm][{co2_ppm_status}]"
0}
0{
1"name": "Cosine of the Angle",
1"fields": [
2{
3"key": "cosine",
3"type": "i8",
3"scale": "0.01",
3"valid": "-100..100",
3"special": { "127": "not_known" }
2}
1],
1"text": "[{cosine:2}][{cosine_status}]"
0}
0{
1"name": "Device Time Feature",
1"source": "Device Time Service 1.0, 3.1",
1"fields": [
2{ "as": "crc", "type": "u16", "if": "length == 4", "at": 0 },
2{
3"key": "e2e_crc",
3"if": "length == 4 && crc != 65535",
3"check": {
4"kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "reflect": true, "xor_out": "0000",
4"over": "2..-1"
3}
2},
2{ "skip": 2, "if": "length == 4 && crc == 65535" },
2{
3"key": "features",
3"type": "u16",
3"flags": {
4"0": "e2e_crc", "1": "time_change_logging", "2": "base_time_second_fractions",
4"3": "time_or_date_displayed", "4": "displayed_formats", "5": "displayed_formats_changeable",
4"6": "separate_user_timeline", "7": "authorization_required", "8": "rtc_drift_tracking",
4"9": "epoch_year_1900", "10": "epoch_year_2000", "11": "propose_non_logged_time_adjustment_limit",
4"12": "retrieve_active_time_adjustments"
3}
2}
1]
0}
0{
1"name": "Device Time Parameters",
1"source": "Device Time Service 1.0, 3.2",
1"fields": [
2{ "key": "rtc_resolution_s", "type": "u16", "scale": "1/65536", "unit": "s" },
2{ "key": "max_rtc_drift_limit_s", "type": "u16", "if": "rest >= 2", "unit": "s" },
2{ "key": "max_days_until_sync_loss_days", "type": "u16", "if": "rest >= 2", "unit": "d" },
2{ "key": "non_logged_time_adjustment_limit_s", "type": "u16", "if": "rest >= 2", "unit": "s" },
2{ "key": "displayed_formats_code", "type": "u16", "if": "rest >= 2" }
1]
0}
0{
1"name": "Device Time",
1"source": "Device Time Service 1.0, 3.3",
1"fields": [
2{ "as": "base", "type": "u32" },
2{ "as": "zone", "type": "i8" },
2{ "as": "dst", "type": "u8" },
2{
3"key": "device_time_status",
3"type": "u16",
3"flags": {
4"0": "time_fault", "1": "utc_aligned", "2": "qualified_local_time_synchronized",
4"3": "propose_time_update_request", "4": "epoch_year_2000", "5": "non_logged_time_change_active",
4"6": "log_consolidation_active"
3}
2},
2{ "key": "base_time_s", "of": "base", "unit": "s" },
2{ "key": "base_time", "if": "device_time_status.4", "of": "base", "time": { "since": "2000-01-01" } },
2{ "key": "base_time", "if": "!device_time_status.4", "of": "base", "time": { "since": "1900-01-01" } },
2{
3"key": "time_zone_min",
3"of": "zone",
3"scale": "15",
3"special": { "-128": "not_known" },
3"unit": "min"
2},
2{
3"key": "dst_offset",
3"of": "dst",
3"words": {
4"0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
4"*": "reserved"
3},
3"special": { "255": "not_known" }
2},
2{ "key": "user_time_s", "type": "u32", "if": "rest >= 4", "unit": "s" },
2{ "key": "accumulated_rtc_drift_s", "type": "u16", "if": "rest >= 2", "unit": "s" },
2{ "key": "next_sequence_number", "type": "u16", "if": "rest >= 2" },
2{ "key": "base_time_fractions_s", "type": "u16", "if": "rest >= 2", "scale": "1/65536", "unit": "s" }
1]
0}
0{
1"name": "Device Time Control Point",
1"source": "Device Time Service 1.0, 3.4",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"2": {
5"word": "propose_time_update",
5"fields": [
6{ "key": "time_update_code", "type": "u16" },
6{ "key": "base_time_s", "type": "u32", "unit": "s" },
6{
7"key": "time_zone_min",
7"type": "i8",
7"scale": "15",
7"valid": "-48..56",
7"special": { "-128": "not_known" },
7"unit": "min"
6},
6{
7"key": "dst_offset",
7"type": "u8",
7"words": {
8"0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
8"*": "reserved"
7},
7"special": { "255": "not_known" }
6},
6{
7"key": "time_source",
7"type": "u8",
7"words": {
8"0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
8"5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
7}
6},
6{
7"key": "time_accuracy_s",
7"type": "u8",
7"scale": "0.125",
7"special": { "254": "over_range", "255": "not_known" },
7"unit": "s"
6}
5]
4},
4"3": {
5"word": "force_time_update",
5"fields": [
6{ "key": "time_update_code", "type": "u16" },
6{ "key": "base_time_s", "type": "u32", "unit": "s" },
6{
7"key": "time_zone_min",
7"type": "i8",
7"scale": "15",
7"valid": "-48..56",
7"special": { "-128": "not_known" },
7"unit": "min"
6},
6{
7"key": "dst_offset",
7"type": "u8",
7"words": {
8"0": "standard", "2": "half_hour_daylight", "4": "daylight", "8": "double_daylight",
8"*": "reserved"
7},
7"special": { "255": "not_known" }
6},
6{
7"key": "time_source",
7"type": "u8",
7"words": {
8"0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
8"5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
7}
6},
6{
7"key": "time_accuracy_s",
7"type": "u8",
7"scale": "0.125",
7"special": { "254": "over_range", "255": "not_known" },
7"unit": "s"
6}
5]
4},
4"4": {
5"word": "propose_non_logged_time_adjustment_limit",
5"fields": [{ "key": "non_logged_time_adjustment_limit_s", "type": "u16", "unit": "s" }]
4},
4"5": { "word": "retrieve_active_time_adjustments" },
4"7": { "word": "report_active_time_adjustments", "fields": [{ "key": "parameter", "type": "hex" }] },
4"9": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "command" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success", "2": "op_code_not_supported", "3": "invalid_operand",
8"4": "operation_failed", "5": "rejected", "6": "device_busy", "*": "reserved"
7}
6},
6{ "key": "parameter", "type": "hex", "if": "rest > 0" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Time Change Log Data",
1"source": "Device Time Service 1.0, 3.5",
1"fields": [{ "key": "log_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Media Player Name",
1"source": "MCS 3.1",
1"text": "{media_player_name:q}",
1"fields": [{ "key": "media_player_name", "type": "utf8" }]
0}
0{
1"name": "Media Player Icon Object ID",
1"source": "MCS 3.2",
1"text": "object {media_player_icon_object_id:012X}",
1"fields": [{ "key": "media_player_icon_object_id", "type": "u48" }]
0}
0{
1"name": "Media Player Icon URL",
1"source": "MCS 3.3",
1"text": "{media_player_icon_url:q}",
1"fields": [{ "key": "media_player_icon_url", "type": "utf8" }]
0}
0{
1"name": "Track Changed",
1"source": "MCS 3.4",
1"text": "track changed",
1"fields": [{ "key": "track_changed", "of": "1 == 1" }]
0}
0{
1"name": "Track Title",
1"source": "MCS 3.5",
1"text": "{track_title:q}",
1"fields": [{ "key": "track_title", "type": "utf8" }]
0}
0{
1"name": "Track Duration",
1"source": "MCS 3.6",
1"text": "[{track_duration_s:2} s]",
1"fields": [{ "key": "track_duration_s", "type": "i32", "scale": "0.01", "unit": "s", "special": { "-1": "not_known" } }]
0}
0{
1"name": "Track Position",
1"source": "MCS 3.7",
1"text": "[{track_position_s:2} s]",
1"fields": [
2{
3"key": "track_position_s",
3"type": "i32",
3"scale": "0.01",
3"unit": "s",
3"special": { "-1": "not_available" }
2}
1]
0}
0{
1"name": "Playback Speed",
1"source": "MCS 3.8: the speed is 2 to the power of this",
1"fields": [{ "key": "playback_speed_log2", "type": "i8", "scale": "1/64" }]
0}
0{
1"name": "Seeking Speed",
1"source": "MCS 3.9",
1"fields": [{ "key": "seeking_speed_factor", "type": "i8" }]
0}
0{
1"name": "Current Track Segments Object ID",
1"source": "MCS 3.10",
1"text": "object {current_track_segments_object_id:012X}",
1"fields": [{ "key": "current_track_segments_object_id", "type": "u48" }]
0}
0{
1"name": "Current Track Object ID",
1"source": "MCS 3.11",
1"text": "object {current_track_object_id:012X}",
1"fields": [{ "key": "current_track_object_id", "type": "u48" }]
0}
0{
1"name": "Next Track Object ID",
1"source": "MCS 3.12",
1"text": "object {next_track_object_id:012X}",
1"fields": [{ "key": "next_track_object_id", "type": "u48" }]
0}
0{
1"name": "Parent Group Object ID",
1"source": "MCS 3.13",
1"text": "object {parent_group_object_id:012X}",
1"fields": [{ "key": "parent_group_object_id", "type": "u48" }]
0}
0{
1"name": "Current Group Object ID",
1"source": "MCS 3.14",
1"text": "object {current_group_object_id:012X}",
1"fields": [{ "key": "current_group_object_id", "type": "u48" }]
0}
0{
1"name": "Playing Order",
1"source": "MCS 3.15",
1"text": "{playing_order}",
1"fields": [
2{
3"key": "playing_order",
3"type": "u8",
3"words": {
4"1": "single_once",
4"2": "single_repeat",
4"3": "in_order_once",
4"4": "in_order_repeat",
4"5": "oldest_once",
4"6": "oldest_repeat",
4"7": "newest_once",
4"8": "newest_repeat",
4"9": "shuffle_once",
4"10": "shuffle_repeat",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Playing Orders Supported",
1"source": "MCS 3.16",
1"fields": [
2{
3"key": "playing_orders_supported",
3"type": "u16",
3"flags": {
4"0": "single_once",
4"1": "single_repeat",
4"2": "in_order_once",
4"3": "in_order_repeat",
4"4": "oldest_once",
4"5": "oldest_repeat",
4"6": "newest_once",
4"7": "newest_repeat",
4"8": "shuffle_once",
4"9": "shuffle_repeat"
3}
2}
1]
0}
0{
1"name": "Media State",
1"source": "MCS 3.17",
1"text": "{media_state}",
1"fields": [
2{
3"key": "media_state",
3"type": "u8",
3"words": { "0": "inactive", "1": "playing", "2": "paused", "3": "seeking", "*": "reserved" }
2}
1]
0}
0{
1"name": "Media Control Point",
1"source": "MCS 3.18",
1"direction": "notify",
1"text": "{response_to}: {outcome}",
1"fields": [
2{ "key": "response_to", "type": "u8", "words": "media_operation" },
2{
3"key": "outcome",
3"type": "u8",
3"success": 1,
3"words": {
4"1": "success",
4"2": "opcode_not_supported",
4"3": "media_player_inactive",
4"4": "command_cannot_be_completed",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Media Control Point",
1"source": "MCS 3.18",
1"direction": "write",
1"text": "{command}[ {move_offset_s:2} s][ {go_to_number}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "play" },
4"2": { "word": "pause" },
4"3": { "word": "fast_rewind" },
4"4": { "word": "fast_forward" },
4"5": { "word": "stop" },
4"16": {
5"word": "move_relative",
5"fields": [{ "key": "move_offset_s", "type": "i32", "scale": "0.01", "unit": "s" }]
4},
4"32": { "word": "previous_segment" },
4"33": { "word": "next_segment" },
4"34": { "word": "first_segment" },
4"35": { "word": "last_segment" },
4"36": { "word": "go_to_segment", "fields": [{ "key": "go_to_number", "type": "i32" }] },
4"48": { "word": "previous_track" },
4"49": { "word": "next_track" },
4"50": { "word": "first_track" },
4"51": { "word": "last_track" },
4"52": { "word": "go_to_track", "fields": [{ "key": "go_to_number", "type": "i32" }] },
4"64": { "word": "previous_group" },
4"65": { "word": "next_group" },
4"66": { "word": "first_group" },
4"67": { "word": "last_group" },
4"68": { "word": "go_to_group", "fields": [{ "key": "go_to_number", "type": "i32" }] },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Media Control Point Opcodes Supported",
1"source": "MCS 3.19",
1"fields": [
2{
3"key": "media_operations_supported",
3"type": "u32",
3"flags": {
4"0": "play",
4"1": "pause",
4"2": "fast_rewind",
4"3": "fast_forward",
4"4": "stop",
4"5": "move_relative",
4"6": "previous_segment",
4"7": "next_segment",
4"8": "first_segment",
4"9": "last_segment",
4"10": "go_to_segment",
4"11": "previous_track",
4"12": "next_track",
4"13": "first_track",
4"14": "last_track",
4"15": "go_to_track",
4"16": "previous_group",
4"17": "next_group",
4"18": "first_group",
4"19": "last_group",
4"20": "go_to_group"
3}
2}
1]
0}
0{
1"name": "Search Results Object ID",
1"source": "MCS 3.20",
1"text": "object {search_results_object_id:012X}",
1"fields": [{ "key": "search_results_object_id", "type": "u48" }]
0}
0{
1"name": "Search Control Point",
1"source": "MCS 3.21",
1"direction": "notify",
1"fields": [{ "key": "outcome", "type": "u8", "success": 1, "words": { "1": "success", "2": "failure", "*": "reserved" } }]
0}
0{
1"name": "Search Control Point",
1"source": "MCS 3.21",
1"direction": "write",
1"fields": [
2{
3"key": "searches",
3"repeat": "rest",
3"fields": [
4{
5"size": { "type": "u8" },
5"fields": [
6{
7"key": "search_type",
7"type": "u8",
7"words": {
8"1": "track_name",
8"2": "artist_name",
8"3": "album_name",
8"4": "group_name",
8"5": "earliest_year",
8"6": "latest_year",
8"7": "genre",
8"8": "only_tracks",
8"9": "only_groups",
8"*": "reserved"
7}
6},
6{ "key": "search_text", "type": "utf8" }
5]
4}
3]
2}
1]
0}
0{
1"name": "Energy 32",
1"fields": [
2{
3"key": "energy_kwh",
3"type": "u32",
3"scale": "0.001",
3"special": { "4294967294": "not_valid", "4294967295": "not_known" },
3"unit": "kWh"
2}
1],
1"text": "[{energy_kwh:3} kWh][{energy_kwh_status}]"
0}
0{
1"name": "Constant Tone Extension Enable",
1"source": "CTES 1.0",
1"fields": [{ "key": "cte_enable", "type": "u8", "flags": { "0": "aoa_on_connection", "1": "aod_in_advertising" } }]
0}
0{
1"name": "Advertising Constant Tone Extension Minimum Length",
1"source": "CTES 1.0",
1"fields": [{ "key": "cte_min_length_us", "type": "u8", "scale": "8", "unit": "µs" }]
0}
0{
1"name": "Advertising Constant Tone Extension Minimum Transmit Count",
1"source": "CTES 1.0",
1"fields": [{ "key": "cte_min_transmit_count", "type": "u8" }]
0}
0{
1"name": "Advertising Constant Tone Extension Transmit Duration",
1"source": "CTES 1.0: by number",
1"fields": [{ "key": "cte_transmit_duration_code", "type": "u8" }]
0}
0{
1"name": "Advertising Constant Tone Extension Interval",
1"source": "CTES 1.0",
1"fields": [{ "key": "cte_interval_ms", "type": "u16", "scale": "1.25", "unit": "ms" }]
0}
0{
1"name": "Advertising Constant Tone Extension PHY",
1"source": "CTES 1.0",
1"fields": [{ "key": "cte_phy", "type": "u8", "words": { "0": "1M", "1": "2M", "*": "reserved" } }]
0}
0{
1"name": "Bearer Provider Name",
1"source": "TBS 3.1",
1"text": "{bearer_provider_name:q}",
1"fields": [{ "key": "bearer_provider_name", "type": "utf8" }]
0}
0{
1"name": "Bearer UCI",
1"source": "TBS 3.2",
1"text": "{bearer_uci:q}",
1"fields": [{ "key": "bearer_uci", "type": "utf8" }]
0}
0{
1"name": "Bearer Technology",
1"source": "TBS 3.3",
1"text": "{bearer_technology}",
1"fields": [
2{
3"key": "bearer_technology",
3"type": "u8",
3"words": {
4"1": "3G",
4"2": "4G",
4"3": "LTE",
4"4": "Wi-Fi",
4"5": "5G",
4"6": "GSM",
4"7": "CDMA",
4"8": "2G",
4"9": "WCDMA",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Bearer URI Schemes Supported List",
1"source": "TBS 3.4",
1"text": "{bearer_uri_schemes:q}",
1"fields": [{ "key": "bearer_uri_schemes", "type": "utf8" }]
0}
0{
1"name": "Bearer Signal Strength",
1"source": "TBS 3.5: 0 to 100",
1"fields": [{ "key": "bearer_signal_strength", "type": "u8", "special": { "255": "not_available" }, "valid": "0..100" }]
0}
0{
1"name": "Bearer Signal Strength Reporting Interval",
1"source": "TBS 3.6",
1"fields": [{ "key": "signal_reporting_interval_s", "type": "u8", "unit": "s" }]
0}
0{
1"name": "Bearer List Current Calls",
1"source": "TBS 3.7",
1"fields": [
2{
3"key": "calls",
3"repeat": "rest",
3"size": { "type": "u8" },
3"fields": [
4{ "key": "call_index", "type": "u8" },
4{
5"key": "call_state",
5"type": "u8",
5"words": {
6"0": "incoming",
6"1": "dialing",
6"2": "alerting",
6"3": "active",
6"4": "locally_held",
6"5": "remotely_held",
6"6": "locally_and_remotely_held",
6"*": "reserved"
5}
4},
4{
5"key": "call_flags",
5"type": "u8",
5"flags": { "0": "outgoing", "1": "withheld_by_server", "2": "withheld_by_network" }
4},
4{ "key": "call_uri", "type": "utf8" }
3]
2}
1]
0}
0{
1"name": "Content Control ID",
1"source": "MCS 3.22, TBS 3.8",
1"fields": [{ "key": "content_control_id", "type": "u8" }]
0}
0{
1"name": "Status Flags",
1"source": "TBS 3.9",
1"fields": [{ "key": "tbs_status_flags", "type": "u16", "flags": { "0": "inband_ringtone", "1": "silent_mode" } }]
0}
0{
1"name": "Incoming Call Target Bearer URI",
1"source": "TBS 3.10",
1"fields": [{ "key": "call_index", "type": "u8" }, { "key": "call_uri", "type": "utf8" }]
0}
0{
1"name": "Call State",
1"source": "TBS 3.11",
1"fields": [
2{
3"key": "calls",
3"repeat": "rest",
3"fields": [
4{ "key": "call_index", "type": "u8" },
4{
5"key": "call_state",
5"type": "u8",
5"words": {
6"0": "incoming",
6"1": "dialing",
6"2": "alerting",
6"3": "active",
6"4": "locally_held",
6"5": "remotely_held",
6"6": "locally_and_remotely_held",
6"*": "reserved"
5}
4},
4{
5"key": "call_flags",
5"type": "u8",
5"flags": { "0": "outgoing", "1": "withheld_by_server", "2": "withheld_by_network" }
4}
3]
2}
1]
0}
0{
1"name": "Call Control Point",
1"source": "TBS 3.12",
1"direction": "notify",
1"text": "{response_to}: {outcome}",
1"fields": [
2{ "key": "response_to", "type": "u8", "words": "call_operation" },
2{ "key": "call_index", "type": "u8" },
2{
3"key": "outcome",
3"type": "u8",
3"success": 0,
3"words": {
4"0": "success",
4"1": "opcode_not_supported",
4"2": "operation_not_possible",
4"3": "invalid_call_index",
4"4": "state_mismatch",
4"5": "lack_of_resources",
4"6": "invalid_outgoing_uri",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Call Control Point",
1"source": "TBS 3.12",
1"direction": "write",
1"text": "{command}[ call {call_index}][ {call_uri}][ {call_indexes}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "accept", "fields": [{ "key": "call_index", "type": "u8" }] },
4"1": { "word": "terminate", "fields": [{ "key": "call_index", "type": "u8" }] },
4"2": { "word": "local_hold", "fields": [{ "key": "call_index", "type": "u8" }] },
4"3": { "word": "local_retrieve", "fields": [{ "key": "call_index", "type": "u8" }] },
4"4": { "word": "originate", "fields": [{ "key": "call_uri", "type": "utf8" }] },
4"5": { "word": "join", "fields": [{ "key": "call_indexes", "type": "u8", "repeat": "rest" }] },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Call Control Point Optional Opcodes",
1"source": "TBS 3.13",
1"fields": [
2{
3"key": "call_operations_supported",
3"type": "u16",
3"flags": { "0": "local_hold_and_retrieve", "1": "join" }
2}
1]
0}
0{
1"name": "Termination Reason",
1"source": "TBS 3.14",
1"text": "call {call_index}: {termination_reason}",
1"fields": [
2{ "key": "call_index", "type": "u8" },
2{
3"key": "termination_reason",
3"type": "u8",
3"words": {
4"0": "improper_uri",
4"1": "call_failed",
4"2": "remote_ended",
4"3": "server_ended",
4"4": "line_busy",
4"5": "network_congestion",
4"6": "client_ended",
4"7": "no_service",
4"8": "no_answer",
4"9": "unspecified",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Incoming Call",
1"source": "TBS 3.15",
1"fields": [{ "key": "call_index", "type": "u8" }, { "key": "call_uri", "type": "utf8" }]
0}
0{
1"name": "Call Friendly Name",
1"source": "TBS 3.16",
1"fields": [{ "key": "call_index", "type": "u8" }, { "key": "call_friendly_name", "type": "utf8" }]
0}
0{
1"name": "Mute",
1"source": "MICS 3.1",
1"text": "{mute}",
1"fields": [
2{
3"key": "mute",
3"type": "u8",
3"words": { "0": "not_muted", "1": "muted", "2": "disabled", "*": "reserved" }
2}
1]
0}
0{
1"name": "Sink ASE",
1"source": "ASCS 4.1",
1"fields": [{ "type": "ase" }]
0}
0{
1"name": "Source ASE",
1"source": "ASCS 4.1",
1"fields": [{ "type": "ase" }]
0}
0{
1"name": "ASE Control Point",
1"source": "ASCS 5",
1"direction": "notify",
1"fields": [
2{ "key": "response_to", "type": "u8", "words": "ase_operation" },
2{ "as": "n", "type": "u8" },
2{
3"key": "ase_responses",
3"repeat": "rest",
3"fields": [
4{ "key": "ase_id", "type": "u8" },
4{
5"key": "ase_response",
5"type": "u8",
5"success": 0,
5"words": {
6"0": "success",
6"1": "unsupported_opcode",
6"2": "invalid_length",
6"3": "invalid_ase_id",
6"4": "invalid_ase_state_machine_transition",
6"5": "invalid_ase_direction",
6"6": "unsupported_audio_capabilities",
6"7": "unsupported_configuration_parameter_value",
6"8": "rejected_configuration_parameter_value",
6"9": "invalid_configuration_parameter_value",
6"10": "unsupported_metadata",
6"11": "rejected_metadata",
6"12": "invalid_metadata",
6"13": "insufficient_resources",
6"14": "unspecified_error",
6"*": "reserved"
5}
4},
4{ "as": "metadata_refused", "of": "ase_response >= 10 && ase_response <= 12" },
4{ "key": "ase_reason", "type": "u8", "if": "metadata_refused", "words": "metadata_type" },
4{
5"key": "ase_reason",
5"type": "u8",
5"if": "!metadata_refused",
5"words": {
6"0": "none",
6"1": "codec_id",
6"2": "codec_configuration",
6"3": "sdu_interval",
6"4": "framing",
6"5": "phy",
6"6": "maximum_sdu_size",
6"7": "retransmission_number",
6"8": "max_transport_latency",
6"9": "presentation_delay",
6"10": "invalid_ase_cis_mapping",
6"*": "other"
5}
4}
3]
2}
1]
0}
0{
1"name": "ASE Control Point",
1"source": "ASCS 4.2",
1"direction": "write",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "config_codec",
5"fields": [
6{ "as": "n", "type": "u8" },
6{
7"key": "ases",
7"repeat": "n",
7"fields": [
8{ "key": "ase_id", "type": "u8" },
8{
9"key": "target_latency",
9"type": "u8",
9"words": { "1": "low_latency", "2": "balanced", "3": "high_reliability", "*": "reserved" }
8},
8{
9"key": "target_phy",
9"type": "u8",
9"words": { "1": "1M", "2": "2M", "3": "Coded", "*": "reserved" }
8},
8{ "type": "codec_id" },
8{
9"key": "codec_configuration",
9"size": { "type": "u8" },
9"fields": [{ "type": "configuration_ltv" }]
8}
7]
6}
5]
4},
4"2": {
5"word": "config_qos",
5"fields": [
6{ "as": "n", "type": "u8" },
6{
7"key": "ases",
7"repeat": "n",
7"fields": [
8{ "key": "ase_id", "type": "u8" },
8{ "key": "cig_id", "type": "u8" },
8{ "key": "cis_id", "type": "u8" },
8{ "key": "qos_sdu_interval_us", "type": "u24", "unit": "µs" },
8{
9"key": "framing",
9"type": "u8",
9"words": { "0": "unframed", "1": "framed", "*": "reserved" }
8},
8{ "key": "qos_phy", "type": "u8", "flags": { "0": "1M", "1": "2M", "2": "Coded" } },
8{ "key": "qos_max_sdu", "type": "u16", "unit": "B" },
8{ "key": "retransmission_number", "type": "u8" },
8{ "key": "max_transport_latency_ms", "type": "u16", "unit": "ms" },
8{ "key": "presentation_delay_us", "type": "u24", "unit": "µs" }
7]
6}
5]
4},
4"3": {
5"word": "enable",
5"fields": [
6{ "as": "n", "type": "u8" },
6{
7"key": "ases",
7"repeat": "n",
7"fields": [
8{ "key": "ase_id", "type": "u8" },
8{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
7]
6}
5]
4},
4"4": {
5"word": "receiver_start_ready",
5"fields": [
6{ "as": "n", "type": "u8" },
6{ "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
5]
4},
4"5": {
5"word": "disable",
5"fields": [
6{ "as": "n", "type": "u8" },
6{ "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
5]
4},
4"6": {
5"word": "receiver_stop_ready",
5"fields": [
6{ "as": "n", "type": "u8" },
6{ "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
5]
4},
4"7": {
5"word": "update_metadata",
5"fields": [
6{ "as": "n", "type": "u8" },
6{
7"key": "ases",
7"repeat": "n",
7"fields": [
8{ "key": "ase_id", "type": "u8" },
8{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
7]
6}
5]
4},
4"8": {
5"word": "release",
5"fields": [
6{ "as": "n", "type": "u8" },
6{ "key": "ases", "repeat": "rest", "fields": [{ "key": "ase_id", "type": "u8" }] }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Broadcast Audio Scan Control Point",
1"source": "BASS 3.1",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "remote_scan_stopped" },
4"1": { "word": "remote_scan_started" },
4"2": {
5"word": "add_source",
5"fields": [
6{
7"key": "advertiser_address_type",
7"type": "u8",
7"words": { "0": "public", "1": "random", "*": "reserved" }
6},
6{ "key": "advertiser_address", "type": "address" },
6{ "key": "advertising_sid", "type": "u8" },
6{ "key": "broadcast_id", "type": "u24" },
6{
7"key": "pa_sync",
7"type": "u8",
7"words": {
8"0": "do_not_synchronize",
8"1": "synchronize_past_available",
8"2": "synchronize_past_not_available",
8"*": "reserved"
7}
6},
6{
7"key": "pa_interval_ms",
7"type": "u16",
7"scale": "1.25",
7"unit": "ms",
7"special": { "65535": "not_known" }
6},
6{ "as": "n", "type": "u8" },
6{
7"key": "subgroups",
7"repeat": "n",
7"fields": [
8{ "key": "bis_sync", "type": "u32", "special": { "4294967295": "no_preference" } },
8{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
7]
6}
5]
4},
4"3": {
5"word": "modify_source",
5"fields": [
6{ "key": "source_id", "type": "u8" },
6{
7"key": "pa_sync",
7"type": "u8",
7"words": {
8"0": "do_not_synchronize",
8"1": "synchronize_past_available",
8"2": "synchronize_past_not_available",
8"*": "reserved"
7}
6},
6{
7"key": "pa_interval_ms",
7"type": "u16",
7"scale": "1.25",
7"unit": "ms",
7"special": { "65535": "not_known" }
6},
6{ "as": "n", "type": "u8" },
6{
7"key": "subgroups",
7"repeat": "n",
7"fields": [
8{ "key": "bis_sync", "type": "u32", "special": { "4294967295": "no_preference" } },
8{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
7]
6}
5]
4},
4"4": {
5"word": "set_broadcast_code",
5"fields": [{ "key": "source_id", "type": "u8" }, { "key": "broadcast_code", "type": "hex", "size": 16 }]
4},
4"5": { "word": "remove_source", "fields": [{ "key": "source_id", "type": "u8" }] },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Broadcast Receive State",
1"source": "BASS 3.2",
1"fields": [
2{ "key": "source_id", "type": "u8", "missing": "no source" },
2{
3"key": "advertiser_address_type",
3"type": "u8",
3"words": { "0": "public", "1": "random", "*": "reserved" }
2},
2{ "key": "advertiser_address", "type": "address" },
2{ "key": "advertising_sid", "type": "u8" },
2{ "key": "broadcast_id", "type": "u24" },
2{
3"key": "pa_sync_state",
3"type": "u8",
3"words": {
4"0": "not_synchronized",
4"1": "syncinfo_request",
4"2": "synchronized",
4"3": "failed",
4"4": "no_past",
4"*": "reserved"
3}
2},
2{
3"key": "big_encryption",
3"type": "u8",
3"words": {
4"0": "not_encrypted",
4"1": "broadcast_code_required",
4"2": "decrypting",
4"3": "bad_code",
4"*": "reserved"
3}
2},
2{ "key": "bad_code", "type": "hex", "size": 16, "if": "big_encryption == 3" },
2{ "as": "n", "type": "u8" },
2{
3"key": "subgroups",
3"repeat": "n",
3"fields": [
4{ "key": "bis_sync", "type": "u32", "special": { "4294967295": "failed" } },
4{ "key": "metadata", "size": { "type": "u8" }, "fields": [{ "type": "metadata_ltv" }] }
3]
2}
1]
0}
0{
1"name": "Sink PAC",
1"source": "PACS 3.1",
1"fields": [{ "type": "pac" }]
0}
0{
1"name": "Sink Audio Locations",
1"source": "PACS 3.2",
1"fields": [
2{
3"key": "audio_locations",
3"type": "u32",
3"flags": {
4"0": "front_left",
4"1": "front_right",
4"2": "front_center",
4"3": "low_frequency_effects_1",
4"4": "back_left",
4"5": "back_right",
4"6": "front_left_of_center",
4"7": "front_right_of_center",
4"8": "back_center",
4"9": "low_frequency_effects_2",
4"10": "side_left",
4"11": "side_right",
4"12": "top_front_left",
4"13": "top_front_right",
4"14": "top_front_center",
4"15": "top_center",
4"16": "top_back_left",
4"17": "top_back_right",
4"18": "top_side_left",
4"19": "top_side_right",
4"20": "top_back_center",
4"21": "bottom_front_center",
4"22": "bottom_front_left",
4"23": "bottom_front_right",
4"24": "front_left_wide",
4"25": "front_right_wide",
4"26": "left_surround",
4"27": "right_surround"
3},
3"code": true
2}
1]
0}
0{
1"name": "Source PAC",
1"source": "PACS 3.3",
1"fields": [{ "type": "pac" }]
0}
0{
1"name": "Source Audio Locations",
1"source": "PACS 3.4",
1"fields": [
2{
3"key": "audio_locations",
3"type": "u32",
3"flags": {
4"0": "front_left",
4"1": "front_right",
4"2": "front_center",
4"3": "low_frequency_effects_1",
4"4": "back_left",
4"5": "back_right",
4"6": "front_left_of_center",
4"7": "front_right_of_center",
4"8": "back_center",
4"9": "low_frequency_effects_2",
4"10": "side_left",
4"11": "side_right",
4"12": "top_front_left",
4"13": "top_front_right",
4"14": "top_front_center",
4"15": "top_center",
4"16": "top_back_left",
4"17": "top_back_right",
4"18": "top_side_left",
4"19": "top_side_right",
4"20": "top_back_center",
4"21": "bottom_front_center",
4"22": "bottom_front_left",
4"23": "bottom_front_right",
4"24": "front_left_wide",
4"25": "front_right_wide",
4"26": "left_surround",
4"27": "right_surround"
3},
3"code": true
2}
1]
0}
0{
1"name": "Available Audio Contexts",
1"source": "PACS 3.5",
1"fields": [
2{
3"key": "available_sink_contexts",
3"type": "u16",
3"flags": {
4"0": "unspecified",
4"1": "conversational",
4"2": "media",
4"3": "game",
4"4": "instructional",
4"5": "voice_assistants",
4"6": "live",
4"7": "sound_effects",
4"8": "notifications",
4"9": "ringtone",
4"10": "alerts",
4"11": "emergency_alarm"
3}
2},
2{
3"key": "available_source_contexts",
3"type": "u16",
3"flags": {
4"0": "unspecified",
4"1": "conversational",
4"2": "media",
4"3": "game",
4"4": "instructional",
4"5": "voice_assistants",
4"6": "live",
4"7": "sound_effects",
4"8": "notifications",
4"9": "ringtone",
4"10": "alerts",
4"11": "emergency_alarm"
3}
2}
1]
0}
0{
1"name": "Supported Audio Contexts",
1"source": "PACS 3.6",
1"fields": [
2{
3"key": "supported_sink_contexts",
3"type": "u16",
3"flags": {
4"0": "unspecified",
4"1": "conversational",
4"2": "media",
4"3": "game",
4"4": "instructional",
4"5": "voice_assistants",
4"6": "live",
4"7": "sound_effects",
4"8": "notifications",
4"9": "ringtone",
4"10": "alerts",
4"11": "emergency_alarm"
3}
2},
2{
3"key": "supported_source_contexts",
3"type": "u16",
3"flags": {
4"0": "unspecified",
4"1": "conversational",
4"2": "media",
4"3": "game",
4"4": "instructional",
4"5": "voice_assistants",
4"6": "live",
4"7": "sound_effects",
4"8": "notifications",
4"9": "ringtone",
4"10": "alerts",
4"11": "emergency_alarm"
3}
2}
1]
0}
0{
1"name": "Ammonia Concentration",
1"fields": [{ "key": "ammonia_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{ammonia_kg_per_m3} kg/m³][{ammonia_kg_per_m3_status}]"
0}
0{
1"name": "Carbon Monoxide Concentration",
1"fields": [{ "key": "carbon_monoxide_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{carbon_monoxide_kg_per_m3} kg/m³][{carbon_monoxide_kg_per_m3_status}]"
0}
0{
1"name": "Methane Concentration",
1"fields": [{ "key": "methane_ppb", "type": "sfloat", "unit": "ppb" }],
1"text": "[{methane_ppb} ppb][{methane_ppb_status}]"
0}
0{
1"name": "Nitrogen Dioxide Concentration",
1"fields": [{ "key": "nitrogen_dioxide_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{nitrogen_dioxide_kg_per_m3} kg/m³][{nitrogen_dioxide_kg_per_m3_status}]"
0}
0{
1"name": "Non-Methane Volatile Organic Compounds Concentration",
1"fields": [{ "key": "non_methane_voc_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{non_methane_voc_kg_per_m3} kg/m³][{non_methane_voc_kg_per_m3_status}]"
0}
0{
1"name": "Ozone Concentration",
1"fields": [{ "key": "ozone_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{ozone_kg_per_m3} kg/m³][{ozone_kg_per_m3_status}]"
0}
0{
1"name": "Particulate Matter - PM1 Concentration",
1"fields": [{ "key": "pm1_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{pm1_kg_per_m3} kg/m³][{pm1_kg_per_m3_status}]"
0}
0{
1"name": "Particulate Matter - PM2.5 Concentration",
1"fields": [{ "key": "pm2_5_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{pm2_5_kg_per_m3} kg/m³][{pm2_5_kg_per_m3_status}]"
0}
0{
1"name": "Particulate Matter - PM10 Concentration",
1"fields": [{ "key": "pm10_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{pm10_kg_per_m3} kg/m³][{pm10_kg_per_m3_status}]"
0}
0{
1"name": "Sulfur Dioxide Concentration",
1"fields": [{ "key": "sulfur_dioxide_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{sulfur_dioxide_kg_per_m3} kg/m³][{sulfur_dioxide_kg_per_m3_status}]"
0}
0{
1"name": "Sulfur Hexafluoride Concentration",
1"fields": [{ "key": "sulfur_hexafluoride_kg_per_m3", "type": "sfloat", "unit": "kg/m³" }],
1"text": "[{sulfur_hexafluoride_kg_per_m3} kg/m³][{sulfur_hexafluoride_kg_per_m3_status}]"
0}
0{
1"name": "Hearing Aid Features",
1"source": "HAS 3.1",
1"fields": [
2{ "as": "bits", "type": "u8", "reserved": "6..7" },
2{
3"key": "hearing_aid_type",
3"of": "bits.0..1",
3"words": { "0": "binaural", "1": "monaural", "2": "banded", "3": "reserved" }
2},
2{ "key": "preset_synchronization", "of": "bits.2" },
2{ "key": "independent_presets", "of": "bits.3" },
2{ "key": "dynamic_presets", "of": "bits.4" },
2{ "key": "writable_presets", "of": "bits.5" }
1]
0}
0{
1"name": "Hearing Aid Preset Control Point",
1"source": "HAS 3.2",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "read_presets_request",
5"fields": [{ "key": "start_index", "type": "u8" }, { "key": "number_of_presets", "type": "u8" }]
4},
4"2": {
5"word": "read_preset_response",
5"fields": [
6{ "key": "is_last", "type": "bool" },
6{ "key": "preset_index", "type": "u8" },
6{ "key": "preset_properties", "type": "u8", "flags": { "0": "writable", "1": "available" } },
6{ "key": "preset_name", "type": "utf8" }
5]
4},
4"3": {
5"word": "preset_changed",
5"fields": [
6{
7"key": "preset_change",
7"type": "u8",
7"cases": {
8"0": {
9"word": "generic_update",
9"fields": [
:{ "key": "is_last", "type": "bool" },
:{ "key": "previous_index", "type": "u8" },
:{ "key": "preset_index", "type": "u8" },
:{ "key": "preset_properties", "type": "u8", "flags": { "0": "writable", "1": "available" } },
:{ "key": "preset_name", "type": "utf8" }
9]
8},
8"1": {
9"word": "deleted",
9"fields": [{ "key": "is_last", "type": "bool" }, { "key": "preset_index", "type": "u8" }]
8},
8"2": {
9"word": "available",
9"fields": [{ "key": "is_last", "type": "bool" }, { "key": "preset_index", "type": "u8" }]
8},
8"3": {
9"word": "unavailable",
9"fields": [{ "key": "is_last", "type": "bool" }, { "key": "preset_index", "type": "u8" }]
8},
8"*": { "word": "reserved" }
7}
6}
5]
4},
4"4": {
5"word": "write_preset_name",
5"fields": [{ "key": "preset_index", "type": "u8" }, { "key": "preset_name", "type": "utf8" }]
4},
4"5": { "word": "set_active_preset", "fields": [{ "key": "preset_index", "type": "u8" }] },
4"6": { "word": "set_next_preset" },
4"7": { "word": "set_previous_preset" },
4"8": {
5"word": "set_active_preset_synchronized_locally",
5"fields": [{ "key": "preset_index", "type": "u8" }]
4},
4"9": { "word": "set_next_preset_synchronized_locally" },
4"10": { "word": "set_previous_preset_synchronized_locally" },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Active Preset Index",
1"source": "HAS 3.3",
1"fields": [{ "key": "active_preset_index", "type": "u8" }]
0}
0{
1"name": "Stored Health Observations",
1"fields": [
2{ "as": "segment", "type": "u8" },
2{ "key": "first_segment", "of": "segment.0" },
2{ "key": "last_segment", "of": "segment.1" },
2{ "key": "segment_counter", "of": "segment.2..7" },
2{ "key": "observation_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Fixed String 64",
1"fields": [{ "key": "fixed_string", "type": "utf8", "size": 64 }],
1"text": "\"{fixed_string}\""
0}
0{
1"name": "High Temperature",
1"fields": [
2{
3"key": "temperature_celsius",
3"type": "i16",
3"valid": "-546..32767",
3"scale": "0.5",
3"special": { "-32767": "not_valid", "-32768": "not_known" },
3"unit": "°C"
2}
1],
1"text": "[{temperature_celsius:1}][{temperature_celsius_status}]"
0}
0{
1"name": "High Voltage",
1"fields": [
2{
3"key": "voltage_v",
3"type": "u24",
3"scale": "1/64",
3"special": { "16777215": "not_known" },
3"unit": "V"
2}
1],
1"text": "[{voltage_v:3} V][{voltage_v_status}]"
0}
0{
1"name": "Light Distribution",
1"fields": [
2{
3"key": "light_distribution",
3"type": "u8",
3"words": {
4"0": "not_specified", "1": "type_i", "2": "type_ii", "3": "type_iii", "4": "type_iv",
4"5": "type_v", "*": "reserved"
3}
2}
1]
0}
0{
1"name": "Light Output",
1"fields": [
2{
3"key": "light_output_lm",
3"type": "u24",
3"special": { "16777214": "not_valid", "16777215": "not_known" },
3"unit": "lm"
2}
1],
1"text": "[{light_output_lm} lm][{light_output_lm_status}]"
0}
0{
1"name": "Light Source Type",
1"fields": [
2{
3"key": "light_source_type",
3"type": "u8",
3"words": {
4"0": "not_specified", "1": "low_pressure_fluorescent", "2": "hid", "3": "low_voltage_halogen",
4"4": "incandescent", "5": "led", "6": "oled", "253": "other_than_listed",
4"254": "no_light_source", "255": "multiple_types", "*": "reserved"
3}
2}
1]
0}
0{
1"name": "Noise",
1"fields": [
2{
3"key": "noise_db",
3"type": "u8",
3"special": { "254": "over_range", "255": "not_known" },
3"unit": "dB"
2}
1],
1"text": "[{noise_db} dB][{noise_db_status}]"
0}
0{
1"name": "Relative Runtime in a Correlated Color Temperature Range",
1"fields": [
2{ "key": "relative_runtime_percent", "type": "percentage_8" },
2{ "key": "minimum_color_temperature_k", "type": "color_temperature" },
2{ "key": "maximum_color_temperature_k", "type": "color_temperature" }
1]
0}
0{
1"name": "Time Second 32",
1"fields": [{ "key": "duration_s", "type": "u32", "special": { "4294967295": "not_known" }, "unit": "s" }],
1"text": "[{duration_s} s][{duration_s_status}]"
0}
0{
1"name": "VOC Concentration",
1"fields": [
2{
3"key": "voc_ppb",
3"type": "u16",
3"special": { "65534": "over_range", "65535": "not_known" },
3"unit": "ppb"
2}
1],
1"text": "[{voc_ppb} ppb][{voc_ppb_status}]"
0}
0{
1"name": "Voltage Frequency",
1"fields": [
2{
3"key": "frequency_hz",
3"type": "u16",
3"special": { "0": "direct_current", "65534": "not_valid", "65535": "not_known" },
3"unit": "Hz"
2}
1],
1"text": "[{frequency_hz} Hz][{frequency_hz_status}]"
0}
0{
1"name": "Battery Critical Status",
1"fields": [{ "type": "u8", "flags": { "0": "critical_power_state", "1": "immediate_service_required" } }]
0}
0{
1"name": "Battery Health Status",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "4..7" },
2{
3"key": "battery_health_summary_percent",
3"type": "u8",
3"if": "flags.0",
3"valid": "0..100",
3"unit": "%"
2},
2{ "key": "cycle_count", "type": "u16", "if": "flags.1" },
2{
3"key": "battery_temperature_celsius",
3"type": "i8",
3"if": "flags.2",
3"special": { "127": "over_range", "-128": "under_range" },
3"unit": "°C"
2},
2{ "key": "deep_discharge_count", "type": "u16", "if": "flags.3" }
1]
0}
0{
1"name": "Battery Health Information",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "2..7" },
2{ "key": "designed_cycle_count", "type": "u16", "if": "flags.0" },
2{
3"key": "minimum_designed_temperature_celsius",
3"type": "i8",
3"if": "flags.1",
3"special": { "127": "over_range", "-128": "under_range" },
3"unit": "°C"
2},
2{
3"key": "maximum_designed_temperature_celsius",
3"type": "i8",
3"if": "flags.1",
3"special": { "127": "over_range", "-128": "under_range" },
3"unit": "°C"
2}
1]
0}
0{
1"name": "Battery Information",
1"fields": [
2{ "as": "flags", "type": "u16", "reserved": "8..15" },
2{ "type": "u8", "flags": { "0": "replaceable", "1": "rechargeable" } },
2{ "as": "made", "type": "u24", "if": "flags.0" },
2{
3"key": "manufacture_date",
3"of": "made",
3"time": { "since": "1970-01-01", "tick_s": 86400 },
3"special": { "0": "not_known" }
2},
2{ "as": "expires", "type": "u24", "if": "flags.1" },
2{
3"key": "expiration_date",
3"of": "expires",
3"time": { "since": "1970-01-01", "tick_s": 86400 },
3"special": { "0": "not_known" }
2},
2{ "key": "designed_capacity_kwh", "type": "sfloat", "if": "flags.2", "unit": "kWh" },
2{ "key": "low_energy_kwh", "type": "sfloat", "if": "flags.3", "unit": "kWh" },
2{ "key": "critical_energy_kwh", "type": "sfloat", "if": "flags.4", "unit": "kWh" },
2{
3"key": "battery_chemistry",
3"type": "u8",
3"if": "flags.5",
3"words": {
4"0": "not_known", "1": "alkaline", "2": "lead_acid", "3": "lithium_iron_disulfide",
4"4": "lithium_manganese_dioxide", "5": "lithium_ion", "6": "lithium_polymer",
4"7": "nickel_oxyhydroxide", "8": "nickel_cadmium", "9": "nickel_metal_hydride",
4"10": "silver_oxide", "11": "zinc_chloride", "12": "zinc_air", "13": "zinc_carbon",
4"*": "reserved", "255": "other"
3}
2},
2{ "key": "nominal_voltage_v", "type": "sfloat", "if": "flags.6", "unit": "V" },
2{
3"key": "aggregation_group",
3"type": "u8",
3"if": "flags.7",
3"special": { "0": "none", "255": "reserved" }
2}
1]
0}
0{
1"name": "Battery Level Status",
1"fields": [{ "type": "battery_level_status" }],
1"text": "[{battery_level_percent} %  ]{charge_state}, level {charge_level}"
0}
0{
1"name": "Battery Time Status",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "2..7" },
2{
3"key": "time_until_discharged_min",
3"type": "u24",
3"special": { "16777214": "over_range", "16777215": "not_known" },
3"unit": "min"
2},
2{
3"key": "time_until_discharged_on_standby_min",
3"type": "u24",
3"if": "flags.0",
3"special": { "16777214": "over_range", "16777215": "not_known" },
3"unit": "min"
2},
2{
3"key": "time_until_recharged_min",
3"type": "u24",
3"if": "flags.1",
3"special": { "16777214": "over_range", "16777215": "not_known" },
3"unit": "min"
2}
1]
0}
0{
1"name": "Estimated Service Date",
1"fields": [
2{
3"key": "estimated_service_date",
3"type": "u24",
3"time": { "since": "1970-01-01", "tick_s": 86400 },
3"special": { "0": "not_known" }
2}
1],
1"text": "[{estimated_service_date}][{estimated_service_date_status}]"
0}
0{
1"name": "Battery Energy Status",
1"fields": [
2{ "as": "flags", "type": "u8", "reserved": "6..7" },
2{ "key": "external_source_power_w", "type": "sfloat", "if": "flags.0", "unit": "W" },
2{ "key": "present_voltage_v", "type": "sfloat", "if": "flags.1", "unit": "V" },
2{ "key": "available_energy_kwh", "type": "sfloat", "if": "flags.2", "unit": "kWh" },
2{ "key": "available_capacity_kwh", "type": "sfloat", "if": "flags.3", "unit": "kWh" },
2{ "key": "charge_rate_w", "type": "sfloat", "if": "flags.4", "unit": "W" },
2{ "key": "available_energy_at_last_charge_kwh", "type": "sfloat", "if": "flags.5", "unit": "kWh" }
1]
0}
0{
1"name": "Observation Schedule Changed",
1"fields": [{ "key": "observation_schedule", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Elapsed Time",
1"fields": [
2{ "as": "clock", "type": "u8" },
2{ "as": "count", "type": "u48" },
2{ "as": "source", "type": "u8" },
2{ "as": "offset", "type": "i8" },
2{ "key": "tick_counter", "of": "clock.0" },
2{ "key": "utc", "of": "clock.1" },
2{ "key": "time_zone_used", "of": "clock.4" },
2{ "key": "current_timeline", "of": "clock.5" },
2{ "key": "elapsed_time_s", "if": "clock.2..3 == 0", "of": "count", "unit": "s" },
2{ "key": "elapsed_time_s", "if": "clock.2..3 == 1", "of": "count", "scale": "0.1", "unit": "s" },
2{ "key": "elapsed_time_s", "if": "clock.2..3 == 2", "of": "count", "scale": "0.001", "unit": "s" },
2{ "key": "elapsed_time_s", "if": "clock.2..3 == 3", "of": "count", "scale": "0.0001", "unit": "s" },
2{
3"key": "time_source",
3"if": "!clock.0",
3"of": "source",
3"words": {
4"0": "not_known", "1": "ntp", "2": "gps", "3": "radio_time_signal", "4": "manual",
4"5": "atomic_clock", "6": "cellular_network", "7": "not_synchronized", "*": "reserved"
3}
2},
2{
3"key": "time_zone_min",
3"if": "clock.4",
3"of": "offset",
3"scale": "15",
3"special": { "-128": "not_known" },
3"unit": "min"
2},
2{ "key": "clock_status", "type": "u8", "if": "rest > 0", "flags": { "0": "needs_set" } },
2{
3"key": "clock_capabilities",
3"type": "u8",
3"if": "rest > 0",
3"flags": { "0": "applies_dst", "1": "manages_time_zone" }
2}
1]
0}
0{
1"name": "Health Sensor Features",
1"fields": [
2{ "key": "health_sensor_features_code", "type": "u8" },
2{ "key": "health_sensor_features", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "GHS Control Point",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "start_live_observations" },
4"2": { "word": "stop_live_observations" },
4"128": { "word": "response", "fields": [{ "key": "parameter", "type": "hex", "if": "rest > 0" }] },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "LE GATT Security Levels",
1"source": "Vol 3, Part C, 12.7",
1"fields": [
2{
3"key": "security_levels",
3"repeat": "rest",
3"fields": [{ "key": "security_mode", "type": "u8" }, { "key": "security_level", "type": "u8" }]
2}
1]
0}
0{
1"name": "ESL Address",
1"source": "ESLS 3.1",
1"text": "group {esl_group_id}, label {esl_id}",
1"fields": [
2{ "as": "whole_address", "type": "u16", "reserved": "15" },
2{ "key": "esl_id", "of": "whole_address & 255" },
2{ "key": "esl_group_id", "of": "whole_address >> 8 & 127" }
1]
0}
0{
1"name": "AP Sync Key Material",
1"source": "ESLS 3.2",
1"text": "key material",
1"fields": [
2{ "key": "session_key", "type": "hex", "size": 16 },
2{ "key": "initialization_vector", "type": "hex", "size": 8 }
1]
0}
0{
1"name": "ESL Response Key Material",
1"source": "ESLS 3.3",
1"text": "key material",
1"fields": [
2{ "key": "session_key", "type": "hex", "size": 16 },
2{ "key": "initialization_vector", "type": "hex", "size": 8 }
1]
0}
0{
1"name": "ESL Current Absolute Time",
1"source": "ESLS 3.4: of a clock that the access point sets",
1"text": "{esl_time_ms} ms",
1"fields": [{ "key": "esl_time_ms", "type": "u32", "unit": "ms" }]
0}
0{
1"name": "ESL Display Information",
1"source": "ESLS 3.5; the types are Assigned Numbers",
1"fields": [
2{
3"key": "displays",
3"repeat": "rest",
3"fields": [
4{ "key": "width_px", "type": "u16" },
4{ "key": "height_px", "type": "u16" },
4{
5"key": "display_type",
5"type": "u8",
5"words": {
6"1": "black_white",
6"2": "three_gray",
6"3": "four_gray",
6"4": "eight_gray",
6"5": "sixteen_gray",
6"6": "red_black_white",
6"7": "yellow_black_white",
6"8": "red_yellow_black_white",
6"9": "seven_colors",
6"10": "sixteen_colors",
6"11": "full_rgb",
6"*": "reserved"
5}
4}
3]
2}
1]
0}
0{
1"name": "ESL Image Information",
1"source": "ESLS 3.6",
1"fields": [{ "key": "max_image_index", "type": "u8" }]
0}
0{
1"name": "ESL Sensor Information",
1"source": "ESLS 3.7",
1"fields": [
2{
3"key": "esl_sensors",
3"repeat": "rest",
3"fields": [
4{ "as": "size", "type": "u8" },
4{ "key": "mesh_property_id", "type": "u16", "if": "size == 0" },
4{ "key": "sensor_company", "type": "u16", "words": "@company", "if": "size == 1" },
4{ "key": "sensor_code", "type": "u16", "if": "size == 1" }
3]
2}
1]
0}
0{
1"name": "ESL LED Information",
1"source": "ESLS 3.8",
1"fields": [
2{
3"key": "esl_leds",
3"repeat": "rest",
3"fields": [
4{ "as": "led", "type": "u8" },
4{
5"key": "led_type",
5"of": "led.6..7",
5"words": { "0": "srgb", "1": "monochrome", "2": "reserved", "3": "reserved" }
4},
4{ "key": "led_red", "of": "led.0..1" },
4{ "key": "led_green", "of": "led.2..3" },
4{ "key": "led_blue", "of": "led.4..5" }
3]
2}
1]
0}
0{
1"name": "ESL Control Point",
1"source": "ESLS 3.9",
1"direction": "notify",
1"fields": [
2{
3"key": "response",
3"type": "u8",
3"cases": {
4"0": {
5"word": "error",
5"fields": [
6{
7"key": "esl_error",
7"type": "u8",
7"success": 0,
7"words": {
8"1": "unspecified",
8"2": "invalid_opcode",
8"3": "invalid_state",
8"4": "invalid_image_index",
8"5": "image_not_available",
8"6": "invalid_parameters",
8"7": "capacity_limit",
8"8": "insufficient_battery",
8"9": "insufficient_resources",
8"10": "retry",
8"11": "queue_full",
8"12": "implausible_absolute_time",
8"*": "reserved"
7}
6}
5]
4},
4"1": { "word": "led_state", "fields": [{ "key": "led_index", "type": "u8" }] },
4"16": {
5"word": "basic_state",
5"fields": [
6{
7"key": "esl_state",
7"type": "u16",
7"flags": {
8"0": "service_needed",
8"1": "synchronized",
8"2": "active_led",
8"3": "pending_led_update",
8"4": "pending_display_update"
7}
6}
5]
4},
4"17": {
5"word": "display_state",
5"fields": [{ "key": "display_index", "type": "u8" }, { "key": "image_index", "type": "u8" }]
4},
4"*": {
5"word": "sensor_value_or_vendor_specific",
5"fields": [{ "key": "response_parameters", "type": "hex" }]
4}
3}
2}
1]
0}
0{
1"name": "ESL Control Point",
1"source": "ESLS 3.9",
1"direction": "write",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "ping", "fields": [{ "key": "esl_id", "type": "u8" }] },
4"1": { "word": "unassociate", "fields": [{ "key": "esl_id", "type": "u8" }] },
4"2": { "word": "service_reset", "fields": [{ "key": "esl_id", "type": "u8" }] },
4"3": { "word": "factory_reset", "fields": [{ "key": "esl_id", "type": "u8" }] },
4"4": { "word": "update_complete", "fields": [{ "key": "esl_id", "type": "u8" }] },
4"16": {
5"word": "read_sensor_data",
5"fields": [{ "key": "esl_id", "type": "u8" }, { "key": "sensor_index", "type": "u8" }]
4},
4"17": {
5"word": "refresh_display",
5"fields": [{ "key": "esl_id", "type": "u8" }, { "key": "display_index", "type": "u8" }]
4},
4"32": {
5"word": "display_image",
5"fields": [
6{ "key": "esl_id", "type": "u8" },
6{ "key": "display_index", "type": "u8" },
6{ "key": "image_index", "type": "u8" }
5]
4},
4"96": {
5"word": "display_timed_image",
5"fields": [
6{ "key": "esl_id", "type": "u8" },
6{ "key": "display_index", "type": "u8" },
6{ "key": "image_index", "type": "u8" },
6{ "key": "esl_time_ms", "type": "u32", "unit": "ms" }
5]
4},
4"176": {
5"word": "led_control",
5"fields": [
6{ "key": "esl_id", "type": "u8" },
6{ "key": "led_index", "type": "u8" },
6{ "as": "color", "type": "u8" },
6{ "key": "led_red", "of": "color.0..1" },
6{ "key": "led_green", "of": "color.2..3" },
6{ "key": "led_blue", "of": "color.4..5" },
6{ "key": "led_brightness", "of": "color.6..7" },
6{ "key": "flashing_pattern", "type": "hexle", "size": 5 },
6{ "key": "bit_off_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
6{ "key": "bit_on_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
6{ "as": "repeat", "type": "u16" },
6{
7"key": "repeat_kind",
7"of": "repeat.0",
7"words": { "0": "repeats", "1": "seconds" },
7"code": false
6},
6{ "key": "repeat_count", "of": "repeat >> 1" }
5]
4},
4"240": {
5"word": "led_timed_control",
5"fields": [
6{ "key": "esl_id", "type": "u8" },
6{ "key": "led_index", "type": "u8" },
6{ "as": "color", "type": "u8" },
6{ "key": "led_red", "of": "color.0..1" },
6{ "key": "led_green", "of": "color.2..3" },
6{ "key": "led_blue", "of": "color.4..5" },
6{ "key": "led_brightness", "of": "color.6..7" },
6{ "key": "flashing_pattern", "type": "hexle", "size": 5 },
6{ "key": "bit_off_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
6{ "key": "bit_on_period_ms", "type": "u8", "scale": "2", "unit": "ms" },
6{ "as": "repeat", "type": "u16" },
6{
7"key": "repeat_kind",
7"of": "repeat.0",
7"words": { "0": "repeats", "1": "seconds" },
7"code": false
6},
6{ "key": "repeat_count", "of": "repeat >> 1" },
6{ "key": "esl_time_ms", "type": "u32", "unit": "ms" }
5]
4},
4"*": { "word": "vendor_specific", "fields": [{ "key": "vendor_parameters", "type": "hex" }] }
3}
2}
1]
0}
0{
1"name": "UDI for Medical Devices",
1"source": "DIS 1.2; values are text that ends in NUL",
1"fields": [
2{ "as": "present", "type": "u8", "reserved": "4..7" },
2{ "key": "udi_label", "type": "utf8", "size": "nul", "if": "present.0" },
2{ "key": "udi_device_identifier", "type": "utf8", "size": "nul", "if": "present.1" },
2{ "key": "udi_issuer", "type": "utf8", "size": "nul", "if": "present.2" },
2{ "key": "udi_authority", "type": "utf8", "size": "nul", "if": "present.3" }
1]
0}
0{
1"name": "GMAP Role",
1"source": "GMAP 1.0, 4.2",
1"fields": [
2{
3"key": "gmap_roles",
3"type": "u8",
3"flags": {
4"0": "unicast_game_gateway",
4"1": "unicast_game_terminal",
4"2": "broadcast_game_sender",
4"3": "broadcast_game_receiver"
3}
2}
1]
0}
0{
1"name": "UGG Features",
1"source": "GMAP 1.0, 4.3",
1"fields": [
2{
3"key": "ugg_features",
3"type": "u8",
3"flags": { "0": "multiplex", "1": "96_kbps_source", "2": "multisink" }
2}
1]
0}
0{
1"name": "UGT Features",
1"source": "GMAP 1.0, 4.4",
1"fields": [
2{
3"key": "ugt_features",
3"type": "u8",
3"flags": {
4"0": "source",
4"1": "80_kbps_source",
4"2": "sink",
4"3": "64_kbps_sink",
4"4": "multiplex",
4"5": "multisink",
4"6": "multisource"
3}
2}
1]
0}
0{
1"name": "BGS Features",
1"source": "GMAP 1.0, 4.5",
1"fields": [{ "key": "bgs_features", "type": "u8", "flags": { "0": "96_kbps" } }]
0}
0{
1"name": "BGR Features",
1"source": "GMAP 1.0, 4.6",
1"fields": [{ "key": "bgr_features", "type": "u8", "flags": { "0": "multisink", "1": "multiplex" } }]
0}
0{
1"name": "Percentage 8 Steps",
1"fields": [{ "key": "percentage_steps", "type": "u8", "valid": "1..200", "special": { "255": "not_known" } }],
1"text": "[{percentage_steps} steps][{percentage_steps_status}]"
0}
0{
1"name": "Acceleration",
1"fields": [
2{
3"key": "acceleration_m_per_s2",
3"type": "i32",
3"scale": "0.001",
3"special": { "2147483647": "not_known" },
3"unit": "m/s²"
2}
1],
1"text": "[{acceleration_m_per_s2:3} m/s²][{acceleration_m_per_s2_status}]"
0}
0{
1"name": "Force",
1"fields": [
2{
3"key": "force_n",
3"type": "i32",
3"scale": "0.001",
3"special": { "2147483647": "not_known" },
3"unit": "N"
2}
1],
1"text": "[{force_n:3} N][{force_n_status}]"
0}
0{
1"name": "Linear Position",
1"fields": [
2{
3"key": "linear_position_m",
3"type": "i32",
3"scale": "0.0000001",
3"special": { "2147483647": "not_known" },
3"unit": "m"
2}
1],
1"text": "[{linear_position_m:7} m][{linear_position_m_status}]"
0}
0{
1"name": "Rotational Speed",
1"fields": [
2{
3"key": "rotational_speed_rpm",
3"type": "i32",
3"special": { "2147483647": "not_known" },
3"unit": "rpm"
2}
1],
1"text": "[{rotational_speed_rpm} rpm][{rotational_speed_rpm_status}]"
0}
0{
1"name": "Length",
1"fields": [
2{
3"key": "length_m",
3"type": "u32",
3"scale": "0.0000001",
3"special": { "4294967295": "not_known" },
3"unit": "m"
2}
1],
1"text": "[{length_m:7} m][{length_m_status}]"
0}
0{
1"name": "Torque",
1"fields": [
2{
3"key": "torque_nm",
3"type": "i32",
3"scale": "0.01",
3"special": { "2147483647": "not_known" },
3"unit": "N·m"
2}
1],
1"text": "[{torque_nm:2} N·m][{torque_nm_status}]"
0}
0{
1"name": "IMD Status",
1"fields": [
2{ "key": "device_status_code", "type": "u8" },
2{ "key": "device_status_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "IMDS Descriptor Value Changed",
1"fields": [{ "key": "change_flags_code", "type": "u16" }, { "key": "characteristic_uuid", "type": "uuid" }]
0}
0{
1"name": "First Use Date",
1"fields": [
2{
3"key": "first_use_date",
3"type": "u24",
3"time": { "since": "1970-01-01", "tick_s": 86400 },
3"special": { "0": "not_known" }
2}
1],
1"text": "[{first_use_date}][{first_use_date_status}]"
0}
0{
1"name": "Life Cycle Data",
1"fields": [{ "key": "life_cycle_data", "type": "hex" }]
0}
0{
1"name": "Work Cycle Data",
1"fields": [{ "key": "work_cycle_data", "type": "hex" }]
0}
0{
1"name": "Service Cycle Data",
1"fields": [{ "key": "service_cycle_data", "type": "hex" }]
0}
0{
1"name": "IMD Control",
1"fields": [{ "key": "op_code", "type": "u8" }, { "key": "parameter", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "IMD Historical Data",
1"fields": [{ "key": "historical_data", "type": "hex" }]
0}
0{
1"name": "RAS Features",
1"source": "RAS 3.1",
1"fields": [
2{
3"key": "ras_features",
3"type": "u32",
3"flags": {
4"0": "real_time_ranging_data",
4"1": "retrieve_lost_segments",
4"2": "abort_operation",
4"3": "filter_ranging_data"
3}
2}
1]
0}
0{
1"name": "Real-time Ranging Data",
1"source": "RAS 3.2: a segment of the data of a procedure",
1"fields": [{ "type": "ranging_segment" }],
1"text": "segment {segment_counter}[{last_segment?, the last:}][, procedure {ranging_counter}][, {steps_reported} steps][, ranging {ranging_done_status}][, subevent {subevent_done_status}][, ranging aborted: {ranging_abort_reason}][, subevent aborted: {subevent_abort_reason}]"
0}
0{
1"name": "On-demand Ranging Data",
1"source": "RAS 3.3: a segment of the data of a procedure",
1"fields": [{ "type": "ranging_segment" }],
1"text": "segment {segment_counter}[{last_segment?, the last:}][, procedure {ranging_counter}][, {steps_reported} steps][, ranging {ranging_done_status}][, subevent {subevent_done_status}][, ranging aborted: {ranging_abort_reason}][, subevent aborted: {subevent_abort_reason}]"
0}
0{
1"name": "RAS Control Point",
1"source": "RAS 3.4",
1"direction": "notify",
1"fields": [
2{
3"key": "response",
3"type": "u8",
3"cases": {
4"0": { "word": "complete_ranging_data", "fields": [{ "key": "ranging_counter", "type": "u16" }] },
4"1": {
5"word": "complete_lost_segments",
5"fields": [
6{ "key": "ranging_counter", "type": "u16" },
6{ "key": "first_lost_segment", "type": "u8" },
6{ "key": "last_lost_segment", "type": "u8" }
5]
4},
4"2": {
5"word": "response_code",
5"fields": [
6{
7"key": "outcome",
7"type": "u8",
7"success": [1, 4, 8],
7"words": {
8"1": "success",
8"2": "opcode_not_supported",
8"3": "invalid_parameter",
8"4": "success_persisted",
8"5": "abort_unsuccessful",
8"6": "procedure_not_completed",
8"7": "server_busy",
8"8": "no_records_found",
8"*": "reserved"
7}
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "RAS Control Point",
1"source": "RAS 3.4",
1"direction": "write",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "get_ranging_data", "fields": [{ "key": "ranging_counter", "type": "u16" }] },
4"1": { "word": "acknowledge_ranging_data", "fields": [{ "key": "ranging_counter", "type": "u16" }] },
4"2": {
5"word": "retrieve_lost_segments",
5"fields": [
6{ "key": "ranging_counter", "type": "u16" },
6{ "key": "first_lost_segment", "type": "u8" },
6{ "key": "last_lost_segment", "type": "u8" }
5]
4},
4"3": { "word": "abort_operation" },
4"4": {
5"word": "set_filter",
5"fields": [
6{ "as": "filter", "type": "u16" },
6{ "key": "filter_mode", "of": "filter & 3" },
6{ "key": "filter_bits", "of": "filter >> 2" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Ranging Data Ready",
1"source": "RAS 3.5",
1"text": "procedure {ranging_counter}",
1"fields": [{ "key": "ranging_counter", "type": "u16" }]
0}
0{
1"name": "Ranging Data Overwritten",
1"source": "RAS 3.6",
1"text": "procedure {ranging_counter}",
1"fields": [{ "key": "ranging_counter", "type": "u16" }]
0}
0{
1"name": "Coordinated Set Name",
1"source": "CSIS 1.1",
1"text": "{coordinated_set_name:q}",
1"fields": [{ "key": "coordinated_set_name", "type": "utf8" }]
0}
0{
1"name": "Humidity 8",
1"fields": [{ "key": "relative_humidity_percent", "type": "percentage_8" }],
1"text": "[{relative_humidity_percent:1} %][{relative_humidity_percent_status}]"
0}
0{
1"name": "Illuminance 16",
1"fields": [{ "key": "illuminance_lux", "type": "u16", "special": { "65535": "not_known" }, "unit": "lx" }],
1"text": "[{illuminance_lux} lx][{illuminance_lux_status}]"
0}
0{
1"name": "Acceleration - 3D",
1"fields": [
2{
3"key": "acceleration_g",
3"type": "i8",
3"repeat": 3,
3"axes": true,
3"scale": "0.01",
3"special": { "126": "over_range", "127": "not_known" },
3"unit": "g"
2}
1],
1"text": "[{acceleration_g:2} g]"
0}
0{
1"name": "Precise Acceleration - 3D",
1"fields": [
2{
3"key": "acceleration_g",
3"type": "i16",
3"repeat": 3,
3"axes": true,
3"scale": "0.001",
3"special": { "32766": "over_range", "32767": "not_known" },
3"unit": "g"
2}
1],
1"text": "[{acceleration_g:3} g]"
0}
0{
1"name": "Acceleration Detection Status",
1"fields": [
2{
3"key": "acceleration_detection",
3"type": "u8",
3"words": { "0": "no_change", "1": "change_detected", "*": "reserved" }
2}
1]
0}
0{
1"name": "Door/Window Status",
1"fields": [
2{
3"key": "door_window_status",
3"type": "u8",
3"words": { "0": "open", "1": "closed", "2": "tilted_or_ajar", "*": "reserved" }
2}
1]
0}
0{
1"name": "Pushbutton Status 8",
1"fields": [
2{ "as": "buttons", "type": "u8" },
2{
3"key": "button_0",
3"of": "buttons.0..1",
3"words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
2},
2{
3"key": "button_1",
3"of": "buttons.2..3",
3"words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
2},
2{
3"key": "button_2",
3"of": "buttons.4..5",
3"words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
2},
2{
3"key": "button_3",
3"of": "buttons.6..7",
3"words": { "0": "not_actuated", "1": "pressed", "2": "released", "3": "held" }
2}
1]
0}
0{
1"name": "Contact Status 8",
1"fields": [
2{
3"type": "u8",
3"flags": {
4"0": "contact_0_closed", "1": "contact_1_closed", "2": "contact_2_closed", "3": "contact_3_closed",
4"4": "contact_4_closed", "5": "contact_5_closed", "6": "contact_6_closed", "7": "contact_7_closed"
3}
2}
1]
0}
0{
1"name": "HID ISO Properties",
1"source": "HOGP 1.1, 6.5.1",
1"fields": [
2{ "as": "bits", "type": "u8", "reserved": "1..7" },
2{ "key": "device_mode_change", "of": "bits.0" },
2{ "key": "report_intervals", "type": "iso_report_intervals" },
2{ "key": "input_sdu_max", "type": "u8", "unit": "B" },
2{ "key": "input_sdu_preferred", "type": "u8", "unit": "B" },
2{ "key": "output_sdu_max", "type": "u8", "unit": "B" },
2{ "key": "output_sdu_preferred", "type": "u8", "unit": "B" },
2{
3"key": "iso_reports",
3"repeat": "rest",
3"fields": [
4{ "key": "report_id", "type": "u8" },
4{ "as": "about", "type": "u8", "reserved": "3..7" },
4{ "key": "report_type", "of": "about.0..0", "words": { "0": "input", "1": "output" }, "code": false },
4{ "key": "confirmation_supported", "of": "about.1" },
4{ "key": "repetition_supported", "of": "about.2" }
3]
2}
1]
0}
0{
1"name": "LE HID Operation Mode",
1"source": "HOGP 1.1, 6.5.2",
1"fields": [
2{
3"key": "hid_operation",
3"type": "u8",
3"cases": {
4"1": {
5"word": "select_hybrid_mode",
5"fields": [
6{ "key": "cig_id", "type": "u8" },
6{ "key": "cis_id", "type": "u8" },
6{ "key": "report_intervals", "type": "iso_report_intervals" },
6{ "key": "input_sdu", "type": "u8", "unit": "B" },
6{ "key": "output_sdu", "type": "u8", "unit": "B" },
6{
7"key": "enabled_reports",
7"repeat": "rest",
7"fields": [
8{ "as": "enable", "type": "u8", "reserved": "3..5" },
8{ "key": "report_index", "of": "enable.0..2" },
8{ "key": "confirmation_enabled", "of": "enable.6" },
8{ "key": "repetition_enabled", "of": "enable.7" }
7]
6}
5]
4},
4"2": { "word": "select_default_mode" },
4"*": { "word": "reserved" }
3}
2},
2{ "key": "hid_operation_parameters", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Cookware Description",
1"source": "CWS",
1"text": "{cookware_description:q}",
1"fields": [{ "key": "cookware_description", "type": "utf8" }]
0}
0{
1"name": "Recipe Control",
1"source": "CWS",
1"text": "{command}[ step {cooking_step_index}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "read" },
4"1": { "word": "start" },
4"2": { "word": "stop" },
4"3": { "word": "delete" },
4"*": { "word": "reserved" }
3}
2},
2{ "key": "cooking_step_index", "type": "u16", "if": "rest > 0" }
1]
0}
0{
1"name": "Recipe Parameters",
1"source": "CWS",
1"fields": [
2{ "as": "bits", "type": "u16", "reserved": "7..15" },
2{ "key": "cooking_step_index", "type": "u16" },
2{
3"key": "cooking_process",
3"type": "u8",
3"words": {
4"0": "no_cooking",
4"1": "preheating",
4"2": "baking",
4"3": "boiling",
4"4": "braising",
4"5": "broiling",
4"6": "cooling",
4"7": "freezing",
4"8": "frying",
4"9": "grilling",
4"10": "melting",
4"11": "poaching",
4"12": "roasting",
4"13": "sauteing",
4"14": "simmering",
4"15": "sous_vide",
4"16": "steaming",
4"17": "stewing",
4"255": "other",
4"*": "reserved"
3}
2},
2{ "key": "cooking_duration_s", "type": "u16", "unit": "s", "if": "cooking_process != 0" },
2{ "key": "cooking_temperature_celsius", "type": "cooking_temperature", "if": "bits.3" },
2{
3"key": "temperature_gradient_k_per_s",
3"type": "i8",
3"scale": "0.1",
3"unit": "K/s",
3"if": "bits.3 && bits.4"
2},
2{
3"key": "cooking_humidity_percent",
3"type": "u16",
3"scale": "0.01",
3"unit": "%",
3"special": { "65535": "not_known" },
3"if": "bits.5"
2},
2{
3"key": "termination_conditions",
3"type": "u16",
3"flags": {
4"0": "temperature_increase",
4"1": "temperature_decrease",
4"2": "humidity_increase",
4"3": "humidity_decrease",
4"15": "all_of_them"
3},
3"if": "bits.6"
2},
2{ "key": "overshoot_prevention", "of": "bits.0" },
2{ "key": "last_cooking_step", "of": "bits.1" },
2{ "key": "user_action_required", "of": "bits.2" }
1]
0}
0{
1"name": "Cooking Step Status",
1"source": "CWS",
1"fields": [
2{ "as": "bits", "type": "u8", "reserved": "3..7" },
2{ "key": "cooking_step_index", "type": "u16", "special": { "0": "not_known" } },
2{
3"key": "remaining_time_s",
3"type": "u16",
3"unit": "s",
3"special": { "0": "none", "65535": "not_known" },
3"valid": "0..65280"
2},
2{ "key": "user_action_required", "of": "bits.0" },
2{ "key": "last_cooking_step", "of": "bits.1" },
2{ "key": "cooking_step_started", "of": "bits.2" }
1]
0}
0{
1"name": "Cooking Zone Capabilities",
1"source": "CWS",
1"fields": [
2{ "as": "bits", "type": "u16", "reserved": "6..15" },
2{
3"key": "power_technology",
3"type": "u8",
3"words": {
4"0": "heating_other",
4"1": "heating_induction",
4"2": "heating_gas",
4"3": "heating_radiant",
4"4": "cooling_refrigeration",
4"5": "cooling_freezer",
4"255": "manufacturer_specific",
4"*": "reserved"
3}
2},
2{ "key": "cooking_steps", "type": "u16" },
2{
3"if": "bits.1",
3"fields": [
4{
5"key": "nominal_power_w",
5"type": "u24",
5"scale": "0.1",
5"unit": "W",
5"special": { "16777214": "not_valid", "16777215": "not_known" }
4},
4{ "key": "boost_level_percent", "type": "u8", "unit": "%" },
4{ "key": "minimum_available_power_percent", "type": "perceived_power" }
3]
2},
2{
3"if": "bits.2",
3"fields": [
4{ "key": "maximum_temperature_celsius", "type": "cooking_temperature" },
4{ "key": "minimum_temperature_celsius", "type": "cooking_temperature" }
3]
2},
2{
3"key": "maximum_airflow_m3_per_s",
3"type": "u16",
3"scale": "0.001",
3"unit": "m³/s",
3"special": { "65535": "not_known" },
3"if": "bits.4"
2},
2{
3"key": "zone_features",
3"of": "bits",
3"flags": {
4"0": "aggregation",
4"1": "power_control",
4"2": "temperature_control",
4"3": "humidity_control",
4"4": "blower_fan_airflow",
4"5": "manufacturer_specific_control"
3}
2}
1]
0}
0{
1"name": "Cooking Zone Desired Cooking Conditions",
1"source": "CWS",
1"fields": [
2{ "as": "bits", "type": "u16", "reserved": "5..15" },
2{ "key": "perceived_power_percent", "type": "perceived_power", "if": "bits.0" },
2{ "key": "cooking_temperature_celsius", "type": "cooking_temperature", "if": "bits.1" },
2{
3"key": "cooking_humidity_percent",
3"type": "u16",
3"scale": "0.01",
3"unit": "%",
3"special": { "65535": "not_known" },
3"if": "bits.2"
2},
2{
3"key": "blower_fan_speed_percent",
3"type": "u8",
3"scale": "0.5",
3"unit": "%",
3"special": { "255": "not_known" },
3"if": "bits.3"
2},
2{ "key": "cooking_vendor_data", "type": "hex", "if": "bits.4" }
1]
0}
0{
1"name": "Cooking Zone Actual Cooking Conditions",
1"source": "CWS",
1"fields": [
2{ "as": "bits", "type": "u16", "reserved": "5..15" },
2{ "key": "perceived_power_percent", "type": "perceived_power", "if": "bits.0" },
2{ "key": "cooking_temperature_celsius", "type": "cooking_temperature", "if": "bits.1" },
2{
3"key": "cooking_humidity_percent",
3"type": "u16",
3"scale": "0.01",
3"unit": "%",
3"special": { "65535": "not_known" },
3"if": "bits.2"
2},
2{
3"key": "blower_fan_speed_percent",
3"type": "u8",
3"scale": "0.5",
3"unit": "%",
3"special": { "255": "not_known" },
3"if": "bits.3"
2},
2{ "key": "cooking_vendor_data", "type": "hex", "if": "bits.4" }
1]
0}
0{
1"name": "Cookware Sensor Data",
1"source": "CWS: in the form that the Cooking Sensor Info descriptor names, most significant byte first here",
1"fields": [
2{ "key": "sensor_errors", "type": "u8", "flags": { "0": "out_of_range", "1": "internal_error" } },
2{ "key": "sensor_value", "type": "hexle", "if": "rest > 0" }
1]
0}
0{
1"name": "Cookware Sensor Aggregate",
1"source": "CWS: the sensors one after the other",
1"fields": [{ "key": "sensor_aggregate", "type": "hex" }]
0}
0{
1"name": "Cooking Temperature",
1"source": "CWS",
1"text": "[{cooking_temperature_celsius:1}]",
1"fields": [{ "key": "cooking_temperature_celsius", "type": "cooking_temperature" }]
0}
0{
1"name": "Cooking Zone Perceived Power",
1"source": "CWS",
1"text": "{perceived_power_percent} %",
1"fields": [{ "key": "perceived_power_percent", "type": "perceived_power" }]
0}
0{
1"name": "Kitchen Appliance Airflow",
1"source": "CWS",
1"fields": [
2{
3"key": "airflow_m3_per_s",
3"type": "u16",
3"scale": "0.001",
3"unit": "m³/s",
3"special": { "65535": "not_known" }
2}
1]
0}
0{
1"name": "Voice Assistant Name",
1"source": "VAS 3.1",
1"text": "{voice_assistant_name:q}",
1"fields": [{ "key": "voice_assistant_name", "type": "utf8" }]
0}
0{
1"name": "Voice Assistant UUID",
1"source": "VAS 3.2",
1"fields": [{ "key": "voice_assistant_uuid", "type": "uuid128" }]
0}
0{
1"name": "Voice Assistant Service Control Point",
1"source": "VAS 3.3",
1"direction": "notify",
1"fields": [
2{
3"key": "response",
3"type": "u8",
3"cases": {
4"0": {
5"word": "response_code",
5"fields": [
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success",
8"2": "opcode_not_supported",
8"3": "operation_failed",
8"4": "invalid_session_state",
8"*": "reserved"
7}
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Voice Assistant Service Control Point",
1"source": "VAS 3.3",
1"direction": "write",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "initialize_session" },
4"1": { "word": "start_session" },
4"2": { "word": "stop_session" },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Installed Location",
1"source": "VAS 3.4",
1"text": "{installed_location:q}",
1"fields": [{ "key": "installed_location", "type": "utf8" }]
0}
0{
1"name": "Voice Assistant Session State",
1"source": "VAS 3.5",
1"text": "{session_state}",
1"fields": [
2{
3"key": "session_state",
3"type": "u8",
3"words": { "0": "reset", "1": "unavailable", "2": "ready", "3": "active", "*": "reserved" }
2}
1]
0}
0{
1"name": "Voice Assistant Session Flag",
1"source": "VAS 3.6",
1"fields": [{ "key": "session_flags", "type": "u8", "flags": { "0": "listening", "1": "processing", "2": "playback" } }]
0}
0{
1"name": "Voice Assistant Supported Languages",
1"source": "VAS 3.7",
1"text": "{voice_assistant_languages:q}",
1"fields": [{ "key": "voice_assistant_languages", "type": "utf8" }]
0}
0{
1"name": "Voice Assistant Supported Features",
1"source": "VAS 3.8",
1"fields": [{ "key": "voice_assistant_features", "type": "u8", "flags": { "0": "session_flags" } }]
0}
0{
1"name": "HID SCI Mode",
1"source": "HIDS, Shorter Connection Intervals",
1"fields": [
2{
3"key": "hid_sci_mode",
3"type": "u8",
3"words": { "0": "none", "2": "default", "3": "fast", "4": "low_power", "5": "full_range", "*": "reserved" }
2}
1]
0}
0{
1"name": "HID SCI Information",
1"source": "HIDS, Shorter Connection Intervals",
1"fields": [
2{ "key": "shortest_interval_ms", "type": "u8", "scale": "0.125", "unit": "ms" },
2{ "as": "n", "type": "u8" },
2{
3"key": "interval_ranges",
3"repeat": "n",
3"fields": [
4{ "key": "interval_min_ms", "type": "u16", "scale": "0.125", "unit": "ms" },
4{ "key": "interval_max_ms", "type": "u16", "scale": "0.125", "unit": "ms" },
4{ "key": "interval_step_ms", "type": "u16", "scale": "0.125", "unit": "ms" }
3]
2}
1]
0}
0{
1"name": "Tire Pressure",
1"fields": [{ "key": "tire_pressure", "type": "hex" }]
0}
0{
1"name": "Tire Temperature",
1"fields": [{ "key": "tire_temperature", "type": "hex" }]
0}
0{
1"name": "Tire Acceleration",
1"fields": [{ "key": "tire_acceleration", "type": "hex" }]
0}
0{
1"name": "TPMS Properties",
1"fields": [
2{ "as": "bits", "type": "u8" },
2{ "key": "tpms_properties_code", "of": "bits" },
2{ "key": "signature", "of": "bits.1..1", "words": { "0": "cmac", "1": "hmac" } }
1],
1"text": "signed by {signature}"
0}
0{
1"name": "TPMS Duty Cycle",
1"fields": [
2{ "key": "advertising_ms", "type": "u8", "valid": "2..200", "scale": "10", "unit": "ms" },
2{ "key": "pause_parked_s", "type": "u16", "valid": "0..3600", "unit": "s" },
2{ "key": "pause_early_driving_s", "type": "u16", "valid": "0..3600", "unit": "s" },
2{ "key": "pause_driving_s", "type": "u16", "valid": "0..3600", "unit": "s" },
2{ "key": "pause_early_parked_s", "type": "u16", "valid": "0..3600", "unit": "s" },
2{ "key": "early_driving_min", "type": "u8", "valid": "0..10", "unit": "min" },
2{ "key": "monitor_pairing_min", "type": "u8", "valid": "0..10", "unit": "min" },
2{ "key": "early_parked_min", "type": "u8", "valid": "0..10", "unit": "min" },
2{ "key": "service_state_s", "type": "u8", "valid": "1..255", "unit": "s" }
1]
0}
0{
1"name": "TPMS Position",
1"fields": [{ "key": "tire_position", "type": "u8", "valid": "1..30" }]
0}
0{
1"name": "TPMS Signing Key",
1"fields": [{ "key": "signing_key", "type": "hex" }],
1"text": "signing key"
0}
0{
1"vendor": "MohuanLED",
1"service": "EEA0",
1"direction": "write",
1"fields": [
2{ "as": "lead", "type": "u16be" },
2{ "as": "size", "type": "u8" },
2{ "as": "which", "type": "u8" },
2{
3"if": "lead == 0x6996 && which == 1 && (size == 2 || size == 6) && length == size + 3",
3"fields": [
4{ "key": "command", "of": "1", "words": "led_commands", "code": false },
4{ "key": "powered", "type": "bool" }
3]
2},
2{
3"if": "lead == 0x6996 && which == 2 && size == 5 && (length == 7 || length == 8)",
3"fields": [
4{ "key": "command", "of": "2", "words": "led_commands", "code": false },
4{ "key": "red_level", "type": "u8" },
4{ "key": "green_level", "type": "u8" },
4{ "key": "blue_level", "type": "u8" }
3]
2},
2{
3"if": "lead == 0x6996 && which == 3 && size == 3 && length == 6",
3"fields": [
4{ "key": "command", "of": "3", "words": "led_commands", "code": false },
4{
5"key": "effect",
5"type": "u8",
5"words": {
6"0": "fade_all",
6"1": "fade_red",
6"2": "fade_green",
6"3": "fade_blue",
6"4": "fade_yellow",
6"5": "fade_cyan",
6"6": "fade_magenta",
6"7": "fade_white",
6"8": "fade_red_green",
6"9": "fade_red_blue",
6"10": "fade_green_blue",
6"11": "fade_rainbow",
6"12": "blink_all",
6"13": "blink_red",
6"14": "blink_green",
6"15": "blink_blue",
6"16": "blink_yellow",
6"17": "blink_cyan",
6"18": "blink_magenta",
6"19": "blink_white",
6"20": "jump_all",
6"21": "jump_red_green_blue",
6"*": "other"
5}
4},
4{ "key": "effect_slowness", "type": "u8" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "{command}[ {powered?on:off}][ {red_level} {green_level} {blue_level}][ {effect}]"
0}
0{
1"name": "iDotMatrix Command",
1"vendor": "iDotMatrix",
1"service": "00FA",
1"direction": "write",
1"fields": [
2{ "as": "size", "type": "u16" },
2{ "as": "what", "type": "u16be" },
2{
3"if": "size == length && what == 0x0180",
3"fields": [
4{
5"key": "command",
5"of": "length == 4 ? 1 : 2",
5"words": { "1": "get_display", "2": "set_time" },
5"code": false
4},
4{
5"if": "length == 11",
5"fields": [
6{ "as": "year", "type": "u8" },
6{ "key": "clock_year", "of": "year < 100 ? year + 2000 : year + 1792" },
6{ "key": "clock_month", "type": "u8" },
6{ "key": "clock_day", "type": "u8" },
6{ "skip": 1 },
6{ "key": "clock_hour", "type": "u8" },
6{ "key": "clock_minute", "type": "u8" },
6{ "key": "clock_second", "type": "u8" },
6{ "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
6{ "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
6{ "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
6{ "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
6{ "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
5]
4}
3]
2},
2{
3"if": "size == length && what != 0x0180",
3"fields": [
4{
5"key": "command",
5"of": "what",
5"cases": {
6"514": {
7"word": "set_color",
7"fields": [
8{ "key": "red_level", "type": "u8" },
8{ "key": "green_level", "type": "u8" },
8{ "key": "blue_level", "type": "u8" }
7]
6},
6"768": { "word": "freeze_screen" },
6"769": { "word": "set_speed", "fields": [{ "key": "speed_setting", "type": "u8" }] },
6"896": { "word": "reset" },
6"1025": { "word": "set_drawing", "fields": [{ "key": "switched_on", "type": "bool" }] },
6"1152": {
7"word": "set_brightness",
7"fields": [{ "key": "brightness_percent", "type": "u8", "unit": "%" }]
6},
6"1281": {
7"word": "set_pixel",
7"fields": [
8{ "skip": 1 },
8{ "key": "red_level", "type": "u8" },
8{ "key": "green_level", "type": "u8" },
8{ "key": "blue_level", "type": "u8" },
8{ "key": "pixel_x", "type": "u8" },
8{ "key": "pixel_y", "type": "u8" }
7]
6},
6"1537": {
7"word": "set_clock",
7"fields": [
8{ "as": "bits", "type": "u8" },
8{ "key": "clock_style", "of": "bits.0..5" },
8{ "key": "clock_24_hours", "of": "bits.6" },
8{ "key": "clock_with_date", "of": "bits.7" },
8{ "key": "red_level", "type": "u8" },
8{ "key": "green_level", "type": "u8" },
8{ "key": "blue_level", "type": "u8" }
7]
6},
6"1664": { "word": "set_upside_down", "fields": [{ "key": "switched_on", "type": "bool" }] },
6"1793": { "word": "set_screen", "fields": [{ "key": "switched_on", "type": "bool" }] },
6"1920": { "word": "set_time_indicator", "fields": [{ "key": "switched_on", "type": "bool" }] },
6"2176": {
7"word": "set_countdown",
7"fields": [
8{
9"key": "run_state",
9"type": "u8",
9"words": { "0": "reset", "1": "start", "2": "pause", "3": "continue", "*": "other" }
8},
8{ "key": "countdown_min", "type": "u8", "unit": "min" },
8{ "key": "countdown_s", "type": "u8", "unit": "s" }
7]
6},
6"2432": {
7"word": "set_stopwatch",
7"fields": [
8{
9"key": "run_state",
9"type": "u8",
9"words": { "0": "reset", "1": "start", "2": "pause", "3": "continue", "*": "other" }
8}
7]
6},
6"2688": {
7"word": "set_scoreboard",
7"fields": [{ "key": "first_score", "type": "u16" }, { "key": "second_score", "type": "u16" }]
6},
6"3968": { "word": "set_screen_timeout" },
6"*": { "word": "other" }
5}
4}
3]
2},
2{ "skip": "rest" }
1],
1"text": "{command}[ {switched_on?on:off}][ {brightness_percent} %][ {red_level} {green_level} {blue_level}][ at {pixel_x} {pixel_y}][ {run_state}][ {first_score}:{second_score}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}]"
0}
0{
1"name": "iDotMatrix Answer",
1"vendor": "iDotMatrix",
1"service": "00FA",
1"direction": "notify",
1"fields": [
2{ "as": "size", "type": "u16" },
2{ "as": "what", "type": "u16be" },
2{
3"if": "size == length && length == 5 && what != 0x0180",
3"fields": [
4{
5"key": "response_to",
5"of": "what",
5"words": {
6"514": "set_color",
6"768": "freeze_screen",
6"769": "set_speed",
6"896": "reset",
6"1025": "set_drawing",
6"1152": "set_brightness",
6"1281": "set_pixel",
6"1537": "set_clock",
6"1664": "set_upside_down",
6"1793": "set_screen",
6"1920": "set_time_indicator",
6"2176": "set_countdown",
6"2432": "set_stopwatch",
6"2688": "set_scoreboard",
6"3968": "set_screen_timeout",
6"*": "other"
5}
4},
4{ "key": "idot_status", "type": "u8" }
3]
2},
2{
3"if": "size == length && length == 9 && what == 0x0180",
3"fields": [
4{ "key": "response_to", "of": "1", "words": { "1": "get_display" }, "code": false },
4{ "key": "version_major", "type": "u8" },
4{ "key": "version_minor", "type": "u8" },
4{ "skip": 1 },
4{ "key": "idot_panel", "type": "u8", "words": "idot_panels" },
4{ "key": "has_password", "type": "bool" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "{response_to}[: {idot_status}][: {idot_panel}, version {version_major}.{version_minor}]"
0}
0{
1"vendor": "Jiabaida, Tianpower",
1"service": "FF00",
1"message": {
2"starts": {
3"dd00": { "at": 3, "type": "u8", "plus": 7 },
3"dd01": { "at": 3, "type": "u8", "plus": 7 },
3"dd03": { "at": 3, "type": "u8", "plus": 7 },
3"dd04": { "at": 3, "type": "u8", "plus": 7 },
3"dd05": { "at": 3, "type": "u8", "plus": 7 },
3"dd06": { "at": 3, "type": "u8", "plus": 7 },
3"dd09": { "at": 3, "type": "u8", "plus": 7 },
3"dda1": { "at": 3, "type": "u8", "plus": 7 },
3"dda2": { "at": 3, "type": "u8", "plus": 7 },
3"ddaa": { "at": 3, "type": "u8", "plus": 7 },
3"dde1": { "at": 3, "type": "u8", "plus": 7 },
3"dde2": { "at": 3, "type": "u8", "plus": 7 },
3"ddfa": { "at": 3, "type": "u8", "plus": 7 },
3"5514": 20
2}
1},
1"text": "[{bms_register}][: {battery_voltage_v:2} V  {battery_current_a:2} A  {state_of_charge_percent} %][: {cell_voltages_v:3} V][: {hardware_version}][: {bms_data}][{tianpower_frame}][: {tp_voltage:2} V  {tp_current:2} A  {tp_charge} %][: {tp_cells} cells, {tp_remaining:2} Ah][: {tp_software}][: {tp_model}][: {tp_cell_voltages:3} V]",
1"fields": [
2{ "as": "lead", "type": "u8", "at": 0 },
2{ "if": "lead == 0x55", "fields": [{ "type": "tianpower_frame" }] },
2{
3"if": "lead == 0xdd",
3"fields": [
4{ "skip": 1 },
4{ "as": "which", "type": "u8", "at": 1 },
4{ "key": "bms_register", "type": "u8", "words": "jbd_register" },
4{
5"key": "outcome",
5"type": "u8",
5"success": 0,
5"words": { "0": "success", "128": "error", "*": "other" },
5"code": false
4},
4{ "as": "n", "type": "u8" },
4{
5"size": "n",
5"fields": [
6{
7"if": "which == 3",
7"fields": [
8{ "key": "battery_voltage_v", "type": "u16be", "scale": "0.01", "unit": "V" },
8{ "key": "battery_current_a", "type": "i16be", "scale": "0.01", "unit": "A" },
8{ "key": "remaining_capacity_ah", "type": "u16be", "scale": "0.01", "unit": "Ah" },
8{ "key": "nominal_capacity_ah", "type": "u16be", "scale": "0.01", "unit": "Ah" },
8{ "key": "charge_cycles", "type": "u16be" },
8{ "as": "made", "type": "u16be" },
8{ "key": "production_year", "of": "(made >> 9) + 2000" },
8{ "key": "production_month", "of": "made >> 5 & 15" },
8{ "key": "production_day", "of": "made & 31" },
8{ "as": "low", "type": "u16be" },
8{ "as": "high", "type": "u16be" },
8{ "key": "cells_balancing", "of": "low | high << 16" },
8{
9"key": "alarms",
9"type": "u16be",
9"flags": {
:"0": "cell_overvoltage",
:"1": "cell_undervoltage",
:"2": "battery_overvoltage",
:"3": "battery_undervoltage",
:"4": "charge_overtemperature",
:"5": "charge_undertemperature",
:"6": "discharge_overtemperature",
:"7": "discharge_undertemperature",
:"8": "charge_overcurrent",
:"9": "discharge_overcurrent",
:"10": "short_circuit",
:"11": "front_end_error",
:"12": "mosfets_locked_by_software"
9}
8},
8{ "as": "version", "type": "u8" },
8{ "key": "software_version_major", "of": "version >> 4" },
8{ "key": "software_version_minor", "of": "version & 15" },
8{ "key": "state_of_charge_percent", "type": "u8", "unit": "%" },
8{ "as": "mosfets", "type": "u8" },
8{ "key": "charging_on", "of": "mosfets.0" },
8{ "key": "discharging_on", "of": "mosfets.1" },
8{ "key": "cell_count", "type": "u8" },
8{ "as": "sensors", "type": "u8" },
8{
9"key": "temperatures_celsius",
9"type": "u16be",
9"repeat": "sensors",
9"scale": "0.1",
9"offset": "-273.1",
9"unit": "°C"
8}
7]
6},
6{
7"key": "cell_voltages_v",
7"type": "u16be",
7"scale": "0.001",
7"unit": "V",
7"repeat": "rest",
7"if": "which == 4"
6},
6{ "key": "hardware_version", "type": "utf8", "if": "which == 5" },
6{ "key": "bms_data", "type": "hex", "if": "rest > 0" }
5]
4},
4{
5"key": "packet_check",
5"check": { "kind": "sum", "width": 16, "be": true, "init": "ffff", "xor_out": "ffff", "over": "2..-4" }
4},
4{ "const": "77" }
3]
2}
1]
0}
0{
1"vendor": "Zengge",
1"service": "FFFF",
1"direction": "write",
1"if": "length > 8",
1"fields": [
2{ "as": "part", "type": "u8", "at": 3 },
2{ "as": "ends", "type": "u8", "at": 2 },
2{ "as": "n", "type": "u8", "at": 6 },
2{ "as": "total", "type": "u16be", "at": 4 },
2{
3"if": "part == 0 && ends == 128 && n == length - 7 && total == n - 1",
3"fields": [
4{ "skip": 1 },
4{ "key": "message_counter", "type": "u8" },
4{ "skip": 6 },
4{
5"key": "command",
5"type": "u8",
5"cases": {
6"16": {
7"word": "set_time",
7"fields": [
8{ "as": "century", "type": "u8" },
8{ "as": "year", "type": "u8" },
8{ "key": "clock_year", "of": "century * 100 + year" },
8{ "key": "clock_month", "type": "u8" },
8{ "key": "clock_day", "type": "u8" },
8{ "key": "clock_hour", "type": "u8" },
8{ "key": "clock_minute", "type": "u8" },
8{ "key": "clock_second", "type": "u8" },
8{ "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
8{ "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
8{ "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
8{ "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
8{ "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
7]
6},
6"49": {
7"word": "set_color",
7"fields": [
8{
9"if": "total == 9",
9"fields": [
:{ "key": "red_level", "type": "u8" },
:{ "key": "green_level", "type": "u8" },
:{ "key": "blue_level", "type": "u8" }
9]
8}
7]
6},
6"53": {
7"word": "set_white",
7"fields": [
8{ "as": "sub", "type": "u8" },
8{
9"if": "sub == 177",
9"fields": [
:{ "key": "coolness_percent", "type": "u8", "unit": "%" },
:{ "key": "brightness_percent", "type": "u8", "unit": "%" }
9]
8}
7]
6},
6"56": {
7"word": "set_effect",
7"fields": [
8{ "key": "effect_number", "type": "u8" },
8{ "key": "effect_speed", "type": "u8" },
8{ "key": "brightness_percent", "type": "u8", "unit": "%", "if": "rest > 0" }
7]
6},
6"59": {
7"word": "set_light",
7"fields": [
8{
9"key": "light_action",
9"type": "u8",
9"words": {
:"1": "brightness",
:"35": "on",
:"36": "off",
:"37": "toggle",
:"161": "color",
:"177": "white",
:"*": "other"
9}
8},
8{
9"if": "light_action == 1",
9"fields": [{ "skip": 2 }, { "key": "brightness_percent", "type": "u8", "unit": "%" }]
8},
8{
9"if": "light_action == 161",
9"fields": [
:{ "as": "color", "type": "u16be" },
:{ "key": "hue_degrees", "of": "color >> 7", "unit": "°" },
:{ "key": "saturation_percent", "of": "color & 127", "unit": "%" },
:{ "key": "brightness_percent", "type": "u8", "unit": "%" }
9]
8},
8{
9"if": "light_action == 177",
9"fields": [
:{ "skip": 3 },
:{ "key": "coolness_percent", "type": "u8", "unit": "%" },
:{ "key": "brightness_percent", "type": "u8", "unit": "%" }
9]
8}
7]
6},
6"65": {
7"word": "set_static_effect",
7"fields": [
8{ "key": "effect_number", "type": "u8" },
8{ "key": "red_level", "type": "u8" },
8{ "key": "green_level", "type": "u8" },
8{ "key": "blue_level", "type": "u8" }
7]
6},
6"66": {
7"word": "set_effect",
7"fields": [
8{ "key": "effect_number", "type": "u8" },
8{ "key": "effect_speed", "type": "u8" },
8{ "key": "brightness_percent", "type": "u8", "unit": "%" }
7]
6},
6"71": { "word": "set_brightness", "fields": [{ "key": "brightness_level", "type": "u8" }] },
6"89": { "word": "set_pixels" },
6"98": { "word": "set_strip" },
6"99": { "word": "request_strip" },
6"113": {
7"word": "set_power",
7"fields": [{ "as": "power", "type": "u8" }, { "key": "powered", "of": "power == 35", "if": "power == 35 || power == 36" }]
6},
6"115": { "word": "set_music_mode" },
6"129": { "word": "request_state" },
6"*": { "word": "other" }
5}
4},
4{ "skip": "rest" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "{command}[ {light_action}][ {powered?on:off}][ {effect_number}][ {hue_degrees}° {saturation_percent} %][ {coolness_percent} % cool][ {red_level} {green_level} {blue_level}][ at {brightness_percent} %][ {brightness_level}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}]"
0}
0{
1"vendor": "Jiabaida, Tianpower",
1"service": "FF00",
1"message": {
2"starts": {
3"dda5": { "at": 3, "type": "u8", "plus": 7 },
3"dd5a": { "at": 3, "type": "u8", "plus": 7 },
3"5504": 4
2}
1},
1"text": "[{command} {bms_register}][: {bms_data}][request {tianpower_request}]",
1"fields": [
2{ "as": "lead", "type": "u8", "at": 0 },
2{ "if": "lead == 0x55", "fields": [{ "type": "tianpower_request" }] },
2{
3"if": "lead == 0xdd",
3"fields": [
4{ "skip": 1 },
4{ "key": "command", "type": "u8", "words": { "165": "read", "90": "write" }, "code": false },
4{ "key": "bms_register", "type": "u8", "words": "jbd_register" },
4{ "as": "n", "type": "u8" },
4{ "key": "bms_data", "type": "hex", "size": "n", "if": "n > 0" },
4{
5"key": "packet_check",
5"check": { "kind": "sum", "width": 16, "be": true, "init": "ffff", "xor_out": "ffff", "over": "2..-4" }
4},
4{ "const": "77" }
3]
2}
1]
0}
0{
1"vendor": "Zengge",
1"service": "FFFF",
1"direction": "notify",
1"if": "length > 8",
1"fields": [
2{ "as": "part", "type": "u8", "at": 3 },
2{ "as": "ends", "type": "u8", "at": 2 },
2{ "as": "n", "type": "u8", "at": 6 },
2{ "as": "total", "type": "u16be", "at": 4 },
2{
3"if": "part == 0 && ends == 128 && n == length - 7 && total == n - 1",
3"fields": [
4{ "skip": 1 },
4{ "key": "message_counter", "type": "u8" },
4{ "skip": 6 },
4{ "as": "opening", "type": "u8", "at": 8 },
4{ "key": "light_answer", "type": "utf8", "if": "opening == 123" },
4{
5"if": "opening == 129 && total == 14",
5"fields": [{ "skip": 2 }, { "type": "led_state" }, { "skip": 2 }]
4},
4{ "key": "light_data", "type": "hex", "if": "rest > 0" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "[{light_answer}][{powered?on:off} ][{light_mode}][ {effect_number}][ {red_level} {green_level} {blue_level}][ {coolness_percent} % cool][ at {brightness_percent} %][{light_data}]"
0}
0{
1"vendor": "Triones",
1"service": "FFD0",
1"direction": "notify",
1"if": "length == 12",
1"fields": [{ "type": "triones_state" }],
1"text": "[{powered?on:off} ][{effect}][ {red_level} {green_level} {blue_level}][ white {white_level}]"
0}
0{
1"vendor": "Triones",
1"service": "FFD5",
1"direction": "write",
1"fields": [{ "type": "triones_command" }],
1"text": "{command}[ {powered?on:off}][ {red_level} {green_level} {blue_level}][ white {white_level}][ {effect}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}]"
0}
0{
1"vendor": "Jikong, ANT, NEEY",
1"service": "FFE0",
1"message": {
2"starts": {
3"55aaeb90": 300,
3"aa5590eb": 20,
3"55aa1100": { "at": 6, "type": "u16" },
3"55aa1101": { "at": 6, "type": "u16" },
3"aa551100": 20,
3"aa551101": 20,
3"41540d0a": 4,
3"7ea111": { "at": 5, "type": "u8", "plus": 10 },
3"7ea1126c": { "at": 5, "type": "u8", "plus": 16 },
3"7ea101": 10,
3"7ea102": 10,
3"7ea151": 10,
3"7ea161": { "at": 5, "type": "u8", "plus": 10 },
3"7ea123": { "at": 5, "type": "u8", "plus": 10 }
2}
1},
1"text": "[{bms_record}][{balancer_action} {balancer_frame}][ {balancer_register}][: {balancer_status}, {neey_voltage:3} V][  {neey_current:2} A][  {neey_current_2:2} A][  {neey_charge:1} %][: {neey_model} {neey_software}][{ant_frame}][ {ant_register:04X}][: {ant_voltage:2} V  {ant_current:1} A  {ant_charge} %][: {ant_hardware} {ant_software}][: {model} {software_version}][: {battery_voltage_v:3} V  {battery_current_a:3} A  {state_of_charge_percent} %][, {cell_count} cells][ of {average_cell_voltage_v:3} V][, {cell_voltage_difference_v:3} V apart][{command}][ {register_value}][\"{uart_text}\"]",
1"fields": [
2{ "as": "lead", "type": "u8", "at": 0 },
2{ "as": "third", "type": "u8", "at": 2 },
2{ "if": "lead == 0x7e", "fields": [{ "type": "ant_message" }] },
2{ "if": "(lead == 0x55 || lead == 0xaa) && third == 0x11", "fields": [{ "type": "neey_message" }] },
2{
3"if": "lead == 0x55 && third != 0x11",
3"fields": [
4{ "as": "floats", "type": "u8", "at": 9, "of": "it == 0x3f || it == 0x40" },
4{ "as": "mask_24", "type": "u32", "at": 54 },
4{ "as": "mask_32", "type": "u32", "at": 70 },
4{ "as": "mask_04", "type": "u32", "at": 214 },
4{ "as": "is_24", "of": "!floats && mask_24 != 0 && (mask_24 & (mask_24 + 1)) == 0" },
4{ "as": "is_32", "of": "!floats && !is_24 && mask_32 != 0 && (mask_32 & (mask_32 + 1)) == 0" },
4{ "as": "is_04", "of": "floats && mask_04 != 0 && (mask_04 & (mask_04 + 1)) == 0" },
4{ "skip": 4 },
4{ "as": "kind", "type": "u8", "at": 4 },
4{
5"key": "bms_record",
5"type": "u8",
5"words": { "1": "settings", "2": "cells", "3": "device", "5": "log", "*": "other" }
4},
4{ "key": "frame_counter", "type": "u8" },
4{
5"size": 293,
5"fields": [
6{
7"if": "kind == 2 && (is_24 || is_32)",
7"fields": [
8{ "as": "mask", "of": "is_24 ? mask_24 : mask_32" },
8{ "as": "n16", "of": "mask > 0xffff ? 16 : 0" },
8{ "as": "n8", "of": "mask >> n16 > 0xff ? 8 : 0" },
8{ "as": "n4", "of": "mask >> (n16 + n8) > 15 ? 4 : 0" },
8{ "as": "n2", "of": "mask >> (n16 + n8 + n4) > 3 ? 2 : 0" },
8{ "as": "n1", "of": "mask >> (n16 + n8 + n4 + n2) > 1 ? 1 : 0" },
8{ "key": "cell_count", "of": "n16 + n8 + n4 + n2 + n1 + 1" },
8{
9"size": "is_24 ? 48 : 64",
9"fields": [
:{
;"key": "cell_voltages_v",
;"type": "u16",
;"scale": "0.001",
;"unit": "V",
;"repeat": "cell_count"
:},
:{ "skip": "rest" }
9]
8},
8{ "skip": 4 },
8{ "key": "average_cell_voltage_v", "type": "u16", "scale": "0.001", "unit": "V" },
8{ "key": "cell_voltage_difference_v", "type": "u16", "scale": "0.001", "unit": "V" },
8{ "key": "highest_cell", "type": "u8", "of": "it + 1" },
8{ "key": "lowest_cell", "type": "u8", "of": "it + 1" },
8{
9"size": "is_24 ? 48 : 64",
9"fields": [
:{
;"key": "wire_resistances_ohm",
;"type": "u16",
;"scale": "0.001",
;"unit": "Ω",
;"repeat": "cell_count"
:},
:{ "skip": "rest" }
9]
8},
8{
9"key": "mosfet_temperature_celsius",
9"type": "i16",
9"scale": "0.1",
9"unit": "°C",
9"if": "is_32"
8},
8{ "skip": 2, "if": "is_24" },
8{ "key": "wire_resistance_warnings", "type": "u32" },
8{ "key": "battery_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "key": "battery_power_w", "type": "u32", "scale": "0.001", "unit": "W" },
8{ "key": "battery_current_a", "type": "i32", "scale": "0.001", "unit": "A" },
8{ "key": "temperature_1_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
8{ "key": "temperature_2_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
8{
9"key": "mosfet_temperature_celsius",
9"type": "i16",
9"scale": "0.1",
9"unit": "°C",
9"if": "is_24"
8},
8{
9"key": "alarms",
9"type": "u16",
9"flags": {
:"0": "wire_resistance",
:"1": "mosfet_overtemperature",
:"2": "cell_count_differs",
:"4": "fully_charged",
:"5": "battery_overvoltage",
:"6": "charge_overcurrent",
:"7": "charge_short_circuit",
:"8": "charge_overtemperature",
:"9": "charge_undertemperature",
:"10": "coprocessor_communication",
:"11": "cell_undervoltage",
:"12": "battery_undervoltage",
:"13": "discharge_overcurrent",
:"14": "discharge_short_circuit",
:"15": "discharge_overtemperature"
9},
9"if": "is_24"
8},
8{
9"key": "alarms",
9"type": "u32",
9"flags": {
:"0": "wire_resistance",
:"1": "mosfet_overtemperature",
:"2": "cell_count_differs",
:"4": "fully_charged",
:"5": "battery_overvoltage",
:"6": "charge_overcurrent",
:"7": "charge_short_circuit",
:"8": "charge_overtemperature",
:"9": "charge_undertemperature",
:"10": "coprocessor_communication",
:"11": "cell_undervoltage",
:"12": "battery_undervoltage",
:"13": "discharge_overcurrent",
:"14": "discharge_short_circuit",
:"15": "discharge_overtemperature",
:"16": "charging_mosfet_abnormal",
:"17": "discharging_mosfet_abnormal",
:"18": "gps_disconnected",
:"19": "password_to_change",
:"20": "discharge_on_failed",
:"21": "battery_overtemperature",
:"22": "temperature_sensor_anomaly",
:"23": "parallel_module_anomaly",
:"24": "short_circuit_release_failed",
:"25": "discharge_overcurrent_2",
:"26": "discharge_overcurrent_3",
:"27": "discharge_undertemperature",
:"28": "gps_remote_lock"
9},
9"if": "is_32"
8},
8{ "key": "balancing_current_a", "type": "i16", "scale": "0.001", "unit": "A" },
8{ "key": "balancing", "type": "u8", "words": "jk_balancing" },
8{ "key": "state_of_charge_percent", "type": "u8", "unit": "%" },
8{ "key": "remaining_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
8{ "key": "nominal_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
8{ "key": "charge_cycles", "type": "u32" },
8{ "key": "charge_cycles_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
8{ "key": "state_of_health_percent", "type": "u8", "unit": "%" },
8{ "skip": 3 },
8{ "key": "total_runtime_s", "type": "u32", "unit": "s" },
8{ "key": "charging_on", "type": "bool" },
8{ "key": "discharging_on", "type": "bool" }
7]
6},
6{
7"if": "kind == 2 && is_04",
7"fields": [
8{ "as": "n16", "of": "mask_04 > 0xffff ? 16 : 0" },
8{ "as": "n8", "of": "mask_04 >> n16 > 0xff ? 8 : 0" },
8{ "as": "n4", "of": "mask_04 >> (n16 + n8) > 15 ? 4 : 0" },
8{ "as": "n2", "of": "mask_04 >> (n16 + n8 + n4) > 3 ? 2 : 0" },
8{ "as": "n1", "of": "mask_04 >> (n16 + n8 + n4 + n2) > 1 ? 1 : 0" },
8{ "key": "cell_count", "of": "n16 + n8 + n4 + n2 + n1 + 1" },
8{
9"size": 96,
9"fields": [
:{ "key": "cell_voltages_v", "type": "f32", "unit": "V", "repeat": "cell_count" },
:{ "skip": "rest" }
9]
8},
8{
9"size": 100,
9"fields": [
:{ "key": "wire_resistances_ohm", "type": "f32", "unit": "Ω", "repeat": "cell_count" },
:{ "skip": "rest" }
9]
8},
8{ "key": "average_cell_voltage_v", "type": "f32", "unit": "V" },
8{ "key": "cell_voltage_difference_v", "type": "f32", "unit": "V" },
8{ "skip": 10 },
8{ "key": "balancing", "type": "u8", "words": "jk_balancing" },
8{ "skip": 1 },
8{ "key": "balancing_current_a", "type": "f32", "unit": "A" },
8{ "skip": 60 },
8{ "key": "total_runtime_s", "type": "u24", "unit": "s" }
7]
6},
6{
7"if": "kind == 1 && !floats",
7"fields": [
8{ "key": "smart_sleep_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "key": "cell_undervoltage_protection_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "key": "cell_undervoltage_recovery_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "key": "cell_overvoltage_protection_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "key": "cell_overvoltage_recovery_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "key": "balancing_difference_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "skip": 16 },
8{ "key": "power_off_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" },
8{ "key": "maximum_charge_current_a", "type": "u32", "scale": "0.001", "unit": "A" },
8{ "key": "charge_overcurrent_delay_s", "type": "u32", "unit": "s" },
8{ "key": "charge_overcurrent_recovery_s", "type": "u32", "unit": "s" },
8{ "key": "maximum_discharge_current_a", "type": "u32", "scale": "0.001", "unit": "A" },
8{ "key": "discharge_overcurrent_delay_s", "type": "u32", "unit": "s" },
8{ "key": "discharge_overcurrent_recovery_s", "type": "u32", "unit": "s" },
8{ "key": "short_circuit_recovery_s", "type": "u32", "unit": "s" },
8{ "key": "maximum_balancing_current_a", "type": "u32", "scale": "0.001", "unit": "A" },
8{ "key": "charge_overtemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
8{ "key": "charge_overtemperature_recovery_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
8{ "key": "discharge_overtemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
8{
9"key": "discharge_overtemperature_recovery_celsius",
9"type": "i32",
9"scale": "0.1",
9"unit": "°C"
8},
8{ "key": "charge_undertemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
8{
9"key": "charge_undertemperature_recovery_celsius",
9"type": "i32",
9"scale": "0.1",
9"unit": "°C"
8},
8{ "key": "mosfet_overtemperature_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
8{ "key": "mosfet_overtemperature_recovery_celsius", "type": "i32", "scale": "0.1", "unit": "°C" },
8{ "key": "cell_count", "type": "u32" },
8{ "key": "charging_on", "type": "u32", "of": "it != 0" },
8{ "key": "discharging_on", "type": "u32", "of": "it != 0" },
8{ "key": "balancing_on", "type": "u32", "of": "it != 0" },
8{ "key": "nominal_capacity_ah", "type": "u32", "scale": "0.001", "unit": "Ah" },
8{ "key": "short_circuit_delay_us", "type": "u32", "unit": "µs" },
8{ "key": "balancing_start_voltage_v", "type": "u32", "scale": "0.001", "unit": "V" }
7]
6},
6{
7"if": "kind == 1 && floats",
7"fields": [
8{ "skip": 28 },
8{ "key": "cell_count", "type": "u32" },
8{ "key": "power_off_voltage_v", "type": "f32", "unit": "V" },
8{ "skip": 56 },
8{ "key": "balancing_start_voltage_v", "type": "f32", "unit": "V" },
8{ "skip": 4 },
8{ "key": "balancing_difference_v", "type": "f32", "unit": "V" },
8{ "key": "maximum_balancing_current_a", "type": "f32", "unit": "A" },
8{ "key": "balancing_on", "type": "bool" }
7]
6},
6{
7"if": "kind == 3",
7"fields": [
8{ "size": 16, "fields": [{ "key": "model", "type": "utf8", "size": "nul" }, { "skip": "rest" }] },
8{
9"size": 8,
9"fields": [{ "key": "hardware_version", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
8},
8{
9"size": 8,
9"fields": [{ "key": "software_version", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
8},
8{ "key": "uptime_s", "type": "u32", "unit": "s" },
8{ "key": "power_on_count", "type": "u32" },
8{
9"size": 16,
9"fields": [{ "key": "device_name", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
8},
8{
9"size": 16,
9"fields": [{ "key": "device_passcode", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
8},
8{ "as": "has_more", "type": "u8", "at": 72 },
8{
9"if": "has_more",
9"fields": [
:{
;"size": 8,
;"fields": [
<{ "key": "manufacturing_date", "type": "utf8", "size": "nul" },
<{ "skip": "rest" }
;]
:},
:{
;"size": 11,
;"fields": [{ "key": "serial_number", "type": "utf8", "personal": true, "size": "nul" }, { "skip": "rest" }]
:},
:{ "skip": 5 },
:{
;"size": 16,
;"fields": [{ "key": "user_data", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
:},
:{
;"size": 16,
;"fields": [{ "key": "setup_passcode", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
:}
9]
8}
7]
6},
6{
7"key": "bms_data",
7"type": "hex",
7"if": "kind == 0 || kind > 3 || kind == 2 && !is_24 && !is_32 && !is_04"
6},
6{ "skip": "rest" }
5]
4}
3]
2},
2{
3"if": "lead == 0xaa && third != 0x11",
3"fields": [
4{ "skip": 4 },
4{
5"key": "command",
5"type": "u8",
5"words": {
6"150": "read_cells",
6"151": "read_device",
6"161": "read_log",
6"200": "acknowledgement",
6"*": "write_register"
5}
4},
4{ "as": "n", "type": "u8" },
4{ "key": "register_value", "type": "u32", "if": "n > 0" },
4{ "skip": 4, "if": "n == 0" },
4{ "skip": 9 }
3]
2},
2{ "key": "packet_check", "check": { "kind": "sum", "width": 8, "over": "0..-2" }, "if": "third != 0x11 && (lead == 0x55 || lead == 0xaa)" },
2{ "key": "uart_text", "type": "utf8", "if": "lead == 0x41" }
1]
0}
0{
1"name": "Simple Key State",
1"vendor": "Texas Instruments",
1"service": "sig:FFE0",
1"properties": ["notify"],
1"source": "documents disagree which key is left and which right; other makers' serial modules use the same UUIDs for any bytes",
1"fields": [
2{ "as": "generation", "call": "sensortag_generation" },
2{ "as": "only", "type": "u8", "at": 0, "if": "length == 1" },
2{ "as": "is_foreign", "of": "generation == 0 && (length != 1 || only > 7)" },
2{ "skip": "rest", "if": "is_foreign" },
2{
3"if": "!is_foreign",
3"fields": [
4{ "as": "keys", "type": "u8", "reserved": "3..7" },
4{ "key": "key_1", "of": "keys.0" },
4{ "key": "key_2", "of": "keys.1" },
4{ "key": "reed_or_side", "of": "keys.2" },
4{ "key": "keys_code", "of": "keys" },
4{
5"as": "pressed",
5"of": "keys.0..1",
5"if": "keys.0..2 != 4",
5"words": { "0": "no_key", "1": "key_1", "2": "key_2", "3": ["keys_1_and_2", "key 1 + key 2"] }
4},
4{ "as": "more", "of": "keys.0..2 > 4", "if": "keys.0..2 > 4" },
4{
5"as": "third",
5"of": "generation",
5"if": "keys.2",
5"words": { "0": "reed_or_side", "1": "side_key", "2": "reed_relay" }
4}
3]
2}
1],
1"text": "[{pressed}][{more? + :}][{third}]"
0}
0{
1"vendor": "Triones",
1"service": "FFE0",
1"direction": "notify",
1"if": "length == 12",
1"fields": [{ "type": "triones_state" }],
1"text": "[{powered?on:off} ][{effect}][ {red_level} {green_level} {blue_level}][ white {white_level}]"
0}
0{
1"vendor": "Triones",
1"service": "FFE5",
1"direction": "write",
1"fields": [{ "type": "triones_command" }],
1"text": "{command}[ {powered?on:off}][ {red_level} {green_level} {blue_level}][ white {white_level}][ {effect}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}]"
0}
0{
1"vendor": "BlockBlueLight",
1"service": "FFF0",
1"direction": "notify",
1"message": { "starts": { "2a01": { "at": 3, "type": "u16be", "plus": 7 } } },
1"fields": [
2{ "type": "panel_frame" },
2{
3"if": "fits && last == 10",
3"fields": [
4{ "key": "panel_command", "of": "what", "words": "panel_commands" },
4{
5"if": "what == 16 && n == 5",
5"fields": [
6{ "key": "panel_power", "type": "u8", "words": { "0": "off", "1": "on", "*": "other" } },
6{ "key": "timer_s", "type": "u16be", "unit": "s" },
6{ "key": "remaining_s", "type": "u16be", "unit": "s" }
5]
4},
4{ "key": "panel_data", "type": "hex", "if": "rest > 0" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "{panel_command}[ {panel_power}][ {timer_s} s][, {remaining_s} s left][ {panel_data}]"
0}
0{
1"vendor": "BlockBlueLight",
1"service": "FFF0",
1"direction": "write",
1"message": { "starts": { "3a01": { "at": 3, "type": "u16be", "plus": 7 } } },
1"fields": [
2{ "type": "panel_frame" },
2{
3"if": "fits && last == 10",
3"fields": [
4{ "key": "panel_command", "of": "what", "words": "panel_commands" },
4{ "key": "panel_power", "type": "u8", "words": { "0": "off", "1": "on", "*": "other" }, "if": "what == 32 && n == 1" },
4{ "key": "timer_s", "type": "u16be", "unit": "s", "if": "what == 49 && n == 2" },
4{ "key": "panel_data", "type": "hex", "if": "rest > 0" }
3]
2},
2{ "skip": "rest" }
1],
1"text": "{panel_command}[ {panel_power}][ {timer_s} s][ {panel_data}]"
0}
0{
1"vendor": "ELK-BLEDOM",
1"service": "FFF0",
1"direction": "write",
1"if": "length == 9",
1"fields": [
2{ "as": "first", "type": "u8", "at": 0 },
2{ "as": "last", "type": "u8", "at": 8 },
2{
3"if": "first == 126 && last == 239",
3"fields": [
4{ "skip": 2 },
4{
5"key": "command",
5"type": "u8",
5"cases": {
6"1": { "word": "set_brightness", "fields": [{ "key": "brightness_level", "type": "u8" }] },
6"2": { "word": "set_effect_speed", "fields": [{ "key": "effect_speed", "type": "u8" }] },
6"3": {
7"word": "set_mode",
7"fields": [
8{ "as": "number", "type": "u8" },
8{
9"key": "light_mode",
9"type": "u8",
9"words": { "1": "grayscale", "2": "temperature", "3": "effect", "4": "dynamic", "*": "other" }
8},
8{ "key": "effect", "of": "number", "if": "light_mode == 3", "words": "elk_effects" },
8{ "key": "light_mode_number", "of": "number", "if": "light_mode != 3" }
7]
6},
6"4": {
7"word": "set_power",
7"fields": [{ "as": "on", "type": "u8" }, { "key": "powered", "of": "on != 0" }]
6},
6"5": {
7"word": "set_color",
7"fields": [
8{
9"key": "color_kind",
9"type": "u8",
9"words": { "1": "gray", "2": "temperature", "3": "rgb", "*": "other" }
8},
8{
9"if": "color_kind == 3",
9"fields": [
:{ "key": "red_level", "type": "u8" },
:{ "key": "green_level", "type": "u8" },
:{ "key": "blue_level", "type": "u8" }
9]
8},
8{ "if": "color_kind == 1", "fields": [{ "key": "gray_percent", "type": "u8", "unit": "%" }] },
8{ "if": "color_kind == 2", "fields": [{ "key": "warm_percent", "type": "u8", "unit": "%" }] }
7]
6},
6"6": { "word": "set_dynamic_mode", "fields": [{ "key": "light_mode_number", "type": "u8" }] },
6"7": {
7"word": "set_microphone_sensitivity",
7"fields": [{ "key": "microphone_sensitivity", "type": "u8" }]
6},
6"8": {
7"word": "set_color_order",
7"fields": [
8{
9"key": "color_order",
9"type": "u8",
9"words": {
:"1": "rgb",
:"2": "rbg",
:"3": "grb",
:"4": "gbr",
:"5": "brg",
:"6": "bgr",
:"*": "other"
9}
8}
7]
6},
6"131": {
7"word": "set_time",
7"fields": [
8{ "key": "clock_hour", "type": "u8" },
8{ "key": "clock_minute", "type": "u8" },
8{ "key": "clock_second", "type": "u8" },
8{ "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
8{ "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
8{ "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" },
8{ "key": "clock_weekday", "type": "u8", "words": "led_weekday", "code": false }
7]
6},
6"*": { "word": "other", "fields": [{ "key": "light_data", "type": "hex", "size": 5 }] }
5}
4}
3]
2},
2{ "skip": "rest" }
1],
1"text": "{command}[ {powered?on:off}][ {brightness_level}][ {effect_speed}][ {light_mode}][ {effect}][ {red_level} {green_level} {blue_level}][ {gray_percent} %][ {warm_percent} % warm][ {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X} {clock_weekday}]"
0}
0{
1"name": "Sphero API 2",
1"vendor": "Sphero",
1"message": { "start": "8d", "end": "d8", "escape": "ab" },
1"text": "[{sphero_device}, ][{sphero_command}, ]command {sphero_device_id}.{sphero_command_id}[: {outcome}]",
1"comment": "the fields are what stands between start and end, without the escapes",
1"fields": [
2{ "as": "bits", "type": "u8" },
2{ "key": "is_response", "of": "bits.0" },
2{ "key": "target_id", "type": "u8", "if": "bits.4" },
2{ "key": "source_id_byte", "type": "u8", "if": "bits.5" },
2{ "key": "sphero_device_id", "type": "u8" },
2{ "key": "sphero_command_id", "type": "u8" },
2{ "key": "sphero_sequence", "type": "u8" },
2{
3"key": "sphero_device",
3"of": "sphero_device_id",
3"words": {
4"16": "api",
4"17": "system_info",
4"18": "system_mode",
4"19": "power",
4"22": "drive",
4"23": "animatronics",
4"24": "sensors",
4"25": "connection",
4"26": "lights_and_sound",
4"29": "firmware",
4"31": "factory_test",
4"*": ["other", ""]
3},
3"code": false
2},
2{
3"key": "sphero_command",
3"of": "sphero_device_id << 8 | sphero_command_id",
3"words": {
4"4352": "get_application_version",
4"4353": "get_bootloader_version",
4"4358": "get_address",
4"4864": "deep_sleep",
4"4865": "sleep",
4"4867": "get_battery_voltage",
4"4868": "get_battery_state",
4"4870": "battery_state_changed",
4"4877": "wake",
4"4880": "get_battery_percentage",
4"4889": "will_sleep",
4"4890": "did_sleep",
4"5633": "set_motors",
4"5638": "reset_yaw",
4"5639": "drive_with_heading",
4"5644": "set_stabilization",
4"5893": "play_animation",
4"5901": "perform_leg_action",
4"5903": "set_head_position",
4"6144": "set_sensor_streaming",
4"6146": "sensor_data",
4"6156": "set_further_sensor_streaming",
4"6162": "collision_detected",
4"6163": "reset_locator",
4"6660": "set_light",
4"6663": "play_sound",
4"6664": "set_volume",
4"6670": "set_lights",
4"6682": "set_lights",
4"6684": "set_lights",
4"*": ["other", ""]
3},
3"code": false
2},
2{
3"key": "outcome",
3"type": "u8",
3"success": 0,
3"words": {
4"0": "ok",
4"1": "bad_device",
4"2": "bad_command",
4"3": "not_implemented",
4"4": "restricted",
4"5": "bad_length",
4"6": "failed",
4"7": "bad_value",
4"8": "busy",
4"9": "bad_target",
4"10": "target_unavailable",
4"*": "other"
3},
3"if": "bits.0"
2},
2{ "key": "sphero_data", "type": "hex", "size": "rest - 1" },
2{ "key": "packet_check", "check": { "kind": "sum", "width": 8, "xor_out": "ff", "over": "0..-2" } }
1]
0}
0{
1"name": "Govee Status",
1"vendor": "Govee",
1"text": "[{govee_type} ][{govee_packet}][: {powered?on:off}][: {brightness_level}][: {govee_mode}][ {red_level} {green_level} {blue_level}]",
1"comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
1"fields": [{ "type": "govee_light" }]
0}
0{
1"name": "Govee Control",
1"vendor": "Govee",
1"text": "[{govee_type} ][{govee_packet}][: {powered?on:off}][: {brightness_level}][: {govee_mode}][ {red_level} {green_level} {blue_level}]",
1"comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
1"fields": [{ "type": "govee_light" }]
0}
0{
1"name": "Telink OTA",
1"vendor": "Telink",
1"direction": "write",
1"text": "[{command}][block {firmware_block}]",
1"fields": [
2{ "as": "index", "type": "u16" },
2{
3"key": "command",
3"of": "index",
3"words": {
4"65280": "version",
4"65281": "start",
4"65282": "end",
4"65283": "start_extended",
4"65284": "firmware_version_request",
4"65285": "firmware_version_response",
4"65286": "result"
3},
3"if": "index >= 65280"
2},
2{ "key": "last_block", "type": "u16", "if": "index == 65282" },
2{ "as": "inverted", "type": "u16", "if": "index == 65282" },
2{ "key": "ota_result_code", "type": "u8", "if": "index == 65286" },
2{ "key": "firmware_block", "of": "index", "if": "index < 65280" },
2{ "key": "firmware_data", "type": "hex", "size": "rest - 2", "if": "index < 65280 && rest >= 2" },
2{
3"key": "block_check",
3"if": "index < 65280 && rest == 2",
3"check": { "kind": "crc", "width": 16, "poly": "8005", "init": "ffff", "reflect": true, "over": "0..-3" }
2},
2{ "key": "operand", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Battery",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "battery_percent", "type": "u16", "scale": "0.1", "unit": "%" },
2{ "key": "battery_mv", "type": "u16", "unit": "mV" },
2{ "key": "battery_current_ma", "type": "i16", "scale": "0.1", "unit": "mA" },
2{
3"key": "battery_state",
3"type": "u8",
3"words": {
4"0": "low",
4"1": "discharging",
4"2": "plugged_not_charging",
4"3": "charging",
4"4": "unknown",
4"*": "error"
3}
2}
1]
0}
0{
1"name": "Sphero DFU Control Point",
1"vendor": "Sphero",
1"text": "{command}[ {response_to}][: {outcome}][, {received_bytes} bytes]",
1"fields": [{ "type": "dfu_control" }]
0}
0{
1"name": "Sphero DFU Packet",
1"vendor": "Sphero",
1"text": "{firmware_bytes} bytes",
1"fields": [{ "key": "firmware_bytes", "of": "length", "unit": "B" }, { "key": "firmware_data", "type": "hex" }]
0}
0{
1"name": "Sphero Access",
1"vendor": "Sphero",
1"direction": "write",
1"text": "{sphero_password:q}",
1"fields": [{ "key": "sphero_password", "type": "utf8", "personal": true }]
0}
0{
1"name": "Temperature",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
1]
0}
0{
1"name": "Environment",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "pressure_hpa", "type": "i32", "scale": "0.01", "unit": "hPa" },
2{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
1]
0}
0{
1"name": "Environment",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "pressure_hpa", "type": "i32", "scale": "0.01", "unit": "hPa" },
2{ "key": "relative_humidity_percent", "type": "i16", "scale": "0.1", "unit": "%" },
2{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
1]
0}
0{
1"name": "Environment",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "pressure_hpa", "type": "i32", "scale": "0.01", "unit": "hPa" },
2{ "key": "relative_humidity_percent", "type": "i16", "scale": "0.1", "unit": "%" },
2{ "key": "temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" },
2{ "key": "second_temperature_celsius", "type": "i16", "scale": "0.1", "unit": "°C" }
1]
0}
0{
1"name": "Magnetometer",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "magnetometer_ut", "type": "i16", "scale": "0.1", "unit": "µT", "repeat": 3, "axes": true }
1]
0}
0{
1"name": "Gyroscope",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "gyroscope_dps", "type": "i16", "scale": "0.1", "unit": "°/s", "repeat": 3, "axes": true }
1]
0}
0{
1"name": "Accelerometer",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "accelerometer_g", "type": "i16", "scale": "0.001", "unit": "g", "repeat": 3, "axes": true }
1]
0}
0{
1"name": "Motion",
1"vendor": "STMicroelectronics",
1"fields": [
2{ "key": "device_ticks", "type": "u16" },
2{ "key": "accelerometer_g", "type": "i16", "scale": "0.001", "unit": "g", "repeat": 3, "axes": true },
2{ "key": "gyroscope_dps", "type": "i16", "scale": "0.1", "unit": "°/s", "repeat": 3, "axes": true },
2{ "key": "magnetometer_ut", "type": "i16", "scale": "0.1", "unit": "µT", "repeat": 3, "axes": true }
1]
0}
0{
1"name": "Application Version",
1"vendor": "Silicon Labs",
1"text": "{application_version}",
1"fields": [{ "key": "application_version", "type": "hexle" }]
0}
0{
1"name": "Matter C1",
1"vendor": "Connectivity Standards Alliance",
1"text": "[handshake, MTU {btp_mtu}, window {btp_window}][segment {btp_sequence}][: {matter_opcode}][, {matter_status}][, session {matter_session}]",
1"fields": [
2{ "as": "bits", "type": "u8" },
2{ "key": "btp_begin", "of": "bits.0" },
2{ "key": "btp_end", "of": "bits.2" },
2{ "key": "btp_handshake", "of": "bits.6" },
2{
3"if": "bits.6",
3"fields": [
4{ "as": "management", "type": "u8" },
4{ "key": "btp_versions", "type": "hexle", "size": 4, "if": "rest == 7" },
4{ "key": "btp_version", "type": "u8", "of": "it & 15", "if": "rest == 4" },
4{ "key": "btp_mtu", "type": "u16", "unit": "B" },
4{ "key": "btp_window", "type": "u8" },
4{
5"note": "the handshake says MTU {btp_mtu}, below the ATT_MTU in force: segments may be shorter than need be",
5"if": "btp_mtu > 0 && btp_mtu < mtu - 3"
4},
4{
5"note": "the handshake says MTU {btp_mtu}, above the ATT_MTU in force: segments may not fit",
5"if": "btp_mtu > mtu"
4}
3]
2},
2{
3"if": "!bits.6",
3"fields": [
4{ "key": "btp_acknowledges", "type": "u8", "if": "bits.3" },
4{ "key": "btp_sequence", "type": "u8" },
4{ "key": "btp_message_bytes", "type": "u16", "unit": "B", "if": "bits.0" },
4{ "key": "btp_data", "type": "hex", "at": 5, "if": "bits.0 && bits.3 && rest > 0" },
4{ "key": "btp_data", "type": "hex", "at": 4, "if": "bits.0 && !bits.3 && rest > 0" },
4{ "key": "btp_data", "type": "hex", "if": "!bits.0 && rest > 0" },
4{ "type": "matter_message", "if": "bits.0 && rest >= 8" }
3]
2}
1]
0}
0{
1"name": "Matter C2",
1"vendor": "Connectivity Standards Alliance",
1"text": "[handshake, MTU {btp_mtu}, window {btp_window}][segment {btp_sequence}][: {matter_opcode}][, {matter_status}][, session {matter_session}]",
1"fields": [
2{ "as": "bits", "type": "u8" },
2{ "key": "btp_begin", "of": "bits.0" },
2{ "key": "btp_end", "of": "bits.2" },
2{ "key": "btp_handshake", "of": "bits.6" },
2{
3"if": "bits.6",
3"fields": [
4{ "as": "management", "type": "u8" },
4{ "key": "btp_versions", "type": "hexle", "size": 4, "if": "rest == 7" },
4{ "key": "btp_version", "type": "u8", "of": "it & 15", "if": "rest == 4" },
4{ "key": "btp_mtu", "type": "u16", "unit": "B" },
4{ "key": "btp_window", "type": "u8" },
4{
5"note": "segments of up to {btp_mtu} bytes do not fit: the ATT_MTU leaves 3 fewer than it has",
5"if": "rest == 0 && btp_mtu > mtu - 3"
4}
3]
2},
2{
3"if": "!bits.6",
3"fields": [
4{ "key": "btp_acknowledges", "type": "u8", "if": "bits.3" },
4{ "key": "btp_sequence", "type": "u8" },
4{ "key": "btp_message_bytes", "type": "u16", "unit": "B", "if": "bits.0" },
4{ "key": "btp_data", "type": "hex", "at": 5, "if": "bits.0 && bits.3 && rest > 0" },
4{ "key": "btp_data", "type": "hex", "at": 4, "if": "bits.0 && !bits.3 && rest > 0" },
4{ "key": "btp_data", "type": "hex", "if": "!bits.0 && rest > 0" },
4{ "type": "matter_message", "if": "bits.0 && rest >= 8" }
3]
2}
1]
0}
0{
1"name": "Sphero Commands",
1"vendor": "Sphero",
1"text": "device {sphero_device_id}, command {sphero_command_id}",
1"fields": [
2{ "const": "ff" },
2{ "as": "second", "type": "u8" },
2{ "key": "asks_for_answer", "of": "second.0" },
2{ "key": "resets_time_out", "of": "second.1" },
2{ "key": "sphero_device_id", "type": "u8" },
2{ "key": "sphero_command_id", "type": "u8" },
2{ "key": "sphero_sequence", "type": "u8" },
2{ "as": "n", "type": "u8" },
2{ "key": "sphero_data", "type": "hex", "size": "n - 1" },
2{ "key": "packet_check", "check": { "kind": "sum", "width": 8, "xor_out": "ff", "over": "2..-2" } }
1]
0}
0{
1"name": "Sphero Responses",
1"vendor": "Sphero",
1"text": "[{outcome}][asynchronous {sphero_asynchronous_code}]",
1"fields": [
2{ "const": "ff" },
2{ "as": "second", "type": "u8" },
2{
3"if": "second == 255",
3"fields": [
4{
5"key": "outcome",
5"type": "u8",
5"success": 0,
5"words": {
6"0": "ok",
6"1": "error",
6"2": "bad_checksum",
6"3": "bad_fragment",
6"4": "bad_command",
6"5": "unsupported",
6"6": "bad_message",
6"7": "bad_parameter",
6"8": "failed",
6"*": "other"
5}
4},
4{ "key": "sphero_sequence", "type": "u8" },
4{ "as": "n", "type": "u8" },
4{ "key": "sphero_data", "type": "hex", "size": "n - 1" }
3]
2},
2{
3"if": "second == 254",
3"fields": [
4{ "key": "sphero_asynchronous_code", "type": "u8" },
4{ "as": "n", "type": "u16be" },
4{ "key": "sphero_data", "type": "hex", "size": "n - 1" }
3]
2},
2{ "key": "packet_check", "check": { "kind": "sum", "width": 8, "xor_out": "ff", "over": "2..-2" } }
1]
0}
0{
1"name": "ANCS Data Source",
1"vendor": "Apple",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": {
5"word": "get_notification_attributes",
5"fields": [
6{ "key": "notification_uid", "type": "u32" },
6{
7"key": "attributes",
7"repeat": "rest",
7"fields": [
8{
9"key": "notification_attribute",
9"type": "u8",
9"words": {
:"0": "app_identifier",
:"1": "title",
:"2": "subtitle",
:"3": "message",
:"4": "message_size",
:"5": "date",
:"6": "positive_action_label",
:"7": "negative_action_label",
:"*": "reserved"
9}
8},
8{ "key": "attribute_text", "type": "utf8", "size": { "type": "u16" } }
7]
6}
5]
4},
4"1": {
5"word": "get_app_attributes",
5"fields": [
6{ "key": "app_identifier", "type": "utf8", "size": "nul" },
6{
7"key": "attributes",
7"repeat": "rest",
7"fields": [
8{ "key": "app_attribute", "type": "u8", "words": { "0": "display_name", "*": "reserved" } },
8{ "key": "attribute_text", "type": "utf8", "size": { "type": "u16" } }
7]
6}
5]
4},
4"*": { "word": "continuation", "fields": [{ "key": "ancs_data", "type": "hex", "if": "rest > 0" }] }
3}
2}
1]
0}
0{
1"name": "Bootloader Version",
1"vendor": "Silicon Labs",
1"text": "{bootloader_version}",
1"fields": [{ "key": "bootloader_version", "type": "hexle" }]
0}
0{
1"name": "AMS Entity Update",
1"vendor": "Apple",
1"direction": "notify",
1"text": "{ams_entity} {ams_attribute}[ \"{ams_value}\"]",
1"fields": [
2{
3"key": "ams_entity",
3"type": "u8",
3"words": { "0": "player", "1": "queue", "2": "track", "*": "reserved" }
2},
2{ "as": "attribute", "type": "u8" },
2{
3"key": "ams_attribute",
3"of": "attribute",
3"words": { "0": "name", "1": "playback_info", "2": "volume", "*": "reserved" },
3"if": "ams_entity == 0"
2},
2{
3"key": "ams_attribute",
3"of": "attribute",
3"words": { "0": "index", "1": "count", "2": "shuffle_mode", "3": "repeat_mode", "*": "reserved" },
3"if": "ams_entity == 1"
2},
2{
3"key": "ams_attribute",
3"of": "attribute",
3"words": { "0": "artist", "1": "album", "2": "title", "3": "duration", "*": "reserved" },
3"if": "ams_entity == 2"
2},
2{ "as": "bits", "type": "u8" },
2{ "key": "ams_truncated", "of": "bits.0" },
2{ "key": "ams_value", "type": "utf8" }
1]
0}
0{
1"name": "AMS Entity Update",
1"vendor": "Apple",
1"direction": "write",
1"text": "{ams_entity}",
1"fields": [
2{
3"key": "ams_entity",
3"type": "u8",
3"words": { "0": "player", "1": "queue", "2": "track", "*": "reserved" }
2},
2{ "key": "ams_attribute_codes", "type": "u8", "repeat": "rest" }
1]
0}
0{
1"name": "SUOTA Patch Data",
1"vendor": "Renesas (Dialog)",
1"text": "{firmware_bytes} bytes",
1"fields": [{ "key": "firmware_bytes", "of": "length", "unit": "B" }, { "key": "firmware_data", "type": "hex" }]
0}
0{
1"name": "Govee thermometer settings",
1"vendor": "Govee",
1"text": "[{govee_packet}][ {govee_function}][ {version_text}][ {alarm_low_celsius:1} to {alarm_high_celsius:1}]",
1"comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
1"fields": [
2{ "as": "first", "type": "u8", "at": 0 },
2{ "as": "fits", "at": 19, "check": { "kind": "xor", "width": 8, "over": "0..18" }, "if": "length == 20" },
2{
3"if": "(length != 20 || fits) && (first == 51 || first == 170 || first == 238)",
3"fields": [
4{
5"key": "govee_packet",
5"type": "u8",
5"words": { "51": "command", "170": "status", "238": "history_end" }
4},
4{
5"key": "govee_function",
5"type": "u8",
5"words": {
6"3": "humidity_alarm",
6"4": "temperature_alarm",
6"6": "humidity_offset",
6"7": "temperature_offset",
6"13": "firmware_version",
6"14": "hardware_version",
6"8": "battery",
6"16": "time_or_limits"
5}
4},
4{
5"if": "govee_packet == 170 && (govee_function == 13 || govee_function == 14) && length == 20 && !written",
5"fields": [{ "key": "version_text", "type": "utf8", "size": "nul" }]
4},
4{
5"if": "govee_packet == 170 && govee_function == 4 && length == 20 && !written",
5"fields": [
6{ "key": "alarm_on", "type": "bool" },
6{ "key": "alarm_low_celsius", "type": "i16", "scale": "0.01", "unit": "°C" },
6{ "key": "alarm_high_celsius", "type": "i16", "scale": "0.01", "unit": "°C" }
5]
4},
4{ "key": "govee_data", "type": "hex", "size": "rest - 1", "if": "length == 20 && rest > 0" },
4{ "key": "packet_check", "check": { "kind": "xor", "width": 8, "over": "0..-2" }, "if": "length == 20" },
4{ "key": "govee_further", "type": "hex", "if": "rest > 0" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"name": "Govee thermometer status",
1"vendor": "Govee",
1"text": "[{govee_packet}][  {temperature_celsius:2}][  {relative_humidity_percent:2} %][  battery {battery_percent} %][ from {history_from_min} to {history_to_min} min ago]",
1"comment": "Newer models encrypt these values: a packet of them may start so, but its checksum is wrong.",
1"fields": [
2{ "as": "first", "type": "u8", "at": 0 },
2{ "as": "fits", "at": 19, "check": { "kind": "xor", "width": 8, "over": "0..18" }, "if": "length == 20" },
2{
3"if": "(length != 20 || fits) && (first == 51 || first == 170 || first == 238)",
3"fields": [
4{
5"key": "govee_packet",
5"type": "u8",
5"words": { "51": "command", "170": "status", "238": "history_end" }
4},
4{ "key": "govee_function", "type": "u8", "words": { "1": "measurement_or_history" } },
4{
5"if": "govee_packet == 170 && govee_function == 1 && length == 20 && !written",
5"fields": [
6{ "key": "temperature_celsius", "type": "i16be", "scale": "0.01", "unit": "°C" },
6{ "key": "relative_humidity_percent", "type": "u16be", "scale": "0.01", "unit": "%" },
6{ "key": "battery_percent", "type": "u8", "unit": "%" }
5]
4},
4{
5"if": "govee_packet == 51 && govee_function == 1 && length == 20 && written",
5"fields": [
6{ "key": "history_from_min", "type": "u16be", "unit": "min" },
6{ "key": "history_to_min", "type": "u16be", "unit": "min" }
5]
4},
4{ "key": "govee_data", "type": "hex", "size": "rest - 1", "if": "length == 20" },
4{ "key": "packet_check", "check": { "kind": "xor", "width": 8, "over": "0..-2" }, "if": "length == 20" },
4{ "key": "govee_further", "type": "hex", "if": "rest > 0" }
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"name": "Govee thermometer history",
1"vendor": "Govee",
1"text": "[history from {minutes_ago} min ago]",
1"comment": "Newer models encrypt these values: 100 °C is more than they can measure.",
1"fields": [
2{ "as": "one", "type": "u24be", "at": 2 },
2{ "as": "two", "type": "u24be", "at": 5, "if": "length >= 8" },
2{ "as": "three", "type": "u24be", "at": 8, "if": "length >= 11" },
2{
3"if": "!(one != 16777215 && (one & 8388607) >= 1000000 || two != 16777215 && (two & 8388607) >= 1000000 || three != 16777215 && (three & 8388607) >= 1000000)",
3"fields": [
4{ "key": "minutes_ago", "type": "u16be", "unit": "min" },
4{
5"key": "govee_records",
5"repeat": "rest",
5"fields": [
6{ "as": "raw", "type": "u24be" },
6{ "as": "magnitude", "of": "raw & 8388607", "if": "raw != 16777215" },
6{
7"key": "temperature_celsius",
7"of": "raw.23 ? 0 - magnitude / 1000 : magnitude / 1000",
7"scale": "0.1",
7"unit": "°C",
7"if": "raw != 16777215"
6},
6{
7"key": "relative_humidity_percent",
7"of": "magnitude % 1000",
7"scale": "0.1",
7"unit": "%",
7"if": "raw != 16777215"
6}
5]
4}
3]
2},
2{ "skip": "rest" }
1]
0}
0{
1"name": "OTA Version",
1"vendor": "Silicon Labs",
1"fields": [{ "key": "ota_version", "type": "u8" }]
0}
0{
1"name": "AppLoader Version",
1"vendor": "Silicon Labs",
1"text": "{apploader_version}",
1"fields": [{ "key": "apploader_version", "type": "hexle" }]
0}
0{
1"name": "SUOTA Status",
1"vendor": "Renesas (Dialog)",
1"text": "{suota_status}",
1"fields": [
2{
3"key": "suota_status",
3"type": "u8",
3"words": {
4"1": "started",
4"2": "ok",
4"3": "exit",
4"4": "crc_error",
4"5": "length_error",
4"6": "external_memory_error",
4"7": "internal_memory_error",
4"8": "invalid_memory_type",
4"9": "application_error",
4"16": "image_started",
4"17": "invalid_bank",
4"18": "invalid_image_header",
4"19": "invalid_image_size",
4"20": "invalid_product_header",
4"21": "same_image",
4"22": "external_memory_read_error",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "Matter C3",
1"vendor": "Connectivity Standards Alliance",
1"fields": [{ "key": "additional_data", "type": "hex" }]
0}
0{
1"name": "ANCS Control Point",
1"vendor": "Apple",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": {
5"word": "get_notification_attributes",
5"fields": [
6{ "key": "notification_uid", "type": "u32" },
6{
7"key": "asked_attributes",
7"repeat": "rest",
7"fields": [
8{
9"key": "notification_attribute",
9"type": "u8",
9"words": {
:"0": "app_identifier",
:"1": "title",
:"2": "subtitle",
:"3": "message",
:"4": "message_size",
:"5": "date",
:"6": "positive_action_label",
:"7": "negative_action_label",
:"*": "reserved"
9}
8},
8{
9"key": "maximum_bytes",
9"type": "u16",
9"unit": "B",
9"if": "notification_attribute >= 1 && notification_attribute <= 3"
8}
7]
6}
5]
4},
4"1": {
5"word": "get_app_attributes",
5"fields": [
6{ "key": "app_identifier", "type": "utf8", "size": "nul" },
6{ "key": "app_attributes", "type": "u8", "repeat": "rest" }
5]
4},
4"2": {
5"word": "perform_notification_action",
5"fields": [
6{ "key": "notification_uid", "type": "u32" },
6{
7"key": "notification_action",
7"type": "u8",
7"words": { "0": "positive", "1": "negative", "*": "reserved" }
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Garmin multi-link to the host 1",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the host 2",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the host 3",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the host 4",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the host 5",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the device 1",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the device 2",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the device 3",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the device 4",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin multi-link to the device 5",
1"vendor": "Garmin",
1"fields": [{ "key": "garmin_handle", "type": "u8" }, { "key": "garmin_data", "type": "hex", "if": "rest > 0" }]
0}
0{
1"name": "Garmin GFDI to the device",
1"vendor": "Garmin",
1"fields": [{ "key": "gfdi_data", "type": "hex" }]
0}
0{
1"name": "Garmin GFDI to the host",
1"vendor": "Garmin",
1"fields": [{ "key": "gfdi_data", "type": "hex" }]
0}
0{
1"name": "SUOTA Memory Information",
1"vendor": "Renesas (Dialog)",
1"fields": [{ "key": "suota_memory_information", "type": "u32" }]
0}
0{
1"name": "UART RX",
1"vendor": "Nordic Semiconductor",
1"text": "[\"{uart_text}\"][{uart_bytes}]",
1"fields": [
2{ "as": "is_text", "call": "is_text" },
2{ "key": "uart_text", "type": "utf8", "if": "is_text" },
2{ "key": "uart_bytes", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "UART TX",
1"vendor": "Nordic Semiconductor",
1"text": "[\"{uart_text}\"][{uart_bytes}]",
1"fields": [
2{ "as": "is_text", "call": "is_text" },
2{ "key": "uart_text", "type": "utf8", "if": "is_text" },
2{ "key": "uart_bytes", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Tacx FE-C From Trainer",
1"vendor": "Tacx",
1"text": "{fec_page}[ {target_power_w} W][  {power_w} W][  {cadence_rpm} rpm][  {speed_m_per_s:2} m/s][  {heart_rate_bpm} bpm][  {grade_percent:2} %][  {resistance_percent} %][  {equipment_state}]",
1"fields": [{ "type": "fec_message" }]
0}
0{
1"name": "Tacx FE-C To Trainer",
1"vendor": "Tacx",
1"text": "{fec_page}[ {target_power_w} W][  {power_w} W][  {cadence_rpm} rpm][  {speed_m_per_s:2} m/s][  {heart_rate_bpm} bpm][  {grade_percent:2} %][  {resistance_percent} %][  {equipment_state}]",
1"fields": [{ "type": "fec_message" }]
0}
0{
1"name": "SUOTA GPIO Map",
1"vendor": "Renesas (Dialog)",
1"text": "{suota_gpio_map}",
1"fields": [{ "key": "suota_gpio_map", "type": "hexle", "size": 4 }]
0}
0{
1"name": "Current Status",
1"vendor": "Tandem",
1"message": {
2"header": [{ "as": "parts_left", "type": "u8" }, { "as": "part_of", "type": "u8" }],
2"last": "(parts_left & 15) == 0"
1},
1"fields": [
2{
3"as": "fits",
3"at": -2,
3"check": { "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "over": "0..-3" }
2},
2{
3"if": "fits",
3"fields": [
4{ "as": "op", "type": "u8" },
4{ "skip": 1 },
4{ "as": "octets", "type": "u8" },
4{
5"size": "octets",
5"fields": [
6{
7"key": "pump_message",
7"of": "op",
7"cases": {
8"20": { "word": "load_status_request" },
8"21": { "word": "load_status_response" },
8"30": { "word": "temp_rate_status_request" },
8"31": { "word": "temp_rate_status_response" },
8"32": { "word": "api_version_request" },
8"33": {
9"word": "api_version_response",
9"fields": [
:{ "key": "api_version_major", "type": "u16" },
:{ "key": "api_version_minor", "type": "u16" }
9]
8},
8"34": { "word": "current_egv_gui_data_request" },
8"35": {
9"word": "current_egv_gui_data_response",
9"fields": [
:{
;"key": "glucose_time",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:},
:{ "key": "glucose_mg_per_dl", "type": "u16", "unit": "mg/dL", "special": { "0": null } },
:{
;"key": "glucose_status",
;"type": "u8",
;"words": { "0": "invalid", "1": "valid", "2": "low", "3": "high", "4": "unavailable" }
:},
:{ "key": "trend_rate_code", "type": "i8" }
9]
8},
8"36": { "word": "insulin_status_request" },
8"37": {
9"word": "insulin_status_response",
9"fields": [
:{ "key": "reservoir_remaining_iu", "type": "u16", "unit": "IU" },
:{ "key": "is_estimate", "type": "bool" },
:{ "key": "low_insulin_alert_iu", "type": "u8", "unit": "IU" }
9]
8},
8"38": { "word": "non_control_iq_iob_request" },
8"39": { "word": "non_control_iq_iob_response" },
8"40": { "word": "current_basal_status_request" },
8"41": {
9"word": "current_basal_status_response",
9"fields": [
:{ "key": "profile_basal_rate_iu_per_h", "type": "u32", "scale": "0.001" },
:{ "key": "current_basal_rate_iu_per_h", "type": "u32", "scale": "0.001" },
:{ "key": "basal_modification_code", "type": "u8" }
9]
8},
8"42": { "word": "temp_rate_request" },
8"43": {
9"word": "temp_rate_response",
9"fields": [
:{ "key": "temporary_rate_active", "type": "bool" },
:{ "key": "temporary_rate_percent", "type": "u8", "unit": "%" },
:{
;"key": "temporary_rate_start",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:}
9]
8},
8"44": { "word": "current_bolus_status_request" },
8"45": {
9"word": "current_bolus_status_response",
9"fields": [
:{
;"key": "bolus_status",
;"type": "u8",
;"words": { "0": "delivered_or_invalid", "1": "delivering", "2": "requesting" }
:},
:{ "key": "bolus_id", "type": "u16" },
:{ "skip": 2 },
:{
;"key": "bolus_time",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:},
:{ "key": "bolus_requested_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "bolus_source_code", "type": "u8" },
:{ "key": "bolus_type_code", "type": "u8" }
9]
8},
8"46": { "word": "extended_bolus_status_request" },
8"47": { "word": "extended_bolus_status_response" },
8"48": { "word": "last_bolus_status_request" },
8"49": { "word": "last_bolus_status_response" },
8"50": { "word": "last_bg_request" },
8"51": {
9"word": "last_bg_response",
9"fields": [
:{
;"key": "glucose_time",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:},
:{ "key": "glucose_mg_per_dl", "type": "u16", "unit": "mg/dL", "special": { "0": null } },
:{ "key": "glucose_source_code", "type": "u8" }
9]
8},
8"52": { "word": "current_battery_v1_request" },
8"53": {
9"word": "current_battery_v1_response",
9"fields": [
:{ "key": "battery_abc_percent", "type": "u8", "unit": "%" },
:{ "key": "battery_level_percent", "type": "u8", "unit": "%" }
9]
8},
8"54": { "word": "time_since_reset_request" },
8"55": {
9"word": "time_since_reset_response",
9"fields": [
:{
;"key": "pump_time",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:},
:{ "key": "time_since_reset_s", "type": "u32", "unit": "s" }
9]
8},
8"56": { "word": "home_screen_mirror_request" },
8"57": { "word": "home_screen_mirror_response" },
8"58": { "word": "history_log_status_request" },
8"59": {
9"word": "history_log_status_response",
9"fields": [
:{ "key": "log_entries", "type": "u32" },
:{ "key": "first_sequence_number", "type": "u32" },
:{ "key": "last_sequence_number", "type": "u32" }
9]
8},
8"60": {
9"word": "history_log_request",
9"fields": [
:{ "key": "first_sequence_number", "type": "u32" },
:{ "key": "log_entries", "type": "u8" }
9]
8},
8"61": {
9"word": "history_log_response",
9"fields": [{ "key": "log_status_code", "type": "u8" }, { "key": "log_stream", "type": "u8" }]
8},
8"62": { "word": "profile_status_request" },
8"63": { "word": "profile_status_response" },
8"64": { "word": "idp_settings_request" },
8"65": { "word": "idp_settings_response" },
8"66": { "word": "idp_segment_request" },
8"67": { "word": "idp_segment_response" },
8"68": { "word": "alert_status_request" },
8"69": { "word": "alert_status_response" },
8"70": { "word": "alarm_status_request" },
8"71": { "word": "alarm_status_response" },
8"72": { "word": "reminder_status_request" },
8"73": { "word": "reminder_status_response" },
8"74": { "word": "cgm_alert_status_request" },
8"75": { "word": "cgm_alert_status_response" },
8"77": {
9"word": "error_response",
9"fields": [
:{ "key": "request_code", "type": "u8" },
:{
;"key": "tandem_error",
;"type": "u8",
;"words": {
<"0": "undefined",
<"1": "crc_mismatch",
<"3": "transaction_id_mismatch",
<"4": "bad_cargo_length",
<"6": "bad_opcode",
<"7": "invalid_required_parameter",
<"8": "message_buffer_full",
<"9": "invalid_authentication"
;}
:}
9]
8},
8"78": { "word": "pump_features_v1_request" },
8"79": { "word": "pump_features_v1_response" },
8"80": { "word": "cgm_status_request" },
8"81": {
9"word": "cgm_status_response",
9"fields": [
:{
;"key": "cgm_session",
;"type": "u8",
;"words": { "0": "stopped", "1": "start_pending", "2": "active", "3": "stop_pending" }
:},
:{
;"key": "calibration_time",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:},
:{
;"key": "sensor_start_time",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:},
:{
;"key": "transmitter_battery",
;"type": "u8",
;"words": { "0": "unavailable", "1": "error", "2": "expired", "3": "ok", "4": "out_of_range" }
:}
9]
8},
8"82": { "word": "pump_settings_request" },
8"83": { "word": "pump_settings_response" },
8"84": { "word": "pump_version_request" },
8"85": {
9"word": "pump_version_response",
9"fields": [
:{ "key": "arm_version", "type": "u32" },
:{ "key": "msp_version", "type": "u32" },
:{ "skip": 8 },
:{ "key": "pump_serial_number", "type": "u32", "personal": true },
:{ "key": "part_number", "type": "u32" },
:{
;"size": 8,
;"fields": [{ "key": "pump_revision", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
:},
:{ "key": "board_serial_number", "type": "u32", "personal": true },
:{
;"size": 8,
;"fields": [{ "key": "board_revision", "type": "utf8", "size": "nul" }, { "skip": "rest" }]
:},
:{ "key": "model_code", "type": "u32" }
9]
8},
8"86": { "word": "pump_globals_request" },
8"87": { "word": "pump_globals_response" },
8"88": { "word": "reminders_request" },
8"89": { "word": "reminders_response" },
8"90": { "word": "cgm_glucose_alert_settings_request" },
8"91": { "word": "cgm_glucose_alert_settings_response" },
8"92": { "word": "cgm_rate_alert_settings_request" },
8"93": { "word": "cgm_rate_alert_settings_response" },
8"94": { "word": "cgm_oor_alert_settings_request" },
8"95": { "word": "cgm_oor_alert_settings_response" },
8"96": { "word": "cgm_hardware_info_request" },
8"97": { "word": "cgm_hardware_info_response" },
8"98": { "word": "basal_iq_settings_request" },
8"99": { "word": "basal_iq_settings_response" },
8"102": { "word": "basal_iq_alert_info_request" },
8"103": { "word": "basal_iq_alert_info_response" },
8"104": { "word": "control_iq_info_v1_request" },
8"105": { "word": "control_iq_info_v1_response" },
8"106": { "word": "control_iq_sleep_schedule_request" },
8"107": { "word": "control_iq_sleep_schedule_response" },
8"108": { "word": "control_iq_iob_request" },
8"109": {
9"word": "control_iq_iob_response",
9"fields": [
:{ "key": "insulin_on_board_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "insulin_on_board_remaining_s", "type": "u32", "unit": "s" },
:{ "key": "insulin_on_board_total_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "insulin_on_board_6h_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "insulin_on_board_model", "type": "u8", "words": { "0": "mudaliar", "1": "swan_6h" } }
9]
8},
8"112": { "word": "basal_iq_status_request" },
8"113": { "word": "basal_iq_status_response" },
8"114": { "word": "bolus_calc_data_snapshot_request" },
8"115": { "word": "bolus_calc_data_snapshot_response" },
8"116": { "word": "get_saved_g7_pairing_code_request" },
8"117": { "word": "get_saved_g7_pairing_code_response" },
8"118": { "word": "malfunction_status_request" },
8"119": { "word": "malfunction_bitmask_status_response" },
8"120": { "word": "highest_aam_request" },
8"121": { "word": "highest_aam_response" },
8"126": { "word": "create_history_log_request" },
8"127": { "word": "create_history_log_response" },
8"132": { "word": "pump_version_b_request" },
8"133": { "word": "pump_version_b_response" },
8"136": { "word": "ble_software_info_request" },
8"137": { "word": "ble_software_info_response" },
8"138": { "word": "basal_limit_settings_request" },
8"139": {
9"word": "basal_limit_settings_response",
9"fields": [
:{ "key": "basal_limit_iu_per_h", "type": "u32", "scale": "0.001" },
:{ "key": "default_basal_limit_iu_per_h", "type": "u32", "scale": "0.001" }
9]
8},
8"140": { "word": "global_max_bolus_settings_request" },
8"141": {
9"word": "global_max_bolus_settings_response",
9"fields": [
:{ "key": "maximum_bolus_iu", "type": "u16", "scale": "0.001", "unit": "IU" },
:{ "key": "default_maximum_bolus_iu", "type": "u16", "scale": "0.001", "unit": "IU" }
9]
8},
8"142": { "word": "common_software_info_request" },
8"143": { "word": "common_software_info_response" },
8"144": { "word": "current_battery_v2_request" },
8"145": {
9"word": "current_battery_v2_response",
9"fields": [
:{ "key": "battery_abc_percent", "type": "u8", "unit": "%" },
:{ "key": "battery_level_percent", "type": "u8", "unit": "%" },
:{ "key": "charging_code", "type": "u8" }
9]
8},
8"146": { "word": "active_aam_bits_request" },
8"147": { "word": "active_aam_bits_response" },
8"150": { "word": "current_active_idp_values_request" },
8"151": { "word": "current_active_idp_values_response" },
8"160": { "word": "pump_features_v2_request" },
8"161": { "word": "pump_features_v2_response" },
8"164": { "word": "last_bolus_status_v2_request" },
8"165": {
9"word": "last_bolus_status_v2_response",
9"fields": [
:{ "key": "last_bolus_code", "type": "u8" },
:{ "key": "bolus_id", "type": "u16" },
:{ "skip": 2 },
:{
;"key": "bolus_time",
;"type": "u32",
;"time": { "since": "2008-01-01" },
;"special": { "0": null }
:},
:{ "key": "bolus_delivered_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "bolus_status_code", "type": "u8" },
:{ "key": "bolus_source_code", "type": "u8" },
:{ "key": "bolus_type_code", "type": "u8" },
:{ "key": "extended_bolus_s", "type": "u32", "unit": "s" },
:{ "key": "bolus_requested_iu", "type": "u32", "scale": "0.001", "unit": "IU" }
9]
8},
8"166": { "word": "localization_request" },
8"167": { "word": "localization_response" },
8"168": { "word": "bolus_permission_change_reason_request" },
8"169": { "word": "bolus_permission_change_reason_response" },
8"178": { "word": "control_iq_info_v2_request" },
8"179": { "word": "control_iq_info_v2_response" },
8"182": { "word": "extended_bolus_status_v2_request" },
8"183": { "word": "extended_bolus_status_v2_response" },
8"186": { "word": "last_bolus_status_v3_request" },
8"187": { "word": "last_bolus_status_v3_response" },
8"188": { "word": "secret_menu_request" },
8"189": { "word": "secret_menu_response" },
8"190": { "word": "cgm_status_v2_request" },
8"191": { "word": "cgm_status_v2_response" },
8"192": { "word": "current_egv_gui_data_v2_request" },
8"193": { "word": "current_egv_gui_data_v2_response" },
8"196": { "word": "get_g6_transmitter_hardware_info_request" },
8"197": { "word": "get_g6_transmitter_hardware_info_response" },
8"198": { "word": "stream_data_readiness_request" },
8"199": { "word": "stream_data_readiness_response" },
8"200": { "word": "cgm_support_package_status_request" },
8"201": { "word": "cgm_support_package_status_response" },
8"*": { "word": "unknown" }
7}
6},
6{ "key": "cargo", "type": "hex", "if": "rest > 0" }
5]
4},
4{ "key": "transaction", "type": "u8", "at": 1 }
3]
2},
2{ "if": "!fits", "note": "the checksum is wrong" },
2{ "key": "cargo", "if": "!fits", "type": "hex" }
1]
0}
0{
1"name": "Qualifying Events",
1"vendor": "Tandem",
1"fields": [
2{
3"key": "pump_events",
3"type": "u32",
3"flags": {
4"0": "alert",
4"1": "alarm",
4"2": "reminder",
4"3": "malfunction",
4"4": "cgm_alert",
4"5": "home_screen_change",
4"6": "pump_suspend",
4"7": "pump_resume",
4"8": "time_change",
4"9": "basal_change",
4"10": "bolus_change",
4"11": "insulin_on_board_change",
4"12": "extended_bolus_change",
4"13": "profile_change",
4"14": "blood_glucose",
4"15": "cgm_change",
4"16": "battery",
4"17": "basal_iq",
4"18": "remaining_insulin",
4"19": "communications_suspended",
4"20": "active_profile_segment_change",
4"21": "basal_iq_status",
4"22": "control_iq_information",
4"23": "control_iq_sleep",
4"24": "global_pump_settings",
4"25": "snooze_status",
4"26": "pumping_status",
4"27": "pump_reset",
4"28": "heartbeat",
4"31": "bolus_permission_revoked"
3}
2}
1]
0}
0{
1"name": "History Log",
1"vendor": "Tandem",
1"message": {
2"header": [{ "as": "parts_left", "type": "u8" }, { "as": "part_of", "type": "u8" }],
2"last": "(parts_left & 15) == 0"
1},
1"fields": [
2{
3"as": "fits",
3"at": -2,
3"check": { "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "over": "0..-3" }
2},
2{
3"if": "fits",
3"fields": [
4{ "as": "op", "type": "u8" },
4{ "skip": 1 },
4{ "as": "octets", "type": "u8" },
4{
5"size": "octets",
5"fields": [
6{
7"if": "op == 129",
7"fields": [
8{ "key": "log_entries", "type": "u8" },
8{ "key": "log_stream", "type": "u8" },
8{
9"key": "log_records",
9"repeat": "rest",
9"size": 26,
9"fields": [
:{ "as": "log_kind", "type": "u16" },
:{ "key": "log_type", "of": "log_kind & 4095", "words": "tandem_log" },
:{ "key": "log_time", "type": "u32", "time": { "since": "2008-01-01" } },
:{ "key": "sequence_number", "type": "u32" },
:{ "key": "log_data", "type": "hex", "size": 16 }
9]
8}
7]
6},
6{ "key": "cargo", "type": "hex", "if": "rest > 0" }
5]
4},
4{ "key": "transaction", "type": "u8", "at": 1 }
3]
2},
2{ "if": "!fits", "note": "the checksum is wrong" },
2{ "key": "cargo", "if": "!fits", "type": "hex" }
1]
0}
0{
1"name": "Authorization",
1"vendor": "Tandem",
1"message": {
2"header": [{ "as": "parts_left", "type": "u8" }, { "as": "part_of", "type": "u8" }],
2"last": "(parts_left & 15) == 0"
1},
1"fields": [
2{
3"as": "fits",
3"at": -2,
3"check": { "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "over": "0..-3" }
2},
2{
3"if": "fits",
3"fields": [
4{ "as": "op", "type": "u8" },
4{ "skip": 1 },
4{ "as": "octets", "type": "u8" },
4{
5"size": "octets",
5"fields": [
6{
7"key": "pump_message",
7"of": "op",
7"cases": {
8"16": { "word": "central_challenge_request" },
8"17": { "word": "central_challenge_response" },
8"18": { "word": "pump_challenge_request" },
8"19": {
9"word": "pump_challenge_response",
9"fields": [
:{ "key": "app_instance", "type": "u16" },
:{ "key": "is_authenticated", "type": "bool" }
9]
8},
8"32": { "word": "jpake1a_request" },
8"33": { "word": "jpake1a_response" },
8"34": { "word": "jpake1b_request" },
8"35": { "word": "jpake1b_response" },
8"36": { "word": "jpake2_request" },
8"37": { "word": "jpake2_response" },
8"38": { "word": "jpake3_session_key_request" },
8"39": { "word": "jpake3_session_key_response" },
8"40": { "word": "jpake4_key_confirmation_request" },
8"41": { "word": "jpake4_key_confirmation_response" },
8"77": {
9"word": "error_response",
9"fields": [
:{ "key": "request_code", "type": "u8" },
:{
;"key": "tandem_error",
;"type": "u8",
;"words": {
<"0": "undefined",
<"1": "crc_mismatch",
<"3": "transaction_id_mismatch",
<"4": "bad_cargo_length",
<"6": "bad_opcode",
<"7": "invalid_required_parameter",
<"8": "message_buffer_full",
<"9": "invalid_authentication"
;}
:}
9]
8},
8"*": { "word": "unknown" }
7}
6},
6{ "key": "cargo", "type": "hex", "if": "rest > 0" }
5]
4},
4{ "key": "transaction", "type": "u8", "at": 1 }
3]
2},
2{ "if": "!fits", "note": "the checksum is wrong" },
2{ "key": "cargo", "if": "!fits", "type": "hex" }
1]
0}
0{
1"name": "Control",
1"vendor": "Tandem",
1"message": {
2"header": [{ "as": "parts_left", "type": "u8" }, { "as": "part_of", "type": "u8" }],
2"last": "(parts_left & 15) == 0"
1},
1"fields": [
2{
3"as": "fits",
3"at": -2,
3"check": { "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "over": "0..-3" }
2},
2{
3"if": "fits",
3"fields": [
4{ "as": "op", "type": "u8" },
4{ "skip": 1 },
4{ "as": "octets", "type": "u8" },
4{
5"size": "octets >= 24 ? octets - 24 : octets",
5"fields": [
6{
7"key": "pump_message",
7"of": "op",
7"cases": {
8"118": { "word": "send_tips_control_generic_test_request" },
8"119": { "word": "send_tips_control_generic_test_response" },
8"124": { "word": "factory_reset_b_request" },
8"125": { "word": "factory_reset_b_response" },
8"130": { "word": "stream_data_preflight_request" },
8"131": { "word": "stream_data_preflight_response" },
8"132": { "word": "user_interaction_request" },
8"133": { "word": "user_interaction_response" },
8"134": { "word": "set_max_bolus_limit_request" },
8"135": { "word": "set_max_bolus_limit_response" },
8"136": { "word": "set_max_basal_limit_request" },
8"137": { "word": "set_max_basal_limit_response" },
8"144": { "word": "enter_change_cartridge_mode_request" },
8"145": { "word": "enter_change_cartridge_mode_response" },
8"146": { "word": "exit_change_cartridge_mode_request" },
8"147": { "word": "exit_change_cartridge_mode_response" },
8"148": { "word": "enter_fill_tubing_mode_request" },
8"149": { "word": "enter_fill_tubing_mode_response" },
8"150": { "word": "exit_fill_tubing_mode_request" },
8"151": { "word": "exit_fill_tubing_mode_response" },
8"152": { "word": "fill_cannula_request" },
8"153": { "word": "fill_cannula_response" },
8"154": { "word": "resume_pumping_request" },
8"155": { "word": "resume_pumping_response" },
8"156": { "word": "suspend_pumping_request" },
8"157": { "word": "suspend_pumping_response" },
8"158": {
9"word": "initiate_bolus_request",
9"fields": [
:{ "key": "bolus_requested_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "bolus_id", "type": "u16" },
:{ "skip": 2 },
:{ "key": "bolus_type_code", "type": "u8" },
:{ "key": "bolus_for_food_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "bolus_correction_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "carbohydrate_g", "type": "u16", "unit": "g" },
:{ "key": "glucose_mg_per_dl", "type": "u16", "unit": "mg/dL", "special": { "0": null } },
:{ "key": "insulin_on_board_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "extended_bolus_iu", "type": "u32", "scale": "0.001", "unit": "IU" },
:{ "key": "extended_bolus_s", "type": "u32", "unit": "s" },
:{ "skip": 4 }
9]
8},
8"159": {
9"word": "initiate_bolus_response",
9"fields": [
:{ "key": "control_result_code", "type": "u8" },
:{ "key": "bolus_id", "type": "u16" },
:{ "skip": 2 },
:{ "key": "bolus_answer", "type": "u8", "words": { "0": "pending", "2": "revoked_priority" } }
9]
8},
8"160": { "word": "cancel_bolus_request", "fields": [{ "key": "bolus_id", "type": "u16" }] },
8"161": { "word": "cancel_bolus_response" },
8"162": { "word": "bolus_permission_request" },
8"163": {
9"word": "bolus_permission_response",
9"fields": [
:{ "key": "control_result_code", "type": "u8" },
:{ "key": "bolus_id", "type": "u16" },
:{ "skip": 2 },
:{
;"key": "bolus_permission",
;"type": "u8",
;"words": { "0": "granted", "1": "invalid_pumping_state", "3": "pump_has_permission" }
:}
9]
8},
8"164": { "word": "set_temp_rate_request" },
8"165": { "word": "set_temp_rate_response" },
8"166": { "word": "stop_temp_rate_request" },
8"167": { "word": "stop_temp_rate_response" },
8"168": { "word": "rename_idp_request" },
8"169": { "word": "rename_idp_response" },
8"170": { "word": "set_idp_segment_request" },
8"171": { "word": "set_idp_segment_response" },
8"172": { "word": "set_idp_settings_request" },
8"173": { "word": "set_idp_settings_response" },
8"174": { "word": "delete_idp_request" },
8"175": { "word": "delete_idp_response" },
8"176": { "word": "set_g6_transmitter_id_request" },
8"177": { "word": "set_g6_transmitter_id_response" },
8"178": { "word": "start_dexcom_g6_sensor_session_request" },
8"179": { "word": "start_dexcom_g6_sensor_session_response" },
8"180": { "word": "stop_dexcom_cgm_sensor_session_request" },
8"181": { "word": "stop_dexcom_cgm_sensor_session_response" },
8"182": { "word": "remote_bg_entry_request" },
8"183": { "word": "remote_bg_entry_response" },
8"184": { "word": "dismiss_notification_request" },
8"185": { "word": "dismiss_notification_response" },
8"186": { "word": "activate_shelf_mode_request" },
8"187": { "word": "activate_shelf_mode_response" },
8"190": { "word": "disconnect_pump_request" },
8"191": { "word": "disconnect_pump_response" },
8"192": { "word": "set_sensor_type_request" },
8"193": { "word": "set_sensor_type_response" },
8"194": { "word": "cgm_high_low_alert_request" },
8"195": { "word": "cgm_high_low_alert_response" },
8"196": { "word": "cgm_rise_fall_alert_request" },
8"197": { "word": "cgm_rise_fall_alert_response" },
8"198": { "word": "cgm_out_of_range_alert_request" },
8"199": { "word": "cgm_out_of_range_alert_response" },
8"202": { "word": "change_control_iq_settings_request" },
8"203": { "word": "change_control_iq_settings_response" },
8"204": { "word": "set_modes_request" },
8"205": { "word": "set_modes_response" },
8"206": { "word": "set_sleep_schedule_request" },
8"207": { "word": "set_sleep_schedule_response" },
8"210": { "word": "set_quick_bolus_settings_request" },
8"211": { "word": "set_quick_bolus_settings_response" },
8"212": { "word": "set_pump_alert_snooze_request" },
8"213": { "word": "set_pump_alert_snooze_response" },
8"214": { "word": "change_time_date_request" },
8"215": { "word": "change_time_date_response" },
8"216": { "word": "set_bg_reminder_request" },
8"217": { "word": "set_bg_reminder_response" },
8"218": { "word": "set_missed_meal_bolus_reminder_request" },
8"219": { "word": "set_missed_meal_bolus_reminder_response" },
8"220": { "word": "set_site_change_reminder_request" },
8"221": { "word": "set_site_change_reminder_response" },
8"222": { "word": "set_low_insulin_alert_request" },
8"223": { "word": "set_low_insulin_alert_response" },
8"224": { "word": "set_auto_off_alert_request" },
8"225": { "word": "set_auto_off_alert_response" },
8"228": { "word": "set_pump_sounds_request" },
8"229": { "word": "set_pump_sounds_response" },
8"230": { "word": "create_idp_request" },
8"231": { "word": "create_idp_response" },
8"232": { "word": "factory_reset_request" },
8"233": { "word": "factory_reset_response" },
8"236": { "word": "set_active_idp_request" },
8"237": { "word": "set_active_idp_response" },
8"238": { "word": "prime_tubing_suspend_request" },
8"239": { "word": "prime_tubing_suspend_response" },
8"240": { "word": "bolus_permission_release_request" },
8"241": { "word": "bolus_permission_release_response" },
8"242": { "word": "remote_carb_entry_request" },
8"243": { "word": "remote_carb_entry_response" },
8"244": { "word": "play_sound_request" },
8"245": { "word": "play_sound_response" },
8"250": { "word": "additional_bolus_request" },
8"251": { "word": "additional_bolus_response" },
8"252": { "word": "set_dexcom_g7_pairing_code_request" },
8"253": { "word": "set_dexcom_g7_pairing_code_response" },
8"77": {
9"word": "error_response",
9"fields": [
:{ "key": "request_code", "type": "u8" },
:{
;"key": "tandem_error",
;"type": "u8",
;"words": {
<"0": "undefined",
<"1": "crc_mismatch",
<"3": "transaction_id_mismatch",
<"4": "bad_cargo_length",
<"6": "bad_opcode",
<"7": "invalid_required_parameter",
<"8": "message_buffer_full",
<"9": "invalid_authentication"
;}
:}
9]
8},
8"*": { "word": "unknown" }
7}
6},
6{ "key": "cargo", "type": "hex", "if": "rest > 0" }
5]
4},
4{
5"if": "octets >= 24",
5"fields": [
6{ "key": "signature_time", "type": "u32", "time": { "since": "2008-01-01" } },
6{ "key": "signature", "type": "hex", "size": 20 }
5]
4},
4{ "key": "transaction", "type": "u8", "at": 1 }
3]
2},
2{ "if": "!fits", "note": "the checksum is wrong" },
2{ "key": "cargo", "if": "!fits", "type": "hex" }
1]
0}
0{
1"name": "Control Stream",
1"vendor": "Tandem",
1"message": {
2"header": [{ "as": "parts_left", "type": "u8" }, { "as": "part_of", "type": "u8" }],
2"last": "(parts_left & 15) == 0"
1},
1"fields": [
2{
3"as": "fits",
3"at": -2,
3"check": { "kind": "crc", "width": 16, "poly": "1021", "init": "ffff", "over": "0..-3" }
2},
2{
3"if": "fits",
3"fields": [
4{ "as": "op", "type": "u8" },
4{ "skip": 1 },
4{ "as": "octets", "type": "u8" },
4{
5"size": "octets >= 24 ? octets - 24 : octets",
5"fields": [
6{
7"key": "pump_message",
7"of": "op",
7"cases": {
8"225": { "word": "enter_change_cartridge_mode_state_stream_response" },
8"227": { "word": "state_stream_response" },
8"229": { "word": "fill_tubing_state_stream_response" },
8"231": { "word": "fill_cannula_state_stream_response" },
8"233": { "word": "state_stream_response" },
8"*": { "word": "unknown" }
7}
6},
6{ "key": "cargo", "type": "hex", "if": "rest > 0" }
5]
4},
4{
5"if": "octets >= 24",
5"fields": [
6{ "key": "signature_time", "type": "u32", "time": { "since": "2008-01-01" } },
6{ "key": "signature", "type": "hex", "size": 20 }
5]
4},
4{ "key": "transaction", "type": "u8", "at": 1 }
3]
2},
2{ "if": "!fits", "note": "the checksum is wrong" },
2{ "key": "cargo", "if": "!fits", "type": "hex" }
1]
0}
0{
1"name": "SUOTA Memory Device",
1"vendor": "Renesas (Dialog)",
1"text": "{suota_memory}",
1"fields": [
2{ "as": "word", "type": "u32" },
2{
3"key": "suota_memory",
3"of": "word >> 24",
3"words": {
4"0": "system_ram",
4"1": "retention_ram",
4"2": "spi",
4"3": "i2c",
4"18": "suota_i2c",
4"19": "suota_spi",
4"253": "reboot",
4"254": "end",
4"255": "abort",
4"*": "other"
3}
2},
2{ "key": "suota_address", "of": "word & 16777215" }
1]
0}
0{
1"name": "DFU Control Point",
1"vendor": "Nordic Semiconductor",
1"text": "{command}[ {dfu_object} object][, {object_size} bytes][ {packets_per_receipt}][ {response_to}][: {outcome}][, {received_bytes} bytes]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "create",
5"fields": [
6{ "key": "dfu_object", "type": "u8", "words": { "1": "command", "2": "data", "*": "reserved" } },
6{ "key": "object_size", "type": "u32", "unit": "B" }
5]
4},
4"2": { "word": "set_receipts", "fields": [{ "key": "packets_per_receipt", "type": "u16" }] },
4"3": { "word": "calculate_checksum" },
4"4": { "word": "execute" },
4"6": {
5"word": "select",
5"fields": [{ "key": "dfu_object", "type": "u8", "words": { "1": "command", "2": "data", "*": "reserved" } }]
4},
4"7": { "word": "get_mtu" },
4"9": { "word": "ping", "fields": [{ "key": "ping_id", "type": "u8" }] },
4"10": { "word": "hardware_version" },
4"11": { "word": "firmware_version", "fields": [{ "key": "image_index", "type": "u8" }] },
4"12": { "word": "abort" },
4"*": { "word": "reserved", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] },
4"96": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "dfu_operation" },
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"0": "invalid",
8"1": "success",
8"2": "opcode_not_supported",
8"3": "invalid_parameter",
8"4": "insufficient_resources",
8"5": "invalid_object",
8"7": "unsupported_type",
8"8": "operation_not_permitted",
8"10": "operation_failed",
8"11": "extended_error",
8"*": "reserved"
7}
6},
6{ "key": "extended_error", "type": "u8", "if": "outcome == 11" },
6{
7"if": "response_to == 6 && outcome == 1",
7"fields": [
8{ "key": "object_max_size", "type": "u32", "unit": "B" },
8{ "key": "received_bytes", "type": "u32", "unit": "B" },
8{ "key": "received_crc", "type": "u32" }
7]
6},
6{
7"if": "response_to == 3 && outcome == 1",
7"fields": [
8{ "key": "received_bytes", "type": "u32", "unit": "B" },
8{ "key": "received_crc", "type": "u32" }
7]
6},
6{ "key": "response_parameters", "type": "hex", "if": "rest > 0" }
5]
4}
3}
2}
1]
0}
0{
1"name": "Buttonless DFU",
1"vendor": "Nordic Semiconductor",
1"text": "{command}[ {response_to}][: {outcome}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "enter_bootloader" },
4"2": {
5"word": "set_advertisement_name",
5"fields": [{ "key": "bootloader_name", "type": "utf8", "size": { "type": "u8" } }]
4},
4"32": {
5"word": "response",
5"fields": [
6{
7"key": "response_to",
7"type": "u8",
7"words": { "1": "enter_bootloader", "2": "set_advertisement_name", "*": "reserved" }
6},
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success",
8"2": "opcode_not_supported",
8"4": "operation_failed",
8"5": "invalid_advertisement_name",
8"6": "busy",
8"7": "not_bonded",
8"*": "reserved"
7}
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Buttonless DFU with bonds",
1"vendor": "Nordic Semiconductor",
1"text": "{command}[ {response_to}][: {outcome}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": { "word": "enter_bootloader" },
4"2": {
5"word": "set_advertisement_name",
5"fields": [{ "key": "bootloader_name", "type": "utf8", "size": { "type": "u8" } }]
4},
4"32": {
5"word": "response",
5"fields": [
6{
7"key": "response_to",
7"type": "u8",
7"words": { "1": "enter_bootloader", "2": "set_advertisement_name", "*": "reserved" }
6},
6{
7"key": "outcome",
7"type": "u8",
7"success": 1,
7"words": {
8"1": "success",
8"2": "opcode_not_supported",
8"4": "operation_failed",
8"5": "invalid_advertisement_name",
8"6": "busy",
8"7": "not_bonded",
8"*": "reserved"
7}
6}
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Hue Power",
1"vendor": "Philips Hue",
1"text": "{powered?on:off}",
1"fields": [{ "key": "powered", "type": "bool" }]
0}
0{
1"name": "Hue Brightness",
1"vendor": "Philips Hue",
1"comment": "254 is the brightest.",
1"text": "{brightness_level} of 254",
1"fields": [{ "key": "brightness_level", "type": "u8" }]
0}
0{
1"name": "Hue Color Temperature",
1"vendor": "Philips Hue",
1"text": "[{color_temperature_mired} mired]{color_temperature_mired_status}",
1"fields": [{ "key": "color_temperature_mired", "type": "u16", "special": { "65535": "color_is_used" } }]
0}
0{
1"name": "Hue Color",
1"vendor": "Philips Hue",
1"text": "[x {color_x:4} y {color_y:4}]",
1"fields": [
2{ "as": "both", "type": "u32", "at": 0 },
2{
3"if": "both != 0xffffffff",
3"fields": [
4{ "key": "color_x", "type": "u16", "scale": "1/65535" },
4{ "key": "color_y", "type": "u16", "scale": "1/65535" }
3]
2},
2{ "key": "temperature_is_used", "of": "both == 0xffffffff" },
2{ "skip": "rest" }
1]
0}
0{
1"name": "Hue Control",
1"vendor": "Philips Hue",
1"fields": [
2{
3"repeat": "rest",
3"fields": [
4{ "as": "tag", "type": "u8" },
4{ "as": "octets", "type": "u8" },
4{
5"size": "octets",
5"fields": [
6{ "key": "powered", "type": "bool", "if": "tag == 1 && octets == 1" },
6{ "key": "brightness_level", "type": "u8", "if": "tag == 2 && octets == 1" },
6{
7"key": "color_temperature_mired",
7"type": "u16",
7"special": { "65535": "color_is_used" },
7"if": "tag == 3 && octets == 2"
6},
6{
7"if": "tag == 4 && octets == 4",
7"fields": [
8{ "key": "color_x", "type": "u16", "scale": "1/65535" },
8{ "key": "color_y", "type": "u16", "scale": "1/65535" }
7]
6},
6{ "skip": "rest" }
5]
4}
3]
2}
1]
0}
0{
1"name": "OTA Data",
1"vendor": "Silicon Labs",
1"text": "{firmware_bytes} bytes",
1"fields": [{ "key": "firmware_bytes", "of": "length", "unit": "B" }, { "key": "firmware_data", "type": "hex" }]
0}
0{
1"name": "Linak Control",
1"vendor": "Linak",
1"direction": "write",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u16",
3"words": { "70": "move_down", "71": "move_up", "254": "wake_up", "255": "stop", "*": "other" }
2}
1]
0}
0{
1"name": "Linak Height And Speed",
1"vendor": "Linak",
1"comment": "The height is that above the lowest position, such as 620 mm; the unit of the speed differs between clients.",
1"text": "{height_above_lowest_mm} mm, speed {desk_speed}",
1"fields": [
2{ "key": "height_above_lowest_mm", "type": "u16", "scale": "0.1", "unit": "mm" },
2{ "key": "desk_speed", "type": "i16" }
1]
0}
0{
1"name": "Linak Reference Input",
1"vendor": "Linak",
1"direction": "write",
1"text": "[{height_above_lowest_mm} mm]{height_above_lowest_mm_status}",
1"fields": [
2{
3"key": "height_above_lowest_mm",
3"type": "u16",
3"scale": "0.1",
3"unit": "mm",
3"special": { "32767": "down", "32768": "up", "32769": "stop" }
2}
1]
0}
0{
1"name": "AMS Remote Command",
1"vendor": "Apple",
1"direction": "notify",
1"text": "{supported_commands}",
1"fields": [
2{
3"key": "supported_commands",
3"type": "u8",
3"repeat": "rest",
3"words": {
4"0": "play",
4"1": "pause",
4"2": "toggle_play_pause",
4"3": "next_track",
4"4": "previous_track",
4"5": "volume_up",
4"6": "volume_down",
4"7": "advance_repeat_mode",
4"8": "advance_shuffle_mode",
4"9": "skip_forward",
4"10": "skip_backward",
4"11": "like",
4"12": "dislike",
4"13": "bookmark",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "AMS Remote Command",
1"vendor": "Apple",
1"direction": "write",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"words": {
4"0": "play",
4"1": "pause",
4"2": "toggle_play_pause",
4"3": "next_track",
4"4": "previous_track",
4"5": "volume_up",
4"6": "volume_down",
4"7": "advance_repeat_mode",
4"8": "advance_shuffle_mode",
4"9": "skip_forward",
4"10": "skip_backward",
4"11": "like",
4"12": "dislike",
4"13": "bookmark",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "SUOTA Patch Length",
1"vendor": "Renesas (Dialog)",
1"text": "{patch_length} bytes",
1"fields": [{ "key": "patch_length", "type": "u16", "unit": "B" }]
0}
0{
1"name": "ANCS Notification Source",
1"vendor": "Apple",
1"text": "{notification_category} {notification_event}",
1"fields": [
2{
3"key": "notification_event",
3"type": "u8",
3"words": { "0": "added", "1": "modified", "2": "removed", "*": "reserved" }
2},
2{
3"key": "notification_flags",
3"type": "u8",
3"flags": { "0": "silent", "1": "important", "2": "pre_existing", "3": "positive_action", "4": "negative_action" }
2},
2{
3"key": "notification_category",
3"type": "u8",
3"words": {
4"0": "other",
4"1": "incoming_call",
4"2": "missed_call",
4"3": "voicemail",
4"4": "social",
4"5": "schedule",
4"6": "email",
4"7": "news",
4"8": "health_and_fitness",
4"9": "business_and_finance",
4"10": "location",
4"11": "entertainment",
4"*": "reserved"
3}
2},
2{ "key": "category_count", "type": "u8" },
2{ "key": "notification_uid", "type": "u32" }
1]
0}
0{
1"name": "Wahoo Trainer",
1"vendor": "Wahoo Fitness",
1"text": "{command}[ to {response_to}][ {target_power_w} W][ {resistance_percent} %][ {resistance_level}][ {grade_percent} %][ {wheel_circumference_mm} mm]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "wahoo_operation" },
6{ "key": "response_parameters", "type": "hex", "if": "rest > 0" }
5]
4},
4"32": { "word": "unlock", "fields": [{ "key": "operand", "type": "hex" }] },
4"64": {
5"word": "set_resistance",
5"fields": [{ "key": "resistance_percent", "type": "u16", "scale": "-100/16383", "offset": "100", "unit": "%" }]
4},
4"65": { "word": "set_level", "fields": [{ "key": "resistance_level", "type": "u8" }] },
4"66": { "word": "set_target_power", "fields": [{ "key": "target_power_w", "type": "u16", "unit": "W" }] },
4"67": {
5"word": "set_simulation",
5"fields": [
6{ "key": "rider_weight_kg", "type": "u16", "scale": "0.01", "unit": "kg" },
6{ "key": "rolling_resistance", "type": "u16", "scale": "0.0001" },
6{ "key": "wind_resistance", "type": "u16", "scale": "0.001" }
5]
4},
4"70": {
5"word": "set_grade",
5"fields": [
6{ "as": "raw", "type": "u16" },
6{ "key": "grade_percent", "of": "raw * 200 - 6553500", "scale": "1/65535", "unit": "%" }
5]
4},
4"72": {
5"word": "set_wheel_circumference",
5"fields": [{ "key": "wheel_circumference_mm", "type": "u16", "scale": "0.1", "unit": "mm" }]
4},
4"*": { "word": "other", "fields": [{ "key": "operand", "type": "hex", "if": "rest > 0" }] }
3}
2}
1]
0}
0{
1"name": "Radon, average of a day",
1"vendor": "Airthings",
1"fields": [{ "key": "radon_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } }],
1"text": "[{radon_bq_per_m3} Bq/m3]"
0}
0{
1"name": "Radon, long term average",
1"vendor": "Airthings",
1"fields": [{ "key": "radon_long_term_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } }],
1"text": "[{radon_long_term_bq_per_m3} Bq/m3]"
0}
0{
1"name": "Light and accelerometer",
1"vendor": "Airthings",
1"fields": [{ "key": "ambient_light", "type": "u8" }, { "key": "accelerometer_code", "type": "u8" }]
0}
0{
1"name": "Wave Plus readings",
1"vendor": "Airthings",
1"fields": [
2{ "as": "version", "type": "u8", "at": 0 },
2{
3"if": "version == 1 && length == 20",
3"fields": [
4{ "skip": 1 },
4{
5"key": "relative_humidity_percent",
5"type": "u8",
5"scale": "0.5",
5"unit": "%",
5"special": { "201..255": "not_valid" }
4},
4{ "key": "ambient_light", "type": "u8" },
4{ "skip": 1 },
4{ "key": "radon_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
4{ "key": "radon_long_term_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.01",
5"unit": "°C",
5"special": { "10001..65535": "not_valid" }
4},
4{
5"key": "pressure_hpa",
5"type": "u16",
5"scale": "0.02",
5"unit": "hPa",
5"special": { "65501..65535": "not_valid" }
4},
4{ "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "65535": "not_valid" } },
4{ "key": "voc_ppb", "type": "u16", "unit": "ppb", "special": { "65535": "not_valid" } }
3]
2},
2{ "skip": "rest" }
1],
1"text": "[{radon_bq_per_m3} Bq/m3][ (long term {radon_long_term_bq_per_m3})][  {temperature_celsius:2}][  {relative_humidity_percent:1} %][  {pressure_hpa:2} hPa][  {co2_ppm} ppm CO2][  {voc_ppb} ppb VOC]"
0}
0{
1"name": "Wave Plus control",
1"vendor": "Airthings",
1"fields": [
2{ "key": "command", "type": "u8", "words": { "109": "status", "*": "other" } },
2{ "as": "answer", "of": "length >= 28 && !written && command == 109" },
2{ "if": "answer", "fields": [{ "skip": 25 }, { "key": "battery_mv", "type": "u16", "unit": "mV" }] },
2{ "skip": "rest" }
1],
1"text": "{command}[: battery {battery_mv} mV]"
0}
0{
1"name": "Wave Mini readings",
1"vendor": "Airthings",
1"fields": [
2{
3"if": "length == 20",
3"fields": [
4{ "key": "ambient_light", "type": "u8" },
4{ "skip": 1 },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.01",
5"offset": "-273.15",
5"unit": "°C",
5"special": { "65535": "not_valid" }
4},
4{
5"key": "pressure_hpa",
5"type": "u16",
5"scale": "0.02",
5"unit": "hPa",
5"special": { "65501..65535": "not_valid" }
4},
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"scale": "0.01",
5"unit": "%",
5"special": { "10001..65535": "not_valid" }
4},
4{ "key": "voc_ppb", "type": "u16", "unit": "ppb", "special": { "65535": "not_valid" } }
3]
2},
2{ "skip": "rest" }
1],
1"text": "[{temperature_celsius:2}][  {relative_humidity_percent:2} %][  {pressure_hpa:2} hPa][  {voc_ppb} ppb VOC]"
0}
0{
1"name": "Wave Mini control",
1"vendor": "Airthings",
1"fields": [
2{ "key": "command", "type": "u8", "words": { "109": "status", "*": "other" } },
2{ "as": "answer", "of": "length >= 28 && !written && command == 109" },
2{ "if": "answer", "fields": [{ "skip": 25 }, { "key": "battery_mv", "type": "u16", "unit": "mV" }] },
2{ "skip": "rest" }
1],
1"text": "{command}[: battery {battery_mv} mV]"
0}
0{
1"name": "Wave Radon readings",
1"vendor": "Airthings",
1"fields": [
2{ "as": "version", "type": "u8", "at": 0 },
2{
3"if": "version == 1 && length == 20",
3"fields": [
4{ "skip": 1 },
4{
5"key": "relative_humidity_percent",
5"type": "u8",
5"scale": "0.5",
5"unit": "%",
5"special": { "201..255": "not_valid" }
4},
4{ "key": "ambient_light", "type": "u8" },
4{ "skip": 1 },
4{ "key": "radon_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
4{ "key": "radon_long_term_bq_per_m3", "type": "u16", "special": { "16384..65535": "not_valid" } },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.01",
5"unit": "°C",
5"special": { "10001..65535": "not_valid" }
4}
3]
2},
2{ "skip": "rest" }
1],
1"text": "[{radon_bq_per_m3} Bq/m3][ (long term {radon_long_term_bq_per_m3})][  {temperature_celsius:2}][  {relative_humidity_percent:1} %]"
0}
0{
1"name": "Wave Radon control",
1"vendor": "Airthings",
1"fields": [
2{ "key": "command", "type": "u8", "words": { "109": "status", "*": "other" } },
2{ "as": "answer", "of": "length >= 28 && !written && command == 109" },
2{ "if": "answer", "fields": [{ "skip": 25 }, { "key": "battery_mv", "type": "u16", "unit": "mV" }] },
2{ "skip": "rest" }
1],
1"text": "{command}[: battery {battery_mv} mV]"
0}
0{
1"name": "GoPro command",
1"vendor": "GoPro",
1"direction": "write",
1"fields": [
2{ "as": "size", "type": "u8" },
2{
3"if": "size < 32 && length == size + 1",
3"fields": [
4{ "as": "which", "type": "u8", "at": 1 },
4{ "key": "gopro_command", "type": "u8", "words": "gopro_commands" },
4{
5"if": "which == 0xf1 || which == 0xf3 || which == 0xf5 || which == 2 || which == 3",
5"fields": [{ "key": "gopro_action", "type": "u8" }, { "key": "gopro_data", "type": "hex", "if": "rest > 0" }]
4},
4{ "if": "which == 1 && size == 3", "fields": [{ "skip": 1 }, { "key": "shutter_on", "type": "bool" }] },
4{
5"if": "which == 0x17 && size == 3",
5"fields": [{ "skip": 1 }, { "key": "access_point_on", "type": "bool" }]
4},
4{
5"if": "which == 0x0d && size == 9",
5"fields": [
6{ "skip": 1 },
6{ "key": "clock_year", "type": "u16be" },
6{ "key": "clock_month", "type": "u8" },
6{ "key": "clock_day", "type": "u8" },
6{ "key": "clock_hour", "type": "u8" },
6{ "key": "clock_minute", "type": "u8" },
6{ "key": "clock_second", "type": "u8" },
6{ "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
6{ "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
6{ "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
6{ "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
6{ "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
5]
4},
4{
5"if": "which == 0x0f && size == 12",
5"fields": [
6{ "skip": 1 },
6{ "key": "clock_year", "type": "u16be" },
6{ "key": "clock_month", "type": "u8" },
6{ "key": "clock_day", "type": "u8" },
6{ "key": "clock_hour", "type": "u8" },
6{ "key": "clock_minute", "type": "u8" },
6{ "key": "clock_second", "type": "u8" },
6{ "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
6{ "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
6{ "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
6{ "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
6{ "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" },
6{ "key": "utc_offset_minutes", "type": "i16be", "unit": "min" },
6{ "key": "daylight_saving", "type": "bool" }
5]
4},
4{
5"if": "which == 0x3e && size == 4",
5"fields": [{ "skip": 1 }, { "key": "preset_group_id", "type": "u16be" }]
4},
4{ "if": "which == 0x40 && size == 6", "fields": [{ "skip": 1 }, { "key": "preset_id", "type": "u32be" }] },
4{ "skip": "rest" }
3]
2}
1],
1"text": "{gopro_command}[ {shutter_on?on:off}][ {access_point_on?on:off}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}][ {preset_group_id}][ {preset_id}][ action {gopro_action}]"
0}
0{
1"name": "GoPro command answer",
1"vendor": "GoPro",
1"direction": "notify",
1"fields": [
2{ "as": "size", "type": "u8" },
2{
3"if": "size < 32 && length == size + 1",
3"fields": [
4{ "as": "which", "type": "u8", "at": 1 },
4{ "key": "gopro_command", "type": "u8", "words": "gopro_commands" },
4{
5"if": "which == 0xf1 || which == 0xf3 || which == 0xf5 || which == 2 || which == 3",
5"fields": [{ "key": "gopro_action", "type": "u8" }, { "key": "gopro_data", "type": "hex", "if": "rest > 0" }]
4},
4{
5"if": "which != 0xf1 && which != 0xf3 && which != 0xf5 && which != 2 && which != 3",
5"fields": [
6{ "as": "failed", "type": "u8", "at": 2 },
6{ "key": "gopro_result", "type": "u8", "words": "gopro_results" },
6{
7"if": "which == 0x51 && !failed && size == 6",
7"fields": [
8{ "skip": 1 },
8{ "key": "gopro_version_major", "type": "u8" },
8{ "skip": 1 },
8{ "key": "gopro_version_minor", "type": "u8" }
7]
6},
6{
7"if": "(which == 0x0e && !failed && size == 11) || (which == 0x10 && !failed && size == 13)",
7"fields": [
8{ "skip": 1 },
8{ "key": "clock_year", "type": "u16be" },
8{ "key": "clock_month", "type": "u8" },
8{ "key": "clock_day", "type": "u8" },
8{ "key": "clock_hour", "type": "u8" },
8{ "key": "clock_minute", "type": "u8" },
8{ "key": "clock_second", "type": "u8" },
8{ "as": "clock_mo", "of": "clock_month + clock_month / 10 * 6" },
8{ "as": "clock_dd", "of": "clock_day + clock_day / 10 * 6" },
8{ "as": "clock_hh", "of": "clock_hour + clock_hour / 10 * 6" },
8{ "as": "clock_mi", "of": "clock_minute + clock_minute / 10 * 6" },
8{ "as": "clock_ss", "of": "clock_second + clock_second / 10 * 6" }
7]
6},
6{
7"if": "which == 0x10 && !failed && size == 13",
7"fields": [
8{ "key": "utc_offset_minutes", "type": "i16be", "unit": "min" },
8{ "key": "daylight_saving", "type": "bool" }
7]
6}
5]
4},
4{ "skip": "rest" }
3]
2}
1],
1"text": "{gopro_command}[: {gopro_result}][ {gopro_version_major}.{gopro_version_minor}][ {clock_year}-{clock_mo:02X}-{clock_dd:02X} {clock_hh:02X}:{clock_mi:02X}:{clock_ss:02X}][ action {gopro_action}]"
0}
0{
1"name": "GoPro setting",
1"vendor": "GoPro",
1"direction": "write",
1"fields": [
2{ "as": "size", "type": "u8" },
2{
3"if": "size < 32 && length == size + 1",
3"fields": [
4{ "as": "which", "type": "u8", "at": 1 },
4{ "as": "of_bytes", "type": "u8", "at": 2 },
4{ "as": "content", "type": "u8", "at": 3 },
4{ "as": "keeps", "of": "which == 91 && of_bytes == 1 && content == 66" },
4{ "key": "gopro_setting", "type": "u8", "words": { "91": "keep_alive" }, "if": "keeps" },
4{ "key": "gopro_setting", "type": "u8", "words": "gopro_settings", "if": "!keeps" },
4{ "skip": 1 },
4{ "key": "element_value", "type": "u8", "if": "of_bytes == 1 && size == 3" },
4{ "key": "resolution", "of": "element_value", "words": "gopro_resolutions", "code": false, "if": "which == 2" },
4{ "key": "frame_rate", "of": "element_value", "words": "gopro_frame_rates", "code": false, "if": "which == 3" },
4{ "as": "bare_value", "of": "element_value", "if": "which != 2 && which != 3" },
4{ "key": "element_data", "type": "hex", "if": "rest > 0" },
4{ "skip": "rest" }
3]
2}
1],
1"text": "{gopro_setting}[ {resolution}][ {frame_rate}][ {bare_value}][ {element_data}]"
0}
0{
1"name": "GoPro setting answer",
1"vendor": "GoPro",
1"direction": "notify",
1"fields": [
2{ "as": "size", "type": "u8" },
2{
3"if": "size < 32 && length == size + 1",
3"fields": [
4{
5"if": "size >= 2",
5"fields": [
6{ "key": "gopro_setting", "type": "u8", "words": "gopro_settings" },
6{ "key": "gopro_result", "type": "u8", "words": "gopro_results" }
5]
4},
4{ "skip": "rest" }
3]
2}
1],
1"text": "{gopro_setting}: {gopro_result}"
0}
0{
1"name": "GoPro query",
1"vendor": "GoPro",
1"direction": "write",
1"fields": [
2{ "as": "size", "type": "u8" },
2{
3"if": "size < 32 && length == size + 1",
3"fields": [
4{ "as": "which", "type": "u8", "at": 1 },
4{ "as": "of_status", "of": "which == 0x13 || which == 0x53 || which == 0x73" },
4{ "key": "gopro_query", "type": "u8", "words": "gopro_queries" },
4{ "key": "gopro_action", "type": "u8", "if": "which == 0xf5" },
4{ "key": "gopro_data", "type": "hex", "if": "which == 0xf5 && rest > 0" },
4{
5"key": "gopro_status",
5"type": "u8",
5"words": "gopro_statuses",
5"if": "size == 2 && of_status && which != 0xf5"
4},
4{
5"key": "gopro_setting",
5"type": "u8",
5"words": "gopro_settings",
5"if": "size == 2 && !of_status && which != 0xf5"
4},
4{ "key": "element_ids", "type": "u8", "repeat": "rest", "if": "size > 2 && which != 0xf5" },
4{ "skip": "rest" }
3]
2}
1],
1"text": "{gopro_query}[ action {gopro_action}][ {gopro_status}][ {gopro_setting}][ {element_ids}]"
0}
0{
1"name": "GoPro query answer",
1"vendor": "GoPro",
1"direction": "notify",
1"fields": [
2{ "as": "size", "type": "u8" },
2{
3"if": "size < 32 && length == size + 1",
3"fields": [
4{ "as": "which", "type": "u8", "at": 1 },
4{ "as": "of_status", "of": "which == 0x13 || which == 0x53 || which == 0x93" },
4{ "key": "gopro_query", "type": "u8", "words": "gopro_queries" },
4{ "key": "gopro_action", "type": "u8", "if": "which == 0xf5" },
4{ "key": "gopro_data", "type": "hex", "if": "which == 0xf5 && rest > 0" },
4{
5"if": "which != 0xf5 && size > 4",
5"fields": [
6{ "as": "only", "type": "u8", "at": 4, "of": "it == size - 4" },
6{ "as": "only_status", "type": "u8", "at": 3, "words": "gopro_statuses", "if": "only && of_status" },
6{ "as": "only_setting", "type": "u8", "at": 3, "words": "gopro_settings", "if": "only && !of_status" },
6{ "as": "only_octet", "type": "u8", "at": 5, "if": "only && size == 5" },
6{ "as": "only_value", "of": "only_octet", "if": "of_status || only_setting != 2 && only_setting != 3" },
6{
7"as": "only_resolution",
7"of": "only_octet",
7"words": "gopro_resolutions",
7"code": false,
7"if": "only_setting == 2"
6},
6{
7"as": "only_rate",
7"of": "only_octet",
7"words": "gopro_frame_rates",
7"code": false,
7"if": "only_setting == 3"
6},
6{ "as": "only_value_2", "type": "u16be", "at": 5, "if": "only && size == 6" },
6{ "as": "only_value_4", "type": "u32be", "at": 5, "if": "only && size == 8" }
5]
4},
4{
5"if": "which != 0xf5",
5"fields": [
6{ "key": "gopro_result", "type": "u8", "words": "gopro_results" },
6{
7"if": "of_status",
7"fields": [
8{
9"key": "gopro_values",
9"repeat": "rest",
9"fields": [
:{ "key": "gopro_status", "type": "u8", "words": "gopro_statuses" },
:{ "as": "of_bytes", "type": "u8" },
:{
;"size": "of_bytes",
;"fields": [
<{ "key": "element_value", "type": "u8", "if": "of_bytes == 1" },
<{ "key": "element_value", "type": "u16be", "if": "of_bytes == 2" },
<{ "key": "element_value", "type": "u32be", "if": "of_bytes == 4" },
<{ "key": "element_value", "type": "u64be", "if": "of_bytes == 8" },
<{ "key": "element_data", "type": "hex", "if": "rest > 0" }
;]
:}
9]
8}
7]
6},
6{
7"if": "!of_status",
7"fields": [
8{
9"key": "gopro_values",
9"repeat": "rest",
9"fields": [
:{ "key": "gopro_setting", "type": "u8", "words": "gopro_settings" },
:{ "as": "of_bytes", "type": "u8" },
:{
;"size": "of_bytes",
;"fields": [
<{ "key": "element_value", "type": "u8", "if": "of_bytes == 1" },
<{
="key": "resolution",
="of": "element_value",
="words": "gopro_resolutions",
="code": false,
="if": "of_bytes == 1 && gopro_setting == 2"
<},
<{
="key": "frame_rate",
="of": "element_value",
="words": "gopro_frame_rates",
="code": false,
="if": "of_bytes == 1 && gopro_setting == 3"
<},
<{ "key": "element_value", "type": "u16be", "if": "of_bytes == 2" },
<{ "key": "element_value", "type": "u32be", "if": "of_bytes == 4" },
<{ "key": "element_value", "type": "u64be", "if": "of_bytes == 8" },
<{ "key": "element_data", "type": "hex", "if": "rest > 0" }
;]
:}
9]
8}
7]
6}
5]
4},
4{ "skip": "rest" }
3]
2}
1],
1"text": "{gopro_query}[ action {gopro_action}][: {gopro_result}][, {only_status}][, {only_setting}][ {only_resolution}][ {only_rate}][ {only_value}][ {only_value_2}][ {only_value_4}]"
0}
0{
1"name": "AMS Entity Attribute",
1"vendor": "Apple",
1"direction": "write",
1"text": "{ams_entity} {ams_attribute}",
1"fields": [
2{
3"key": "ams_entity",
3"type": "u8",
3"words": { "0": "player", "1": "queue", "2": "track", "*": "reserved" }
2},
2{ "as": "attribute", "type": "u8" },
2{
3"key": "ams_attribute",
3"of": "attribute",
3"words": { "0": "name", "1": "playback_info", "2": "volume", "*": "reserved" },
3"if": "ams_entity == 0"
2},
2{
3"key": "ams_attribute",
3"of": "attribute",
3"words": { "0": "index", "1": "count", "2": "shuffle_mode", "3": "repeat_mode", "*": "reserved" },
3"if": "ams_entity == 1"
2},
2{
3"key": "ams_attribute",
3"of": "attribute",
3"words": { "0": "artist", "1": "album", "2": "title", "3": "duration", "*": "reserved" },
3"if": "ams_entity == 2"
2}
1]
0}
0{
1"name": "SMP",
1"source": "the length in the header counts what follows it; a message may take several values",
1"vendor": "Zephyr Project",
1"text": "[{smp_group}][ {smp_command}][, {smp_operation}]",
1"message": { "length": { "at": 2, "type": "u16be", "plus": 8 } },
1"fields": [
2{ "as": "first", "type": "u8" },
2{
3"key": "smp_operation",
3"of": "first.0..2",
3"words": { "0": "read", "1": "read_response", "2": "write", "3": "write_response", "*": "reserved" }
2},
2{ "key": "smp_version", "of": "(first >> 3 & 3) + 1" },
2{ "skip": 3 },
2{
3"key": "smp_group",
3"type": "u16be",
3"words": {
4"0": "os",
4"1": "image",
4"2": "statistics",
4"3": "settings",
4"4": "log",
4"5": "crash",
4"6": "split",
4"7": "run",
4"8": "filesystem",
4"9": "shell",
4"10": "enumeration",
4"63": "zephyr",
4"*": "application"
3}
2},
2{ "key": "smp_sequence", "type": "u8" },
2{ "as": "id", "type": "u8" },
2{
3"key": "smp_command",
3"of": "id",
3"words": {
4"0": "echo",
4"1": "console_echo",
4"2": "task_statistics",
4"3": "memory_pools",
4"4": "date_time",
4"5": "reset",
4"6": "parameters",
4"7": "information",
4"8": "bootloader_information",
4"*": "other"
3},
3"if": "smp_group == 0"
2},
2{
3"key": "smp_command",
3"of": "id",
3"words": {
4"0": "state",
4"1": "upload",
4"2": "file",
4"3": "core_list",
4"4": "core_load",
4"5": "erase",
4"*": "other"
3},
3"if": "smp_group == 1"
2},
2{
3"key": "smp_command",
3"of": "id",
3"words": { "0": "group_data", "1": "list", "*": "other" },
3"if": "smp_group == 2"
2},
2{
3"key": "smp_command",
3"of": "id",
3"words": { "0": "value", "1": "delete", "2": "commit", "3": "load_or_save", "*": "other" },
3"if": "smp_group == 3"
2},
2{
3"key": "smp_command",
3"of": "id",
3"words": {
4"0": "file",
4"1": "status",
4"2": "checksum",
4"3": "supported_checksums",
4"4": "close",
4"*": "other"
3},
3"if": "smp_group == 8"
2},
2{ "key": "smp_command", "of": "id", "words": { "0": "execute", "*": "other" }, "if": "smp_group == 9" },
2{
3"key": "smp_command",
3"of": "id",
3"words": { "0": "count", "1": "list", "2": "single", "3": "details", "*": "other" },
3"if": "smp_group == 10"
2},
2{ "key": "smp_command_code", "of": "id", "if": "smp_group > 3 && smp_group < 8 || smp_group > 10" },
2{ "key": "smp_payload", "type": "hex", "call": "cbor", "if": "rest > 0" }
1]
0}
0{
1"name": "HomeKit Service Instance ID",
1"vendor": "Apple",
1"fields": [{ "key": "hap_instance", "type": "u16" }]
0}
0{
1"name": "Scrolling Delay",
1"vendor": "micro:bit",
1"fields": [{ "key": "scrolling_delay_ms", "type": "u16", "unit": "ms" }]
0}
0{
1"name": "Temperature Period",
1"vendor": "micro:bit",
1"fields": [{ "key": "period_ms", "type": "u16", "unit": "ms" }]
0}
0{
1"name": "Client Requirements",
1"vendor": "micro:bit",
1"fields": [{ "type": "events" }]
0}
0{
1"name": "Magnetometer Period",
1"vendor": "micro:bit",
1"fields": [{ "key": "period_ms", "type": "u16", "unit": "ms" }]
0}
0{
1"name": "Client Event",
1"vendor": "micro:bit",
1"fields": [{ "type": "events" }]
0}
0{
1"name": "Pin AD Configuration",
1"vendor": "micro:bit",
1"fields": [{ "key": "analog_pins_code", "type": "u32" }]
0}
0{
1"name": "LED Matrix State",
1"vendor": "micro:bit",
1"fields": [{ "key": "led_rows_code", "type": "u8", "repeat": 5 }]
0}
0{
1"name": "Pin Data",
1"vendor": "micro:bit",
1"fields": [
2{
3"key": "pins",
3"repeat": "rest",
3"fields": [{ "key": "pin", "type": "u8" }, { "key": "pin_value", "type": "u8" }]
2}
1]
0}
0{
1"name": "Temperature",
1"vendor": "micro:bit",
1"fields": [{ "key": "temperature_celsius", "type": "i8", "unit": "°C" }],
1"text": "{temperature_celsius:0}"
0}
0{
1"name": "LED Text",
1"vendor": "micro:bit",
1"fields": [{ "key": "led_text", "type": "utf8" }],
1"text": "\"{led_text}\""
0}
0{
1"name": "Magnetometer Bearing",
1"vendor": "micro:bit",
1"fields": [{ "key": "bearing_degrees", "type": "u16", "unit": "°" }]
0}
0{
1"name": "MicroBit Event",
1"vendor": "micro:bit",
1"fields": [{ "type": "events" }]
0}
0{
1"name": "Magnetometer Calibration",
1"vendor": "micro:bit",
1"fields": [
2{
3"key": "calibration",
3"type": "u8",
3"words": { "0": "not_known", "1": "requested", "2": "completed", "3": "failed", "*": "reserved" }
2}
1],
1"text": "{calibration}"
0}
0{
1"name": "MicroBit Requirements",
1"vendor": "micro:bit",
1"fields": [{ "type": "events" }]
0}
0{
1"name": "Pin IO Configuration",
1"vendor": "micro:bit",
1"fields": [{ "key": "input_pins_code", "type": "u32" }]
0}
0{
1"name": "Accelerometer Data",
1"vendor": "micro:bit",
1"fields": [
2{ "key": "accelerometer_g", "type": "i16", "scale": "0.001", "unit": "g", "repeat": 3, "axes": true }
1]
0}
0{
1"name": "PWM Control",
1"vendor": "micro:bit",
1"fields": [
2{
3"key": "pwm",
3"repeat": "rest",
3"fields": [
4{ "key": "pin", "type": "u8" },
4{ "key": "pwm_value", "type": "u16" },
4{ "key": "pwm_period_us", "type": "u32", "unit": "µs" }
3]
2}
1]
0}
0{
1"name": "Button A State",
1"vendor": "micro:bit",
1"fields": [{ "key": "button", "type": "u8", "words": "button" }],
1"text": "{button}"
0}
0{
1"name": "Button B State",
1"vendor": "micro:bit",
1"fields": [{ "key": "button", "type": "u8", "words": "button" }],
1"text": "{button}"
0}
0{
1"name": "Magnetometer Data",
1"vendor": "micro:bit",
1"fields": [{ "key": "magnetometer_raw", "type": "i16", "repeat": 3, "axes": true }]
0}
0{
1"name": "Accelerometer Period",
1"vendor": "micro:bit",
1"fields": [{ "key": "period_ms", "type": "u16", "unit": "ms" }]
0}
0{
1"name": "Temperature and Humidity",
1"vendor": "Xiaomi",
1"fields": [
2{ "key": "temperature_celsius", "type": "i16", "scale": "0.01", "unit": "°C" },
2{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
2{ "key": "voltage_v", "type": "u16", "scale": "0.001", "unit": "V", "if": "rest >= 2" }
1],
1"text": "{temperature_celsius:2}  {relative_humidity_percent} %[  {voltage_v:3} V]"
0}
0{
1"name": "Battery",
1"vendor": "Xiaomi",
1"fields": [{ "key": "battery_level_percent", "type": "u8", "unit": "%" }]
0}
0{
1"name": "Firmware Version",
1"vendor": "Nordic Semiconductor",
1"fields": [{ "key": "firmware_version", "type": "u8", "repeat": 3 }]
0}
0{
1"name": "Temperature",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "as": "whole", "type": "i8" },
2{ "as": "hundredths", "type": "u8" },
2{ "key": "temperature_celsius", "of": "whole * 100 + hundredths", "scale": "0.01", "unit": "°C" }
1],
1"text": "{temperature_celsius:2}"
0}
0{
1"name": "Pressure",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "as": "whole", "type": "i32" },
2{ "as": "hundredths", "type": "u8" },
2{ "key": "pressure_hpa", "of": "whole * 100 + hundredths", "scale": "0.01", "unit": "hPa" }
1],
1"text": "{pressure_hpa:2} hPa"
0}
0{
1"name": "Humidity",
1"vendor": "Nordic Semiconductor",
1"fields": [{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" }],
1"text": "{relative_humidity_percent} %"
0}
0{
1"name": "Air Quality",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "eco2_ppm", "type": "u16", "unit": "ppm" },
2{ "key": "tvoc_ppb", "type": "u16", "unit": "ppb" }
1],
1"text": "eCO2 {eco2_ppm} ppm  TVOC {tvoc_ppb} ppb"
0}
0{
1"name": "Color",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "light_red", "type": "u16" },
2{ "key": "light_green", "type": "u16" },
2{ "key": "light_blue", "type": "u16" },
2{ "key": "light_clear", "type": "u16" }
1]
0}
0{
1"name": "Environment Configuration",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "temperature_interval_ms", "type": "u16", "unit": "ms" },
2{ "key": "pressure_interval_ms", "type": "u16", "unit": "ms" },
2{ "key": "humidity_interval_ms", "type": "u16", "unit": "ms" },
2{ "key": "color_interval_ms", "type": "u16", "unit": "ms" },
2{
3"key": "gas_mode",
3"type": "u8",
3"words": { "1": "every_second", "2": "every_10_seconds", "3": "every_minute", "*": "reserved" }
2},
2{ "key": "sensor_led_rgb", "type": "u8", "repeat": 3 }
1]
0}
0{
1"name": "LED",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{
3"key": "led_mode",
3"type": "u8",
3"cases": {
4"0": { "word": "off" },
4"1": { "word": "constant", "fields": [{ "key": "led_rgb", "type": "u8", "repeat": 3 }] },
4"2": {
5"word": "breathe",
5"fields": [
6{ "key": "led_color", "type": "u8", "words": "led_color" },
6{ "key": "led_intensity_percent", "type": "u8", "unit": "%" },
6{ "key": "led_delay_ms", "type": "u16", "unit": "ms" }
5]
4},
4"3": {
5"word": "one_shot",
5"fields": [
6{ "key": "led_color", "type": "u8", "words": "led_color" },
6{ "key": "led_intensity_percent", "type": "u8", "unit": "%" }
5]
4},
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Button",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "button", "type": "u8", "words": { "0": "released", "1": "pressed", "*": "reserved" } }
1],
1"text": "{button}"
0}
0{
1"name": "Motion Configuration",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "step_interval_ms", "type": "u16", "unit": "ms" },
2{ "key": "temperature_compensation_ms", "type": "u16", "unit": "ms" },
2{ "key": "magnetometer_compensation_ms", "type": "u16", "unit": "ms" },
2{ "key": "motion_frequency_hz", "type": "u16", "unit": "Hz" },
2{ "key": "wake_on_motion", "type": "bool" }
1]
0}
0{
1"name": "Tap",
1"vendor": "Nordic Semiconductor",
1"fields": [{ "key": "tap_direction_code", "type": "u8" }, { "key": "tap_count", "type": "u8" }]
0}
0{
1"name": "Orientation",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{
3"key": "orientation",
3"type": "u8",
3"words": {
4"0": "portrait", "1": "landscape", "2": "reverse_portrait", "3": "reverse_landscape",
4"*": "reserved"
3}
2}
1],
1"text": "{orientation}"
0}
0{
1"name": "Quaternion",
1"vendor": "Nordic Semiconductor",
1"fields": [{ "key": "quaternion", "type": "i32", "scale": "1/1073741824", "repeat": 4 }]
0}
0{
1"name": "Step Counter",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "step_count", "type": "u32" },
2{ "key": "walking_ms", "type": "u32", "unit": "ms" }
1]
0}
0{
1"name": "Raw Motion",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "accelerometer_g", "type": "i16", "scale": "1/1024", "unit": "g", "repeat": 3, "axes": true },
2{ "key": "gyroscope_dps", "type": "i16", "scale": "1/32", "unit": "°/s", "repeat": 3, "axes": true },
2{ "key": "magnetometer_ut", "type": "i16", "scale": "1/16", "unit": "µT", "repeat": 3, "axes": true }
1]
0}
0{
1"name": "Euler Angles",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "roll_degrees", "type": "i32", "scale": "1/65536", "unit": "°" },
2{ "key": "pitch_degrees", "type": "i32", "scale": "1/65536", "unit": "°" },
2{ "key": "yaw_degrees", "type": "i32", "scale": "1/65536", "unit": "°" }
1]
0}
0{
1"name": "Rotation Matrix",
1"vendor": "Nordic Semiconductor",
1"fields": [{ "key": "rotation_matrix", "type": "i16", "scale": "1/16384", "repeat": 9 }]
0}
0{
1"name": "Heading",
1"vendor": "Nordic Semiconductor",
1"fields": [{ "key": "heading_degrees", "type": "i32", "scale": "1/65536", "unit": "°" }]
0}
0{
1"name": "Gravity Vector",
1"vendor": "Nordic Semiconductor",
1"fields": [
2{ "key": "gravity_m_s2", "type": "f32", "unit": "m/s²", "repeat": 3, "axes": true }
1]
0}
0{
1"name": "IR Temperature Data",
1"vendor": "Texas Instruments",
1"source": "TMP006 user's guide SBOU107, 5.1 (CC2541); TMP007 data sheet, 7.5.3 (CC2650)",
1"fields": [
2{ "type": "which_sensortag" },
2{
3"if": "generation == 1",
3"fields": [
4{ "as": "voltage", "type": "i16" },
4{ "as": "die", "type": "i16" },
4{ "key": "object_temperature_celsius", "call": "tmp006", "args": ["voltage", "die"], "unit": "°C" },
4{ "key": "ambient_temperature_celsius", "of": "die", "scale": "1/128", "unit": "°C" },
4{ "key": "sensor", "of": "generation", "needs": "die", "words": "thermopiles", "code": false },
4{ "key": "calibration_s0", "call": "tmp006", "needs": "die" }
3]
2},
2{
3"if": "generation == 2",
3"comment": "The two lowest bits are not part of a temperature.",
3"fields": [
4{ "as": "object", "type": "i16" },
4{ "key": "object_temperature_celsius", "of": "object >> 2", "scale": "1/32", "unit": "°C" },
4{ "as": "ambient", "type": "i16" },
4{ "key": "ambient_temperature_celsius", "of": "ambient >> 2", "scale": "1/32", "unit": "°C" },
4{ "key": "sensor", "of": "generation", "needs": "object", "words": "thermopiles", "code": false }
3]
2}
1],
1"text": "[object {object_temperature_celsius:2}][  ambient {ambient_temperature_celsius:2}]"
0}
0{
1"name": "IR Temperature Configuration",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "on_off" }],
1"text": "[{enabled?on:off}][reserved ({configuration_code})]"
0}
0{
1"name": "IR Temperature Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "Accelerometer Data",
1"vendor": "Texas Instruments",
1"source": "KXTJ9; firmware before 1.5 has the range of 2 g only",
1"fields": [
2{ "as": "range", "call": "sensortag_range", "args": [1] },
2{
3"key": "accelerometer_g",
3"type": "i8",
3"of": "it * range",
3"scale": "1/128",
3"unit": "g",
3"repeat": 3,
3"axes": true
2},
2{ "key": "range_g", "of": "range", "needs": "accelerometer_g", "unit": "g" },
2{ "key": "range_source", "of": "range.source", "needs": "accelerometer_g" },
2{ "as": "assumed", "of": "range", "needs": "accelerometer_g", "if": "range.assumed" }
1],
1"text": "[{accelerometer_g:2} g][  (range {assumed} g assumed)]"
0}
0{
1"name": "Accelerometer Configuration",
1"vendor": "Texas Instruments",
1"source": "the firmware's HAL_ACC_RANGE constants count downwards; comments in some clients have it reversed",
1"fields": [
2{ "as": "setting", "type": "u8" },
2{ "as": "firmware", "call": "sensortag_firmware" },
2{ "key": "enabled", "of": "setting != 0", "if": "setting <= 3" },
2{ "as": "range", "of": "setting == 3 ? 2 : setting == 2 ? 4 : 8" },
2{ "as": "range", "of": "2", "if": "firmware < 150" },
2{ "key": "range_g", "of": "range", "if": "setting > 0 && setting <= 3", "unit": "g" },
2{ "key": "configuration_code", "of": "setting", "if": "setting > 3" },
2{ "note": "reserved value", "if": "setting > 3" }
1],
1"text": "[{enabled?on:off}][, {range_g} g][reserved ({configuration_code})]"
0}
0{
1"name": "Accelerometer Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "Humidity Data",
1"vendor": "Texas Instruments",
1"source": "SHT21 data sheet, 6 (CC2541); HDC1000 data sheet, 8.6.1 and 8.6.2 (CC2650)",
1"fields": [
2{ "type": "which_sensortag" },
2{
3"if": "generation == 1",
3"fields": [
4{ "as": "raw_t", "type": "u16" },
4{ "key": "temperature_celsius", "call": "sht21", "args": [0, "raw_t"], "unit": "°C" },
4{ "as": "raw_h", "type": "u16" },
4{ "key": "relative_humidity_percent", "call": "sht21", "args": [1, "raw_h"], "unit": "%" }
3]
2},
2{
3"if": "generation == 2",
3"comment": "The two lowest bits of the humidity are status.",
3"fields": [
4{ "key": "temperature_celsius", "type": "u16", "scale": "165/65536", "offset": -40, "unit": "°C" },
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"of": "it & 0xFFFC",
5"scale": "100/65536",
5"unit": "%"
4}
3]
2}
1],
1"text": "[{temperature_celsius:2}][  {relative_humidity_percent:2} %]"
0}
0{
1"name": "Humidity Configuration",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "on_off" }],
1"text": "[{enabled?on:off}][reserved ({configuration_code})]"
0}
0{
1"name": "Humidity Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "Magnetometer Data",
1"vendor": "Texas Instruments",
1"source": "MAG3110, on the vendor's scale of 2000 µT over 16 bits; order and sign as sent",
1"fields": [{ "key": "magnetometer_ut", "type": "i16", "scale": "2000/65536", "unit": "µT", "repeat": 3, "axes": true }],
1"text": "[{magnetometer_ut:2} uT]"
0}
0{
1"name": "Magnetometer Configuration",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "on_off" }],
1"text": "[{enabled?on:off}][reserved ({configuration_code})]"
0}
0{
1"name": "Magnetometer Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "Barometer Data",
1"vendor": "Texas Instruments",
1"source": "T5400 (CC2541): without the device's own coefficients its numbers mean nothing; BMP280 (CC2650), whose firmware 0.x sent 12 bits and an exponent",
1"fields": [
2{ "as": "generation", "call": "sensortag_generation" },
2{ "as": "firmware", "call": "sensortag_firmware" },
2{ "as": "sensor", "of": "generation == 0 && length == 6 ? 2 : generation" },
2{
3"note": "which SensorTag is not known: CC2541 and CC2650 mean different things by this",
3"if": "sensor == 0"
2},
2{ "skip": "rest", "if": "sensor == 0" },
2{
3"if": "sensor == 1",
3"fields": [
4{ "as": "calibrated", "call": "t5400" },
4{ "as": "raw_t", "type": "i16" },
4{ "as": "raw_p", "type": "u16" },
4{ "key": "raw_temperature", "of": "raw_t", "if": "calibrated == 0" },
4{ "key": "raw_pressure", "of": "raw_p", "if": "calibrated == 0" },
4{ "key": "temperature_celsius", "call": "t5400", "args": ["raw_t"], "unit": "°C" },
4{ "key": "pressure_hpa", "call": "t5400", "args": ["raw_t", "raw_p"], "unit": "hPa" },
4{
5"key": "calibration_source",
5"of": "calibrated",
5"needs": "raw_t",
5"words": { "0": "missing", "1": "read" },
5"code": false
4}
3]
2},
2{ "as": "early", "of": "length == 4 && !truncated" },
2{ "as": "early", "of": "firmware < 100" },
2{
3"if": "sensor == 2 && early",
3"fields": [
4{
5"key": "temperature_celsius",
5"type": "u16",
5"of": "(it & 0xFFF) << (it >> 12)",
5"scale": "0.01",
5"unit": "°C"
4},
4{ "key": "pressure_hpa", "type": "u16", "of": "(it & 0xFFF) << (it >> 12)", "scale": "0.01", "unit": "hPa" }
3]
2},
2{
3"if": "sensor == 2 && !early",
3"fields": [
4{ "key": "temperature_celsius", "type": "i24", "scale": "0.01", "unit": "°C" },
4{ "key": "pressure_hpa", "type": "u24", "scale": "0.01", "unit": "hPa" }
3]
2}
1],
1"text": "[{temperature_celsius:2}][  {pressure_hpa:2} hPa][raw {raw_temperature}[ {raw_pressure}], calibration not seen]"
0}
0{
1"name": "Barometer Configuration",
1"vendor": "Texas Instruments",
1"fields": [
2{ "as": "setting", "type": "u8" },
2{
3"key": "command",
3"of": "setting",
3"if": "setting == 2",
3"words": { "2": ["read_calibration", "read the calibration"] },
3"code": false
2},
2{ "key": "enabled", "of": "setting == 1", "if": "setting <= 1" },
2{ "key": "configuration_code", "of": "setting", "if": "setting > 2" },
2{ "note": "reserved value", "if": "setting > 2" }
1],
1"text": "[{command}][{enabled?on:off}][reserved ({configuration_code})]"
0}
0{
1"name": "Barometer Calibration",
1"vendor": "Texas Instruments",
1"source": "T5400: four unsigned, four signed coefficients; zeros until AA42 = 2 makes the firmware fetch them",
1"fields": [
2{ "key": "c1", "type": "u16" },
2{ "key": "c2", "type": "u16" },
2{ "key": "c3", "type": "u16" },
2{ "key": "c4", "type": "u16" },
2{ "key": "c5", "type": "i16" },
2{ "key": "c6", "type": "i16" },
2{ "key": "c7", "type": "i16" },
2{ "key": "c8", "type": "i16" },
2{
3"note": "all zero: the firmware has not fetched it yet",
3"if": "length == 16 && (c1 | c2 | c3 | c4 | c5 | c6 | c7 | c8) == 0"
2}
1],
1"text": "[c1..c8 {c1}][ {c2}][ {c3}][ {c4}][ {c5}][ {c6}][ {c7}][ {c8}]"
0}
0{
1"name": "Barometer Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "Gyroscope Data",
1"vendor": "Texas Instruments",
1"source": "IMU-3000; order and sign as sent: clients rotate the axes, each in its own way",
1"fields": [{ "key": "gyroscope_dps", "type": "i16", "scale": "500/65536", "unit": "°/s", "repeat": 3, "axes": true }],
1"text": "[{gyroscope_dps:2} dps]"
0}
0{
1"name": "Gyroscope Configuration",
1"vendor": "Texas Instruments",
1"fields": [
2{ "as": "axes", "type": "u8", "reserved": "3..7" },
2{ "key": "enabled", "of": "axes.0..2 != 0" },
2{ "key": "gyroscope_axes", "of": "axes.0..2", "words": "axes_xyz", "code": false },
2{ "as": "axes_on", "of": "axes.0..2", "if": "axes.0..2 != 0", "words": "axes_xyz" }
1],
1"text": "{enabled?on:off}[, {axes_on}]"
0}
0{
1"name": "Gyroscope Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "IO Data",
1"vendor": "Texas Instruments",
1"source": "lights and buzzer of the CC2650; bit 3 has its meaning in the factory image only",
1"fields": [
2{ "as": "mode", "call": "sensortag_io_mode" },
2{ "as": "is_result", "of": "0" },
2{ "as": "is_result", "of": "mode == 2 && !written" },
2{ "as": "bits", "type": "u8" },
2{
3"if": "!is_result",
3"fields": [
4{ "key": "led_1", "of": "bits.0" },
4{ "key": "led_2", "of": "bits.1" },
4{ "key": "buzzer", "of": "bits.2" },
4{
5"as": "outputs",
5"of": "bits.0..2",
5"words": {
6"0": "all_off",
6"1": ["led_1", "LED 1"],
6"2": ["led_2", "LED 2"],
6"3": ["leds", "LED 1 + LED 2"],
6"4": "buzzer",
6"5": ["led_1_and_buzzer", "LED 1 + buzzer"],
6"6": ["led_2_and_buzzer", "LED 2 + buzzer"],
6"7": ["all", "LED 1 + LED 2 + buzzer"]
5}
4},
4{ "note": "bit 3 erases the external flash", "if": "bits.3" },
4{ "note": "reserved bits are set", "if": "bits.4..7 != 0" }
3]
2},
2{ "key": "io_code", "of": "bits" },
2{ "as": "self_test", "of": "bits", "if": "is_result" },
2{ "note": "the result of the self test, a bit a component", "needs": "self_test" }
1],
1"text": "[{outputs}][self test result {self_test:02X}]"
0}
0{
1"name": "IO Configuration",
1"vendor": "Texas Instruments",
1"fields": [
2{ "key": "io_mode", "type": "u8", "words": { "0": "local", "1": "remote", "2": "self_test", "*": "reserved" } }
1],
1"text": "{io_mode}"
0}
0{
1"name": "Luxometer Data",
1"vendor": "Texas Instruments",
1"source": "OPT3001: 12 bits in 0.01 lux times a power of two",
1"fields": [
2{ "as": "raw", "type": "u16" },
2{ "key": "illuminance_lux", "of": "raw.0..11 << raw.12..15", "scale": "0.01", "unit": "lx" },
2{ "note": "reserved exponent", "if": "raw.12..15 > 11" }
1],
1"text": "[{illuminance_lux:2} lux]"
0}
0{
1"name": "Luxometer Configuration",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "on_off" }],
1"text": "[{enabled?on:off}][reserved ({configuration_code})]"
0}
0{
1"name": "Luxometer Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "Movement Data",
1"vendor": "Texas Instruments",
1"source": "MPU9250; the firmware has already applied the magnetometer's scale",
1"fields": [
2{ "as": "range", "call": "sensortag_range", "args": [2] },
2{ "key": "gyroscope_dps", "type": "i16", "scale": "500/65536", "unit": "°/s", "repeat": 3, "axes": true },
2{
3"key": "accelerometer_g",
3"type": "i16",
3"of": "it * range",
3"scale": "1/32768",
3"unit": "g",
3"repeat": 3,
3"axes": true
2},
2{ "key": "magnetometer_ut", "type": "i16", "unit": "µT", "repeat": 3, "axes": true },
2{ "key": "range_g", "of": "range", "needs": "accelerometer_g", "unit": "g" },
2{ "key": "range_source", "of": "range.source", "needs": "accelerometer_g" },
2{ "as": "assumed", "of": "range", "needs": "accelerometer_g", "if": "range.assumed" }
1],
1"text": "[{gyroscope_dps:1} dps][  {accelerometer_g:2} g][  {magnetometer_ut:0} uT][  (range {assumed} g assumed)]"
0}
0{
1"name": "Movement Configuration",
1"vendor": "Texas Instruments",
1"source": "bits for the axes, z lowest, wake on motion, and above them the range; the firmware may ignore the range that a client writes",
1"fields": [
2{ "as": "bits", "type": "u8" },
2{ "key": "enabled", "of": "bits.0..6 != 0" },
2{ "key": "gyroscope_axes", "of": "bits.0..2", "words": "axes_zyx", "code": false },
2{ "key": "accelerometer_axes", "of": "bits.3..5", "words": "axes_zyx", "code": false },
2{ "key": "magnetometer_enabled", "of": "bits.6" },
2{ "key": "wake_on_motion", "of": "bits.7" },
2{
3"if": "enabled",
3"fields": [
4{ "as": "gyro", "of": "bits.0..2", "words": "axes_zyx" },
4{ "as": "accel", "of": "bits.3..5", "words": "axes_zyx" },
4{ "as": "mag", "of": "bits.6" }
3]
2},
2{ "as": "high", "type": "u8", "reserved": "2..7" },
2{ "key": "range_g", "of": "2 << high.0..1", "unit": "g" },
2{ "as": "last", "call": "sensortag_range", "args": [2] },
2{
3"note": "the last range read is {last} g: the firmware may ignore what is written",
3"if": "written && last.read && last != range_g"
2}
1],
1"text": "{enabled?on:off}[, gyro {gyro}][, accel {accel}][, mag {mag?on:off}]{wake_on_motion?, wake on motion:}[, {range_g} g]"
0}
0{
1"name": "Movement Period",
1"vendor": "Texas Instruments",
1"fields": [{ "type": "period" }],
1"text": "[{period_ms} ms]"
0}
0{
1"name": "OAD Image Identify",
1"vendor": "Texas Instruments",
1"direction": "notify",
1"text": "image {oad_image}, version {oad_version}, {image_bytes} bytes",
1"fields": [
2{ "as": "version", "type": "u16" },
2{ "key": "oad_version", "of": "version >> 1" },
2{ "key": "oad_image", "of": "version & 1", "words": { "0": "A", "1": "B" }, "code": false },
2{ "as": "words4", "type": "u16" },
2{ "key": "image_bytes", "of": "words4 * 4", "unit": "B" },
2{ "key": "oad_user_id", "type": "hex", "size": 4 },
2{ "key": "oad_further", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "OAD Image Identify",
1"vendor": "Texas Instruments",
1"direction": "write",
1"text": "image header",
1"fields": [{ "key": "oad_header", "type": "hex" }]
0}
0{
1"name": "OAD Image Block",
1"vendor": "Texas Instruments",
1"text": "[block {firmware_block}][block {firmware_block_32}]",
1"fields": [
2{ "key": "firmware_block", "type": "u16", "if": "length <= 18" },
2{ "key": "firmware_block_32", "type": "u32", "if": "length > 18" },
2{ "key": "firmware_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "OAD Image Count",
1"vendor": "Texas Instruments",
1"fields": [{ "key": "oad_image_count", "type": "u8" }]
0}
0{
1"name": "OAD Image Status",
1"vendor": "Texas Instruments",
1"text": "{oad_status}",
1"fields": [
2{
3"key": "oad_status",
3"type": "u8",
3"success": [0, 14],
3"words": {
4"0": "success",
4"1": "crc_error",
4"2": "flash_error",
4"3": "buffer_overflow",
4"4": "already_started",
4"5": "not_started",
4"6": "download_not_complete",
4"7": "no_resources",
4"8": "image_too_big",
4"9": "incompatible_image",
4"10": "invalid_file",
4"11": "incompatible_file",
4"12": "authentication_failed",
4"13": "extension_not_supported",
4"14": "download_complete",
4"15": "ccc_not_enabled",
4"*": "reserved"
3}
2}
1]
0}
0{
1"name": "OAD Control",
1"vendor": "Texas Instruments",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "get_block_size",
5"fields": [{ "key": "block_size", "type": "u16", "unit": "B", "if": "rest == 2" }]
4},
4"2": { "word": "set_image_count", "fields": [{ "key": "oad_image_count", "type": "u8" }] },
4"3": { "word": "start" },
4"4": { "word": "enable_image" },
4"5": { "word": "cancel" },
4"6": { "word": "disable_block_writes" },
4"7": { "word": "get_software_version" },
4"8": { "word": "get_image_status" },
4"9": { "word": "get_profile_version" },
4"10": { "word": "get_device_type" },
4"18": {
5"word": "block_request",
5"fields": [
6{
7"key": "oad_status",
7"type": "u8",
7"success": [0, 14],
7"words": {
8"0": "success",
8"1": "crc_error",
8"2": "flash_error",
8"3": "buffer_overflow",
8"4": "already_started",
8"5": "not_started",
8"6": "download_not_complete",
8"7": "no_resources",
8"8": "image_too_big",
8"9": "incompatible_image",
8"10": "invalid_file",
8"11": "incompatible_file",
8"12": "authentication_failed",
8"13": "extension_not_supported",
8"14": "download_complete",
8"15": "ccc_not_enabled",
8"*": "reserved"
7}
6},
6{ "key": "firmware_block_32", "type": "u32" }
5]
4},
4"*": { "word": "other" }
3}
2},
2{ "key": "operand", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Aranet command",
1"vendor": "SAF Tehnika",
1"direction": "write",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"144": { "word": "set_interval", "fields": [{ "key": "interval_min", "type": "u8", "unit": "min" }] },
4"145": { "word": "set_smart_home_integration", "fields": [{ "key": "switched_on", "type": "bool" }] },
4"146": {
5"word": "set_bluetooth_range",
5"fields": [
6{
7"key": "bluetooth_range",
7"type": "u8",
7"words": { "0": "standard", "1": "extended", "*": "other" },
7"code": false
6}
5]
4},
4"130": {
5"word": "request_history",
5"fields": [
6{
7"key": "history_parameter",
7"type": "u8",
7"words": { "1": "temperature", "2": "humidity", "3": "pressure", "4": "co2", "*": "other" }
6},
6{ "skip": 2 },
6{ "key": "first_record", "type": "u16" },
6{ "key": "last_record", "type": "u16" }
5]
4},
4"*": { "word": "other", "fields": [{ "skip": "rest" }] }
3}
2}
1]
0}
0{
1"name": "Aranet4 readings",
1"vendor": "SAF Tehnika",
1"fields": [
2{ "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "32768..65535": "not_valid" } },
2{
3"key": "temperature_celsius",
3"type": "u16",
3"scale": "0.05",
3"unit": "°C",
3"special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
2},
2{
3"key": "pressure_hpa",
3"type": "u16",
3"scale": "0.1",
3"unit": "hPa",
3"special": { "32768..65535": "not_valid" }
2},
2{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{
3"key": "aranet_status",
3"type": "u8",
3"words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
2}
1],
1"text": "{co2_ppm} ppm[  {temperature_celsius:2}][  {relative_humidity_percent} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %]"
0}
0{
1"name": "Aranet readings",
1"vendor": "SAF Tehnika",
1"fields": [
2{ "as": "kind", "type": "u16" },
2{
3"if": "kind == 2 && length == 12",
3"fields": [
4{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
4{ "key": "measured_ago_s", "type": "u16", "unit": "s" },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.05",
5"unit": "°C",
5"special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
4},
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"scale": "0.1",
5"unit": "%",
5"special": { "32768..65535": "not_valid" }
4},
4{ "as": "limits", "type": "u8" },
4{
5"key": "humidity_alarm",
5"of": "limits & 3",
5"words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
5"code": false
4},
4{
5"key": "temperature_alarm",
5"of": "limits.2..3",
5"words": { "0": "off", "1": "under", "2": "over", "3": "dash" },
5"code": false
4}
3]
2},
2{
3"if": "kind == 4 && length >= 28",
3"fields": [
4{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
4{ "key": "measured_ago_s", "type": "u16", "unit": "s" },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{ "key": "radiation_dose_rate_nsv_per_h", "type": "u32" },
4{ "key": "radiation_dose_nsv", "type": "u64" },
4{ "key": "radiation_dose_time_s", "type": "u64", "unit": "s" }
3]
2},
2{
3"if": "kind == 3 && length >= 47",
3"fields": [
4{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
4{ "key": "measured_ago_s", "type": "u16", "unit": "s" },
4{ "key": "battery_percent", "type": "u8", "unit": "%" },
4{ "as": "humidity", "type": "u16", "at": 11 },
4{
5"key": "temperature_celsius",
5"type": "u16",
5"scale": "0.05",
5"unit": "°C",
5"special": { "16384..32767": "not_valid", "49152..65535": "not_valid" },
5"if": "humidity != 0"
4},
4{ "skip": 2, "if": "humidity == 0" },
4{
5"key": "pressure_hpa",
5"type": "u16",
5"scale": "0.1",
5"unit": "hPa",
5"special": { "32768..65535": "not_valid" }
4},
4{
5"key": "relative_humidity_percent",
5"type": "u16",
5"scale": "0.1",
5"unit": "%",
5"special": { "32768..65535": "not_valid" },
5"if": "humidity != 0"
4},
4{ "skip": 2, "if": "humidity == 0" },
4{
5"key": "radon_bq_per_m3",
5"type": "u32",
5"special": { "7936": "error", "7937": "no_data", "7938": "high_humidity", "7939..4294967295": "error" }
4},
4{
5"key": "aranet_status",
5"type": "u8",
5"words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
4}
3]
2},
2{ "skip": "rest" }
1],
1"text": "[{temperature_celsius:2}][  {relative_humidity_percent:1} %][{radiation_dose_rate_nsv_per_h} nSv/h][  {radiation_dose_nsv} nSv][  {radon_bq_per_m3} Bq/m3][  battery {battery_percent} %]"
0}
0{
1"name": "Aranet stored readings",
1"vendor": "SAF Tehnika",
1"fields": [{ "key": "stored_readings", "type": "u16" }]
0}
0{
1"name": "Aranet measurement interval",
1"vendor": "SAF Tehnika",
1"fields": [{ "key": "measurement_interval_s", "type": "u16", "unit": "s" }]
0}
0{
1"name": "Aranet time since measurement",
1"vendor": "SAF Tehnika",
1"fields": [{ "key": "measured_ago_s", "type": "u16", "unit": "s" }]
0}
0{
1"name": "Aranet4 readings and interval",
1"vendor": "SAF Tehnika",
1"fields": [
2{ "key": "co2_ppm", "type": "u16", "unit": "ppm", "special": { "32768..65535": "not_valid" } },
2{
3"key": "temperature_celsius",
3"type": "u16",
3"scale": "0.05",
3"unit": "°C",
3"special": { "16384..32767": "not_valid", "49152..65535": "not_valid" }
2},
2{
3"key": "pressure_hpa",
3"type": "u16",
3"scale": "0.1",
3"unit": "hPa",
3"special": { "32768..65535": "not_valid" }
2},
2{ "key": "relative_humidity_percent", "type": "u8", "unit": "%" },
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{
3"key": "aranet_status",
3"type": "u8",
3"words": { "0": "error", "1": "green", "2": "yellow", "3": "red", "*": "other" }
2},
2{ "key": "measurement_interval_s", "type": "u16", "unit": "s" },
2{ "key": "measured_ago_s", "type": "u16", "unit": "s" }
1],
1"text": "{co2_ppm} ppm[  {temperature_celsius:2}][  {relative_humidity_percent} %][  {pressure_hpa:1} hPa][  battery {battery_percent} %][  every {measurement_interval_s} s]"
0}
0{
1"name": "FIDO Control Point",
1"vendor": "FIDO Alliance",
1"text": "[{fido_command}][continuation {fido_sequence}]",
1"fields": [
2{ "as": "first", "type": "u8" },
2{
3"key": "fido_command",
3"of": "first",
3"words": { "129": "ping", "130": "keep_alive", "131": "message", "190": "cancel", "191": "error", "*": "reserved" },
3"if": "first >= 128"
2},
2{ "key": "fido_sequence", "of": "first", "if": "first < 128" },
2{ "key": "fido_bytes", "type": "u16be", "unit": "B", "if": "first >= 128" },
2{
3"key": "fido_keep_alive",
3"type": "u8",
3"words": { "1": "processing", "2": "user_presence_needed", "*": "reserved" },
3"if": "first == 130"
2},
2{ "key": "fido_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "FIDO Status",
1"vendor": "FIDO Alliance",
1"text": "[{fido_command}][: {fido_keep_alive}][continuation {fido_sequence}]",
1"fields": [
2{ "as": "first", "type": "u8" },
2{
3"key": "fido_command",
3"of": "first",
3"words": { "129": "ping", "130": "keep_alive", "131": "message", "190": "cancel", "191": "error", "*": "reserved" },
3"if": "first >= 128"
2},
2{ "key": "fido_sequence", "of": "first", "if": "first < 128" },
2{ "key": "fido_bytes", "type": "u16be", "unit": "B", "if": "first >= 128" },
2{
3"key": "fido_keep_alive",
3"type": "u8",
3"words": { "1": "processing", "2": "user_presence_needed", "*": "reserved" },
3"if": "first == 130"
2},
2{ "key": "fido_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "FIDO Control Point Length",
1"vendor": "FIDO Alliance",
1"text": "{fido_fragment_bytes} bytes",
1"fields": [{ "key": "fido_fragment_bytes", "type": "u16be", "unit": "B" }]
0}
0{
1"name": "FIDO Service Revision Bitfield",
1"vendor": "FIDO Alliance",
1"fields": [{ "key": "fido_revisions", "type": "u8", "flags": { "5": "fido2", "6": "u2f_1_2", "7": "u2f_1_1" } }]
0}
0{
1"name": "OTA Control",
1"vendor": "Silicon Labs",
1"text": "{command}",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"0": { "word": "start" },
4"3": { "word": "end" },
4"4": { "word": "close" },
4"5": { "word": "set_time_out" },
4"*": { "word": "other" }
3}
2}
1]
0}
0{
1"name": "PMD Control Point",
1"vendor": "Polar",
1"text": "{command}[ {polar_measurement}][: {outcome}]",
1"fields": [
2{
3"key": "command",
3"type": "u8",
3"cases": {
4"1": {
5"word": "get_settings",
5"fields": [
6{
7"key": "polar_measurement",
7"type": "u8",
7"words": {
8"0": "ecg",
8"1": "ppg",
8"2": "acceleration",
8"3": "ppi_interval",
8"4": "bioz",
8"5": "gyroscope",
8"6": "magnetometer",
8"7": "skin_temperature",
8"9": "sdk_mode",
8"10": "location",
8"11": "pressure",
8"12": "temperature",
8"13": "offline_recording",
8"14": "offline_hr",
8"*": "reserved"
7}
6}
5]
4},
4"2": {
5"word": "start",
5"fields": [
6{
7"key": "polar_measurement",
7"type": "u8",
7"words": {
8"0": "ecg",
8"1": "ppg",
8"2": "acceleration",
8"3": "ppi_interval",
8"4": "bioz",
8"5": "gyroscope",
8"6": "magnetometer",
8"7": "skin_temperature",
8"9": "sdk_mode",
8"10": "location",
8"11": "pressure",
8"12": "temperature",
8"13": "offline_recording",
8"14": "offline_hr",
8"*": "reserved"
7}
6},
6{
7"key": "polar_settings",
7"repeat": "rest",
7"fields": [
8{
9"key": "polar_setting",
9"type": "u8",
9"words": {
:"0": "sample_rate",
:"1": "resolution",
:"2": "range",
:"3": "range_milliunit",
:"4": "channels",
:"5": "factor",
:"*": "reserved"
9}
8},
8{ "as": "n", "type": "u8" },
8{ "key": "setting_values", "type": "u16", "repeat": "n", "if": "polar_setting < 3" },
8{ "key": "setting_value", "type": "u32", "if": "polar_setting == 3 || polar_setting == 5" },
8{ "key": "setting_channels", "type": "u8", "if": "polar_setting == 4" }
7]
6}
5]
4},
4"3": {
5"word": "stop",
5"fields": [
6{
7"key": "polar_measurement",
7"type": "u8",
7"words": {
8"0": "ecg",
8"1": "ppg",
8"2": "acceleration",
8"3": "ppi_interval",
8"4": "bioz",
8"5": "gyroscope",
8"6": "magnetometer",
8"7": "skin_temperature",
8"9": "sdk_mode",
8"10": "location",
8"11": "pressure",
8"12": "temperature",
8"13": "offline_recording",
8"14": "offline_hr",
8"*": "reserved"
7}
6}
5]
4},
4"15": {
5"word": "features",
5"fields": [
6{ "as": "bits", "type": "u16" },
6{
7"key": "polar_features",
7"of": "bits",
7"flags": {
8"0": "ecg",
8"1": "ppg",
8"2": "acceleration",
8"3": "ppi_interval",
8"4": "bioz",
8"5": "gyroscope",
8"6": "magnetometer"
7}
6},
6{ "key": "polar_further", "type": "hex", "if": "rest > 0" }
5]
4},
4"240": {
5"word": "response",
5"fields": [
6{ "key": "response_to", "type": "u8", "words": "pmd_operation" },
6{
7"key": "polar_measurement",
7"type": "u8",
7"words": {
8"0": "ecg",
8"1": "ppg",
8"2": "acceleration",
8"3": "ppi_interval",
8"4": "bioz",
8"5": "gyroscope",
8"6": "magnetometer",
8"7": "skin_temperature",
8"9": "sdk_mode",
8"10": "location",
8"11": "pressure",
8"12": "temperature",
8"13": "offline_recording",
8"14": "offline_hr",
8"*": "reserved"
7}
6},
6{
7"key": "outcome",
7"type": "u8",
7"success": [0, 6],
7"words": {
8"0": "success",
8"1": "invalid_op_code",
8"2": "invalid_measurement_type",
8"3": "not_supported",
8"4": "invalid_length",
8"5": "invalid_parameter",
8"6": "already_in_state",
8"7": "invalid_resolution",
8"8": "invalid_sample_rate",
8"9": "invalid_range",
8"10": "invalid_mtu",
8"11": "invalid_number_of_channels",
8"12": "invalid_state",
8"13": "device_in_charger",
8"*": "reserved"
7}
6},
6{ "key": "more", "type": "bool", "if": "rest > 0" },
6{
7"key": "polar_settings",
7"repeat": "rest",
7"fields": [
8{
9"key": "polar_setting",
9"type": "u8",
9"words": {
:"0": "sample_rate",
:"1": "resolution",
:"2": "range",
:"3": "range_milliunit",
:"4": "channels",
:"5": "factor",
:"*": "reserved"
9}
8},
8{ "as": "n", "type": "u8" },
8{ "key": "setting_values", "type": "u16", "repeat": "n", "if": "polar_setting < 3" },
8{ "key": "setting_value", "type": "u32", "if": "polar_setting == 3 || polar_setting == 5" },
8{ "key": "setting_channels", "type": "u8", "if": "polar_setting == 4" }
7],
7"if": "response_to == 1 && outcome == 0"
6},
6{ "key": "response_parameters", "type": "hex", "if": "rest > 0" }
5]
4},
4"*": { "word": "other" }
3}
2}
1]
0}
0{
1"name": "PMD Data",
1"vendor": "Polar",
1"text": "{polar_measurement}",
1"fields": [
2{
3"key": "polar_measurement",
3"type": "u8",
3"words": {
4"0": "ecg",
4"1": "ppg",
4"2": "acceleration",
4"3": "ppi_interval",
4"4": "bioz",
4"5": "gyroscope",
4"6": "magnetometer",
4"7": "skin_temperature",
4"9": "sdk_mode",
4"10": "location",
4"11": "pressure",
4"12": "temperature",
4"13": "offline_recording",
4"14": "offline_hr",
4"*": "reserved"
3}
2},
2{ "key": "device_time_ns", "type": "u64", "unit": "ns" },
2{ "as": "frame", "type": "u8" },
2{ "key": "frame_type", "of": "frame & 127" },
2{ "key": "compressed", "of": "frame.7" },
2{
3"key": "ecg_uv",
3"type": "i24",
3"repeat": "rest",
3"unit": "µV",
3"if": "polar_measurement == 0 && frame == 0"
2},
2{
3"key": "polar_samples",
3"repeat": "rest",
3"if": "polar_measurement == 2 && frame == 1",
3"fields": [{ "key": "acceleration_mg", "type": "i16", "repeat": 3, "axes": true, "unit": "mg" }]
2},
2{
3"key": "ppi_samples",
3"repeat": "rest",
3"if": "polar_measurement == 3 && frame == 0",
3"fields": [
4{ "key": "heart_rate_bpm", "type": "u8", "unit": "bpm" },
4{ "key": "ppi_ms", "type": "u16", "unit": "ms" },
4{ "key": "ppi_error_ms", "type": "u16", "unit": "ms" },
4{ "as": "state", "type": "u8" },
4{ "key": "blocker", "of": "state.0" },
4{ "key": "skin_contact", "of": "state.1" },
4{ "key": "skin_contact_supported", "of": "state.2" }
3]
2},
2{ "key": "polar_data", "type": "hex", "if": "rest > 0" }
1]
0}
0{
1"name": "Ember Mug Name",
1"vendor": "Ember",
1"text": "{mug_name:q}",
1"fields": [{ "key": "mug_name", "type": "utf8" }]
0}
0{
1"name": "Ember Drink Temperature",
1"vendor": "Ember",
1"text": "{drink_temperature_celsius:2}",
1"fields": [{ "key": "drink_temperature_celsius", "type": "u16", "scale": "0.01", "unit": "°C" }]
0}
0{
1"name": "Ember Target Temperature",
1"vendor": "Ember",
1"text": "[{target_temperature_celsius:2}]{target_temperature_celsius_status}",
1"fields": [
2{
3"key": "target_temperature_celsius",
3"type": "u16",
3"scale": "0.01",
3"unit": "°C",
3"special": { "0": "heater_off" }
2}
1]
0}
0{
1"name": "Ember Temperature Unit",
1"vendor": "Ember",
1"fields": [
2{ "key": "temperature_unit", "type": "u8", "words": { "0": "celsius", "1": "fahrenheit", "*": "reserved" } }
1]
0}
0{
1"name": "Ember Liquid Level",
1"vendor": "Ember",
1"comment": "30 is a full mug.",
1"fields": [{ "key": "liquid_level", "type": "u8" }]
0}
0{
1"name": "Ember Date And Time Zone",
1"vendor": "Ember",
1"fields": [
2{ "key": "clock_time", "type": "u32", "time": { "since": "1970-01-01", "tick_s": 1 } },
2{ "key": "time_zone_h", "type": "i8", "unit": "h" }
1]
0}
0{
1"name": "Ember Battery",
1"vendor": "Ember",
1"text": "{battery_percent} %[, {charging?charging:not charging}]",
1"fields": [
2{ "key": "battery_percent", "type": "u8", "unit": "%" },
2{ "key": "charging", "type": "bool" },
2{ "key": "battery_temperature_celsius", "type": "u16", "scale": "0.01", "unit": "°C" },
2{ "skip": "rest" }
1]
0}
0{
1"name": "Ember Liquid State",
1"vendor": "Ember",
1"fields": [
2{
3"key": "liquid_state",
3"type": "u8",
3"words": { "1": "empty", "2": "filling", "4": "cooling", "5": "heating", "6": "stable", "*": "other" }
2}
1]
0}
0{
1"name": "Ember Event",
1"vendor": "Ember",
1"fields": [
2{
3"key": "mug_event",
3"type": "u8",
3"words": {
4"1": "battery_changed",
4"2": "charging",
4"3": "not_charging",
4"4": "target_temperature_changed",
4"5": "drink_temperature_changed",
4"7": "liquid_level_changed",
4"8": "liquid_state_changed",
4"*": "other"
3}
2}
1]
0}
0{
1"name": "Ember Color",
1"vendor": "Ember",
1"text": "{red_level} {green_level} {blue_level}",
1"fields": [
2{ "key": "red_level", "type": "u8" },
2{ "key": "green_level", "type": "u8" },
2{ "key": "blue_level", "type": "u8" },
2{ "key": "alpha_level", "type": "u8" }
1]
0}
0{
1"name": "Fast Pair Model ID",
1"vendor": "Google",
1"text": "model {fast_pair_model_id}",
1"fields": [{ "key": "fast_pair_model_id", "type": "hex", "size": 3 }]
0}
0{
1"name": "Fast Pair Key-based Pairing",
1"vendor": "Google",
1"text": "encrypted request or response",
1"fields": [
2{ "key": "encrypted_data", "type": "hex", "size": 16 },
2{ "key": "provider_public_key", "type": "hex", "if": "rest == 64" }
1]
0}
0{
1"name": "Fast Pair Passkey",
1"vendor": "Google",
1"text": "encrypted passkey",
1"fields": [{ "key": "encrypted_data", "type": "hex", "size": 16 }]
0}
0{
1"name": "Fast Pair Account Key",
1"vendor": "Google",
1"text": "encrypted account key",
1"fields": [{ "key": "encrypted_data", "type": "hex", "size": 16 }]
0}
0{
1"name": "Fast Pair Additional Data",
1"vendor": "Google",
1"text": "encrypted additional data",
1"fields": [
2{ "key": "packet_hmac", "type": "hex", "size": 8 },
2{ "key": "packet_nonce", "type": "hex", "size": 8 },
2{ "key": "encrypted_data", "type": "hex" }
1]
0}
0{
1"name": "Fast Pair Beacon Actions",
1"source": "Find Hub Network accessory specification 1.3, Authentication, and table 6",
1"vendor": "Google",
1"direction": "notify",
1"text": "[nonce {beacon_nonce}][{beacon_action}][, {ringing_state}][, {ring}][ for {ring_timeout_s:1} s]",
1"fields": [
2{
3"if": "length == 9",
3"fields": [
4{ "key": "beacon_protocol_version", "type": "u8" },
4{ "key": "beacon_nonce", "type": "hex", "size": 8 }
3]
2},
2{
3"if": "length != 9",
3"fields": [
4{
5"key": "beacon_action",
5"type": "u8",
5"cases": {
6"0": {
7"word": "read_parameters",
7"fields": [{ "type": "authenticated" }, { "key": "encrypted_data", "type": "hex" }]
6},
6"1": {
7"word": "read_provisioning_state",
7"fields": [
8{ "type": "authenticated" },
8{ "as": "provisioning", "type": "u8", "reserved": "2..7" },
8{ "key": "identity_key_is_set", "of": "provisioning.0" },
8{ "key": "is_owner", "of": "provisioning.1" },
8{ "key": "ephemeral_id", "type": "hex", "if": "rest > 0" }
7]
6},
6"2": { "word": "set_identity_key", "fields": [{ "type": "authenticated" }] },
6"3": { "word": "clear_identity_key", "fields": [{ "type": "authenticated" }] },
6"4": {
7"word": "read_identity_key",
7"fields": [{ "type": "authenticated" }, { "key": "encrypted_data", "type": "hex", "size": 32 }]
6},
6"5": {
7"word": "ring",
7"fields": [
8{ "type": "authenticated" },
8{
9"key": "ringing_state",
9"type": "u8",
9"words": {
:"0": "started",
:"1": "failed",
:"2": "stopped_by_timeout",
:"3": "stopped_by_button",
:"4": "stopped_by_request",
:"*": "reserved"
9}
8},
8{ "type": "ring" },
8{ "key": "ring_timeout_s", "type": "u16be", "scale": "0.1", "unit": "s" }
7]
6},
6"6": {
7"word": "read_ringing_state",
7"fields": [
8{ "type": "authenticated" },
8{ "type": "ring" },
8{ "key": "ring_timeout_s", "type": "u16be", "scale": "0.1", "unit": "s" }
7]
6},
6"7": { "word": "activate_tracking_protection", "fields": [{ "type": "authenticated" }] },
6"8": { "word": "deactivate_tracking_protection", "fields": [{ "type": "authenticated" }] },
6"10": {
7"word": "ranging_capabilities",
7"fields": [{ "type": "authenticated" }, { "type": "ranging" }]
6},
6"11": { "word": "configure_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
6"13": { "word": "stop_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
6"*": { "word": "reserved", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] }
5}
4}
3]
2}
1]
0}
0{
1"name": "Fast Pair Beacon Actions",
1"source": "Find Hub Network accessory specification 1.3, tables 2 to 5",
1"vendor": "Google",
1"direction": "write",
1"text": "{beacon_action}[, {ring}][ for {ring_timeout_s:1} s][, volume {ring_volume}]",
1"fields": [
2{
3"key": "beacon_action",
3"type": "u8",
3"cases": {
4"0": { "word": "read_parameters", "fields": [{ "type": "authenticated" }] },
4"1": { "word": "read_provisioning_state", "fields": [{ "type": "authenticated" }] },
4"2": {
5"word": "set_identity_key",
5"fields": [
6{ "type": "authenticated" },
6{ "key": "encrypted_data", "type": "hex", "size": 32 },
6{ "key": "identity_key_hash", "type": "hex", "size": 8, "if": "rest > 0" }
5]
4},
4"3": {
5"word": "clear_identity_key",
5"fields": [{ "type": "authenticated" }, { "key": "identity_key_hash", "type": "hex", "size": 8 }]
4},
4"4": { "word": "read_identity_key", "fields": [{ "type": "authenticated" }] },
4"5": {
5"word": "ring",
5"fields": [
6{ "type": "authenticated" },
6{ "type": "ring" },
6{ "key": "ring_timeout_s", "type": "u16be", "scale": "0.1", "unit": "s" },
6{
7"key": "ring_volume",
7"type": "u8",
7"words": { "0": "default", "1": "low", "2": "medium", "3": "high", "*": "reserved" }
6}
5]
4},
4"6": { "word": "read_ringing_state", "fields": [{ "type": "authenticated" }] },
4"7": {
5"word": "activate_tracking_protection",
5"fields": [
6{ "type": "authenticated" },
6{ "as": "control", "type": "u8", "if": "rest > 0", "reserved": "1..7" },
6{ "key": "skips_ringing_authentication", "of": "control.0", "needs": "control" }
5]
4},
4"8": {
5"word": "deactivate_tracking_protection",
5"fields": [{ "type": "authenticated" }, { "key": "identity_key_hash", "type": "hex", "size": 8 }]
4},
4"10": { "word": "ranging_capabilities", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
4"11": { "word": "configure_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
4"13": { "word": "stop_ranging", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] },
4"*": { "word": "reserved", "fields": [{ "type": "authenticated" }, { "type": "ranging" }] }
3}
2}
1]
0}
0{
1"name": "Fast Pair Message Stream PSM",
1"vendor": "Google",
1"text": "{message_stream}[, PSM {message_stream_psm:04X}]",
1"fields": [
2{ "key": "message_stream", "type": "u8", "words": { "0": "disabled", "1": "enabled", "*": "reserved" } },
2{ "key": "message_stream_psm", "type": "u16be" }
1]
0}
0{
1"name": "Primary Service",
1"source": "3.1",
1"text": "{declared_uuid}",
1"fields": [{ "key": "declared_uuid", "type": "uuid" }]
0}
0{
1"name": "Secondary Service",
1"source": "3.1",
1"text": "{declared_uuid}",
1"fields": [{ "key": "declared_uuid", "type": "uuid" }]
0}
0{
1"name": "Include",
1"source": "3.2; only a UUID of 16 bits is part of it",
1"text": "{declared_included_handle:04X}-{declared_end_handle:04X}[ {declared_uuid}]",
1"fields": [
2{ "key": "declared_included_handle", "type": "u16" },
2{ "key": "declared_end_handle", "type": "u16" },
2{ "key": "declared_uuid", "type": "uuid16", "if": "rest > 0" }
1]
0}
0{
1"name": "Characteristic",
1"source": "3.3.1",
1"text": "{declared_uuid} at {declared_value_handle:04X}[: {declared_properties}]",
1"fields": [
2{
3"key": "declared_properties",
3"type": "u8",
3"flags": {
4"0": "broadcast",
4"1": "read",
4"2": "write_without_response",
4"3": "write",
4"4": "notify",
4"5": "indicate",
4"6": "authenticated_signed_writes",
4"7": "extended_properties"
3}
2},
2{ "key": "declared_value_handle", "type": "u16" },
2{ "key": "declared_uuid", "type": "uuid" }
1]
0}
0{
1"name": "Characteristic Extended Properties",
1"source": "3.3.3.1",
1"text": "{state}",
1"fields": [
2{ "as": "low", "type": "u8" },
2{ "as": "high", "type": "u8" },
2{ "key": "reliable_write", "of": "low.0" },
2{ "key": "writable_auxiliaries", "of": "low.1" },
2{
3"as": "state",
3"of": "low & 3",
3"words": {
4"0": ["none", "none"],
4"1": ["reliable", "reliable write"],
4"2": ["auxiliaries", "writable auxiliaries"],
4"3": ["both", "reliable write, writable auxiliaries"]
3},
3"code": false
2},
2{ "note": "reserved bits are set", "if": "(low & 252) != 0 || high != 0" }
1]
0}
0{
1"name": "Characteristic User Description",
1"source": "3.3.3.2",
1"text": "{user_description:q}",
1"fields": [{ "key": "user_description", "type": "utf8" }]
0}
0{
1"name": "Client Characteristic Configuration",
1"source": "3.3.3.3",
1"text": "{state}",
1"fields": [
2{ "as": "low", "type": "u8" },
2{ "as": "high", "type": "u8" },
2{ "key": "notifications", "of": "low.0" },
2{ "key": "indications", "of": "low.1" },
2{
3"as": "state",
3"of": "(low & 3) != 0 ? low & 3 : properties & 48",
3"words": {
4"1": ["notifications", "notifications on"],
4"2": ["indications", "indications on"],
4"3": ["both", "notifications and indications on"],
4"16": ["no_notifications", "notifications off"],
4"32": ["no_indications", "indications off"],
4"*": ["off", "off"]
3},
3"code": false
2},
2{ "note": "reserved bits are set", "if": "(low & 252) != 0 || high != 0" }
1]
0}
0{
1"name": "Server Characteristic Configuration",
1"source": "3.3.3.4",
1"text": "[broadcasts {broadcasts?on:off}]",
1"fields": [
2{ "as": "low", "type": "u8" },
2{ "as": "high", "type": "u8" },
2{ "key": "broadcasts", "of": "low.0" },
2{ "note": "reserved bits are set", "if": "(low & 254) != 0 || high != 0" }
1]
0}
0{
1"name": "Characteristic Presentation Format",
1"source": "3.3.3.5; the formats are Assigned Numbers, 2.4.1",
1"text": "{format}[ x 10^{power}][, unit {unit_number:04X}][ ({unit_name})]",
1"fields": [
2{
3"key": "format",
3"type": "u8",
3"words": {
4"1": "boolean",
4"2": "uint2",
4"3": "uint4",
4"4": "uint8",
4"5": "uint12",
4"6": "uint16",
4"7": "uint24",
4"8": "uint32",
4"9": "uint48",
4"10": "uint64",
4"11": "uint128",
4"12": "sint8",
4"13": "sint12",
4"14": "sint16",
4"15": "sint24",
4"16": "sint32",
4"17": "sint48",
4"18": "sint64",
4"19": "sint128",
4"20": "float32",
4"21": "float64",
4"22": "medfloat16",
4"23": "medfloat32",
4"24": "uint16[2]",
4"25": "utf8s",
4"26": "utf16s",
4"27": "struct",
4"28": "medASN1",
4"*": ["reserved", "reserved"]
3}
2},
2{ "key": "exponent", "type": "i8" },
2{ "as": "power", "of": "exponent", "if": "exponent != 0" },
2{ "as": "unit_number", "type": "u16", "at": 2 },
2{ "key": "unit_uuid", "type": "uuid16" },
2{ "key": "unit_name", "of": "unit_number", "words": "@unit", "code": false },
2{ "key": "namespace_code", "type": "u8" },
2{ "key": "description_code", "type": "u16" }
1]
0}
0{
1"name": "Characteristic Aggregate Format",
1"source": "3.3.3.6",
1"fields": [{ "key": "aggregated_handles", "type": "u16", "repeat": "rest" }]
0}
0{
1"name": "Valid Range",
1"source": "ESS 3.1.2.4: in the form of the value, most significant byte first here",
1"text": "{range_lower} to {range_upper}",
1"fields": [
2{ "key": "range_lower", "type": "hexle", "size": "length / 2" },
2{ "key": "range_upper", "type": "hexle", "size": "rest" }
1]
0}
0{
1"name": "External Report Reference",
1"source": "HIDS 2.5.3",
1"text": "{external_report_uuid}",
1"fields": [{ "key": "external_report_uuid", "type": "uuid" }]
0}
0{
1"name": "Report Reference",
1"source": "HIDS 2.5.2",
1"text": "[report {report_id}][, {report_type}]",
1"fields": [
2{ "key": "report_id", "type": "u8" },
2{
3"key": "report_type",
3"type": "u8",
3"words": { "1": "input", "2": "output", "3": "feature", "*": "reserved" }
2}
1]
0}
0{
1"name": "Number of Digitals",
1"source": "AIOS 3.1",
1"fields": [{ "key": "number_of_digitals", "type": "u8" }]
0}
0{
1"name": "Value Trigger Setting",
1"source": "AIOS 3.1",
1"fields": [
2{
3"key": "value_trigger",
3"type": "u8",
3"cases": {
4"0": { "word": "state_changed" },
4"1": { "word": "boundary_crossed", "fields": [{ "key": "boundary", "type": "u16" }] },
4"2": { "word": "on_boundary", "fields": [{ "key": "boundary", "type": "u16" }] },
4"3": { "word": "changed_by_more_than", "fields": [{ "key": "boundary", "type": "u16" }] },
4"4": { "word": "masked_state_changed", "fields": [{ "key": "digital_mask", "type": "hex" }] },
4"5": {
5"word": "inside_or_outside_boundaries",
5"fields": [{ "key": "boundary_lower", "type": "u16" }, { "key": "boundary_upper", "type": "u16" }]
4},
4"6": {
5"word": "on_boundaries",
5"fields": [{ "key": "boundary_lower", "type": "u16" }, { "key": "boundary_upper", "type": "u16" }]
4},
4"7": { "word": "none" },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Environmental Sensing Configuration",
1"source": "ESS 3.1.2.3",
1"text": "{trigger_combination}",
1"fields": [
2{
3"key": "trigger_combination",
3"type": "u8",
3"words": { "0": "all_of_them", "1": "any_of_them", "*": "reserved" }
2}
1]
0}
0{
1"name": "Environmental Sensing Measurement",
1"source": "ESS 3.1.2.1",
1"fields": [
2{ "as": "measurement_flags", "type": "u16", "reserved": "0..15" },
2{
3"key": "sampling_function",
3"type": "u8",
3"words": {
4"0": "unspecified",
4"1": "instantaneous",
4"2": "arithmetic_mean",
4"3": "rms",
4"4": "maximum",
4"5": "minimum",
4"6": "accumulated",
4"7": "count",
4"*": "reserved"
3}
2},
2{ "key": "measurement_period_s", "type": "u24", "unit": "s", "special": { "0": "not_in_use" } },
2{ "key": "update_interval_s", "type": "u24", "unit": "s", "special": { "0": "not_in_use" } },
2{
3"key": "sensing_application",
3"type": "u8",
3"words": {
4"0": "unspecified",
4"1": "air",
4"2": "water",
4"3": "barometric",
4"4": "soil",
4"5": "infrared",
4"6": "map_database",
4"7": "barometric_elevation_source",
4"8": "gps_only_elevation_source",
4"9": "gps_and_map_database_elevation_source",
4"10": "vertical_datum_elevation_source",
4"11": "onshore",
4"12": "onboard_vessel_or_vehicle",
4"13": "front",
4"14": "back_rear",
4"15": "upper",
4"16": "lower",
4"17": "primary",
4"18": "secondary",
4"19": "outdoor",
4"20": "indoor",
4"21": "top",
4"22": "bottom",
4"23": "main",
4"24": "backup",
4"25": "auxiliary",
4"26": "supplementary",
4"27": "inside",
4"28": "outside",
4"29": "left",
4"30": "right",
4"31": "internal",
4"32": "external",
4"33": "solar",
4"*": "reserved"
3}
2},
2{
3"key": "measurement_uncertainty_percent",
3"type": "u8",
3"scale": "0.5",
3"unit": "%",
3"special": { "255": "not_available" }
2}
1]
0}
0{
1"name": "Environmental Sensing Trigger Setting",
1"source": "ESS 3.1.2.2",
1"text": "{trigger_condition}[ {trigger_interval_s} s][ {trigger_operand}]",
1"fields": [
2{
3"key": "trigger_condition",
3"type": "u8",
3"words": {
4"0": "inactive",
4"1": "fixed_interval",
4"2": "no_less_than_interval",
4"3": "value_changed",
4"4": "less_than",
4"5": "less_than_or_equal",
4"6": "greater_than",
4"7": "greater_than_or_equal",
4"8": "equal",
4"9": "not_equal",
4"*": "reserved"
3}
2},
2{
3"key": "trigger_interval_s",
3"type": "u24",
3"unit": "s",
3"if": "trigger_condition == 1 || trigger_condition == 2"
2},
2{ "key": "trigger_operand", "type": "hexle", "if": "trigger_condition >= 4 && trigger_condition <= 9" }
1]
0}
0{
1"name": "Time Trigger Setting",
1"source": "AIOS 3.1",
1"text": "{time_trigger}[ {trigger_interval_s} s][ {trigger_changes}]",
1"fields": [
2{
3"key": "time_trigger",
3"type": "u8",
3"cases": {
4"0": { "word": "none", "fields": [{ "as": "unused", "type": "u8", "if": "rest > 0" }] },
4"1": { "word": "interval", "fields": [{ "key": "trigger_interval_s", "type": "u24", "unit": "s" }] },
4"2": {
5"word": "no_more_often_than",
5"fields": [{ "key": "trigger_interval_s", "type": "u24", "unit": "s" }]
4},
4"3": { "word": "after_changes", "fields": [{ "key": "trigger_changes", "type": "u16" }] },
4"*": { "word": "reserved" }
3}
2}
1]
0}
0{
1"name": "Complete BR-EDR Transport Block Data",
1"source": "TDS 3.3",
1"fields": [{ "key": "transport_block", "type": "hex" }]
0}
0{
1"name": "Observation Schedule",
1"source": "GHSS 1.0",
1"fields": [{ "key": "observation_schedule", "type": "hex" }]
0}
0{
1"name": "Valid Range and Accuracy",
1"source": "GHSS 1.0: in the form of the value, most significant byte first here",
1"fields": [
2{ "key": "range_lower", "type": "hexle", "size": "length / 3" },
2{ "key": "range_upper", "type": "hexle", "size": "length / 3" },
2{ "key": "range_accuracy", "type": "hexle", "size": "rest" }
1]
0}
0{
1"name": "Measurement Description",
1"source": "IMDS 1.0",
1"text": "{measurement_description:q}",
1"fields": [{ "key": "measurement_description", "type": "utf8" }]
0}
0{
1"name": "Manufacturer Limits",
1"source": "IMDS 1.0: in the form of the value, most significant byte first here",
1"text": "{limit_lower} to {limit_upper}",
1"fields": [
2{ "key": "limit_lower", "type": "hexle", "size": "length / 2" },
2{ "key": "limit_upper", "type": "hexle", "size": "rest" }
1]
0}
0{
1"name": "Process Tolerances",
1"source": "IMDS 1.0: in the form of the value, most significant byte first here",
1"text": "{tolerance_lower} to {tolerance_upper}",
1"fields": [
2{ "key": "tolerance_lower", "type": "hexle", "size": "length / 2" },
2{ "key": "tolerance_upper", "type": "hexle", "size": "rest" }
1]
0}
0{
1"name": "IMD Trigger Setting",
1"source": "IMDS 1.0",
1"fields": [
2{
3"key": "trigger_condition",
3"type": "u8",
3"words": {
4"0": "inactive",
4"1": "fixed_interval",
4"2": "no_less_than_interval",
4"3": "value_changed",
4"4": "less_than",
4"5": "less_than_or_equal",
4"6": "greater_than",
4"7": "greater_than_or_equal",
4"8": "equal",
4"9": "not_equal",
4"*": "reserved"
3}
2},
2{ "key": "trigger_operand", "type": "hexle", "if": "rest > 0" }
1]
0}
0{
1"name": "Cooking Sensor Info",
1"source": "CWS 1.0",
1"fields": [
2{ "key": "sensor_uuid", "type": "uuid16" },
2{
3"key": "sensor_uncertainty_percent",
3"type": "u8",
3"scale": "0.5",
3"unit": "%",
3"special": { "255": "not_available" }
2},
2{ "as": "place", "type": "u8" },
2{
3"key": "sensor_location",
3"of": "place",
3"words": {
4"1": "vessel_side",
4"2": "vessel_bottom",
4"3": "grill_plate",
4"4": "lid",
4"5": "probe_food_core",
4"6": "probe_ambient",
4"7": "handle",
4"8": "electronics_battery",
4"255": "other",
4"*": "reserved"
3}
2},
2{
3"size": { "type": "u8" },
3"fields": [
4{ "key": "sensor_distance_mm", "type": "u16", "unit": "mm", "if": "rest == 2" },
4{ "as": "more", "type": "hex", "if": "rest > 0" }
3]
2},
2{ "key": "aggregate_offset", "type": "u16", "if": "rest > 0" }
1]
0}
0{
1"name": "Cooking Trigger Setting",
1"source": "CWS 1.0: the difference is in the form of the sensor",
1"fields": [
2{ "key": "trigger_period_s", "type": "u16", "scale": "0.1", "unit": "s" },
2{ "key": "trigger_delta", "type": "hexle" }
1]
0}
0{
1"name": "HomeKit Characteristic Instance ID",
1"vendor": "Apple",
1"fields": [{ "key": "hap_instance", "type": "u16" }]
0}

"""##
}
