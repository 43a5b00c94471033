import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
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

  test('CMS-LOG-1: any other level is info, with a word to the operator', () => {
    const settings = parseLogSettings({ SERVICE_LOG: 'loud' });
    expect(settings.level).toBe('info');
    expect(settings.complaint).toContain('"loud"');
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
  test('CMS-LOG-2: json writes one object a line with time, level, msg and typed attributes', () => {
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

test('attributes of the logger are in each of its entries, before those of the entry', () => {
  const log = (format: 'json' | 'text') =>
    written({ level: 'info', format, attributes: { worker: 2 } }, (logger) =>
      logger.info('saved', { bytes: 12 }),
    )[0]!;
  expect(log('text')).toMatch(/info {2}saved worker=2 bytes=12$/);
  expect(JSON.parse(log('json'))).toMatchObject({ msg: 'saved', worker: 2, bytes: 12 });
});
