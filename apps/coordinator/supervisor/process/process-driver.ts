import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing } from '@galley/kernel';
import type { FoundAgent } from '@galley/runcoord';
import { AgentSessions } from '../agent-sessions.ts';
import {
  describeExit,
  type AgentLaunch,
  type AgentState,
  type Checkout,
  type Driver,
  type InUse,
  type ResumableSession,
} from '../driver.ts';
import { isAlive, type ProcessIdentity } from './process-identity.ts';
import { prepareProcess, type ProcessSurroundings } from './process-turn.ts';
import { SessionFolder } from './session-folder.ts';

export interface ProcessDriverOptions extends ProcessSurroundings {
  readonly folder: string;
  /** Contains the sessions that later turns continue. */
  readonly keptFolder: string;
  readonly mcpUrl: string;
  readonly logSize: number;
  /** Called when a wrapper that this process started has exited. */
  readonly onExit: () => void;
}

// In this form, the program contains it as a bundle, which starts in a quarter of the time.
const wrapper = fileURLToPath(new URL('./agent-wrapper.ts', import.meta.url));

/** Each agent runs behind a wrapper that outlives the supervisor (`agent-wrapper.ts`). */
export class ProcessDriver implements Driver {
  readonly #options: ProcessDriverOptions;
  readonly mcpUrl: string;
  readonly kept: AgentSessions;

  constructor(options: ProcessDriverOptions) {
    this.#options = options;
    this.mcpUrl = options.mcpUrl;
    this.kept = new AgentSessions(options.keptFolder);
  }

  async start(launch: AgentLaunch): Promise<string> {
    const folder = this.#folderOf(launch.sessionId);
    // The files belong to the agent once its wrapper has claimed the session.
    const running = await folder.findWrapper();
    if (running) return nameOf(running);
    const { env, ...order } = await this.#prepare(launch, folder);
    await folder.putOrder({
      agentId: launch.agentId,
      ...order,
      logFile: launch.logFile,
      logSize: this.#options.logSize,
    });
    // Only the same user and root can read the environment.
    const child = spawn(process.execPath, [wrapper, folder.directory], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env,
    });
    child.unref();
    child.once('exit', this.#options.onExit);
    // The wrapper is ready or has exited; the folder shows which.
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
    child.stdout.destroy();
    const found = await folder.findWrapper();
    if (!found) throw new Error('The launcher process exited before it started the agent.');
    return nameOf(found);
  }

  async list(): Promise<FoundAgent[]> {
    const found = await Promise.all(
      (await this.#sessions()).map(async (sessionId): Promise<FoundAgent[]> => {
        const folder = this.#folderOf(sessionId);
        const identity = await folder.findWrapper();
        if (!identity) return [];
        const [{ kind }, { agentId }] = await Promise.all([stateIn(folder), folder.getOrder()]);
        const state = kind === 'running' ? 'running' : 'exited';
        return [{ externalId: nameOf(identity), sessionId, agentId, state }];
      }),
    );
    return found.flat();
  }

  state({ sessionId }: FoundAgent): Promise<AgentState> {
    return stateIn(this.#folderOf(sessionId));
  }

  async end({ sessionId }: FoundAgent, how: 'ask' | 'force'): Promise<void> {
    const folder = this.#folderOf(sessionId);
    const [wrapping, agent] = await Promise.all([folder.findWrapper(), folder.findAgent()]);
    const signal = how === 'ask' ? 'SIGTERM' : 'SIGKILL';
    if (agent && isAlive(agent)) return signalIfThere(-agent.pid, signal);
    // The agent has not started, or it has exited and the wrapper is about to record that.
    if (wrapping && isAlive(wrapping)) signalIfThere(wrapping.pid, 'SIGTERM');
  }

  /** The wrapper writes it. */
  followLog(): void {}

  async finishLog(): Promise<void> {}

  openCheckout({ sessionId }: FoundAgent): Promise<Checkout> {
    const path = join(this.#folderOf(sessionId).directory, 'work');
    // `remove` deletes the folder.
    return Promise.resolve({ path, [Symbol.asyncDispose]: async () => {} });
  }

  async keepSession(session: ResumableSession): Promise<void> {
    if (!this.#options.sandbox) return;
    await this.kept.keep(session, join(this.#folderOf(session.sessionId).directory, 'home'));
  }

  remove({ sessionId }: FoundAgent): Promise<void> {
    return this.#folderOf(sessionId).remove();
  }

  /** Removes sessions that never got a process. */
  async tidy({ sessions }: InUse): Promise<void> {
    for (const sessionId of await this.#sessions()) {
      if (sessions.has(sessionId)) continue;
      const folder = this.#folderOf(sessionId);
      if (!(await folder.findWrapper())) await folder.remove();
    }
    await this.kept.tidy();
  }

  async close(): Promise<void> {}

  async #prepare(launch: AgentLaunch, { directory }: SessionFolder) {
    await mkdir(directory, { recursive: true });
    // Programs find a session only in the same working directory, which is fixed only within bubblewrap.
    const resumed = this.#options.sandbox && (await this.kept.findFor(launch));
    const given = { folder: directory, resumed };
    const turn = await prepareProcess(launch, this.#options, given);
    const { words, workingDirectory, network } = turn;
    if (resumed) await this.kept.restore(launch, join(directory, 'home'));
    const [program, ...args] = words;
    const env = { ...turn.env, ...network?.env };
    return { program, args, workingDirectory, hosts: network?.hosts, env };
  }

  #folderOf(sessionId: string): SessionFolder {
    return new SessionFolder(join(this.#options.folder, sessionId));
  }

  async #sessions(): Promise<string[]> {
    try {
      return await readdir(this.#options.folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

/** `gone` if the wrapper was killed, because nothing recorded the exit. */
async function stateIn(folder: SessionFolder): Promise<AgentState> {
  const [wrapping, agent] = await Promise.all([folder.findWrapper(), folder.findAgent()]);
  const isRunning = [wrapping, agent].some((identity) => identity && isAlive(identity));
  if (isRunning) return { kind: 'running' };
  // Read last: by now the writing process has exited.
  const exit = await folder.findExit();
  return exit ? describeExit(exit.code, exit.signal) : { kind: 'gone' };
}

function nameOf({ pid, startedAt }: ProcessIdentity): string {
  return `${pid}@${startedAt}`;
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
