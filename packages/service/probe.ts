import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Check {
  readonly ok: boolean;
  /** In general words, never with a path or an address. */
  readonly error?: string;
}

const patienceMilliseconds = 3_000;

/** What became of some work: `fault` says what is wrong when it rejects. */
export async function checkInTime(work: Promise<void>, fault: string): Promise<Check> {
  const late = Promise.withResolvers<Check>();
  const timer = setTimeout(
    () => late.resolve({ ok: false, error: 'takes too long' }),
    patienceMilliseconds,
  );
  const done = work.then(
    (): Check => ({ ok: true }),
    (): Check => ({ ok: false, error: fault }),
  );
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
}

/** What a probe is told. */
export type Probe = () => Promise<{ readonly status: number; readonly body: object }>;

const freshMs = 1_000;

/** The same answer for a second, made once for all who ask meanwhile: anybody may ask, as often as they like. */
export function oncePerSecond(probe: Probe): Probe {
  let last: ReturnType<Probe> | undefined;
  let until = 0;
  return () => {
    if (last === undefined || performance.now() >= until) {
      until = performance.now() + freshMs;
      last = probe();
      // A failure is told to those who asked, and to nobody later.
      last.catch(() => (last = undefined));
    }
    return last;
  };
}

/** Answers the request of a probe with JSON, whatever its method. */
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
