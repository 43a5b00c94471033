import { Liquid, type FS } from 'liquidjs';

/** Milliseconds that one page may take; a template that loops without end stops there. */
const renderLimit = 2000;
/** Characters of all templates together. */
const parseLimit = 4_000_000;
/** Characters and items that filters and loops may make for one page. */
const memoryLimit = 50_000_000;

/**
 * A Liquid engine that sees these templates and nothing else: they are looked up in memory by their exact name, so that
 * no path, link or `..` in a template reaches a file. Every output is escaped, for HTML where nothing else is said,
 * unless it says `| raw`.
 */
export function createEngine(
  templates: ReadonlyMap<string, string>,
  escape: 'escape' | ((value: unknown) => string) = 'escape',
): Liquid {
  return new Liquid({
    fs: inMemory(templates),
    root: ['layouts'],
    layouts: ['layouts'],
    partials: ['partials'],
    extname: '.liquid',
    relativeReference: false,
    cache: true,
    outputEscape: escape,
    ownPropertyOnly: true,
    strictFilters: true,
    renderLimit,
    parseLimit,
    memoryLimit,
  });
}

function inMemory(templates: ReadonlyMap<string, string>): FS {
  const read = (file: string): string => {
    const text = templates.get(file);
    if (text === undefined) throw new Error(`There is no ${file} in the theme`);
    return text;
  };
  return {
    sep: '/',
    exists: (file) => Promise.resolve(templates.has(file)),
    existsSync: (file) => templates.has(file),
    readFile: (file) => Promise.resolve(read(file)),
    readFileSync: read,
    resolve: (folder, file, extension) =>
      `${folder}/${file}${file.endsWith(extension) ? '' : extension}`,
  };
}
