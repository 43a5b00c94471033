import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { filterModule, startTestSandbox, type TestSandbox } from '../fixtures.ts';

type Trial = Parameters<typeof startTestSandbox>[1];

async function tried(module: string, trial?: Trial): Promise<TestSandbox> {
  const started = await startTestSandbox(module, trial);
  onTestFinished(() => started.sandbox.stop());
  return started;
}

const inFilter = (body: string, trial?: Trial): Promise<TestSandbox> =>
  tried(filterModule(body), trial);

/** A sandbox whose filter runs the case that it is given, each in a file of its own, from line 3 on. */
function triedCases(bodies: readonly string[]): Promise<TestSandbox> {
  const imports = bodies.map((_body, at) => `import case${at} from './${at}.js';\n`).join('');
  const cases = bodies.map((_body, at) => `case${at}`).join(', ');
  const files = bodies.map((body, at) => [
    `${at}.js`,
    `\nexport default async function () {\n${body}\n}\n`,
  ]);
  return startTestSandbox(
    `${imports}const cases = [${cases}];\n${filterModule('return value === "well" ? value : cases[value]();')}`,
    { files: Object.fromEntries(files) as Record<string, string> },
  );
}

const brief = { limits: { stretch: 150 } };
const small = { limits: { memory: 16 * 1024 * 1024 } };

describe('a plugin that is in order', () => {
  test('gets JSON, gives JSON, waits for promises, and imports its own files', async () => {
    const { filter } = await tried(
      `import { shout } from './lib/shout.js';\n${filterModule('await null; return [shout(value.text), context];')}`,
      { files: { 'lib/shout.js': 'export const shout = (text) => text.toUpperCase();' } },
    );
    expect(await filter({ text: 'ink ✎' })).toEqual(['INK ✎', {}]);
  });

  test('knows its settings and itself, and cannot change them', async () => {
    const { filter } = await tried(
      `import { settings, plugin } from 'galley';\n${filterModule('settings.deep.a = 2; return [settings, plugin];')}`,
      { settings: '{"deep":{"a":1}}' },
    );
    await expect(filter()).rejects.toThrow("index.js:4: TypeError: 'a' is read-only");
  });

  test('calls what it was granted, and hears of what went wrong as an error with a code', async () => {
    const asked: string[] = [];
    const { filter } = await tried(
      `import { documents, fetch } from 'galley';\n${filterModule(
        'try { return [await documents.get({ path: value }), await fetch("x")]; } catch (e) { return [e.message, e.code]; }',
      )}`,
      {
        grants: ['documents.get', 'fetch'],
        ask: (grant, text) => {
          asked.push(`${grant} ${text}`);
          return Promise.resolve(
            grant === 'fetch'
              ? { isGranted: false, text: '{"message":"not there","code":"not_found"}' }
              : { isGranted: true, text: '{"title":"Ink"}' },
          );
        },
      },
    );
    expect(await filter('a.md')).toEqual(['not there', 'not_found']);
    expect(asked).toEqual(['documents.get {"path":"a.md"}', 'fetch "x"']);
  });

  test('has several calls under way at once', async () => {
    const waiting: (() => void)[] = [];
    const both = Promise.withResolvers<void>();
    const { filter } = await tried(
      `import { fetch } from 'galley';\n${filterModule('await fetch(value); return value;')}`,
      {
        grants: ['fetch'],
        ask: async () => {
          waiting.push(() => undefined);
          if (waiting.length === 2) both.resolve();
          await both.promise;
          return { isGranted: true, text: 'null' };
        },
      },
    );
    expect(await Promise.all([filter(1), filter(2)])).toEqual([1, 2]);
  });
});

describe('what runs for too long is ended, with the line where it was', () => {
  test.each([
    [
      'for ever',
      '\nfor (;;) Math.random();',
      'index.js:4: it ran for more than 0.15 s without a pause',
    ],
    // The engine counts a jump back as the line before, and may end the code there.
    [
      'after a pause',
      'await null;\nfor (;;) Math.random();',
      /index\.js:[34]: it ran for more than/,
    ],
    ['in endless pauses', 'for (;;)\nawait null;', 'it ran for more than 0.15 s'],
    [
      'though it catches everything',
      'try { for (;;) Math.random(); } catch { for (;;); }',
      'it ran for more than',
    ],
    ['in a regular expression', '/^(a+)+$/.test("a".repeat(40) + "b")', 'index.js:3: it ran for'],
  ])('%s', async (_how, body, message) => {
    const { sandbox, filter } = await inFilter(body, brief);
    await expect(filter()).rejects.toThrow(message);
    expect(await sandbox.ended).toMatchObject({ kind: 'broken' });
  });

  test('what waits for ever costs the one call, and nothing else', async () => {
    const { filter } = await inFilter('return value === "never" ? new Promise(() => {}) : value', {
      milliseconds: 300,
    });
    const never = filter('never');
    expect(await filter('at once')).toBe('at once');
    await expect(never).rejects.toThrow('page.html took longer than 0.3 s');
    expect(await filter('after it')).toBe('after it');
  });

  test('what the engine itself cannot interrupt ends with its thread', async () => {
    const { sandbox, filter } = await inFilter('const a = new Uint8Array(3e7); for (;;) a.sort()', {
      milliseconds: 100,
      limits: { stretch: 100_000 },
    });
    await expect(filter()).rejects.toThrow('took longer than 0.1 s');
    expect(String(await sandbox.ended)).toContain('it did not answer');
  });

  test('so is a module that is never done loading', async () => {
    const waiting = startTestSandbox('await new Promise(() => {});', { limits: { start: 1_500 } });
    await expect(waiting).rejects.toThrow('it did not answer within 1.5 s');
    const looping = startTestSandbox('\n\nfor (;;);', { limits: { start: 300 } });
    await expect(looping).rejects.toThrow('index.js');
  });
});

describe('memory and stack', () => {
  test.each([
    ['a loop that hoards', 'const a = [];\nfor (;;) a.push({ a });'],
    ['a leak from call to call', '(globalThis.kept ??= []).push(new Uint8Array(2e6)); return 1'],
    [
      'a hoard that grows over pauses',
      'const a = []; for (;;) { a.push(new Uint8Array(1e5)); await null; }',
    ],
  ])('%s ends at the limit', async (_what, body) => {
    const { sandbox, filter } = await inFilter(body, small);
    const calls = async (): Promise<void> => {
      for (;;) await filter();
    };
    await expect(calls()).rejects.toThrow('it has used up its memory of 16 MiB');
    expect(await sandbox.ended).toMatchObject({ kind: 'broken' });
  });

  describe('what recurs without end is an error with its line, and the plugin goes on', () => {
    const cases = [
      ['functions', '\nconst down = () => down() + 1; return down();'],
      ['toString', '\nconst o = { toString() { return `${this}`; } }; return `${o}`;'],
      ['JSON', '\nreturn JSON.parse("[".repeat(1e6));'],
      ['a proxy', '\nconst p = new Proxy({}, { get: (t, k, self) => self[k] }); return p.a;'],
      ['eval', '\nconst down = () => eval("down()"); return down();'],
    ] as const;
    let shared: TestSandbox;
    beforeAll(async () => {
      shared = await triedCases(cases.map(([, body]) => body));
    });
    afterAll(() => shared.sandbox.stop());

    test.each(cases.map(([what], at) => ({ what, at })))('$what', async ({ at }) => {
      const message = `${at}.js:4: RangeError: Maximum call stack size`;
      await expect(shared.filter(at)).rejects.toThrow(message);
      expect(await shared.filter('well')).toBe('well');
    });
  });
});

describe('what it throws and returns', () => {
  const cases = [
    ['throws', '\nthrow new TypeError("boom")', '.js:4: TypeError: boom'],
    ['throws a text', 'throw "boom"', 'boom'],
    ['throws nothing', 'throw undefined', 'undefined'],
    [
      'throws what cannot be looked at',
      'throw { get message() { throw 1 } }',
      'something that cannot be described',
    ],
    ['rejects after a pause', 'await null;\nthrow new Error("later")', '.js:4: later'],
    ['returns a function', 'return () => 1', 'it returned a function, which JSON cannot hold'],
    ['returns a big number', 'return 1n', 'TypeError'],
    ['returns a circle', 'const a = {}; a.a = a; return a', 'circular'],
    ['returns megabytes', 'return "x".repeat(9e6)', '8.6 MiB of text are more than the 8.0 MiB'],
    ['calls process.exit', '\nprocess.exit(1)', '.js:4: process is not defined: a plugin has the'],
    ['calls require', 'require("fs")', 'require is not defined: a plugin has the JavaScript'],
    ['uses fetch without importing it', 'await fetch("https://example.org")', "from 'galley'"],
  ] as const;
  let shared: TestSandbox;
  beforeAll(async () => {
    shared = await triedCases(cases.map(([, body]) => body));
  });
  afterAll(() => shared.sandbox.stop());

  test.each(cases.map(([what, , message], at) => ({ what, message, at })))(
    '$what',
    async ({ at, message }) => {
      await expect(shared.filter(at)).rejects.toThrow(message);
      expect(await shared.filter('well')).toBe('well');
    },
  );

  test('an unawaited promise may reject', async () => {
    const { filter } = await inFilter('Promise.reject(new Error("floating")); return value;');
    expect(await filter()).toBe('text');
  });
});

describe('the log', () => {
  test('has what it says, and of a flood the beginning', async () => {
    const { filter, said } = await inFilter(
      'for (let i = 0; i < 2000; i++) console.log("line", i, { i }); console.error(new Error("x"))',
    );
    await filter();
    expect(said.slice(0, 2)).toEqual(['info: line 0 {"i":0}', 'info: line 1 {"i":1}']);
    expect(said.filter((line) => line.includes('line ')).length).toBeLessThan(500);
    expect(said).toContain('warn: it writes more than 50 lines a second; the others are left out');
  });

  test('cuts what is too long', async () => {
    const { filter, said } = await inFilter('console.warn("x".repeat(5e6));');
    await filter();
    expect(said).toEqual([`warn: ${'x'.repeat(2_000)}…`]);
  });
});

describe('what it may import', () => {
  test.each([
    [`import fs from 'node:fs';`, `index.js:1: "node:fs" cannot be imported: a plugin can import`],
    [`\nimport fs from 'fs';`, `index.js:2: "fs" cannot be imported`],
    [`import '../other/index.js';`, 'it is outside of the plugin’s folder'],
    [`import './gone.js';`, 'there is no file gone.js in the plugin’s folder'],
    [`import '/etc/passwd';`, 'cannot be imported'],
    [
      `import {\n  storage,\n} from 'galley';`,
      `index.js:2: 'galley' gives storage only to plugins with the permission storage; add "storage" to permissions in plugin.yaml`,
    ],
    [
      `import { nothing } from 'galley';`,
      `index.js:1: 'galley' has no nothing; for this plugin it has plugin, settings, documents`,
    ],
    [`\nexport const filters = {{`, 'index.js:2: SyntaxError'],
    [`\nthrow new Error('at once');`, 'index.js:2: at once'],
    [`export const filters = 5;`, 'export const filters must be an object of functions'],
  ])('%j: %s', async (module, message) => {
    const withheld = { storage: 'storage' };
    const starting = startTestSandbox(module, { grants: ['documents.get'], withheld });
    await expect(starting).rejects.toThrow(message);
  });

  test('waits for no more answers at once than it may', async () => {
    const { filter } = await tried(
      `import { fetch } from 'galley';\n${filterModule(
        'const all = []; for (let i = 0; i < 100; i++) all.push(fetch(i).catch((e) => e.message)); return (await Promise.all(all)).filter(Boolean);',
      )}`,
      { grants: ['fetch'], limits: { grants: 10 } },
    );
    const refused = (await filter()) as string[];
    expect(refused).toHaveLength(90);
    expect(refused[0]).toContain('the plugin is waiting for 10 answers of Galley already');
  });
});

describe('there is no way out', () => {
  test('neither eval, nor Function, nor a constructor finds anything of Node or of Galley', async () => {
    const { filter } = await inFilter(
      `const names = ['process', 'require', 'module', 'fetch', 'Buffer', 'WebAssembly', 'setTimeout', 'Atomics'];
      const ways = [eval, (code) => Function('return ' + code)(), (code) => (() => {}).constructor.constructor('return ' + code)()];
      const found = ways.flatMap((way) => names.map((name) => way('typeof ' + name)));
      return [new Set(found).size, found[0], typeof this, Object.keys(globalThis).filter((name) => name !== 'console')];`,
    );
    expect(await filter()).toEqual([1, 'undefined', 'undefined', ['performance']]);
  });

  test('built-in objects that it changes are its own, and it is still answered', async () => {
    const poison = `Object.prototype.polluted = 1; Array.prototype.toJSON = () => 'x'; JSON.stringify = () => 'null';
      JSON.parse = () => 5; Promise.prototype.then = () => { throw 1; }; Array.prototype[Symbol.iterator] = () => { throw 2; };
      Object.keys = () => []; globalThis.Error = null;\n`;
    const poisoned = await tried(poison + filterModule('return { value };'));
    const other = await inFilter('return [{}.polluted ?? null, value];');
    expect(await poisoned.filter('a')).toEqual({ value: 'a' });
    expect(await other.filter('b')).toEqual([null, 'b']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('an answer with __proto__ changes nothing outside', async () => {
    const { filter } = await inFilter(`return JSON.parse('{"__proto__":{"polluted":1}}');`);
    const answer = (await filter()) as object;
    expect(Object.keys(answer)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
