import { newId } from '@galley/kernel';
import type { ClientOptions } from './audit-grant.ts';
import type { McpClient } from './mcp-client.ts';
import { McpClientRepository } from './mcp-client-repository.ts';
import { OAuthError } from './oauth-error.ts';
import { isRedirectUri, redirectHost } from './redirect-uri.ts';

/** As sent by the client; other members are ignored (RFC 7591, 2). */
export interface ClientMetadata {
  readonly redirect_uris?: unknown;
  readonly client_name?: unknown;
  readonly grant_types?: unknown;
  readonly response_types?: unknown;
}

const maxRedirectUris = 10;
const maxNameLength = 100;
/** Long, because clients store a registration, and do not notice its end before a person decides. */
const unusedMs = 90 * 24 * 3_600_000;
/** Registering needs no account, so unused registrations are limited; the oldest are removed first. */
export const maxUnusedClients = 1_000;

export class ClientRegistrations {
  readonly #options: ClientOptions;
  readonly #clients: McpClientRepository;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clients = new McpClientRepository(options.db);
  }

  /** @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`. */
  async register(metadata: ClientMetadata): Promise<McpClient> {
    const redirectUris = requireRedirectUris(metadata.redirect_uris);
    requireAmong(metadata.grant_types, 'authorization_code');
    requireAmong(metadata.response_types, 'code');
    const registeredAt = this.#options.clock.now();
    const name = displayName(metadata.client_name) || redirectHost(redirectUris[0]!);
    const client = { id: newId(registeredAt.getTime()), name, redirectUris, registeredAt };
    await this.#clients.insert(client);
    await this.removeUnused();
    return client;
  }

  /** Returns the number of removed registrations. */
  removeUnused(): Promise<number> {
    const before = new Date(this.#options.clock.now().getTime() - unusedMs);
    return this.#clients.removeUnused({ before, newer: maxUnusedClients });
  }
}

function requireRedirectUris(given: unknown): string[] {
  const uris = Array.isArray(given) ? (given as unknown[]) : [];
  if (uris.length === 0 || uris.length > maxRedirectUris)
    throw new OAuthError('invalid_redirect_uri', `Send 1 to ${maxRedirectUris} redirect_uris.`);
  for (const uri of uris) {
    if (typeof uri === 'string' && isRedirectUri(uri)) continue;
    throw new OAuthError(
      'invalid_redirect_uri',
      'Redirect URIs need https, http on this machine (127.0.0.1, [::1] or localhost), or the scheme of an app, such as com.example.app; without a fragment.',
    );
  }
  return uris as string[];
}

function requireAmong(given: unknown, needed: string): void {
  if (given === undefined || (Array.isArray(given) && given.includes(needed))) return;
  throw new OAuthError(
    'invalid_client_metadata',
    `Only clients that use "${needed}" can register.`,
  );
}

/** Without control and format characters, which could reverse or hide parts of the name. */
function displayName(given: unknown): string {
  if (typeof given !== 'string') return '';
  const characters = [...given.normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ')];
  return characters.slice(0, maxNameLength).join('').trim();
}
