import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { newId } from '@galley/kernel';
import { isOutOfMemory, locateInStack, describeThrown, type ThrownFacts } from './failures.ts';
import { GuestModules, guestScriptName } from './guest-modules.ts';
import { galleyModule, guestScript } from './guest-script.ts';
import { LineBudget } from './line-budget.ts';
import { exportGroups, type PluginExports } from './messages.ts';
import type { FailureFacts, FromSandbox, LogLevel, SandboxStart, ToSandbox } from './messages.ts';

type Post = (message: FromSandbox) => void;

/** Has its own heap and built-ins; only text is exchanged, validated here and by the host. */
export class Guest {
  readonly #start: SandboxStart;
  readonly #post: Post;
  readonly #modules: GuestModules;
  readonly #lines: LineBudget;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  #script: QuickJSHandle | undefined;
  /** In `performance` time. */
  #stretchDeadline = 0;
  #hasOverrun = false;
  #isBroken = false;
  #asking = 0;

  constructor(quickjs: QuickJSWASMModule, start: SandboxStart, post: Post) {
    this.#start = start;
    this.#post = post;
    this.#modules = new GuestModules(start);
    this.#lines = new LineBudget(start.limits, (level, text) =>
      post({ kind: 'said', level, text }),
    );
    this.#runtime = quickjs.newRuntime();
    this.#runtime.setMemoryLimit(start.limits.memory);
    this.#runtime.setMaxStackSize(start.limits.stack);
    this.#runtime.setInterruptHandler(() => {
      this.#hasOverrun ||= performance.now() > this.#stretchDeadline;
      return this.#hasOverrun;
    });
    this.#context = this.#runtime.newContext();
  }

  /** Posts `started` or `broken`. */
  load(): void {
    const { limits } = this.#start;
    this.#stretch(limits.start, () => {
      this.#script = this.#runGuestScript();
      this.#defineGalley(this.#script);
      const { main } = this.#start.code;
      this.#callScript('start', [main, JSON.stringify(exportGroups)]);
    });
  }

  receive(message: ToSandbox): void {
    if (message.kind === 'ping') this.#post({ kind: 'pong' });
    if (this.#isBroken || message.kind === 'ping') return;
    this.#stretch(this.#start.limits.stretch, () => {
      if (message.kind === 'call') {
        const { id, group, name, text } = message;
        this.#callScript('call', [id, `${group} ${name}`, text]);
      } else {
        this.#asking -= 1;
        const { id, isGranted, text } = message;
        this.#callScript('settle', [id, isGranted, text]);
      }
    });
  }

  /** Any error breaks the plugin. */
  #stretch(milliseconds: number, work: () => void): void {
    this.#stretchDeadline = performance.now() + milliseconds;
    this.#hasOverrun = false;
    let stack = '';
    try {
      work();
      const outcome = this.#runtime.executePendingJobs();
      if (outcome.error) throw new ThrownInSandbox(this.#thrown(outcome.error));
    } catch (error) {
      stack = error instanceof ThrownInSandbox ? error.facts.stack : '';
      if (!this.#hasOverrun) this.#break(this.#failure(factsOf(error)));
    }
    if (this.#hasOverrun) this.#break(this.#overrun(milliseconds, stack));
  }

  #overrun(milliseconds: number, stack: string): FailureFacts {
    const place = locateInStack(stack, this.#start.code);
    const message = `it ran for more than ${milliseconds / 1_000} s without a pause`;
    return { kind: 'broken', message, ...(place && { place }) };
  }

  #break(failure: FailureFacts): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#post({ kind: 'broken', failure: { ...failure, kind: 'broken' } });
  }

  #runGuestScript(): QuickJSHandle {
    const { grants, settings, code } = this.#start;
    const make = this.#value(this.#context.evalCode(guestScript, guestScriptName));
    const send = this.#context.newFunction('send', (...values) => this.#handleMessage(values));
    const about = JSON.stringify({ name: code.name, version: code.version });
    const texts = [JSON.stringify(grants), settings, about].map((text) =>
      this.#context.newString(text),
    );
    return this.#value(this.#context.callFunction(make, this.#context.undefined, send, ...texts));
  }

  /** Uses a global that is deleted before the plugin runs. */
  #defineGalley(script: QuickJSHandle): void {
    const { grants } = this.#start;
    const names = ['settings', 'plugin', ...grants.map((grant) => grant.split('.')[0]!)];
    const key = newId();
    const text = galleyModule([...new Set(names)], key);
    this.#runtime.setModuleLoader(
      (name) => this.#modules.load(name, text),
      (importer, requested) => this.#modules.resolve(importer, requested),
    );
    const given = this.#context.getProp(script, 'given');
    this.#context.setProp(this.#context.global, key, given);
    this.#value(
      this.#context.evalCode(
        `import 'galley'; delete globalThis[${JSON.stringify(key)}];`,
        guestScriptName,
        {
          type: 'module',
        },
      ),
    ).dispose();
  }

  #callScript(name: string, values: readonly (string | number | boolean)[]): void {
    const context = this.#context;
    const script = this.#script!;
    const method = context.getProp(script, name);
    const handles = values.map((value) => {
      if (typeof value === 'string') return context.newString(value);
      return typeof value === 'number'
        ? context.newNumber(value)
        : value
          ? context.true
          : context.false;
    });
    try {
      this.#value(context.callFunction(method, script, ...handles)).dispose();
    } finally {
      for (const handle of [method, ...handles]) if (handle.alive) handle.dispose();
    }
  }

  #value(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error) throw new ThrownInSandbox(this.#thrown(result.error));
    return result.value;
  }

  #thrown(error: QuickJSHandle): ThrownFacts {
    const part = (name: string): string => {
      const handle = this.#context.getProp(error, name);
      const text = this.#context.typeof(handle) === 'string' ? this.#context.getString(handle) : '';
      handle.dispose();
      return text;
    };
    const facts = { name: part('name'), message: part('message'), stack: part('stack') };
    error.dispose();
    return facts;
  }

  /** The plugin cannot send these messages, but they are validated anyway. */
  #handleMessage([kindHandle, idHandle, textHandle, moreHandle]: readonly QuickJSHandle[]): void {
    const context = this.#context;
    const kind = context.getString(kindHandle!);
    const id = context.getNumber(idHandle!);
    const { limits } = this.#start;
    const bounded = (handle: QuickJSHandle, most: number): string | number => {
      const size = context.getProp(handle, 'length');
      const length = context.getNumber(size);
      size.dispose();
      return length > most ? length : context.getString(handle);
    };
    const text = bounded(textHandle!, limits.crossing);
    if (kind === 'said') {
      const line = bounded(moreHandle!, limits.crossing);
      this.#lines.say(
        text as LogLevel,
        typeof line === 'string' ? line : `a line of ${line} characters`,
      );
    } else if (kind === 'asked') {
      this.#ask(id, String(text), bounded(moreHandle!, limits.crossing));
    } else if (typeof text === 'number') {
      this.#post({ kind: 'failed', id, failure: { kind: 'error', message: this.#tooLarge(text) } });
    } else if (kind === 'failed') {
      this.#fail(id, JSON.parse(text) as ThrownFacts);
    } else if (kind === 'started') {
      this.#post({ kind, exports: JSON.parse(text) as PluginExports });
    } else if (kind === 'answered') {
      this.#post({ kind, id, text });
    }
  }

  #ask(id: number, grant: string, text: string | number): void {
    const refusal =
      typeof text === 'number'
        ? `${grant} was given too much: ${this.#tooLarge(text)}`
        : this.#asking >= this.#start.limits.grants
          ? `the plugin is waiting for ${this.#asking} answers of Galley already; await some of them first`
          : undefined;
    this.#asking += 1;
    if (refusal === undefined) {
      this.#post({ kind: 'asked', id, grant, text: text as string });
      return;
    }
    // Deferred, because the promise to reject does not exist yet.
    setImmediate(() =>
      this.receive({
        kind: 'granted',
        id,
        isGranted: false,
        text: JSON.stringify({ message: refusal }),
      }),
    );
  }

  #fail(id: number, thrown: ThrownFacts): void {
    // The reason is reported separately.
    if (this.#hasOverrun) return;
    const failure = this.#failure(thrown);
    if (id === 0) this.#break(failure);
    else this.#post({ kind: 'failed', id, failure });
    if (isOutOfMemory(thrown)) this.#break(failure);
  }

  #failure(thrown: ThrownFacts): FailureFacts {
    const { memory } = this.#start.limits;
    const place = locateInStack(thrown.stack, this.#start.code);
    const message = isOutOfMemory(thrown)
      ? `it has used up its memory of ${memory / 1024 / 1024} MiB`
      : describeThrown(thrown);
    return this.#modules.explain({ kind: 'error', message, ...(place && { place }) });
  }

  #tooLarge(length: number): string {
    const mebibytes = (characters: number) => `${(characters / 1024 / 1024).toFixed(1)} MiB`;
    return `${mebibytes(length)} of text are more than the ${mebibytes(this.#start.limits.crossing)} that may pass`;
  }
}

class ThrownInSandbox extends Error {
  readonly facts: ThrownFacts;

  constructor(facts: ThrownFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

function factsOf(error: unknown): ThrownFacts {
  if (error instanceof ThrownInSandbox) return error.facts;
  return { name: 'thrown', message: `its engine failed (${String(error)})`, stack: '' };
}
