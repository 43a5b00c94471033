import type { UploadOptions } from './call.ts';
import type { GalleyRequest } from './request.ts';
import { createForm } from './upload.ts';

/** Subset of XMLHttpRequest, used in browsers because their `fetch` reports no upload progress. */
interface Xhr {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: FormData): void;
  abort(): void;
  getAllResponseHeaders(): string;
  withCredentials: boolean;
  readonly upload: {
    onprogress: ((event: { loaded: number; total: number }) => void) | null;
  };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
}

export type XhrConstructor = new () => Xhr;

export interface XhrRequest extends GalleyRequest {
  readonly credentials: 'include' | 'omit' | 'same-origin';
}

/** Uploads a file with progress in browsers; resolves and rejects like `fetch`. */
export function sendByXhr(
  Constructor: XhrConstructor,
  request: XhrRequest,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new Constructor();
    const stop = (): void => xhr.abort();
    const settle = (done: () => void) => () => {
      signal?.removeEventListener('abort', stop);
      done();
    };
    xhr.open(request.route.method, request.url);
    const { headers, credentials } = request;
    xhr.withCredentials = credentials === 'include';
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    const size = (request.file as { size?: number }).size;
    xhr.upload.onprogress = ({ loaded, total }) => {
      // The total includes the form around the file, whose bytes do not count as sent.
      const file = size ?? total;
      onProgress?.({ sent: Math.max(0, file - (total - loaded)), total: file });
    };
    xhr.onload = settle(() => resolve(toResponse(xhr)));
    xhr.onerror = settle(() => reject(new TypeError('the connection failed')));
    xhr.onabort = settle(() => reject(signal?.reason as Error));
    signal?.addEventListener('abort', stop, { once: true });
    xhr.send(createForm(request));
  });
}

function toResponse(xhr: Xhr): Response {
  const lines = xhr.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return new Response(xhr.responseText, { status: xhr.status, headers });
}
