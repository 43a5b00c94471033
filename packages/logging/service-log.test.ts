import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { LogContext, withLogContext } from '@galley/kernel';
import { createLogger } from './service-log.ts';
import { parseLogSettings } from './log-settings.ts';

function written(
  settings: Parameters<typeof createLogger>[0],
  log: (logger: ReturnType<typeof createLogger>) => void,
) {
  const stream = new PassThrough();
  log(createLogger({ ...settings, stream }));
  return String(stream.read() ?? '')
    .split('\n')
    .slice(0, -1);
}

describe('SERVICE_LOG', () => {
  test.each([
    ['debug', 'debug'],
    ['info', 'info'],
    ['warn', 'warn'],
    ['warning', 'warn'],
    ['error', 'error'],
    [undefined, 'info'],
  ])('CMS-LOG-1: %s means the level %s', (asked, level) => {
    expect(parseLogSettings({ SERVICE_LOG: asked })).toEqual({ level, format: 'text' });
  });

  test('CMS-LOG-1: any other level means info, with a message for the operator', () => {
    const settings = parseLogSettings({ SERVICE_LOG: 'loud' });
    expect(settings.level).toBe('info');
    expect(settings.complaint).toContain('"loud"');
  });

  test.each([
    [{ SERVICE_LOG_FORMAT: 'JSON' }, 'SERVICE_LOG_FORMAT is "JSON"; use json or text.'],
    [{ SERVICE_LOG: 'toString' }, 'SERVICE_LOG is "toString"; use'],
    [{ SERVICE_LOG: 'x'.repeat(99) }, `"${'x'.repeat(40)}…"`],
  ])('CMS-LOG-1: the operator gets a message about %j', (environment, message) => {
    const settings = parseLogSettings(environment);
    expect(settings).toMatchObject({ level: 'info', format: 'text' });
    expect(settings.complaint).toContain(message);
  });

  test('entries below the level are left out', () => {
    const lines = written({ level: 'warn', format: 'text' }, (logger) => {
      logger.info('quiet');
      logger.warn('heard');
    });
    expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} warn {2}heard$/)]);
  });
});

describe('SERVICE_LOG_FORMAT', () => {
  test('CMS-LOG-2: json writes one object per line with time, level, msg and typed attributes', () => {
    const { format } = parseLogSettings({ SERVICE_LOG_FORMAT: 'json' });
    const lines = written({ level: 'info', format }, (logger) =>
      logger.info('saved\n"it"', { bytes: 12, ok: true }),
    );
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
        level: 'info',
        msg: 'saved\n"it"',
        bytes: 12,
        ok: true,
      },
    ]);
  });

  test.each(['JSON', 'text', '', undefined])('CMS-LOG-2: %s writes readable text', (asked) => {
    const { format } = parseLogSettings({ SERVICE_LOG_FORMAT: asked });
    const lines = written({ level: 'info', format }, (logger) =>
      logger.info('saved', { path: 'a b', bytes: 12 }),
    );
    expect(lines).toEqual([expect.stringMatching(/info {2}saved path="a b" bytes=12$/)]);
  });
});

test('attributes of the logger precede those of each entry', () => {
  const log = (format: 'json' | 'text') =>
    written({ level: 'info', format, attributes: { worker: 2 } }, (logger) =>
      logger.info('saved', { bytes: 12 }),
    )[0]!;
  expect(log('text')).toMatch(/info {2}saved worker=2 bytes=12$/);
  expect(JSON.parse(log('json'))).toMatchObject({ msg: 'saved', worker: 2, bytes: 12 });
});

describe('an entry', () => {
  const both = (log: (logger: ReturnType<typeof createLogger>) => void) =>
    (['text', 'json'] as const).map((format) => written({ level: 'info', format }, log).join('\n'));

  test('has the attributes of the log context, overridden by its own', () => {
    const context = new LogContext({ request_id: 'one', user: 'ada' });
    const [text, json] = withLogContext(context, () =>
      both((logger) => logger.info('saved', { user: 'bo' })),
    );
    expect(text).toMatch(/saved request_id=one user=bo$/);
    expect(JSON.parse(json!)).toMatchObject({ msg: 'saved', request_id: 'one', user: 'bo' });
  });

  test('CMS-LOG-2: keeps its time, level and message when attributes have these names', () => {
    const odd = { time: 'never', level: 'error', msg: 'forged', message: 'beside it' };
    const [, json] = both((logger) => logger.info('saved', odd));
    const { time, ...rest } = JSON.parse(json!) as Record<string, unknown>;
    expect(rest).toEqual({ level: 'info', msg: 'saved', message: 'beside it' });
    expect(time).toMatch(/^\d{4}-/);
  });

  test('cannot contain a forged entry or terminal control characters', () => {
    const [text] = both((logger) =>
      logger.info('one\r\n10:00:00.000 info  forged \u001b[2J', { path: '\u009b2J' }),
    );
    expect(text).toMatch(/ one\n {4}10:00:00\.000 info {2}forged \\u001b\[2J path="\\u009b2J"$/);
  });

  test('contains no secrets in either format', () => {
    const token = `galley_${'xY'.repeat(21)}z`;
    for (const line of both((logger) => logger.error(`no ${token}`, { error: token, token })))
      expect(line).not.toContain('xYxYxY');
  });
});
