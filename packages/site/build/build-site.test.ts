import { readlink, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { blankPicture, documentFile } from '../fixtures.ts';
import { parseSiteSettings } from '@galley/settings';
import { BuildHarness } from './fixtures.ts';

const site = `
title: The Quoin
url: https://quoin.example
languages: { es: {} }
paging: { page_size: 3 }
security_txt: { contacts: ['mailto:a@quoin.example'], expires: '2027-03-01', languages: [en, es] }
redirects: [{ from: /old/, to: /posts/a/ }, { from: /gone/, status: 410 }, { from: /blog/*, to: '/posts/:splat' }]
`;

const post = (values: object, body = 'Text.\n') => documentFile({ ...values }, body);

function posts(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `posts/p${index}.md`,
      post({
        title: `Post ${index}`,
        date: `2026-01-${String(28 - index).padStart(2, '0')}`,
        tags: [index % 2 === 0 ? 'Even' : 'Odd'],
      }),
    ]),
  );
}

async function press(
  files: Readonly<Record<string, string | Uint8Array>> = posts(8),
): Promise<BuildHarness> {
  const made = await BuildHarness.open(site);
  await made.kiosk.print(files);
  return made;
}

/** Every output file equals the live server's answer. */
async function expectParity(one: BuildHarness): Promise<void> {
  for (const [file, text] of Object.entries(await one.files())) {
    const address = `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
    // The live server searches in the database.
    if (/^\/media|^\/search\/[a-z]+\/(?:words|texts)/.test(address)) continue;
    const answer = await one.kiosk.get(address.split('/').map(encodeURIComponent).join('/'));
    if (answer.status === 301) expect(text).toContain(`url=${answer.headers.location}`);
    else expect([file, text]).toEqual([file, Buffer.from(answer.body).toString()]);
    expect([file, answer.status]).toEqual([file, file.endsWith('404.html') ? 404 : answer.status]);
  }
}

describe('the static output', { timeout: 60_000 }, () => {
  test('is exactly what the live server answers, at every address', async () => {
    await using one = await BuildHarness.open('languages: { es: {} }');
    const example = new URL('../../../apps/cms/example-project/content/', import.meta.url);
    const content = fileURLToPath(example);
    await one.kiosk.publishTree(content);
    const { readFile } = await import('node:fs/promises');
    one.kiosk.settings = parseSiteSettings(
      await readFile(`${content}/config/site.yaml`, 'utf8'),
      'site.yaml',
    );
    const report = await one.build();
    expect(report.findings).toEqual([]);
    const files = await one.files();
    for (const file of ['index.html', 'es/index.html', '404.html', 'es/404.html', 'feed.xml'])
      expect(Object.keys(files)).toContain(file);
    expect(report.files).toBe(Object.keys(files).length);
    await expectParity(one);
  });

  test('updates the focal point of a picture', async () => {
    await using one = await press({
      'media/hall.png': blankPicture,
      'posts/hall.md': post({ title: 'Hall', image: '../media/hall.png' }),
    });
    await one.build();
    expect(await one.read('posts/index.html')).not.toContain('focal-x-');
    await one.kiosk.print({ 'media/hall.png.meta.yaml': 'focal_x: 0.7\nfocal_y: 0\n' });
    await one.build();
    expect(await one.read('posts/index.html')).toContain('class="focal-x-70 focal-y-0"');
    await expectParity(one);
  });

  test('ADD-INT-1, ADD-INT-3: leads on where the live server redirects, and has nothing where it says gone', async () => {
    await using one = await press({ 'posts/a.md': post({ aliases: '/once/page.html' }) });
    await one.kiosk.print({ 'posts/b.md': post({ slug: 'first' }) });
    await one.kiosk.print({ 'posts/b.md': post({ slug: 'second' }) });
    await one.build();
    expect(await one.read('old/index.html')).toContain('url=/posts/a/');
    expect(await one.read('once/page.html')).toContain('url=/posts/a/');
    expect(await one.read('posts/first/index.html')).toContain('url=/posts/second/');
    await expect(one.read('gone/index.html')).rejects.toThrow('ENOENT');
    expect(await one.read('.well-known/security.txt')).toBe(
      'Contact: mailto:a@quoin.example\nExpires: 2027-03-01T00:00:00Z\nPreferred-Languages: en, es\n' +
        'Canonical: https://quoin.example/.well-known/security.txt\n',
    );
    expect(await one.read('_redirects')).toBe('/blog/* /posts/:splat 301\n');
  });
});

describe('a build again', { timeout: 60_000 }, () => {
  test('makes only the pages that show what has changed, and all of them when its state is lost', async () => {
    await using one = await press();
    const first = await one.build();
    const words = Object.keys(await one.files()).filter((file) =>
      /^search\/[a-z]+\/(?:words|texts)/.test(file),
    );
    expect(first.rendered).toBe(first.files - words.length);
    expect(Object.keys(await one.files())).toEqual(
      expect.arrayContaining([
        'posts/index.html',
        'posts/page/2/index.html',
        'posts/page/3/index.html',
        'posts/feed.xml',
        'tags/index.html',
        'tags/even/page/2/index.html',
        'sitemap.xml',
        'robots.txt',
        'search/index.html',
        'search/en/index.json',
        'search/en/1.json',
      ]),
    );
    await expectParity(one);
    await rm(join(dirname(one.publicDirectory), '.public'), { recursive: true });
    expect(await one.build()).toMatchObject({ rendered: first.rendered, written: first.written });
    expect(await one.build()).toMatchObject({ rendered: 0, written: 0, files: first.files });
    await expectParity(one);

    await one.kiosk.print({
      'posts/p4.md': post({ title: 'Post 4', date: '2026-01-24', tags: ['Even'] }, 'Mended.\n'),
    });
    const report = await one.build();
    expect(await one.read('posts/p4/index.html')).toContain('Mended.');
    expect(one.made).toContain('/posts/p4/');
    expect(one.made).toContain('/posts/page/2/');
    expect(one.made).not.toContain('/posts/page/3/');
    expect(one.made).not.toContain('/posts/p7/');
    expect(report.written).toBeLessThan(report.rendered);

    await one.kiosk.print({ 'posts/new.md': post({ date: '2026-02-01', tags: ['Even'] }) });
    await one.build();
    expect(one.made).toEqual(
      expect.arrayContaining(['/posts/new/', '/posts/p0/', '/posts/page/2/']),
    );
    for (const untouched of ['/posts/p2/', '/posts/p7/', '/tags/odd/'])
      expect(one.made).not.toContain(untouched);
    await expectParity(one);
  });

  test('is what the live server answers after a new address, terms, translation, withdrawal, and title of the site', async () => {
    await using one = await press();
    await one.build();
    const changes: Record<string, string>[] = [
      { 'posts/p3.md': post({ slug: 'elsewhere' }) },
      { 'posts/p3.md': post({ tags: ['New one'] }) },
      { 'posts/es/p3.md': post({ title: 'Tres' }) },
      { 'posts/p3.md': post({ workflow: 'draft' }) },
    ];
    for (const change of changes) {
      await one.kiosk.print(change);
      await one.build();
      await expectParity(one);
    }
    one.kiosk.settings = parseSiteSettings(site.replace('Quoin', 'Quire'), 'site.yaml');
    await one.build();
    await expectParity(one);
    const before = await one.files();
    await one.build({ isFull: true });
    expect(await one.files()).toEqual(before);
  });

  test('leaves no file and no folder of what is gone', async () => {
    await using one = await press({ 'posts/deep/er/a.md': post({ tags: ['Rare'] }), ...posts(2) });
    await one.build();
    await one.build();
    await one.kiosk.print({ 'posts/deep/er/a.md': post({ workflow: 'draft' }) });
    await one.build();
    await one.build();
    const files = Object.keys(await one.files());
    expect(files.filter((file) => /deep|rare/.test(file))).toEqual([]);
    await expect(readlink(`${one.publicDirectory}/tags/rare`)).rejects.toThrow('ENOENT');
  });
});

describe('the public directory', () => {
  test('is replaced in one step, and stays as it is when a build fails', async () => {
    await using one = await press(posts(2));
    await one.build();
    const [before, target] = [await one.files(), await readlink(one.publicDirectory)];
    await one.kiosk.print({ 'posts/p1.md': post({ title: 'Changed' }) });
    const broken = () => Promise.reject(new Error('the theme failed'));
    await expect(one.build({ render: broken })).rejects.toThrow('the theme failed');
    expect([await one.files(), await readlink(one.publicDirectory)]).toEqual([before, target]);
    await one.build();
    expect(await one.read('posts/p1/index.html')).toContain('Changed');
    expect(await readlink(one.publicDirectory)).not.toBe(target);
    await expectParity(one);
  });

  test('that was a folder becomes the output', async () => {
    await using one = await press(posts(2));
    const { mkdir } = await import('node:fs/promises');
    await mkdir(one.publicDirectory);
    await writeFile(`${one.publicDirectory}/index.html`, 'something else');
    await one.build();
    expect(await one.read('index.html')).toContain('The Quoin');
  });

  test('restores deleted files', async () => {
    await using one = await press(posts(2));
    const removeAll = async (): Promise<void> => {
      for (const file of Object.keys(await one.files())) await rm(join(one.publicDirectory, file));
    };
    const change = async (title: string, { isFull = false } = {}): Promise<void> => {
      await one.kiosk.print({ 'posts/p1.md': post({ title }) });
      await one.build({ isFull });
      await expectParity(one);
    };
    await one.build();
    await removeAll();
    await change('What is missing is noticed as it is wanted');
    await change('Once');
    await removeAll();
    await change('Twice', { isFull: true });
    await change('What is left of earlier builds is not trusted after that');
    await change('And again');
  });
});

test('a link to a disappeared list is reported until the list is back', async () => {
  await using one = await press({
    'posts/a.md': post({}, 'All of [rags](/tags/rags/).\n'),
    'posts/b.md': post({ tags: ['Rags'] }),
  });
  expect((await one.build()).findings).toEqual([]);
  await one.kiosk.print({ 'posts/b.md': post({ tags: ['Paper'] }) });
  expect((await one.build()).findings).toMatchObject([{ document: 'posts/a.md', line: 1 }]);
  await one.kiosk.print({ 'posts/b.md': post({ tags: ['Rags'] }) });
  expect((await one.build()).findings).toEqual([]);
});

describe('what is wrong in the content', () => {
  test('is reported with its position in every build until fixed', async () => {
    await using one = await press({
      'posts/a.md': post(
        {},
        'See [b](b.md), [no](no.md),\n[about](/about/) and [here](#here).\n\n![x](../media/x.jpg) [p](/posts/b/)\n\n[c](b.md#missing)\n',
      ),
      'posts/b.md': post({}, '## Here\n'),
    });
    const found = [
      { kind: 'broken_link', document: 'posts/a.md', line: 1, target: 'posts/no.md', fragment: '' },
      { kind: 'broken_link', document: 'posts/a.md', line: 2, target: '/about/', fragment: '' },
      { kind: 'broken_link', document: 'posts/a.md', line: 2, target: 'here', fragment: 'here' },
      { kind: 'missing_media', document: 'posts/a.md', line: 4, target: 'media/x.jpg' },
      {
        kind: 'broken_link',
        document: 'posts/a.md',
        line: 6,
        target: 'posts/b.md',
        fragment: 'missing',
      },
    ];
    expect((await one.build()).findings).toEqual(found);
    expect(await one.build()).toMatchObject({ rendered: 0, findings: found });
    await one.kiosk.print({ 'pages/about.md': post({ title: 'About' }), 'posts/no.md': post({}) });
    expect((await one.build()).findings).toEqual(found.slice(2));
    await one.kiosk.print({ 'posts/b.md': post({ workflow: 'draft' }) });
    const targets = (await one.build()).findings.map((finding) =>
      'target' in finding ? finding.target : '',
    );
    expect(targets).toEqual(['posts/b.md', 'here', 'media/x.jpg', '/posts/b/', 'posts/b.md']);
  });
});
