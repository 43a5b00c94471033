import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { redactAttributes } from './redact-attributes.ts';

const circle: Record<string, unknown> = { name: 'round' };
circle['self'] = circle;

describe('attributes', () => {
  test.each([
    ['password', 'hunter2'],
    ['new_password', ['hunter2', 'hunter3']],
    ['accessToken', 'abc'],
    ['Authorization', 'Basic abc'],
    ['set-cookie', 'session=abc'],
    ['apiKey', 'abc'],
    ['encryption_key', Buffer.from('abc')],
    ['recovery_codes', ['one', 'two']],
    ['totp_code', '123456'],
  ])('under the name of a secret are redacted: %s', (name, value) => {
    expect(redactAttributes({ [name]: value, deep: [{ [name]: value }] })).toEqual({
      [name]: '[redacted]',
      deep: [{ [name]: '[redacted]' }],
    });
  });

  test('that are numbers or booleans stay under the name of a secret', () => {
    const counts = { prompt_tokens: 12, token: 3, has_password: true, secret: null };
    expect(redactAttributes(counts)).toEqual(counts);
  });

  test('whose names only mention a secret stay', () => {
    const about = { secrets_directory: '/data/secrets', token_id: 'a1', key: 'posts', code: 'x' };
    expect(redactAttributes(about)).toEqual(about);
  });

  test('of every kind become JSON', () => {
    const given = {
      big: 12n,
      day: new Date(0),
      never: new Date(Number.NaN),
      many: new Set([1, 2]),
      bytes: new Uint8Array(3),
      circle,
      call: () => 1,
      address: new URL('https://ada:hunter2@example.org/'),
    };
    expect(JSON.parse(JSON.stringify(redactAttributes(given)))).toEqual({
      big: '12',
      day: '1970-01-01T00:00:00.000Z',
      never: 'Invalid Date',
      many: [1, 2],
      bytes: '[3 bytes]',
      circle: { name: 'round', self: '[…]' },
      address: '[redacted]',
    });
  });

  test('that are errors become their stack without secrets', () => {
    const error = new Error('connect postgres://ada:hunter2@db/galley failed');
    const { error: shown } = redactAttributes({ error });
    expect(shown).toMatch(/^Error: connect \[redacted\] failed\n {4}at /);
  });
});

const carriers = fc.constantFrom<(secret: string) => string>(
  (secret) => `galley_${secret}`,
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => `postgres://ada:${secret}@db.example/galley`,
  (secret) => `connection failed: password=${secret}`,
  (secret) => `{"password":"${secret}"}`,
  (secret) => `Cookie: session=s%3A${secret}; theme=dark`,
);
const secret = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/);
const plain = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));

test('secrets of Galley are redacted at any depth', () => {
  fc.assert(
    fc.property(
      fc.tuple(secret, carriers, plain),
      fc.array(fc.constantFrom('list', 'object', 'error')),
      ([hidden, carry, other], path) => {
        const carrying = path.reduce<unknown>(wrap, carry(hidden));
        const text = JSON.stringify(redactAttributes({ other, carrying, token: hidden }));
        expect(text).not.toContain(hidden);
      },
    ),
    { numRuns: 200 },
  );
});

function wrap(inner: unknown, how: string): unknown {
  if (how === 'list') return [1, inner];
  return how === 'error' ? new Error(JSON.stringify(inner)) : { within: inner };
}

test('attributes without secrets are unchanged', () => {
  const saved = { path: 'posts/ink.md', user: 'ada', bytes: 12, ok: true, tags: ['a', 'b'] };
  expect(redactAttributes(saved)).toEqual(saved);
});
