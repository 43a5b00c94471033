import { readFile } from 'node:fs/promises';

export interface BuildInfo {
  readonly version: string;
  /** Empty when the program does not run from a git checkout. */
  readonly commit: string;
}

const repository = new URL('../../', import.meta.url);

/** What runs: the version of package.json and, from a checkout, its commit. */
export async function readBuildInfo(): Promise<BuildInfo> {
  const { version } = JSON.parse(await readFile(new URL('package.json', repository), 'utf8')) as {
    version: string;
  };
  return { version, commit: await readCommit() };
}

async function readCommit(): Promise<string> {
  try {
    const head = (await readGit('HEAD')).trim();
    if (!head.startsWith('ref: ')) return head;
    const branch = head.slice('ref: '.length);
    try {
      return (await readGit(branch)).trim();
    } catch {
      // git packs branches into one file now and then.
      const packed = await readGit('packed-refs');
      return (
        packed
          .split('\n')
          .find((line) => line.endsWith(` ${branch}`))
          ?.slice(0, 40) ?? ''
      );
    }
  } catch {
    // An installed package has no .git; its version says enough.
    return '';
  }
}

function readGit(name: string): Promise<string> {
  return readFile(new URL(`.git/${name}`, repository), 'utf8');
}
