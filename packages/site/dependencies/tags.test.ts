import type { PublicFacts } from '@galley/content';
import { describe, expect, test } from 'vitest';
import { Outdated } from './outdated.ts';
import { orderTag, rangeTag, tagOf, listChangedTags } from './tags.ts';

const ink: PublicFacts = {
  path: 'posts/ink.md',
  id: 'en:post:ink',
  translationKey: 'post:ink',
  type: 'post',
  lang: 'en',
  url: '/posts/ink/',
  title: 'Ink',
  date: 1_000,
  updatedAt: null,
  taxonomies: { tags: ['Wood type'], categories: [] },
  aliases: [],
};

const post = { lang: 'en', type: 'post' };
const tags = (before: PublicFacts | undefined, after: PublicFacts | undefined) =>
  listChangedTags({ before, after });

describe('the tags of a change', () => {
  test('name the document in every way in which it can be asked for', () => {
    const moved = { ...ink, url: '/posts/black/' };
    for (const change of [tags(undefined, ink), tags(ink, undefined), tags(ink, moved)]) {
      expect(change).toContain(tagOf.path('posts/ink.md'));
      expect(change).toContain(tagOf.id('en:post:ink'));
      expect(change).toContain(tagOf.translations('post:ink'));
      expect(change).toContain(tagOf.url('/posts/ink/'));
      expect(change).toContain(tagOf.anything);
    }
    expect(tags(ink, moved)).toContain(tagOf.url('/posts/black/'));
  });

  test.each([
    ['becomes public', undefined, ink],
    ['is public no more', ink, undefined],
    ['is in another language', ink, { ...ink, lang: 'es' }],
    ['has another date', ink, { ...ink, date: 2_000 }],
    ['has other terms', ink, { ...ink, taxonomies: { tags: ['Paper'] } }],
  ])('of a document that %s name the lists that it is or was in', (_what, before, after) => {
    const changed = tags(before, after);
    expect(changed).toContain(orderTag(post));
    expect(changed).toContain(orderTag({}));
    expect(changed).toContain(orderTag({ lang: 'en', taxonomy: { name: 'tags' } }));
    const wood = { name: 'tags', term: 'wood-type' };
    expect(changed).toContain(orderTag({ lang: 'en', taxonomy: wood }));
    expect(changed).not.toContain(orderTag({ ...post, lang: 'de' }));
    expect(changed).not.toContain(orderTag({ ...post, type: 'page' }));
  });

  test('of an edited text name no list: lists that show it have the document’s tag', () => {
    const changed = tags(ink, { ...ink, updatedAt: 5 });
    expect(changed).not.toContain(orderTag(post));
    expect(changed).toContain(orderTag({ ...post, sort: 'updated_at' }));
    expect(changed).not.toContain(tagOf.terms('tags', 'en'));
  });

  test('of another title name the lists that are sorted by titles', () => {
    const changed = tags(ink, { ...ink, title: 'Black' });
    expect(changed).toContain(orderTag({ ...post, sort: 'title' }));
    expect(changed).not.toContain(orderTag(post));
  });

  test('of other terms name the terms, also when one is only written in another way', () => {
    const other = { ...ink, taxonomies: { tags: ['Wood Type'] } };
    expect(tags(ink, other)).toContain(tagOf.terms('tags', 'en'));
    expect(tags(ink, undefined)).toContain(tagOf.terms('tags', 'en'));
  });
});

describe('a part of a list', () => {
  const between = (from: number, until: number) =>
    rangeTag({ lang: 'en', of: 'type post', from, until });

  test.each([
    ['something that comes into it', undefined, ink, between(900, 1_100), true],
    ['something that comes to its end', undefined, ink, between(1_000, 2_000), true],
    ['something newer', undefined, ink, between(0, 999), false],
    ['something that goes from it', ink, undefined, between(900, 1_100), true],
    [
      'something that leaves it for another day',
      ink,
      { ...ink, date: 9 },
      between(900, 1_100),
      true,
    ],
    ['something that comes from another day', { ...ink, date: 9 }, ink, between(900, 1_100), true],
    ['an edited text', ink, { ...ink, title: 'Black' }, between(900, 1_100), false],
    ['what has no newer one', undefined, ink, between(900, Infinity), true],
  ])('is outdated by %s, or not (%#)', (...given) => {
    const [, before, after, tag, expected] = given;
    expect(Outdated.by({ before, after }).outdates(['path:other', tag])).toBe(expected);
  });

  test('of another language, type or term is another', () => {
    const changed = Outdated.by({ before: undefined, after: ink });
    const all = { from: -Infinity, until: Infinity };
    expect(changed.outdates([rangeTag({ lang: 'en', of: 'term tags:wood-type', ...all })])).toBe(
      true,
    );
    expect(changed.outdates([rangeTag({ lang: 'en', of: 'term tags:ink', ...all })])).toBe(false);
    expect(changed.outdates([rangeTag({ lang: 'es', of: 'type post', ...all })])).toBe(false);
    expect(changed.outdates([rangeTag({ lang: 'en', of: 'type page', ...all })])).toBe(false);
  });
});
