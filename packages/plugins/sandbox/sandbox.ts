import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '@galley/kernel';
import { PluginFailure } from './failures.ts';
import { GrantQueue } from './grant-queue.ts';
import type { SandboxLimits } from './limits.ts';
import type {
  ExportGroup,
  FromSandbox,
  LogLevel,
  PluginExports,
  SandboxStart,
  ToSandbox,
} from './messages.ts';

export interface SandboxOptions extends SandboxStart {
  /** JSON in and out; errors are passed on as `{message, code}`. */
  readonly ask: (grant: string, text: string) => Promise<GrantAnswer>;
  readonly say: (level: LogLevel, text: string) => void;
}

export interface GrantAnswer {
  readonly isGranted: boolean;
  readonly text: string;
}

export interface SandboxCall {
  readonly group: ExportGroup;
  readonly name: string;
  /** JSON list. */
  readonly text: string;
  /** Including waiting. */
  readonly milliseconds: number;
}

interface PendingCall {
  readonly name: string;
  readonly resolve: (text: string) => void;
  readonly reject: (failure: PluginFailure) => void;
  readonly timer: NodeJS.Timeout;
}

/** Lets the engine detect a timeout before the thread is terminated. */
const graceMs = 500;
const threadStartMs = 30_000;

/** The engine stops excessive calls; if it hangs, the thread is terminated. Replaced once `ended` settles. */
export class Sandbox {
  readonly #worker: Worker;
  readonly #options: SandboxOptions;
  readonly #grants: GrantQueue;
  readonly #calls = new Map<number, PendingCall>();
  readonly #started = Promise.withResolvers<PluginExports>();
  readonly #ended = Promise.withResolvers<PluginFailure | undefined>();
  #isOver = false;
  #lastId = 0;
  #silence: NodeJS.Timeout | undefined;

  private constructor(options: SandboxOptions) {
    this.#options = options;
    this.#grants = new GrantQueue(options.limits);
    const { code, settings, grants, withheld, limits } = options;
    this.#worker = new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
      workerData: { code, settings, grants, withheld, limits } satisfies SandboxStart,
      name: `plugin ${code.name}`,
      env: threadEnvironment(),
      // Keeps the engine's output out of the service's.
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: resourceLimits(limits),
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.unref();
    this.#worker.on('message', (message: FromSandbox) => this.#hear(message));
    this.#worker.on('error', (error) => this.#end(threadFailure(error)));
    this.#worker.on('exit', () => this.#end(threadFailure(new Error('it ended'))));
    this.#started.promise.catch(() => undefined);
  }

  /** Throws `PluginFailure`. */
  static async start(options: SandboxOptions): Promise<Sandbox> {
    const sandbox = new Sandbox(options);
    sandbox.#watch(threadStartMs);
    try {
      await sandbox.#started.promise;
      return sandbox;
    } finally {
      sandbox.#hearNothing();
    }
  }

  get exports(): Promise<PluginExports> {
    return this.#started.promise;
  }

  /** Settles with the failure, or undefined after `stop`. */
  get ended(): Promise<PluginFailure | undefined> {
    return this.#ended.promise;
  }

  /** JSON in and out. Throws `PluginFailure`. */
  call({ group, name, text, milliseconds }: SandboxCall): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { limits } = this.#options;
    if (this.#isOver) throw new PluginFailure({ kind: 'broken', message: 'it is not running' });
    if (this.#calls.size >= limits.calls) {
      const message = `${limits.calls} calls of it are waiting already`;
      throw new PluginFailure({ kind: 'timeout', message });
    }
    const id = (this.#lastId += 1);
    // The engine should detect the timeout first, because it knows the position.
    const timer = setTimeout(() => this.#expire(id, milliseconds), milliseconds + graceMs / 2);
    this.#calls.set(id, { name, resolve, reject, timer });
    this.#post({ kind: 'call', id, group, name, text });
    return promise;
  }

  async stop(): Promise<void> {
    this.#end(undefined);
    await this.#worker.terminate();
  }

  #post(message: ToSandbox): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromSandbox): void {
    if (this.#isOver) return;
    switch (message.kind) {
      case 'loading':
        // Thread start-up does not count against the plugin.
        this.#hearNothing();
        return this.#watch(this.#options.limits.start);
      case 'started':
        return this.#started.resolve(message.exports);
      case 'answered':
        return this.#take(message.id)?.resolve(message.text);
      case 'failed':
        return this.#take(message.id)?.reject(new PluginFailure(message.failure));
      case 'said':
        return this.#options.say(message.level, message.text);
      case 'asked':
        return void this.#answer(message);
      case 'pong':
        return this.#hearNothing();
      case 'broken':
        return this.#end(new PluginFailure(message.failure));
    }
  }

  async #answer({ id, grant, text }: Extract<FromSandbox, { kind: 'asked' }>): Promise<void> {
    const answer = await this.#grants.run(async () =>
      this.#isOver ? undefined : this.#options.ask(grant, text),
    );
    if (answer && !this.#isOver) this.#post({ kind: 'granted', id, ...answer });
  }

  #take(id: number): PendingCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    clearTimeout(call?.timer);
    return call;
  }

  #expire(id: number, milliseconds: number): void {
    const call = this.#take(id);
    const message = `${call?.name} took longer than ${milliseconds / 1_000} s`;
    call?.reject(new PluginFailure({ kind: 'timeout', message }));
    // The plugin may be waiting for others, or the thread may hang.
    this.#watch(graceMs);
    this.#post({ kind: 'ping' });
  }

  /** Terminates the thread when it is silent for this time plus the grace period. */
  #watch(milliseconds: number): void {
    if (this.#silence !== undefined) return;
    this.#silence = setTimeout(() => {
      const message = `it did not answer within ${milliseconds / 1_000} s, and was ended`;
      this.#end(new PluginFailure({ kind: 'broken', message }));
    }, milliseconds + graceMs);
  }

  #hearNothing(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #end(failure: PluginFailure | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hearNothing();
    const reason = failure ?? new PluginFailure({ kind: 'broken', message: 'it was stopped' });
    this.#started.reject(reason);
    for (const id of [...this.#calls.keys()]) this.#take(id)?.reject(reason);
    this.#ended.resolve(failure);
    void this.#worker.terminate();
  }
}

const threadFailure = (error: Error & { code?: string }): PluginFailure =>
  new PluginFailure({
    kind: 'broken',
    message: `its thread ended (${error.code ?? error.message})`,
  });

/** Fallback limits; the engine's memory is outside the thread's heap. */
function resourceLimits({ crossing, stack }: SandboxLimits) {
  const text = (crossing * 2) / 1024 / 1024;
  return {
    maxYoungGenerationSizeMb: 16,
    maxOldGenerationSizeMb: 64 + 4 * text,
    // The engine's own stack takes several times as much of the thread's stack.
    stackSizeMb: Math.ceil((stack * 32) / 1024 / 1024),
  };
}
