// The page around the game: what it kept, what comes in and goes out as files and links, and what the page tells.
'use strict';

const home = '/player', data = home + '/.local/share/graphprix', shipped = '/app';
const wanted = new URLSearchParams(location.search);
const part = name => document.getElementById(name);
const tell = text => { part('told').textContent = text; };
part('told').onclick = () => tell('');

// --- what is kept -----------------------------------------------------------------------------------------------

// The game's folder lies in memory and is brought to the browser's store after each change: closing a page gives no
// time for it. One bringing at a time; what was written meanwhile goes with the next.
let keeps = false, busy = false, again = false, refusal = null;
function keep() {
  if (!keeps || busy) {
    again = busy;
    return;
  }
  busy = true;
  FS.syncfs(false, brought);
}
function brought(error) {
  if (!busy) return;
  busy = false;
  Module.kept++;
  error = error || refusal;
  refusal = null;
  if (error) tell('What you play is not kept (' + (error.message || error) + '): fetch what you need as a file.');
  if (again) { again = false; keep(); }
}

// A full store refuses a file, or all of them at the end, and FS.syncfs hears of neither.
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...what) {
  const transaction = begin.apply(this, what);
  transaction.addEventListener('error', event => { refusal = event.target.error; });
  transaction.addEventListener('abort', () => brought(transaction.error || 'the store is full'));
  return transaction;
};
let waiting = false;
function changed(path) {
  if (!path.startsWith(home) || waiting) return;
  waiting = true;
  setTimeout(() => { waiting = false; keep(); });
}

// Two pages would write over each other, so only the first one keeps. (No locks: a plain address of the local network.)
function first_page() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise(resolve => navigator.locks.request('graphprix', {ifAvailable: true}, lock => {
    resolve(lock !== null);
    return lock && new Promise(() => {}); // until the page goes
  }).catch(() => resolve(true)));
}

async function load_kept() {
  FS.mkdirTree(home);
  FS.mount(IDBFS, {}, home);
  const first = await first_page();
  await new Promise(resolve => FS.syncfs(true, error => {
    keeps = first && !error;
    if (error) tell('This browser keeps nothing (' + (error.message || error) + '): fetch what you need as a file.');
    else if (!first) tell('Graph Prix is open in another tab. This one plays on a copy, which is not kept.');
    resolve();
  }));
  for (const event of ['onWriteToFile', 'onMovePath', 'onDeletePath', 'onMakeDirectory'])
    FS.trackingDelegate[event] = changed;
}

// --- what is shipped --------------------------------------------------------------------------------------------

// shipped.tar: names, sizes and bytes in blocks of 512.
async function load_shipped() {
  const answer = await fetch('shipped.tar');
  if (!answer.ok) throw new Error('shipped.tar: ' + answer.status);
  const bytes = new Uint8Array(await answer.arrayBuffer()), text = new TextDecoder();
  const field = (at, length) => text.decode(bytes.subarray(at, at + length)).split('\0')[0];
  for (let at = 0; at + 512 <= bytes.length && bytes[at];) {
    const prefix = field(at + 345, 155), size = parseInt(field(at + 124, 12), 8) || 0;
    const path = shipped + '/' + (prefix ? prefix + '/' : '') + field(at, 100);
    if (bytes[at + 156] === 53) // a folder
      FS.mkdirTree(path);
    else {
      FS.mkdirTree(path.replace(/\/[^/]*$/, ''));
      FS.writeFile(path, bytes.slice(at + 512, at + 512 + size));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  FS.mkdirTree('/etc/fonts');
  FS.writeFile('/etc/fonts/fonts.conf', '<fontconfig><dir>' + shipped + '/fonts</dir></fontconfig>');
}

// --- links ------------------------------------------------------------------------------------------------------

const LINK_MOST = 1 << 20; // bytes of a race in a link

async function through(stream, bytes) {
  const out = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
  let length = 0;
  for (let part; !(part = await out.read()).done; parts.push(part.value))
    if ((length += part.value.length) > LINK_MOST) throw new Error('it is too long');
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function race_link(path) {
  const packed = await through(new CompressionStream('deflate-raw'), FS.readFile(path));
  const letters = btoa(Array.from(packed, byte => String.fromCharCode(byte)).join(''));
  return location.href.split(/[#?]/)[0] + '#race=' + letters.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function linked_race(letters) {
  const packed = atob(letters.replace(/-/g, '+').replace(/_/g, '/'));
  const race = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(packed, c => c.charCodeAt(0)));
  let sum = 0;
  for (const byte of race) sum = (sum * 31 + byte) >>> 0;
  const path = data + '/saved/linked-' + sum.toString(16) + '.race';
  FS.mkdirTree(data + '/saved');
  // What was driven since the link was first opened stays.
  if (!FS.analyzePath(path).exists) FS.writeFile(path, race);
  return path;
}

function shipped_file(folder, name, endings) {
  if (!/^[\w-]+$/.test(name)) return null;
  for (const inner of ['.', ...FS.readdir(folder).filter(entry => entry[0] !== '.')])
    for (const ending of endings) {
      const path = folder + '/' + inner + '/' + name + ending;
      if (FS.analyzePath(path).exists) return path;
    }
  return null;
}

// The file that the address names; null if it names none.
async function linked_file() {
  const [, kind, name] = /^#(track|lesson|race)=(.*)$/.exec(location.hash) || [];
  if (!kind) return null;
  try {
    const path = kind === 'race' ? await linked_race(name)
      : kind === 'track' ? shipped_file(shipped + '/tracks', name, ['.svg', '.map'])
      : shipped_file(shipped + '/assets', name, ['.lesson']);
    if (!path) throw new Error('there is no ' + kind + ' of that name here');
    return path;
  } catch (error) {
    tell('The link cannot be opened: ' + (error.message || 'it is damaged') + '. Check that it was copied whole.');
    return null;
  }
}
addEventListener('hashchange', async () => {
  const path = await linked_file();
  if (path) Module.ccall('page_chose', null, ['string'], [path]);
});

// --- files in and out -------------------------------------------------------------------------------------------

async function bring(file) {
  const path = data + '/saved/' + file.name.replace(/[/\0]/g, '_').replace(/^\.+/, '');
  FS.mkdirTree(data + '/saved');
  FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
  Module.ccall('page_chose', null, ['string'], [path]);
}
part('chosen').onchange = event => {
  for (const file of event.target.files) bring(file);
  event.target.value = '';
};
addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', event => {
  event.preventDefault();
  for (const file of event.dataTransfer.files) bring(file);
});

function fetch_file(path) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([FS.readFile(path)]));
  link.download = path.replace(/.*\//, '');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function add_button(cell, text, pressed) {
  const button = cell.appendChild(document.createElement('button'));
  button.textContent = text;
  button.onclick = pressed;
}

function list_files() {
  part('files').textContent = '';
  for (const folder of ['races', 'saved', 'tracks', 'pictures']) {
    const place = data + '/' + folder;
    if (!FS.analyzePath(place).exists) continue;
    for (const name of FS.readdir(place).filter(entry => entry[0] !== '.').sort()) {
      const path = place + '/' + name, row = part('files').insertRow();
      row.insertCell().textContent = folder + '/' + name;
      const cell = row.insertCell();
      add_button(cell, 'Fetch', () => fetch_file(path));
      if (name.endsWith('.race'))
        add_button(cell, 'Link', async () => {
          const link = await race_link(path);
          prompt('A link to this race, ' + link.length + ' letters:', link);
        });
    }
  }
}
part('open-page').onclick = () => { list_files(); part('page').showModal(); };
part('close').onclick = () => { part('page').close(); part('canvas').focus(); };
part('bring').onclick = () => { part('page').close(); part('chosen').click(); };
part('full').onclick = () => { part('page').close(); document.documentElement.requestFullscreen(); };
// What is typed into the dialog is not the game's: SDL takes every key of the window.
for (const event of ['keydown', 'keyup', 'keypress'])
  addEventListener(event, e => { if (part('page').open) e.stopImmediatePropagation(); }, true);

// --- a finger that rests is the right button ---------------------------------------------------------------------

let rests = null;
const RESTS_AFTER = 600; // milliseconds
part('canvas').addEventListener('touchstart', event => {
  clearTimeout(rests);
  const {clientX, clientY} = event.touches[0];
  if (event.touches.length === 1)
    rests = setTimeout(() => {
      // Until then the finger is the left button, which is held.
      part('canvas').dispatchEvent(new TouchEvent('touchcancel', {changedTouches: event.changedTouches}));
      for (const kind of ['mousedown', 'mouseup'])
        part('canvas').dispatchEvent(new MouseEvent(kind, {clientX, clientY, button: 2, bubbles: true}));
    }, RESTS_AFTER);
});
for (const event of ['touchmove', 'touchend', 'touchcancel'])
  part('canvas').addEventListener(event, () => clearTimeout(rests));

// --- the program ------------------------------------------------------------------------------------------------

// A module in which a function returns sixteen bytes at once, which the program's do: older browsers know of none.
const can_run = WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123));

var Module = {
  kept: 0,
  canvas: part('canvas'),
  arguments: wanted.has('watch') ? ['--watch', '-'] : [],
  print: text => console.log(text),
  printErr: text => console.warn(text),
  choose: () => part('chosen').click(),
  onAbort: what => tell(!can_run ? 'This browser is too old for Graph Prix: it takes one of 2023 or later.'
    : 'Graph Prix has stopped (' + what + '). What you played is kept: load the page again.'),
  preRun: [() => {
    ENV.HOME = home;
    ENV.GRAPHPRIX_ASSETS = shipped;
    if (wanted.has('renderer')) ENV.GRAPHPRIX_RENDERER = wanted.get('renderer');
    addRunDependency('files');
    Promise.all([load_kept(), load_shipped()]).then(linked_file).then(path => {
      if (path) Module.arguments.push(path);
      if (/being fetched/.test(part('told').textContent)) tell('');
      removeRunDependency('files');
    }).catch(error => tell('Graph Prix cannot start: ' + error.message));
  }]
};

if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => {});
