import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { PublishedReader } from '@galley/content';
import { isConnectionError } from '@galley/database';
import { countPublic, logRequest, requestIdOf, tracked, type RateLimits } from '@galley/http';
import { DomainError, silentLogger, type Logger } from '@galley/kernel';
import {
  tooManyRequests,
  type PreparedAnswer,
  type PublicSite,
  type PublishedAnswers,
  type SiteResponse,
} from '@galley/site';
import type { PlatformAnswers } from '../platform/platform-answers.ts';
import { mirrorOf, platformBase } from '../platform/platform-mirrors.ts';
import { sendPage } from './send-page.ts';

export interface PublicRequestsOptions {
  readonly answers: PublishedAnswers;
  readonly site: PublicSite;
  readonly platform: PlatformAnswers;
  readonly logger: Logger;
  readonly isDatabaseLost: () => boolean;
}

interface Exchange {
  readonly request: Request;
  readonly response: ServerResponse;
}

/** Cached answers are sent before any other handler. */
export class PublicRequests {
  readonly #options: PublicRequestsOptions;
  readonly #isLogged: boolean;

  constructor(options: PublicRequestsOptions) {
    this.#options = options;
    this.#isLogged = options.logger.debug !== silentLogger.debug;
  }

  /** Returns false on a cache miss. */
  trySendCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    // The change feed notices the loss a little later, and until then takes unseen changes for none (ADD-DB-1).
    if (this.#options.isDatabaseLost() || isSearch(request.url!)) return false;
    const kept = this.#options.answers.find(keyOf(request.url!));
    if (kept === undefined) return false;
    this.#sendAtOnce(kept, request, response);
    return true;
  }

  #sendAtOnce(answer: PreparedAnswer, request: IncomingMessage, response: ServerResponse): void {
    const requestId = requestIdOf(request);
    if (this.#isLogged) {
      // Behind a proxy, this is the proxy's address: finding the client's would take longer than the answer.
      const { remoteAddress: remoteAddr } = request.socket;
      logRequest(this.#options.logger, { request, response, remoteAddr, requestId });
    }
    answer.send(request, response, requestId);
  }

  pages(rateLimits: RateLimits): RequestHandler {
    const { site } = this.#options;
    return tracked(async (request, response) => {
      const { method, path, query, headers } = siteRequest(request);
      if (isSearch(request.originalUrl)) {
        const answer = await this.#search(rateLimits, { request, response });
        sendPage(response, method, answer);
        return;
      }
      if (method !== 'GET' && method !== 'HEAD') {
        sendPage(response, method, await site.respond({ method, path, query, headers }));
        return;
      }
      const plain = { method: 'GET', path, query: noQuery, headers: {} };
      const answer = await this.#make({ request, response }, (published) =>
        site.respond(plain, published),
      );
      // A redirect includes the query, so its answer is not shared.
      if (answer.status !== 200 && query.size > 0) {
        sendPage(response, method, await site.respond({ method, path, query, headers }));
      } else this.#send(answer, request, response);
    });
  }

  /** Every search asks the database, so it counts towards the limit of the public API. */
  async #search(
    rateLimits: RateLimits,
    { request, response }: { readonly request: Request; readonly response: Response },
  ): Promise<SiteResponse> {
    const { site } = this.#options;
    const asked = siteRequest(request);
    try {
      await countPublic(rateLimits, { request, response });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'rate_limited') throw error;
      return site.refuse(asked.path, tooManyRequests(Number(error.details['retry_after'])));
    }
    return site.respond(asked);
  }

  data(rateLimits: RateLimits): RequestHandler {
    const { platform } = this.#options;
    return tracked(async (request, response, next) => {
      const { method, query } = siteRequest(request);
      const make =
        method === 'GET' || method === 'HEAD' ? platform.find(request.path, query) : undefined;
      if (make === undefined) {
        next();
        return;
      }
      await countPublic(rateLimits, { request, response });
      try {
        this.#send(await this.#make({ request, response }, make), request, response);
      } catch {
        // The operation itself reports the error.
        next();
      }
    });
  }

  /** Falls back to a stale answer when the database is lost (ADD-DB-1); rejects if there is none. */
  async #make(
    { request: { originalUrl }, response }: Exchange,
    make: (published: PublishedReader) => Promise<SiteResponse>,
  ): Promise<PreparedAnswer> {
    const { answers } = this.#options;
    const key = keyOf(originalUrl);
    try {
      return await answers.make(key, make);
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      const stale = await answers.findStale(key, builtAddress(originalUrl));
      if (stale === undefined) throw error;
      response.setHeader(...staleHeader);
      return stale;
    }
  }

  /** Files of the content tree: available without the database for as long as pages are. */
  files(): RequestHandler {
    const { answers, isDatabaseLost } = this.#options;
    return (_request, response, next) => {
      if (isDatabaseLost() && answers.maySendStale) response.setHeader(...staleHeader);
      next();
    };
  }

  #send(answer: PreparedAnswer, request: Request, response: ServerResponse): void {
    answer.send(request, response, requestIdOf(request));
  }
}

/** RFC 9211: no fresh answer could be made, so this one may be out of date. */
const staleHeader = ['Cache-Status', 'galley; fwd=stale'] as const;

const noQuery = new URLSearchParams();

function siteRequest({ method, originalUrl, headers }: Request) {
  const [path = '/', query = ''] = originalUrl.split('?', 2);
  return { method, path, query: new URLSearchParams(query), headers };
}

/** Returns the path in the static output for an address; `undefined` if it can have none. */
function builtAddress(url: string): string | undefined {
  const [path = '/', query] = url.split('?', 2);
  if (!path.startsWith(platformBase)) return path;
  const mirror = mirrorOf(path.slice(platformBase.length), new URLSearchParams(query));
  return mirror === undefined ? undefined : platformBase + mirror;
}

/** Pages of results differ by query. */
function isSearch(url: string): boolean {
  return /\/search\/\?(?:.*&)?q=/.test(url) && !url.startsWith(platformBase);
}

/** Pages do not depend on the query; data does. */
function keyOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 || url.startsWith(platformBase) ? url : url.slice(0, end);
}
