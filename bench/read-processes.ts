import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Child process that prints a line when it has started; it ends with its standard input, and so with this process. */
export interface CompanionProcess {
  readonly begun: string;
  readonly said: string;
  stop(): Promise<void>;
}

export function startBareServer(project: string): Promise<CompanionProcess> {
  return start('bare-server.ts', [project]);
}

export function startFloorServer(
  project: string,
  { documents, bytes }: { readonly documents: number; readonly bytes: number },
): Promise<CompanionProcess> {
  return start('working-side/floor-server.ts', [project, String(documents), String(bytes)]);
}

export interface Saving {
  readonly site: string;
  /** 0: as fast as the server answers. */
  readonly perSecond: number;
  readonly paths: readonly string[];
}

export function startSaving({ site, perSecond, paths }: Saving): Promise<CompanionProcess> {
  return start('read-saves.ts', [site, String(perSecond), ...paths]);
}

async function start(script: string, args: readonly string[]): Promise<CompanionProcess> {
  const program = [join(import.meta.dirname, script), ...args];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const begun = await readFirstLine(child, ended);
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  return {
    begun,
    get said() {
      return said;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

async function readFirstLine(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  const early = ended.then(() => {
    throw new Error(`${child.spawnargs[1]} exited before it started.`);
  });
  const [words] = (await Promise.race([once(child.stdout!, 'data'), early])) as [Buffer];
  return words.toString();
}
