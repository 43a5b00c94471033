import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deadWords } from './dead-words.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dead-words-'));
  write('tsconfig.json', '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
  write(
    'words.ts',
    `export function defineWords<Names extends object>(words: {
  en: Names;
  de: { [Name in keyof Names]: Names[Name] };
}): { en: { [Name in keyof Names]: Names[Name] }; de: { [Name in keyof Names]: Names[Name] } } {
  return words;
}
export const doors = defineWords({
  en: { open: 'Open', 'to.close': 'Close' },
  de: { open: 'Öffnen', 'to.close': 'Schließen' },
}).en;
export const windows = defineWords({ en: { open: 'Open' }, de: { open: 'Öffnen' } }).en;
`,
  );
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

test('a text that nothing says is named by its place; one of its name elsewhere says nothing of it', () => {
  write('page.ts', "import { doors } from './words';\nexport const said = doors.open;\n");
  expect(deadWords(folder)).toEqual([
    'words.ts:8: nothing says to.close',
    'words.ts:11: nothing says open',
  ]);
});

test.each([
  ['its name', "[doors.open, doors['to.close']]"],
  ['a name that may be any of them', '(name: keyof typeof doors) => doors[name]'],
  ['a name that is put together', "(end: 'close') => [doors.open, doors[`to.${end}`]]"],
  ['parts', "() => { const { open, 'to.close': shut } = doors; return [open, shut]; }"],
  [
    'a record of any name',
    '(name: string) => { const all: Record<string, string> = doors; return all[name]; }',
  ],
  ['an argument that is such a record', 'Object.entries(doors)'],
])('texts are said by %s', (_what, said) => {
  write(
    'page.ts',
    `import { doors, windows } from './words';\nexport const said = [${said}, windows.open];\n`,
  );
  expect(deadWords(folder)).toEqual([]);
});
