// Measures the site in target/site. scripts/measure-site runs this with the path of Chromium and the version of huarong.
import { createServer } from 'node:http';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from '../target/playwright/node_modules/playwright-core/index.mjs';

const SITE = 'target/site';
const ROUNDS = 5;
const KINDS = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', json: 'application/json' };
const START = 'VBBV/VBBV/VHHV/VSSV/S..S';

// A host as most are: it compresses texts and modules, and keeps connections open.
const packed = new Map();
function answer(request, response) {
  const { pathname, search } = new URL(request.url, 'http://host');
  let file = join(SITE, pathname);
  if (existsSync(file) && statSync(file).isDirectory()) {
    if (!pathname.endsWith('/')) return response.writeHead(301, { location: `${pathname}/${search}` }).end();
    file = join(file, 'index.html');
  }
  if (!existsSync(file)) return response.writeHead(404).end();
  if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file), { level: 9 }));
  const kind = KINDS[file.split('.').pop()] ?? 'application/octet-stream';
  return response.writeHead(200, { 'content-type': kind, 'content-encoding': 'gzip' }).end(packed.get(file));
}
const host = createServer(answer);
await new Promise((ready) => { host.listen(0, '127.0.0.1', ready); });
const root = `http://127.0.0.1:${host.address().port}`;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });

/** The first visit of a page: milliseconds and bytes until its board is there. */
async function visit(path) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (!window.boardAt && document.querySelector('sliding-board [data-piece]')) window.boardAt = performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 });
  let bytes = 0;
  devtools.on('Network.loadingFinished', (event) => { bytes += event.encodedDataLength; });
  await page.goto(root + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.boardAt, null, { polling: 20 });
  const atBoard = bytes;
  const board = await page.evaluate(() => window.boardAt);
  await context.close();
  return { board, bytes: atBoard };
}

/** Milliseconds of answers in a worker: the first and the later ones. */
async function times(page, addresses) {
  return page.evaluate(async (addresses) => {
    const { ask } = (await import('/assets/app.js')).$asking;
    const took = [];
    for (const address of addresses) {
      const begin = performance.now();
      const { status } = await ask(address);
      if (status !== 200) throw new Error(`${address}: ${status}`);
      took.push(performance.now() - begin);
    }
    return took;
  }, addresses);
}

const visits = { '/': [], [`/position?p=${START}`]: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  for (const path of Object.keys(visits)) visits[path].push(await visit(path));
}
const page = await browser.newPage();
await page.goto(`${root}/openings`);
await page.waitForSelector('a.opening');
const positions = ['S..S', '.S.S', '..SS', 'SS..', 'S.S.', '.SS.'].map((end) => `/api/v1/position?p=VBBV/VBBV/VHHV/VSSV/${end}`);
const [first, ...later] = await times(page, [...positions, ...positions, ...positions]);
const searches = [];
for (const [id, name] of [['gnome-agatka', 'Agatka'], ['lumi-sliding-pipes', 'Sliding Pipes']]) {
  const address = `/api/v1/puzzle/position?id=${id}`;
  const [took] = await times(page, [address]);
  const reachable = await page.evaluate(async (address) => {
    const { ask } = (await import('/assets/app.js')).$asking;
    return JSON.parse((await ask(address)).text).reachable;
  }, address);
  searches.push({ name, took, reachable });
}
await browser.close();
host.close();

const modules = { 'module': /^huarong-.*wasm$/, 'module of designs': /^design-.*wasm$/ };
const tables = readdirSync(join(SITE, 'tables')).reduce((sum, name) => sum + statSync(join(SITE, 'tables', name)).size, 0);
const count = (number) => Math.round(number).toLocaleString('en');
const rows = Object.entries(visits).map(([path, measured]) =>
  `| \`${path}\` | ${count(median(measured.map(({ board }) => board)))} ms | ${count(Math.max(...measured.map(({ bytes }) => bytes)))} |`);
console.log(`# The site without a server

\`scripts/measure-site\` writes this page. It opens the site that \`make site\` writes in headless Chromium, from a host on
the same machine that compresses its files by gzip.

Machine: ${cpus()[0].model.trim()}, ${cpus().length} threads. huarong ${process.argv[3]}.

## First visit

The line has 1.6 Mbit/s and a latency of 150 ms. Times are medians of ${ROUNDS} visits with empty caches, until all pieces of the
board are on the page. Bytes are those that had arrived by then, compressed.

| page | board | bytes |
|---|--:|--:|
${rows.join('\n')}

## Files

| file | bytes | gzip | brotli |
|---|--:|--:|--:|
${Object.entries(modules).map(([name, pattern]) => {
    const wasm = readFileSync(join(SITE, readdirSync(SITE).find((file) => pattern.test(file))));
    return `| ${name} | ${count(wasm.length)} | ${count(gzipSync(wasm, { level: 9 }).length)} | ${count(brotliCompressSync(wasm).length)} |`;
  }).join('\n')}
| all tables, packed | ${count(tables)} | | |

## Answers in the tab

Without a limit on the line. The first answer loads the module and the tables of its piece set.

| answer | time |
|---|--:|
| first distances of a position | ${count(first)} ms |
| distances of a position, median of ${later.length} | ${median(later).toFixed(1)} ms |
${searches.map(({ name, took, reachable }) => `| search of ${count(reachable)} positions under three metrics (${name}) | ${count(took)} ms |`).join('\n')}`);
