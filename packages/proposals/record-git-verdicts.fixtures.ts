// Run manually where git is installed: `node packages/proposals/record-git-verdicts.fixtures.ts`.
// Updates git-verdicts.json.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { casesWithFiles, type VerdictCase } from './git-verdicts.fixtures.ts';

/** Resulting files; null when git refuses the patch. */
export type Verdicts = Readonly<Record<string, Readonly<Record<string, string>> | null>>;

function verdictOf({ files, patch }: VerdictCase): Record<string, string> | null {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-'));
  try {
    execFileSync('git', ['init', '-q'], { cwd: folder });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const check of [['--check'], []]) {
      const { status } = spawnSync('git', ['apply', ...check, '-'], { cwd: folder, input: patch });
      if (status !== 0) return null;
    }
    return filesIn(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.git/'));
  return Object.fromEntries(
    found.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

if (import.meta.main) {
  const verdicts = Object.fromEntries(casesWithFiles.map(([what, one]) => [what, verdictOf(one)]));
  const place = join(import.meta.dirname, 'git-verdicts.json');
  writeFileSync(place, `${JSON.stringify(verdicts, null, 2)}\n`);
}
