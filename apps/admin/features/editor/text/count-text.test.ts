import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { countText } from './count-text.ts';

const counted = (text: string) => countText(Text.of(text.split('\n')));

test('words and characters are those that are read, also when the text is counted again', () => {
  const text = '## The *black*\n\n- [Ink](https://example.org/a-b-c) and  oil\n\n  \nSoot.';
  const measures = { words: 6, characters: 'The black Ink and oil Soot.'.length, minutes: 1 };
  expect(counted(text)).toEqual(measures);
  expect(counted(text)).toEqual(measures);
  expect(counted(`${text} It is.`)).toMatchObject({ words: 8 });
  expect(counted('')).toEqual({ words: 0, characters: 0, minutes: 1 });
  expect(counted('ink '.repeat(660)).minutes).toBe(3);
});

test('words and minutes are those of the published page, also in Chinese', () => {
  const text = '1. 印刷\n\n' + '印'.repeat(1_348);
  expect(counted(text)).toMatchObject({ words: 1_351, minutes: 3 });
});
