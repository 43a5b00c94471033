/** Without passwords, tokens, cookies and document bodies. */
export type LogAttributes = Readonly<Record<string, unknown>>;

/** `@galley/logging` implements it. */
export interface Logger {
  readonly debug: (message: string, attributes?: LogAttributes) => void;
  readonly info: (message: string, attributes?: LogAttributes) => void;
  readonly warn: (message: string, attributes?: LogAttributes) => void;
  readonly error: (message: string, attributes?: LogAttributes) => void;
}

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
