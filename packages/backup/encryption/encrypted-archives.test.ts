import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Press, unpacked } from '../archive/fixtures.ts';
import { readArchiveInfo } from '../archive/verify-archive.ts';
import { newKeys, reading } from './age.fixtures.ts';
import { withPlainArchive } from './with-plain-archive.ts';

const files = { 'posts/ink.md': 'Black.\n', 'media/a.jpg': randomBytes(300_000) };

async function encryptedPress() {
  const [keys, press] = [await newKeys(), await Press.open(files)];
  onTestFinished(() => press[Symbol.asyncDispose]());
  const workDirectory = join(dirname(press.backups), 'work');
  const encryption = { recipients: [keys.recipient], workDirectory };
  const archive = await press.archive({ encryption });
  return { keys, press, workDirectory, archive };
}

test('an archive is encrypted for its recipients, and its summary needs no key (ADD-BAK-3)', async () => {
  const { keys, press, workDirectory, archive } = await encryptedPress();
  expect(archive.fileName).toBe('press-2026-06-01T080000Z.zip.age');
  expect(await press.listBackupFiles()).toEqual([archive.fileName]);
  expect(await readdir(workDirectory)).toEqual([]);
  const { mode, size } = await stat(archive.path);
  expect(mode & 0o777).toBe(0o600);
  expect((await readFile(archive.path, 'latin1')).includes('posts/ink.md')).toBe(false);
  expect(await readArchiveInfo(archive.path)).toMatchObject({
    name: 'press',
    createdBy: 'ada',
    type: 'content',
    includeMedia: true,
    isEncrypted: true,
    size,
  });
  const unlocking = { readIdentity: reading(keys), directory: workDirectory };
  await withPlainArchive(archive.path, unlocking, async (zip) => {
    expect((await stat(zip)).mode & 0o777).toBe(0o600);
    expect(await unpacked(zip)).toMatchObject({ 'content/posts/ink.md': 'Black.\n' });
  });
  expect(await readdir(workDirectory)).toEqual([]);
});

test('other programs read and write the format: age decrypts our archives, and we decrypt theirs', async () => {
  const { keys, press, workDirectory, archive } = await encryptedPress();
  const decrypter = new Decrypter();
  decrypter.addIdentity(keys.identityFile.split('\n')[2]!);
  const zip = await decrypter.decrypt(await readFile(archive.path));
  const [plain, foreign] = ['plain.zip', 'foreign.zip.age'].map((name) =>
    join(press.backups, name),
  ) as [string, string];
  await writeFile(plain, zip);
  expect(await unpacked(plain)).toMatchObject({ 'content/posts/ink.md': 'Black.\n' });

  const encrypter = new Encrypter();
  encrypter.addRecipient(keys.recipient);
  await writeFile(foreign, await encrypter.encrypt(zip));
  await expect(readArchiveInfo(foreign)).rejects.toThrow('has no summary of Galley');
  const unlocking = { readIdentity: reading(keys), directory: workDirectory };
  expect(await withPlainArchive(foreign, unlocking, unpacked)).toEqual(await unpacked(plain));
});

test('a plain archive needs no key', async () => {
  await using press = await Press.open(files);
  const { path } = await press.archive();
  expect(await withPlainArchive(path, {}, (zip) => Promise.resolve(zip))).toBe(path);
});

test.each([
  ['no key', 'identity_required', 'is encrypted'],
  ['the key of somebody else', 'invalid_identity', 'no given private key opens it'],
  ['the public key', 'invalid_identity', 'This is the public key'],
  ['a mistyped key', 'invalid_identity', 'checksum is wrong'],
  ['an SSH key', 'invalid_identity', 'not a private key of age'],
])('%s is refused as %s, and leaves nothing behind (ADD-BAK-3)', async (what, code, words) => {
  const { keys, workDirectory, archive } = await encryptedPress();
  const [, , key] = keys.identityFile.split('\n') as [string, string, string];
  const texts: Readonly<Record<string, string>> = {
    'the key of somebody else': (await newKeys()).identityFile,
    'the public key': keys.recipient,
    'a mistyped key': key.slice(0, -1) + (key.endsWith('Q') ? 'P' : 'Q'),
    'an SSH key':
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n-----END OPENSSH PRIVATE KEY-----\n',
  };
  const text = texts[what];
  const readIdentity = text === undefined ? undefined : () => Promise.resolve(text);
  const failure = await withPlainArchive(
    archive.path,
    { readIdentity, directory: workDirectory },
    unpacked,
  ).catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ code, message: expect.stringContaining(words) as string });
  expect((failure as Error).message).not.toContain(key.slice(20, 40));
  expect(await readdir(workDirectory)).toEqual([]);
});

test.each([
  ['cut off between two blocks', (size: number) => size - (size % 65_552)],
  ['cut off in the header', () => 100],
  ['cut off by a byte', (size: number) => size - 1],
])('an archive that is %s is refused as invalid_archive (ADD-BAK-3)', async (_what, lengthOf) => {
  const { keys, workDirectory, archive } = await encryptedPress();
  await truncate(archive.path, lengthOf(archive.size));
  const unlocking = { readIdentity: reading(keys), directory: workDirectory };
  await expect(withPlainArchive(archive.path, unlocking, unpacked)).rejects.toMatchObject({
    code: 'invalid_archive',
    message: expect.stringContaining('cannot be decrypted') as string,
  });
  expect(await readdir(workDirectory)).toEqual([]);
});

test.each([
  ['header', 60],
  ['summary', 300],
  ['content', 1_000],
  ['end', -1],
] as const)(
  'an archive with a changed byte in its %s is refused (ADD-BAK-3)',
  async (_what, at) => {
    const { keys, workDirectory, archive } = await encryptedPress();
    const bytes = await readFile(archive.path);
    const index = (at + bytes.length) % bytes.length;
    bytes[index] = bytes[index] === 65 ? 66 : 65;
    await writeFile(archive.path, bytes);
    const unlocking = { readIdentity: reading(keys), directory: workDirectory };
    await expect(withPlainArchive(archive.path, unlocking, unpacked)).rejects.toMatchObject({
      kind: 'unprocessable',
    });
    expect(await readdir(workDirectory)).toEqual([]);
  },
);

test('a hostile age file with an endless header is not read into memory', async () => {
  await using press = await Press.open(files);
  await press.archive();
  const path = join(press.backups, 'hostile-2026-06-01T080000Z.zip.age');
  await writeFile(path, `age-encryption.org/v1\n-> x y\n${'A'.repeat(2_000_000)}`);
  await expect(readArchiveInfo(path)).rejects.toMatchObject({ code: 'invalid_archive' });
});
