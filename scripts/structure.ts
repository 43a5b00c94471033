// Part of `npm run check`: checks rules beyond compiler and linter.
import { isText, machineTraces } from './committed-text.ts';
import { badFileNames } from './file-names.ts';
import { reportFindings } from './findings.ts';
import { brokenLinks } from './links.ts';
import { listFiles, readText } from './repository.ts';
import { unusedExports } from './unused-exports.ts';
import { migrationFindings, packageFindings, workspaceFindings } from './workspace-layout.ts';

const repository = { paths: listFiles(), read: (path: string) => readText(path) };
const { paths, read } = repository;

reportFindings(
  [
    ...workspaceFindings(repository),
    ...packageFindings(repository),
    ...migrationFindings(repository),
    ...badFileNames(paths),
    ...paths.filter(isText).flatMap((path) => machineTraces(path, read(path))),
    ...brokenLinks(repository),
    ...unusedExports(repository),
  ],
  `${paths.length} files checked.`,
);
