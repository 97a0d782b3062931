import BTSnoop
import ByteReader
import GATTSession
import Timeline

@main
struct Main {
  static func main() {
    let out = OutputStream(.standardOutput)
    let stage = TimelineStage(NDJSONRenderer(out), session: .init(), sink: .init())
    var pipeline = CapturePipeline(stage)
    var reader = CaptureReader()
    do { try reader.read(Array(CommandLine.arguments.dropFirst()), into: &pipeline) } catch { print(error) }
    pipeline.end()
    out.flush()
  }
}
