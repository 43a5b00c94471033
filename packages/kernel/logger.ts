/** Typed attributes of a log entry, without passwords, tokens, cookies and document bodies. */
export type LogAttributes = Readonly<Record<string, unknown>>;

/** Interface that packages log to; `@galley/logging` implements it. */
export interface Logger {
  readonly debug: (message: string, attributes?: LogAttributes) => void;
  readonly info: (message: string, attributes?: LogAttributes) => void;
  readonly warn: (message: string, attributes?: LogAttributes) => void;
  readonly error: (message: string, attributes?: LogAttributes) => void;
}

/** Discards all entries, for commands without a log. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
