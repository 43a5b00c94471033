export interface ServerAddresses {
  readonly siteAddress: string;
  /** `undefined` when the admin is disabled. */
  readonly adminAddress: string | undefined;
  /** Opens the page that creates the first administrator; `undefined` when one exists. */
  readonly setupLink: string | undefined;
}

export interface ReadyMessage {
  readonly ready: ServerAddresses;
}

/** Other messages, such as those that count requests, share the channel. */
export function isReadyMessage(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && 'ready' in message;
}

export const stopMessage = 'stop';
