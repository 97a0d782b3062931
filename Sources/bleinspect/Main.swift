import BTSnoop
import ByteReader
import GATTSession
import Timeline

@main
struct Main {
  static func main() {
    let out = OutputStream(.standardOutput)
    var args = Array(CommandLine.arguments.dropFirst())
    let stage: any RecordStage
    if args.first == "packets" {
      args.removeFirst()
      stage = PacketStage(PacketNDJSONRenderer(out), options: .init())
    } else {
      stage = TimelineStage(NDJSONRenderer(out), session: .init(), sink: .init())
    }
    var pipeline = CapturePipeline(stage)
    var reader = CaptureReader()
    do { try reader.read(args, into: &pipeline) } catch { print(error) }
    pipeline.end()
    out.flush()
  }
}
