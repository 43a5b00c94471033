// Part of `npm run check`: checks the English of comments, messages and names (rules in CONTRIBUTING.md).
import { reportFindings } from './findings.ts';
import { findPoorComments, findPoorMessages, findPoorNames } from './poor-language.ts';
import { listFiles, readText } from './repository.ts';

/** Generated files follow the contract, and merged migrations are never edited. */
const exempt = /^packages\/(?:sdk\/generated|database\/migrations)\//;

/** Texts of tests and benchmarks, a list of passwords, the system user "nobody", a lock name of earlier versions. */
const withWordsAsData =
  /\.test\.tsx?$|fixtures\.ts$|^bench\/|\/(?:common-passwords|server-user|plugin-events)\.ts$/;

const paths = listFiles().filter((path) => /\.tsx?$/.test(path) && !exempt.test(path));
reportFindings(
  paths.flatMap((path) => {
    const text = readText(path);
    return [
      ...findPoorComments(path, text),
      ...findPoorNames(path, text),
      ...(withWordsAsData.test(path) ? [] : findPoorMessages(path, text)),
    ];
  }),
  `language: ${paths.length} files checked.`,
);
