// How the columns of the data are packed: base64 of numbers in base 128.

export function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number() {
    let byte = this.bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let factor = 128; byte > 127; factor *= 128) {
      byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
    }
    return value;
  }

  // The sign is the lowest bit.
  signed() {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  double() {
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 8);
    this.at += 8;
    return view.getFloat64(0, true);
  }
}

// Fills an array; of differences where it says so.
export function unpack(base64, array, isOfDifferences = false) {
  const reader = new Reader(bytesOf(base64));
  let last = 0;
  for (let at = 0; at < array.length; at++) {
    if (isOfDifferences) {
      last += reader.signed();
      array[at] = last;
    } else array[at] = reader.number();
  }
  return array;
}

// Differences of integers, after so many decimals; a change of decimals has the lowest bit set, and 15 decimals
// mean that eight bytes of a number follow.
export function unpackNumbers(base64, count) {
  const reader = new Reader(bytesOf(base64));
  const values = new Float64Array(count);
  let decimals = 0, last = 0;
  for (let at = 0; at < count;) {
    const code = reader.number();
    if (code % 2 === 0) {
      const half = code / 2;
      last += half % 2 ? -(half + 1) / 2 : half / 2;
      values[at++] = last / 10 ** decimals;
    } else if (code === 31) values[at++] = reader.double();
    else {
      decimals = (code - 1) / 2;
      last = 0;
    }
  }
  return values;
}

export function hexOf(bytes, most = Infinity) {
  let text = '';
  for (let at = 0; at < Math.min(bytes.length, most); at++) text += bytes[at].toString(16).padStart(2, '0');
  return bytes.length > most ? `${text}..` : text;
}
