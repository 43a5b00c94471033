import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogAttributes } from './logger.ts';

/** What is being done, as far as its log lines are to say so: they all have its attributes. */
export class LogContext {
  #attributes: LogAttributes;
  #hasEnded = false;

  constructor(attributes: LogAttributes) {
    this.#attributes = attributes;
  }

  get attributes(): LogAttributes {
    return this.#attributes;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Adds what was found out meanwhile. */
  add(attributes: LogAttributes): void {
    this.#attributes = { ...this.#attributes, ...attributes };
  }

  /** What was begun here and lives longer, such as a connection that is kept, is not of it from now on. */
  end(): void {
    this.#hasEnded = true;
  }
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Does `work`, and all that it waits for, in a context. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work);
}

/** The attributes of what is being done here; undefined outside of any context, and where it has ended. */
export function logContext(): LogAttributes | undefined {
  const context = contexts.getStore();
  return context?.hasEnded ? undefined : context?.attributes;
}
