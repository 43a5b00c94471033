import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findChildren, onServer, withTableHeld } from '@galley/testing';
import { galley, GalleyProcess, openTestDatabase, Site, type Ending } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

interface Built {
  readonly files: number;
  readonly rendered: number;
  readonly written: number;
  readonly removed: number;
  readonly publicDirectory: string;
  readonly findings: readonly { readonly kind: string; readonly message: string }[];
  readonly notices: readonly { readonly path: string; readonly line: number }[];
}

const post = (index: number) =>
  `---\ntitle: Post ${index}\ndate: 2026-01-${String((index % 28) + 1).padStart(2, '0')}\ntags: [T${index % 5}]\n---\nText ${index}.\n`;

function posts(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`content/posts/p${index}.md`, post(index)]),
  );
}

async function build(site: Site, args: readonly string[], variables: Record<string, string>) {
  const options = { variables };
  const done = await galleyHere(['build', '--project', site.directory, ...args], options);
  const json = (): Built => JSON.parse(done.stdout) as Built;
  return { ...done, json };
}

async function breakTheme(site: Site, layout: string): Promise<void> {
  await site.write('content/config/site.yaml', 'theme: broken\n');
  for (const name of ['page', 'list', 'term', 'terms', '404'])
    await site.write(`themes/broken/layouts/${name}.liquid`, name === 'page' ? layout : 'x');
  await site.write('themes/broken/theme.yaml', 'name: broken\nversion: 1.0.0\n');
}

async function output(site: Site): Promise<Record<string, string>> {
  const folder = join(site.directory, 'public');
  const entries = await readdir(`${folder}/`, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[relative(folder, path)] = await readFile(path, 'utf8');
  }
  return files;
}

/** Files of the search index are not rendered pages. */
function countIndexFiles(all: object): number {
  return Object.keys(all).filter((file) => /^search\/[a-z]+\/(?:words|texts)/.test(file)).length;
}

describe('CMS-CLI-2: galley build', { timeout: 240_000 }, () => {
  test('writes the site and its data in threads, changes nothing on the second run, and says where a theme fails at one of the pages, and no more', async () => {
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    await using site = await Site.create({ 'galley.yaml': '', ...posts(310) });
    const first = await build(site, ['--json'], variables);
    expect([first.ending, first.stderr]).toEqual([0, '']);
    const { files, rendered, findings } = first.json();
    const all = await output(site);
    expect([rendered, findings]).toEqual([files - countIndexFiles(all), []]);
    expect(Object.keys(all)).toHaveLength(files);
    expect(all['posts/p7/index.html']).toContain('Text 7.');
    const data = JSON.parse(all['__platform/api/content/posts/p7.md.json']!) as object;
    expect(data).toMatchObject({ path: 'posts/p7.md', title: 'Post 7' });
    const page = JSON.parse(all['__platform/api/collections/lang/en/type/post/2.json']!) as object;
    expect(page).toMatchObject({ page: 2, total: 310 });
    expect(JSON.parse(all['__platform/api/site.json']!)).toMatchObject({ language: 'en' });
    const again = await build(site, ['--json'], variables);
    expect(again.json()).toMatchObject({ files, rendered: 0, written: 0, removed: 0 });
    await breakTheme(site, endless);
    expectFailureAtLine2(await galley(['build', '--project', site.directory], { variables }));
    expect(await output(site)).toEqual(all);
  });

  test('prints a summary, what is broken, and files that other systems would not publish; --strict turns these into a failure', async () => {
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    await using site = await Site.create({
      'galley.yaml': '',
      ...posts(3),
      'content/posts/ink.md': '---\ntitle: Ink\n---\nSee [nothing](/nowhere/).\n',
    });
    const args = ['build', '--project', site.directory];
    const { ending, stdout, stderr } = await galley(args, { variables });
    expect([ending, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^\d+ files in .*public: \d+ built, \d+ of them new or changed, 0 removed/,
    );
    expect(stdout).toContain('posts/ink.md, line 1: no public page at /nowhere/');
    expect((await build(site, ['--strict'], variables)).ending).toBe(1);

    const jekyll = '---\ntitle: Secret\npublished: false\n---\nSecret';
    await site.write('content/posts/jekyll.md', jekyll);
    const ink = '---\ntitle: Ink\nslug: ink\n---\nBlack.\n';
    await site.write('content/posts/ink.md', ink);
    expect((await build(site, ['--strict'], variables)).ending).toBe(0);
    await site.write('content/posts/other.md', ink);
    const twice = await build(site, ['--strict'], variables);
    expect([twice.ending, twice.stdout]).toEqual([
      1,
      expect.stringContaining('has the same address as posts/ink.md: /posts/ink/'),
    ]);
    expect(twice.stdout).toContain(
      'posts/jekyll.md, line 3: published marks the file as not public',
    );
    await site.write('content/posts/other.md', '---\ntitle: [\n---\nBlack.\n');
    await site.write('content/posts/toml.md', '+++\ntitle = "Secret"\ndraft = true\n+++\nSecret');
    const unreadable = await build(site, ['--strict', '--json'], variables);
    expect(unreadable.ending).toBe(1);
    expect(unreadable.json()).toMatchObject({
      notices: [
        {
          path: 'posts/jekyll.md',
          line: 3,
          severity: 'notice',
          message: expect.stringContaining('published') as string,
        },
        { path: 'posts/other.md', severity: 'error' },
      ],
    });

    const before = await output(site);
    expect(Object.values(before).join('\n')).not.toContain('Secret');
    await breakTheme(site, '{% assign x = 1 | divided_by: 0 %}{{ nothing | no_such_filter }}');
    const unusable = await build(site, [], variables);
    expect([unusable.ending, unusable.stderr]).toEqual([
      1,
      expect.stringMatching(/layouts\/page\.liquid, line 1/),
    ]);
    await breakTheme(site, endless);
    expectFailureAtLine2(await build(site, [], variables));
    expect(await output(site)).toEqual(before);
  });

  test('contains only approved content', async () => {
    await using database = await openTestDatabase();
    const variables = { DATABASE_URL: database.url };
    await using site = await Site.create({
      'galley.yaml': '',
      'content/config/site.yaml': 'editorial: { require_approval: true }\n',
      'content/posts/ink.md': '---\ntitle: Ink\n---\nApproved.\n',
    });
    expect((await build(site, [], variables)).ending).toBe(0);
    await site.write('content/posts/ink.md', '---\ntitle: Ink\n---\nNot approved.\n');
    await site.write('content/posts/new.md', '---\ntitle: New\n---\nNot approved either.\n');
    expect((await build(site, [], variables)).ending).toBe(0);
    const text = Object.values(await output(site)).join('\n');
    expect(text).toContain('Approved.');
    expect(text).not.toMatch(/Not approved/);
  });

  test('is complete with a new database whose counters start again', async () => {
    await using site = await Site.create({ 'galley.yaml': '', ...posts(3) });
    const buildAnew = async (): Promise<void> => {
      await using database = await openTestDatabase();
      await onServer(database.url, 'drop schema public cascade; create schema public');
      expect((await build(site, [], { DATABASE_URL: database.url })).ending).toBe(0);
    };
    await buildAnew();
    await site.write('content/posts/p1.md', post(1).replace('Text 1.', 'Mended.'));
    await buildAnew();
    expect((await output(site))['posts/p1/index.html']).toContain('Mended.');
  });

  test('explains wrong usage', async () => {
    await using site = await Site.create({ 'readme.txt': '' });
    const nowhere = await build(site, [], {});
    expect([nowhere.ending, nowhere.stderr]).toEqual([
      1,
      expect.stringContaining('is not a Galley project'),
    ]);
    const odd = await build(site, ['--fast'], {});
    expect([odd.ending, odd.stderr]).toEqual([2, expect.stringContaining('fast')]);
  });
});

const endless = '{{ page.title }}\n{% for i in (1..99999999) %}.{% endfor %}';

function expectFailureAtLine2({ ending, stderr }: { ending: Ending; stderr: string }): void {
  expect(ending).toBe(1);
  expect(stderr).toMatch(
    /^galley: \/\S* could not be rendered: layouts\/page\.liquid, line 2, column \d+: /m,
  );
  expect(stderr).not.toMatch(/^\s+at /m);
}

const postsOfKill = 40;

test('a killed build leaves the output complete, and the next build succeeds', async () => {
  await using database = await openTestDatabase();
  const variables = { DATABASE_URL: database.url };
  await using site = await Site.create({ 'galley.yaml': '', ...posts(postsOfKill) });
  expect((await build(site, [], variables)).ending).toBe(0);
  const before = await output(site);
  await site.write('content/config/site.yaml', 'title: After the kill\n');
  const killed = new GalleyProcess(['build', '--project', site.directory], { variables });
  const begun = Date.now();
  await vi.waitUntil(() => hasWritten(site, begun), { timeout: 30_000, interval: 5 });
  expect(await killed.kill('SIGKILL')).toBe('SIGKILL');
  expect(await output(site)).toEqual(before);
  expect((await build(site, [], variables)).ending).toBe(0);
  const after = await output(site);
  expect(after['index.html']).toContain('After the kill');
  const full = await build(site, ['--full', '--json'], variables);
  const files = Object.keys(after).length;
  expect(full.json()).toMatchObject({ files, rendered: files - countIndexFiles(after) });
  expect(await output(site)).toEqual(after);
});

test('the build process of a killed server ends, and the next server builds', async () => {
  await using database = await openTestDatabase();
  const variables = { DATABASE_URL: database.url, GALLEY_BUILD__ON_PUBLISH: 'true' };
  await using site = await Site.create({ 'galley.yaml': '', ...posts(1) });
  const serve = () =>
    new GalleyProcess(['serve', '--project', site.directory, '--port', '0'], { variables });
  const first = serve();
  await first.ready();
  await withTableHeld(database.db, 'published_documents', async () => {
    const isBuilding = async () => (await findChildren(first.pid, 'run-build-process')).length > 0;
    await vi.waitUntil(isBuilding, { timeout: 60_000, interval: 20 });
    // Standard error closes only after the last process that holds it has ended.
    expect(await first.kill('SIGKILL')).toBe('SIGKILL');
  });
  const second = serve();
  await second.ready();
  await vi.waitUntil(() => existsSync(join(site.directory, 'public/posts/p0/index.html')), {
    timeout: 60_000,
    interval: 20,
  });
  expect(await second.kill('SIGTERM')).toBe(0);
}, 120_000);

function hasWritten(site: Site, since: number): boolean {
  const folder = join(site.directory, '.public');
  return readdirSync(folder).some((build) =>
    Object.keys(posts(postsOfKill)).some((_, index) => {
      const file = join(folder, build, `posts/p${index}/index.html`);
      return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since;
    }),
  );
}
