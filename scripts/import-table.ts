/**
 * Which package or app may import which others of this repository. ARCHITECTURE.md shows the same table
 * and says why; `npm run check` compares the two, and holds the code to it.
 * What a package takes from npm stands in its own package.json, and is checked against that.
 */
export const importTable: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  contract: ['kernel'],
  archive: ['kernel'],
  database: ['kernel'],
  http: ['contract', 'kernel'],
  settings: ['kernel'],
  logging: ['kernel'],
  auth: ['database', 'kernel'],
  editorial: ['kernel'],
  content: ['database', 'editorial', 'kernel', 'settings'],
  media: ['database', 'kernel', 'settings'],
  backup: ['archive', 'content', 'database', 'kernel', 'media', 'settings'],
  plugins: ['database', 'kernel', 'settings'],
  site: ['archive', 'content', 'database', 'kernel', 'media', 'settings'],
  runcoord: ['database', 'kernel'],
  service: ['auth', 'database', 'http', 'kernel', 'settings'],
  mcp: ['contract', 'http', 'kernel', 'runcoord'],
  proposals: ['database', 'kernel', 'runcoord'],
  'run-api': [
    'auth',
    'contract',
    'database',
    'http',
    'kernel',
    'proposals',
    'runcoord',
    'service',
    'settings',
  ],
  testing: ['database', 'kernel'],
  sdk: [],
  cms: [
    'auth',
    'backup',
    'content',
    'contract',
    'database',
    'editorial',
    'http',
    'kernel',
    'logging',
    'media',
    'plugins',
    'proposals',
    'run-api',
    'runcoord',
    'service',
    'settings',
    'site',
  ],
  // A client like any other: it knows the server by its API alone.
  admin: ['sdk'],
  coordinator: [
    'auth',
    'contract',
    'database',
    'http',
    'kernel',
    'logging',
    'mcp',
    'run-api',
    'runcoord',
    'service',
    'settings',
  ],
  // A client like any other: it knows the coordinator by its tools alone.
  agent: [],
  cli: ['cms', 'coordinator', 'kernel'],
};

/** The rooms of `packages/content`, and which others each may import: a room imports only rooms above it here. */
export const contentRooms: Readonly<Record<string, readonly string[]>> = {
  document: [],
  tree: ['document'],
  search: ['document'],
  store: ['document', 'tree', 'search'],
  history: ['document', 'store'],
  lists: ['document', 'search', 'store'],
  sync: ['document', 'tree', 'search', 'store', 'history'],
  workflow: ['document', 'tree', 'store', 'history', 'lists', 'sync'],
  published: ['document', 'store'],
  previews: ['document', 'store', 'history', 'workflow', 'published'],
  notifications: ['store'],
  verification: ['document', 'tree', 'store', 'history', 'sync'],
};

/** What tests may import beyond the row of their package. */
export const importedByTests = ['testing'];

/** What tests of one package may import beyond that. */
export const importedByTestsOf: Readonly<Record<string, readonly string[]>> = {
  // That its types are those of the contract; with `typeof import`, so that nothing of zod is in the client.
  sdk: ['contract'],
  // That every operation is called through the client; that no secret is in a backup.
  cms: ['archive', 'sdk'],
  // That it has words for every capability and for every action of the audit log.
  admin: ['kernel'],
};

/**
 * Reads the fenced block of a page that begins with ```imports: one line a package, `http → contract kernel`.
 * Undefined when there is none; throws on a line of another form, and on two lines for one name.
 */
export function parseImportTable(markdown: string): Record<string, string[]> | undefined {
  const block = /^```imports\n(.*?)^```$/ms.exec(markdown)?.[1];
  if (block === undefined) return undefined;
  const table: Record<string, string[]> = {};
  for (const line of block.split('\n').filter((text) => text.trim() !== '')) {
    const [name, imports, ...rest] = line.split('→').map((part) => part.trim());
    if (!name || imports === undefined || rest.length > 0) {
      throw new Error(`In the import table, "${line}" is not of the form "name → a b c".`);
    }
    if (name in table) throw new Error(`The import table has two rows for "${name}".`);
    table[name] = imports.split(/\s+/).filter((part) => part !== '');
  }
  return table;
}

/** What the page says otherwise than the data, a sentence each; the order of a row's names does not matter. */
export function compareImportTables(
  data: Readonly<Record<string, readonly string[]>>,
  page: Readonly<Record<string, readonly string[]>>,
): string[] {
  const row = (names: readonly string[] | undefined): string =>
    names ? names.toSorted().join(' ') || 'nothing' : 'no row';
  return Object.keys({ ...data, ...page })
    .filter((name) => row(data[name]) !== row(page[name]))
    .map(
      (name) =>
        `${name}: scripts/import-table.ts has "${row(data[name])}", ARCHITECTURE.md "${row(page[name])}"`,
    );
}
