import { describe, expect, test } from 'vitest';
import { listMistakes, captureError } from './fixtures.ts';
import { parseSiteSettings } from './site-settings.ts';

const parse = (text: string) => parseSiteSettings(text, 'site.yaml').html;
const mistakesFor = async (text: string) => listMistakes(await captureError(() => parse(text)));

describe('allowed raw HTML', () => {
  test('has no additions by default', () => {
    expect(parse('')).toEqual({ raw: true, allow: [], embeds: [] });
  });

  test('can be extended element by element', () => {
    expect(
      parse(`
html:
  raw: false
  allow:
    - tag: section
      attributes: [data-part, aria-labelledby, itemprop]
      classes: [wide, "grid-*"]
    - { tag: my-chart }
  embeds: [www.youtube-nocookie.com, "player.example.org:8443"]
`),
    ).toEqual({
      raw: false,
      allow: [
        {
          tag: 'section',
          attributes: ['data-part', 'aria-labelledby', 'itemprop'],
          classes: ['wide', 'grid-*'],
        },
        { tag: 'my-chart', attributes: [], classes: [] },
      ],
      embeds: ['www.youtube-nocookie.com', 'player.example.org:8443'],
    });
  });

  test.each([
    ...[
      'script',
      'style',
      'iframe',
      'object',
      'embed',
      'form',
      'input',
      'button',
      'svg',
      'math',
      'link',
    ],
    ...[
      'meta',
      'base',
      'template',
      'noscript',
      'textarea',
      'select',
      'title',
      'xmp',
      'plaintext',
      'frame',
    ],
    ...['annotation-xml', 'font-face', 'Section', '*', '', 'a b'],
  ])('excludes the element %j', async (tag) => {
    const [mistake] = await mistakesFor(`html: { allow: [{ tag: ${JSON.stringify(tag)} }] }`);
    expect(mistake).toMatch(
      /^site\.yaml:1:\d+: html\.allow\.?\[?0\]?\.tag: must be an HTML element that can run and load nothing/,
    );
  });

  test.each([
    ...[
      'onclick',
      'onerror',
      'ONLOAD',
      'style',
      'srcdoc',
      'href',
      'src',
      'srcset',
      'action',
      'formaction',
    ],
    ...['data', 'ping', 'background', 'xlink:href', 'http-equiv', 'is', 'target', 'data-', '*', ''],
  ])('excludes the attribute %j', async (attribute) => {
    const text = `html: { allow: [{ tag: p, attributes: [${JSON.stringify(attribute)}] }] }`;
    const [mistake] = await mistakesFor(text);
    expect(mistake).toMatch(
      /attributes\.?\[?0\]?: must be an attribute that can run and load nothing/,
    );
    expect(mistake).toContain('never style, on… or one that holds an address');
  });

  test.each([
    ...[
      'https://a.example',
      'a.example/b',
      '*.a.example',
      'A.example',
      'localhost',
      'a.example;script-src *',
    ],
    ...['a.example ', "'self'", 'a..example', '-a.example', ''],
  ])('excludes frames of %j', async (host) => {
    const [mistake] = await mistakesFor(`html: { embeds: [${JSON.stringify(host)}] }`);
    expect(mistake).toContain('must be the name of a host in lower case');
  });

  test.each(['paper.example', 'paper.example:8080'])(
    'excludes frames of the site itself, %s',
    async (host) => {
      const text = `url: https://paper.example:8080/news\nhtml:\n  embeds:\n    - ${host}\n`;
      expect(await mistakesFor(text)).toEqual([
        expect.stringContaining(
          'is the host of this site; frames of it could act on behalf of the reader',
        ),
      ]);
    },
  );
});
