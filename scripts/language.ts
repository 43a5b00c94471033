// Part of `npm run check`: the English of comments, messages and names (CONTRIBUTING.md has the rules).
import { reportFindings } from './findings.ts';
import { findPoorLanguage } from './poor-language.ts';
import { listFiles, readText } from './repository.ts';

/** Folders whose text follows the rules. */
const revised = ['packages/archive/', 'packages/logging/'];

const paths = listFiles().filter(
  (path) => /\.tsx?$/.test(path) && revised.some((folder) => path.startsWith(folder)),
);
reportFindings(
  paths.flatMap((path) => findPoorLanguage(path, readText(path))),
  `language: ${paths.length} files checked.`,
);
