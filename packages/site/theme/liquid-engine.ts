import { Liquid, type FS, type LiquidOptions } from 'liquidjs';

/** Per page, to stop endless loops. */
const renderLimitMs = 2000;
/** Characters of all templates. */
const parseLimit = 4_000_000;
/** Characters and items per page. */
const memoryLimit = 50_000_000;

/** Looks templates up in memory by exact name, so that no path reaches a file. Escapes output unless `| raw`. */
export function createEngine(
  templates: ReadonlyMap<string, string>,
  escape: 'escape' | ((value: unknown) => string) = 'escape',
  checks: Pick<LiquidOptions, 'strictVariables' | 'lenientIf' | 'catchAllErrors'> = {},
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
    renderLimit: renderLimitMs,
    parseLimit,
    memoryLimit,
    ...checks,
  });
}

function inMemory(templates: ReadonlyMap<string, string>): FS {
  const read = (file: string): string => {
    const text = templates.get(file);
    if (text === undefined) throw new Error(`The theme has no ${file}`);
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
