import sanitizeHtml from 'sanitize-html';
import { isExternal, type AddressUse } from './public-address.ts';

/** Elements that a document may bring as raw HTML; everything that Markdown itself makes is among them. */
export const allowedTags: readonly string[] = (
  'a abbr aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small ' +
  'source span strong sub summary sup table tbody td tfoot th thead time tr track u ul var video wbr'
).split(' ');

/** Attributes by element; `*` holds for all. None takes script, style, or a target. */
export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['id', 'class', 'lang', 'dir', 'title'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  audio: ['src', 'controls', 'loop', 'muted', 'preload'],
  video: [
    'src',
    'controls',
    'loop',
    'muted',
    'preload',
    'poster',
    'width',
    'height',
    'playsinline',
  ],
  source: ['src', 'type'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  th: ['scope', 'colspan', 'rowspan', 'abbr'],
  td: ['colspan', 'rowspan'],
  col: ['span'],
  colgroup: ['span'],
  time: ['datetime'],
  del: ['datetime'],
  ins: ['datetime'],
  details: ['open'],
  div: ['tabindex'],
  pre: ['tabindex'],
};

/** Where each element that loads or links something keeps its address. */
const addresses: Readonly<Record<string, Readonly<Record<string, AddressUse>>>> = {
  a: { href: 'link' },
  img: { src: 'image' },
  audio: { src: 'link' },
  video: { src: 'link', poster: 'link' },
  source: { src: 'link' },
  track: { src: 'link' },
};

const classes = {
  '*': [
    'note',
    'lead',
    'wide',
    'task',
    'table-scroll',
    'align-left',
    'align-center',
    'align-right',
  ],
  code: [/^language-[\p{Letter}\d+#._-]+$/u],
};

const silentTags =
  'script style textarea option select xmp noscript iframe noembed noframes plaintext template title svg math'.split(
    ' ',
  );

type AddressCheck = (address: string, use: AddressUse) => string | undefined;

/** HTML with nothing in it but what the allow-list names. `check` decides over every address, undefined removes it. */
export function sanitize(html: string, check: AddressCheck): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: allowedAttributes as Record<string, string[]>,
    allowedClasses: classes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
    nonTextTags: silentTags,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs, check) }),
    },
  });
}

function safeAttributes(
  tag: string,
  given: Readonly<Record<string, string>>,
  check: AddressCheck,
): Record<string, string> {
  const safe: Record<string, string> = { ...given };
  delete safe.rel;
  for (const [name, use] of Object.entries(Object.hasOwn(addresses, tag) ? addresses[tag]! : {})) {
    const address = safe[name] === undefined ? undefined : check(safe[name], use);
    if (address === undefined) delete safe[name];
    else safe[name] = address;
  }
  if (tag === 'a' && isExternal(safe.href ?? '')) safe.rel = 'noopener';
  if (tag === 'img') Object.assign(safe, { loading: 'lazy', decoding: 'async' });
  if (safe.tabindex !== undefined) safe.tabindex = '0';
  if (safe.id !== undefined && !/^[\p{Letter}\p{Mark}\p{Number}-]+$/u.test(safe.id)) delete safe.id;
  return safe;
}
