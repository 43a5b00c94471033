import { expect, test } from 'vitest';
import { reportLines } from './doctor-report.ts';

test('doctor shows 20 findings and 20 checks of one kind, and counts the rest', () => {
  const lines = reportLines(
    {
      ok: true,
      checks: Array.from({ length: 23 }, (_, index) => ({
        name: 'plugin',
        status: 'warning' as const,
        message: `plugin ${index}`,
      })),
      findings: Array.from({ length: 3000 }, (_, index) => ({
        severity: 'notice' as const,
        check: 'unknown_key',
        path: `posts/${index}.md`,
        message: 'unknown key',
      })),
    },
    { paint: (_colour, text) => text },
  );
  expect(lines.filter((line) => line.includes('unknown key'))).toHaveLength(20);
  expect(lines.filter((line) => /plugin \d/.test(line))).toHaveLength(20);
  expect(lines).toContain('  … and 3 more of this kind; use --json to list all.');
  expect(lines).toContain('  … and 2980 more of this kind; use --json to list all.');
});
