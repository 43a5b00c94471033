import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateKeys } from '@galley/backup';
import { exposedValue, parseExposition, S3Service } from '@galley/testing';
import { admin, expectProblem, TestServer } from '../fixtures.ts';

interface BackupInfo {
  readonly id: string;
  readonly encrypted: boolean;
}

const api = '/__admin/api/backups';

test('encrypted backups are created, verified, downloaded and restored with a key that is used once (ADD-BAK-3)', async () => {
  const { recipient, identityFile } = await generateKeys(new Date());
  const other = await generateKeys(new Date());
  const identity = identityFile.split('\n')[2]!;
  await using server = await TestServer.start({
    files: {
      'galley.yaml': `backup: { encryption: { recipients: [${recipient}] } }\n`,
      'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n',
    },
  });
  server.watch.plant('the private key of backups', identity);
  const ada = await server.signedIn();
  const created = await ada.post(`${api}/create`, { name: 'nightly', include_database: true });
  const backup = created.json<BackupInfo>();
  expect(backup).toMatchObject({
    id: expect.stringMatching(/^nightly-\S+\.zip\.age$/) as string,
    type: 'content+database',
    encrypted: true,
  });
  expect((await ada.get(api)).json<unknown>()).toEqual([backup]);
  const { id } = backup;

  const post = (operation: string, body: object) =>
    ada.post(`${api}/${operation}`, { id, ...body });
  for (const operation of ['verify', 'restore']) {
    expectProblem(await post(operation, {}), 422, 'identity_required');
    const wrong = { identity: other.identityFile };
    expectProblem(await post(operation, wrong), 422, 'invalid_identity');
  }
  expect((await post('verify', { identity })).json()).toMatchObject({ ok: true });
  const download = await ada.get(`${api}/download?id=${id}`);
  expect(download.headers.get('content-type')).toBe('application/octet-stream');
  expect(download.text).toMatch(/^age-encryption\.org\/v1\n/);

  const file = join(server.project, 'content/posts/ink.md');
  const before = await readFile(file, 'utf8');
  const change = { path: 'posts/ink.md', content: 'White.\n', frontmatter: { title: 'Ink' } };
  expect((await ada.post('/__admin/api/documents/save', change)).status).toBe(200);
  const restored = (await post('restore', { identity: identityFile })).json<{
    readonly snapshot: BackupInfo;
  }>();
  expect(await readFile(file, 'utf8')).toBe(before);
  const { snapshot } = restored;
  expect(snapshot.encrypted).toBe(true);
  const undone = await ada.post(`${api}/restore`, { id: snapshot.id, identity });
  expect(undone.status).toBe(200);
  expect(await readFile(file, 'utf8')).toContain('White.');
  expect(await readdir(join(server.project, 'data/backup-work'))).toEqual([]);
  const log = await ada.get('/__admin/api/audit?action=backup.restore');
  expect(log.text).not.toContain('AGE-SECRET-KEY');
});

test('a server uploads new backups, and its metrics tell whether uploads fail (ADD-BAK-4)', async () => {
  await using service = await S3Service.open();
  const token = 'a token for the metrics';
  let isBroken = true;
  service.onCall = () =>
    Promise.resolve(isBroken ? { status: 403, code: 'AccessDenied' } : undefined);
  await using server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
    config: { backup: { s3: service.settings } },
    environment: {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
      SERVICE_METRICS_TOKEN: token,
    },
  });
  server.watch.plant('the secret of the bucket', service.settings.secret_access_key);
  const ada = await server.signedIn();
  const visitor = server.visitor();
  const metric = async (name: string) => {
    const { text } = await visitor.get('/__metrics', { authorization: `Bearer ${token}` });
    return exposedValue(parseExposition(text), `galley_backup_upload_${name}`);
  };
  // Metrics of the project are cached for some seconds.
  const patience = { timeout: 60_000, interval: 500 };
  await expect.poll(() => metric('failing'), patience).toBe(1);
  expect(server.log.join('\n')).toContain('uploading backups failed; retrying later');
  const backup = await ada.post(`${api}/create`, { name: 'nightly' });
  expect(backup.status).toBe(200);
  const { id } = backup.json<BackupInfo>();
  isBroken = false;
  await expect.poll(() => service.ids, patience).toEqual([id]);
  await expect.poll(() => metric('failing'), patience).toBe(0);
  expect(await metric('last_success_timestamp_seconds')).toBeGreaterThan(0);
}, 180_000);
