import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogAttributes } from './logger.ts';

/** Attributes of every log line of one piece of work, such as a request. */
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

  add(attributes: LogAttributes): void {
    this.#attributes = { ...this.#attributes, ...attributes };
  }

  /** Detaches what was started here and lives longer, such as a pooled connection. */
  end(): void {
    this.#hasEnded = true;
  }
}

const contexts = new AsyncLocalStorage<LogContext>();

export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Undefined outside any context and after it ended. */
export function logContext(): LogAttributes | undefined {
  const context = contexts.getStore();
  return context?.hasEnded ? undefined : context?.attributes;
}
