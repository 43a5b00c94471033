import { describe, expect, test } from 'vitest';
import { compareImportTables, parseImportTable } from './import-table.ts';

const page = (rows: string): string => `# Title\n\n\`\`\`imports\n${rows}\n\`\`\`\n\nMore.\n`;

describe('the import table of ARCHITECTURE.md', () => {
  test('lists names with their allowed imports', () => {
    expect(parseImportTable(page('kernel →\nhttp     → contract kernel'))).toEqual({
      kernel: [],
      http: ['contract', 'kernel'],
    });
  });

  test('is missing without its fenced block', () => {
    expect(parseImportTable('# Title\n')).toBeUndefined();
  });

  test.each(['http contract', 'http → kernel → contract', '→ kernel'])(
    'rejects the line "%s"',
    (line) => {
      expect(() => parseImportTable(page(line))).toThrow(`"${line}" must have the form`);
    },
  );

  test('rejects two rows with the same name', () => {
    expect(() => parseImportTable(page('http →\nhttp → kernel'))).toThrow('two rows for "http"');
  });
});

describe('the import table and ARCHITECTURE.md', () => {
  test('match in any order of names', () => {
    const data = { http: ['contract', 'kernel'], kernel: [] };
    expect(compareImportTables(data, { kernel: [], http: ['kernel', 'contract'] })).toEqual([]);
  });

  test('differ by a name, and by a missing row', () => {
    const findings = compareImportTables(
      { http: ['kernel'], kernel: [] },
      { http: [], kernel: [], site: ['kernel'] },
    );
    expect(findings).toEqual([
      'http: scripts/import-table.ts has "kernel", ARCHITECTURE.md "nothing"',
      'site: scripts/import-table.ts has "no row", ARCHITECTURE.md "kernel"',
    ]);
  });
});
