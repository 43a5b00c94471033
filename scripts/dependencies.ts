// Part of `npm run check`: checks imports between packages.
import { countSources, cruiseRepository, importFindings, undeclaredImports } from './cruise.ts';
import { reportFindings } from './findings.ts';
import {
  compareImportTables,
  contentRooms,
  importTable,
  parseImportTable,
} from './import-table.ts';
import { listFiles, readText, root } from './repository.ts';

const files = listFiles();
const sources = countSources(files);
const result = await cruiseRepository(root);
const seen = countSources(result.modules.map((module) => module.source));

const findings = [...importFindings(result), ...undeclaredImports(result, root)];
if (seen < sources) {
  findings.push(
    `Only ${seen} of the ${sources} TypeScript files under apps and packages were checked: .dependency-cruiser.mjs excludes the others.`,
  );
}

const folders = files.flatMap((file) => /^(?:apps|packages)\/([^/]+)\//.exec(file)?.[1] ?? []);
for (const name of new Set([...folders, ...Object.keys(importTable)])) {
  if (!(name in importTable)) findings.push(`scripts/import-table.ts has no row for "${name}".`);
  else if (!folders.includes(name)) {
    findings.push(
      `scripts/import-table.ts has a row for "${name}", but the folder does not exist.`,
    );
  }
}

for (const file of files) {
  const room = /^packages\/content\/([^/]+)(\/?)/.exec(file);
  if (!room || !file.endsWith('.ts') || file === 'packages/content/index.ts') continue;
  if (!room[2] || (!(room[1]! in contentRooms) && room[1] !== 'fixtures'))
    findings.push(`${file} is outside the rooms of packages/content (scripts/import-table.ts).`);
}

findings.push(...pageFindings());
reportFindings(findings, `${seen} modules under apps and packages checked.`);

function pageFindings(): string[] {
  if (!files.includes('ARCHITECTURE.md'))
    return ['ARCHITECTURE.md, with the import table, is missing.'];
  const page = parseImportTable(readText('ARCHITECTURE.md'));
  return page
    ? compareImportTables(importTable, page)
    : ['ARCHITECTURE.md has no fenced block that starts with ```imports.'];
}
