// Part of `npm run check`: the English of comments, messages and names (CONTRIBUTING.md has the rules).
import { reportFindings } from './findings.ts';
import { findPoorLanguage } from './poor-language.ts';
import { listFiles, readText } from './repository.ts';

const source = /^(apps|packages|scripts|bench)\/.*\.tsx?$/;

/** Folders with old text in them. A folder leaves the list when its text is rewritten. */
const unrevised = ['apps/', 'bench/', 'packages/', 'scripts/'];

const paths = listFiles().filter(
  (path) => source.test(path) && !unrevised.some((folder) => path.startsWith(folder)),
);
reportFindings(
  paths.flatMap((path) => findPoorLanguage(path, readText(path))),
  `language: ${paths.length} files checked.`,
);
