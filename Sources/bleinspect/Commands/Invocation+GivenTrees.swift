import BTSnoop
import ByteReader
import GATTSession
import Timeline

extension Invocation {
  /// Octets of a file of trees at most: 16,384 attributes have about half of it.
  static let treeOctets = 16 << 20

  /// The session's options, with the trees of `--gatt`.
  /// - Throws: the sentence to tell.
  func sessionKnowingTrees() throws(OutputProblem) -> GATTSession.Options {
    var documents: [GATTDocument] = []
    for path in options.treeFiles {
      let bytes: [UInt8]
      do { bytes = try Self.contents(path, limit: Self.treeOctets) } catch {
        throw OutputProblem(message: "--gatt: \(shown(path)): \(error.message)")
      }
      guard bytes.count <= Self.treeOctets else {
        throw OutputProblem(message: "--gatt: \(shown(path)): longer than 16 MiB")
      }
      do { documents.append(try GATTDocument(json: bytes)) } catch {
        throw OutputProblem(message: "--gatt: \(shown(path)): \(GATTDocument.problem(error))")
      }
    }
    var session = session
    session.knownDevices = GATTDocument.knownDevices(of: documents)
    return session
  }

  /// One octet more than may be there, if there are so many.
  static func contents(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(reading: path)
    var buffer = ReadBuffer()
    var bytes: [UInt8] = []
    while bytes.count <= limit, try buffer.fill(from: file) > 0 {
      let count = buffer.bytes.byteCount
      bytes.append(buffer.bytes)
      buffer.consume(count)
    }
    return bytes
  }
}
