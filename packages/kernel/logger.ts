/** Typed attributes of a log event. Secrets never go in: no passwords, tokens, cookies, or document bodies. */
export type LogAttributes = Readonly<Record<string, unknown>>;

/** What packages log to; `@galley/logging` writes it out. */
export interface Logger {
  debug(message: string, attributes?: LogAttributes): void;
  info(message: string, attributes?: LogAttributes): void;
  warn(message: string, attributes?: LogAttributes): void;
  error(message: string, attributes?: LogAttributes): void;
}

/** For code that runs where nobody reads a log, such as a one-off command. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
