import { Parser } from 'htmlparser2';

const elements: ReadonlySet<string> = new Set(
  (
    'a abbr aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em ' +
    'figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small source ' +
    'span strong sub summary sup table tbody td tfoot th thead time tr track u ul var video wbr'
  ).split(' '),
);

const attributes: ReadonlySet<string> = new Set(
  (
    'id class lang dir title href rel src alt width height loading decoding controls loop muted preload poster ' +
    'playsinline type kind srclang label default start reversed value scope colspan rowspan abbr span datetime open ' +
    'tabindex role aria-label'
  ).split(' '),
);

const classNames =
  /^(?:note|lead|wide|task|table-scroll|align-(?:left|center|right)|language-\S+|callout|callout-[a-z]+|anchor|footnotes|footnote-(?:ref|back)|highlight|numbered|hl-[a-z]+)$/;

export interface AdditionalRules {
  readonly elements?: readonly string[];
  readonly attributes?: readonly string[];
  readonly classNames?: RegExp;
  readonly frameHosts?: readonly string[];
}

/** Independent of the sanitizer. */
export function findDangers(html: string, allowed: AdditionalRules = {}): readonly string[] {
  const dangers: string[] = [];
  const parser = new Parser({
    onopentag: (element, given) =>
      dangers.push(
        ...(element === 'iframe'
          ? dangersOfFrame(given, allowed)
          : dangersOf(element, given, allowed)),
      ),
    oncomment: () => dangers.push('a comment'),
    onprocessinginstruction: (name) => dangers.push(`<${name}>`),
  });
  parser.end(html);
  return dangers;
}

function dangersOfFrame(
  given: Readonly<Record<string, string>>,
  { frameHosts = [] }: AdditionalRules,
): readonly string[] {
  const url = URL.parse(given.src ?? '', 'https://site.example/');
  const isAllowed = url?.protocol === 'https:' && frameHosts.includes(url.host);
  const known = [
    'src',
    'title',
    'width',
    'height',
    'loading',
    'sandbox',
    'allow',
    'referrerpolicy',
  ];
  const others = Object.keys(given).filter((name) => !known.includes(name));
  const isBoxed =
    (given.sandbox ?? '').includes('allow-scripts') &&
    !/top-navigation|popups-to-escape/.test(given.sandbox!);
  return isAllowed && isBoxed && others.length === 0 ? [] : [`<iframe ${JSON.stringify(given)}>`];
}

function dangersOf(
  element: string,
  given: Readonly<Record<string, string>>,
  allowed: AdditionalRules,
): readonly string[] {
  const inAttributes = Object.entries(given)
    .filter(([name]) => !allowed.attributes?.includes(name))
    .map(([name, value]) => dangerOf({ element, name, value }, allowed));
  const isKnown = elements.has(element) || allowed.elements?.includes(element) === true;
  const all = [isKnown ? undefined : `<${element}>`, ...inAttributes];
  return all.filter((danger) => danger !== undefined);
}

interface Attribute {
  readonly element: string;
  readonly name: string;
  readonly value: string;
}

function dangerOf(
  { element, name, value }: Attribute,
  allowed: AdditionalRules,
): string | undefined {
  const written = `<${element} ${name}=${JSON.stringify(value)}>`;
  if (!attributes.has(name)) return written;
  const isKnownClass = (one: string) =>
    classNames.test(one) || allowed.classNames?.test(one) === true;
  if (name === 'class' && !value.split(' ').every(isKnownClass)) return written;
  if (!['href', 'src', 'poster', 'cite'].includes(name)) return undefined;
  return isSafeAddress(element, value) ? undefined : written;
}

/** Uses the WHATWG URL parser, like browsers. */
function isSafeAddress(element: string, address: string): boolean {
  const url = URL.parse(address, 'https://site.example/folder/page/');
  if (url === null) return true;
  if (['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return true;
  return element === 'img' && /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(url.href);
}
