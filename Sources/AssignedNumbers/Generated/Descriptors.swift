// Written by scripts/assigned-numbers; do not edit.
//
// Source: bluetooth-numbers 1.1.2
//   MIT License, Copyright (c) 2022 Koen Vervloesem; data of the Bluetooth Numbers Database,
//   BSD 3-Clause License, Copyright (c) 2019 - 2020, Nordic Semiconductor ASA.
// Source: bumble 0.0.236
//   Apache License 2.0, Copyright 2021-2025 Google LLC.

// swift-format-ignore-file

extension NameTable {
  /// Descriptors of the SIG.
  static let descriptors = NameTable(
    digits: 4,
    count: 16,
    #"""
    2900 Characteristic Extended Properties
    2901 Characteristic User Description
    2902 Client Characteristic Configuration
    2903 Server Characteristic Configuration
    2904 Characteristic Presentation Format
    2905 Characteristic Aggregate Format
    2906 Valid Range
    2907 External Report Reference
    2908 Report Reference
    2909 Number of Digitals
    290A Value Trigger Setting
    290B Environmental Sensing Configuration
    290C Environmental Sensing Measurement
    290D Environmental Sensing Trigger Setting
    290E Time Trigger Setting
    290F Complete BR-EDR Transport Block Data

    """#)
}
