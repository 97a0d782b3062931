import Bytes
import Foundation
import TestSupport
import Testing

@testable import BTSnoop

/// Formats that have no magic, within archives, compressed files, and files that grow.
@Suite struct PackedFormatTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func packetLoggerInArchives() throws {
    for isBig in [true, false] {
      let plain = readAll([
        try folder.file("x.pklg", PacketLoggerBytes.allTypes(isBig: isBig).bytes)
      ])
      expect(plain.error == nil)
      expect(plain.infos.map(\.format), equals: [.packetlogger])
      try folder.python(
        """
        import zipfile, gzip
        b = open('x.pklg','rb').read()
        gzip.open('x.gz','wb').write(b)
        z = zipfile.ZipFile('x.zip','w'); z.writestr('readme.txt', 'text'); z.write('x.pklg')
        """)
      for name in ["x.gz", "x.zip"] {
        let packed = readAll([folder.path + "/" + name])
        expect(packed.error == nil)
        expect(packed.records, equals: plain.records, "\(name)")
      }
    }
  }

  @Test func theLogInTheTextOfABugreport() throws {
    var log = BTSnoozBytes()
    log.add(0x10, [0x0E, 1, 0])
    let text = "== dumpstate: 2026\n" + log.section + "more\n"
    let plain = readAll([try folder.file("bugreport-phone-2026.txt", Array(text.utf8))])
    expect(plain.error == nil)
    expect(plain.records.count, equals: 1)
    try folder.python(
      """
      import zipfile
      z = zipfile.ZipFile('bugreport.zip','w',8)
      z.writestr('version.txt', '2.0')
      z.write('bugreport-phone-2026.txt')
      """)
    let zip = folder.path + "/bugreport.zip"
    expect(readAll([zip]).records, equals: plain.records)
    expect(readAll([zip + ":bugreport-phone-2026.txt"]).records, equals: plain.records)
  }
}
