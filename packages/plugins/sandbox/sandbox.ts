import { Worker } from 'node:worker_threads';
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
  /** Answers a function that the plugin called, JSON for JSON; what it throws is told as `{message, code}`. */
  readonly ask: (grant: string, text: string) => Promise<GrantAnswer>;
  readonly say: (level: LogLevel, text: string) => void;
}

export interface GrantAnswer {
  readonly isGranted: boolean;
  /** JSON. */
  readonly text: string;
}

export interface SandboxCall {
  readonly group: ExportGroup;
  readonly name: string;
  /** JSON of the list of arguments. */
  readonly text: string;
  /** For the whole of it, with what it waits for. */
  readonly milliseconds: number;
}

interface PendingCall {
  readonly name: string;
  readonly resolve: (text: string) => void;
  readonly reject: (failure: PluginFailure) => void;
  readonly timer: NodeJS.Timeout;
}

/** How long a thread may be silent, beyond what its engine is to notice by itself, before it is ended. */
const graceMilliseconds = 500;
/** What a thread may take until it begins with the plugin. */
const threadMilliseconds = 30_000;

/**
 * A plugin that has been loaded, in a thread of its own. Its engine ends what takes too long or too much by itself, and
 * says where; where the engine is stuck as well, the thread is ended. It is used until `ended` settles, and then
 * replaced.
 */
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
      env: {},
      // Never used by the plugin, and read by nobody: what the engine prints must not reach the service's output.
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
    // Whoever starts it is told of this by `start`.
    this.#started.promise.catch(() => undefined);
  }

  /** Loads a plugin. Throws `PluginFailure` when that cannot be done within the time that it has. */
  static async start(options: SandboxOptions): Promise<Sandbox> {
    const sandbox = new Sandbox(options);
    sandbox.#watch(threadMilliseconds);
    try {
      await sandbox.#started.promise;
      return sandbox;
    } finally {
      sandbox.#hearNothing();
    }
  }

  /** What its module exports. */
  get exports(): Promise<PluginExports> {
    return this.#started.promise;
  }

  /** Settles when it is over: with the failure, or without one when it was stopped. */
  get ended(): Promise<PluginFailure | undefined> {
    return this.#ended.promise;
  }

  /** Calls one of its functions; JSON for JSON. Throws `PluginFailure`. */
  call({ group, name, text, milliseconds }: SandboxCall): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { limits } = this.#options;
    if (this.#isOver) throw new PluginFailure({ kind: 'broken', message: 'it is not running' });
    if (this.#calls.size >= limits.calls) {
      const message = `${limits.calls} calls of it are waiting already`;
      throw new PluginFailure({ kind: 'timeout', message });
    }
    const id = (this.#lastId += 1);
    // The engine is to notice first when it is busy: it knows where.
    const timer = setTimeout(
      () => this.#expire(id, milliseconds),
      milliseconds + graceMilliseconds / 2,
    );
    this.#calls.set(id, { name, resolve, reject, timer });
    this.#post({ kind: 'call', id, group, name, text });
    return promise;
  }

  /** Ends the thread, whatever it does. */
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
        // What a busy machine takes to start a thread is not the plugin's.
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
    // It may wait for something, with its thread free for others; or the thread hangs.
    this.#watch(graceMilliseconds);
    this.#post({ kind: 'ping' });
  }

  /** Ends the thread when nothing is heard of it within this time and the grace. */
  #watch(milliseconds: number): void {
    if (this.#silence !== undefined) return;
    this.#silence = setTimeout(() => {
      const message = `it did not answer within ${milliseconds / 1_000} s, and was ended`;
      this.#end(new PluginFailure({ kind: 'broken', message }));
    }, milliseconds + graceMilliseconds);
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
    // Resolves in any case, and nobody waits for a thread that failed.
    void this.#worker.terminate();
  }
}

const threadFailure = (error: Error & { code?: string }): PluginFailure =>
  new PluginFailure({
    kind: 'broken',
    message: `its thread ended (${error.code ?? error.message})`,
  });

/** The engine's own limits come first; these are for what escapes them. Its memory is not of the thread's heap. */
function resourceLimits({ crossing, stack }: SandboxLimits) {
  const text = (crossing * 2) / 1024 / 1024;
  return {
    maxYoungGenerationSizeMb: 16,
    maxOldGenerationSizeMb: 64 + 4 * text,
    // The engine counts its own stack, which takes several times as much of the thread's.
    stackSizeMb: Math.ceil((stack * 32) / 1024 / 1024),
  };
}
