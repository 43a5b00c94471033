// Part of `npm run check`: checks rules beyond compiler and linter.
import { isText, findMachineTraces } from './committed-text.ts';
import { findBadFileNames } from './file-names.ts';
import { reportFindings } from './findings.ts';
import { findBrokenLinks } from './links.ts';
import { listFiles, readText } from './repository.ts';
import { findUnusedExports } from './unused-exports.ts';
import { migrationFindings, packageFindings, workspaceFindings } from './workspace-layout.ts';

const repository = { paths: listFiles(), read: (path: string) => readText(path) };
const { paths, read } = repository;

reportFindings(
  [
    ...workspaceFindings(repository),
    ...packageFindings(repository),
    ...migrationFindings(repository),
    ...findBadFileNames(paths),
    ...paths.filter(isText).flatMap((path) => findMachineTraces(path, read(path))),
    ...findBrokenLinks(repository),
    ...findUnusedExports(repository),
  ],
  `${paths.length} files checked.`,
);
