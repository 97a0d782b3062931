// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "heart-rates",
  // Of a release: .package(url: ..., from: "1.0.0").
  dependencies: [.package(name: "bleinspect", path: "../..")],
  targets: [
    .executableTarget(
      name: "heart-rates", dependencies: [.product(name: "BLECaptures", package: "bleinspect")])
  ])
