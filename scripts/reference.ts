// Part of `npm run check`: checks that docs/reference matches the code, and that recorded migrations are unchanged.
import { reportFindings } from './findings.ts';
import { checksumFindings, computeChecksums, readChecksums } from './migration-checksums.ts';
import { loadProblems, problemFindings, referencePages, stalePages } from './reference-pages.ts';

const problems = await loadProblems();
const pages = await referencePages(problems);

reportFindings(
  [
    ...problemFindings(problems),
    ...checksumFindings(readChecksums(), computeChecksums()),
    ...stalePages(pages),
  ],
  `${problems.length} problems, ${pages.length} pages.`,
);
