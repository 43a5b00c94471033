import { describe, expect, test } from 'vitest';

interface Entry {
  readonly title: string;
  readonly terms: readonly string[];
  readonly summary: string;
  readonly date: string;
}

interface Candidate {
  readonly entry: Entry;
}

interface Hit extends Candidate {
  readonly score: number;
}

interface SearchScript {
  readonly needlesOf: (query: string) => readonly string[];
  readonly prepared: (entry: Entry) => Candidate;
  readonly scoreOf: (candidate: Candidate, needles: readonly string[]) => number;
  readonly ranked: (hits: Hit[]) => readonly Hit[];
}

const address = new URL('../themes/default/assets/search.js', import.meta.url).href;
const script = (await import(address)) as SearchScript;

const entry = (title: string, more: Partial<Entry> = {}): Entry => ({
  title,
  terms: [],
  summary: '',
  date: '2026-01-01',
  ...more,
});

function found(query: string, entries: readonly Entry[]): readonly string[] {
  const needles = script.needlesOf(query);
  const hits = entries.map((one) => ({
    entry: one,
    score: script.scoreOf(script.prepared(one), needles),
  }));
  return script.ranked(hits.filter(({ score }) => score > 0)).map((hit) => hit.entry.title);
}

describe('what the search of the default theme finds', () => {
  test.each([
    ['cafe', 'Café'],
    ['CAFÉ', 'Cafe'],
    ['strasse', 'Straße'],
    ['ångs', 'Angström'],
    ['πολη', 'Πόλη'],
    ['東京', '私の東京散歩'],
    ['กรุง', 'ในกรุงเทพ'],
    ['wood ty', 'The type of wood'],
    ['don’t', "Don't panic"],
    ['c3', 'A C3 case'],
  ])('%s finds %s', (query, title) => {
    expect(found(query, [entry(title)])).toEqual([title]);
  });

  test.each([
    ['ood', 'Wood'],
    ['wood metal', 'Wood'],
    ['京都', '東京'],
    ['x', ''],
  ])('%s does not find %s', (query, title) => {
    expect(found(query, [entry(title)])).toEqual([]);
  });

  test('a hit in the title comes before one in a term, and that before one in the summary', () => {
    const entries = [
      entry('In the summary', { summary: 'All about ink.' }),
      entry('In a term', { terms: ['Ink'] }),
      entry('Ink itself'),
    ];
    expect(found('ink', entries)).toEqual(['Ink itself', 'In a term', 'In the summary']);
  });

  test('a whole word comes before the beginning of one, and of equals the newest', () => {
    const entries = [
      entry('About inkwells'),
      entry('About ink', { date: '2025-01-01' }),
      entry('About ink again', { date: '2026-01-01' }),
    ];
    expect(found('ink', entries)).toEqual(['About ink again', 'About ink', 'About inkwells']);
  });
});

test('ten thousand documents are gone through in less time than a person notices', () => {
  const words = Array.from({ length: 2_000 }, (_, index) => `word${index * 7_919}`);
  const text = (seed: number, length: number) =>
    Array.from({ length }, (_, index) => words[(seed * 31 + index * 17) % words.length]).join(' ');
  const candidates = Array.from({ length: 10_000 }, (_, index) =>
    script.prepared(entry(text(index, 6), { summary: text(index + 1, 25) })),
  );
  const needles = script.needlesOf('word1 word79');
  const started = performance.now();
  const hits = candidates.filter((candidate) => script.scoreOf(candidate, needles) > 0);
  const took = performance.now() - started;
  expect(hits.length).toBeGreaterThan(0);
  expect(took).toBeLessThan(200);
});
