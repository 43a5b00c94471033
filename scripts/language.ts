// Part of `npm run check`: checks the English of comments, messages and names (rules in CONTRIBUTING.md).
import { reportFindings } from './findings.ts';
import { findPoorComments, findPoorMessagesAndNames } from './poor-language.ts';
import { listFiles, readText } from './repository.ts';

/** Generated files follow the contract, and merged migrations are never edited. */
const exempt = /^packages\/(?:sdk\/generated|database\/migrations)\//;

/** Folders whose messages and names follow the rules, too. */
const revised = ['packages/archive/', 'packages/kernel/', 'packages/logging/'];

const paths = listFiles().filter((path) => /\.tsx?$/.test(path) && !exempt.test(path));
const isRevised = (path: string): boolean => revised.some((folder) => path.startsWith(folder));
reportFindings(
  paths.flatMap((path) => {
    const text = readText(path);
    return [
      ...findPoorComments(path, text),
      ...(isRevised(path) ? findPoorMessagesAndNames(path, text) : []),
    ];
  }),
  `language: ${paths.length} files checked.`,
);
