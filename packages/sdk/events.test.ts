import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEvents, type ServerEvent } from './events.ts';
import {
  answers,
  clientOf,
  captureError,
  OddServer,
  refuses,
  resets,
  saysHtml,
  type Reply,
} from './fixtures.ts';
import { GalleyProblem, GalleyUnexpectedAnswer, GalleyUnreachable, isProblem } from './index.ts';

async function eventsOf(chunks: readonly string[]): Promise<ServerEvent[]> {
  const found: ServerEvent[] = [];
  async function* given(): AsyncGenerator<string, void> {
    yield* chunks;
  }
  for await (const event of parseEvents(given())) found.push(event);
  return found;
}

describe('the text of an event stream', () => {
  test('is parsed as specified by HTML', async () => {
    const text = [
      ': a comment\n\n',
      'id: 1\nevent: run.started\ndata: {"a":1}\n\n',
      'data: one\ndata:two\ndata\n\n',
      'event: without data\n\n',
      'data: a: b\nretry: 10\n\n',
      'data: not whole',
    ];
    expect(await eventsOf(text)).toEqual([
      { id: '1', event: 'run.started', data: '{"a":1}' },
      { id: undefined, event: 'message', data: 'one\ntwo\n' },
      { id: undefined, event: 'message', data: 'a: b' },
    ]);
  });

  test('can be split anywhere and have any line breaks', async () => {
    const lines = ['id: 1', 'data: é', 'data: b', '', ':', '', 'event: done', 'data: c', '', ''];
    const whole = await eventsOf([lines.join('\n')]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(60), { maxLength: 6 }),
        async (lineBreak, cuts) => {
          // The colon keeps a carriage return from ending the text, where it could be half a line break.
          const text = `${lines.join(lineBreak)}:`;
          const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
          const chunks = places.slice(1).map((end, at) => text.slice(places[at], end));
          expect(await eventsOf(chunks)).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });
});

const run = { id: 'press', run: 'run-1' };

function streams(ids: readonly string[], then: (response: Parameters<Reply>[0]) => void): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = ids.map((id) => `id: ${id}\nevent: tick\ndata: {"id":"${id}"}\n\n`).join('');
    response.write(`:\n\n${text}`, () => then(response));
  };
}

const end = (response: Parameters<Reply>[0]): void => void response.end();
const cut = (response: Parameters<Reply>[0]): void => void response.socket!.resetAndDestroy();
const stay = (): void => undefined;

describe('the events of a run', () => {
  test('continue after the last one when the stream ends', async () => {
    await using server = await OddServer.start(
      streams(['1', '2'], end),
      resets,
      saysHtml(502),
      refuses(503, 'too_many_waiting'),
      streams(['3'], cut),
      streams(['4'], stay),
    );
    const { galley, waits } = clientOf(server);
    const reasons: Error[] = [];
    const found: string[] = [];
    const options = { lastEventId: '0', onReconnect: (error: Error) => void reasons.push(error) };
    for await (const { id } of galley.runs.events.stream(run, options)) {
      found.push(id);
      if (id === '4') break;
    }
    expect(found).toEqual(['1', '2', '3', '4']);
    const sent = server.heard.map(({ headers }) => [headers.accept, headers['last-event-id']]);
    expect(sent.map(([accept]) => accept)).toEqual(Array(6).fill('text/event-stream'));
    expect(sent.map(([, id]) => id)).toEqual(['0', '2', '2', '2', '2', '3']);
    expect(reasons.map(({ name }) => name)).toEqual([
      'GalleyUnreachable',
      'GalleyUnreachable',
      'GalleyUnexpectedAnswer',
      'GalleyProblem',
      'GalleyUnreachable',
    ]);
    expect(waits[3]).toBeGreaterThan(waits[4]!);
  });

  test('end with the error of a refused request', async () => {
    await using server = await OddServer.start(streams(['1'], end), refuses(404, 'run_not_found'));
    const stream = clientOf(server).galley.runs.events.stream(run);
    expect((await stream.next()).value).toEqual({ id: '1' });
    expect(isProblem(await captureError(stream.next()), 'run_not_found')).toBe(true);
    expect(await stream.next()).toEqual({ value: undefined, done: true });
  });

  test('continue as the signed-in user after the session expires', async () => {
    await using server = await OddServer.start(
      streams(['1'], end),
      refuses(401, 'unauthenticated'),
      streams(['2'], stay),
    );
    const { galley } = clientOf(server, { onSignedOut: async () => true });
    const stream = galley.runs.events.stream(run);
    expect([await stream.next(), await stream.next()].map(({ value }) => value as unknown)).toEqual(
      [{ id: '1' }, { id: '2' }],
    );
    await stream.return();
  });

  test('end with the signal while waiting', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    await using server = await OddServer.start(streams(['1'], stay));
    const stream = clientOf(server).galley.runs.events.stream(run, { signal: controller.signal });
    await stream.next();
    const next = captureError(stream.next());
    controller.abort(reason);
    expect(await next).toBe(reason);
    expect(server.heard).toHaveLength(1);
  });

  test('release the connection when iteration stops', async () => {
    const left = Promise.withResolvers<void>();
    await using server = await OddServer.start(
      streams(['1'], (response) => void response.once('close', left.resolve)),
    );
    for await (const event of clientOf(server).galley.runs.events.stream(run)) {
      expect(event).toEqual({ id: '1' });
      break;
    }
    await left.promise;
  });

  test('reconnect after 45 seconds of silence', async () => {
    await using server = await OddServer.start(streams(['1'], stay), streams(['2'], stay));
    let silences = 0;
    const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
      if (milliseconds !== 45_000) return Promise.resolve();
      silences += 1;
      const over = Promise.withResolvers<void>();
      if (silences === 2) over.resolve();
      signal?.addEventListener('abort', () => over.resolve());
      return over.promise;
    };
    const { galley } = clientOf(server, { wait });
    const reasons: string[] = [];
    const onReconnect = (error: Error): void => void reasons.push(error.message);
    const stream = galley.runs.events.stream(run, { onReconnect });
    await stream.next();
    expect((await stream.next()).value).toEqual({ id: '2' });
    await stream.return();
    expect(reasons).toEqual([expect.stringContaining('no data for 45 seconds')]);
  });

  test('are empty for a JSON answer', async () => {
    await using server = await OddServer.start(answers({ items: [] }));
    const stream = clientOf(server).galley.runs.events.stream(run);
    expect(await captureError(stream.next())).toBeInstanceOf(GalleyUnexpectedAnswer);
  });
});

describe('the pieces of a generated text', () => {
  const written =
    (rest: string): Reply =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.end(`event: text\ndata: {"text":"In"}\n\n${rest}`);
    };

  test('arrive one by one, followed by the whole text', async () => {
    await using server = await OddServer.start(written('event: done\ndata: {"content":"Ink"}\n\n'));
    const found: unknown[] = [];
    for await (const piece of clientOf(server).galley.aiwriter.generate.stream({ prompt: 'Ink' })) {
      found.push('text' in piece ? piece.text : piece.content);
    }
    expect(found).toEqual(['In', 'Ink']);
    expect(server.heard[0]).toMatchObject({ method: 'POST', body: '{"prompt":"Ink"}' });
  });

  test('end with the problem of the stream', async () => {
    const problem = { code: 'upstream_failed', status: 502, title: 'T', detail: 'It broke.' };
    const reply = written(`event: problem\ndata: ${JSON.stringify(problem)}\n\n`);
    await using server = await OddServer.start(reply);
    const stream = clientOf(server).galley.aiwriter.generate.stream({ prompt: 'Ink' });
    await stream.next();
    const error = await captureError(stream.next());
    expect(error).toBeInstanceOf(GalleyProblem);
    expect(error).toMatchObject({ code: 'upstream_failed', status: 502, message: 'It broke.' });
  });

  test('are not requested again after a broken stream, since the text would differ', async () => {
    await using server = await OddServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: text\ndata: {"text":"In"}\n\n', () => cut(response));
    });
    const stream = clientOf(server).galley.aiwriter.generate.stream({ prompt: 'Ink' });
    const error = await captureError(stream.next().then(() => stream.next()));
    expect(error).toBeInstanceOf(GalleyUnreachable);
    expect(server.heard).toHaveLength(1);
  });
});
