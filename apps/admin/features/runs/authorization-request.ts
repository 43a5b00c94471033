import type { McpClientsRequestInput } from '@galley/sdk';

export type AuthorizationRequest = Omit<McpClientsRequestInput, 'id'>;

const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;

/** As the server packed it: `q.` and the query of the client in base64url. The server checks the contents. */
export function readAuthorizationRequest(packed: unknown): AuthorizationRequest | undefined {
  if (typeof packed !== 'string' || !packed.startsWith('q.')) return undefined;
  const query = unpack(packed.slice(2));
  if (query === undefined) return undefined;
  const given = new URLSearchParams(query);
  const needed = Object.fromEntries(names.map((name) => [name, given.get(name) ?? '']));
  const [scope, state] = [given.get('scope'), given.get('state')];
  return {
    ...(needed as Record<(typeof names)[number], string>),
    ...(scope !== null && { scope }),
    ...(state !== null && { state }),
  };
}

function unpack(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
}
