import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editor, jan, maria, path, PreviewRoom, reader } from './fixtures.ts';
import type { PreviewInput } from './preview-service.ts';

let desk: PreviewRoom;

beforeAll(async () => {
  desk = await PreviewRoom.open();
});

afterAll(() => desk[Symbol.asyncDispose]());

function preview(input: PreviewInput, actor = maria) {
  return desk.previews.preview(actor, input);
}

const fresh = { type: 'post', lang: 'en', content: 'Wet.\n' };

describe('the preview of a document (GAP-DOC-15)', () => {
  test('shows the given body and keeps the stored frontmatter', async () => {
    const { document, problem } = await preview({ path, content: 'Blacker.\n' });
    expect(problem).toBeNull();
    expect(document).toMatchObject({
      path,
      title: 'Ink',
      body: 'Blacker.\n',
      author: 'maria',
      taxonomies: { tags: ['Ink'] },
      url: '/posts/ink/',
    });
  });

  test('replaces the frontmatter when given', async () => {
    const { document } = await preview({ path, content: '', frontmatter: { title: 'Soot' } });
    expect(document).toMatchObject({ title: 'Soot', body: '', taxonomies: { tags: [] } });
    expect(document.author).toBe('maria');
  });

  test('treats text that starts with frontmatter as the whole file', async () => {
    const content = '---\ntitle: Lamp black\nslug: lamp\n---\nSoot.\n';
    const { document } = await preview({ path, content });
    expect(document).toMatchObject({
      title: 'Lamp black',
      url: '/posts/lamp/',
      body: 'Soot.\n',
      author: 'maria',
    });
  });

  test('is signed by the user who would save it, when it has changes', async () => {
    const { document } = await preview({ path, content: 'Blacker.\n' }, editor);
    expect(document).toMatchObject({ lastEditor: 'edith', updatedAt: desk.room.clock.now() });
    const { document: same } = await preview({ path, content: 'Black.\n' }, editor);
    expect(same.lastEditor).toBe('maria');
  });

  test('shows what the public would see for unchanged text', async () => {
    const input = { type: 'post', lang: 'es', title: 'Tinta', content: 'Negra.\n' };
    const made = await desk.room.service.create(editor, {
      ...input,
      frontmatter: {
        summary: 'Sobre la tinta',
        layout: 'page',
        date: '2026-05-01',
        tags: ['Tinta'],
        fields: { stock: 1.5, more: [null, true] },
        mood: { of: 'ink' },
      },
    });
    const at = made.indexed.place.path;
    await desk.room.editorial.changeStatus(editor, { path: at, status: 'published' });
    const shown = await desk.room.published.findByPath(at);
    const { document } = await preview({ path: at, content: 'Negra.\n' }, editor);
    const { hash, version } = shown!;
    expect({ ...document, hash, version }).toEqual(shown);
  });

  test('is available with read access, and reveals nothing without it', async () => {
    const { document } = await preview({ path, content: 'Blacker.\n' }, reader);
    expect(document.body).toBe('Blacker.\n');
    await expect(preview({ path, content: '' }, jan)).rejects.toMatchObject({ code: 'not_found' });
    const missing = { path: 'posts/none.md', content: '' };
    await expect(preview(missing)).rejects.toMatchObject({ code: 'not_found' });
    const odd = { path: '../ink.md', content: '' };
    await expect(preview(odd)).rejects.toMatchObject({ code: 'invalid_path' });
  });

  test('requires no permission for the state in its frontmatter', async () => {
    const frontmatter = { title: 'Ink', workflow: 'published', scheduled_publish_at: '2026-07-01' };
    const { document } = await preview({ path, content: 'Black.\n', frontmatter });
    expect(document.title).toBe('Ink');
  });

  test('rejects values that a save rejects', async () => {
    const wrong = preview({ path, content: '', frontmatter: { title: 5, date: 'soon' } });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid_fields',
      details: { errors: [{ path: 'frontmatter.title' }, { path: 'frontmatter.date' }] },
    });
    const stolen = preview({ path, content: '', frontmatter: { author: 'jan' } });
    await expect(stolen).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('shows unreadable frontmatter with the error under the last title', async () => {
    const { document, problem } = await preview({ path, content: '---\ntitle: "Ink\n---\nWet.\n' });
    expect(problem).toMatchObject({ line: 2, column: 8 });
    expect(document).toMatchObject({ title: 'Ink', body: 'Wet.\n', url: '/posts/ink/' });
  });

  test('shows the corrected text of a file that is broken on disk', async () => {
    const at = 'posts/broken.md';
    await desk.room.write(at, '---\ntitle: "Ink\n---\nWet.\n');
    const body = preview({ path: at, content: 'Dry.\n' }, editor);
    await expect(body).rejects.toMatchObject({ code: 'frontmatter_broken' });
    const whole = { path: at, content: '---\ntitle: Ink\n---\nDry.\n' };
    expect(await preview(whole, editor)).toMatchObject({
      problem: null,
      document: { title: 'Ink', body: 'Dry.\n' },
    });
  });
});

describe('the preview of a new document (GAP-DOC-15)', () => {
  test('has the user as author, today’s date and its future address', async () => {
    const { document } = await preview({ ...fresh, frontmatter: { title: 'Wet ink' } });
    const now = desk.room.clock.now();
    expect(document).toMatchObject({
      path: 'posts/wet-ink.md',
      url: '/posts/wet-ink/',
      title: 'Wet ink',
      body: 'Wet.\n',
      author: 'maria',
      date: now,
      hasOwnDate: false,
      createdAt: now,
    });
  });

  test.each<[string, Partial<PreviewInput>, string]>([
    ['its slug', { slug: 'dry', frontmatter: { title: 'Wet' } }, '/posts/dry/'],
    ['the slug of its frontmatter', { frontmatter: { slug: 'damp' } }, '/posts/damp/'],
    ['the title of a whole text', { content: '---\ntitle: Soot\n---\n' }, '/posts/soot/'],
    ['none, without a title', {}, '/posts/untitled/'],
    ['none, of a title without letters', { frontmatter: { title: '!?' } }, '/posts/untitled/'],
    [
      'none, of an endless title',
      { frontmatter: { title: 'ä'.repeat(99_999) } },
      '/posts/untitled/',
    ],
    ['its language', { lang: 'es', slug: 'tinta' }, '/es/posts/tinta/'],
  ])('has the address of %s', async (_what, input, url) => {
    expect((await preview({ ...fresh, ...input })).document.url).toBe(url);
  });

  test('differs from an existing document at the path', async () => {
    const { document } = await preview({ ...fresh, slug: 'ink' }, jan);
    expect(document).toMatchObject({ path, body: 'Wet.\n', author: 'jan', title: 'Ink' });
    expect(document.taxonomies).toEqual({ tags: [], categories: [] });
  });

  test.each([
    ['type', { type: 'novel' }],
    ['type', { type: 'constructor' }],
    ['lang', { lang: 'xx' }],
    ['lang', { lang: '__proto__' }],
    ['slug', { slug: 'a/b' }],
    ['slug', { slug: '' }],
  ])('rejects an invalid %s: %j', async (field, odd) => {
    await expect(preview({ ...fresh, ...odd })).rejects.toMatchObject({
      code: 'invalid_fields',
      details: { errors: [{ path: field }] },
    });
  });

  test('requires the permission to create documents', async () => {
    await expect(preview(fresh, reader)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('documents.create') as string,
    });
  });

  test('reports problems in its frontmatter and shows the rest', async () => {
    const { document, problem } = await preview({
      ...fresh,
      content: '---\n: :\n- x\n---\nWet.\n',
    });
    expect(problem).toMatchObject({ line: expect.any(Number) as number });
    expect(document).toMatchObject({ body: 'Wet.\n', author: 'maria', url: '/posts/untitled/' });
  });
});

test('stores nothing', async () => {
  const before = await desk.everything();
  await preview({ path, content: 'Blacker.\n', frontmatter: { workflow: 'published' } }, editor);
  await preview({ path, content: '---\ntitle: "\n---\n' });
  await preview({ ...fresh, slug: 'new' });
  expect(await desk.everything()).toEqual(before);
});
