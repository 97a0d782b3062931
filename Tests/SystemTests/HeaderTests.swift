import Foundation
import TestSupport
import Testing

@testable import System

/// Layouts and numbers that are written by hand, against the C headers that are installed.
@Suite struct HeaderTests {
  /// A header that need not be there.
  private static func isInstalled(_ header: String) -> Bool {
    (try? complaints(header, [:])) == ""
  }

  /// What the C compiler says of facts: expressions and their values.
  private static func complaints(_ header: String, _ facts: [String: Int]) throws -> String {
    let asserts = facts.sorted { $0.key < $1.key }.map { expression, value in
      "_Static_assert((\(expression)) == (\(value)), \"\(expression) is not \(value)\");"
    }
    let source =
      "#define _GNU_SOURCE\n#include <stddef.h>\n#include <\(header)>\n"
      + asserts.joined(separator: "\n") + "\n"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["cc", "-fsyntax-only", "-x", "c", "-"]
    let (input, errors) = (Pipe(), Pipe())
    (process.standardInput, process.standardError) = (input, errors)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(source.utf8))
    try input.fileHandleForWriting.close()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  /// The facts that functions have the types with which they are called.
  private func types(_ functions: [(name: String, type: String)]) -> [String: Int] {
    let facts = functions.map {
      ("__builtin_types_compatible_p(__typeof__(\($0.name)), \($0.type))", 1)
    }
    return Dictionary(uniqueKeysWithValues: facts)
  }

  private func check(_ header: String, _ facts: [String: Int]) throws {
    let complaints = try Self.complaints(header, facts)
    expect(complaints, equals: "", "\(complaints)")
  }

  @Test(.enabled(if: isInstalled("stddef.h"), "there is no C compiler"))
  func aWrongNumberIsSeen() throws {
    try expect(Self.complaints("stddef.h", ["sizeof(char)": 1]), equals: "")
    try expect(Self.complaints("stddef.h", ["sizeof(char)": 2]).contains("is not 2"))
    try expect(Self.complaints("stdlib.h", types([("abs", "int(int)")])), equals: "")
    try expect(Self.complaints("stdlib.h", types([("abs", "long(int)")])).contains("is not 1"))
  }

  @Test(.enabled(if: isInstalled("lzma.h"), "lzma.h is not installed (liblzma-dev)"))
  func xz() throws {
    typealias Stream = XZDecompressor.Stream
    typealias Status = XZDecompressor.Status
    func status(_ status: Status) -> Int { Int(status.rawValue) }
    try check(
      "lzma.h",
      [
        "sizeof(lzma_stream)": MemoryLayout<Stream>.size,
        "offsetof(lzma_stream, avail_in)": #require(MemoryLayout.offset(of: \Stream.availableIn)),
        "offsetof(lzma_stream, total_in)": #require(MemoryLayout.offset(of: \Stream.totalIn)),
        "offsetof(lzma_stream, avail_out)": #require(
          MemoryLayout.offset(of: \Stream.availableOut)),
        "offsetof(lzma_stream, total_out)": #require(MemoryLayout.offset(of: \Stream.totalOut)),
        "offsetof(lzma_stream, reserved_ptr1)": #require(
          MemoryLayout.offset(of: \Stream.reserved)),
        "sizeof(lzma_ret)": MemoryLayout<UInt32>.size,
        "sizeof(lzma_action)": MemoryLayout<UInt32>.size,
        "LZMA_RUN": Int(XZDecompressor.run), "LZMA_OK": status(.ok),
        "LZMA_STREAM_END": status(.streamEnd), "LZMA_NO_CHECK": status(.noCheck),
        "LZMA_UNSUPPORTED_CHECK": status(.unsupportedCheck), "LZMA_GET_CHECK": status(.getCheck),
        "LZMA_MEMLIMIT_ERROR": status(.memoryLimit), "LZMA_FORMAT_ERROR": status(.formatError),
        "LZMA_OPTIONS_ERROR": status(.optionsError), "LZMA_DATA_ERROR": status(.dataError),
        "LZMA_BUF_ERROR": status(.bufferError),
      ])
    try check(
      "lzma.h",
      types([
        ("lzma_stream_decoder", "lzma_ret(lzma_stream *, uint64_t, uint32_t)"),
        ("lzma_code", "lzma_ret(lzma_stream *, lzma_action)"), ("lzma_end", "void(lzma_stream *)"),
      ]))
  }

  @Test(.enabled(if: isInstalled("bzlib.h"), "bzlib.h is not installed (libbz2-dev)"))
  func bzip2() throws {
    typealias Stream = Bzip2Decompressor.Stream
    typealias Status = Bzip2Decompressor.Status
    try check(
      "bzlib.h",
      [
        "sizeof(bz_stream)": MemoryLayout<Stream>.size,
        "offsetof(bz_stream, avail_in)": #require(MemoryLayout.offset(of: \Stream.availableIn)),
        "offsetof(bz_stream, avail_out)": #require(MemoryLayout.offset(of: \Stream.availableOut)),
        "offsetof(bz_stream, bzalloc)": #require(MemoryLayout.offset(of: \Stream.allocation)),
        "BZ_OK": Int(Status.ok.rawValue), "BZ_STREAM_END": Int(Status.streamEnd.rawValue),
        "BZ_MEM_ERROR": Int(Status.memoryError.rawValue),
      ])
    try check(
      "bzlib.h",
      types([
        ("BZ2_bzDecompressInit", "int(bz_stream *, int, int)"),
        ("BZ2_bzDecompress", "int(bz_stream *)"), ("BZ2_bzDecompressEnd", "int(bz_stream *)"),
      ]))
  }

  @Test(.enabled(if: isInstalled("zstd.h"), "zstd.h is not installed (libzstd-dev)"))
  func zstd() throws {
    typealias Input = ZstdDecompressor.Input
    typealias Output = ZstdDecompressor.Output
    try check(
      "zstd.h",
      [
        "sizeof(ZSTD_inBuffer)": MemoryLayout<Input>.size,
        "offsetof(ZSTD_inBuffer, size)": #require(MemoryLayout.offset(of: \Input.size)),
        "offsetof(ZSTD_inBuffer, pos)": #require(MemoryLayout.offset(of: \Input.position)),
        "sizeof(ZSTD_outBuffer)": MemoryLayout<Output>.size,
        "offsetof(ZSTD_outBuffer, size)": #require(MemoryLayout.offset(of: \Output.size)),
        "offsetof(ZSTD_outBuffer, pos)": #require(MemoryLayout.offset(of: \Output.position)),
      ])
    try check(
      "zstd.h",
      types([
        ("ZSTD_createDStream", "ZSTD_DStream *(void)"),
        ("ZSTD_freeDStream", "size_t(ZSTD_DStream *)"),
        (
          "ZSTD_decompressStream", "size_t(ZSTD_DStream *, ZSTD_outBuffer *, ZSTD_inBuffer *)"
        ), ("ZSTD_isError", "unsigned(size_t)"), ("ZSTD_getErrorName", "const char *(size_t)"),
      ]))
  }

  @Test(.enabled(if: isInstalled("archive.h"), "archive.h is not installed (libarchive-dev)"))
  func archives() throws {
    try check(
      "archive.h",
      [
        "ARCHIVE_EOF": Int(ArchiveStatus.endOfArchive), "ARCHIVE_WARN": Int(ArchiveStatus.warning),
        "ARCHIVE_FATAL": Int(ArchiveStatus.fatal),
        "sizeof(la_ssize_t)": MemoryLayout<Int>.size, "sizeof(la_int64_t)": 8,
      ])
    try check(
      "archive_entry.h",
      [
        "AE_IFMT": Int(ArchiveStatus.fileTypeMask), "AE_IFREG": Int(ArchiveStatus.regularFile),
        "sizeof(archive_entry_filetype((struct archive_entry *)0))": 4,
      ])
    let simple = "int(struct archive *)"
    try check(
      "archive.h>\n#include <archive_entry.h",
      types([
        ("archive_read_new", "struct archive *(void)"), ("archive_read_free", simple),
        ("archive_read_support_format_zip", simple),
        (
          "archive_read_set_read_callback",
          "int(struct archive *, la_ssize_t (*)(struct archive *, void *, const void **))"
        ),
        (
          "archive_read_set_seek_callback",
          "int(struct archive *, la_int64_t (*)(struct archive *, void *, la_int64_t, int))"
        ), ("archive_read_set_callback_data", "int(struct archive *, void *)"),
        ("archive_read_open1", simple),
        ("archive_read_next_header", "int(struct archive *, struct archive_entry **)"),
        (
          "archive_read_data_block",
          "int(struct archive *, const void **, size_t *, la_int64_t *)"
        ), ("archive_error_string", "const char *(struct archive *)"),
        ("archive_entry_pathname", "const char *(struct archive_entry *)"),
        ("archive_entry_pathname_utf8", "const char *(struct archive_entry *)"),
      ]))
  }

  @Test(.enabled(if: isInstalled("pcap/pcap.h"), "pcap.h is not installed (libpcap-dev)"))
  func captures() throws {
    try check(
      "pcap/pcap.h",
      types([
        ("pcap_close", "void(pcap_t *)"),
        ("pcap_next_ex", "int(pcap_t *, struct pcap_pkthdr **, const u_char **)"),
        ("pcap_geterr", "char *(pcap_t *)"),
        ("pcap_fopen_offline_with_tstamp_precision", "pcap_t *(FILE *, u_int, char *)"),
        ("pcap_create", "pcap_t *(const char *, char *)"),
        ("pcap_set_snaplen", "int(pcap_t *, int)"),
        ("pcap_set_immediate_mode", "int(pcap_t *, int)"), ("pcap_activate", "int(pcap_t *)"),
        ("pcap_datalink", "int(pcap_t *)"), ("pcap_get_selectable_fd", "int(pcap_t *)"),
        ("pcap_setnonblock", "int(pcap_t *, int, char *)"),
        ("pcap_statustostr", "const char *(int)"),
      ]))
  }

  @Test(.enabled(if: isInstalled("openssl/evp.h"), "openssl/evp.h is not installed (libssl-dev)"))
  func cryptography() throws {
    let functions = types([
      ("EVP_CIPHER_CTX_new", "EVP_CIPHER_CTX *(void)"),
      ("EVP_CIPHER_CTX_free", "void(EVP_CIPHER_CTX *)"),
      ("EVP_aes_128_ecb", "const EVP_CIPHER *(void)"),
      ("EVP_aes_128_cbc", "const EVP_CIPHER *(void)"),
      (
        "EVP_EncryptInit_ex",
        "int(EVP_CIPHER_CTX *, const EVP_CIPHER *, ENGINE *, const unsigned char *, "
          + "const unsigned char *)"
      ),
      ("EVP_CIPHER_CTX_set_padding", "int(EVP_CIPHER_CTX *, int)"),
      (
        "EVP_EncryptUpdate",
        "int(EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int)"
      ),
      ("BN_new", "BIGNUM *(void)"), ("BN_free", "void(BIGNUM *)"),
      ("BN_bin2bn", "BIGNUM *(const unsigned char *, int, BIGNUM *)"),
      ("BN_bn2binpad", "int(const BIGNUM *, unsigned char *, int)"),
      ("EC_GROUP_new_by_curve_name", "EC_GROUP *(int)"), ("EC_GROUP_free", "void(EC_GROUP *)"),
      ("EC_POINT_new", "EC_POINT *(const EC_GROUP *)"), ("EC_POINT_free", "void(EC_POINT *)"),
      (
        "EC_POINT_set_affine_coordinates",
        "int(const EC_GROUP *, EC_POINT *, const BIGNUM *, const BIGNUM *, BN_CTX *)"
      ),
      (
        "EC_POINT_get_affine_coordinates",
        "int(const EC_GROUP *, const EC_POINT *, BIGNUM *, BIGNUM *, BN_CTX *)"
      ),
      (
        "EC_POINT_mul",
        "int(const EC_GROUP *, EC_POINT *, const BIGNUM *, const EC_POINT *, const BIGNUM *, "
          + "BN_CTX *)"
      ),
    ])
    let facts = ["NID_X9_62_prime256v1": Int(LibCrypto.p256), "sizeof(int)": 4]
    try check(
      "openssl/evp.h>\n#include <openssl/ec.h>\n#include <openssl/obj_mac.h",
      facts.merging(functions) { $1 })
  }

  @Test(.enabled(if: isInstalled("asm/termbits.h"), "there are no headers of the kernel"))
  func serialLines() throws {
    typealias Settings = SerialLine.Settings
    try check(
      "asm/termbits.h",
      [
        "sizeof(struct termios2)": MemoryLayout<Settings>.size,
        "offsetof(struct termios2, c_cflag)": #require(MemoryLayout.offset(of: \Settings.control)),
        "offsetof(struct termios2, c_cc)": #require(MemoryLayout.offset(of: \Settings.characters)),
        "offsetof(struct termios2, c_ospeed)": #require(
          MemoryLayout.offset(of: \Settings.outputSpeed)),
        "CBAUD": Int(Settings.speedMask), "CBAUD << IBSHIFT": Int(Settings.inputSpeedMask),
        "BOTHER": Int(Settings.otherSpeed),
      ])
    try check(
      "asm/termbits.h>\n#include <asm/ioctls.h",
      ["TCGETS2": Int(Settings.get), "TCSETS2": Int(Settings.set)])
  }

  @Test(.enabled(if: isInstalled("linux/sock_diag.h"), "there are no headers of the kernel"))
  func systemCalls() throws {
    try check(
      "linux/sock_diag.h",
      ["SK_MEMINFO_DROPS": SocketOption.memoryDrops, "SK_MEMINFO_VARS": 9])
    try check(
      "fcntl.h", ["O_PATH": Int(OpenFlag.path), "O_TMPFILE": Int(OpenFlag.nameless)])
    try check("locale.h", ["LC_CTYPE_MASK": Int(ArchiveReader.ctypeMask)])
  }

  @Test func aLibraryThatIsNotThereIsNoCrash() {
    expect(LibArchive("libarchive-that-is-not-there.so.13") == nil)
    expect(LibArchive("libm.so.6") == nil)
    expect(LibArchive(LibArchive.fileName) != nil)
    expect(LibPcap("libpcap-that-is-not-there.so.0.8") == nil)
    expect(LibPcap("libm.so.6") == nil)
    expect(LibPcap.shared != nil)
    expect(LibCrypto("libcrypto-that-is-not-there.so.3") == nil)
    expect(LibCrypto("libm.so.6") == nil)
    expect(LibCrypto.shared != nil)
  }
}
