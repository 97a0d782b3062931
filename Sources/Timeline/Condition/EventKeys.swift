/// The keys that an event can be asked for.
package enum EventKeys {
  /// Of every event: members of its NDJSON line.
  static let common: [String] = [
    "adapter", "address", "characteristic", "connection", "descriptor", "direction", "frame",
    "from", "handle", "instance", "label", "name", "note", "request_frame", "response_ms",
    "service", "text", "value",
  ]

  /// The kinds' own, and those of decoded values.
  static let particular: [String] = [
    "accelerometer_axes", "accelerometer_g", "accepted", "access_address", "action", "active",
    "advertising_handle", "advertising_set", "advertising_type", "ambient_temperature_celsius",
    "appearance", "appearance_code", "battery_level_percent", "body_sensor_location",
    "body_sensor_location_code", "bonded", "bonding", "broadcasts", "buzzer", "by", "c1", "c2",
    "c3", "c4", "c5", "c6", "c7", "c8", "cadence_per_minute", "calibration_s0",
    "calibration_source", "central_address_resolution", "characteristics", "cid", "client_mtu",
    "command", "command_code", "company", "company_code", "completed_events", "configuration_code",
    "connectable", "count", "crank_event_time_s", "crank_revolutions", "description_code",
    "descriptors", "destination_cid", "destination_initial_credits", "destination_mps",
    "destination_mtu", "destination_octets", "destination_sdus", "device_name", "duration_ms",
    "enabled", "encrypted", "end_handle", "energy_expended_kj", "error", "error_code", "exponent",
    "filter_duplicates", "firmware_revision", "first_frame", "flags", "format", "format_code",
    "group", "gyroscope_axes", "gyroscope_dps", "hardware_revision", "heart_rate_bpm",
    "illuminance_lux", "included_handle", "indications", "initiator_address",
    "initiator_address_type", "interval_max_ms", "interval_min_ms", "interval_ms", "io_code",
    "io_mode", "io_mode_code", "key_1", "key_2", "key_size", "keypress", "keypress_code",
    "keys_code", "l2cap_channel", "largest_step_s", "led_1", "led_2", "local_name", "lost",
    "magnetometer_enabled", "magnetometer_ut", "manufacturer_data", "manufacturer_id",
    "manufacturer_name", "max_events", "max_pdu", "max_pdu_from_central", "max_pdu_from_peripheral",
    "max_sdu", "method", "mitm_protection", "model_number", "mtu", "namespace_code",
    "notifications", "object_temperature_celsius", "octets", "opcode", "organizationally_unique_id",
    "other_data", "other_types", "pairing", "pdus", "period_ms", "peripheral_latency", "phy",
    "phys", "pressure_hpa", "primary", "product_id", "product_version", "properties", "psm",
    "range_g", "range_source", "raw_pressure", "raw_temperature", "reason", "reason_code",
    "reed_or_side", "regulatory_certification_data", "relative_humidity_percent", "reliable_write",
    "report_id", "report_type", "report_type_code", "request_value", "requests", "result",
    "result_code", "role", "rr_intervals_ms", "rr_intervals_s", "rssi_dbm", "rx_octets", "rx_phy",
    "rx_time_us", "sdu_interval_us", "sensor", "sensor_contact", "serial_number", "server_mtu",
    "service_data", "service_data_uuids", "service_uuids", "services", "shortened_local_name",
    "software_revision", "source_cid", "source_cids", "source_initial_credits", "source_mps",
    "source_mtu", "source_octets", "source_sdus", "speed_m_per_s", "start_handle", "status", "step",
    "stream", "stream_handle", "stream_handles", "streams", "stride_length_m", "subevents",
    "subversion", "supervision_timeout_ms", "sync_handle", "system_id", "temperature_celsius",
    "temperature_fahrenheit", "temperature_type", "temperature_type_code", "timestamp",
    "total_distance_m", "tx_octets", "tx_phy", "tx_power_dbm", "tx_power_level_dbm", "tx_time_us",
    "unit_uuid", "user_description", "value_handle", "vendor_id", "vendor_id_source",
    "version_code", "wake_on_motion", "wheel_event_time_s", "wheel_revolutions", "window_ms",
    "writable_auxiliaries",
  ]

  /// Every key, sorted.
  package static let all: [String] = Set(common + particular).sorted()
}
