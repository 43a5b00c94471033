// Part of `npm run check`: checks the English of comments, messages and names (rules in CONTRIBUTING.md).
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
