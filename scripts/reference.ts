// Part of `npm run check`: docs/reference says what the code does, and migrations are what databases have run.
import { reportFindings } from './findings.ts';
import { checksumFindings, presentChecksums, readChecksums } from './migration-checksums.ts';
import { loadProblems, problemFindings, referencePages, stalePages } from './reference-pages.ts';

const problems = await loadProblems();
const pages = await referencePages(problems);

reportFindings(
  [
    ...problemFindings(problems),
    ...checksumFindings(readChecksums(), presentChecksums()),
    ...stalePages(pages),
  ],
  `${problems.length} problems, ${pages.length} pages.`,
);
