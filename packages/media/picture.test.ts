import { describe, expect, test } from 'vitest';
import { listPictureSources } from './picture-sources.ts';
import {
  parseVariantAddress,
  variantAddress,
  variantsOf,
  variantWidths,
  type Picture,
  type VariantName,
} from './picture.ts';

const hash = '0123456789abcdef';
const measured = { width: 1000, height: 500, format: 'jpeg', isMoving: false } as const;
const picture: Picture = { ...measured, hash, widths: [320, 640, 960, 1000] };

describe('the widths of variants (GAP-MEDIA-2)', () => {
  test.each([
    [3000, [320, 640, 960, 1280, 1920]],
    [1920, [320, 640, 960, 1280, 1920]],
    [1921, [320, 640, 960, 1280, 1920]],
    [1000, [320, 640, 960, 1000]],
    [321, [320, 321]],
    [320, []],
    [1, []],
  ])('of a picture of %i pixels are %j', (width, widths) => {
    expect(variantWidths({ ...measured, width })).toEqual(widths);
  });

  test('what moves, or is too large to be decoded, is shown as it is', () => {
    expect(variantWidths({ ...measured, format: 'gif' })).toEqual([]);
    expect(variantWidths({ ...measured, isMoving: true })).toEqual([]);
    expect(variantWidths({ ...measured, width: 30_000, height: 30_000 })).toEqual([]);
  });
});

describe('the address of a variant', () => {
  test.each([
    'media/press.jpg',
    'media/2026/two words.jpg',
    'media/it\'s "quoted", 100% #1?.jpg',
    'media/印刷/été.640.jpg',
    `media/a.jpg.${hash}.640.webp.jpg`,
    'media/media/x.jpg',
  ])('of %s has no character that means something there, and leads back', (path) => {
    const name: VariantName = { path, hash, width: 640, format: 'jpeg' };
    const address = variantAddress(name);
    expect(address).toMatch(/^\/media-variants\/[\w.~!*'()%/-]+$/);
    expect(new URL(address, 'https://a.example').pathname).toBe(address);
    expect(
      parseVariantAddress(decodeURIComponent(address.slice('/media-variants/'.length))),
    ).toEqual(name);
  });

  test.each([
    '',
    'a.jpg',
    `a.jpg.${hash}.webp`,
    `a.jpg.${hash}.0640.webp`,
    `a.jpg.${hash}.640.gif`,
    `.${hash}.640.webp`,
    `a.jpg.${hash.toUpperCase()}.640.webp`,
  ])('%j is none', (file) => {
    expect(parseVariantAddress(file)).toBeUndefined();
  });
});

test('a page offers the smallest formats first, and the picture itself in its own format and width', () => {
  const { sources, srcset, ...measures } = listPictureSources('media/a b.jpg', picture);
  expect(measures).toEqual({ width: 1000, height: 500 });
  expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
  expect(sources[1]!.srcset).toBe(
    [320, 640, 960, 1000]
      .map((width) => `/media-variants/a%20b.jpg.${hash}.${width}.webp ${width}w`)
      .join(', '),
  );
  expect(srcset).toMatch(/\.960\.jpg 960w, \/media\/a%20b\.jpg 1000w$/);
});

test.each([
  ['jpeg', 11],
  ['png', 11],
  ['webp', 7],
  ['avif', 3],
  ['gif', 0],
] as const)('every address that a page offers for a %s is among its variants', (format, count) => {
  const one = { ...picture, format, widths: format === 'gif' ? [] : picture.widths };
  const { sources, srcset } = listPictureSources('media/a.x', one);
  const offered = [...sources.map((source) => source.srcset), srcset]
    .join(', ')
    .match(/\/media-variants\/\S+/g);
  expect(variantsOf('media/a.x', one).map(variantAddress).sort()).toEqual(
    [...(offered ?? [])].sort(),
  );
  expect(offered ?? []).toHaveLength(count);
});
