import { expect, it } from 'vitest';
import { findPoorComments, findPoorMessages, findPoorNames } from './poor-language.ts';

const find = (text: string) =>
  [findPoorComments, findPoorMessages, findPoorNames].flatMap((check) =>
    check('packages/x/file.ts', text),
  );

it('finds comments that open with a pronoun', () => {
  expect(
    find(
      '/** What the reader sees. */\nconst a = 1; // Of the theme.\n// A theme.\n// Whose it is.\n',
    ),
  ).toEqual([
    'packages/x/file.ts:1: a comment opens with "What"; name the thing first.',
    'packages/x/file.ts:2: a comment opens with "Of"; name the thing first.',
  ]);
});

it('finds comments after a template with a value', () => {
  const code = 'const a = `${b}.yaml`;\n/** Of the theme. */\nconst c = `d`;\n';
  expect(find(code)).toEqual([
    'packages/x/file.ts:2: a comment opens with "Of"; name the thing first.',
  ]);
});

it('joins consecutive line comments', () => {
  expect(find('// The theme, whatever its name, is one\n// Of many.\n')).toEqual([]);
});

it('ignores comment marks and pronouns in strings', () => {
  expect(find("const url = 'https://example.org/ What';\nconst glob = `/** One`;\n")).toEqual([]);
});

it('finds homely words in sentences and ignores keys', () => {
  expect(find("const key = 'told';\nthrow new Error(`Somebody took ${key} over.`);\n")).toEqual([
    'packages/x/file.ts:2: "Somebody" in a string; use the word of the field.',
  ]);
});

it('finds meaningless names of functions and types', () => {
  expect(
    find(
      'interface TokenWish {}\nclass ReviewDesk { kept() {} }\nfunction of() {}\nfunction takeOf() {}\n',
    ),
  ).toEqual([
    'packages/x/file.ts:1: TokenWish says nothing about what it names.',
    'packages/x/file.ts:2: ReviewDesk says nothing about what it names.',
    'packages/x/file.ts:2: kept says nothing about what it names.',
    'packages/x/file.ts:3: of says nothing about what it names.',
  ]);
});

it('finds meaningless names of files', () => {
  expect(findPoorNames('packages/x/field-words.ts', '')).toEqual([
    'packages/x/field-words.ts:1: the name of the file says nothing about its content.',
  ]);
});
