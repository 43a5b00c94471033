// Part of `npm run check`: docs/reference says what the code does, and migrations are what databases have run.
import { reportFindings } from './findings.ts';
import { checksumFindings, presentChecksums, readChecksums } from './migration-checksums.ts';
import { loadProblems, problemFindings, referencePages } from './reference-pages.ts';
import { listFiles, readText } from './repository.ts';

const problems = await loadProblems();
const pages = await referencePages(problems);
const files = new Set(listFiles());
const stale = pages.filter(({ path, content }) => !files.has(path) || readText(path) !== content);

reportFindings(
  [
    ...problemFindings(problems),
    ...checksumFindings(readChecksums(), presentChecksums()),
    ...stale.map(({ path }) => `${path} is not what the code says; run "npm run docs:reference".`),
  ],
  `${problems.length} problems, ${pages.length} pages.`,
);
