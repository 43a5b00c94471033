import { expect, test } from 'vitest';
import { takenOver, type SuggestedText } from './suggested-text.ts';

function suggestion(text: string, quote: string, replacement: string): SuggestedText {
  const from = text.indexOf(quote);
  const to = from + quote.length;
  return {
    quote,
    replacement,
    prefix: text.slice(Math.max(0, from - 48), from),
    suffix: text.slice(to, to + 48),
    isAnchored: true,
  };
}

const text = 'The ink dries slowly. The paper is thick.\n';

test('ADD-SUG-3: words, signs, insertions and deletions that a text takes over are recognised', () => {
  for (const [quote, replacement] of [
    ['slowly', 'fast'],
    ['slowly.', 'slowly!'],
    ['slowly. ', 'slowly, they say. '],
    [' slowly', ''],
    ['The ', 'Our '],
    ['thick.\n', 'thick, and white.\n'],
  ] as const) {
    const made = suggestion(text, quote, replacement);
    const after = text.replace(quote, replacement);
    expect(takenOver([made], text, after), quote).toMatchObject([{ isWhole: true }]);
    expect(takenOver([made], text, `More. ${text}`), quote).toEqual([]);
    expect(takenOver([made], after, `More. ${after}`), quote).toEqual([]);
  }
});

test('ADD-SUG-3: scripts without spaces are compared by characters', () => {
  const before = '墨はゆっくり乾く。紙は厚い。';
  const made = suggestion(before, 'ゆっくり', 'すぐに');
  expect(takenOver([made], before, before.replace('ゆっくり', 'すぐに'))).toHaveLength(1);
  expect(takenOver([made], before, before.replace('厚い', '薄い'))).toEqual([]);
});

test('ADD-SUG-3: a part of a longer suggestion is enough, and does not decide it', () => {
  const made = suggestion(text, 'slowly', 'quickly in the warm air of June');
  const after = text.replace('slowly', 'in the warm air');
  expect(takenOver([made], text, after)).toMatchObject([{ isWhole: false }]);
});

const words = 'the ink paper press dries slowly is of and type proof line page sheet'.split(' ');

function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % most;
  };
}

test('ADD-SUG-3: in 2,000 random histories, no save with the words of a suggestion goes without its author', () => {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = randomFrom(seed);
    const some = (count: number) =>
      Array.from({ length: count }, () => words[random(words.length)]!);
    const before = some(12 + random(40));
    const at = random(before.length - 3);
    const count = random(4);
    // Own words, so that the change is never a coincidence.
    const news = Array.from({ length: count === 0 ? 1 : random(4) }, (_, place) => `own${place}`);
    const made: SuggestedText = {
      quote: before.slice(at, at + count).join(' '),
      replacement: news.join(' '),
      prefix: before.slice(Math.max(0, at - 8), at).join(' '),
      suffix: before.slice(at + count, at + count + 8).join(' '),
      isAnchored: true,
    };
    const written = (all: readonly string[]) => all.join(' ');
    const accepted = before.toSpliced(at, count, ...news);
    // Other edits of the same save, away from the suggestion.
    const edited = random(2) === 0 ? accepted : [...accepted, ...some(5)];
    const found = takenOver([made], written(before), written(edited));
    const isChange = news.length > 0;
    if (isChange) expect(found.length, `seed ${seed}`).toBe(1);
    const other = [...before, 'more', ...some(3)];
    if (isChange)
      expect(takenOver([made], written(before), written(other)), `seed ${seed}`).toEqual([]);
  }
});
