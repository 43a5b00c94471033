import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { DomainError, isPublicAddress, RefusedAddressError, sendOutgoing } from '@galley/kernel';
import { themeInstallProblems } from '../problems.ts';
import { maxThemeBytes } from './archive-limits.ts';

export interface DownloadReach {
  /** PEM, instead of the usual certificates. */
  readonly ca?: string;
  /** IP addresses; defaults to public ones. */
  readonly allows?: (address: string) => boolean;
  readonly timeoutMilliseconds?: number;
}

const { invalid_archive, invalid_theme_source, upstream_failed, upstream_timeout } =
  themeInstallProblems;

const defaultTimeout = 30_000;
const maxRedirects = 5;

/**
 * https only, including redirects; no addresses of this machine and its network. @throws `invalid_theme_source`,
 * `invalid_archive` when too large, `upstream_failed`, `upstream_timeout`
 */
export async function downloadArchive(
  address: string,
  target: string,
  reach: DownloadReach = {},
): Promise<void> {
  const milliseconds = reach.timeoutMilliseconds ?? defaultTimeout;
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const response = await follow(address, { reach, signal });
    await pipeline(response, limited, createWriteStream(target, { flags: 'wx' }), { signal });
  } catch (error) {
    if (error instanceof DomainError || isFileError(error)) throw error;
    if (signal.aborted) {
      throw upstream_timeout(`The download did not finish within ${milliseconds / 1000} seconds.`);
    }
    const { code, message } = error as NodeJS.ErrnoException;
    throw upstream_failed(`The archive could not be fetched (${code ?? message}).`);
  }
}

interface Asking {
  readonly reach: DownloadReach;
  readonly signal: AbortSignal;
}

async function follow(address: string, asking: Asking): Promise<IncomingMessage> {
  let url = httpsUrl(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await ask(url, asking);
    const { location } = response.headers;
    const status = response.statusCode!;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      url = httpsUrl(location, url);
      continue;
    }
    requireArchive(response);
    return response;
  }
  throw upstream_failed(`The address redirects more than ${maxRedirects} times.`);
}

function httpsUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    const way = base ? `${base.host} redirects to an address that is not an` : 'This is not an';
    throw invalid_theme_source(`${way} https:// address without user and password.`);
  }
  return url;
}

async function ask(url: URL, { reach, signal }: Asking): Promise<IncomingMessage> {
  const { allows = isPublicAddress, ca } = reach;
  try {
    return await sendOutgoing(url, { method: 'GET', headers: {}, allows, signal, ca });
  } catch (error) {
    throw error instanceof RefusedAddressError ? notPublic(error.host) : error;
  }
}

function notPublic(host: string): DomainError {
  return invalid_theme_source(
    `${host} is an address of this machine or its network. Copy the archive into the project and give its path.`,
  );
}

function requireArchive(response: IncomingMessage): void {
  const length = Number(response.headers['content-length'] ?? 0);
  if (response.statusCode === 200 && length <= maxThemeBytes) return;
  response.destroy();
  if (response.statusCode !== 200) {
    throw upstream_failed(`The address answered with status ${response.statusCode}.`);
  }
  throw tooLarge();
}

async function* limited(chunks: AsyncIterable<Buffer>) {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxThemeBytes) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): DomainError {
  return invalid_archive(`The archive has more than ${maxThemeBytes} bytes.`);
}

/** Only file errors have a path. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'path' in error;
}
