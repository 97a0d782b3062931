// Elements. Texts become nodes as texts, never as markup.

export function $(id) { return document.getElementById(id); }

export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'class') element.className = value;
    else if (key === 'data') Object.assign(element.dataset, value);
    else if (key.includes('-') || key === 'role') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

let pictures = null;

// An element of a picture, in the namespace that a parser gives one.
export function draw(name, attributes = {}, ...children) {
  pictures ||= new DOMParser().parseFromString('<svg>', 'text/html').body.firstChild.namespaceURI;
  const element = document.createElementNS(pictures, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function button(text, title, act) {
  const made = make('button', { type: 'button', title }, text);
  made.addEventListener('click', act);
  return made;
}

// Calls it before the next frame, once however often it is asked for.
const asked = new Map();

export function soon(name, act) {
  if (asked.has(name)) return;
  asked.set(name, requestAnimationFrame(() => {
    asked.delete(name);
    performance.mark(`${name}-begins`);
    act();
    performance.measure(`page:${name}`, `${name}-begins`);
  }));
}

// A button that copies what it is asked for, and says so.
export function copyButton(label, title, text) {
  const made = button(label, title, () => {
    const whole = text(), lines = whole.trimEnd().split('\n').length;
    const area = make('textarea', { value: whole, class: 'away' });
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    made.focus({ preventScroll: true });
    made.textContent = isDone ? 'Copied' : 'Not copied';
    $('say').textContent = isDone ? `Copied ${lines.toLocaleString('en')} line${lines === 1 ? '' : 's'}` : 'The browser does not copy';
    setTimeout(() => { made.textContent = label; }, 1500);
  });
  return made;
}
