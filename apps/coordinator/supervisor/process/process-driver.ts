import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@galley/kernel';
import type { FoundAgent } from '@galley/runcoord';
import {
  describeExit,
  shellCommand,
  type AgentLaunch,
  type AgentState,
  type Driver,
  type InUse,
} from '../driver.ts';
import { isAlive, type ProcessIdentity } from './process-identity.ts';
import { sandboxed, type SandboxPlan } from './sandbox.ts';
import { SessionFolder } from './session-folder.ts';

export interface ProcessDriverOptions {
  readonly folder: string;
  readonly mcpUrl: string;
  readonly logSize: number;
  /** PATH, HOME, TMPDIR and LANG of this machine. */
  readonly machine: Readonly<Record<string, string>>;
  /** Paths that bubblewrap hides; `undefined`: agents run without bubblewrap. */
  readonly hidden: SandboxPlan['hidden'] | undefined;
}

const wrapper = join(import.meta.dirname, 'agent-wrapper.ts');

/** Each agent runs behind a wrapper that outlives the supervisor (`agent-wrapper.ts`). */
export class ProcessDriver implements Driver {
  readonly #options: ProcessDriverOptions;

  constructor(options: ProcessDriverOptions) {
    this.#options = options;
  }

  get mcpUrl(): string {
    return this.#options.mcpUrl;
  }

  async start(launch: AgentLaunch): Promise<string> {
    const { machine, logSize } = this.#options;
    const folder = this.#folderOf(launch.sessionId);
    await mkdir(folder.workingDirectory, { recursive: true });
    const [program, ...args] = this.#wordsOf(launch, folder);
    const { workingDirectory } = folder;
    await folder.putOrder({
      agentId: launch.agentId,
      program,
      args,
      workingDirectory,
      logFile: launch.logFile,
      logSize,
    });
    const repository = launch.repository && { GALLEY_REPOSITORY: launch.repository.directory };
    // Only the same user and root can read the environment.
    const child = spawn(process.execPath, [wrapper, folder.directory], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...machine, ...launch.environment, ...repository },
    });
    child.unref();
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

  async saveLog(): Promise<void> {}

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
  }

  async close(): Promise<void> {}

  #wordsOf({ command, repository }: AgentLaunch, folder: SessionFolder): [string, ...string[]] {
    const { hidden } = this.#options;
    const words = shellCommand(command);
    if (!hidden) return words;
    const { workingDirectory } = folder;
    return sandboxed(words, { workingDirectory, repository: repository?.directory, hidden });
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
