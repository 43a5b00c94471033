import { isRecord, readYaml } from './frontmatter.ts';

export interface Site {
  /** Default for documents outside a language folder. */
  readonly language: string;
  readonly otherLanguages: ReadonlySet<string>;
  readonly timeZone: string;
  readonly types: readonly DocumentType[];
  /** Base paths of the terms: `/tags/`. */
  readonly taxonomies: readonly string[];
  readonly redirects: ReadonlyMap<string, string>;
}

export interface DocumentType {
  readonly folder: string;
  /** Example: `/posts/:path/`. */
  readonly permalink: string;
}

export interface DocumentKey {
  readonly type: DocumentType;
  readonly language: string;
  /** Without the folders of type and language, and `.md`. */
  readonly path: string;
}

const builtIn: Readonly<Record<string, DocumentType>> = {
  page: { folder: 'pages', permalink: '/:path/' },
  post: { folder: 'posts', permalink: '/posts/:path/' },
};

/** Missing and invalid settings get their defaults. */
export function readSite(yaml: string): Site {
  const values = readYaml(yaml);
  const language = textOf(values.language) ?? 'en';
  const languages = isRecord(values.languages) ? Object.keys(values.languages) : [];
  const content = isRecord(values.content) ? values.content : {};
  const taxonomies = isRecord(values.taxonomies) ? values.taxonomies : { tags: {}, categories: {} };
  return {
    language,
    otherLanguages: new Set(languages.filter((tag) => tag !== language)),
    timeZone: timeZoneOf(values.time_zone),
    types: typesOf(content.types),
    taxonomies: Object.entries(taxonomies).map(([name, given]) => baseOf(name, given)),
    redirects: redirectsOf(values.redirects),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function timeZoneOf(value: unknown): string {
  const zone = textOf(value) ?? 'UTC';
  return Intl.supportedValuesOf('timeZone').includes(zone) ? zone : 'UTC';
}

function typesOf(given: unknown): readonly DocumentType[] {
  if (!isRecord(given)) return Object.values(builtIn);
  return Object.entries(given).map(([name, type]) => {
    const usual = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
    const said = isRecord(type) ? type : {};
    const folder = textOf(said.folder) ?? usual?.folder ?? name;
    return { folder, permalink: textOf(said.permalink) ?? usual?.permalink ?? `/${folder}/:path/` };
  });
}

function baseOf(name: string, given: unknown): string {
  const permalink = isRecord(given) ? textOf(given.permalink) : undefined;
  return (permalink ?? `/${name}/:term/`).replace(/:term\/?$/, '');
}

function redirectsOf(given: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const redirect of Array.isArray(given) ? (given as unknown[]) : []) {
    const { from, to } = isRecord(redirect) ? redirect : {};
    if (textOf(from) && textOf(to)) found.set(addressKey(String(from)), String(to));
  }
  return found;
}

/** Decoded, in NFC, without a trailing slash. */
export function addressKey(address: string): string {
  return decoded(address)
    .normalize('NFC')
    .replace(/(?!^)\/+$/, '');
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is an ordinary character.
    return text;
  }
}

/** Undefined if the path is not a document of the site. */
export function documentKey(site: Site, contentPath: string): DocumentKey | undefined {
  if (!contentPath.endsWith('.md')) return undefined;
  const type = site.types.find(({ folder }) => contentPath.startsWith(`${folder}/`));
  if (!type) return undefined;
  const [first = '', ...rest] = contentPath.slice(type.folder.length + 1, -'.md'.length).split('/');
  return rest.length > 0 && site.otherLanguages.has(first)
    ? { type, language: first, path: rest.join('/') }
    : { type, language: site.language, path: [first, ...rest].join('/') };
}
