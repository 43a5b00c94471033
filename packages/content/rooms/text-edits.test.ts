import { expect, test } from 'vitest';
import { Random } from '@galley/testing';
import { mergeThree } from './merge-three.ts';
import { RoomText } from './room-text.ts';
import { textEdits } from './text-edits.ts';

test('ADD-ROOM-6: edits turn one text into another, also with characters outside of the BMP', () => {
  const random = new Random(7);
  const words = ['a', '🖋️', '🖊️', '\n', '\t', 'ink '];
  const textOf = (length: number) => Array.from({ length }, () => random.pick(words)).join('');
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [textOf(random.between(0, 40)), textOf(random.between(0, 40))];
    const room = RoomText.begin(before);
    room.edit(textEdits(before, after));
    expect(room.toString()).toBe(after);
  }
});

test('ADD-ROOM-6: changes to different lines are combined, others keep the first version', () => {
  const base = 'One.\nTwo.\nThree.\n';
  expect(mergeThree(base, 'One!\nTwo.\nThree.\n', 'One.\nTwo.\nThree?\n')).toEqual({
    text: 'One!\nTwo.\nThree?\n',
    clashes: 0,
  });
  expect(mergeThree(base, 'One.\nMine.\nThree.\n', 'One.\nTheirs.\nThree.\n')).toEqual({
    text: 'One.\nMine.\nThree.\n',
    clashes: 1,
  });
  const same = 'One.\nSame.\nThree.\n';
  expect(mergeThree(base, same, same)).toEqual({ text: same, clashes: 0 });
});
