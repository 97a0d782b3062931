// The yardstick: what a C program needs to write the lines of bleinspect for a capture of generate.c.
//
//   lines timeline|packets FILE
//
// It reads the capture in pieces, joins fragments, keeps what it needs of connections, attributes and names, decodes
// what the generator writes, and nothing else: no damage, no other packets, formats or options. The lines about
// discovery (one in 500) are left out of the timeline. `bench` says how many lines are the same bytes.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMAND = 1, ACL = 2, EVENT = 4 };
enum { OUTPUT = 1 << 18, LONGEST = 1 << 14, INPUT = 1 << 18, DEVICES = 1 << 16 };

// ---- output

static char out[OUTPUT + LONGEST], *at = out;

static void flush(void) {
  for (char *from = out; from < at;) {
    ssize_t written = write(1, from, (size_t)(at - from));
    if (written <= 0) exit(1);
    from += written;
  }
  at = out;
}

static void raw(const void *bytes, size_t count) { memcpy(at, bytes, count); at += count; }
#define PUT(literal) raw(literal, sizeof(literal) - 1)

static void end_line(void) {
  PUT("}\n");
  if (at > out + OUTPUT) flush();
}

static char pairs[200], hex_pairs[512];
static const char upper[] = "0123456789ABCDEF";

static void make_tables(void) {
  for (int i = 0; i < 100; i++) { pairs[2 * i] = (char)('0' + i / 10); pairs[2 * i + 1] = (char)('0' + i % 10); }
  for (int i = 0; i < 256; i++) {
    hex_pairs[2 * i] = "0123456789abcdef"[i >> 4];
    hex_pairs[2 * i + 1] = "0123456789abcdef"[i & 15];
  }
}

static void digits2(unsigned n) { raw(pairs + 2 * n, 2); }

static void number(uint64_t n) {
  char text[20];
  int i = 20;
  for (; n >= 100; n /= 100) memcpy(text + (i -= 2), pairs + 2 * (n % 100), 2);
  if (n >= 10) memcpy(text + (i -= 2), pairs + 2 * n, 2);
  else text[--i] = (char)('0' + n);
  raw(text + i, (size_t)(20 - i));
}

static void signed_number(int64_t n) {
  if (n < 0) *at++ = '-';
  number((uint64_t)(n < 0 ? -n : n));
}

// `n` divided by 10 to the power of `decimals`; without the zeros at its end, if `short_form`.
static void decimal(int64_t n, int decimals, int short_form) {
  static const int64_t powers[] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
    100000000000, 1000000000000, 10000000000000, 100000000000000};
  if (n < 0) { *at++ = '-'; n = -n; }
  number((uint64_t)(n / powers[decimals]));
  int64_t fraction = n % powers[decimals];
  if (short_form && fraction == 0) return;
  *at++ = '.';
  for (int i = decimals; i-- > 0 && !(short_form && fraction == 0);) {
    *at++ = (char)('0' + fraction / powers[i]);
    fraction %= powers[i];
  }
}

static void hex(const uint8_t *bytes, int count) {
  for (int i = 0; i < count; i++, at += 2) memcpy(at, hex_pairs + 2 * bytes[i], 2);
}

static void handle4(unsigned handle) {
  for (int shift = 12; shift >= 0; shift -= 4) *at++ = upper[handle >> shift & 15];
}

static void address_text(const uint8_t *address) {
  for (int i = 5; i >= 0; i--) {
    *at++ = upper[address[i] >> 4];
    *at++ = upper[address[i] & 15];
    if (i) *at++ = ':';
  }
}

// ---- bytes

static unsigned u16(const uint8_t *p) { return p[0] | (unsigned)p[1] << 8; }
static uint32_t big32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return __builtin_bswap32(v); }
static uint64_t big64(const uint8_t *p) { uint64_t v; memcpy(&v, p, 8); return __builtin_bswap64(v); }

// ---- time

static uint64_t frame, now, start;  // microseconds since 1970

static void time_text(void) {
  static uint64_t second = UINT64_MAX;
  static char text[24];
  uint64_t s = now / 1000000;
  unsigned f = (unsigned)(now % 1000000);
  if (s != second) {
    second = s;
    unsigned rest = (unsigned)(s % 86400);
    // The calendar, in years from March on.
    uint64_t days = s / 86400 + 719468, era = days / 146097, day = days % 146097;
    uint64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    uint64_t of_year = day - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    unsigned civil = (unsigned)(month < 10 ? month + 3 : month - 9);
    snprintf(text, sizeof text, "%04u-%02u-%02uT%02u:%02u:%02u.", (unsigned)(year + era * 400 + (civil <= 2)) % 10000,
             civil % 100, (unsigned)(of_year - (153 * month + 2) / 5 + 1) % 100, rest / 3600 % 100, rest / 60 % 60,
             rest % 60);
  }
  raw(text, 20);
  digits2(f / 10000); digits2(f / 100 % 100); digits2(f % 100);
  *at++ = 'Z';
}

static void head(void) {
  PUT("{\"frame\":");
  number(frame);
  PUT(",\"time\":\"");
  time_text();
  PUT("\",\"t\":");
  uint64_t t = now - start;
  unsigned f = (unsigned)(t % 1000000);
  number(t / 1000000);
  *at++ = '.';
  digits2(f / 10000); digits2(f / 100 % 100); digits2(f % 100);
}

// ---- devices

typedef struct {
  uint64_t address;
  uint64_t data[8];  // what it last advertised, by type
  char name[16];
  int length, is_complete;
} Device;
static Device devices[DEVICES];

static Device *device(const uint8_t *address) {
  uint64_t key = 0;
  memcpy(&key, address, 6);
  key |= 1ULL << 48;
  unsigned i = (unsigned)(key * 0x9e3779b97f4a7c15ULL >> 48);
  while (devices[i].address && devices[i].address != key) i = (i + 1) % DEVICES;
  devices[i].address = key;
  return &devices[i];
}

static void name(Device *d, const void *text, int length, int is_complete) {
  if ((d->is_complete && !is_complete) || length > (int)sizeof d->name) return;
  memcpy(d->name, text, (size_t)length);
  d->length = length;
  d->is_complete = is_complete;
}

static void who(const Device *d) {
  uint8_t address[6];
  memcpy(address, &d->address, 6);
  PUT(",\"address\":\"");
  address_text(address);
  PUT("\",\"address_type\":\"random\"");
  if (!d->length) return;
  PUT(",\"name\":\"");
  raw(d->name, (size_t)d->length);
  *at++ = '"';
}

// ---- names

typedef struct { unsigned number; const char *name; } Name;
static const Name names[] = {
  {0x1800, "Generic Access"}, {0x1801, "Generic Attribute"}, {0x180a, "Device Information"},
  {0x180d, "Heart Rate"}, {0x180f, "Battery"}, {0xfeaa, "Eddystone"},
  {0x2a00, "Device Name"}, {0x2a01, "Appearance"}, {0x2a05, "Service Changed"}, {0x2a19, "Battery Level"},
  {0x2a24, "Model Number String"}, {0x2a26, "Firmware Revision String"}, {0x2a29, "Manufacturer Name String"},
  {0x2a37, "Heart Rate Measurement"}, {0x2a38, "Body Sensor Location"},
  {0xaa01, "IR Temperature Data"}, {0xaa02, "IR Temperature Configuration"}, {0xaa81, "Movement Data"},
  {0xaa82, "Movement Configuration"}, {0xaa83, "Movement Period"}};

static const char *name_of(unsigned number) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].number == number) return names[i].name;
  return "";
}

static const char *company(unsigned code) {
  return code == 0x004c ? "Apple, Inc." : code == 0x0006 ? "Microsoft" : "Nordic Semiconductor ASA";
}

static void text(const char *t) { raw(t, strlen(t)); }

// ---- attributes

enum { OTHER, HEART_RATE, MOVEMENT, CONFIGURATION, LEVEL, DEVICE_NAME, TEMPERATURE_CONFIGURATION };

// The text that all lines about an attribute share is made when it is discovered.
typedef struct {
  int kind;
  char json[200]; int json_length;
  char uuid[40]; int uuid_length;
  char label[48]; int label_length;
} Attribute;

typedef struct {
  unsigned ordinal;
  Device *peer;
  Attribute *attributes[64];
  struct { uint8_t opcode; unsigned handle; uint64_t frame, time; uint8_t value[32]; int count; } request;
  struct { uint8_t bytes[70000]; int count, wanted; } joined[2];
  unsigned services[64]; int service_is_vendor[64];
  unsigned characteristic; int characteristic_is_vendor;
} Connection;
static Connection *connections[4096];
static unsigned ordinals;

static int uuid_text(char *into, unsigned uuid, int is_vendor) {
  return is_vendor ? sprintf(into, "F000%04X-0451-4000-B000-000000000000", uuid & 0xffff) : sprintf(into, "%04X", uuid & 0xffff);
}

static int kind_of(unsigned uuid) {
  switch (uuid) {
  case 0x2a37: return HEART_RATE;
  case 0xaa81: return MOVEMENT;
  case 0x2a19: return LEVEL;
  case 0x2a00: return DEVICE_NAME;
  case 0xaa02: return TEMPERATURE_CONFIGURATION;
  default: return OTHER;
  }
}

static void discovered(Connection *c, unsigned handle, unsigned uuid, int is_vendor) {
  if (handle >= 64) return;
  if (!c->attributes[handle]) c->attributes[handle] = calloc(1, sizeof(Attribute));
  Attribute *a = c->attributes[handle];
  char service[40], characteristic[40];
  unsigned s = handle;
  while (s && !c->services[s]) s--;
  uuid_text(service, c->services[s], c->service_is_vendor[s]);
  int is_configuration = uuid == 0x2902;
  if (!is_configuration) { c->characteristic = uuid; c->characteristic_is_vendor = is_vendor; }
  uuid_text(characteristic, c->characteristic, c->characteristic_is_vendor);
  a->kind = is_configuration ? CONFIGURATION : kind_of(uuid);
  a->uuid_length = uuid_text(a->uuid, uuid, is_vendor);
  a->label_length = snprintf(a->label, sizeof a->label, "%s%s", name_of(c->characteristic), is_configuration ? " CCCD" : "");
  a->json_length = snprintf(
    a->json, sizeof a->json, ",\"service\":\"%s\",\"characteristic\":\"%s\"%s,\"label\":\"%s\"", service, characteristic,
    is_configuration ? ",\"descriptor\":\"2902\"" : "",
    is_configuration ? "Client Characteristic Configuration" : name_of(uuid));
}

static Attribute *attribute(Connection *c, unsigned handle) { return handle < 64 ? c->attributes[handle] : NULL; }

// ---- values

static void heart_rate(const uint8_t *v, int count) {
  unsigned flags = v[0];
  int i = flags & 1 ? 3 : 2;
  unsigned rate = flags & 1 ? u16(v + 1) : v[1];
  PUT(",\"decoded\":{\"heart_rate_bpm\":");
  number(rate);
  PUT(",\"sensor_contact\":\"detected\"");
  unsigned energy = 0;
  if (flags & 8) {
    energy = u16(v + i);
    i += 2;
    PUT(",\"energy_expended_kj\":");
    number(energy);
  }
  if (flags & 16) {
    PUT(",\"rr_intervals_s\":[");
    for (int k = i; k + 2 <= count; k += 2) { if (k > i) *at++ = ','; decimal((int64_t)u16(v + k) * 9765625, 10, 1); }
    PUT("],\"rr_intervals_ms\":[");
    for (int k = i; k + 2 <= count; k += 2) { if (k > i) *at++ = ','; decimal((int64_t)u16(v + k) * 9765625, 7, 1); }
    *at++ = ']';
  }
  PUT("},\"text\":\"");
  number(rate);
  PUT(" bpm  contact");
  if (flags & 8) { PUT("  "); number(energy); PUT(" kJ"); }
  if (flags & 16) {
    PUT("  RR");
    for (int k = i; k + 2 <= count; k += 2) { *at++ = ' '; decimal(((int64_t)u16(v + k) * 1000 + 512) / 1024, 3, 0); }
  }
  *at++ = '"';
}

static int64_t rounded(int64_t n, int64_t by) { return n < 0 ? -((-n + by / 2) / by) : (n + by / 2) / by; }

// Gyroscope in units of 500/65536 degrees a second, accelerometer of 8/32768 g, magnetometer of 1 microtesla.
static void movement(const uint8_t *v) {
  int16_t raw_values[9];
  memcpy(raw_values, v, 18);
  PUT(",\"decoded\":{\"gyroscope_dps\":[");
  for (int i = 0; i < 3; i++) { if (i) *at++ = ','; decimal(raw_values[i] * 762939453125LL, 14, 1); }
  PUT("],\"accelerometer_g\":[");
  for (int i = 3; i < 6; i++) { if (i > 3) *at++ = ','; decimal(raw_values[i] * 244140625LL, 12, 1); }
  PUT("],\"magnetometer_ut\":[");
  for (int i = 6; i < 9; i++) { if (i > 6) *at++ = ','; signed_number(raw_values[i]); }
  PUT("],\"range_g\":8,\"range_source\":\"assumed\"},\"text\":\"");
  for (int i = 0; i < 3; i++) { if (i) *at++ = ' '; decimal(rounded(raw_values[i] * 5000LL, 65536), 1, 0); }
  PUT(" dps  ");
  for (int i = 3; i < 6; i++) { if (i > 3) *at++ = ' '; decimal(rounded(raw_values[i] * 800LL, 32768), 2, 0); }
  PUT(" g  ");
  for (int i = 6; i < 9; i++) { if (i > 6) *at++ = ' '; signed_number(raw_values[i]); }
  PUT(" uT  (range 8 g assumed)\"");
}

static void value(const Attribute *a, const uint8_t *v, int count) {
  PUT(",\"value\":\"");
  hex(v, count);
  *at++ = '"';
  if (!a || count < 1) return;
  switch (a->kind) {
  case HEART_RATE: heart_rate(v, count); break;
  case MOVEMENT: if (count == 18) movement(v); break;
  case LEVEL:
    PUT(",\"decoded\":{\"battery_level_percent\":"); number(v[0]);
    PUT("},\"text\":\""); number(v[0]); PUT(" %\"");
    break;
  case DEVICE_NAME:
    PUT(",\"decoded\":{\"device_name\":\""); raw(v, (size_t)count);
    PUT("\"},\"text\":\"\\\""); raw(v, (size_t)count); PUT("\\\"\"");
    break;
  case TEMPERATURE_CONFIGURATION:
    if (v[0] < 2) {
      text(v[0] ? ",\"decoded\":{\"enabled\":true},\"text\":\"on\"" : ",\"decoded\":{\"enabled\":false},\"text\":\"off\"");
      break;
    }
    PUT(",\"decoded\":{\"configuration_code\":"); number(v[0]);
    PUT("},\"text\":\"reserved ("); number(v[0]); PUT(")\",\"note\":\"reserved value\"");
    break;
  case CONFIGURATION:
    PUT(",\"decoded\":{\"notifications\":true,\"indications\":false},\"text\":\"notifications on\"");
  }
}

// ---- ATT in the timeline

static void event_head(Connection *c, const char *event, int is_received, unsigned handle) {
  head();
  PUT(",\"event\":\"");
  text(event);
  PUT("\",\"connection\":");
  number(c->ordinal);
  who(c->peer);
  if (is_received) PUT(",\"direction\":\"received\",\"from\":\"peripheral\",\"handle\":");
  else PUT(",\"direction\":\"sent\",\"from\":\"central\",\"handle\":");
  number(handle);
  const Attribute *a = attribute(c, handle);
  if (a) raw(a->json, (size_t)a->json_length);
}

static void answered(Connection *c) {
  PUT(",\"request_frame\":");
  number(c->request.frame);
  PUT(",\"response_ms\":");
  decimal((int64_t)(now - c->request.time), 3, 1);
}

static void list(Connection *c, const uint8_t *pdu, int count) {
  if (pdu[0] == 0x05) {  // Find Information Response
    discovered(c, u16(pdu + 2), u16(pdu + 4), 0);
    return;
  }
  int size = pdu[1];
  for (int i = 2; i + size <= count; i += size) {
    const uint8_t *entry = pdu + i;
    if (pdu[0] == 0x11) {
      unsigned first = u16(entry) & 63;
      c->service_is_vendor[first] = size == 20;
      c->services[first] = size == 20 ? u16(entry + 16) : u16(entry + 4);
    } else {
      discovered(c, u16(entry + 3), size == 21 ? u16(entry + 17) : u16(entry + 5), size == 21);
    }
  }
}

static void att_event(Connection *c, int is_received, const uint8_t *pdu, int count) {
  switch (pdu[0]) {
  case 0x01:
    if (pdu[1] != 0x0a) return;
    event_head(c, "att_error", 1, u16(pdu + 2));
    answered(c);
    PUT(",\"opcode\":10,\"error_code\":1,\"error\":\"Invalid Handle\",\"text\":\"Invalid Handle (01)\"");
    end_line();
    return;
  case 0x0b:
    if (attribute(c, c->request.handle) && attribute(c, c->request.handle)->kind == DEVICE_NAME)
      name(c->peer, pdu + 1, count - 1, 1);
    event_head(c, "read", 1, c->request.handle);
    answered(c);
    value(attribute(c, c->request.handle), pdu + 1, count - 1);
    break;
  case 0x13:
    event_head(c, "write", 0, c->request.handle);
    answered(c);
    value(attribute(c, c->request.handle), c->request.value, c->request.count);
    break;
  case 0x1b: case 0x52:
    event_head(c, pdu[0] == 0x1b ? "notification" : "write_command", is_received, u16(pdu + 1));
    value(attribute(c, u16(pdu + 1)), pdu + 3, count - 3);
    break;
  default: return;
  }
  end_line();
}

// ---- records as packets

static int packet_length;

static void packet_head(unsigned connection, int is_received, const char *type, int is_data) {
  head();
  if (connection) {
    PUT(",\"connection\":");
    number(connections[connection]->ordinal);
    PUT(",\"connection_handle\":");
    number(connection);
  }
  if (is_received) PUT(",\"direction\":\"received\"");
  else PUT(",\"direction\":\"sent\"");
  if (is_data) text(is_received ? ",\"from\":\"peripheral\"" : ",\"from\":\"central\"");
  PUT(",\"type\":\"");
  text(type);
  PUT("\",\"length\":");
  number((uint64_t)packet_length);
  PUT(",\"summary\":\"");
}

static const char *opcode_name(unsigned opcode) {
  switch (opcode) {
  case 0x01: return "Error Response";
  case 0x02: return "Exchange MTU Request";
  case 0x03: return "Exchange MTU Response";
  case 0x04: return "Find Information Request";
  case 0x05: return "Find Information Response";
  case 0x08: return "Read By Type Request";
  case 0x09: return "Read By Type Response";
  case 0x0a: return "Read Request";
  case 0x0b: return "Read Response";
  case 0x10: return "Read By Group Type Request";
  case 0x11: return "Read By Group Type Response";
  case 0x12: return "Write Request";
  case 0x13: return "Write Response";
  case 0x1b: return "Handle Value Notification";
  default: return "Write Command";
  }
}

static void att_packet(Connection *c, unsigned connection, int is_received, const uint8_t *pdu, int count) {
  unsigned opcode = pdu[0];
  int names_handle = opcode == 0x0a || opcode == 0x12 || opcode == 0x1b || opcode == 0x52;
  int answers = opcode == 0x0b || opcode == 0x13;
  unsigned handle = names_handle ? u16(pdu + 1) : answers ? c->request.handle : opcode == 1 ? u16(pdu + 2) : 0;
  const Attribute *a = attribute(c, handle);
  const uint8_t *v = pdu + (names_handle ? 3 : 1);
  int length = count - (names_handle ? 3 : 1);
  packet_head(connection, is_received, "acl", 1);
  PUT("ATT ");
  text(opcode_name(opcode));
  if (opcode == 1) {
    PUT(", ");
    text(opcode_name(pdu[1]));
    text(pdu[4] == 1 ? ": Invalid Handle (01), " : ": Attribute Not Found (0A), ");
    handle4(handle);
  } else if (handle) {
    PUT(", ");
    handle4(handle);
    if (a) { *at++ = ' '; raw(a->label, (size_t)a->label_length); }
    if (length > 0) { PUT(", "); number((uint64_t)length); text(length == 1 ? " byte" : " bytes"); }
  }
  PUT("\",\"att\":[{\"opcode\":");
  number(opcode);
  PUT(",\"name\":\"");
  text(opcode_name(opcode));
  *at++ = '"';
  if (handle) { PUT(",\"handle\":"); number(handle); }
  if (a && opcode != 1) { PUT(",\"uuid\":\""); raw(a->uuid, (size_t)a->uuid_length); *at++ = '"'; }
  PUT(",\"value\":\"");
  hex(v, length);
  if (opcode == 1) { PUT("\",\"error\":"); number(pdu[4]); PUT("}]"); }
  else PUT("\"}]");
  end_line();
}

// ---- packets

static int packets;

static void att(unsigned handle, int is_received, const uint8_t *pdu, int count) {
  Connection *c = connections[handle];
  if (!c || count < 1) return;
  unsigned opcode = pdu[0];
  if (!is_received && opcode != 0x52 && count >= 3) {
    c->request.opcode = (uint8_t)opcode;
    c->request.handle = u16(pdu + 1);
    c->request.frame = frame;
    c->request.time = now;
    c->request.count = opcode == 0x12 && count - 3 <= 32 ? count - 3 : 0;
    memcpy(c->request.value, pdu + 3, (size_t)c->request.count);
  }
  if (opcode == 0x05 || opcode == 0x09 || opcode == 0x11) list(c, pdu, count);
  if (packets) att_packet(c, handle, is_received, pdu, count);
  else att_event(c, is_received, pdu, count);
}

static void acl(int is_received, const uint8_t *p, int count) {
  unsigned handle = u16(p) & 0xfff;
  int is_first = (p[1] >> 4 & 3) != 1, length = count - 4;
  Connection *c = connections[handle];
  if (!c) return;
  const uint8_t *data = p + 4;
  int wanted = is_first ? (int)u16(data) + 4 : c->joined[is_received].wanted;
  if (is_first && length >= wanted) { att(handle, is_received, data + 4, wanted - 4); return; }
  if (is_first) { c->joined[is_received].count = 0; c->joined[is_received].wanted = wanted; }
  memcpy(c->joined[is_received].bytes + c->joined[is_received].count, data, (size_t)length);
  c->joined[is_received].count += length;
  if (c->joined[is_received].count >= wanted) {
    att(handle, is_received, c->joined[is_received].bytes + 4, wanted - 4);
  } else if (packets) {
    packet_head(handle, is_received, "acl", 1);
    text(is_first ? "ACL fragment, handle " : "ACL fragment, continued, handle ");
    handle4(handle);
    PUT(", ");
    number((uint64_t)length);
    PUT(" bytes\"");
    end_line();
  }
}

static void nearby(const uint8_t *v) {
  static const char *const activities[] = {
    "unknown", "reporting_disabled", "reserved", "idle_user", "reserved", "audio_playing_screen_off", "reserved",
    "active_user", "reserved", "screen_on_video", "watch_on_wrist_unlocked", "recent_user_interaction", "reserved",
    "driving", "phone_or_facetime_call", "reserved"};
  PUT(",\"continuity\":{\"continuity_messages\":[{\"continuity_message\":\"nearby_info\","
      "\"continuity_message_code\":16,\"nearby_status_flags\":");
  number(v[0] >> 4);
  text(v[0] & 0x10 ? ",\"primary_device\":true" : ",\"primary_device\":false");
  text(v[0] & 0x40 ? ",\"airdrop_receiving\":true" : ",\"airdrop_receiving\":false");
  PUT(",\"activity\":\"");
  text(activities[v[0] & 15]);
  PUT("\",\"activity_code\":");
  number(v[0] & 15);
  PUT(",\"nearby_data_flags\":");
  number(v[1]);
  text(v[1] & 4 ? ",\"wifi_on\":true" : ",\"wifi_on\":false");
  PUT(",\"authentication_tag\":\"");
  hex(v + 2, 3);
  PUT("\"}]}");
}

static void structures(const uint8_t *data, int count) {
  int first_company = 1, beacon = -1, phone = -1, telemetry = -1;
  // What several structures have is one list.
  for (int i = 0; i + 1 < count && data[i]; i += data[i] + 1) {
    const uint8_t *v = data + i + 2;
    int length = data[i] - 1;
    switch (data[i + 1]) {
    case 0x01: PUT("\"flags\":"); number(v[0]); break;
    case 0x03:
      PUT(",\"service_uuids\":[\""); handle4(u16(v)); PUT("\"]");
      break;
    case 0x08: PUT(",\"shortened_local_name\":\""); raw(v, (size_t)length); *at++ = '"'; break;
    case 0x09: PUT(",\"local_name\":\""); raw(v, (size_t)length); *at++ = '"'; break;
    case 0x0a: PUT(",\"tx_power_level_dbm\":"); signed_number((int8_t)v[0]); break;
    case 0xff:
      if (u16(v) == 0x4c && length == 25 && v[2] == 2 && v[3] == 0x15) beacon = i;
      if (u16(v) == 0x4c && length == 9 && v[2] == 0x10 && v[3] == 5) phone = i;
      if (!first_company) break;
      first_company = 0;
      PUT(",\"company\":[");
      for (int k = i, n = 0; k + 1 < count && data[k]; k += data[k] + 1)
        if (data[k + 1] == 0xff) { if (n++) *at++ = ','; *at++ = '"'; text(company(u16(data + k + 2))); *at++ = '"'; }
      PUT("],\"company_code\":[");
      for (int k = i, n = 0; k + 1 < count && data[k]; k += data[k] + 1)
        if (data[k + 1] == 0xff) { if (n++) *at++ = ','; number(u16(data + k + 2)); }
      PUT("],\"manufacturer_data\":[");
      for (int k = i, n = 0; k + 1 < count && data[k]; k += data[k] + 1)
        if (data[k + 1] == 0xff) { if (n++) *at++ = ','; *at++ = '"'; hex(data + k + 4, data[k] - 3); *at++ = '"'; }
      *at++ = ']';
    }
  }
  for (int i = 0; i + 1 < count && data[i]; i += data[i] + 1)
    if (data[i + 1] == 0x16) {
      PUT(",\"service_data_uuids\":[\""); handle4(u16(data + i + 2));
      PUT("\"],\"service_data\":[\""); hex(data + i + 4, data[i] - 3); PUT("\"]");
      if (data[i] == 17 && u16(data + i + 4) == 0x0020) telemetry = i;
    }
  if (phone >= 0) nearby(data + phone + 6);
  if (telemetry >= 0) {
    const uint8_t *v = data + telemetry + 6;
    PUT(",\"eddystone_tlm\":{\"tlm_version\":0,\"battery_mv\":"); number((unsigned)v[0] << 8 | v[1]);
    PUT(",\"temperature_celsius\":"); decimal((int16_t)(v[2] << 8 | v[3]) * 390625LL, 8, 1);
    PUT(",\"advertisements_sent\":"); number(big32(v + 4));
    PUT(",\"uptime_s\":"); decimal(big32(v + 8), 1, 1);
    *at++ = '}';
  }
  if (beacon >= 0) {
    const uint8_t *v = data + beacon + 6;
    PUT(",\"ibeacon\":{\"proximity_uuid\":\"");
    for (int k = 0; k < 16; k++) {
      *at++ = upper[v[k] >> 4];
      *at++ = upper[v[k] & 15];
      if (k == 3 || k == 5 || k == 7 || k == 9) *at++ = '-';
    }
    PUT("\",\"major\":"); number((unsigned)v[16] << 8 | v[17]);
    PUT(",\"minor\":"); number((unsigned)v[18] << 8 | v[19]);
    PUT(",\"measured_power_dbm\":"); signed_number((int8_t)v[20]);
    *at++ = '}';
  }
  PUT("},\"text\":\"");
  char *line = at;
  for (int i = 0; i + 1 < count && data[i]; i += data[i] + 1) {
    const uint8_t *v = data + i + 2;
    int length = data[i] - 1;
    if (data[i + 1] != 0x01 && at > line) PUT(", ");
    switch (data[i + 1]) {
    case 0x03: text(name_of(u16(v))); *at++ = ' '; handle4(u16(v)); break;
    case 0x08: case 0x09: PUT("\\\""); raw(v, (size_t)length); PUT("\\\""); break;
    case 0x0a: PUT("TX "); signed_number((int8_t)v[0]); PUT(" dBm"); break;
    case 0x16: text(name_of(u16(v))); *at++ = ' '; handle4(u16(v)); PUT(": ");
      if (i != telemetry) { hex(v + 2, length - 2); break; }
      PUT("Eddystone-TLM, tlm version 0, battery "); number((unsigned)v[4] << 8 | v[5]);
      PUT(" mV, temperature "); decimal((int16_t)(v[6] << 8 | v[7]) * 390625LL, 8, 1);
      PUT(" C, advertisements sent "); number(big32(v + 8));
      PUT(", uptime "); decimal(big32(v + 12), 1, 1); PUT(" s");
      break;
    case 0xff:
      text(company(u16(v)));
      PUT(": ");
      if (i == phone) { PUT("Apple Continuity, nearby info"); break; }
      if (i != beacon) { hex(v + 2, length - 2); break; }
      PUT("iBeacon, proximity uuid ");
      for (int k = 0; k < 16; k++) {
        *at++ = upper[v[4 + k] >> 4];
        *at++ = upper[v[4 + k] & 15];
        if (k == 3 || k == 5 || k == 7 || k == 9) *at++ = '-';
      }
      PUT(", major "); number((unsigned)v[20] << 8 | v[21]);
      PUT(", minor "); number((unsigned)v[22] << 8 | v[23]);
      PUT(", measured power "); signed_number((int8_t)v[24]); PUT(" dBm");
    }
  }
  *at++ = '"';
}

static const char *const types[] = {"ADV_IND", "ADV_DIRECT_IND", "ADV_SCAN_IND", "ADV_NONCONN_IND", "SCAN_RSP", "AUX_ADV_IND"};

static void advertisement(unsigned type, const uint8_t *address, int rssi, const uint8_t *data, int count) {
  if (packets) {
    packet_head(0, 1, "event", 0);
    text(type > 7 ? "LE Meta: LE Extended Advertising Report, " : "LE Meta: LE Advertising Report, ");
    text(types[type & 7]);
    *at++ = ' ';
    address_text(address);
    PUT(", ");
    signed_number(rssi);
    PUT(" dBm\"");
    end_line();
    return;
  }
  type &= 7;
  Device *d = device(address);
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (int i = 0; i < count; i++) hash = (hash ^ data[i]) * 0x100000001b3ULL;
  for (int i = 0; i + 1 < count && data[i]; i += data[i] + 1)
    if (data[i + 1] == 0x08 || data[i + 1] == 0x09) name(d, data + i + 2, data[i] - 1, data[i + 1] == 0x09);
  if (d->data[type] == hash) return;
  d->data[type] = hash;
  head();
  PUT(",\"event\":\"advertisement\"");
  who(d);
  PUT(",\"direction\":\"received\",\"rssi_dbm\":");
  signed_number(rssi);
  PUT(",\"advertising_type\":\"");
  text(types[type]);
  if (type == 0 || type == 5) PUT("\",\"connectable\":true,\"value\":\"");
  else PUT("\",\"connectable\":false,\"value\":\"");
  hex(data, count);
  PUT("\",\"decoded\":{");
  structures(data, count);
  end_line();
}

static const char *command_name(unsigned opcode) {
  return opcode == 0x1405 ? "Read RSSI" : opcode == 0x2018 ? "LE Rand" : opcode == 0x200c ? "LE Set Scan Enable" : "LE Create Connection";
}

static int scan_enabled = -1;

static void command(const uint8_t *p) {
  unsigned opcode = u16(p);
  if (opcode == 0x200c) scan_enabled = p[3];
  if (!packets) return;
  packet_head(opcode == 0x1405 ? u16(p + 3) : 0, 0, "command", 0);
  text(command_name(opcode));
  if (opcode == 0x1405) { PUT(": handle 0x"); handle4(u16(p + 3)); }
  if (opcode == 0x200c) text(p[3] ? ": on, filter off" : ": off, filter off");
  *at++ = '"';
  end_line();
}

static void event(const uint8_t *p) {
  const uint8_t *q = p + 2;
  if (p[0] == 0x3e && q[0] == 0x02) {
    advertisement(q[2], q + 4, (int8_t)q[11 + q[10]], q + 11, q[10]);
    return;
  }
  if (p[0] == 0x3e && q[0] == 0x0d) {
    advertisement(q[2] == 0x13 ? 8 : 13, q + 5, (int8_t)q[15], q + 26, q[25]);
    return;
  }
  if (p[0] == 0x3e && q[0] == 0x01) {
    unsigned handle = u16(q + 2) & 0xfff;
    if (!connections[handle]) connections[handle] = calloc(1, sizeof(Connection));
    Connection *c = connections[handle];
    c->ordinal = ++ordinals;
    c->peer = device(q + 6);
  }
  if (!packets) {
    // Only a change is an event.
    static int was = -1;
    if (p[0] != 0x0e || u16(q + 1) != 0x200c || scan_enabled == was) return;
    was = scan_enabled;
    head();
    if (was) PUT(",\"event\":\"scan\",\"enabled\":true,\"text\":\"on\"");
    else PUT(",\"event\":\"scan\",\"enabled\":false,\"text\":\"off\"");
    end_line();
    return;
  }
  if (p[0] == 0x13) {
    packet_head(u16(q + 1), 1, "event", 0);
    PUT("Number Of Completed Packets: handle 0x");
    handle4(u16(q + 1));
    PUT(", ");
    number(u16(q + 3));
    text(u16(q + 3) == 1 ? " packet\"" : " packets\"");
  } else if (p[0] == 0x0e) {
    unsigned opcode = u16(q + 1);
    packet_head(opcode == 0x1405 ? u16(q + 4) : 0, 1, "event", 0);
    PUT("Command Complete: ");
    text(command_name(opcode));
    PUT(", Success");
    if (opcode == 0x1405) {
      PUT(", handle 0x");
      handle4(u16(q + 4));
      PUT(", RSSI ");
      signed_number((int8_t)q[6]);
      PUT(" dBm");
    }
    *at++ = '"';
  } else {
    packet_head(0, 1, "event", 0);
    PUT("LE Meta: LE Connection Complete\"");
  }
  end_line();
}

int main(int argc, char **argv) {
  int file = argc == 3 ? open(argv[2], O_RDONLY) : -1;
  static uint8_t in[INPUT];
  if (file < 0 || read(file, in, 16) != 16) {
    fprintf(stderr, "usage: lines timeline|packets FILE\n");
    return 2;
  }
  packets = !strcmp(argv[1], "packets");
  make_tables();
  size_t held = 0;
  ssize_t more;
  while ((more = read(file, in + held, INPUT - held)) > 0) {
    held += (size_t)more;
    size_t done = 0;
    while (done + 24 <= held) {
      const uint8_t *record = in + done;
      size_t length = big32(record + 4);
      if (length > held - done - 24) break;
      done += 24 + length;
      frame++;
      now = big64(record + 16) - 0x00dcddb30f2f8000ULL;
      if (!start) start = now;
      packet_length = (int)length - 1;
      int is_received = record[11] & 1;
      switch (record[24]) {
      case ACL: acl(is_received, record + 25, packet_length); break;
      case EVENT: event(record + 25); break;
      case COMMAND: command(record + 25);
      }
    }
    memmove(in, in + done, held - done);
    held -= done;
  }
  flush();
  return 0;
}
