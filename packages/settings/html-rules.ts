import { z } from 'zod';
import { yesOrNo } from './config-values.ts';
import { described, listOf, section, struct, value, withDefault } from './shape.ts';

/**
 * Elements that can do nothing by themselves. An element that is not here cannot be allowed by any setting: `script`,
 * `style`, `svg`, forms, frames, and what else runs, loads or asks. A frame has its own setting, `embeds`.
 */
const harmlessTags: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote br caption center cite code col colgroup data dd del ' +
    'details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark ' +
    'menu meter nav ol p pre progress q rp rt ruby s samp search section small source span strong sub summary sup ' +
    'table tbody td tfoot th thead time tr track tt u ul var video wbr'
  ).split(' '),
);

/** Attributes that say something and do nothing. None takes script or style, and `cite` alone an address. */
const harmlessAttributes: ReadonlySet<string> = new Set(
  (
    'abbr align alt cite colspan controls datetime default dir headers height hidden hreflang id itemprop itemscope ' +
    'itemtype kind label lang loop low high max min muted open optimum playsinline preload reversed rowspan ' +
    'scope span srclang start tabindex title translate type valign value width'
  ).split(' '),
);

const tag = () =>
  value(z.stringFormat('html-tag', isHarmlessTag), {
    expected:
      'an HTML element that can run and load nothing, such as section or my-chart (for frames see html.embeds)',
    options: [...harmlessTags],
  });

const attribute = () =>
  value(z.stringFormat('html-attribute', isHarmlessAttribute), {
    expected:
      'an attribute that can run and load nothing: data-…, aria-…, or one such as align or itemprop; never style, on… or one that holds an address',
    options: [...harmlessAttributes],
  });

const className = () =>
  value(z.string().regex(/^-?[a-z_][\w-]*\*?$/i), {
    expected: 'the name of a class, which may end with * for all that begin so',
  });

const host = () =>
  value(
    z
      .string()
      .regex(
        /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+(?::\d{1,5})?$/,
      ),
    {
      expected:
        'the name of a host in lower case, such as www.youtube-nocookie.com, without https:// and without *',
    },
  );

/** What documents may bring as raw HTML: `html` in `site.yaml`. */
export const htmlRules = section({
  raw: described(withDefault(yesOrNo(), true), {
    label: 'HTML in documents',
    help: 'Whether HTML in documents is shown, as far as it is harmless, or left out.',
  }),
  allow: described(
    withDefault(
      listOf(
        struct({
          tag: described(tag(), { label: 'Element', help: 'Such as section or my-chart.' }),
          attributes: described(withDefault(listOf(attribute(), 'a list of attributes'), []), {
            help: 'Its attributes beyond those that every element may have.',
          }),
          classes: described(withDefault(listOf(className(), 'a list of classes'), []), {
            help: 'Its classes; a * at the end stands for anything.',
          }),
        }),
        'a list of tag, attributes and classes',
      ),
      [],
    ),
    { label: 'Further HTML', help: 'Elements that documents may hold beyond the usual ones.' },
  ),
  embeds: described(withDefault(listOf(host(), 'a list of hosts'), []), {
    label: 'Frames',
    help: 'Hosts whose pages documents may show in frames, such as www.youtube-nocookie.com.',
  }),
});

/**
 * Hosts under which frames may not be shown, by their place in the list: a frame of the site's own address could do in
 * the reader's name whatever the site can.
 */
export function ownHostsAmong(embeds: readonly string[], siteUrl: string): readonly number[] {
  const { host: own, hostname } = new URL(siteUrl);
  return [...embeds.entries()]
    .filter(([, one]) => one === own || one === hostname)
    .map(([index]) => index);
}

function isHarmlessTag(name: string): boolean {
  // With a hyphen it is an element that a theme's script defines, but for the few of SVG and MathML.
  const isCustom = /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(name);
  return isCustom
    ? !/^(?:annotation-|color-|font-face|missing-)/.test(name)
    : harmlessTags.has(name);
}

function isHarmlessAttribute(name: string): boolean {
  return /^(?:data|aria)-[a-z\d]+(?:-[a-z\d]+)*$/.test(name) || harmlessAttributes.has(name);
}
