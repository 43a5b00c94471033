import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, type Operation } from '@galley/contract';
import { newId } from '@galley/kernel';
import { writeFiles, type Client, type TestServer } from './fixtures.ts';
import { LoopWatch } from './loop-watch.fixtures.ts';
import { author, draftOf, examples } from './operation-examples.ts';
import { themeFiles } from './theme-files.fixtures.ts';
import {
  addressOf,
  beginSession,
  bodySchemaOf,
  describedOf,
  resolved,
  startExampleServer,
} from './operations/fixtures.ts';

/** Maximum CPU time of one event loop turn, in milliseconds. */
const longestAllowed = 200;

/** The same work takes up to a quarter longer when garbage collection runs. */
const precision = 1.25;

/** CPU time of `referenceWork`, in milliseconds, on an idle machine of the kind that the limit is meant for. */
const referenceMs = 85;

const api = '/__admin/api';
const smallCap = 64 * 1024;
const path = draftOf(author);
const diff = JSON.stringify({ path, right: 'current' });

let server: TestServer;
let olga: Client;
let watch: LoopWatch;

beforeAll(async () => {
  server = await startExampleServer();
  olga = await beginSession(server, author);
  watch = new LoopWatch();
});

afterAll(async () => {
  watch[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

/** Skips the checks of `Client`, which inspect every answer in this thread. */
async function send(address: string, body?: string | FormData): Promise<number> {
  const headers = {
    cookie: olga.cookie!,
    'x-csrf-token': olga.csrfToken!,
    'idempotency-key': newId(),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const answer = await fetch(server.url + address, { redirect: 'manual', ...init });
  await answer.bytes();
  return answer.status;
}

/** How much slower than the reference this machine currently is: other processes share its cores and caches. */
function slowness(): number {
  const began = process.threadCpuUsage();
  referenceWork();
  const { user, system } = process.threadCpuUsage(began);
  return Math.max(1, (user + system) / 1_000 / referenceMs);
}

function referenceWork(): number {
  const seen = new Map<string, string>();
  for (let index = 0; index < 120_000; index += 1)
    seen.set(`key ${index}`, JSON.stringify({ index, text: 'word '.repeat(4) }));
  return seen.size;
}

class Slow {
  readonly found: string[] = [];

  /** Repeats work that took too long: garbage collection and other processes slow a turn at random. */
  async try(name: string, work: (attempt: number) => Promise<number>): Promise<number> {
    let status = 0;
    const times: string[] = [];
    while (times.length < 3) {
      const attempt = times.length;
      const milliseconds = await watch.longestTurn(async () => (status = await work(attempt)));
      const allowed = longestAllowed * precision;
      if (milliseconds <= allowed || milliseconds <= allowed * slowness()) return status;
      times.push(`${Math.round(milliseconds)} ms`);
    }
    this.found.push(`${name}: ${times.join(', ')}`);
    return status;
  }
}

const fill = (pattern: string, length: number) =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

/** Half of it is hard for patterns of names, and half for those that trim or find brackets. */
const hostile = (length: number) =>
  fill('a-', Math.ceil(length / 2)) + fill(' [', Math.floor(length / 2));

function* largestBodies(operation: Operation): Generator<string> {
  const example = examples[operation.id]?.body ?? {};
  const properties = Object.entries(bodySchemaOf(operation).properties ?? {});
  for (const [field, schema] of properties) {
    const rest = JSON.stringify({ ...example, [field]: '' }).length;
    yield JSON.stringify({ ...example, [field]: hostile(smallCap - rest) });
    if (resolved(schema).type === 'string') continue;
    yield JSON.stringify({ ...example, [field]: 0 }).replace(
      `"${field}":0`,
      `"${field}":${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    );
  }
}

function largestForm(operation: Operation): FormData {
  const data = new FormData();
  for (const field of Object.keys(bodySchemaOf(operation).properties ?? {}))
    data.set(field, hostile(smallCap));
  data.set('file', new Blob(['a']), hostile(10_000));
  return data;
}

function* largestQueries(operation: Operation): Generator<string> {
  const example = examples[operation.id]?.query ?? {};
  const known = describedOf(operation).parameters?.filter((one) => one.in === 'query') ?? [];
  for (const { name, schema } of known) {
    if (schema.type !== 'string' || schema.enum) continue;
    yield addressOf(operation, { ...example, [name]: hostile(3_000) });
  }
}

test('no operation blocks the event loop with its largest input', async () => {
  const slow = new Slow();
  // A login hashes in a thread, and is throttled after a few attempts.
  for (const operation of operations) {
    const { id, body, multipart, query } = operation;
    if (query) {
      for (const address of largestQueries(operation)) await slow.try(id, () => send(address));
    }
    if (!body) continue;
    for (const sent of multipart ? [largestForm(operation)] : largestBodies(operation)) {
      await slow.try(id, () => send(addressOf(operation), sent));
    }
  }
  expect(slow.found).toEqual([]);
}, 120_000);

const kib = 1024;
const mib = kib * kib;
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

const frontmatters: Readonly<Record<string, readonly [yaml: string, isAllowed: boolean]>> = {
  '50,000 keys': [lines(50_000, (index) => `k${index}: 1\n`), false],
  '200,000 keys': [lines(200_000, (index) => `k${index}: 1\n`), false],
  '100,000 brackets': [`a: ${'['.repeat(100_000)}\n`, false],
  '200,000 comments': ['# c\n'.repeat(200_000), false],
  'a list of 100,000': [`a:\n${'- b\n'.repeat(100_000)}`, false],
  'a bomb of aliases': [`a: &a [${fill('x,', 20_000)}x]\nb: [${'*a,'.repeat(900)}*a]\n`, false],
  'a bomb of merges': [`a: &a {b: 1}\nc: {${'<<: *a,'.repeat(30_000)}}\n`, false],
  'keys as many as allowed': [lines(980, (index) => `k${index}: ${'word '.repeat(50)}\n`), true],
  'a list as long as allowed': [`a:\n${lines(2_400, (index) => `- item ${index}\n`)}`, true],
  'a list in brackets': [`a: [${lines(4_900, (index) => `v${index},`)}v]\n`, true],
  'comments as many as allowed': [`a: 1\n${'# c\n'.repeat(4_900)}`, true],
  'one long value': [`a: "${fill('\\n', 250 * kib)}"\n`, true],
  'a long block': [`a: |\n${fill(' b\n', 250 * kib)}\n`, true],
};

test('a second save, and reading', async () => {
  const slow = new Slow();
  const content = `---\ntitle: Ink\n${frontmatters['keys as many as allowed']![0]}---\nText.\n`;
  for (const text of [content, `${content}More.\n`]) {
    const body = JSON.stringify({ path, content: text });
    expect(await slow.try('save', () => send(`${api}/documents/save`, body))).toBe(200);
  }
  expect(await slow.try('read', () => send(`${api}/document?path=${path}`))).toBe(200);
  expect(slow.found).toEqual([]);
});

/** Each takes a Markdown parser between 200 ms and a second. */
const bodies: Readonly<Record<string, string>> = {
  brackets: '['.repeat(30_000),
  quotes: '> '.repeat(5_000),
  asterisks: '*a _b **c '.repeat(5_000),
  lists: '- * '.repeat(2_500),
  tables: `|a|\n|-|\n${'|b|\n'.repeat(50_000)}`,
  html: '<a href="'.repeat(20_000),
  footnotes: lines(6_000, (index) => `[^${index}] \n\n[^${index}]: a\n\n`),
  links: lines(10_000, (index) => `[a](posts/${index}.md) `),
  pictures: lines(15_000, (index) => `![a](/media/${index}.png) `),
  headings: '# a\n'.repeat(30_000),
  'the largest text': fill('word and word. ', 7 * kib * kib),
};

test.each(Object.entries(frontmatters))(
  '%s in frontmatter',
  async (name, [yaml, isAllowed]) => {
    const slow = new Slow();
    const content = `---\ntitle: Ink\n${yaml}---\nText.\n`;
    const allowed = isAllowed ? 200 : 422;
    const save = (text: string) =>
      send(`${api}/documents/save`, JSON.stringify({ path, content: text }));
    const preview = JSON.stringify({ path, content });
    const changed = (attempt: number) => save(content.replace('Text.', `Text ${attempt}.`));
    expect(await slow.try(`save ${name}`, changed)).toBe(allowed);
    expect(await slow.try(`preview ${name}`, () => send(`${api}/documents/preview`, preview))).toBe(
      200,
    );
    await slow.try(`working copy ${name}`, () =>
      send(
        `${api}/documents/working-copy`,
        JSON.stringify({ path, content, base_revision: 'none' }),
      ),
    );
    expect(slow.found).toEqual([]);
  },
  60_000,
);

test.each(Object.entries(bodies))(
  'a body of %s',
  async (name, body) => {
    const slow = new Slow();
    const content = `---\ntitle: Ink\n---\n${body}\n`;
    expect(
      await slow.try(`save ${name}`, (attempt) => {
        const changed = content + '\n'.repeat(attempt);
        return send(`${api}/documents/save`, JSON.stringify({ path, content: changed }));
      }),
    ).toBe(200);
    await slow.try(`preview ${name}`, () =>
      send(`${api}/documents/preview`, JSON.stringify({ path, content })),
    );
    expect(slow.found).toEqual([]);
  },
  90_000,
);

function largestJson([open, close]: string, part: (index: number) => string): string {
  const parts = lines(660_000, (index) => `${part(index)},`).slice(0, 7.5 * mib);
  return open + parts.slice(0, parts.lastIndexOf(',')) + close;
}

const jsonBodies: Readonly<Record<string, () => string>> = {
  members: () => largestJson('{}', (index) => `"k${index}":1`),
  objects: () => largestJson('[]', (index) => `{"a${index}":1}`),
  strings: () => largestJson('[]', (index) => `"\\"s${index}"`),
  nesting: () => '['.repeat(3 * mib) + ']'.repeat(3 * mib),
};

test.each(Object.entries(jsonBodies))('a JSON body of %s', async (name, body) => {
  const slow = new Slow();
  const text = body();
  expect(await slow.try(name, () => send(`${api}/documents/save`, text))).toBe(413);
  expect(slow.found).toEqual([]);
});

test('a JSON body with the maximum number of unknown members', async () => {
  const slow = new Slow();
  const body = `{${lines(49_000, (index) => `"k${index}":1,`)}"k":1}`;
  expect(await slow.try('members', () => send(`${api}/documents/save`, body))).toBe(400);
  expect(slow.found).toEqual([]);
});

const compared: Readonly<Record<string, (word: string) => string>> = {
  lines: (word) => lines(1_990, (index) => `${index % 7} ${fill(`${word} ${index % 3} `, 500)}\n`),
  'a long line': (word) => fill(`${word} `, 1_000 * kib),
};
const comparedFrontmatter: typeof compared = {
  keys: (word) => lines(980, (index) => `${word}${index}: ${'word '.repeat(50)}\n`),
  'a list': (word) => `a:\n${lines(1_900, (index) => `- ${word} ${index}\n`)}`,
};

test('comparison of the largest texts', async () => {
  const slow = new Slow();
  const compare = async (name: string, textWith: (word: string) => string) => {
    for (const word of ['black', 'blue']) {
      const sent = JSON.stringify({ path, content: textWith(word) });
      expect(await send(`${api}/documents/save`, sent)).toBe(200);
    }
    expect(await slow.try(name, () => send(`${api}/documents/diff`, diff))).toBe(200);
  };
  for (const [name, body] of Object.entries(compared))
    await compare(name, (word) => `---\ntitle: Ink\n---\n${body(word)}`);
  for (const [name, yaml] of Object.entries(comparedFrontmatter))
    await compare(name, (word) => `---\ntitle: Ink\n${yaml(word)}---\nText.\n`);
  expect(slow.found).toEqual([]);
}, 60_000);

test('pages, feeds, lists and search of hostile texts', async () => {
  const slow = new Slow();
  const tags = `tags: [${lines(2_000, (index) => `t${index},`)}t]\n`;
  const long = ['lists', 'links'].map((name) => [name, bodies[name]!]);
  const short = Array.from({ length: 20 }, (_, at) => [`short-${at}`, fill('- * ', 2_000)]);
  const texts = Object.fromEntries([...long, ...short]) as Record<string, string>;
  const names = Object.keys(texts);
  await slow.try('the watcher', async () => {
    for (const [at, body] of Object.values(texts).entries()) {
      const content = `---\ntitle: Ink\n${at < 2 ? tags : 'tags: [t1]\n'}---\n${body}\n`;
      await server.write(`content/posts/${names[at]}.md`, content);
    }
    for (const name of names) {
      await expect.poll(() => send(`/posts/${name}/`), { timeout: 30_000 }).toBe(200);
    }
    return 200;
  });
  const addresses = ['/', '/posts/', '/tags/', '/tags/t1/', '/sitemap.xml'];
  const feeds = ['/feed.xml', '/feed.json', '/posts/feed.xml', '/tags/t1/feed.xml'];
  const found = ['/search/', '/search/en/index.json', '/search/en/1.json'];
  const words = encodeURIComponent(fill('word and ', 200));
  const asked = [
    `${api}/documents?q=${words}`,
    '/__platform/api/collections?taxonomy=tags:t1',
    `/__platform/api/content?path=posts/${names[0]}.md`,
  ];
  for (const address of [...addresses, ...feeds, ...found, ...asked]) {
    const status = await slow.try(address, () => send(address));
    expect(`${address} ${status}`).toBe(`${address} 200`);
  }
  expect(slow.found).toEqual([]);
}, 60_000);

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;

const files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  'elements.svg': svg('<g></g>'.repeat(300_000)),
  'nested.svg': svg('<g>'.repeat(1_600_000)),
  'attributes.svg': svg(`<g ${lines(100_000, (index) => `a${index}="" `)}/>`),
  'styles.svg': svg(`<style>${fill('a{b:url(', 2 * mib)}</style>`),
  'entities.svg': svg(fill('&lt;', 2 * mib)),
  'text.txt': fill('a-', 10 * mib),
  'data.csv': fill('"', 2 * mib),
  'data.json': fill('[', 10 * mib),
  'page.pdf': `%PDF-1.4\n${fill('1 0 obj<</A[', 20 * mib)}`,
  'bytes.png': new Uint8Array(20 * mib),
  'segments.jpg': Uint8Array.from(
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      Buffer.alloc(8 * mib, '\xff\xe1\0\x04\0\0', 'latin1'),
    ]),
  ),
};

test.each(Object.entries(files))('an upload of %s', async (name, content) => {
  const slow = new Slow();
  const data = new FormData();
  data.set('file', new Blob([content]), name);
  const sent = await slow.try(name, () => send(`${api}/media/upload`, data));
  expect([200, 415, 422]).toContain(sent);
  expect(slow.found).toEqual([]);
});

const kit = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

test('themes and plugins of the largest size', async () => {
  const slow = new Slow();
  const patterns = ['{{ a | b: c }}', '{% if a %}', '{{ a[', '{% for a in b %}{{ a }}{% endfor %}'];
  for (const [at, pattern] of patterns.entries()) {
    const layout = fill(pattern, 60 * kib);
    const source = `work/theme-${at}`;
    await writeFiles(
      server.project,
      themeFiles(source, `large-${at}`, {
        'layouts/page.liquid': layout,
        'layouts/list.liquid': layout,
        'layouts/term.liquid': layout,
      }),
    );
    const sent = await slow.try(`theme ${pattern}`, () =>
      send(`${api}/themes/install`, JSON.stringify({ source })),
    );
    expect([200, 422]).toContain(sent);
  }
  const manifest = (name: string, more: string) => `name: ${name}\nversion: 1.0.0\n${more}`;
  const plugins: Record<string, Record<string, string>> = {
    code: { 'index.js': fill('export const a = [];//', 60 * kib) },
    yaml: {
      'plugin.yaml': manifest('yaml', `permissions: [${fill('storage,', 200 * kib)}storage]\n`),
    },
    allowed: {
      'plugin.yaml': manifest('allowed', `permissions: [${'storage,'.repeat(4_900)}storage]\n`),
    },
    brackets: { 'index.js': fill('[', 200 * kib) },
  };
  for (const [name, more] of Object.entries(plugins)) {
    const all = { 'plugin.yaml': manifest(name, ''), 'index.js': 'export const a = 1;', ...more };
    await writeFiles(server.project, kit(`plugins/${name}`, all));
    const body = JSON.stringify({ name, approve_risk: true });
    const sent = await slow.try(`plugin ${name}`, () => send(`${api}/plugins/enable`, body));
    expect([200, 422]).toContain(sent);
    await slow.try('plugins', () => send(`${api}/plugins`));
  }
  expect(slow.found).toEqual([]);
}, 60_000);
