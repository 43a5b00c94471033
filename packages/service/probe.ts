import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Check {
  readonly ok: boolean;
  /** General wording, without paths or addresses. */
  readonly error?: string;
}

const timeoutMs = 3_000;

export async function checkInTime(work: Promise<void>, fault: string): Promise<Check> {
  const late = Promise.withResolvers<Check>();
  const timer = setTimeout(() => late.resolve({ ok: false, error: 'takes too long' }), timeoutMs);
  const done = work.then(
    (): Check => ({ ok: true }),
    (): Check => ({ ok: false, error: fault }),
  );
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
}

export type Probe = () => Promise<{ readonly status: number; readonly body: object }>;

const freshMs = 1_000;

/** Shared among concurrent calls: anyone may call a probe, as often as they like. */
export function oncePerSecond(probe: Probe): Probe {
  let last: ReturnType<Probe> | undefined;
  let until = 0;
  return () => {
    if (last === undefined || performance.now() >= until) {
      until = performance.now() + freshMs;
      last = probe();
      last.catch(() => (last = undefined));
    }
    return last;
  };
}

export async function answerProbe(
  { method }: IncomingMessage,
  response: ServerResponse,
  probe: Probe,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const { status, body } = await probe();
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(method === 'HEAD' ? undefined : text);
}
