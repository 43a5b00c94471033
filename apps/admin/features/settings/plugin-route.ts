import { GalleyProblem, GalleyUnreachable } from '@galley/sdk';
import { isMap } from '../../fields/index.ts';
import { galley } from '../../lib/galley.ts';

/** Plugins define their own routes, so the API client has no operation for them. `url` starts at the server's root. */
export async function postToPlugin(url: string): Promise<void> {
  const target = new URL(url, location.origin);
  if (target.origin !== location.origin) throw new GalleyUnreachable(url, 'another server');
  const { csrf_token = '' } = await galley.auth.session({});
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf_token };
  const sent = { method: 'POST', headers, body: '{}', credentials: 'same-origin' } as const;
  const response = await fetch(target, sent).catch((cause: unknown) => {
    throw new GalleyUnreachable(url, cause);
  });
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => ({}));
  const facts = { operation: url, status: response.status, headers: response.headers };
  throw new GalleyProblem(facts, isMap(body) ? body : {});
}
