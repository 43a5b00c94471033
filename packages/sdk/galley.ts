import { Connection, type AllOptions, type GalleyOptions } from './connection.ts';
import type { Operations } from './generated/client.ts';
import { routes } from './generated/routes.ts';
import { listItems, iteratePages } from './paging.ts';
import type { Input } from './request.ts';
import type { Route } from './route.ts';
import {
  compareVersions,
  isOtherService,
  versionPaths,
  type VersionCheck,
} from './version-check.ts';

/** API client: `galley.documents.list({ q: 'ink' })`. */
export interface Galley extends Operations {
  /** Compares the versions of client and server; throws if the server does not report its version. */
  checkVersion(options?: { readonly signal?: AbortSignal }): Promise<VersionCheck>;
}

/** Creates a client for a server, with the permissions of a user or token. It sends no request until the first call. */
export function createGalley(options: GalleyOptions): Galley {
  const connection = new Connection(options, routes['auth.session']!);
  const nouns: Record<string, Record<string, unknown>> = {};
  for (const [id, route] of Object.entries(routes)) {
    const [noun, method] = id.split('.').map(camelCase) as [string, string];
    (nouns[noun] ??= {})[method] = methodOf(connection, id, route);
  }
  return { ...(nouns as unknown as Operations), checkVersion: (given) => check(connection, given) };
}

function methodOf(connection: Connection, id: string, route: Route): unknown {
  const call = (input?: Input, options?: AllOptions): Promise<unknown> =>
    connection.call(id, route, { input, options });
  const { paging, events } = route;
  const pages = (input: Input = {}, options?: AllOptions): AsyncGenerator<unknown, void> =>
    iteratePages(paging!, input, (asked) => call(asked, options));
  const all = async function* (input?: Input, options?: AllOptions): AsyncGenerator<unknown, void> {
    for await (const page of pages(input, options)) yield* listItems(page);
  };
  const stream = (input?: Input, options?: AllOptions): AsyncGenerator<unknown, void> =>
    connection.stream(id, route, { input, options });
  return Object.assign(call, paging && { pages, all }, events && { stream });
}

async function check(
  connection: Connection,
  options: { readonly signal?: AbortSignal } = {},
): Promise<VersionCheck> {
  const [first, second] = versionPaths.map((path) => () => {
    const route: Route = { method: 'GET', base: 'root', path, open: true };
    return connection.call('system.health', route, { options });
  });
  const health = await first!().catch((error: unknown) => {
    if (isOtherService(error)) return second!();
    throw error;
  });
  return compareVersions((health as { version: string }).version);
}

function camelCase(text: string): string {
  return text.replace(/_(\w)/g, (_found, letter: string) => letter.toUpperCase());
}
