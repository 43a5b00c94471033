import { describe, expect, test } from 'vitest';
import { createActor, MediaHarness } from './media-harness.fixtures.ts';
import { startsWithSpelling, listSpellings } from './mentions.ts';

const everybody = createActor('ed', ['documents.read']);

async function usersOf(harness: MediaHarness, path: string): Promise<string[]> {
  const { documents, total } = await harness.media.service.usage(everybody, path);
  expect(total).toBe(documents.length);
  return documents.map((document) => document.path);
}

describe('a document uses a file', () => {
  test.each([
    ['![](/media/a.jpg)', true],
    ['![](/media/a.jpg "Title")', true],
    ['[a](media/a.jpg?x=1#y)', true],
    ['![](../media/a.jpg)', true],
    ['image: /media/a.jpg', true],
    ['image: "media/a.jpg"', true],
    ["images: ['media/a.jpg']", true],
    ['images: [media/b.jpg, media/a.jpg]', true],
    ['![](/media/b.jpg) ![](/media/a.jpg)', true],
    ['<img src=/media/a.jpg>', true],
    ['https://example.org/media/a.jpg.', true],
    ['_/media/a.jpg_ and more', true],
    ['<img src="/medi%61/a.jpg">', true],
    ['<img src="/me\ndi\ta/a.jpg">', true],
    ['<img src="/media\\a.jpg">', true],
    ['100 % of &#109;edia/a.jpg', true],
    ['(/media/a.jpg), /media/b.jpg', true],
    ['/media/a.jpg.png', false],
    ['/media/a.jpg-2.jpg', false],
    ['/media/a.jpgx', false],
    ['/media/a.jpg/b.jpg', false],
    ['/media/a.jpg_old.jpg', false],
    ['/media/a.jpg%20b.jpg', false],
    ['/media/aa.jpg', false],
    ['/media/A.jpg', false],
    ['/media/2026/a.jpg', false],
    ['social-media/a.jpg', false],
    ['multimedia/a.jpg', false],
    ['a.jpg', false],
    ['', false],
  ])('by %j: %s', async (text, isUse) => {
    await using harness = await MediaHarness.open();
    await harness.addDocument({ path: 'posts/a.md', text });
    expect(await usersOf(harness, 'media/a.jpg')).toEqual(isUse ? ['posts/a.md'] : []);
  });

  test.each([
    ['media/press photo.jpg', '/media/press%20photo.jpg'],
    ['media/press photo.jpg', 'image: media/press photo.jpg'],
    ['media/été (1).jpg', '/media/%C3%A9t%C3%A9%20(1).jpg'],
    ['media/été.jpg', '/media/e\u0301te\u0301.jpg'],
    ['media/a & b.jpg', '<img src="/media/a &amp; b.jpg">'],
    ['media/a&b.jpg', '/media/a%26b.jpg'],
    ['media/social-media/a.jpg', '![](/media/social-media/a.jpg)'],
    ['media/media/a.jpg', '![](/media/media/a.jpg)'],
  ])('however it is spelt: %s by %s', async (path, text) => {
    await using harness = await MediaHarness.open();
    await harness.addDocument({ path: 'posts/a.md', text });
    expect(await usersOf(harness, path)).toEqual(['posts/a.md']);
  });

  test('also when its bytes are no text', async () => {
    await using harness = await MediaHarness.open();
    const text = Buffer.from('\xff\xfe\x00 ![](/media/a.jpg)', 'latin1');
    await harness.addDocument({ path: 'posts/a.md', text });
    expect(await usersOf(harness, 'media/a.jpg')).toEqual(['posts/a.md']);
  });
});

test('tells what is being worked on from what is public, and both from what was', async () => {
  await using harness = await MediaHarness.open();
  const [old, young] = ['![](/media/old.jpg)', '![](/media/young.jpg) ![](/media/both.jpg)'];
  await harness.addDocument({ path: 'a.md', text: young, publicText: `${old} /media/both.jpg` });
  await harness.addDocument({ path: 'b.md', text: young, isDeleted: true });
  const usage = async (path: string) => {
    const { documents } = await harness.media.service.usage(everybody, path);
    return documents.map(({ path: user, isInText, isPublic }) => [user, isInText, isPublic]);
  };
  expect(await usage('media/old.jpg')).toEqual([['a.md', false, true]]);
  expect(await usage('media/young.jpg')).toEqual([['a.md', true, false]]);
  expect(await usage('media/both.jpg')).toEqual([['a.md', true, true]]);
  expect(await usage('media/only-before.jpg')).toEqual([]);
});

test.each([
  '/media/./a%20b.jpg',
  '/media/2026/../a%20b.jpg',
  '/media//a%20b.jpg',
  '/media/%61%20b.jpg',
  '/media/&#97;%20b&#x2e;jpg',
  '/media/2026\\..\\a%20b.jpg',
  '/media/a%20b\\.jpg',
  '/media/a%20b&period;jpg',
  '/media/a%20b&#46jpg',
  '/media/a%20b\\x2ejpg',
  '/media/a%20b\\2e jpg',
  '/media/a\n  b.jpg',
  '/media/a \\\n  b.jpg',
])('ADD-MED-1: a public page that spells the address %s uses the file', async (address) => {
  await using harness = await MediaHarness.open();
  harness.requiresApproval = true;
  const text = `![](${address})`;
  await harness.addDocument({ path: 'a.md', text, publicText: text });
  expect(await harness.media.service.needsApproval('media/a b.jpg')).toBe(true);
  expect(await harness.media.service.needsApproval('media/b.jpg')).toBe(false);
});

test('documents that the actor may not read are counted but not shown', async () => {
  await using harness = await MediaHarness.open();
  for (const author of ['ada', 'eve'])
    await harness.addDocument({ path: `${author}.md`, text: '/media/a.jpg', author });
  const asked = async (grants: string[]) => {
    const { documents, total } = await harness.media.service.usage(
      createActor('ada', grants),
      'media/a.jpg',
    );
    return [documents.map(({ path }) => path), total];
  };
  expect(await asked(['documents.read'])).toEqual([['ada.md', 'eve.md'], 2]);
  expect(await asked(['documents.read.own'])).toEqual([['ada.md'], 2]);
  expect(await asked(['media.read'])).toEqual([[], 2]);
});

test('a name is compared as a whole, in the spellings that addresses have', () => {
  const spellings = listSpellings('media/a b.jpg');
  expect(spellings).toEqual(['a b.jpg', 'a%20b.jpg']);
  expect(startsWithSpelling('a%20b.jpg) and', spellings)).toBe(true);
  expect(startsWithSpelling('a b.jpg…', spellings)).toBe(true);
  expect(startsWithSpelling('a b.jpgé', spellings)).toBe(false);
});
