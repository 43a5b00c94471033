import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { yesOrNo } from './config-values.ts';
import { described, listOf, section, struct, value, withDefault } from './shape.ts';

/** Without behaviour of their own. Settings cannot allow others, such as `script`, `style`, `svg` and forms. */
const allowedExtraTags: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote br caption center cite code col colgroup data dd del ' +
    'details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark ' +
    'menu meter nav ol p pre progress q rp rt ruby s samp search section small source span strong sub summary sup ' +
    'table tbody td tfoot th thead time tr track tt u ul var video wbr'
  ).split(' '),
);

/** Without behaviour: none takes script or style, and only `cite` takes an address. */
const allowedExtraAttributes: ReadonlySet<string> = new Set(
  (
    'abbr align alt cite colspan controls datetime default dir headers height hidden hreflang id itemprop itemscope ' +
    'itemtype kind label lang loop low high max min muted open optimum playsinline preload reversed rowspan ' +
    'scope span srclang start tabindex title translate type valign value width'
  ).split(' '),
);

const tag = () =>
  value(z.stringFormat('html-tag', isHarmlessTag), {
    expected: fieldFault('not_a_harmless_element', { example: ['section', 'my-chart'] }),
    options: [...allowedExtraTags],
  });

const attribute = () =>
  value(z.stringFormat('html-attribute', isHarmlessAttribute), {
    expected: fieldFault('not_a_harmless_attribute', { example: ['align', 'itemprop'] }),
    options: [...allowedExtraAttributes],
  });

const className = () =>
  value(z.string().regex(/^-?[a-z_][\w-]*\*?$/i), {
    expected: fieldFault('not_valid', { example: ['note', 'note-*'] }),
  });

const host = () =>
  value(
    z
      .string()
      .regex(
        /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+(?::\d{1,5})?$/,
      ),
    {
      expected: fieldFault('not_a_host_name', { example: 'www.youtube-nocookie.com' }),
    },
  );

/** `html` in `site.yaml`: raw HTML allowed in documents. */
export const htmlRules = section({
  raw: described(withDefault(yesOrNo(), true), {
    label: 'HTML in documents',
    help: 'Display harmless HTML in documents, or omit it.',
  }),
  allow: described(
    withDefault(
      listOf(
        struct({
          tag: described(tag(), { label: 'Element', help: 'Example: section or my-chart.' }),
          attributes: described(withDefault(listOf(attribute(), '[align]'), []), {
            help: 'Allowed attributes besides those of every element.',
          }),
          classes: described(withDefault(listOf(className(), '[note]'), []), {
            help: 'Allowed classes; a trailing * matches any ending.',
          }),
        }),
        '[{ tag, attributes, classes }]',
      ),
      [],
    ),
    { label: 'Further HTML', help: 'Additional elements allowed in documents.' },
  ),
  embeds: described(withDefault(listOf(host(), '[www.example.org]'), []), {
    label: 'Frames',
    help: 'Hosts allowed in frames, such as www.youtube-nocookie.com.',
  }),
});

/** Indexes of refused hosts: a frame of the site's own host could act in the visitor's name. */
export function findOwnHosts(embeds: readonly string[], siteUrl: string): readonly number[] {
  const { host: own, hostname } = new URL(siteUrl);
  return [...embeds.entries()]
    .filter(([, one]) => one === own || one === hostname)
    .map(([index]) => index);
}

function isHarmlessTag(name: string): boolean {
  // A hyphenated name is a custom element, except a few of SVG and MathML.
  const isCustom = /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(name);
  return isCustom
    ? !/^(?:annotation-|color-|font-face|missing-)/.test(name)
    : allowedExtraTags.has(name);
}

function isHarmlessAttribute(name: string): boolean {
  return /^(?:data|aria)-[a-z\d]+(?:-[a-z\d]+)*$/.test(name) || allowedExtraAttributes.has(name);
}
