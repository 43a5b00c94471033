import { describe, expect, test } from 'vitest';
import { redactSecrets, redactSecretsIn } from './redaction.ts';

const a = (length: number): string => 'aB3'.repeat(length).slice(0, length);
const key = `-----BEGIN RSA PRIVATE KEY-----\n${a(64)}\n${a(64)}\n-----END RSA PRIVATE KEY-----`;

const table: readonly (readonly [what: string, secret: string, shown?: string])[] = [
  ['a key', `sk-${a(40)}`],
  ['a key of a project', `sk-proj-${a(20)}_${a(20)}`],
  ['a live key', `sk_live_${a(24)}`],
  ['a token of GitHub', `ghp_${a(36)}`],
  ['a fine-grained token of GitHub', `github_pat_${a(22)}_${a(59)}`],
  ['a token of GitLab', `glpat-${a(20)}`],
  ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE'],
  ['a key of Google', `AIza${a(35)}`],
  ['a token of Slack', `xoxb-1234567890-${a(24)}`],
  ['a token of npm', `npm_${a(36)}`],
  ['a token of Galley', `galley_${a(43)}`],
  ['a token of a worker', `galley_worker_${a(43)}`],
  ['a JSON web token', `eyJ${a(30)}.eyJ${a(50)}.${a(43)}`],
  ['a private key', key],
  ['a connection string', 'postgres://ada:p4ss/w0rd@db.example:5432/galley?x=y'],
  ['an address with a token', `https://oauth2:${a(20)}@git.example/x.git`],
  ['a bearer header', `Bearer ${a(20)}==`, 'Bearer [redacted]'],
  ['a header', `Authorization: Basic ${a(20)}==`, 'Authorization: Basic [redacted]'],
  ['a cookie', `session=s%3A${a(43)}.${a(30)}%2F${a(10)}`, 'session=[redacted]'],
  ['a password', 'password=hunter2', 'password=[redacted]'],
  ['a password in quotes', 'DB_PASSWORD = "two words"', 'DB_PASSWORD = [redacted]'],
  ['a password in JSON', '{"password": "two words"}', '{"password": [redacted]}'],
  ['a password in JSON in JSON', '{\\"password\\":\\"two words\\"}', '{\\"password\\":[redacted]}'],
  ['a key by name', `api_key=${a(8)}`, 'api_key=[redacted]'],
];

const secrets = table.map(([what, secret, shown = '[redacted]']) => [what, secret, shown] as const);

describe('formats of secrets are redacted (RC-API-6)', () => {
  test.each(secrets)('%s', (_name, secret, expected) => {
    expect(redactSecrets(`Use ${secret} today`)).toBe(`Use ${expected} today`);
    expect(redactSecrets(secret)).toBe(expected);
    expect(redactSecrets(`${secret}\n${secret}`)).toBe(`${expected}\n${expected}`);
  });

  test('a private key whose end was cut off', () => {
    expect(redactSecrets(`Use ${key.slice(0, 100)}`)).toBe('Use [redacted]');
  });

  test('redacting twice changes nothing', () => {
    const all = redactSecrets(secrets.map(([, secret]) => secret).join('\n'));
    expect(redactSecrets(all)).toBe(all);
    expect(all).not.toMatch(/aB3|hunter2|two words/);
  });
});

test.each([
  'Write of ink, in 3 posts: https://example.com:8080/a?b=c and ada@example.com',
  'Ask for the password. The bearer of news was late; risk-averse, task-force, desk-1.',
  'Fix task-12345678901234567890 on branch feature/sk-fix, commit 0123456789abcdef0123456789abcdef01234567',
  'Token counts: 12; key: value; secret santa',
  'mcp__galley__proposal_request_review',
  'mcp_galley_agent_turn_start_1795717572368_0',
  '🖋 \ud800 \u0000',
  '',
])('other text stays as it is: %j', (text) => {
  expect(redactSecrets(text)).toBe(text);
});

test('GAP-RC-API-8: strings at any depth are redacted, and other values stay', () => {
  const value = {
    error: 'password=hunter2',
    deep: [{ list: ['Bearer abcdefgh', 5, null, true] }],
    'password=': 1,
  };
  expect(redactSecretsIn(value)).toEqual({
    error: 'password=[redacted]',
    deep: [{ list: ['Bearer [redacted]', 5, null, true] }],
    'password=': 1,
  });
  for (const plain of [null, 5, true, 'Ink', [], {}]) expect(redactSecretsIn(plain)).toEqual(plain);
});

describe('redaction takes linear time', () => {
  const parts = [
    'a://',
    'a://a:',
    'sk-',
    'galley_',
    'eyJ',
    'eyJaaaaaa.',
    'eyJaaaaaa.eyJaaaaaa-',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY----------END ',
    'Bearer ',
    'Bearer a ',
    'password=',
    'password="',
    `password='a `,
    'password\\',
    'password',
    'Authorization: a ',
    'session=',
    'session',
    ' ',
    'a',
    'a:',
    '@',
    'xox',
    'AKIA',
    'ghp_',
    '\n',
  ];

  test.each(parts)('for 256 KiB of %j', (part) => {
    const text = part.repeat(Math.ceil((256 * 1024) / part.length));
    const started = performance.now();
    redactSecrets(text);
    redactSecrets(`${text}@`);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
