import { expect, test } from 'vitest';
import { captureError, listMistakes, loadTestConfig } from './fixtures.ts';

const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const secretKey = 'AGE-SECRET-KEY-1QYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSG3NTVT';

test.each([
  ['a private key', secretKey],
  ['a key with a typing error', `${recipient.slice(0, -1)}q`],
  ['a key in capital letters', recipient.toUpperCase()],
  ['a post-quantum key', `age1pq1${'q'.repeat(70)}`],
  ['an SSH key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKwJCGhYkQ'],
])('%s is refused as a recipient, without printing it (ADD-BAK-3)', async (_what, text) => {
  const files = { 'galley.yaml': `backup: { encryption: { recipients: ["${text}"] } }\n` };
  const error = await captureError(() => loadTestConfig({ files }));
  const [mistake] = listMistakes(error);
  expect(mistake).toMatch(
    /recipients.*public key of age, which begins with age1; keep the private key/,
  );
  expect(mistake).not.toContain(text);
});

test('every setting of a bucket can be set', async () => {
  const s3 = {
    endpoint: 'https://s3.example.org',
    region: 'eu-1',
    bucket: 'press',
    prefix: 'site/backups/',
    access_key_id: 'AK',
    secret_access_key: 'SK',
    path_style: false,
    keep: 90,
    age: '365d',
  };
  const files = { 'galley.yaml': JSON.stringify({ backup: { s3 } }) };
  const { endpoint, region, bucket, keep } = s3;
  expect((await loadTestConfig({ files })).backup.s3).toEqual({
    endpoint,
    region,
    bucket,
    keep,
    prefix: 'site/backups',
    accessKeyId: 'AK',
    secretAccessKey: 'SK',
    pathStyle: false,
    age: 365 * 86_400_000,
  });
});

test('recipients can come from the environment, separated by commas', async () => {
  const environment = { GALLEY_BACKUP__ENCRYPTION__RECIPIENTS: `${recipient}, ${recipient}` };
  const { backup } = await loadTestConfig({ environment });
  expect(backup.encryption.recipients).toEqual([recipient, recipient]);
});

test('an incomplete bucket names what is missing; the keys can come from the environment (ADD-BAK-4)', async () => {
  const files = {
    'galley.yaml': 'backup: { s3: { endpoint: "https://s3.example.org/", bucket: press } }\n',
  };
  const error = await captureError(() => loadTestConfig({ files }));
  expect(listMistakes(error)[0]).toContain(
    'requires backup.s3.access_key_id, backup.s3.secret_access_key',
  );
  const environment = {
    GALLEY_BACKUP__S3__ACCESS_KEY_ID: 'AK',
    GALLEY_BACKUP__S3__SECRET_ACCESS_KEY: 'SK',
  };
  const { backup } = await loadTestConfig({ files, environment });
  expect(backup.s3).toEqual({
    endpoint: 'https://s3.example.org',
    bucket: 'press',
    region: 'us-east-1',
    accessKeyId: 'AK',
    secretAccessKey: 'SK',
    pathStyle: true,
  });
});

test.each(['../other', '/site', 'a//b', 'a b', './x', 'x/..'])(
  'the prefix %j is refused',
  async (prefix) => {
    const files = { 'galley.yaml': `backup: { s3: { prefix: "${prefix}" } }\n` };
    const error = await captureError(() => loadTestConfig({ files }));
    expect(listMistakes(error)[0]).toContain('backup.s3.prefix: must be a path');
  },
);
