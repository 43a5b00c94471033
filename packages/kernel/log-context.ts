import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogAttributes } from './logger.ts';

/** Attributes of every log line written during one piece of work, such as a request. */
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

  /** Adds attributes found out later, such as the user. */
  add(attributes: LogAttributes): void {
    this.#attributes = { ...this.#attributes, ...attributes };
  }

  /** Detaches what was started here and lives longer, such as a pooled connection. */
  end(): void {
    this.#hasEnded = true;
  }
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs `work` and everything it awaits in a context. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Attributes of the current context; undefined outside any context and after it ended. */
export function logContext(): LogAttributes | undefined {
  const context = contexts.getStore();
  return context?.hasEnded ? undefined : context?.attributes;
}
