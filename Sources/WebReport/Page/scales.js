// Times on the axis, and how they and numbers are written. Times are microseconds from the start.

const SECOND = 1e6;
const LONG = [30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 432000, 864000];

// A round distance of ticks, so that there are about so many.
export function tickStep(span, count) {
  const seconds = Math.max(span / SECOND / Math.max(1, count), 1e-6);
  if (seconds > 20) return (LONG.find(step => step >= seconds) || 864000 * Math.ceil(seconds / 864000)) * SECOND;
  const unit = 10 ** Math.floor(Math.log10(seconds));
  const factor = [1, 2, 5, 10].find(one => one * unit >= seconds * 0.999);
  return Math.round(factor * unit * SECOND) || 1;
}

export function ticks(from, to, count) {
  const step = tickStep(to - from, count), found = [];
  for (let at = Math.ceil(from / step) * step; at <= to && found.length < 200; at += step) found.push(at);
  return { step, at: found };
}

// With as many decimals as the distance of ticks needs.
export function timeText(time, step = SECOND / 1000) {
  const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / SECOND) - 1e-9)));
  const sign = time < 0 ? '-' : '';
  let seconds = Math.abs(time) / SECOND;
  if (step < 30 * SECOND || seconds < 60) return `${sign}${seconds.toFixed(decimals)} s`;
  seconds = Math.round(seconds);
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60, rest = seconds % 60;
  if (hours) return `${sign}${hours} h${minutes || rest ? ` ${minutes} min` : ''}${rest ? ` ${rest} s` : ''}`;
  return `${sign}${minutes} min${rest ? ` ${rest} s` : ''}`;
}

export function durationText(time) {
  const size = Math.abs(time), sign = time < 0 ? '-' : '';
  if (size < 1000) return `${sign}${Math.round(size)} \u00b5s`;
  if (size < SECOND) return `${sign}${three(size / 1000)} ms`;
  if (size < 120 * SECOND) return `${sign}${(size / SECOND).toFixed(size < 10 * SECOND ? 2 : 1)} s`;
  return timeText(time, 60 * SECOND);
}

// Three significant digits.
export function three(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toPrecision(3);
  if (size >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

export function sizeText(bytes) {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  return bytes < 1e6 ? `${three(bytes / 1000)} kB` : `${three(bytes / 1e6)} MB`;
}

export function countText(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

// The index of the first of sorted times that is not before one.
export function lowerBound(times, time, from = 0, to = times.length) {
  let low = from, high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle + 1; else high = middle;
  }
  return low;
}

// Gaps between sorted times that are long compared with all of it.
export function silences(times, from, to, most = 60) {
  const least = Math.max((to - from) * 0.025, 2 * SECOND), found = [];
  let last = from;
  for (let at = 0; at <= times.length; at++) {
    const time = at < times.length ? times[at] : to;
    if (time - last > least) found.push({ from: last, to: time });
    last = Math.max(last, time);
  }
  if (found.length > most) {
    found.sort((a, b) => (b.to - b.from) - (a.to - a.from));
    found.length = most;
    found.sort((a, b) => a.from - b.from);
  }
  // Something of it stays at both ends, so that what happened there has room.
  return found.map(gap => {
    const margin = Math.min((gap.to - gap.from) * 0.05, SECOND / 2);
    return { from: gap.from + margin, to: gap.to - margin };
  });
}

// A time axis on which some gaps take no more room than so much.
export class Axis {
  constructor(gaps = [], room = 0) {
    this.gaps = [];
    let saved = 0;
    for (const gap of gaps) {
      const cut = gap.to - gap.from - room;
      if (cut <= 0) continue;
      this.gaps.push({ from: gap.from, to: gap.to, place: gap.from - saved, room });
      saved += cut;
    }
    this.saved = saved;
  }

  place(time) {
    let low = 0, high = this.gaps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.gaps[middle].from <= time) low = middle + 1; else high = middle;
    }
    if (!low) return time;
    const gap = this.gaps[low - 1];
    if (time >= gap.to) return gap.place + gap.room + (time - gap.to);
    return gap.place + (time - gap.from) / (gap.to - gap.from) * gap.room;
  }

  time(place) {
    let low = 0, high = this.gaps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.gaps[middle].place <= place) low = middle + 1; else high = middle;
    }
    if (!low) return place;
    const gap = this.gaps[low - 1];
    if (place >= gap.place + gap.room) return gap.to + (place - gap.place - gap.room);
    return gap.from + (place - gap.place) / gap.room * (gap.to - gap.from);
  }
}

// From times to places in so many pixels, and back.
export function scaleOf(axis, from, to, width) {
  const start = axis.place(from), length = Math.max(axis.place(to) - start, 1e-3);
  const x = time => (axis.place(time) - start) / length * width;
  x.time = pixel => axis.time(start + pixel / width * length);
  x.width = width;
  x.from = from;
  x.to = to;
  return x;
}

// Seconds, cut as in all other outputs, and not rounded.
export function secondsText(time) { return (Math.trunc(time / 1000) / 1000).toFixed(3); }

// The time of day of a row, in the style that was asked for.
export function clockText(time, data) {
  if (data.times === 'relative') return secondsText(time);
  const micro = time + data.fraction;
  const second = Math.floor(micro / SECOND), rest = String(Math.floor((micro - second * SECOND) / 1000)).padStart(3, '0');
  const unix = data.origin + second;
  if (data.times === 'epoch') return `${unix}.${rest}`;
  const day = (((unix + data.offset) % 86400) + 86400) % 86400;
  const two = number => String(number).padStart(2, '0');
  return `${two(Math.floor(day / 3600))}:${two(Math.floor(day / 60) % 60)}:${two(day % 60)}.${rest}`;
}

// Calls it for each column of pixels that has any of the times.
export function eachColumn(times, x, step, act) {
  let start = lowerBound(times, x.time(0));
  for (let pixel = 0; pixel < x.width && start < times.length; pixel += step) {
    const end = lowerBound(times, x.time(pixel + step), start);
    if (end > start) act(pixel, start, end);
    start = end;
  }
}
