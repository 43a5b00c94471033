import { readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type Dockerode from 'dockerode';
import { isMissing } from '@galley/kernel';
import { AgentLog } from '../agent-log.ts';
import { ifThere } from './engine-error.ts';
import { LogFrames, type LogEntry } from './log-frames.ts';

export interface ContainerLogOptions {
  readonly container: Dockerode.Container;
  readonly logFile: string;
  readonly positionFile: string;
  /** In bytes. */
  readonly size: number;
}

interface StreamPosition {
  /** Time of the last entry in the log. */
  readonly at: string;
  /** Entries with this time in the log. */
  readonly count: number;
}

interface LogPosition {
  /** Size of the log file with exactly these entries. */
  readonly size: number;
  readonly stdout: StreamPosition;
  readonly stderr: StreamPosition;
  /** The container has exited, and the log has all its output. */
  readonly isComplete: boolean;
}

const none: StreamPosition = { at: '', count: 0 };
const beginning: LogPosition = { size: 0, stdout: none, stderr: none, isComplete: false };

/**
 * Copies the output of a container to a log file. After each part it stores which entries of the engine the file has:
 * whoever continues, even after a crash, cuts the file to this point and reads on from there. The entries after the point
 * have the same bytes again, so that positions in the file remain valid.
 */
export class ContainerLog {
  readonly #options: ContainerLogOptions;
  #following: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(options: ContainerLogOptions) {
    this.#options = options;
  }

  /** Does nothing while the output is followed. */
  follow(): void {
    if (this.#following) return;
    const stop = new AbortController();
    const ended = this.#copy({ until: stop.signal })
      // The next check reads on; when the agent exits, `finish` reports the error.
      .catch(() => undefined)
      .finally(() => {
        this.#following = undefined;
      });
    this.#following = { stop, ended };
  }

  /** Call it after the container has exited. */
  async finish(): Promise<void> {
    await this.stop();
    await this.#copy({});
  }

  async stop(): Promise<void> {
    this.#following?.stop.abort();
    await this.#following?.ended;
  }

  /** Follows `until` it is aborted; without, copies what the engine has, as the end of the output. */
  async #copy({ until }: { readonly until?: AbortSignal }): Promise<void> {
    const position = await this.#position();
    if (position.isComplete || until?.aborted) return;
    const token = await this.#token();
    const output = await ifThere(this.#read(until));
    if (!output) return;
    const { logFile, size } = this.#options;
    if (position.size > 0) await truncate(logFile, position.size);
    const log = new AgentLog(logFile, { size, token, continuedAt: position.size });
    try {
      const last = await this.#add(output, { log, position });
      if (until) return;
      await log.end();
      await this.#store({ ...last, isComplete: true });
    } finally {
      await log.close();
    }
  }

  async #read(until: AbortSignal | undefined): Promise<Readable | readonly Buffer[]> {
    const { container } = this.#options;
    const wanted = { stdout: true, stderr: true, timestamps: true } as const;
    if (!until) return [await container.logs({ ...wanted, follow: false })];
    const stream = await container.logs({ ...wanted, follow: true, abortSignal: until });
    return addAbortSignal(until, stream as Readable);
  }

  async #add(
    output: Readable | readonly Buffer[],
    { log, position: begun }: { readonly log: AgentLog; readonly position: LogPosition },
  ): Promise<LogPosition> {
    const frames = new LogFrames();
    const isNew = unseen(begun);
    const read = { stdout: begun.stdout, stderr: begun.stderr };
    let position = begun;
    for await (const chunk of output) {
      const entries = frames.add(chunk as Buffer).filter(isNew);
      if (entries.length === 0) continue;
      for (const { stream, at, text } of entries) {
        log.add(text, stream);
        read[stream] = { at, count: read[stream].at === at ? read[stream].count + 1 : 1 };
        // An incomplete line is read again from its beginning.
        if (!log.hasRest(stream)) position = { ...position, [stream]: read[stream] };
      }
      position = { ...position, size: await log.flush() };
      await this.#store(position);
    }
    return position;
  }

  /** The beginning if the log is not there, or shorter than recorded, such as after a crash of the machine. */
  async #position(): Promise<LogPosition> {
    const { positionFile, logFile } = this.#options;
    try {
      const position = JSON.parse(await readFile(positionFile, 'utf8')) as LogPosition;
      return (await sizeOf(logFile)) < position.size ? beginning : position;
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError) return beginning;
      throw error;
    }
  }

  async #store(position: LogPosition): Promise<void> {
    const { positionFile } = this.#options;
    await writeFile(`${positionFile}.new`, JSON.stringify(position), { mode: 0o600 });
    await rename(`${positionFile}.new`, positionFile);
  }

  async #token(): Promise<string | undefined> {
    const found = await ifThere(this.#options.container.inspect());
    const name = 'GALLEY_WORKER_TOKEN=';
    return found?.Config.Env.find((one) => one.startsWith(name))?.slice(name.length);
  }
}

/** The times of a stream never decrease. */
function unseen(position: LogPosition): (entry: LogEntry) => boolean {
  const same = { stdout: 0, stderr: 0 };
  return ({ stream, at }) => {
    const last = position[stream];
    if (at !== last.at) return at > last.at;
    same[stream] += 1;
    return same[stream] > last.count;
  };
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}
