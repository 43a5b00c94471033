import { describe, expect, test } from 'vitest';
import { compareImportTables, parseImportTable } from './import-table.ts';

const page = (rows: string): string => `# Title\n\n\`\`\`imports\n${rows}\n\`\`\`\n\nMore.\n`;

describe('the import table of ARCHITECTURE.md', () => {
  test('has a name, an arrow, and what it may import', () => {
    expect(parseImportTable(page('kernel →\nhttp     → contract kernel'))).toEqual({
      kernel: [],
      http: ['contract', 'kernel'],
    });
  });

  test('is not there without its fenced block', () => {
    expect(parseImportTable('# Title\n')).toBeUndefined();
  });

  test.each(['http contract', 'http → kernel → contract', '→ kernel'])(
    'is refused with the line "%s"',
    (line) => {
      expect(() => parseImportTable(page(line))).toThrow(`"${line}" is not of the form`);
    },
  );

  test('is refused with two rows for one name', () => {
    expect(() => parseImportTable(page('http →\nhttp → kernel'))).toThrow('two rows for "http"');
  });
});

describe('the data and the page', () => {
  test('agree whatever the order of names', () => {
    const data = { http: ['contract', 'kernel'], kernel: [] };
    expect(compareImportTables(data, { kernel: [], http: ['kernel', 'contract'] })).toEqual([]);
  });

  test('differ by a name, and by a row that only one of them has', () => {
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
