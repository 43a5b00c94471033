import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findUnusedTexts } from './unused-texts.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dead-words-'));
  write('tsconfig.json', '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
  write(
    'words.ts',
    `export function defineMessages<Names extends object>(words: {
  en: Names;
  de: { [Name in keyof Names]: Names[Name] };
}): { en: { [Name in keyof Names]: Names[Name] }; de: { [Name in keyof Names]: Names[Name] } } {
  return words;
}
export const doors = defineMessages({
  en: { open: 'Open', 'to.close': 'Close' },
  de: { open: 'Öffnen', 'to.close': 'Schließen' },
}).en;
export const windows = defineMessages({ en: { open: 'Open' }, de: { open: 'Öffnen' } }).en;
`,
  );
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

test('an unused text is reported with its location, despite another text of the same name', () => {
  write('page.ts', "import { doors } from './words';\nexport const said = doors.open;\n");
  expect(findUnusedTexts(folder)).toEqual([
    'words.ts:8: to.close is unused',
    'words.ts:11: open is unused',
  ]);
});

test.each([
  ['its name', "[doors.open, doors['to.close']]"],
  ['a dynamic key of the texts', '(name: keyof typeof doors) => doors[name]'],
  ['a composed key', "(end: 'close') => [doors.open, doors[`to.${end}`]]"],
  ['parts', "() => { const { open, 'to.close': shut } = doors; return [open, shut]; }"],
  [
    'a record with string keys',
    '(name: string) => { const all: Record<string, string> = doors; return all[name]; }',
  ],
  ['an argument of such a type', 'Object.entries(doors)'],
])('texts are used by %s', (_what, said) => {
  write(
    'page.ts',
    `import { doors, windows } from './words';\nexport const said = [${said}, windows.open];\n`,
  );
  expect(findUnusedTexts(folder)).toEqual([]);
});
