import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing, type Logger } from '@galley/kernel';

/** `snapshot` is a commit without a release; `modified` a commit with uncommitted changes. */
export const provenances = ['tagged', 'snapshot', 'modified', 'unknown'] as const;
export type Provenance = (typeof provenances)[number];

export interface BuildInfo {
  readonly version: string;
  /** Git commit; empty when unknown. */
  readonly commit: string;
  /** Null for a checkout. */
  readonly builtAt: string | null;
  readonly provenance: Provenance;
}

export const buildInfoFile = 'build-info.json';

const programFolder = join(import.meta.dirname, '../..');
/** For git, so that a slow disk does not delay the start. */
const timeoutMs = 2_000;
const run = promisify(execFile);
let own: Promise<BuildInfo> | undefined;

/** Read once: later changes on disk are not what runs. Never rejects. */
export function readBuildInfo(): Promise<BuildInfo> {
  return (own ??= buildInfoOf(programFolder));
}

/** From `build-info.json`, or from git for a checkout. */
export async function buildInfoOf(folder: string): Promise<BuildInfo> {
  const version = await versionOf(folder);
  const unknown = { version, commit: '', builtAt: null, provenance: 'unknown' } as const;
  try {
    return (
      (await readRecordedBuildInfo(join(folder, buildInfoFile), version)) ??
      (await readCheckout(folder, version)) ??
      unknown
    );
  } catch {
    return unknown;
  }
}

export function logBuild(logger: Logger, { version, commit, provenance }: BuildInfo): void {
  logger.info('Galley starts', { version, commit, provenance, node: process.versions.node });
}

async function versionOf(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** `undefined` without a file; `unknown` for a file of another version, which describes another program. */
async function readRecordedBuildInfo(
  path: string,
  version: string,
): Promise<BuildInfo | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const found = JSON.parse(text) as Partial<Record<string, unknown>>;
  const { commit, built_at: builtAt } = found;
  const provenance = provenances.find((one) => one === found['provenance']);
  const isSound =
    found['version'] === version &&
    provenance !== undefined &&
    typeof commit === 'string' &&
    typeof builtAt === 'string' &&
    !Number.isNaN(Date.parse(builtAt));
  if (!isSound) throw new Error(`${path} contains no valid build information.`);
  return { version, commit, builtAt: new Date(builtAt).toISOString(), provenance };
}

/** Output of `git describe`: the tag and the number of commits since are absent without a tag. */
const describePattern = /^(?:v.+-(\d+)-g)?([0-9a-f]{40,64})(-dirty)?$/;

/** `undefined` unless the folder is a checkout itself: an enclosing repository may be unrelated. */
async function readCheckout(folder: string, version: string): Promise<BuildInfo | undefined> {
  const repository = join(folder, '.git');
  if (!existsSync(repository)) return undefined;
  const { stdout } = await run(
    'git',
    [
      // Makes git accept a repository of another owner; its code runs here anyway.
      ...['--git-dir', repository, '--work-tree', folder, '--no-optional-locks'],
      ...['describe', '--tags', '--match', `v${version}`, '--candidates=1'],
      ...['--always', '--long', '--abbrev=64', '--dirty'],
    ],
    { timeout: timeoutMs },
  );
  const [, commitsSinceTag, commit, dirty] = describePattern.exec(stdout.trim()) ?? [];
  if (commit === undefined) throw new Error('git describe printed nothing.');
  const provenance = dirty ? 'modified' : commitsSinceTag === '0' ? 'tagged' : 'snapshot';
  return { version, commit, builtAt: null, provenance };
}
