import { expect, test } from 'vitest';
import { planRenames } from './plan-renames.ts';

function plan(appeared: string, vacated: string): string {
  const parse = (list: string) =>
    list.split(' ').map((one, documentId) => {
      const [path = '', hash = ''] = one.split('=');
      return { documentId, path, hash };
    });
  const planned = planRenames(parse(appeared), parse(vacated));
  return planned.map(({ from, to }) => `${from.path} to ${to.path}`).join(', ');
}

test.each([
  ['the same bytes', 'b.md=1', 'a.md=1', 'a.md to b.md'],
  ['other bytes', 'b.md=2', 'a.md=1', ''],
  ['a file and its copy', 'b.md=1 c.md=1', 'a.md=1', ''],
  ['two documents with the same bytes', 'c.md=1', 'a.md=1 b.md=1', ''],
  [
    'the same file name in another folder',
    'y/a.md=1 y/b.md=1',
    'x/b.md=1 x/a.md=1',
    'x/a.md to y/a.md, x/b.md to y/b.md',
  ],
  ['a file with the name and a copy', 'y/a.md=1 y/c.md=1', 'x/a.md=1', 'x/a.md to y/a.md'],
  ['two files with the name', 'y/a.md=1 z/a.md=1', 'x/a.md=1', ''],
  [
    'different bytes of two documents',
    'c.md=1 d.md=2',
    'a.md=1 b.md=2',
    'a.md to c.md, b.md to d.md',
  ],
])('%s', (...[, appeared, vacated, planned]) => {
  expect(plan(appeared, vacated)).toBe(planned);
});
