import ATTDissector
import Bytes
import GATTValues

/// Decodes advertisements of which a session's sink kept only the data; one for each thread.
package struct AdvertisementDecoder: ~Copyable {
  private var scratch = AdvertisingData.Scratch()

  /// - writesTexts: for readers.
  package init(writesTexts: Bool = true) { scratch.declared.writesTexts = writesTexts }

  /// - sender: the device's address when it was heard, if known: it tells which company codes are
  ///   believable.
  /// - out: becomes the `decoded` of the event.
  package mutating func decode(
    _ data: RawSpan, of sender: UInt64?, into out: inout FieldBuffer
  ) {
    out.removeAll()
    AdvertisingData.decode(data, of: sender, scratch: &scratch, to: &out)
  }
}
