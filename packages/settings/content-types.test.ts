import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentPathFor, documentId, typeOf } from './content-types.ts';
import { captureError } from './fixtures.ts';
import { parseSiteSettings } from './site-settings.ts';

const settings = parseSiteSettings(
  `
languages: { es: , pt-BR: }
content: { types: { page: , post: , guide: { folder: docs/guides } } }
`,
  'site.yaml',
);

describe('a file in the content tree', () => {
  test.each([
    ['posts/es/hello.md', { type: 'post', lang: 'es', path: 'hello' }],
    ['pages/about.md', { type: 'page', lang: 'en', path: 'about' }],
    ['pages/index.md', { type: 'page', lang: 'en', path: 'index' }],
    ['docs/guides/pt-BR/a/b.md', { type: 'guide', lang: 'pt-BR', path: 'a/b' }],
    ['posts/fr/hello.md', { type: 'post', lang: 'en', path: 'fr/hello' }],
    ['posts/ES/hello.md', { type: 'post', lang: 'en', path: 'ES/hello' }],
    ['posts/a/es/hello.md', { type: 'post', lang: 'en', path: 'a/es/hello' }],
    ['posts/es.md', { type: 'post', lang: 'en', path: 'es' }],
    ['posts/en/hello.md', { type: 'post', lang: 'en', path: 'en/hello' }],
    ['posts/constructor/x.md', { type: 'post', lang: 'en', path: 'constructor/x' }],
  ])('%s is a document', (path, expected) => {
    expect(typeOf(settings, path)).toEqual(expected);
  });

  test.each([
    'hello.md',
    'posts.md',
    'postscript/x.md',
    'docs/x.md',
    'posts/hello.txt',
    'posts/hello',
    'posts/.md',
    'posts/.hidden.md',
    'posts/.git/x.md',
    'posts//x.md',
    'posts/es/.md',
    '.published/posts/x.md',
    'config/site.yaml',
    'media/x.md',
    '',
  ])('%j is not a document', (path) => {
    expect(typeOf(settings, path)).toBeUndefined();
  });
});

describe('the file of a document', () => {
  test('is in the folder of its type, below the folder of its language unless that is the default language', () => {
    expect(contentPathFor(settings, { type: 'post', lang: 'es', path: 'hello' })).toBe(
      'posts/es/hello.md',
    );
    expect(contentPathFor(settings, { type: 'guide', lang: 'en', path: 'a/b' })).toBe(
      'docs/guides/a/b.md',
    );
  });

  test.each([
    [{ type: 'nope', lang: 'en', path: 'x' }, 'type', 'must be one of page, post, guide'],
    [{ type: 'constructor', lang: 'en', path: 'x' }, 'type', 'must be one of page, post, guide'],
    [{ type: 'post', lang: 'fr', path: 'x' }, 'lang', 'must be one of en, es, pt-BR'],
    [{ type: 'post', lang: 'en', path: 'es/x' }, 'path', 'must not begin with es/'],
  ])('is rejected for %j', async (document, path, message) => {
    const error = await captureError(() => contentPathFor(settings, document));
    expect(error.code).toBe('invalid_request');
    expect(error.details.errors).toMatchObject([{ path, message }]);
  });

  const segment = fc.constantFrom(
    'es',
    'en',
    'pt-BR',
    'hello',
    'index',
    'ñ',
    'a.b',
    'posts',
    'x.md',
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const folder = fc.constantFrom('posts', 'pages', 'docs/guides');

  test('reading and writing a path returns the same path', () => {
    fc.assert(
      fc.property(folder, path, (type, rest) => {
        const file = `${type}/${rest}.md`;
        const document = typeOf(settings, file);
        expect(document && contentPathFor(settings, document)).toBe(file);
      }),
    );
  });

  test('two files never share a document key', () => {
    fc.assert(
      fc.property(folder, path, path, (type, one, other) => {
        fc.pre(one !== other);
        const ids = [one, other].map((rest) => documentId(typeOf(settings, `${type}/${rest}.md`)!));
        expect(ids[0]).not.toBe(ids[1]);
      }),
    );
  });
});

test('the id of a document is its language, type and path (gaps page, Documents)', () => {
  expect(documentId({ lang: 'es', type: 'post', path: 'a/hello' })).toBe('es:post:a/hello');
});
