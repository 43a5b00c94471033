import { defineProblems } from '@galley/kernel';
import { describe, expect, test } from 'vitest';
import { conflictingProblems, problemsOf, renderProblems } from './problem-reference.ts';

const contentProblems = defineProblems({
  stale_revision: ['conflict', 'Someone saved before you'],
  invalid_path: ['invalid', 'The path is not valid'],
});

describe('the problem reference', () => {
  test('contains every code exported by a problems module, and nothing else', () => {
    const module = { contentProblems, limit: 3, describe: () => 'x', names: ['a'] };
    expect(problemsOf('content', module).map(({ code, owner }) => [code, owner])).toEqual([
      ['stale_revision', 'content'],
      ['invalid_path', 'content'],
    ]);
  });

  test('is sorted by status and names every package that raises a code', () => {
    const page = renderProblems([
      ...problemsOf('content', { contentProblems }),
      ...problemsOf('auth', { contentProblems }),
    ]);
    expect(
      page
        .split('\n')
        .filter((line) => line.includes('`invalid_path`') || line.includes('`stale_revision`')),
    ).toEqual([
      '| 400 | `invalid_path` | The path is not valid | auth, content |',
      '| 409 | `stale_revision` | Someone saved before you | auth, content |',
    ]);
  });

  test('lists every status of a code', () => {
    const runProblems = defineProblems({ odd: ['conflict', 'It is odd', 'unavailable'] });
    const page = renderProblems(problemsOf('runcoord', { runProblems }));
    expect(page).toContain('| 409, 503 | `odd` | It is odd | runcoord |');
  });

  test('accepts a code in two packages if the definitions match', () => {
    expect(
      conflictingProblems([
        ...problemsOf('content', { contentProblems }),
        ...problemsOf('auth', { contentProblems }),
      ]),
    ).toEqual([]);
  });

  test('rejects a code with two kinds or two titles', () => {
    const other = defineProblems({ invalid_path: ['unprocessable', 'The path is not valid'] });
    expect(
      conflictingProblems([
        ...problemsOf('content', { contentProblems }),
        ...problemsOf('site', { other }),
      ]),
    ).toEqual([
      'The problem "invalid_path" differs: content has invalid, "The path is not valid"; site has unprocessable, "The path is not valid".',
    ]);
  });
});
