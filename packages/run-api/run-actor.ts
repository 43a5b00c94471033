import { clientAddress, type SignedInCall } from '@galley/http';
import type { RunActor } from '@galley/runcoord';

export function runActor({
  actor,
  request,
  response,
}: Pick<SignedInCall<unknown>, 'actor' | 'request' | 'response'>): RunActor {
  return {
    username: actor.username,
    address: clientAddress(request),
    requestId: response.locals['requestId'] as string,
  };
}
