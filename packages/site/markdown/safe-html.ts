import type { SiteSettings } from '@galley/settings';
import sanitizeHtml from 'sanitize-html';
import { codeClasses } from './code-classes.ts';
import { isExternal, type AddressUse } from './public-address.ts';
import type { TextSyntax } from './text-syntax.ts';

export type HtmlRules = SiteSettings['html'];

/** Includes all that Markdown creates. */
export const allowedTags: readonly string[] = (
  'a abbr aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small ' +
  'source span strong sub summary sup table tbody td tfoot th thead time tr track u ul var video wbr'
).split(' ');

/** `*` applies to all. None takes script, style or a target. */
export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['id', 'class', 'lang', 'dir', 'title', 'role', 'aria-label'],
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
  iframe: [
    'src',
    'width',
    'height',
    'loading',
    'sandbox',
    'allow',
    'allowfullscreen',
    'referrerpolicy',
  ],
};

const addresses: Readonly<Record<string, Readonly<Record<string, AddressUse>>>> = {
  a: { href: 'link' },
  img: { src: 'image' },
  audio: { src: 'link' },
  video: { src: 'link', poster: 'link' },
  source: { src: 'link' },
  track: { src: 'link' },
};

const classes: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  '*': [
    'note',
    'lead',
    'wide',
    'task',
    'table-scroll',
    'align-left',
    'align-center',
    'align-right',
    'callout',
    /^callout-[a-z]+$/,
    /^plugin-[a-z\d-]+$/,
    'anchor',
  ],
  a: ['footnote-back', 'file-card'],
  sup: ['footnote-ref'],
  div: ['math'],
  figure: ['small', 'full', 'gallery', 'diagram'],
  section: ['footnotes'],
  code: [/^language-[\p{Letter}\d+#._-]+$/u],
  pre: ['highlight', 'numbered'],
  span: ['file-type', 'hl-line', 'hl-marked', ...codeClasses],
};

const roles = ['note', 'doc-noteref', 'doc-endnotes', 'doc-backlink'];

const anyClass = /^[\w-]{1,64}$/;

const silentTags =
  'script style textarea option select xmp noscript iframe noembed noframes plaintext template title svg math'.split(
    ' ',
  );

/** Together these would let a frame of the site's own host leave the sandbox, so settings refuse it. */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation';

const noRules: HtmlRules = { raw: true, allow: [], embeds: [] };

type AddressCheck = (address: string, use: AddressUse) => string | undefined;

export interface SanitizerOptions {
  readonly html?: HtmlRules;
  /** Attributes in braces may have any class. */
  readonly syntax?: Pick<TextSyntax, 'attributes'>;
  /** An element that passes with its attribute `n`. */
  readonly placeholder?: string;
}

/** Everything not allowed by default or by settings is removed. `check` returns undefined to remove an address. */
export function sanitize(
  html: string,
  check: AddressCheck,
  { html: rules, syntax, placeholder }: SanitizerOptions = {},
): string {
  const embeds = rules?.embeds ?? [];
  const { allowedTags: tags, allowedAttributes: attributes, allowedClasses } = listsFor(rules);
  return sanitizeHtml(html, {
    allowedTags: placeholder === undefined ? tags : [...tags, placeholder],
    allowedAttributes:
      placeholder === undefined ? attributes : { ...attributes, [placeholder]: ['n'] },
    allowedClasses: syntax?.attributes
      ? { ...allowedClasses, '*': [...allowedClasses['*']!, anyClass] }
      : allowedClasses,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'poster', 'cite'],
    nonTextTags: silentTags,
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'iframe') && !attribs.src,
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs:
          tagName === 'iframe'
            ? safeFrame(attribs, embeds)
            : safeAttributes(tagName, attribs, check),
      }),
    },
  });
}

/** Cached per settings object, which changes with the settings. */
const knownLists = new WeakMap<HtmlRules, Lists>();
const ownLists = listsWith(noRules);

interface Lists {
  readonly allowedTags: string[];
  readonly allowedAttributes: Record<string, string[]>;
  readonly allowedClasses: Record<string, (string | RegExp)[]>;
}

function listsFor(rules: HtmlRules | undefined): Lists {
  if (rules === undefined) return ownLists;
  const known = knownLists.get(rules) ?? listsWith(rules);
  knownLists.set(rules, known);
  return known;
}

function listsWith({ embeds, allow }: HtmlRules): Lists {
  const attributes = copyOf(allowedAttributes);
  const allowedClasses = copyOf(classes);
  const tags = new Set(allowedTags);
  if (embeds.length > 0) tags.add('iframe');
  for (const { tag, attributes: more, classes: moreClasses } of allow) {
    tags.add(tag);
    attributes[tag] = [...(attributes[tag] ?? []), ...more];
    allowedClasses[tag] = [...(allowedClasses[tag] ?? []), ...moreClasses];
  }
  return { allowedTags: [...tags], allowedAttributes: attributes, allowedClasses };
}

function copyOf<Item>(lists: Readonly<Record<string, readonly Item[]>>): Record<string, Item[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}

/** Minimal permissions; without `src` for hosts that are not allowed. */
function safeFrame(
  { src = '', title, width, height }: Readonly<Record<string, string>>,
  hosts: readonly string[],
): Record<string, string> {
  const url = URL.parse(src);
  if (url?.protocol !== 'https:' || !hosts.includes(url.host)) return {};
  return {
    src: url.href,
    title: title || url.host,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    loading: 'lazy',
    sandbox,
    allow: 'fullscreen; picture-in-picture',
    referrerpolicy: 'strict-origin-when-cross-origin',
  };
}

function safeAttributes(
  tag: string,
  given: Readonly<Record<string, string>>,
  check: AddressCheck,
): Record<string, string> {
  const safe: Record<string, string> = { ...given };
  delete safe.rel;
  checkAddresses(tag, safe, check);
  if (tag === 'a' && isExternal(safe.href ?? '')) safe.rel = 'noopener';
  if (tag === 'img')
    Object.assign(safe, {
      loading: safe.loading === 'eager' ? 'eager' : 'lazy',
      decoding: 'async',
    });
  if (safe.tabindex !== undefined) safe.tabindex = '0';
  if (!roles.includes(safe.role ?? '')) delete safe.role;
  if (!isSafeId(safe.id ?? '')) delete safe.id;
  return safe;
}

function checkAddresses(tag: string, safe: Record<string, string>, check: AddressCheck): void {
  const own = Object.hasOwn(addresses, tag) ? addresses[tag] : {};
  for (const [name, use] of Object.entries({ cite: 'link', ...own } as const)) {
    const address = safe[name] === undefined ? undefined : check(safe[name], use);
    if (address === undefined) delete safe[name];
    else safe[name] = address;
  }
}

/** Allows heading ids and footnote ids. Others do not begin with an underscore, as those of themes do. */
function isSafeId(id: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N}-][\p{L}\p{M}\p{N}_-]*$/u.test(id) || /^_fn(?:ref)?-\d+(?:-\d+)?$/.test(id)
  );
}
