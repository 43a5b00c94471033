import { posix } from 'node:path';
import { termSlug } from '@galley/content';
import {
  addressOf,
  placed,
  type Convention,
  type PageFacts,
  type PlacedPage,
  type WrittenPage,
} from './convention.ts';
import { readConfiguration } from './hugo-config.ts';
import { dateParts, permalinkOf } from './permalinks.ts';
import { isRow, rowsOf, textOf, type Row } from './rows.ts';

/** Folders, languages and addresses by the configuration; folders outside of the site are left out. */
export async function hugoSite(folder: string): Promise<Partial<Convention>> {
  const configuration = await readHugoConfiguration(folder);
  const site = new HugoSite(configuration);
  return {
    pages: site.pages,
    place: (path, root) => site.place(path, root),
    complete: (pages) => site.complete(pages),
  };
}

async function readHugoConfiguration(folder: string): Promise<Row> {
  let configuration: Row = {};
  const split = ['languages', 'module', 'permalinks'];
  for await (const { name, values } of readConfiguration(folder, ['hugo', 'config', ...split])) {
    configuration = { ...configuration, ...(split.includes(name) ? { [name]: values } : values) };
  }
  return configuration;
}

const row = (value: unknown): Row => (isRow(value) ? value : {});

class HugoSite {
  /** Languages by the folders of their pages; undefined for the default language. */
  readonly #folders = new Map<string, string | undefined>();
  readonly #prefixed: ReadonlySet<string>;
  readonly #permalinks: Row;

  constructor(configuration: Row) {
    const main = textOf(configuration, 'defaultContentLanguage') ?? 'en';
    const languages = row(configuration['languages']);
    const own = (lang: string | undefined) => (lang === main ? undefined : lang);
    for (const mount of rowsOf(row(configuration['module']), 'mounts')) {
      const [source, target] = [textOf(mount, 'source'), textOf(mount, 'target')];
      if (target === 'content') this.#add(source, own(languageOf(mount)));
    }
    for (const [lang, settings] of Object.entries(languages))
      this.#add(textOf(row(settings), 'contentDir'), own(lang));
    if (this.#folders.size === 0)
      this.#add(textOf(configuration, 'contentDir') ?? 'content', undefined);
    const others = Object.keys(languages).filter((lang) => lang !== main);
    const isPrefixed = configuration['defaultContentLanguageInSubdir'] === true;
    this.#prefixed = new Set([...others, ...(isPrefixed ? [main] : [])]);
    const permalinks = row(configuration['permalinks']);
    this.#permalinks = { ...permalinks, ...row(permalinks['page']) };
  }

  get pages(): readonly string[] {
    return [...this.#folders.keys()];
  }

  #add(folder: string | undefined, lang: string | undefined): void {
    const path = posix.normalize(folder ?? '/').replace(/\/$/, '');
    if (!/^(?:\/|\.\.(?:\/|$)|$)/.test(path)) this.#folders.set(path, lang);
  }

  place(path: string, root: string): PlacedPage {
    const { name, lang } = this.#split(path, root);
    const own = name.replace(/(^|\/)_index$/, '$1index');
    const isNamed = lang !== undefined && !path.endsWith(`.${lang}`);
    return placed(isNamed ? `${own}.${lang}` : own + path.slice(name.length), [
      posix.join(this.#prefix(lang), plainAddress(name)),
    ]);
  }

  complete(pages: readonly WrittenPage[]): readonly PageFacts[] {
    const unrendered = pages
      .filter(isUnrendered)
      .map(({ folder, below }) => posix.join(folder, below, '..', '/'));
    return pages.map((page) => {
      const path = posix.join(page.folder, page.below);
      const isHidden =
        !hasOwnBuild(page.written) && unrendered.some((section) => path.startsWith(section));
      const hidden = isHidden ? 'Its section has no pages in Hugo, so it is a draft.' : undefined;
      return { ...this.#addressesOf(page), hidden };
    });
  }

  #addressesOf({ below, folder, written, addresses }: WrittenPage): PageFacts {
    const { name, lang } = this.#split(below, folder);
    const permalink = isSection(name) ? undefined : this.#permalink(name, written);
    const address =
      permalink === undefined ? addresses[0]! : posix.join(this.#prefix(lang), permalink);
    const old = chosenAddress(written) ?? address;
    const aliases = [written['aliases']].flat().filter((one) => typeof one === 'string');
    // Aliases without a slash at the beginning are relative to the folder of the page.
    const relative = aliases.filter((one) => /^[^/:]+(?:\/[^:]*)?$/.test(one));
    return {
      addresses: [old],
      aliases: relative.map((one) => posix.join(posix.dirname(old), one)),
    };
  }

  /** `about.de` is the German version of `about` in a site with German. */
  #split(path: string, root: string): { readonly name: string; readonly lang: string | undefined } {
    const [, name, lang] = /^(.+)\.([A-Za-z-]+)$/.exec(path) ?? [];
    if (name !== undefined && lang !== undefined && this.#prefixed.has(lang)) return { name, lang };
    return { name: path, lang: this.#folders.get(root) };
  }

  #prefix(lang: string | undefined): string {
    return lang !== undefined && this.#prefixed.has(lang) ? `/${lang.toLowerCase()}/` : '/';
  }

  /** The name of the file is the last part, unless `slug` or a pattern decides. */
  #permalink(name: string, written: Row): string | undefined {
    const path = name.replace(/\/index$/, '');
    const sections = posix.dirname(path).replace(/^\.$/, '');
    const section = sections.split('/', 1)[0]!;
    const [title, slug] = [textOf(written, 'title'), textOf(written, 'slug')];
    const base = posix.basename(path);
    const pattern = textOf(this.#permalinks, section === '' ? '/' : section);
    if (pattern === undefined)
      return slug === undefined || slug.includes('/')
        ? undefined
        : plainAddress(posix.join(sections, slug));
    const plainTitle = title === undefined ? base : termSlug(title);
    const found = permalinkOf(pattern, {
      ...dateParts(written['date'] ?? written['publishDate']),
      section,
      sections,
      title: plainTitle,
      slug: slug ?? plainTitle,
      filename: base,
      contentbasename: base,
      slugorfilename: slug ?? base,
      slugorcontentbasename: slug ?? base,
    });
    return found && plainAddress(found.replace(/^\/|\/$/g, ''));
  }
}

const isSection = (path: string) => /(?:^|\/)_index$/.test(path);

const hasOwnBuild = ({ build, _build }: Row) => isRow(build) || isRow(_build);

/** `cascade: {build: {render: never}}` without a target holds for all pages of the section. */
function isUnrendered({ below, written }: WrittenPage): boolean {
  const cascades = [written['cascade']].flat().filter(isRow);
  return (
    isSection(below) &&
    cascades.some((one) => {
      const isForAll = one['target'] === undefined && one['_target'] === undefined;
      const { render } = row(one['build'] ?? one['_build']);
      return isForAll && (render === 'never' || render === false || one['draft'] === true);
    })
  );
}

/** In lower case, with hyphens for spaces, as Hugo serves pages. */
function plainAddress(path: string): string {
  return addressOf(path.toLowerCase().replace(/\s+/g, '-'));
}

function chosenAddress(written: Row): string | undefined {
  const url = textOf(written, 'url');
  return url === undefined || /[:?#]/.test(url) ? undefined : posix.join('/', url);
}

/** `lang` of older versions, `sites.matrix.languages` of newer ones. */
function languageOf(mount: Row): string | undefined {
  const languages = row(row(mount['sites'])['matrix'])['languages'];
  const [first] = [mount['lang'] ?? languages].flat();
  return typeof first === 'string' ? first : undefined;
}
