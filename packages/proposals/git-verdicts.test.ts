import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPatch, type FileChange } from '@galley/runcoord';
import { casesWithFiles } from './git-verdicts.fixtures.ts';
import { TestRepository } from './fixtures.ts';
import { applyPatch } from './patched-files.ts';
import type { Verdicts } from './record-git-verdicts.fixtures.ts';

const recorded = readFileSync(join(import.meta.dirname, 'git-verdicts.json'), 'utf8');
const verdicts = JSON.parse(recorded) as Verdicts;

let bench: TestRepository;
beforeAll(async () => {
  bench = await TestRepository.make();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Null when the patch is refused. */
async function appliedTo(
  files: Readonly<Record<string, string>>,
  patch: string,
): Promise<Record<string, string> | null> {
  const snapshot = await bench.createSnapshot(files);
  const after = new Map(Object.entries(files));
  try {
    const changes: FileChange[] = readPatch(patch);
    for (const { path, after: file } of await applyPatch(changes, snapshot)) {
      if (file) after.set(path, file.bytes.toString());
      else after.delete(path);
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'invalid_patch' || code === 'patch_does_not_apply') return null;
    throw error;
  }
  return Object.fromEntries(after);
}

describe('GAP-RC-MCP-5: a patch is taken or refused as git does it', () => {
  test.each(casesWithFiles)('%s', async (what, { files, patch, stricter }) => {
    expect(verdicts).toHaveProperty([what]);
    const verdict = verdicts[what]!;
    if (stricter !== undefined) expect(verdict).not.toBeNull();
    expect(await appliedTo(files, patch)).toEqual(stricter === undefined ? verdict : null);
  });
});
