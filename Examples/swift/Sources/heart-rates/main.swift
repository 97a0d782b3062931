// Prints the heart rates of captures, and the tree of the devices that sent them.
import BLECaptures
import Glibc

let paths = Array(CommandLine.arguments.dropFirst())
guard !paths.isEmpty else {
  print("usage: heart-rates CAPTURE...")
  exit(2)
}
let capture = Capture(paths: paths)

do {
  let reading = try capture.forEachEvent { event, value, _ in
    if event.kind == "notification", event.characteristic == "2A37" {
      print("frame \(event.frame): \(event.text ?? "\(value.byteCount) octets")")
    }
    return .more
  }
  for remark in reading.remarks { print("note: \(remark)") }

  for device in try capture.trees() {
    print(device.name ?? device.address ?? "this host")
    for service in device.services {
      print("  \(service.uuid ?? "?") \(service.label ?? "")")
      for characteristic in service.characteristics {
        let last = characteristic.lastText.map { ": \($0)" } ?? ""
        print("    \(characteristic.uuid ?? "?") \(characteristic.label ?? "")\(last)")
      }
    }
  }
} catch {
  print("heart-rates: \(error)")
  exit(1)
}
