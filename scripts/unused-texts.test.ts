import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findUnusedTexts } from './unused-texts.ts';

let folder: string;

const defineMessages = `export function defineMessages<Names extends object>(area: string, english: Names): {
  [Name in keyof Names]: Names[Name];
} {
  return english;
}
`;
const doors = `export const doors = defineMessages('door', { open: 'Open', 'to.close': 'Close' });
`;
const windows = `export const windows = defineMessages('window', { open: 'Open' });
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unused-texts-'));
  write('tsconfig.json', '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

test('an unused text is reported with its location, despite another text of the same name', () => {
  write('words.ts', `${defineMessages}${doors}${windows}`);
  write('page.ts', "import { doors } from './words';\nexport const said = doors.open;\n");
  expect(findUnusedTexts(folder)).toEqual([
    'words.ts:6: to.close is unused',
    'words.ts:7: open is unused',
  ]);
});

test('texts are used by name, by a key or a part of it, by destructuring, as a record, and as an argument', () => {
  const uses = [
    "[doors.open, doors['to.close']]",
    '(name: keyof typeof doors) => doors[name]',
    "(end: 'close') => [doors.open, doors[`to.${end}`]]",
    "() => { const { open, 'to.close': shut } = doors; return [open, shut]; }",
    '(name: string) => { const all: Record<string, string> = doors; return all[name]; }',
    'Object.entries(doors)',
  ];
  write('words.ts', defineMessages);
  for (const [place, used] of uses.entries()) {
    write(`doors${place}.ts`, `import { defineMessages } from './words';\n${doors}`);
    write(
      `page${place}.ts`,
      `import { doors } from './doors${place}';\nexport const said = ${used};\n`,
    );
  }
  expect(findUnusedTexts(folder)).toEqual([]);
});
