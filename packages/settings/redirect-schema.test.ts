import { describe, expect, test } from 'vitest';
import { listMistakes, captureError } from './fixtures.ts';
import { parseSiteSettings } from './site-settings.ts';

const parse = (text: string) => parseSiteSettings(text, 'config/site.yaml');
const mistakesFor = async (text: string) => listMistakes(await captureError(() => parse(text)));

describe('redirects', () => {
  const old = 'an old address of this site, without ? and #, such as /old/';

  test.each([
    ['- { from: old, to: /new/ }', `2:11: redirects[0].from: must be ${old}, not "old"`],
    ['- { from: "/a?b", to: /new/ }', `2:11: redirects[0].from: must be ${old}, not "/a?b"`],
    [
      '- { from: /a, to: "javascript:x" }',
      '2:19: redirects[0].to: must be an address, such as /about/, https://example.org/, not "javascript:x"',
    ],
    [
      '- { from: /a, to: /b, status: 307 }',
      '2:31: redirects[0].status: must be one of 301, 302, 308, 410, not 307',
    ],
    ['- { from: /a }', '2:3: redirects[0].to: To is required'],
    [
      '- { from: /a, to: /b, status: 410 }',
      '2:19: redirects[0].to: is not allowed with status 410',
    ],
  ])('an invalid redirect is reported with its position: %s', async (line, expected) => {
    expect(await mistakesFor(`redirects:\n${line}`)).toEqual([`config/site.yaml:${expected}`]);
  });

  test.each([
    ['to itself', ['/a/ → /a'], ['/a → /a']],
    ['in another spelling', ['/caf%C3%A9 → /café/'], ['/café → /café']],
    [
      'through others',
      ['/a → /b', '/b → /c#part', '/c → /a/?x=1'],
      ['/a → /b → /c → /a', '/b → /c → /a → /b', '/c → /a → /b → /c'],
    ],
    [
      'by the whole address',
      ['/a → https://paper.example/b', '/b → /a'],
      ['/a → /b → /a', '/b → /a → /b'],
    ],
    ['into a circle of others', ['/z → /a', '/a → /a'], ['/a → /a']],
  ])('a loop is rejected: %s', async (_name, lines, circles) => {
    const written = lines.map((line) => {
      const [from, to] = line.split(' → ');
      return `  - { from: "${from}", to: "${to}" }`;
    });
    const mistakes = await mistakesFor(
      ['url: https://paper.example', 'redirects:', ...written].join('\n'),
    );
    expect(mistakes.map((mistake) => mistake.split('creates a loop: ')[1])).toEqual(circles);
  });

  test('chains that end are allowed', () => {
    const { redirects } = parse('redirects: [{ from: /a, to: /b }, { from: /b, to: /c }]');
    expect(redirects).toHaveLength(2);
  });

  test.each([
    ['/', 'is the address of a page, which takes precedence over redirects'],
    ['/es/', 'is the address of a page, which takes precedence over redirects'],
    ['/posts', 'is the address of a page, which takes precedence over redirects'],
    ['/es/tags/', 'is the address of a page, which takes precedence over redirects'],
    ['/es/search', 'is the address of a page, which takes precedence over redirects'],
    ['/sitemap.xml', 'is the address of a page, which takes precedence over redirects'],
    ['/media/old.jpg', 'must not begin with /__, /media/, /assets/'],
    ['/__admin/', 'must not begin with /__, /media/, /assets/'],
    ['/twice/', 'appears twice: /twice'],
  ])('an ineffective redirect is rejected: %s', async (from, expected) => {
    const mistakes = await mistakesFor(
      `languages: { es: {} }\nredirects:\n  - { from: /twice, to: /x/ }\n  - { from: ${from}, to: /y/ }`,
    );
    expect(mistakes).toEqual([`config/site.yaml:4:13: redirects[1].from: ${expected}`]);
  });

  test.each([
    ['/a/*/b', '/x/', 'from: may have * only as its last segment, such as /blog/*'],
    ['/a*', '/x/', 'from: may have * only as its last segment, such as /blog/*'],
    ['/:year/:year/', '/x/', 'from: appears twice: :year'],
    ['/:splat/', '/x/', 'from: :splat is reserved; choose another name'],
    ['/:year/', '/archive/:yaer/', 'to: has the unknown token :yaer'],
    ['/:year/', '/archive/:splat', 'to: has the unknown token :splat'],
    ['/w/*', 'https://:splat.example/', 'to: has the unknown token :splat'],
    ['/w/*', 'https://x.example:splat', 'to: has the unknown token :splat'],
    ['/__admin/*', '/x/', 'from: must not begin with /__, /media/, /assets/'],
    [
      '/posts/old/*',
      '/x/:splat',
      'from: never applies, because the earlier /:section/old/* matches the same addresses',
    ],
    ['/w/*', '/w/x/:splat', 'to: creates a loop: /w/example → /w/x/example'],
    ['/w/:id', '/v/:id', 'to: creates a loop: /w/example → /v/example → /w/example'],
  ])('ADD-INT-1: a faulty pattern is reported: %s to %s', async (from, to, expected) => {
    const lines = [
      '- { from: "/:section/old/*", to: "https://old.example/:section/:splat" }',
      '- { from: "/v/*", to: "/w/:splat" }',
      `- { from: "${from}", to: "${to}" }`,
    ];
    const mistakes = await mistakesFor(['redirects:', ...lines].join('\n'));
    expect(mistakes.find((mistake) => mistake.includes('redirects[2].'))).toContain(
      `redirects[2].${expected}`,
    );
  });

  test('ADD-INT-1: at most 200 patterns', async () => {
    const lines = Array.from({ length: 201 }, (_, index) => `- { from: /a${index}/*, to: /b/ }`);
    expect(await mistakesFor(['redirects:', ...lines].join('\n'))).toEqual([
      'config/site.yaml:2:1: redirects: must have at most 200 patterns with * or :name',
    ]);
  });
});
