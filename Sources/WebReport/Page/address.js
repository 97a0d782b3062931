// What is looked at, as the part of the address after `#`: #t=681.7..703.7&c=2&at=514&problems&without=2.7

export function parseAddress(hash) {
  const place = {};
  const frame = /^#?f(\d+)$/.exec(hash);
  if (frame) return { at: Number(frame[1]) };
  const connection = /^#?c(\d+)$/.exec(hash);
  if (connection) return { connection: Number(connection[1]), opens: true };
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [key, value = ''] = part.split('=');
    if (key === 't') {
      const found = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(value);
      const from = found && Math.round(Number(found[1]) * 1e6), to = found && Math.round(Number(found[2]) * 1e6);
      if (found && Number.isFinite(from) && Number.isFinite(to) && from < to) Object.assign(place, { from, to });
    } else if (key === 'c' && /^\d+$/.test(value)) place.connection = Number(value);
    else if (part === 'problems') place.problems = true;
    else if (key === 'without' && /^(\d+(\.\d+)*)?$/.test(value)) place.hidden = value.split('.').filter(Boolean).map(Number);
    else if (key === 'at' && /^\d+$/.test(value)) place.at = Number(value);
    else if (key === 'q') {
      try {
        place.query = decodeURIComponent(value);
      } catch {
        place.query = '';
      }
    }
  }
  return place;
}

// So many decimals that a ten thousandth of the range is told.
export function formatAddress({ from, to, connection, at, query, problems, hidden }, isWhole) {
  const parts = [];
  if (!isWhole) {
    const decimals = Math.min(6, Math.max(1, Math.ceil(4 - Math.log10(Math.max(to - from, 1) / 1e6))));
    parts.push(`t=${trim(from / 1e6, decimals)}..${trim(to / 1e6, decimals)}`);
  }
  if (connection) parts.push(`c=${connection}`);
  if (at !== null && at !== undefined) parts.push(`at=${at}`);
  if (query) parts.push(`q=${encodeURIComponent(query)}`);
  if (problems) parts.push('problems');
  // The kinds of events that are not shown, where they are others than at first.
  if (hidden) parts.push(`without=${[...hidden].sort((a, b) => a - b).join('.')}`);
  return parts.length ? `#${parts.join('&')}` : '';
}

function trim(value, decimals) { return String(Number(value.toFixed(decimals))); }
