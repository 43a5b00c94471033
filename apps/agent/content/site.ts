import { isRecord, readYaml } from './frontmatter.ts';

/** What of the settings of a site says where its documents are. */
export interface Site {
  /** Of documents that lie in no folder of a language. */
  readonly language: string;
  readonly otherLanguages: ReadonlySet<string>;
  readonly timeZone: string;
  readonly types: readonly DocumentType[];
  /** What stands before the terms: `/tags/`. */
  readonly taxonomies: readonly string[];
  /** Old addresses, and where they lead. */
  readonly redirects: ReadonlyMap<string, string>;
}

export interface DocumentType {
  readonly folder: string;
  /** `/posts/:path/` */
  readonly permalink: string;
}

/** What a document is by where it lies. */
export interface DocumentKey {
  readonly type: DocumentType;
  readonly language: string;
  /** In the folder of its type, without that of its language, and without `.md`. */
  readonly path: string;
}

const builtIn: Readonly<Record<string, DocumentType>> = {
  page: { folder: 'pages', permalink: '/:path/' },
  post: { folder: 'posts', permalink: '/posts/:path/' },
};

/** Reads `config/site.yaml`. Whatever it does not say, or says wrongly, is as it is without it. */
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

/** One spelling for the ways in which people write an address: decoded, and without the slash at its end. */
export function addressKey(address: string): string {
  return decoded(address)
    .normalize('NFC')
    .replace(/(?!^)\/+$/, '');
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is a character like any other.
    return text;
  }
}

/** Undefined for what is no document of the site. */
export function documentKey(site: Site, contentPath: string): DocumentKey | undefined {
  if (!contentPath.endsWith('.md')) return undefined;
  const type = site.types.find(({ folder }) => contentPath.startsWith(`${folder}/`));
  if (!type) return undefined;
  const [first = '', ...rest] = contentPath.slice(type.folder.length + 1, -'.md'.length).split('/');
  return rest.length > 0 && site.otherLanguages.has(first)
    ? { type, language: first, path: rest.join('/') }
    : { type, language: site.language, path: [first, ...rest].join('/') };
}
