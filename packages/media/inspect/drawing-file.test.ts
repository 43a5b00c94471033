import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawing, Uploads } from './fixtures.ts';

let uploads: Uploads;
beforeAll(async () => {
  uploads = await Uploads.open();
});
afterAll(() => uploads[Symbol.asyncDispose]());

const inkscape = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="210mm" height="297mm" viewBox="0 0 210 297" id="svg5" sodipodi:docname="a.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg"
   xmlns:svg="http://www.w3.org/2000/svg" xmlns:cc="http://creativecommons.org/ns#"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="n" pagecolor="#ffffff" inkscape:zoom="0.7"><inkscape:grid type="xygrid" /></sodipodi:namedview>
  <metadata><rdf:RDF><cc:Work rdf:about=""><dc:title>A &amp; B</dc:title>
    <dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage" /></cc:Work></rdf:RDF></metadata>
  <defs><linearGradient id="a" inkscape:collect="always"><stop offset="0" style="stop-color:#f00"/></linearGradient>
    <linearGradient id="b" xlink:href="#a" /></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer"><path style="fill:url(#b);stroke:none" d="M 0,0 h 9" />
  <svg:rect width="1" height="1"/><flowRoot><flowPara>x</flowPara></flowRoot>
  <image xlink:href="data:image/png;base64,iVBORw0KGgo=&#10;" width="3" height="3" /></g>
</svg>
`;

const illustrator = `\ufeff<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" xml:space="preserve"
  xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/">
<metadata><?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?></metadata>
<style type="text/css"><![CDATA[
 @font-face{font-family:'X';src:url("data:font/woff2;base64,d09GMg==") format("woff2")}
 .st0{fill:#FFFFFF;clip-path:url('#c')}
]]></style>
<switch><g i:extraneous="self"><text transform="matrix(1 0 0 1 0 0)">Grüße &#169;</text></g></switch>
</svg>`;

const figma = `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" xmlns="http://www.w3.org/2000/svg">
<g clip-path="url(#clip0_1_2)"><path fill-rule="evenodd" d="M0 0Z" fill="#333"/></g>
<defs><clipPath id="clip0_1_2"><rect width="24" height="24" fill="white"/></clipPath></defs>
</svg>`;

describe('drawings of drawing programs are taken, and measured (GAP-MEDIA-1)', () => {
  test.each([
    ['Inkscape', inkscape, 794, 1123],
    ['Illustrator', illustrator, 100, 50],
    ['Figma', figma, 24, 24],
    ['a hand, with one measure', drawing('', 'width="50" viewBox="0 0 100 200"'), 50, 100],
    [
      'a hand, in per cent',
      drawing('', 'width="100%" height="100%" viewBox="0,0,30.2,40"'),
      30,
      40,
    ],
    ['a hand, without measures', drawing(), null, null],
    [
      'a hand, with hostile measures',
      drawing('', 'width="1e99" height="-3" viewBox="0 0 x 9"'),
      null,
      null,
    ],
    [
      'a hand, with motion',
      drawing('<circle r="1"><animate attributeName="r" to="9" dur="1s"/></circle>'),
      null,
      null,
    ],
    [
      'a prefix for everything',
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>',
      null,
      null,
    ],
  ])('of %s', async (_what, text, ...[width, height]) => {
    await expect(uploads.inspect(text, 'a.svg')).resolves.toEqual({
      type: 'image/svg+xml',
      width,
      height,
      exif: null,
    });
  });

  test('of megabytes, with a large picture in it, at once', async () => {
    const picture = `<image href="data:image/png;base64,${'A'.repeat(4_900_000)}"/>`;
    const started = performance.now();
    await uploads.inspect(drawing(picture), 'a.svg');
    await uploads.inspect(drawing('<path d="M0 0h9"/>\n'.repeat(50_000)), 'a.svg');
    await uploads.inspect(drawing(`<!--${'-x'.repeat(600_000)}-->`), 'a.svg');
    await uploads.inspect(drawing(`<text>${'&amp;'.repeat(225_000)}</text>`), 'a.svg');
    await uploads.inspect(drawing(`<g id="${'&lt;'.repeat(250_000)}"/>`), 'a.svg');
    await uploads.inspect(
      drawing(`<g ${Array.from({ length: 75_000 }, (_none, at) => `a${at}="1"`).join(' ')}/>`),
      'a.svg',
    );
    expect(performance.now() - started).toBeLessThan(10_000);
    await expect(uploads.inspect(drawing('x'.repeat(5_300_000)), 'a.svg')).rejects.toThrow(
      'at most 5242880',
    );
  });
});

const xhtml = 'xmlns:h="http://www.w3.org/1999/xhtml"';

test.each([
  'https://example.org/map?a=1&amp;b=2#c',
  '/about/',
  'other.html',
  'mailto:ada@example.org',
])('a drawing may link to %s', async (address) => {
  const links = `<a href="${address}"><rect/></a><a xlink:href="${address}"><rect/></a>`;
  await expect(uploads.inspect(drawing(links), 'a.svg')).resolves.toBeDefined();
});

describe('a drawing that runs or loads anything is refused, with the line (GAP-MEDIA-1)', () => {
  test.each([
    ['<script>alert(1)</script>', 'an element <script>'],
    ['<g>\n<script href="#a"/></g>', 'In line 3 '],
    [`<h:script ${xhtml}>alert(1)</h:script>`, 'another language of the web'],
    ['<script xmlns="http://www.w3.org/1999/xhtml"/>', 'another language of the web'],
    ['<x xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:1"/>', 'another language'],
    [`<h:iframe ${xhtml} src="https://a.example"/>`, 'another language of the web'],
    ['<foreignObject><p>x</p></foreignObject>', 'an element <foreignObject>'],
    ['<g xmlns=""><script/></g>', 'outside of the namespace'],
    ['<SCRIPT/>', 'an element <SCRIPT>'],
    ['<iframe/>', 'an element <iframe>'],
    ['<handler/>', 'an element <handler>'],
    ['<rect onclick="x()"/>', 'a script in "onclick"'],
    ['<rect onLoad="x()"/>', 'a script in "onLoad"'],
    ['<rect onbegin\n=\n"x()"/>', 'a script in "onbegin"'],
    ['<a href="javascript:alert(1)"/>', 'a link to "javascript:alert(1)"'],
    ['<a href="&#106;ava&#x09;script:alert(1)"/>', 'a link to'],
    ['<a xlink:href=" javascript:alert(1)"/>', 'a link to'],
    ['<a z:href="javascript:1" xmlns:z="http://www.w3.org/1999/xlink"/>', 'a link to'],
    ['<a href="data:text/html,&lt;script>"/>', 'a link to'],
    ['<image href="data:image/svg+xml;base64,PHN2Zz4="/>', 'a link to'],
    ['<image href="https://tracker.example/a.png"/>', 'a link to "https://tracker.example/a.png"'],
    ['<image href="//tracker.example/a.png"/>', 'a link to'],
    ['<use href="other.svg#a"/>', 'a link to "other.svg#a"'],
    ['<g xml:base="https://a.example/"/>', 'xml:base'],
    ['<rect fill="url(https://a.example/x)"/>', 'a style that loads "https://a.example/x"'],
    ['<rect style="fill:URL( \'//a.example/x\')"/>', 'a style that loads'],
    ['<rect style="fill:\\75 rl(//a.example/x)"/>', 'a style that loads'],
    ['<rect style="fill:image-set(\'//a.example/x\' 1x)"/>', 'image-set('],
    ['<style>@import "//a.example/x.css";</style>', 'a style with "@import"'],
    ['<style>@im<![CDATA[port "x";]]></style>', 'a style with "@import"'],
    ['<style>@\\69mport "x";</style>', 'a style with "@import"'],
    ['<style>a{content:"/*"} @import "x"; b{content:"*/"}</style>', 'a style with "@import"'],
    ['<style>a{background:url(&#104;ttps://a.example)}</style>', 'a style that loads'],
    ['<style>a{-moz-binding:url(#x)}</style>', 'a style with "-moz-binding"'],
    ['<a><set attributeName="href" to="javascript:1"/></a>', 'an animation of "href"'],
    ['<a><animate attributeName="xlink:href" values="javascript:1"/></a>', 'an animation of'],
    ['<set attributeName="onclick" to="x()"/>', 'an animation of "onclick"'],
    ['<animate attributeName="fill" to="url(//a.example/x)"/>', 'a style that loads'],
    ['<?xml-stylesheet href="x.css"?>', 'an instruction <?xml-stylesheet>'],
    ['<?xpacket > <!-- ?> <script/> <!-- -->', 'an instruction <?xpacket>'],
    [
      `<g ${Array.from({ length: 101 }, (_none, at) => `xmlns:a${at}="b"`).join(' ')}/>`,
      'more than 100 prefixes',
    ],
    ['<g>'.repeat(300) + '</g>'.repeat(300), 'more than 200 elements'],
  ])('%.80s', async (inside, reason) => {
    await expect(uploads.inspect(drawing(inside), 'a.svg')).rejects.toMatchObject({
      code: 'invalid_media',
      message: expect.stringContaining(reason) as string,
    });
  });

  test.each([
    ['entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing()}`, 'a DOCTYPE'],
    [
      'a DOCTYPE that hides a script from some',
      `<!DOCTYPE svg SYSTEM ">">${drawing()}`,
      'a DOCTYPE',
    ],
    ['a style sheet before it', `<?xml-stylesheet href="x"?>${drawing()}`, 'an instruction'],
    [
      'another encoding',
      `<?xml version="1.0" encoding="UTF-7"?>${drawing('+ADw-script+AD4-')}`,
      'UTF-7',
    ],
    ['bytes that are not UTF-8', Buffer.from('<svg>\xe9</svg>', 'latin1'), 'not in UTF-8'],
    ['no namespace', '<svg><g/></svg>', 'outside of the namespace'],
    ['a page around it', `<html>${drawing()}</html>`, 'outside of the namespace'],
  ])('%s', async (_what, text, reason) => {
    await expect(uploads.inspect(text, 'a.svg')).rejects.toMatchObject({
      code: 'invalid_media',
      message: expect.stringContaining(reason) as string,
    });
  });
});

describe('what is not well-formed is refused, as browsers may see something else in it', () => {
  test.each([
    '<g>',
    '</g>',
    '<g></b></g>',
    '<g><b></g></b>',
    '<g a=b/>',
    '<g a/>',
    '<g a="1" a="2"/>',
    '<g a="1"b="2"/>',
    '<g a="<"/>',
    '<<g/>',
    '<g/ >',
    '</svg x>',
    'a < b',
    'a & b',
    '&nbsp;',
    '<g a="&copy;"/>',
    '<x:g/>',
    '<g x:a="1"/>',
    '<!-- a -- b -->',
    '<!--> <script/> -->',
    '<!ELEMENT a>',
    '<![CDATA[ x ]',
    '\u0001',
    '</svg>',
    '</svg><svg xmlns="http://www.w3.org/2000/svg">',
    '</svg>x<svg>',
  ])('%j', async (inside) => {
    await expect(uploads.inspect(drawing(inside), 'a.svg')).rejects.toMatchObject({
      code: 'invalid_media',
      message: expect.stringMatching(/line \d+/) as string,
    });
  });

  test.each(['', ' ', 'plain text', '<', '<svg', '{"svg": 1}', '<!-- <svg> -->'])(
    'and %j is no drawing',
    async (text) => {
      await expect(uploads.inspect(text, 'a.svg')).rejects.toThrow();
    },
  );
});
