import { cp, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import type { SessionUsage } from '@galley/runcoord';
import type { ResumedSession } from './adapters/index.ts';
import type { AgentLaunch, ResumableSession, SessionOfAgent } from './driver.ts';

interface StoredSession {
  readonly id: string;
  readonly usage: SessionUsage;
  readonly adapterName: string;
  /** Galley's session in which the program last ran. */
  readonly sessionId: string;
}

interface AgentOfRun {
  readonly runId: string;
  readonly agentId: string;
}

const recordFile = 'session.json';
const daysKept = 7;

/** Sessions of programs, kept between the turns of an agent in a run: only the files needed to resume them. */
export class AgentSessions {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The session that the launched program continues. */
  async findFor(launch: AgentLaunch): Promise<ResumedSession | undefined> {
    if (!launch.canResume) return undefined;
    const kept = await this.#find(launch);
    return kept?.adapterName === launch.adapterName ? kept : undefined;
  }

  /** The session that a session of Galley continues. */
  async findResumed(of: SessionOfAgent): Promise<ResumedSession | undefined> {
    const kept = await this.#find(of);
    return kept?.sessionId === of.sessionId ? undefined : kept;
  }

  /** Copies the files into the home folder of a new turn. */
  async restore(of: AgentOfRun, home: string): Promise<void> {
    await cp(join(this.#folderOf(of), 'home'), home, { recursive: true });
  }

  async keep(session: ResumableSession, home: string): Promise<void> {
    const { id, usage, adapterName, sessionId, adapter, credentials } = session;
    const folder = this.#folderOf(session);
    await this.forget(session);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copied = credentials.map(({ to }) => join(home, to));
    for (const path of adapter.sessionPaths) {
      const from = join(home, path);
      if (!(await isWithoutLinks(home, path))) continue;
      // Every turn gets the owner's current credentials.
      const filter = (file: string) => !copied.includes(file);
      await cp(from, join(folder, 'home', path), { recursive: true, filter });
    }
    const record: StoredSession = { id, usage, adapterName, sessionId };
    await writeFile(join(folder, recordFile), JSON.stringify(record), { mode: 0o600 });
  }

  forget(of: AgentOfRun): Promise<void> {
    return rm(this.#folderOf(of), { recursive: true, force: true });
  }

  /** Removes those that no turn has used for a week. */
  async tidy(): Promise<void> {
    const now = Date.now();
    for (const name of await namesIn(this.#folder)) {
      const path = join(this.#folder, name);
      if (now - (await stat(path)).mtimeMs > daysKept * 86_400_000)
        await rm(path, { recursive: true, force: true });
    }
  }

  async #find(of: AgentOfRun): Promise<StoredSession | undefined> {
    try {
      return JSON.parse(
        await readFile(join(this.#folderOf(of), recordFile), 'utf8'),
      ) as StoredSession;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  #folderOf({ runId, agentId }: AgentOfRun): string {
    return join(this.#folder, [runId, agentId].map(encodeURIComponent).join('--'));
  }
}

/** A link that the agent made may lead to files of the owner. `false` if the path does not exist. */
async function isWithoutLinks(home: string, path: string): Promise<boolean> {
  try {
    return (await realpath(join(home, path))) === join(await realpath(home), path);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
