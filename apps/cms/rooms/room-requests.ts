import type { RequestHandler } from 'express';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { RoomService } from '@galley/content';
import { contract } from '@galley/contract';
import { httpProblems, openSocketAccess, parseInput, type RateLimits } from '@galley/http';
import { upgradeOf } from '@galley/service';
import type { Environment } from '../environment.ts';
import { RoomSocket } from './room-socket.ts';

export interface RoomRequestsOptions {
  readonly service: RoomService;
  readonly isEnabled: () => boolean;
  readonly rateLimits: RateLimits;
}

const client = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 32 - 1);

const query = z.strictObject({
  path: z.string().min(1).max(1_000),
  /** Id of the Yjs document that this connection changes. */
  client,
  /** Id of an earlier page, whose last changes were not acknowledged. */
  earlier: client.optional(),
});

/** `GET /rooms`: joins the room of a document over a WebSocket (ADD-ROOM-1). */
export function roomRequests(
  { clock, config, logger }: Pick<Environment, 'clock' | 'config' | 'logger'>,
  { service, isEnabled, rateLimits }: RoomRequestsOptions,
): RequestHandler {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // A whole document, in base64, with the bookkeeping of Yjs.
    maxPayload: 2 * config.limits.documentBody + 100_000,
    // Would cost memory for each connection; updates are short.
    perMessageDeflate: false,
  });
  const guard = { operation: contract.documents.save, rateLimits, now: () => clock.now() };
  return async (request, response) => {
    const { caller, checkAgain } = await openSocketAccess({ request, response }, guard);
    const { path, ...ids } = parseInput(query, { ...request.query }, 'query') as z.output<
      typeof query
    >;
    const upgrade = upgradeOf(request);
    if (!upgrade) {
      response.set({ Upgrade: 'websocket', Connection: 'Upgrade' });
      throw httpProblems.invalid_request('Open this address as a WebSocket.');
    }
    upgrade.take();
    sockets.handleUpgrade(request, upgrade.socket, upgrade.head, (socket) => {
      const clients = ids.earlier === undefined ? [ids.client] : [ids.client, ids.earlier];
      const room = new RoomSocket(socket, { caller, checkAgain, clients, clock, logger });
      if (isEnabled()) void room.join(service, path);
      else room.close('disabled');
    });
  };
}
