// Written by scripts/assigned-numbers; do not edit.
//
// Source: bluetooth-numbers 1.1.2
//   MIT License, Copyright (c) 2022 Koen Vervloesem; data of the Bluetooth Numbers Database,
//   BSD 3-Clause License, Copyright (c) 2019 - 2020, Nordic Semiconductor ASA.

// swift-format-ignore-file

extension NameTable {
  /// Services with 128-bit UUIDs.
  static let customServices = NameTable(
    digits: 32,
    count: 48,
    #"""
    000015231212EFDE1523785FEABCD123 Nordic LED and Button Service
    000015301212EFDE1523785FEABCD123 Legacy DFU Service
    000016231212EFDE1623785FEABCD123 LEGO® Wireless Protocol v3 Hub Service
    000016251212EFDE1623785FEABCD123 LEGO® Wireless Protocol v3 Bootloader Service
    0FDA92B244A24AF284F5FA682BAA2B8D Helium Hotspot Custom Service
    54220000F6A54007A371722F4EBD8436 Memfault Diagnostic Service
    57A70000935011EDA1EB0242AC120002 Nordic Status Message Service
    6E400001B5A3F393E0A9E50E24DCCA9E Nordic UART Service
    7905F431B5CE4E99A40F4B1E122D00D0 Apple Notification Center Service
    7DFC60007D1C495186AA8D9728F8D66C Apple Reserved Service
    7DFC70007D1C495186AA8D9728F8D66C Apple Reserved Service
    7DFC80007D1C495186AA8D9728F8D66C Apple Reserved Service
    7DFC90007D1C495186AA8D9728F8D66C Apple Reserved Service
    89D3502B0F36433A8EF4C502AD55F8DC Apple Media Service
    8D53DC1D1DB74CD3868B8A527460AA84 SMP Service
    8E400001F3154F609FB8838830DAEA50 Experimental Buttonless DFU Service
    932C32BD000047A2835AA8D455B859DD Philips Hue Light Control Service
    A3C875008ED34BDF8A39A01BEBEDE295 Eddystone Configuration Service
    ADAF0100C33242A893BD25E905756CB8 Adafruit Temperature Service
    ADAF0200C33242A893BD25E905756CB8 Adafruit Accelerometer Service
    ADAF0300C33242A893BD25E905756CB8 Adafruit Light Service
    ADAF0400C33242A893BD25E905756CB8 Adafruit Gyroscope Service
    ADAF0500C33242A893BD25E905756CB8 Adafruit Magnetometer Service
    ADAF0600C33242A893BD25E905756CB8 Adafruit Button Service
    ADAF0700C33242A893BD25E905756CB8 Adafruit Humidity Service
    ADAF0800C33242A893BD25E905756CB8 Adafruit Barometric Service
    ADAF0900C33242A893BD25E905756CB8 Adafruit Addressable Service
    ADAF0A00C33242A893BD25E905756CB8 Adafruit Color Service
    ADAF0B00C33242A893BD25E905756CB8 Adafruit Sound Service
    ADAF0C00C33242A893BD25E905756CB8 Adafruit Tone Service
    ADAF0D00C33242A893BD25E905756CB8 Adafruit Quaternion Service
    ADAF0E00C33242A893BD25E905756CB8 Adafruit Proximity Service
    B8843ADD00004AA18794C3F462030BDA Philips Hue Light Update Service
    E2A00001EC314EC3A97A1C34D87E9878 Edge Impulse Remote Management Service
    E95D0753251D470AA062FA1922DFA9A8 micro:bit Accelerometer Service
    E95D127B251D470AA062FA1922DFA9A8 micro:bit IO Pin Service
    E95D6100251D470AA062FA1922DFA9A8 micro:bit Temperature Service
    E95D93AF251D470AA062FA1922DFA9A8 micro:bit Event Service
    E95D93B0251D470AA062FA1922DFA9A8 micro:bit DFU Control Service
    E95D9882251D470AA062FA1922DFA9A8 micro:bit Button Service
    E95DD91D251D470AA062FA1922DFA9A8 micro:bit LED Service
    E95DF2D8251D470AA062FA1922DFA9A8 micro:bit Magnetometer Service
    EF6801009B3549339B1052FFA9740042 Thingy Configuration Service
    EF6802009B3549339B1052FFA9740042 Thingy Weather Station Service
    EF6803009B3549339B1052FFA9740042 Thingy UI Service
    EF6804009B3549339B1052FFA9740042 Thingy Motion Service
    EF6805009B3549339B1052FFA9740042 Thingy Sound Service
    F000FFC004514000B000000000000000 Texas Instruments Over-the-Air Download (OAD) Service

    """#)
}
