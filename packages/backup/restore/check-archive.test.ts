import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { checkArchive } from './check-archive.ts';
import { extractArchive } from './extract-archive.ts';
import {
  fileOf,
  patchRecord,
  writeHostile,
  type ArchiveRequest,
  type EntryRequest,
} from './hostile-archive.fixtures.ts';

const good: EntryRequest = { name: 'content/posts/good.md' };

async function outcomeOf(
  wanted: ArchiveRequest,
  spoil: (file: string) => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly problem: string; readonly unpacked: readonly string[] }> {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, 'a.zip');
  await writeHostile(file, wanted);
  await spoil(file);
  await mkdir(join(folder.path, 'tree'));
  const unpacked = join(folder.path, 'tree', 'new');
  const problem = await unpack(file, unpacked).then(
    () => 'none',
    (error: unknown) => {
      const { code, message } = error as { code: string; message: string };
      return `${code}: ${message}`;
    },
  );
  const others = await readdir(folder.path);
  expect(others.sort()).toEqual(['a.zip', 'tree']);
  expect((await readdir(join(folder.path, 'tree'))).filter((name) => name !== 'new')).toEqual([]);
  return { problem, unpacked: await readdir(unpacked, { recursive: true }).catch(() => []) };
}

async function unpack(file: string, folder: string): Promise<void> {
  await using archive = await checkArchive(file);
  await extractArchive(archive, folder);
}

describe('GAP-BAK-2: an archive made by Galley', () => {
  test('is unpacked with every file and its folders', async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, 'a.zip');
    const bytes = Buffer.alloc(3_000_000, 'abc');
    await writeHostile(file, {
      entries: [
        good,
        { name: 'content/media/ä/b.bin', bytes },
        { name: 'content/empty.txt', bytes: '' },
      ],
    });
    const into = join(folder.path, 'new');
    await unpack(file, into);
    expect((await readFile(join(into, 'media/ä/b.bin'))).equals(bytes)).toBe(true);
    expect(await readFile(join(into, 'posts/good.md'), 'utf8')).toBe('x\n');
    expect(await readFile(join(into, 'empty.txt'), 'utf8')).toBe('');
  });

  test('unpacks no database files, but their checksums are verified', async () => {
    const entries = [good, { name: 'database/users.ndjson', bytes: '{}\n' }];
    const type = 'content+database' as const;
    const fine = await outcomeOf({ entries, manifest: { type } });
    expect(fine).toEqual({ problem: 'none', unpacked: ['posts', 'posts/good.md'] });
    const files = [
      fileOf(good.name, Buffer.from('x\n')),
      fileOf('database/users.ndjson', Buffer.from('{1\n')),
    ];
    const { problem } = await outcomeOf({ entries, manifest: { type, files } });
    expect(problem).toContain('"database/users.ndjson" does not match the SHA-256 checksum');
  });
});

describe('GAP-BAK-2: rejected as invalid_archive, by the name of the entry, writing nothing outside the folder', () => {
  const names: readonly (readonly [string, string, string])[] = [
    ['a name with ..', 'content/../../evil.md', 'leads out of its folder'],
    ['a name that is only ..', '..', 'leads out of its folder'],
    ['an absolute name', '/etc/passwd', 'has an absolute name'],
    ['a name with a drive', 'C:/evil.md', 'has an absolute name'],
    ['a backslash', 'content\\..\\evil.md', 'has a backslash'],
    ['a NUL', 'content/a\0.md', 'has a NUL'],
    ['a place outside', 'themes/evil.liquid', 'is outside'],
    ['a name beside the folders', 'evil.md', 'is outside'],
    ['a table with a path', 'database/a/b.ndjson', 'is outside'],
    ['an empty part', 'content//evil.md', 'is outside'],
    ['a device of Windows', 'content/posts/con.md', 'has the name of a device'],
    ['the repository', 'content/.git/hooks/post-checkout', 'is in a folder that is not restored'],
    ['the repository in capitals', 'content/.GIT/config', 'is in a folder that is not restored'],
    [
      'the repository by its short name',
      'content/git~1/config',
      'is in a folder that is not restored',
    ],
    [
      'the repository with signs that do not show',
      'content/.g\u200cit/config',
      'is in a folder that is not restored',
    ],
    ['a repository below', 'content/posts/.git/config', 'is in a folder that is not restored'],
    ['the folder of restores', 'content/.restore/x', 'is in a folder that is not restored'],
    ['the folder of uploads', 'content/.incoming/x', 'is in a folder that is not restored'],
    ['a name that no disk takes', `content/${'a'.repeat(256)}.md`, 'longer than 255 bytes'],
  ];

  test.each(names)('%s', async (_what, name, why) => {
    const { problem, unpacked } = await outcomeOf({ entries: [good, { name }] });
    expect(problem).toContain(
      `invalid_archive: The archive cannot be restored: the entry ${JSON.stringify(name)}`,
    );
    expect(problem).toContain(why);
    expect(unpacked).toEqual([]);
  });

  const pairs: readonly (readonly [string, string, string, string])[] = [
    ['a name twice', 'content/a.md', 'content/a.md', 'appears twice'],
    ['names that differ in case', 'content/a.md', 'content/A.md', 'differs only in case'],
    ['folders that differ in case', 'content/a/1.md', 'content/A/2.md', 'differs only in case'],
    [
      'names that differ in Unicode form',
      'content/\u00e9.md',
      'content/e\u0301.md',
      'Unicode form',
    ],
    [
      'names that differ in what does not show',
      'content/ab.md',
      'content/a\u200db.md',
      'Unicode form',
    ],
    ['names with ß and ss', 'content/ß.md', 'content/SS.md', 'differs only in case'],
    ['a file that is a folder', 'content/a', 'content/a/b.md', 'is a file and a folder at once'],
    ['a folder that is a file', 'content/a/b.md', 'content/a', 'is a file and a folder at once'],
    [
      'a folder of its own that is a file',
      'content/a/',
      'content/a',
      'is a file and a folder at once',
    ],
  ];

  test.each(pairs)('%s', async (_what, ...[one, other, why]) => {
    const bytes = one.endsWith('/') ? '' : 'x\n';
    const files = [...new Set([one, other])]
      .filter((name) => !name.endsWith('/'))
      .map((name) => fileOf(name, Buffer.from('x\n')));
    const folder = one.endsWith('/') ? { mode: 0o040755 } : {};
    const entries = [{ name: one, bytes, ...folder }, { name: other }];
    const { problem, unpacked } = await outcomeOf({ entries, manifest: { files } });
    expect(problem).toMatch(/^invalid_archive: /);
    expect(problem).toContain(why);
    expect(unpacked).toEqual([]);
  });

  test.each([
    ['a symbolic link', 0o120777],
    ['a device', 0o020666],
    ['a pipe', 0o010666],
    ['a folder by its mode alone', 0o040755],
  ])('%s', async (_what, mode) => {
    const { problem } = await outcomeOf({
      entries: [good, { name: 'content/link', bytes: '/etc/passwd', mode }],
    });
    expect(problem).toMatch(/^invalid_archive: .*"content\/link" is a link, a device/);
  });

  test('a Windows link', async () => {
    const { problem } = await outcomeOf({ entries: [good] }, (file) =>
      patchRecord(file, good.name, (record) => record.writeUInt32LE(0x400, 38)),
    );
    expect(problem).toMatch(/^invalid_archive: .*"content\/posts\/good.md" is a link/);
  });

  test('an encrypted entry, and one with an unknown compression', async () => {
    const encrypted = await outcomeOf({ entries: [good] }, (file) =>
      patchRecord(file, good.name, (record) => record.writeUInt16LE(record.readUInt16LE(8) | 1, 8)),
    );
    expect(encrypted.problem).toMatch(/^invalid_archive: .*"content\/posts\/good.md" is encrypted/);
    const unknown = await outcomeOf({ entries: [good] }, (file) =>
      patchRecord(file, good.name, (record) => record.writeUInt16LE(14, 10)),
    );
    expect(unknown.problem).toMatch(/^invalid_archive: .*packed by a method/);
  });

  test('an archive with a missing or invalid manifest, and one of another version', async () => {
    expect((await outcomeOf({ entries: [good], manifestText: null })).problem).toMatch(
      /^invalid_archive: The archive has no manifest.json/,
    );
    for (const manifestText of ['{', '[]', '{"format":"galley-backup","version":2}'])
      expect((await outcomeOf({ entries: [good], manifestText })).problem).toMatch(
        /^invalid_archive: .*manifest/,
      );
  });

  test('an unlisted file, and a listed one that is missing', async () => {
    const unlisted = await outcomeOf({
      entries: [good, { name: 'content/x.md', isUnlisted: true }],
    });
    expect(unlisted.problem).toMatch(
      /^invalid_archive: .*"content\/x.md" is not listed in the manifest/,
    );
    const files = [fileOf(good.name, Buffer.from('x\n')), fileOf('content/y.md', Buffer.from('y'))];
    const missing = await outcomeOf({ entries: [good], manifest: { files } });
    expect(missing.problem).toMatch(
      /^invalid_archive: .*"content\/y.md" is listed in the manifest but missing/,
    );
  });

  test('a wrong checksum and a wrong size', async () => {
    const sum = { files: [fileOf(good.name, Buffer.from('y\n'))] };
    expect((await outcomeOf({ entries: [good], manifest: sum })).problem).toMatch(
      /^invalid_archive: .*"content\/posts\/good.md" does not match the SHA-256 checksum/,
    );
    const size = { files: [fileOf(good.name, Buffer.from('longer\n'))] };
    expect((await outcomeOf({ entries: [good], manifest: size })).problem).toMatch(
      /^invalid_archive: .*"content\/posts\/good.md" has 2 bytes instead of the 7 in the manifest/,
    );
  });

  test('a bomb that unpacks to more than it declares stops at the declared size', async () => {
    const bytes = Buffer.alloc(50_000_000);
    const small = { files: [fileOf('content/bomb', Buffer.alloc(100))] };
    const { problem, unpacked } = await outcomeOf(
      { entries: [{ name: 'content/bomb', bytes }], manifest: small },
      (file) => patchRecord(file, 'content/bomb', (record) => record.writeUInt32LE(100, 24)),
    );
    expect(problem).toMatch(/^invalid_archive: .*"content\/bomb" cannot be unpacked/);
    expect(unpacked.length).toBeLessThanOrEqual(1);
  });

  test('a bomb with a declared size of over a hundred times its own', async () => {
    const gigabytes = 3 * 1024 ** 3;
    const names = ['content/a', 'content/b', 'content/c'];
    const files = names.map((name) => ({ ...fileOf(name, Buffer.from('x\n')), size: gigabytes }));
    const entries = names.map((name) => ({ name }));
    const { problem } = await outcomeOf({ entries, manifest: { files } }, async (file) => {
      for (const name of names)
        await patchRecord(file, name, (record) => record.writeUInt32LE(gigabytes, 24));
    });
    expect(problem).toMatch(/^invalid_archive: .*more than 100 times its size/);
  });

  test('a bomb with overlapping entries', async () => {
    const names = ['content/a', 'content/b'];
    const entries = names.map((name) => ({ name, bytes: Buffer.alloc(100_000) }));
    const { problem } = await outcomeOf({ entries }, (file) =>
      patchRecord(file, 'content/b', (record) => record.writeUInt32LE(0, 42)),
    );
    expect(problem).toMatch(/^invalid_archive: .*lies over another one/);
  });

  test('media in an archive without media', async () => {
    const { problem } = await outcomeOf({
      entries: [{ name: 'content/media/a.png' }],
      manifest: { includeMedia: false },
    });
    expect(problem).toMatch(/^invalid_archive: .*"content\/media\/a.png" is a media file/);
  });

  test('a truncated archive and other files', async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, 'a.zip');
    const wanted = { entries: [good, { name: 'content/b.md', bytes: 'some more text\n' }] };
    await writeHostile(file, wanted);
    const { length } = await readFile(file);
    for (let size = 0; size < length; size += 7) {
      await writeHostile(file, wanted);
      await truncate(file, size);
      await expect(unpack(file, join(folder.path, `new-${size}`))).rejects.toMatchObject({
        code: 'invalid_archive',
      });
    }
    await writeFile(file, 'PK but no archive');
    await expect(unpack(file, join(folder.path, 'none'))).rejects.toMatchObject({
      code: 'invalid_archive',
    });
  });

  test('an archive with any changed byte is rejected or unpacked as intended', async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, 'a.zip');
    await writeHostile(file, {
      entries: [good, { name: 'content/b.md', bytes: 'some more text\n' }],
    });
    const whole = await readFile(file);
    for (let at = 0; at < whole.length; at += 11) {
      const spoilt = Buffer.from(whole);
      spoilt[at]! ^= 0x55;
      await writeFile(file, spoilt);
      const into = join(folder.path, `new-${at}`);
      const code = await unpack(file, into).then(
        () => undefined,
        (error: unknown) => (error as { code: unknown }).code,
      );
      if (code === undefined)
        expect(await readFile(join(into, 'b.md'), 'utf8')).toBe('some more text\n');
      else expect(code).toBe('invalid_archive');
    }
  });
});
