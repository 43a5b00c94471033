import type { RequestHandler } from 'express';
import { clientAddress, limitPublic } from '@galley/http';
import type { ContentServer } from '../compose.ts';
import { unsubscribe } from './module.ts';

/**
 * `POST` of mail programs to the address of `List-Unsubscribe` (RFC 8058): without cookies, and with a body that says
 * nothing more. `GET` of the same address is a page of the admin with a button, since programs open addresses of
 * messages to examine them.
 */
export function unsubscribeRequests({
  rateLimits,
  services: { people, notifications },
}: Pick<ContentServer, 'rateLimits' | 'services'>): RequestHandler[] {
  const services = { ...people, ...notifications };
  return [
    limitPublic(rateLimits),
    async (request, response) => {
      const { token } = request.query;
      const { username, kind } = await unsubscribe(
        services,
        typeof token === 'string' ? token : '',
      );
      await people.audit.record({
        action: 'account.unsubscribe',
        actor: username,
        target: username,
        outcome: 'success',
        address: clientAddress(request),
        requestId: response.locals['requestId'] as string,
        details: { kind },
      });
      response.set('Cache-Control', 'no-store').type('text/plain').send('Unsubscribed.\n');
    },
  ];
}
