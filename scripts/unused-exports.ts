export interface ExportingFiles {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

const published = ['sdk'];

const index = /^packages\/([^/]+)\/index\.ts$/;
const exportList = /^export (?:type )?\{([^}]*)\}/gm;
const exportedDeclaration =
  /^export (?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm;
/** `@galley/kernel`; from `scripts` and `bench`, `../packages/kernel/index.ts`. */
const specifier = /'(?:@galley\/([\w-]+)|(?:\.\.\/)+(?:apps|packages)\/([\w-]+)\/index\.ts)'/
  .source;
const importFrom = new RegExp(`\\b(?:im|ex)port (?:type )?([^;'"]*?) from ${specifier}`, 'g');
const dynamicImport = new RegExp(
  `(?:(\\{[^{}]*\\}) = await )?\\(?(?:await )?import\\(${specifier}\\)\\)?(\\.\\w+)?`,
  'g',
);

export function findUnusedExports({ paths, read }: ExportingFiles): string[] {
  const used = new Map<string, Set<string>>();
  for (const path of paths.filter((one) => /\.tsx?$/.test(one))) {
    const own = /^(?:apps|packages)\/([^/]+)\//.exec(path)?.[1];
    for (const { name, names } of importsOf(read(path))) {
      if (name === own) continue;
      used.set(name, new Set([...(used.get(name) ?? []), ...names]));
    }
  }
  return paths.flatMap((path) => {
    const name = index.exec(path)?.[1];
    if (name === undefined || published.includes(name)) return [];
    const names = used.get(name);
    return exportsOf(read(path))
      .filter((one) => !names?.has(one) && !names?.has('*'))
      .map((one) => `${path}: other packages do not import "${one}".`);
  });
}

function exportsOf(source: string): string[] {
  const listed = [...source.matchAll(exportList)].flatMap(([, list]) => namesIn(list!, 1));
  const declared = [...source.matchAll(exportedDeclaration)].map(([, name]) => name!);
  return [...listed, ...declared];
}

function* importsOf(source: string): Generator<{ name: string; names: readonly string[] }> {
  for (const [, clause, name, path] of source.matchAll(importFrom)) {
    const list = /\{([^}]*)\}/.exec(clause!)?.[1];
    yield { name: (name ?? path)!, names: list === undefined ? ['*'] : namesIn(list, 0) };
  }
  for (const [, list, name, path, member] of source.matchAll(dynamicImport)) {
    const names = list === undefined ? [member?.slice(1) ?? '*'] : namesIn(list.slice(1, -1), 0);
    yield { name: (name ?? path)!, names };
  }
}

/** Names on one side of `as` in `a, type B as C`: 0 for the package's names, 1 for the local ones. */
function namesIn(list: string, side: 0 | 1): string[] {
  return list
    .split(',')
    .map((one) =>
      one
        .replace(/\/\/.*$/gm, '')
        .trim()
        .replace(/^type /, ''),
    )
    .filter((one) => one !== '')
    .map((one) => one.split(/ as |: /).at(side === 0 ? 0 : -1)!);
}
