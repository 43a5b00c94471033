export interface ServedAt {
  readonly siteAddress: string;
  /** Undefined when the admin is disabled. */
  readonly adminAddress: string | undefined;
  /** Opens the page that makes the first administrator; only while there is none. */
  readonly setupLink: string | undefined;
}

/** What a worker tells the primary once it answers requests. */
export interface ReadyMessage {
  readonly ready: ServedAt;
}

/** Other messages, such as those that count requests, share the channel. */
export function isReadyMessage(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && 'ready' in message;
}

/** What the primary tells a worker that is to finish what it has begun, and end. */
export const stopMessage = 'stop';
