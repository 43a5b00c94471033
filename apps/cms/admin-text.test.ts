import { describe, expect, test } from 'vitest';

interface Detail {
  readonly frontmatter: Record<string, unknown>;
  readonly raw_body: string;
  readonly raw: string;
}

/** What this test uses of the admin's script, which browsers load as it is. */
interface DocumentText {
  readonly textsOf: (detail: Detail, isWholeFile: boolean) => Record<string, string>;
  readonly editedNames: (saved: Record<string, string>, typed: Record<string, string>) => string[];
  readonly fieldRefusal: (detail: Detail, name: string) => string;
  readonly hasFrontmatter: (text: string) => boolean;
  readonly saveOf: (
    detail: Detail,
    edit: { typed: Record<string, string>; edited: string[]; state: string },
  ) => { content: string; frontmatter: Record<string, unknown> };
}

const script = new URL('./admin/document-text.js', import.meta.url).href;
const { editedNames, fieldRefusal, hasFrontmatter, saveOf, textsOf } = (await import(
  script
)) as DocumentText;

function detailOf(frontmatter: Record<string, unknown>, body = 'Text\n'): Detail {
  return { frontmatter, raw_body: body, raw: `---\n---\n${body}` };
}

/** What is sent when a person opens the document, types these texts over what is shown, and saves. */
function saveAfter(detail: Detail, typing: Record<string, string>, state = '') {
  const saved = textsOf(detail, false);
  const typed = { ...saved, ...typing };
  return saveOf(detail, { typed, edited: editedNames(saved, typed), state });
}

describe('what the editor sends', () => {
  test('without an edit, everything is as it was', () => {
    const frontmatter = { title: 2026, tags: ['a', 7], summary: null, mood: { calm: true } };
    const detail = detailOf(frontmatter, 'One\r\nTwo\r\n');
    expect(saveAfter(detail, {})).toEqual({ content: 'One\r\nTwo\r\n', frontmatter });
  });

  test('an edited key changes and no other, in whatever order they stand', () => {
    const detail = detailOf({ mood: 'calm', title: 'Old', tags: 'alone', date: '2026-01-01' });
    const { content, frontmatter } = saveAfter(detail, { title: 'New' });
    expect(Object.entries(frontmatter)).toEqual([
      ['mood', 'calm'],
      ['title', 'New'],
      ['tags', 'alone'],
      ['date', '2026-01-01'],
    ]);
    expect(content).toBe('Text\n');
  });

  test('a key that is emptied goes', () => {
    const detail = detailOf({ title: 'T', summary: 'S', tags: ['a'] });
    expect(saveAfter(detail, { summary: '', tags: ' , ' }).frontmatter).toEqual({ title: 'T' });
  });

  test.each([
    { rule: 'a list stays a list', before: ['a', 'b'], typed: 'a', after: ['a'] },
    { rule: 'one word stays one word', before: 'a', typed: 'b', after: 'b' },
    { rule: 'two words are a list', before: 'a', typed: 'a, b', after: ['a', 'b'] },
    { rule: 'new tags are a list', before: null, typed: 'a', after: ['a'] },
    { rule: 'numbers stay numbers', before: [2025, 2026], typed: '2026, x', after: [2026, 'x'] },
    { rule: 'a tag is there once', before: ['a'], typed: 'a, b , b', after: ['a', 'b'] },
  ])('tags: $rule', ({ before, typed, after }) => {
    const saved = saveAfter(detailOf({ tags: before }), { tags: typed });
    expect(saved.frontmatter['tags']).toEqual(after);
  });

  test('the state is said only when it was chosen', () => {
    const detail = detailOf({ title: 'T' });
    expect(saveAfter(detail, { content: 'x' }).frontmatter).not.toHaveProperty('workflow');
    expect(saveAfter(detail, {}, 'published').frontmatter['workflow']).toBe('published');
  });
});

describe('what the editor shows', () => {
  test('line endings as a text area has them are no edit', () => {
    const detail = detailOf({ title: 'Two\nlines', summary: 'a\r\nb' }, 'One\r\nTwo\rThree\n');
    const shown = textsOf(detail, false);
    expect(shown).toEqual({
      title: 'Two lines',
      summary: 'a\nb',
      tags: '',
      content: 'One\nTwo\nThree\n',
    });
    expect(editedNames(shown, { ...shown })).toEqual([]);
  });

  test.each([
    ['tags', { tags: ['a, b'] }],
    ['tags', { tags: [{ name: 'a' }] }],
    ['title', { title: { en: 'T' } }],
    ['summary', { summary: ['a'] }],
  ])('%s that plain text cannot say are not for editing: %j', (name, frontmatter) => {
    expect(fieldRefusal(detailOf(frontmatter), name)).toContain('whole file');
  });

  test('tags and texts that plain text can say are for editing', () => {
    const detail = detailOf({ title: 2026, tags: ['a b', 3], summary: null });
    const refusals = ['title', 'tags', 'summary', 'content'].map((name) =>
      fieldRefusal(detail, name),
    );
    expect(refusals).toEqual(['', '', '', '']);
  });
});

test.each([
  ['---\ntitle: a\n---\n', true],
  ['\uFEFF--- \r\ntitle: a\r\n---\r\n', true],
  ['Text\n---\n', false],
  ['----\n', false],
  ['', false],
])('%j begins with frontmatter: %s', (text, expected) => {
  expect(hasFrontmatter(text)).toBe(expected);
});
