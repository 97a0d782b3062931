// Colours for canvases, from the style sheet: light or dark as the page is.

const NAMES = ['ink', 'soft', 'panel', 'grid', 'accent', 'fold', 'veil', 'error', 'warning', 'note', 'read', 'write', 'push', 'security', 'discovery', 'advert'];
const ENDS = ['open', 'host', 'peer', 'lost', 'other', 'unknown'];

export function readLook() {
  const style = getComputedStyle(document.documentElement), value = name => style.getPropertyValue(`--${name}`).trim();
  const look = Object.fromEntries(NAMES.map(name => [name, value(name)]));
  for (const end of ENDS) {
    look[`end-${end}`] = value(`end-${end}`);
    look[`on-${end}`] = value('on-end');
  }
  look.curves = [1, 2, 3].map(number => value(`curve-${number}`));
  look.bands = [1, 2, 3, 4, 5, 6].map(number => value(`band-${number}`));
  const family = getComputedStyle(document.body).fontFamily;
  look.font = `600 11px ${family}`;
  look.small = `11px ${family}`;
  return look;
}

// Sharp on screens with small pixels.
export function fit(canvas, width, height) {
  const ratio = Math.min(window.devicePixelRatio || 1, 3), context = canvas.getContext('2d');
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textAlign = 'left';
  return context;
}
