extension EventKeys {
  /// The keys of decoded values that are numbers, or lists of numbers; sorted.
  package static let decodedNumbers: [String] = [
    "accelerometer_g", "ambient_temperature_celsius", "appearance_code",
    "battery_level_percent", "body_sensor_location_code", "c1", "c2", "c3", "c4", "c5", "c6",
    "c7", "c8", "cadence_per_minute", "calibration_s0", "command_code", "company_code",
    "configuration_code", "crank_event_time_s", "crank_revolutions", "description_code",
    "end_handle", "energy_expended_kj", "exponent", "flags", "format_code", "gyroscope_dps",
    "heart_rate_bpm", "illuminance_lux", "interval_max_ms", "interval_min_ms", "io_code",
    "io_mode_code", "keys_code", "magnetometer_ut", "namespace_code",
    "object_temperature_celsius", "other_types", "period_ms", "peripheral_latency",
    "pressure_hpa", "product_id", "product_version", "range_g", "raw_pressure",
    "raw_temperature", "relative_humidity_percent", "report_id", "report_type_code",
    "rr_intervals_ms", "rr_intervals_s", "speed_m_per_s", "start_handle", "stride_length_m",
    "supervision_timeout_ms", "temperature_celsius", "temperature_fahrenheit",
    "temperature_type_code", "total_distance_m", "tx_power_dbm", "tx_power_level_dbm",
    "vendor_id", "vendor_id_source", "wheel_event_time_s", "wheel_revolutions",
  ]
}
