import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, type Operation } from '@galley/contract';
import type { Client, TestServer } from './fixtures.ts';
import { LoopWatch } from './loop-watch.fixtures.ts';
import { author, draftOf, examples } from './operation-examples.ts';
import {
  addressOf,
  beginSession,
  bodySchemaOf,
  describedOf,
  startExampleServer,
} from './operations/fixtures.ts';

/** Milliseconds of CPU time that one turn of the event loop may take. */
const longestAllowed = 200;

/** A turn of the same work takes up to a quarter more where garbage is collected in it. */
const precision = 1.25;

/** CPU time of `referenceWork`, in milliseconds, on the machine whose turns the limit is meant for, at rest. */
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

/** Without the checks of `Client`, which look at every answer in this thread. */
async function send(address: string, body?: string): Promise<number> {
  const headers = {
    cookie: olga.cookie!,
    'x-csrf-token': olga.csrfToken!,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const answer = await fetch(server.url + address, { redirect: 'manual', ...init });
  await answer.bytes();
  return answer.status;
}

/** How much slower than the reference this machine is at the moment: other processes share its cores and caches. */
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

/** The tries whose longest turn was too long, each by its name. */
class Slow {
  readonly found: string[] = [];

  async try(name: string, work: () => Promise<number>): Promise<number> {
    let status = 0;
    const milliseconds = await watch.longestTurn(async () => (status = await work()));
    const allowed = longestAllowed * precision;
    if (milliseconds > allowed && milliseconds > allowed * slowness())
      this.found.push(`${name}: ${Math.round(milliseconds)} ms`);
    return status;
  }
}

const fill = (pattern: string, length: number) =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

/** Texts on which patterns and parsers take long, for every field of every operation. */
const hostile = ['a-', ' ['];

/** The example with one field as large as its body may be. */
function* largestBodies(operation: Operation): Generator<string> {
  const example = examples[operation.id]?.body ?? {};
  for (const field of Object.keys(bodySchemaOf(operation).properties ?? {})) {
    for (const pattern of hostile) {
      const rest = JSON.stringify({ ...example, [field]: '' }).length;
      yield JSON.stringify({ ...example, [field]: fill(pattern, smallCap - rest) });
    }
  }
  for (const field of Object.keys(example)) {
    yield JSON.stringify({ ...example, [field]: 0 }).replace(
      `"${field}":0`,
      `"${field}":${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    );
  }
}

function* largestQueries(operation: Operation): Generator<string> {
  const example = examples[operation.id]?.query ?? {};
  const known = describedOf(operation).parameters?.filter((one) => one.in === 'query') ?? [];
  for (const { name, schema } of known) {
    if (schema.type !== 'string' || schema.enum) continue;
    for (const pattern of hostile) {
      yield addressOf(operation, { ...example, [name]: fill(pattern, 3_000) });
    }
  }
}

test('no operation holds the event loop with the largest of what it takes', async () => {
  const slow = new Slow();
  // A login takes its time in a thread, and is throttled after a few.
  for (const operation of operations) {
    const { id, body, multipart, lenientBody, query } = operation;
    if (query) {
      for (const address of largestQueries(operation)) await slow.try(id, () => send(address));
    }
    if (!body || multipart || lenientBody) continue;
    for (const text of largestBodies(operation)) {
      await slow.try(id, () => send(addressOf(operation), text));
    }
  }
  expect(slow.found).toEqual([]);
}, 120_000);

const kib = 1024;
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** Frontmatter that must be refused, and the largest that must not. */
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

/** Each takes Markdown more than 200 ms, and up to a second. */
const bodies: Readonly<Record<string, string>> = {
  brackets: '['.repeat(30_000),
  images: '![]('.repeat(20_000),
  quotes: '> '.repeat(8_000),
  asterisks: '*a _b **c '.repeat(5_000),
  lists: '- * '.repeat(6_000),
  tables: `|a|\n|-|\n${'|b|\n'.repeat(50_000)}`,
  html: '<a href="'.repeat(20_000),
  footnotes: lines(10_000, (index) => `[^${index}] \n\n[^${index}]: a\n\n`),
  links: lines(20_000, (index) => `[a](posts/${index}.md) `),
  pictures: lines(20_000, (index) => `![a](/media/${index}.png) `),
  headings: '# a\n'.repeat(50_000),
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
    expect(await slow.try(`save ${name}`, () => save(content))).toBe(allowed);
    await slow.try(`save ${name} again`, () => save(`${content}More.\n`));
    expect(await slow.try(`preview ${name}`, () => send(`${api}/documents/preview`, preview))).toBe(
      200,
    );
    await slow.try(`working copy ${name}`, () =>
      send(
        `${api}/documents/working-copy`,
        JSON.stringify({ path, content, base_revision: 'none' }),
      ),
    );
    await slow.try(`read ${name}`, () => send(`${api}/document?path=${path}`));
    await slow.try(`diff ${name}`, () => send(`${api}/documents/diff`, diff));
    expect(slow.found).toEqual([]);
  },
  60_000,
);

test.each(Object.entries(bodies))(
  'a body of %s',
  async (name, body) => {
    const slow = new Slow();
    const published = `posts/${name.replaceAll(' ', '-')}.md`;
    const content = `---\ntitle: Ink\n---\n${body}\n`;
    expect(
      await slow.try(`save ${name}`, () =>
        send(`${api}/documents/save`, JSON.stringify({ path, content })),
      ),
    ).toBe(200);
    await slow.try(`preview ${name}`, () =>
      send(`${api}/documents/preview`, JSON.stringify({ path, content })),
    );
    await slow.try(`read ${name}`, () => send(`${api}/document?path=${path}`));
    await slow.try(`diff ${name}`, () => send(`${api}/documents/diff`, diff));
    await slow.try(`index ${name}`, async () => {
      await server.write(`content/${published}`, content);
      const address = published.slice(0, -'.md'.length);
      await expect.poll(() => send(`/${address}/`), { timeout: 30_000 }).toBe(200);
      return 200;
    });
    expect(slow.found).toEqual([]);
  },
  90_000,
);
