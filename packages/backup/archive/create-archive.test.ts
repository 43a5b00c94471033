import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { sha256 } from '@galley/kernel';
import { Press, unpacked } from './fixtures.ts';
import { manifestEntry } from './manifest.ts';

const text = 'The press stands where light falls from both sides.\n'.repeat(40);

describe('an archive', () => {
  test('contains the whole content tree except temporary files (CMS-BAK-1)', async () => {
    await using press = await Press.open({
      'config/site.yaml': 'title: Press\n',
      'posts/ink.md': text,
      'posts/.gitkeep': '',
      '.published/posts/ink.md': 'public',
      '.trash/posts/old.md': 'old',
      'media/a b/ü.jpg': 'jpg',
      '.git/HEAD': 'ref: refs/heads/main',
      'posts/.git/HEAD': 'nested',
      'posts/.galley-1.tmp': 'half',
      '.incoming/upload': 'half',
      '.restore/1/posts/ink.md': 'old',
    });
    const { path } = await press.archive();
    const { [manifestEntry]: _manifest, ...files } = await unpacked(path);
    expect(files).toEqual({
      'content/config/site.yaml': 'title: Press\n',
      'content/posts/ink.md': text,
      'content/posts/.gitkeep': '',
      'content/.published/posts/ink.md': 'public',
      'content/.trash/posts/old.md': 'old',
      'content/media/a b/ü.jpg': 'jpg',
    });
  });

  test('ends with a manifest that lists every other entry with its checksum (GAP-BAK-1)', async () => {
    await using press = await Press.open({ 'posts/ink.md': text, 'media/a.jpg': 'jpg' });
    const { path, manifest } = await press.archive();
    const names = Object.keys(await unpacked(path));
    expect(names.at(-1)).toBe(manifestEntry);
    expect(manifest).toMatchObject({ name: 'press', createdBy: 'ada', type: 'content' });
    expect(manifest.createdAt).toEqual(press.clock.now());
    expect(manifest.files).toEqual([
      { path: 'content/media/a.jpg', size: 3, sha256: sha256('jpg') },
      { path: 'content/posts/ink.md', size: text.length, sha256: sha256(text) },
    ]);
    expect(names.slice(0, -1)).toEqual(manifest.files.map((file) => file.path));
  });

  test('can exclude media', async () => {
    await using press = await Press.open({
      'posts/media.md': 'x',
      'media/a.jpg': 'jpg',
      '.published/media/a.jpg': 'public',
    });
    const { manifest } = await press.archive({ includeMedia: false });
    expect(manifest.files.map(({ path }) => path)).toEqual(['content/posts/media.md']);
    expect(manifest.includeMedia).toBe(false);
  });

  test('compresses text, stores compressed files as they are, and keeps file times', async () => {
    await using press = await Press.open({ 'posts/ink.md': text, 'media/a.jpg': text });
    const time = new Date('2024-02-29T12:34:57Z');
    await utimes(join(press.content, 'posts/ink.md'), time, time);
    const { path } = await press.archive();
    const entries = new Map<string, yauzl.Entry>();
    const zip = await yauzl.openPromise(path);
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    expect(entries.get('content/posts/ink.md')!.compressionMethod).toBe(8);
    expect(entries.get('content/media/a.jpg')!.compressionMethod).toBe(0);
    expect(entries.get('content/posts/ink.md')!.getLastModDate()).toEqual(time);
    const modes = [...entries.values()].map((entry) => entry.externalFileAttributes >>> 16);
    expect(new Set(modes)).toEqual(new Set([0o100644]));
  });

  test('accepts files of any size, in chunks', async () => {
    const [picture, table] = [randomBytes(9_000_000), Buffer.alloc(20_000_000, text)];
    await using press = await Press.open({ 'media/a.jpg': picture, 'media/b.csv': table });
    const { manifest, size } = await press.archive();
    expect(manifest.files.map(({ size: bytes, sha256: sum }) => [bytes, sum])).toEqual([
      [picture.length, sha256(picture)],
      [table.length, sha256(table)],
    ]);
    expect(size).toBeLessThan(picture.length + table.length / 50);
  });

  test('reports files that it cannot contain', async () => {
    await using press = await Press.open({ 'posts/ink.md': text, 'posts/a\\b.md': 'x' });
    await symlink('/etc/passwd', join(press.content, 'posts/link.md'));
    const leftOut: unknown[] = [];
    const { manifest } = await press.archive({ onLeftOut: (paths) => leftOut.push(...paths) });
    expect(manifest.files.map(({ path }) => path)).toEqual(['content/posts/ink.md']);
    expect(leftOut).toEqual([
      { path: 'posts/a\\b.md', reason: 'its name is not allowed in an archive' },
      { path: 'posts/link.md', reason: 'it is a symbolic link' },
    ]);
  });

  test('is named after its name and time, and replaces no other archive (GAP-BAK-1)', async () => {
    await using press = await Press.open({ 'posts/ink.md': text });
    for (let made = 0; made < 3; made += 1)
      await press.archive({ name: '../Vor dem Umbau: größer' });
    expect(await press.listBackupFiles()).toEqual([
      'Vor-dem-Umbau-gro-er-2026-06-01T080000Z-1.zip',
      'Vor-dem-Umbau-gro-er-2026-06-01T080000Z-2.zip',
      'Vor-dem-Umbau-gro-er-2026-06-01T080000Z.zip',
    ]);
  });
});

describe('while the tree changes', () => {
  test('a document and its public copy are consistent', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`posts/${index}.md`, text]),
    );
    await using press = await Press.open({ ...others, 'posts/ink.md': 'public 0' });
    const folder = join(press.content, 'posts');
    const copies = join(press.content, '.published/posts');
    await mkdir(copies, { recursive: true });
    const put = async (place: string, bytes: string): Promise<void> => {
      const temporary = join(folder, '.galley-x.tmp');
      await writeFile(temporary, bytes, { flush: true });
      await rename(temporary, join(place, 'ink.md'));
    };
    const over = new AbortController();
    const people = (async () => {
      // Like a save, which writes the public copy first and removes it last.
      for (let version = 0; !over.signal.aborted; version += 1) {
        await put(copies, `public ${version}`);
        await put(folder, `draft ${version}`);
        await put(folder, `public ${version + 1}`);
        await rm(join(copies, 'ink.md'));
      }
    })();
    try {
      let made = 0;
      for (let tries = 0; tries < 15; tries += 1) {
        // A busy machine may find no moment between two changes, and says so.
        const archive = await press.archive().catch((error: unknown) => {
          if (!String(error).includes('keeps changing')) throw error;
        });
        if (!archive) continue;
        made += 1;
        const files = await unpacked(archive.path);
        const [file, copy] = [
          files['content/posts/ink.md']!,
          files['content/.published/posts/ink.md'],
        ];
        const version = Number(file.split(' ')[1]);
        const isPublic = file.startsWith('public');
        expect(
          isPublic
            ? [undefined, `public ${version}`, `public ${version - 1}`]
            : [`public ${version}`],
        ).toContain(copy);
      }
      expect(made).toBeGreaterThan(0);
    } finally {
      over.abort();
      await people;
    }
  });

  test('files moved into the trash or out of it are included', async () => {
    await using press = await Press.open({ 'a.md': 'a', 'z.md': 'z', '.trash/old.md': 'old' });
    const move = (from: string, to: string): Promise<void> =>
      rename(join(press.content, from), join(press.content, to));
    let moves: Promise<unknown> | undefined;
    const { manifest } = await press.archive({
      onProgress: () => {
        moves ??= Promise.all([move('z.md', '.trash/z.md'), move('.trash/old.md', 'b.md')]);
      },
    });
    await moves;
    const names = new Set(manifest.files.map(({ path }) => path.replace(/^.*\//, '')));
    expect(names).toContain('z.md');
    expect([...names].filter((name) => name === 'old.md' || name === 'b.md')).not.toEqual([]);
  });

  test('a removed document is excluded, and so is its copy', async () => {
    const files = { 'a.md': 'a', 'z.md': 'z', '.published/z.md': 'public', '.published/y.md': 'y' };
    await using press = await Press.open(files);
    await press.remove('z.md');
    const { manifest } = await press.archive();
    expect(manifest.files.map(({ path }) => path)).toEqual(['content/a.md']);
  });

  test('a large media file without approval is included with its marker', async () => {
    const film = (letter: string): Buffer => Buffer.alloc(9_000_000, letter);
    await using press = await Press.open({ 'a.md': text, 'media/film.mp4': film('a') });
    const place = (path: string): string => join(press.content, path);
    const put = (path: string, bytes: Buffer | string): void => {
      writeFileSync(place('new'), bytes);
      renameSync(place('new'), place(path));
    };
    mkdirSync(place('.published/media'), { recursive: true });
    const [marker, copy] = [
      '.published/media/film.mp4.pending.yaml',
      '.published/media/film.mp4',
    ] as const;
    const replace = (): void => {
      put(copy, film('a'));
      put(marker, 'contributors: [otto]');
      put('media/film.mp4', film('b'));
    };
    const approveAnother = (): void => {
      put('media/film.mp4', film('c'));
      rmSync(place(marker));
      rmSync(place(copy));
    };
    const { manifest } = await press.archive({
      onProgress: ({ phase, done }) => {
        if (phase === 'writing' && done === 1) replace();
        if (phase === 'writing' && done === 2) approveAnother();
      },
    });
    const sums = new Map(manifest.files.map(({ path, sha256: sum }) => [path, sum]));
    expect(sums.get('content/media/film.mp4')).toBe(sha256(film('b')));
    expect(sums.get(`content/${copy}`)).toBe(sha256(film('a')));
    expect(sums.has(`content/${marker}`)).toBe(true);
  });

  test('a large file under constant writes is rejected, and nothing is left', async () => {
    await using press = await Press.open({ 'media/film.mp4': Buffer.alloc(16_000_000) });
    const over = new AbortController();
    const recording = (async () => {
      while (!over.signal.aborted) await appendFile(join(press.content, 'media/film.mp4'), 'x');
    })();
    await expect(press.archive()).rejects.toMatchObject({ code: 'backup_failed' });
    over.abort();
    await recording;
    expect(await press.listBackupFiles()).toEqual([]);
  });
});

test('an interrupted archive leaves nothing', async () => {
  await using press = await Press.open({ 'a.md': text, 'b.md': text, 'c.md': text });
  for (const phase of ['writing', 'verifying']) {
    const breaking = new AbortController();
    const made = press.archive({
      signal: breaking.signal,
      onProgress: (progress) => {
        if (progress.phase === phase) breaking.abort();
      },
    });
    await expect(made).rejects.toThrow('aborted');
    expect(await press.listBackupFiles()).toEqual([]);
  }
});
