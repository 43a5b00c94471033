import { expect, test } from 'vitest';
import { PassageFollower } from './follow-passage.ts';
import { findQuoted, quotePassage, type TextRange } from './passage.ts';

const text = 'The ink dries slowly.\n\nThe paper is thick.\n\nThe press is heavy.\n';

function rangeOf(words: string, inText = text): TextRange {
  const from = inText.indexOf(words);
  return { from, to: from + words.length };
}

function followed(words: string, after: string, before = text): string | undefined {
  const range = new PassageFollower(before, after).follow(rangeOf(words, before));
  return range && after.slice(range.from, range.to);
}

test('ADD-CMT-3: passages are followed through edits around them, moves and edits within', () => {
  const moved = 'The press is heavy.\n\nThe paper is thick.\n\nThe ink dries slowly.\n';
  expect(followed('paper', `More. ${text}`)).toBe('paper');
  expect(followed('The ink dries slowly.', moved)).toBe('The ink dries slowly.');
  expect(followed('The paper is thick.', text.replace('is thick', 'was thin'))).toBe(
    'The paper was thin.',
  );
  expect(followed('paper is', text.replace('paper is', 'paper, as you see, is'))).toBe(
    'paper, as you see, is',
  );
});

test('ADD-CMT-3: passages that were deleted, rewritten or doubled are gone', () => {
  expect(followed('The paper is thick.', text.replace('The paper is thick.\n\n', ''))).toBe(
    undefined,
  );
  expect(followed('paper', text.replace('paper is thick', 'cardboard was better'))).toBe(undefined);
  const twice = `${text}\n${text}`;
  expect(followed('The paper is thick.', twice)).toBe(undefined);
  expect(followed('ink', 'The cat.\n\nSome ink elsewhere.\n')).toBe(undefined);
});

test('ADD-CMT-4: words alone are found only where they are unmistakable', () => {
  const quoted = quotePassage(text, rangeOf('paper'));
  expect(findQuoted(`${text}More.\n`, quoted)).toEqual(rangeOf('paper'));
  expect(findQuoted(`${text}${text}`, quoted)).toBe(undefined);
  expect(findQuoted('Other paper.\n', quoted)).toBe(undefined);
});

/** A character and where it came from; a copy has the origin of its original. */
interface Sign {
  readonly sign: string;
  readonly origin: number;
  readonly isCopy: boolean;
}

function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const words = 'the ink paper press dries slowly is of and type proof ß 😀 été'.split(' ');

function history(seed: number) {
  const random = randomFrom(seed);
  let next = 0;
  const signed = (written: string): Sign[] =>
    [...written].flatMap((sign) => {
      next += 1;
      return { sign, origin: next, isCopy: false };
    });
  const sentence = () =>
    Array.from({ length: 2 + random(9) }, () => words[random(words.length)]!).join(' ');
  const paragraph = () => `${Array.from({ length: 1 + random(4) }, sentence).join('. ')}.`;
  let blocks = Array.from({ length: 2 + random(8) }, () => signed(`${paragraph()}\n\n`));
  const before = blocks.flat();
  const start = random(before.length - 2);
  const passage = before.slice(start, start + 1 + random(60));
  const editBlock = (change: (block: Sign[]) => Sign[]) => {
    const at = random(blocks.length);
    blocks = blocks.map((block, place) => (place === at ? change(block) : block));
  };
  const edits: readonly (() => void)[] = [
    () =>
      editBlock((block) => {
        const at = random(block.length);
        return block.toSpliced(at, 0, ...signed(`${words[random(words.length)]!} `));
      }),
    () => editBlock((block) => block.toSpliced(random(block.length), 1 + random(12))),
    () =>
      editBlock((block) => {
        const news = signed(words[random(words.length)]!);
        return block.toSpliced(random(block.length), 1 + random(5), ...news);
      }),
    () => {
      const [moved] = blocks.splice(random(blocks.length), 1);
      blocks.splice(random(blocks.length + 1), 0, moved!);
    },
    () => {
      const copied = blocks[random(blocks.length)]!.map((sign) => ({ ...sign, isCopy: true }));
      blocks.splice(random(blocks.length + 1), 0, copied);
    },
    () => void blocks.splice(random(blocks.length), 1),
    () => blocks.splice(random(blocks.length + 1), 0, signed(`${paragraph()}\n\n`)),
  ];
  for (let count = 1 + random(6); count > 0 && blocks.length > 0; count -= 1)
    edits[random(edits.length)]!();
  return { before, passage, start, after: blocks.flat() };
}

const written = (signs: readonly Sign[]) => signs.map(({ sign }) => sign).join('');

/** Signs of a range in UTF-16 units. */
function signsIn(signs: readonly Sign[], { from, to }: TextRange): Sign[] {
  let at = 0;
  return signs.filter(({ sign }) => {
    const start = at;
    at += sign.length;
    return start < to && at > from;
  });
}

test('ADD-CMT-3: in 2,000 random histories, a passage is followed or gone, and never another one', () => {
  let kept = 0;
  let untouched = 0;
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const { before, passage, start, after } = history(seed);
    const from = written(before.slice(0, start)).length;
    const range = { from, to: from + written(passage).length };
    const origins = new Set(passage.map(({ origin }) => origin));
    const left = after.filter(({ origin, isCopy }) => !isCopy && origins.has(origin));
    const found = new PassageFollower(written(before), written(after)).follow(range);
    if (left.length === passage.length) untouched += 1;
    if (!found) continue;
    kept += 1;
    // A copy in the old surroundings, whose original was moved, cannot be told from the original.
    const shown = signsIn(after, found);
    const isOwn = shown.some(({ origin }) => origins.has(origin));
    const about = `seed ${seed}: ${written(passage)} → ${written(shown)}`;
    expect(isOwn, about).toBe(true);
  }
  expect(kept).toBeGreaterThan(untouched * 0.7);
});
