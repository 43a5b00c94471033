/** Typed attributes of a log event. Secrets never go in: no passwords, tokens, cookies, or document bodies. */
export type LogAttributes = Readonly<Record<string, unknown>>;

/** What packages log to; `@galley/logging` writes it out. */
export interface Logger {
  readonly debug: (message: string, attributes?: LogAttributes) => void;
  readonly info: (message: string, attributes?: LogAttributes) => void;
  readonly warn: (message: string, attributes?: LogAttributes) => void;
  readonly error: (message: string, attributes?: LogAttributes) => void;
}

/** For code that runs where nobody reads a log, such as a one-off command. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
