import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

async function projectSite() {
  const site = await Site.create();
  await site.write('galley.yaml', '');
  await site.write('content/config/site.yaml', '# ours\ntitle: Desk\n');
  const run = (...args: string[]) => galleyHere(['theme', ...args, '--project', site.directory]);
  const read = (path: string) => readFile(join(site.directory, path), 'utf8');
  return { site, run, read, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('ADD-THM-8: a new theme passes its check, is packed, installed elsewhere and used', async () => {
  await using from = await projectSite();
  await using to = await projectSite();
  const zip = join(from.site.directory, 'ink.zip');
  const outcomes = [
    await from.run('new', 'ink', '--json'),
    await from.run('check', 'ink', '--json'),
    await from.run('pack', 'ink', '--output', zip),
    await to.run('install', zip, '--json'),
    await to.run('use', 'ink', '--json'),
  ];
  expect(outcomes.map(({ ending, stderr }) => [ending, stderr])).toEqual(
    outcomes.map(() => [0, '']),
  );
  expect(JSON.parse(outcomes[1]!.stdout)).toEqual({ name: 'ink', findings: [] });
  expect(JSON.parse(outcomes[3]!.stdout)).toEqual({ name: 'ink' });
  expect(JSON.parse(outcomes[4]!.stdout)).toEqual({ name: 'ink', previous: 'default' });
  expect(await to.read('content/config/site.yaml')).toBe('# ours\ntitle: Desk\ntheme: ink\n');
  for (const file of ['theme.yaml', 'assets/theme.css', 'shortcodes/notice.html'])
    expect(await to.read(`themes/ink/${file}`)).toBe(await from.read(`themes/ink/${file}`));
  const listed = await to.run('list', '--json');
  expect(JSON.parse(listed.stdout)).toContainEqual({
    name: 'ink',
    version: '0.1.0',
    description: '',
    extends: 'default',
    builtin: false,
    enabled: true,
  });
}, 60_000);

test('ADD-THM-8: nothing is overwritten without --replace, and hostile archives leave nothing', async () => {
  await using project = await projectSite();
  const { site, run, read } = project;
  await run('new', 'ink');
  await site.write('themes/ink/assets/theme.css', 'changed{}');
  const zip = join(site.directory, 'ink.zip');
  expect((await run('new', 'ink')).stderr).toContain('The theme ink already exists.');
  expect((await run('pack', 'ink', '--output', zip)).ending).toBe(0);
  expect((await run('pack', 'ink', '--output', zip)).stderr).toContain('already exists');
  await site.write('themes/ink/assets/theme.css', 'edited{}');
  const refused = await run('install', zip);
  expect([refused.ending, refused.stderr]).toEqual([
    1,
    'galley: The theme ink already exists. To replace it, use --replace.',
  ]);
  expect(await read('themes/ink/assets/theme.css')).toBe('edited{}');
  expect((await run('install', zip, '--replace')).ending).toBe(0);
  expect(await read('themes/ink/assets/theme.css')).toBe('changed{}');
  await site.write('bad.zip', 'PK nothing');
  expect((await run('install', join(site.directory, 'bad.zip'))).ending).toBe(1);
  expect((await run('use', 'absent')).stderr).toContain('The theme absent does not exist.');
  expect((await run('new', '../out')).stderr).toContain('is not a valid theme name');
}, 60_000);

test('ADD-THM-7: the check names unknown variables by file and line, and exits with 1', async () => {
  await using project = await projectSite();
  await project.site.write('templates/layouts/page.liquid', '\n{{ document.titel }}');
  const { stdout, stderr, ending } = await project.run('check');
  expect([stdout, stderr, ending]).toEqual([
    'templates/layouts/page.liquid:2:4: the variable document.titel does not exist\n',
    'galley: the theme default has errors: 1',
    1,
  ]);
}, 60_000);
