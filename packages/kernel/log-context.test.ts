import { expect, test } from 'vitest';
import { LogContext, logContext, withLogContext } from './log-context.ts';

test('a context covers awaited work only', async () => {
  const waiting = Promise.withResolvers<void>();
  const context = new LogContext({ request_id: 'one' });
  const within = withLogContext(context, async () => {
    await waiting.promise;
    return logContext();
  });
  expect(logContext()).toBeUndefined();
  context.add({ user: 'ada' });
  waiting.resolve();
  expect(await within).toEqual({ request_id: 'one', user: 'ada' });
});

test('an ended context has no attributes for new log lines', () => {
  const context = new LogContext({ request_id: 'one' });
  const seen = withLogContext(context, () => {
    context.end();
    return logContext();
  });
  expect([seen, context.attributes]).toEqual([undefined, { request_id: 'one' }]);
});
