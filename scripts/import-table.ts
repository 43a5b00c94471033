/** Allowed imports. `npm run check` compares them with the table of ARCHITECTURE.md and checks the code. */
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
  importing: ['archive', 'content', 'kernel', 'media', 'settings'],
  plugins: ['archive', 'database', 'kernel', 'settings'],
  forms: ['database', 'kernel', 'settings'],
  webhooks: ['database', 'kernel'],
  mail: ['database', 'kernel'],
  site: ['archive', 'content', 'database', 'kernel', 'media', 'settings'],
  exporting: ['content', 'kernel', 'media', 'settings', 'site'],
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
    'archive',
    'auth',
    'backup',
    'content',
    'contract',
    'database',
    'editorial',
    'exporting',
    'forms',
    'http',
    'importing',
    'kernel',
    'logging',
    'mail',
    'mcp',
    'media',
    'plugins',
    'proposals',
    'run-api',
    'runcoord',
    'service',
    'settings',
    'site',
    'webhooks',
  ],
  // A client that knows the server only through its API.
  admin: ['sdk'],
  coordinator: [
    'auth',
    'contract',
    'database',
    'http',
    'kernel',
    'logging',
    'mcp',
    'proposals',
    'run-api',
    'runcoord',
    'service',
    'settings',
  ],
  // A client that knows the coordinator only through its tools.
  agent: [],
  cli: ['cms', 'coordinator', 'kernel'],
};

/** Folders of `packages/content` and their allowed imports: a folder imports only folders listed above it. */
export const contentRooms: Readonly<Record<string, readonly string[]>> = {
  document: [],
  tree: ['document'],
  search: ['document'],
  store: ['document', 'tree', 'search'],
  history: ['document', 'store'],
  lists: ['document', 'search', 'store'],
  sync: ['document', 'tree', 'search', 'store', 'history'],
  workflow: ['document', 'tree', 'store', 'history', 'lists', 'sync'],
  published: ['document', 'search', 'store'],
  previews: ['document', 'store', 'history', 'workflow', 'published'],
  notifications: ['store'],
  comments: ['document', 'store', 'history', 'workflow', 'previews'],
  changes: [],
  rooms: ['document', 'store', 'history', 'workflow'],
  verification: ['document', 'tree', 'store', 'history', 'sync'],
};

export const importedByTests = ['testing'];

export const importedByTestsOf: Readonly<Record<string, readonly string[]>> = {
  // Compares its types with the contract, through `typeof import`, so that zod stays out of the client.
  sdk: ['contract'],
  // Tests that the client covers every operation, and that backups hold no secrets.
  cms: ['archive', 'sdk'],
  // Tests the agent against a coordinator.
  coordinator: ['agent'],
  // Tests that every capability and audit action has a text.
  admin: ['kernel'],
};

/** Parses the block ```imports of a page; `undefined` without it. @throws on malformed lines and duplicate names */
export function parseImportTable(markdown: string): Record<string, string[]> | undefined {
  const block = /^```imports\n(.*?)^```$/ms.exec(markdown)?.[1];
  if (block === undefined) return undefined;
  const table: Record<string, string[]> = {};
  for (const line of block.split('\n').filter((text) => text.trim() !== '')) {
    const [name, imports, ...rest] = line.split('→').map((part) => part.trim());
    if (!name || imports === undefined || rest.length > 0) {
      throw new Error(`In the import table, the line "${line}" must have the form "name → a b c".`);
    }
    if (name in table) throw new Error(`The import table has two rows for "${name}".`);
    table[name] = imports.split(/\s+/).filter((part) => part !== '');
  }
  return table;
}

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
