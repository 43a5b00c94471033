import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing, type Logger } from '@galley/kernel';

/**
 * Where the program that runs comes from: `tagged` is a release, exactly as it was published; `snapshot` a commit that
 * no release is; `modified` a commit with changes that are in none; `unknown` cannot be told.
 */
export const provenances = ['tagged', 'snapshot', 'modified', 'unknown'] as const;
export type Provenance = (typeof provenances)[number];

export interface BuildInfo {
  readonly version: string;
  /** Of git; empty when it is not known. */
  readonly commit: string;
  /** When the image or package was made that it runs from; null for a checkout, which nobody made. */
  readonly builtAt: string | null;
  readonly provenance: Provenance;
}

/** What an image or package has at the root of the program to say what it was made from. */
export const buildInfoFile = 'build-info.json';

const programFolder = join(import.meta.dirname, '../..');
/** Whoever starts does not wait for a disk that is slow to tell what has changed on it. */
const patienceMilliseconds = 2_000;
const run = promisify(execFile);
let own: Promise<BuildInfo> | undefined;

/** What runs, as it was when it was first asked for: what lies on the disk later is not what runs. Never rejects. */
export function readBuildInfo(): Promise<BuildInfo> {
  return (own ??= buildInfoOf(programFolder));
}

/** What the program in a folder is: by its `build-info.json`, or by git when it is a checkout. */
export async function buildInfoOf(folder: string): Promise<BuildInfo> {
  const version = await versionOf(folder);
  const unknown = { version, commit: '', builtAt: null, provenance: 'unknown' } as const;
  try {
    return (
      (await recorded(join(folder, buildInfoFile), version)) ??
      (await checkedOut(folder, version)) ??
      unknown
    );
  } catch {
    // No git, one that does not answer, or a file that somebody has written into: nothing is known then.
    return unknown;
  }
}

/** For the log, at the start of a service. */
export function logBuild(logger: Logger, { version, commit, provenance }: BuildInfo): void {
  logger.info('Galley starts', { version, commit, provenance, node: process.versions.node });
}

async function versionOf(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Undefined without a file; unknown where it is not of this version, and so not of this program. */
async function recorded(path: string, version: string): Promise<BuildInfo | undefined> {
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
  if (!isSound) throw new Error(`${path} does not say what this is.`);
  return { version, commit, builtAt: new Date(builtAt).toISOString(), provenance };
}

/** Without a tag in front where there is none, and with the commits since it. */
const described = /^(?:v.+-(\d+)-g)?([0-9a-f]{40,64})(-dirty)?$/;

/** Undefined where it is no checkout of its own: the folder may lie in one that has nothing to do with it. */
async function checkedOut(folder: string, version: string): Promise<BuildInfo | undefined> {
  const repository = join(folder, '.git');
  if (!existsSync(repository)) return undefined;
  const { stdout } = await run(
    'git',
    [
      // Named, and not looked for, so that git takes it whoever owns it; what is in it runs here anyway.
      ...['--git-dir', repository, '--work-tree', folder, '--no-optional-locks'],
      ...['describe', '--tags', '--match', `v${version}`, '--candidates=1'],
      ...['--always', '--long', '--abbrev=64', '--dirty'],
    ],
    { timeout: patienceMilliseconds },
  );
  const [, commitsSinceTag, commit, dirty] = described.exec(stdout.trim()) ?? [];
  if (commit === undefined) throw new Error('git describes nothing.');
  const provenance = dirty ? 'modified' : commitsSinceTag === '0' ? 'tagged' : 'snapshot';
  return { version, commit, builtAt: null, provenance };
}
