import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** A connection that the client asks to turn into a WebSocket. */
export interface Upgrade {
  readonly socket: Duplex;
  /** Bytes that the client has already sent beyond its request. */
  readonly head: Buffer;
  /** Call it before the handshake: no answer over HTTP follows. */
  take(): void;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

export function asksForWebSocket({ headers, url }: IncomingMessage, path: string): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url!.split('?', 1)[0] === path;
}

/** Answers as any other request, so that sessions, limits and refusals are the same, unless a handler takes it. */
export function answerUpgrade(
  listener: RequestListener,
  request: IncomingMessage,
  { socket, head }: Pick<Upgrade, 'socket' | 'head'>,
): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  // A client that leaves during the handshake is no error.
  socket.on('error', () => socket.destroy());
  const end = (): void => void socket.end();
  response.once('finish', end);
  const take = (): void => {
    response.off('finish', end);
    response.detachSocket(socket as Socket);
    response.statusCode = 101;
    // Ends the log entry of the request.
    socket.once('close', () => response.emit('close'));
  };
  upgrades.set(request, { socket, head, take });
  listener(request, response);
}
