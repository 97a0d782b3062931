// Writes a btsnoop capture (H4) of any length, the same bytes for the same seed.
//
//   generate RECORDS FILE [SEED]
//
// Half of the records are advertising reports, legacy and extended; two fifths are ACL data of seven
// connections that live at the same time and number their attributes alike; the rest are commands and
// events. Connections end and come again, so that memory which grows with records would show.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND = 1, ACL = 2, EVENT = 4 };
enum { SENT = 0, RECEIVED = 1 };
enum { CONNECTIONS = 7, ADVERTISERS = 300, LIFE = 9000 };

static FILE *file;
static uint64_t left, state, clock_us = 0x00dcddb30f2f8000ULL + 1750000000000000ULL;

static uint32_t below(uint32_t n) {  // splitmix64
  uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
  return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

// ---- bytes

typedef struct { uint8_t bytes[600]; int count; } Bytes;

static void u8(Bytes *b, unsigned v) { b->bytes[b->count++] = (uint8_t)v; }
static void u16(Bytes *b, unsigned v) { u8(b, v); u8(b, v >> 8); }
static void raw(Bytes *b, const void *p, int n) { memcpy(b->bytes + b->count, p, n); b->count += n; }
static void noise(Bytes *b, int n) { while (n-- > 0) u8(b, below(256)); }
static void text(Bytes *b, const char *s) { raw(b, s, (int)strlen(s)); }

static void big(uint8_t *p, uint64_t v, int n) { while (n-- > 0) { p[n] = (uint8_t)v; v >>= 8; } }

static void record(int type, int direction, const Bytes *packet) {
  if (left == 0) return;
  left--;
  clock_us += 30 + below(1100);
  uint8_t head[25];
  uint32_t length = (uint32_t)packet->count + 1;
  big(head, length, 4);
  big(head + 4, length, 4);
  big(head + 8, (type == ACL ? 0 : 2) | (direction == RECEIVED), 4);
  big(head + 12, 0, 4);
  big(head + 16, clock_us, 8);
  head[24] = (uint8_t)type;
  fwrite(head, 1, sizeof head, file);
  fwrite(packet->bytes, 1, (size_t)packet->count, file);
}

static void event(int code, const Bytes *parameters) {
  Bytes b = {.count = 0};
  u8(&b, (unsigned)code);
  u8(&b, (unsigned)parameters->count);
  raw(&b, parameters->bytes, parameters->count);
  record(EVENT, RECEIVED, &b);
}

static void command(unsigned opcode, const Bytes *parameters) {
  Bytes b = {.count = 0};
  u16(&b, opcode);
  u8(&b, (unsigned)parameters->count);
  raw(&b, parameters->bytes, parameters->count);
  record(COMMAND, SENT, &b);
}

static void complete(unsigned opcode, const Bytes *returned) {
  Bytes b = {.count = 0};
  u8(&b, 1);
  u16(&b, opcode);
  raw(&b, returned->bytes, returned->count);
  event(0x0e, &b);
}

static void status(unsigned opcode) {
  Bytes b = {.count = 0};
  u8(&b, 0);
  u8(&b, 1);
  u16(&b, opcode);
  event(0x0f, &b);
}

// ---- what peers have

// Both number their attributes from 1, so that one handle means different things on two connections.
typedef struct { unsigned declaration, properties, uuid; int vendor, configured; } Characteristic;
typedef struct { unsigned first, last, uuid; int vendor; } Service;
typedef struct {
  const char *name;
  Service services[5];
  int serviceCount;
  Characteristic characteristics[9];
  int characteristicCount;
  unsigned notified, written, read;
} Model;

static const Model models[2] = {
  {"Pulse 7",
   {{1, 7, 0x1800, 0}, {8, 11, 0x1801, 0}, {12, 18, 0x180d, 0}, {19, 22, 0x180f, 0}, {23, 29, 0x180a, 0}},
   5,
   {{2, 0x02, 0x2a00, 0, 0}, {4, 0x02, 0x2a01, 0, 0}, {9, 0x20, 0x2a05, 0, 1}, {13, 0x10, 0x2a37, 0, 1},
    {16, 0x02, 0x2a38, 0, 0}, {20, 0x12, 0x2a19, 0, 1}, {24, 0x02, 0x2a29, 0, 0}, {26, 0x02, 0x2a24, 0, 0},
    {28, 0x02, 0x2a26, 0, 0}},
   9, 14, 15, 21},
  {"CC2650 SensorTag",
   {{1, 7, 0x1800, 0}, {8, 11, 0x1801, 0}, {12, 16, 0x180a, 0}, {33, 40, 0xaa00, 1}, {41, 48, 0xaa80, 1}},
   5,
   {{2, 0x02, 0x2a00, 0, 0}, {4, 0x02, 0x2a01, 0, 0}, {9, 0x20, 0x2a05, 0, 1}, {13, 0x02, 0x2a29, 0, 0},
    {34, 0x12, 0xaa01, 1, 1}, {37, 0x0a, 0xaa02, 1, 0}, {42, 0x12, 0xaa81, 1, 1}, {45, 0x0a, 0xaa82, 1, 0},
    {47, 0x0a, 0xaa83, 1, 0}},
   9, 43, 48, 38},
};

static void uuid(Bytes *b, unsigned number, int vendor) {
  static const uint8_t base[16] = {0, 0, 0, 0, 0, 0, 0, 0xb0, 0, 0x40, 0x51, 0x04, 0, 0, 0, 0xf0};
  if (!vendor) { u16(b, number); return; }
  int start = b->count;
  raw(b, base, 16);
  b->bytes[start + 12] = (uint8_t)number;
  b->bytes[start + 13] = (uint8_t)(number >> 8);
}

// ---- connections

typedef struct { unsigned handle; const Model *model; int longPackets, mtu, open, unacknowledged, age; uint8_t address[6]; } Connection;
static Connection connections[CONNECTIONS];

static void acknowledge(Connection *c) {
  if (c->unacknowledged == 0) return;
  Bytes b = {.count = 0};
  u8(&b, 1);
  u16(&b, c->handle);
  u16(&b, (unsigned)c->unacknowledged);
  c->unacknowledged = 0;
  event(0x13, &b);
}

// One ATT PDU in an L2CAP frame, in fragments where it is longer than a packet may be.
static void att(Connection *c, int direction, const Bytes *pdu) {
  Bytes frame = {.count = 0};
  u16(&frame, (unsigned)pdu->count);
  u16(&frame, 4);
  raw(&frame, pdu->bytes, pdu->count);
  int most = c->longPackets ? 251 : 27;
  for (int offset = 0; offset < frame.count; offset += most) {
    int size = frame.count - offset < most ? frame.count - offset : most;
    unsigned boundary = offset ? 1 : direction == RECEIVED ? 2 : 0;
    Bytes b = {.count = 0};
    u16(&b, c->handle | boundary << 12);
    u16(&b, (unsigned)size);
    raw(&b, frame.bytes + offset, size);
    record(ACL, direction, &b);
    if (direction == SENT && ++c->unacknowledged > 2) acknowledge(c);
  }
}

static void request(Connection *c, unsigned opcode, unsigned first, unsigned last, unsigned type) {
  Bytes b = {.count = 0};
  u8(&b, opcode);
  u16(&b, first);
  if (last) u16(&b, last);
  if (type) u16(&b, type);
  att(c, SENT, &b);
}

static void refuse(Connection *c, unsigned opcode, unsigned handle, unsigned error) {
  Bytes b = {.count = 0};
  u8(&b, 1);
  u8(&b, opcode);
  u16(&b, handle);
  u8(&b, error);
  att(c, RECEIVED, &b);
}

static void readText(Connection *c, unsigned handle, const char *value) {
  request(c, 0x0a, handle, 0, 0);
  Bytes b = {.count = 0};
  u8(&b, 0x0b);
  text(&b, value);
  att(c, RECEIVED, &b);
}

static void write16(Connection *c, unsigned handle, unsigned value) {
  Bytes b = {.count = 0};
  u8(&b, 0x12);
  u16(&b, handle);
  u16(&b, value);
  att(c, SENT, &b);
  Bytes answer = {.count = 0};
  u8(&answer, 0x13);
  att(c, RECEIVED, &answer);
}

static void discover(Connection *c) {
  const Model *m = c->model;
  Bytes b = {.count = 0};
  u8(&b, 2); u16(&b, 517); att(c, SENT, &b);
  b.count = 0; u8(&b, 3); u16(&b, (unsigned)c->mtu); att(c, RECEIVED, &b);
  for (int i = 0; i < m->serviceCount; i++) {
    const Service *s = &m->services[i];
    request(c, 0x10, s->first, 0xffff, 0x2800);
    b.count = 0;
    u8(&b, 0x11); u8(&b, s->vendor ? 20 : 6);
    u16(&b, s->first); u16(&b, s->last); uuid(&b, s->uuid, s->vendor);
    att(c, RECEIVED, &b);
  }
  request(c, 0x10, 49, 0xffff, 0x2800);
  refuse(c, 0x10, 49, 0x0a);
  for (int i = 0; i < m->characteristicCount; i++) {
    const Characteristic *h = &m->characteristics[i];
    request(c, 0x08, h->declaration, 0xffff, 0x2803);
    b.count = 0;
    u8(&b, 0x09); u8(&b, h->vendor ? 21 : 7);
    u16(&b, h->declaration); u8(&b, h->properties); u16(&b, h->declaration + 1);
    uuid(&b, h->uuid, h->vendor);
    att(c, RECEIVED, &b);
    if (!h->configured) continue;
    unsigned handle = h->declaration + 2;
    request(c, 0x04, handle, handle, 0);
    b.count = 0;
    u8(&b, 0x05); u8(&b, 1); u16(&b, handle); u16(&b, 0x2902);
    att(c, RECEIVED, &b);
  }
  readText(c, 3, m->name);
  write16(c, m->notified + 1, 1);
}

static void open(Connection *c) {
  Bytes b = {.count = 0};
  u16(&b, 0x60); u16(&b, 0x30); u8(&b, 0); u8(&b, 1); raw(&b, c->address, 6); u8(&b, 1);
  u16(&b, 24); u16(&b, 40); u16(&b, 0); u16(&b, 500); u16(&b, 0); u16(&b, 0);
  command(0x200d, &b);
  status(0x200d);
  b.count = 0;
  u8(&b, 0x01); u8(&b, 0); u16(&b, c->handle); u8(&b, 0); u8(&b, 1); raw(&b, c->address, 6);
  u16(&b, 36); u16(&b, 0); u16(&b, 500); u8(&b, 0);
  event(0x3e, &b);
  c->open = 1;
  c->age = 0;
  discover(c);
}

static void close(Connection *c) {
  Bytes b = {.count = 0};
  u16(&b, c->handle); u8(&b, 0x13);
  command(0x0406, &b);
  status(0x0406);
  acknowledge(c);
  b.count = 0;
  u8(&b, 0); u16(&b, c->handle); u8(&b, 0x16);
  event(0x05, &b);
  c->open = 0;
}

static void notify(Connection *c) {
  Bytes b = {.count = 0};
  u8(&b, 0x1b);
  u16(&b, c->model->notified);
  if (c->model == &models[0]) {
    int intervals = (int)below(4), wide = below(10) == 0, energy = below(8) == 0;
    u8(&b, (unsigned)((intervals ? 0x10 : 0) | (energy ? 8 : 0) | 6 | wide));
    if (wide) u16(&b, 55 + below(120)); else u8(&b, 55 + below(120));
    if (energy) u16(&b, below(2000));
    while (intervals-- > 0) u16(&b, 400 + below(900));
  } else {
    for (int i = 0; i < 9; i++) u16(&b, (unsigned)((int)below(8000) - 4000));
  }
  att(c, RECEIVED, &b);
}

// Values that no profile explains, some longer than a packet.
static void stream(Connection *c) {
  Bytes b = {.count = 0};
  u8(&b, 0x1b);
  u16(&b, 60);
  noise(&b, c->longPackets ? 160 : below(4) ? 20 : 60);
  att(c, RECEIVED, &b);
}

static void exchange(Connection *c) {
  Bytes b = {.count = 0};
  switch (below(6)) {
  case 0: case 1:
    request(c, 0x0a, c->model->read, 0, 0);
    u8(&b, 0x0b); u8(&b, below(101));
    att(c, RECEIVED, &b);
    break;
  case 2: readText(c, 3, c->model->name); break;
  case 3: write16(c, c->model->notified + 1, 1); break;
  case 4:
    u8(&b, 0x52); u16(&b, 60); noise(&b, 1 + (int)below(19));
    att(c, SENT, &b);
    break;
  default:
    request(c, 0x0a, 0x2222, 0, 0);
    refuse(c, 0x0a, 0x2222, 0x01);
  }
}

// ---- advertising

static uint8_t advertisers[ADVERTISERS][6];

static void structures(Bytes *d) {
  u8(d, 2); u8(d, 0x01); u8(d, below(2) ? 0x06 : 0x1a);
  switch (below(5)) {
  case 0:  // a beacon
    u8(d, 26); u8(d, 0xff); u16(d, 0x004c); u8(d, 2); u8(d, 0x15);
    for (int i = 0; i < 16; i++) u8(d, (unsigned)(i * 13));
    noise(d, 4); u8(d, 0xc5);
    break;
  case 1:  // what a phone sends, in most places most of all
    u8(d, 10); u8(d, 0xff); u16(d, 0x004c); u8(d, 0x10); u8(d, 5); noise(d, 5);
    break;
  case 2:
    u8(d, 3); u8(d, 0x03); u16(d, 0x180d);
    u8(d, 8); u8(d, 0x09); text(d, "Pulse 7");
    u8(d, 2); u8(d, 0x0a); u8(d, 4);
    break;
  case 3:
    u8(d, 3); u8(d, 0x03); u16(d, 0xfeaa);
    u8(d, 17); u8(d, 0x16); u16(d, 0xfeaa); u16(d, 0x0020);
    u8(d, 11); noise(d, 1); u8(d, 15 + below(20)); noise(d, 9);
    break;
  default:
    u8(d, 5); u8(d, 0x08); text(d, "Lamp");
    u8(d, 9); u8(d, 0xff); u16(d, 0x0059); noise(d, 6);
  }
}

static void advertise(void) {
  const uint8_t *address = advertisers[below(ADVERTISERS)];
  Bytes data = {.count = 0}, b = {.count = 0};
  structures(&data);
  unsigned rssi = (unsigned)(-40 - (int)below(55)) & 0xff;
  if (below(2)) {
    static const uint8_t types[] = {0, 0, 0, 2, 3, 4};
    u8(&b, 0x02); u8(&b, 1); u8(&b, types[below(6)]); u8(&b, 1); raw(&b, address, 6);
    u8(&b, (unsigned)data.count); raw(&b, data.bytes, data.count); u8(&b, rssi);
  } else {
    int legacy = below(10) < 7;
    if (!legacy) {  // more than a legacy PDU can hold
      int more = 40 + (int)below(60);
      u8(&data, (unsigned)more + 3); u8(&data, 0xff); u16(&data, 0x0059); noise(&data, more);
    }
    u8(&b, 0x0d); u8(&b, 1); u16(&b, legacy ? 0x13 : 0x01); u8(&b, 1); raw(&b, address, 6);
    u8(&b, 1); u8(&b, legacy ? 0 : 2); u8(&b, legacy ? 0xff : below(16)); u8(&b, 0x7f); u8(&b, rssi);
    u16(&b, 0); u8(&b, 0); for (int i = 0; i < 6; i++) u8(&b, 0);
    u8(&b, (unsigned)data.count); raw(&b, data.bytes, data.count);
  }
  event(0x3e, &b);
}

static void housekeeping(void) {
  Bytes b = {.count = 0};
  Connection *c = &connections[below(CONNECTIONS)];
  switch (below(3)) {
  case 0:
    if (!c->open) return;
    u16(&b, c->handle);
    command(0x1405, &b);
    b.count = 0; u8(&b, 0); u16(&b, c->handle); u8(&b, (unsigned)(-40 - (int)below(50)) & 0xff);
    complete(0x1405, &b);
    break;
  case 1:
    command(0x2018, &b);
    u8(&b, 0); noise(&b, 8);
    complete(0x2018, &b);
    break;
  default:
    u8(&b, below(2)); u8(&b, 0);
    command(0x200c, &b);
    b.count = 0; u8(&b, 0);
    complete(0x200c, &b);
  }
}

int main(int argc, char **argv) {
  if (argc < 3 || (left = strtoull(argv[1], NULL, 10)) == 0) {
    fprintf(stderr, "usage: generate RECORDS FILE [SEED]\n");
    return 2;
  }
  file = fopen(argv[2], "wb");
  if (!file) { perror(argv[2]); return 1; }
  setvbuf(file, NULL, _IOFBF, 1 << 20);
  state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
  uint8_t head[16] = "btsnoop";
  big(head + 8, 1, 4);
  big(head + 12, 1002, 4);
  fwrite(head, 1, sizeof head, file);

  for (int i = 0; i < ADVERTISERS; i++)
    for (int k = 0; k < 6; k++) advertisers[i][k] = (uint8_t)below(256);
  for (int i = 0; i < CONNECTIONS; i++) {
    Connection *c = &connections[i];
    c->handle = 0x40 + (unsigned)i;
    c->model = &models[i % 2];
    c->longPackets = i >= 4;
    c->mtu = i >= 4 ? 185 : 23;
    for (int k = 0; k < 6; k++) c->address[k] = (uint8_t)below(256);
    c->address[5] |= 0xc0;
  }
  while (left > 0) {
    uint32_t turn = below(1000);
    if (turn < 560) { advertise(); continue; }
    if (turn >= 930) { housekeeping(); continue; }
    Connection *c = &connections[below(CONNECTIONS)];
    if (!c->open) { open(c); continue; }
    if (++c->age > LIFE && below(500) == 0) { close(c); continue; }
    uint32_t what = below(100);
    if (what < 60) notify(c); else if (what < 88) stream(c); else exchange(c);
  }
  return fclose(file) == 0 ? 0 : 1;
}
