import http from 'node:http';
import https from 'node:https';

export interface JsonRequest {
  readonly url: URL;
  readonly body: object;
  readonly apiKey: string | undefined;
  readonly signal: AbortSignal;
  readonly idleMs: number;
  /** For a response that is a stream of events. */
  readonly openStream: () => EventStream;
}

export interface TextResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  readonly isStreamed: boolean;
}

export interface EventStream {
  /** Data of an event. */
  readonly onData: (data: string) => void;
  /** Whether the answer is complete when the connection ends. */
  readonly isComplete: () => boolean;
  /** Replaces the text of the response. */
  readonly end: () => string;
}

const maxResponseBytes = 8 * 1024 * 1024;
/** Each token of a stream comes with some hundred bytes. */
const maxStreamBytes = 16 * maxResponseBytes;

/**
 * Follows no redirects, so that the API key only reaches the configured host. Unlike `fetch`, it waits for the first
 * byte as long as the signal allows: a local model can read its prompt for minutes. After that, a stream may pause for
 * at most `idleMs`. @throws ResponseTooLong; StreamStalled; StreamCut
 */
export function postJson({
  url,
  body,
  apiKey,
  signal,
  idleMs,
  openStream,
}: JsonRequest): Promise<TextResponse> {
  const text = JSON.stringify(body);
  const headers = {
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    accept: 'text/event-stream, application/json',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'user-agent': 'galley-agent',
  };
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, { method: 'POST', headers, signal }, (response) => {
      const { statusCode: status = 0 } = response;
      const isStreamed =
        status === 200 && /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
      const retryAfter = response.headers['retry-after'];
      const read = isStreamed ? readStream(response, openStream(), idleMs) : readText(response);
      read.then((content) => resolve({ status, retryAfter, text: content, isStreamed }), reject);
    })
      .once('error', reject)
      .end(text);
  });
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxResponseBytes) throw new ResponseTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Comments of the endpoint do not count as progress of the model. */
async function readStream(
  response: http.IncomingMessage,
  stream: EventStream,
  idleMs: number,
): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const onData = (data: string) => {
    stream.onData(data);
    clearTimeout(timer);
    timer = setTimeout(() => response.destroy(new StreamStalled(idleMs)), idleMs);
  };
  try {
    let [rest, bytes] = ['', 0];
    response.setEncoding('utf8');
    for await (const part of response as AsyncIterable<string>) {
      bytes += part.length;
      if (bytes > maxStreamBytes) throw new ResponseTooLong();
      const lines = (rest + part).split(/\r?\n/);
      rest = lines.pop()!;
      for (const line of lines) if (line.startsWith('data:')) onData(line.slice(5));
    }
    if (rest.startsWith('data:')) onData(rest.slice(5));
  } catch (error) {
    // An endpoint may keep the connection after the end of its answer.
    if (!(error instanceof StreamStalled && stream.isComplete())) throw error;
  } finally {
    clearTimeout(timer);
  }
  if (!stream.isComplete()) throw new StreamCut('the answer ended in the middle');
  return stream.end();
}

export class ResponseTooLong extends Error {}

export class StreamCut extends Error {}

export class StreamStalled extends Error {
  constructor(idleMs: number) {
    super(`the model wrote nothing for ${idleMs / 1_000} seconds`);
  }
}
