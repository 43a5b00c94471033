// Measures comparing two documents of maximum size: see README.md.
import { parseArgs } from 'node:util';
import { compareTexts } from '@galley/content';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '25' }, json: { type: 'boolean', default: false } },
});

const head = ['---\n', 'title: Ink\n', 'tags: [a, b]\n', '---\n'];
const count = 2_000 - head.length;

const line = (at: number, word: string, width = 60): string => `${at} ${word} `.padEnd(width, 'x');
const lines = (word: string, width?: number): string[] =>
  Array.from({ length: count }, (_, at) => `${line(at, word, width)}\n`);
const paragraphs = (word: string): string[] =>
  lines(word).map((text, at) => (at % 2 === 0 ? text : '\n'));

function makeRandom(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function shuffled(sorted: readonly string[]): string[] {
  const below = makeRandom();
  return sorted
    .map((text) => ({ text, place: below(1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text);
}

const below = makeRandom();
const fewWords = (): string[] => Array.from({ length: count }, () => `${below(10)}\n`);
const old = lines('old');
const wide = lines('old', 516);

const pairs: Readonly<Record<string, readonly [string[], string[]]>> = {
  'one line changed': [old, old.with(1_000, 'new\n')],
  'every line changed': [old, lines('new')],
  'every line changed, 1 MiB': [wide, lines('new', 516)],
  'every paragraph changed, blank lines between': [paragraphs('old'), paragraphs('new')],
  'the halves exchanged': [old, [...old.slice(1_000), ...old.slice(0, 1_000)]],
  'lines in reverse': [old, old.toReversed()],
  'lines shuffled': [old, shuffled(old)],
  'lines shuffled, 1 MiB': [wide, shuffled(wide)],
  'ten different lines, at random': [fewWords(), fewWords()],
};

const at = new Date();
const compared = (body: readonly string[]) => ({
  path: 'posts/ink.md',
  at,
  bytes: Buffer.from([...head, ...body].join('')),
});

function measure([left, right]: readonly [string[], string[]]) {
  const sides = [compared(left), compared(right)] as const;
  const times = Array.from({ length: Number(options.runs) }, () => {
    const begun = performance.now();
    compareTexts(...sides);
    return performance.now() - begun;
  });
  const sorted = times.toSorted((a, b) => a - b);
  const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
  return {
    first: rounded(times[0]!),
    middle: rounded(sorted[sorted.length >> 1]!),
    slowest: rounded(sorted.at(-1)!),
  };
}

const rows = Object.fromEntries(
  Object.entries(pairs).map(([name, pair]) => [name, measure(pair)] as const),
);
if (options.json) console.log(JSON.stringify({ unit: 'milliseconds', rows }));
else console.table(rows);
