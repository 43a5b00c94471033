import { expect, test } from 'vitest';
import { mergeDraft, type CommentDraft } from './comment-drafts.ts';

const draft = (line: number, body: string, patchSha256 = 'newest'): CommentDraft => ({
  patchSha256,
  path: 'ink.md',
  side: 'new',
  line,
  body,
});

test('a draft is added to those of other tabs, lines and patches', () => {
  const theirs = [draft(1, 'One.'), draft(2, 'Two.', 'older')];
  expect(mergeDraft(theirs, draft(2, 'Mine.'), [])).toEqual([...theirs, draft(2, 'Mine.')]);
});

test('a draft replaces what this tab has shown of it', () => {
  const known = [draft(1, 'On')];
  expect(mergeDraft(known, draft(1, 'One.'), known)).toEqual([draft(1, 'One.')]);
  expect(mergeDraft(known, draft(1, ''), known)).toEqual([]);
});

test('a text of another tab for the same line that this tab has not shown is kept', () => {
  const stored = [draft(1, 'Theirs.')];
  const both = [draft(1, 'Theirs.\n\nMine.')];
  expect(mergeDraft(stored, draft(1, 'Mine.'), [])).toEqual(both);
  expect(mergeDraft(stored, draft(1, ''), [draft(1, 'Old')])).toEqual(stored);
  // Further typing goes on with both.
  expect(mergeDraft(both, draft(1, 'Theirs.\n\nMine!'), both)).toEqual([
    draft(1, 'Theirs.\n\nMine!'),
  ]);
});

test('a draft that another tab has sent remains while this tab writes it', () => {
  expect(mergeDraft([], draft(1, 'One more.'), [draft(1, 'One')])).toEqual([draft(1, 'One more.')]);
});
