// The numbers of a lane as text for a spreadsheet: what is in view, a row a value.

import { lowerBound } from './scales.js';

// What a spreadsheet would take for a formula stays text.
export function csvCell(value) {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(lane, data, from, to) {
  const title = lane.unit ? `${lane.name}, ${lane.unit}` : lane.name, lines = [];
  if (lane.kind === 'signal') {
    lines.push(['time_s', title]);
    for (let at = lowerBound(lane.times, from); at < lane.times.length && lane.times[at] <= to; at++) lines.push([lane.times[at] / 1e6, lane.values[at]]);
  } else {
    const isMany = lane.series.length > 1, rows = [];
    for (const { series } of lane.series) {
      for (let at = lowerBound(series.times, from); at < series.times.length && series.times[at] <= to; at++) {
        const row = series.rows[at], value = series.values[at];
        rows.push([series.times[at] / 1e6, data.frame[row], `C${data.connection[row]}`, ...(isMany ? [series.name] : []), series.words ? series.words[value] : value]);
      }
    }
    // Of one row, in the order of the series.
    rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    lines.push(['time_s', 'frame', 'connection', ...(isMany ? ['part'] : []), title], ...rows);
  }
  return `${lines.map(line => line.map(csvCell).join(',')).join('\n')}\n`;
}
