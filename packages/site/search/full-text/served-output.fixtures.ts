import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SiteSettings } from '@galley/settings';
import { contentSecurityPolicy } from '../../page-policy.ts';

export interface ServedOutput extends AsyncDisposable {
  readonly url: string;
  /** Paths and bytes of the answers so far. */
  readonly sent: { path: string; bytes: number }[];
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
};

/** A plain web server, as for any static site, with the policy that pages have on the live server. */
export async function serveOutput(
  publicDirectory: string,
  settings: SiteSettings,
): Promise<ServedOutput> {
  const sent: ServedOutput['sent'] = [];
  const policy = contentSecurityPolicy({ hasScripts: true, settings });
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.split('?', 1)[0]!);
    const file = path.endsWith('/') ? `${path}index.html` : path;
    readFile(join(publicDirectory, file)).then(
      (bytes) => {
        sent.push({ path, bytes: bytes.length });
        const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/html; charset=utf-8';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
