import { expect, test } from 'vitest';
import { Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

test('galley plugins check accepts a new plugin of galley plugins create, and names the error in a broken one', async () => {
  await using site = await Site.create();
  const project = ['--project', site.directory];
  await site.write('galley.yaml', '');
  const made = await galleyHere(['plugins', 'create', 'word-count', '--json', ...project]);
  expect(made.ending).toBe(0);
  expect(JSON.parse(made.stdout)).toEqual({
    name: 'word-count',
    folder: `${site.directory}/plugins/word-count`,
  });
  const checked = await galleyHere(['plugins', 'check', '--json', ...project]);
  expect(JSON.parse(checked.stdout)).toEqual([
    { name: 'word-count', version: '0.1.0', problem: null },
  ]);
  expect(checked.ending).toBe(0);
  await site.write('plugins/word-count/index.js', 'export const filters = {};\nprocess.exit(0);\n');
  const broken = await galleyHere(['plugins', 'check', 'word-count', ...project]);
  expect(broken.stdout).toContain('word-count: index.js:2: process is not defined');
  expect(broken.stderr).toBe('galley: the plugin word-count has errors');
  expect(broken.ending).toBe(1);
}, 60_000);

test('invalid, taken and unknown plugin names exit with 1', async () => {
  await using site = await Site.create();
  const project = ['--project', site.directory];
  await site.write('galley.yaml', '');
  const outcomes = [
    await galleyHere(['plugins', 'create', '../out', ...project]),
    await galleyHere(['plugins', 'check', 'nobody', ...project]),
  ];
  expect(outcomes.map(({ ending }) => ending)).toEqual([1, 1]);
  expect(outcomes[0]!.stderr).toContain('The plugin name "../out" is invalid.');
  expect(outcomes[1]!.stderr).toContain('No plugin "nobody"');
});
