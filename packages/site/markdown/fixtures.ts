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
    'tabindex'
  ).split(' '),
);

const classNames =
  /^(?:note|lead|wide|task|table-scroll|align-(?:left|center|right)|language-\S+)$/;

/** Everything in the HTML that a visitor's browser should never be given, in words; written apart from the sanitizer. */
export function dangersIn(html: string): readonly string[] {
  const dangers: string[] = [];
  const parser = new Parser({
    onopentag: (element, given) => dangers.push(...dangersOf(element, given)),
    oncomment: () => dangers.push('a comment'),
    onprocessinginstruction: (name) => dangers.push(`<${name}>`),
  });
  parser.end(html);
  return dangers;
}

function dangersOf(element: string, given: Readonly<Record<string, string>>): readonly string[] {
  const inAttributes = Object.entries(given).map(([name, value]) => dangerOf(element, name, value));
  const all = [elements.has(element) ? undefined : `<${element}>`, ...inAttributes];
  return all.filter((danger) => danger !== undefined);
}

function dangerOf(element: string, name: string, value: string): string | undefined {
  const written = `<${element} ${name}=${JSON.stringify(value)}>`;
  if (!attributes.has(name)) return written;
  if (name === 'class' && !value.split(' ').every((one) => classNames.test(one))) return written;
  if (!['href', 'src', 'poster'].includes(name)) return undefined;
  return isHarmless(element, value) ? undefined : written;
}

/** Judged by the URL parser that browsers share (WHATWG), not by a pattern. */
function isHarmless(element: string, address: string): boolean {
  const url = URL.parse(address, 'https://site.example/folder/page/');
  if (url === null) return true;
  if (['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return true;
  return element === 'img' && /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(url.href);
}
