import { describe, expect, test } from 'vitest';
import { listMistakes, captureError } from './fixtures.ts';
import { parseSiteSettings } from './site-settings.ts';

const parse = (text: string) => parseSiteSettings(text, 'config/site.yaml');
const mistakesFor = async (text: string) => listMistakes(await captureError(() => parse(text)));

describe('redirects', () => {
  const old = 'an old address of this site such as /old/, without ? and #';

  test.each([
    ['- { from: old, to: /new/ }', `2:11: redirects[0].from: must be ${old}, not "old"`],
    ['- { from: "/a?b", to: /new/ }', `2:11: redirects[0].from: must be ${old}, not "/a?b"`],
    [
      '- { from: /a, to: "javascript:x" }',
      '2:19: redirects[0].to: must be an address such as /about/ or https://example.org/, not "javascript:x"',
    ],
    [
      '- { from: /a, to: /b, status: 307 }',
      '2:31: redirects[0].status: must be 301, 302, 308 or 410 (gone), not the number 307',
    ],
    ['- { from: /a }', '2:3: redirects[0].to: is missing'],
    [
      '- { from: /a, to: /b, status: 410 }',
      '2:19: redirects[0].to: must be omitted if the status is 410',
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
    ['/media/old.jpg', 'must not begin with /__, /media/ or /assets/'],
    ['/__admin/', 'must not begin with /__, /media/ or /assets/'],
    ['/twice/', 'is already redirected above; only the first redirect applies'],
  ])('an ineffective redirect is rejected: %s', async (from, expected) => {
    const mistakes = await mistakesFor(
      `languages: { es: {} }\nredirects:\n  - { from: /twice, to: /x/ }\n  - { from: ${from}, to: /y/ }`,
    );
    expect(mistakes).toEqual([`config/site.yaml:4:13: redirects[1].from: ${expected}`]);
  });
});
