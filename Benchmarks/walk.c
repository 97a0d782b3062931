// The yardstick: reads a btsnoop capture (H4) and writes a line of JSON for each record, with no state
// but what joins fragments. What a reader must do at least, as fast as plain C does it.
//
//   walk FILE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT = 1 << 18, INPUT = 1 << 18, LARGEST_LINE = 1 << 18 };

static char output[OUTPUT + LARGEST_LINE], *at = output;
static uint8_t input[INPUT];
static uint64_t frame;
typedef struct { uint8_t *bytes; uint32_t have, want; } Joining;
static Joining joining[4096][2];

#define PUT(literal) (memcpy(at, literal, sizeof literal - 1), at += sizeof literal - 1)

static uint32_t big32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return __builtin_bswap32(v); }
static uint64_t big64(const uint8_t *p) { uint64_t v; memcpy(&v, p, 8); return __builtin_bswap64(v); }
static unsigned little16(const uint8_t *p) { return p[0] | (unsigned)p[1] << 8; }

static void flush(void) {
  for (char *p = output; p < at;) {
    ssize_t n = write(1, p, (size_t)(at - p));
    if (n <= 0) exit(1);
    p += n;
  }
  at = output;
}

static void decimal(uint64_t v) {
  char digits[20];
  int n = 20;
  do digits[--n] = (char)('0' + v % 10); while (v /= 10);
  memcpy(at, digits + n, (size_t)(20 - n));
  at += 20 - n;
}

static void hex(const uint8_t *p, uint32_t n) {
  static const char digits[] = "0123456789abcdef";
  while (n-- > 0) { *at++ = digits[*p >> 4]; *at++ = digits[*p++ & 15]; }
}

static void address(const uint8_t *p) {
  static const char digits[] = "0123456789ABCDEF";
  for (int i = 5; i >= 0; i--) {
    *at++ = digits[p[i] >> 4];
    *at++ = digits[p[i] & 15];
    if (i) *at++ = ':';
  }
}

static void stamp(uint64_t time_us) {
  static int64_t second = -1;
  static char date[24];
  int64_t us = (int64_t)(time_us - 0x00dcddb30f2f8000ULL);
  if (us / 1000000 != second) {
    struct tm t;
    time_t now = (time_t)(second = us / 1000000);
    gmtime_r(&now, &t);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S.", &t);
  }
  memcpy(at, date, 20);
  at += 20;
  uint32_t fraction = (uint32_t)(us % 1000000);
  for (int i = 5; i >= 0; i--) { at[i] = (char)('0' + fraction % 10); fraction /= 10; }
  at += 6;
}

static void begin(uint64_t time, const char *type) {
  PUT("{\"frame\":");
  decimal(frame);
  PUT(",\"time\":\"");
  stamp(time);
  PUT("Z\",\"type\":\"");
  size_t n = strlen(type);
  memcpy(at, type, n);
  at += n;
  *at++ = '"';
}

static void end(void) {
  PUT("}\n");
  if (at > output + OUTPUT) flush();
}

static void rest(const uint8_t *p, uint32_t n) {
  PUT(",\"data\":\"");
  hex(p, n);
  *at++ = '"';
}

static void att(uint64_t time, unsigned handle, int received, const uint8_t *p, uint32_t n) {
  begin(time, "att");
  PUT(",\"handle\":");
  decimal(handle);
  if (received) PUT(",\"direction\":\"received\""); else PUT(",\"direction\":\"sent\"");
  if (n > 0) {
    PUT(",\"opcode\":");
    decimal(p[0]);
    int leads = n >= 3 && (p[0] == 0x0a || p[0] == 0x12 || p[0] == 0x1b || p[0] == 0x52);
    if (leads) {
      PUT(",\"attribute\":");
      decimal(little16(p + 1));
    }
    rest(p + (leads ? 3 : 1), n - (leads ? 3 : 1));
  }
  end();
}

static void acl(uint64_t time, int received, const uint8_t *p, uint32_t n) {
  if (n < 4) return;
  unsigned handle = little16(p) & 0xfff, boundary = little16(p) >> 12 & 3;
  uint32_t length = little16(p + 2);
  p += 4;
  if (length > n - 4) length = n - 4;
  Joining *j = &joining[handle][received];
  if (boundary != 1) {
    j->want = 0;
    if (length < 4) return;
    uint32_t want = little16(p) + 4;
    if (length >= want) {
      if (little16(p + 2) == 4) att(time, handle, received, p + 4, want - 4);
      return;
    }
    if (!j->bytes && !(j->bytes = malloc(65540))) exit(1);
    memcpy(j->bytes, p, length);
    j->have = length;
    j->want = want;
    return;
  }
  if (j->want == 0) return;
  if (length > j->want - j->have) length = j->want - j->have;
  memcpy(j->bytes + j->have, p, length);
  j->have += length;
  if (j->have < j->want) return;
  if (little16(j->bytes + 2) == 4) att(time, handle, received, j->bytes + 4, j->want - 4);
  j->want = 0;
}

static void report(uint64_t time, const uint8_t *from, int rssi, const uint8_t *data, uint32_t n) {
  begin(time, "advertisement");
  PUT(",\"address\":\"");
  address(from);
  PUT("\",\"rssi\":");
  if (rssi < 0) { *at++ = '-'; rssi = -rssi; }
  decimal((uint64_t)rssi);
  for (uint32_t i = 0; i + 1 < n && data[i] > 0 && i + 1 + data[i] <= n; i += data[i] + 1u) {
    PUT(",\"");
    hex(data + i + 1, 1);
    PUT("\":\"");
    hex(data + i + 2, data[i] - 1u);
    *at++ = '"';
  }
  end();
}

static void event(uint64_t time, const uint8_t *p, uint32_t n) {
  if (n < 2) return;
  uint32_t length = p[1] > n - 2 ? n - 2 : p[1];
  const uint8_t *q = p + 2;
  if (p[0] == 0x3e && length >= 12 && q[0] == 0x02 && length >= 12u + q[10]) {
    report(time, q + 4, (int8_t)q[11 + q[10]], q + 11, q[10]);
  } else if (p[0] == 0x3e && length >= 26 && q[0] == 0x0d && length >= 26u + q[25]) {
    report(time, q + 5, (int8_t)q[15], q + 26, q[25]);
  } else {
    begin(time, "event");
    PUT(",\"code\":");
    decimal(p[0]);
    rest(q, length);
    end();
  }
}

static void command(uint64_t time, const uint8_t *p, uint32_t n) {
  if (n < 3) return;
  begin(time, "command");
  PUT(",\"opcode\":");
  decimal(little16(p));
  rest(p + 3, n - 3);
  end();
}

static size_t walk(const uint8_t *p, size_t n) {
  size_t offset = 0;
  while (n - offset >= 24) {
    const uint8_t *head = p + offset;
    uint32_t included = big32(head + 4);
    if (included > n - offset - 24) break;
    offset += 24 + included;
    frame++;
    if (included == 0) continue;
    const uint8_t *packet = head + 25;
    uint64_t time = big64(head + 16);
    if (head[24] == 1) command(time, packet, included - 1);
    else if (head[24] == 2) acl(time, big32(head + 8) & 1, packet, included - 1);
    else if (head[24] == 4) event(time, packet, included - 1);
  }
  return offset;
}

int main(int argc, char **argv) {
  int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  if (fd < 0 || read(fd, input, 16) != 16) { fprintf(stderr, "usage: walk FILE\n"); return 2; }
  size_t have = 0;
  ssize_t n;
  while ((n = read(fd, input + have, INPUT - have)) > 0) {
    have += (size_t)n;
    size_t used = walk(input, have);
    memmove(input, input + used, have -= used);
  }
  flush();
  return 0;
}
