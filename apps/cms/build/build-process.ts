import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseAddress } from '@galley/database';
import type { Logger } from '@galley/kernel';
import type { BuildInfo } from '@galley/service';
import type { Config } from '@galley/settings';
import type { BuildReport } from '@galley/site';

export interface BuildProcessStart {
  readonly config: Config;
  readonly projectDirectory: string;
  readonly build: BuildInfo;
  readonly databaseAddress: string | DatabaseAddress;
}

export type BuildProcessMessage =
  { readonly start: BuildProcessStart } | { readonly build: { readonly isFull: boolean } };

export type BuildProcessAnswer =
  | { readonly log: readonly [level: keyof Logger, message: string, attributes?: object] }
  | { readonly report: BuildReport }
  | { readonly failed: string };

export interface BuildProcessParts extends Omit<BuildProcessStart, 'databaseAddress'> {
  readonly databaseAddress: () => string | DatabaseAddress;
  /** A process started with another key is replaced. */
  readonly key: () => string;
  readonly logger: Logger;
}

interface Running {
  readonly child: ChildProcess;
  readonly key: string;
  readonly ended: Promise<number | NodeJS.Signals>;
}

const entry = new URL('./run-build-process.ts', import.meta.url);

/** Runs at low priority, so that requests keep the CPU. Caches last until the process ends. */
export class BuildProcess {
  readonly #parts: BuildProcessParts;
  #running: Running | undefined;

  constructor(parts: BuildProcessParts) {
    this.#parts = parts;
  }

  /** Runs one build at a time. On rejection, the output is unchanged. */
  async build({ isFull = false }: { readonly isFull?: boolean | undefined }): Promise<BuildReport> {
    const key = this.#parts.key();
    if (this.#running?.key !== key) await this.end();
    const { child, ended } = (this.#running ??= this.#start(key));
    const answered = Promise.withResolvers<BuildReport>();
    const listen = (answer: BuildProcessAnswer): void => {
      if ('report' in answer) answered.resolve(answer.report);
      if ('failed' in answer) answered.reject(new Error(answer.failed));
    };
    child.on('message', listen);
    void ended.then((end) => {
      answered.reject(new Error(`The build process ended before it was finished (${end})`));
    });
    try {
      send(child, { build: { isFull } });
      return await answered.promise;
    } catch (error) {
      // The next build starts in a clean process.
      await this.end();
      throw error;
    } finally {
      child.off('message', listen);
    }
  }

  async end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running?.child.connected) running.child.disconnect();
    await running?.ended;
  }

  #start(key: string): Running {
    const { config, projectDirectory, build, databaseAddress, logger } = this.#parts;
    const child = fork(entry, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (answer: BuildProcessAnswer) => {
      if (!('log' in answer)) return;
      const [level, message, attributes] = answer.log;
      logger[level](message, { ...attributes });
    });
    // Sending to a process that has just ended; `ended` reports its end.
    child.on('error', (error) =>
      logger.debug('build process unreachable', { error: String(error) }),
    );
    const start = { config, projectDirectory, build, databaseAddress: databaseAddress() };
    send(child, { start });
    const ended = once(child, 'exit').then(
      ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
    );
    return { child, key, ended };
  }
}

function send(child: ChildProcess, message: BuildProcessMessage): void {
  child.send(message);
}
