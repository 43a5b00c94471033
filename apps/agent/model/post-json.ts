import http from 'node:http';
import https from 'node:https';

export interface JsonRequest {
  readonly url: URL;
  readonly body: object;
  readonly apiKey: string | undefined;
  readonly signal: AbortSignal;
}

export interface TextResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

export const maxResponseBytes = 8 * 1024 * 1024;

/**
 * Follows no redirects, so that the API key only reaches the configured host. Unlike `fetch`, it waits for the first
 * byte as long as the signal allows: a local model can read its prompt for minutes.
 */
export function postJson({ url, body, apiKey, signal }: JsonRequest): Promise<TextResponse> {
  const text = JSON.stringify(body);
  const headers = {
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'user-agent': 'galley-agent',
  };
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, { method: 'POST', headers, signal }, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response
        .on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > maxResponseBytes) response.destroy(new ResponseTooLong());
          else parts.push(part);
        })
        .once('error', reject)
        .once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            text: Buffer.concat(parts).toString(),
          }),
        );
    })
      .once('error', reject)
      .end(text);
  });
}

export class ResponseTooLong extends Error {}
