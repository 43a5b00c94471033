import { expect, test } from 'vitest';
import { SecretWatch } from './secret-watch.ts';

const token = 'galley_0123456789abcdef';

test('reports a leaked secret by kind and location without showing it', () => {
  const watch = new SecretWatch();
  watch.plant('the password', 'a long passphrase');
  watch.look('records', 'the log', 'signed in');
  watch.expectNone();
  watch.look('records', 'the log', 'signed in with a long passphrase');
  expect(() => watch.expectNone()).toThrow('Secrets leaked.\nthe password: in the log');
});

test('finds a secret at every position', () => {
  for (let before = 0; before < 20; before += 1) {
    const watch = new SecretWatch();
    watch.plant('the password', 'twelve chars');
    watch.look('records', 'the log', `${'x'.repeat(before)}twelve char`);
    watch.expectNone();
    watch.look('records', 'the log', `${'x'.repeat(before)}twelve chars`);
    expect(() => watch.expectNone()).toThrow('the password');
  }
});

test('a response returns a token once; every later occurrence is a leak', () => {
  const watch = new SecretWatch();
  const answer = JSON.stringify({ token, recovery_codes: ['one-two-three', 'four-five-six'] });
  watch.look('answers', 'POST /tokens', answer);
  watch.learn('POST /tokens', answer);
  watch.expectNone();
  watch.look('answers', 'GET /tokens', '[{"name":"mine"}]');
  watch.expectNone();
  watch.look('answers', 'GET /page', 'four-five-six');
  expect(() => watch.expectNone()).toThrow('recovery_codes of POST /tokens: in GET /page');
});

test('a secret returned to its owner again is a leak in records only', () => {
  const watch = new SecretWatch();
  const answer = '{"csrf_token":"0123456789abcdef"}';
  watch.learn('POST /login', answer);
  watch.look('answers', 'GET /session', answer);
  watch.expectNone();
  watch.look('records', 'the log', answer);
  expect(() => watch.expectNone()).toThrow('csrf_token of POST /login: in the log');
});

test('passwords among variables are secrets', () => {
  const watch = new SecretWatch();
  const url = 'postgres://ada:a%20long%20passphrase@127.0.0.1/galley';
  watch.plantVariables({ DATABASE_URL: url, SERVICE_METRICS_TOKEN: token, PATH: '/usr/bin:/bin' });
  watch.look('records', 'the log', `a long passphrase, ${token}, /usr/bin:/bin`);
  expect(() => watch.expectNone()).toThrow(
    /DATABASE_URL: in the log\nSERVICE_METRICS_TOKEN: in the log$/,
  );
});
