import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '@galley/testing';
import { filterModule } from './fixtures.ts';
import type { Grant } from './grants.ts';
import { defaultHostLimits } from './host-limits.ts';
import { enablePlugin, PluginProject, findListed } from './plugin-project.fixtures.ts';

let project: PluginProject;

beforeEach(async () => {
  project = await PluginProject.open();
});

describe('filters', () => {
  test('pass a value through every plugin by name and past one that fails, and leave what none changes', async () => {
    await project.write('one', filterModule('return value + " one";'));
    await project.write('three', filterModule('return value + " three " + context.path;'));
    await project.write('two', filterModule('throw new Error("two is ill");'));
    await project.write('four', filterModule('return { no: "text" };'));
    const plugins = project.openProcess();
    expect(await plugins.host.filter('page.html', 'text', {})).toBe('text');
    for (const name of ['one', 'two', 'three', 'four']) await enablePlugin(plugins, name);
    expect(plugins.host.has('page.html')).toBe(true);
    expect(plugins.host.has('document.html')).toBe(false);
    expect(await plugins.host.filter('page.html', 'text', { path: '/a/' })).toBe(
      'text one three /a/',
    );
    expect(project.logger.listAttributes('plugin failed')).toEqual([
      expect.stringContaining(
        '"plugin":"four","in":"page.html","reason":"index.js:2: page.html in filters must return text, not a object"',
      ),
      expect.stringContaining(
        '"plugin":"two","in":"page.html","reason":"index.js:3: two is ill","file":"index.js","line":3',
      ),
    ]);
  });
});

describe('one plugin is asked', () => {
  test('by its job, route or block, and answers or fails with a problem', async () => {
    await project.write(
      'plugins',
      `export const jobs = { count: () => 5 };
export const routes = { 'GET /report': (request) => ({ asked: request.query }), 'POST /fail': () => {
  throw new Error('no paper');
} };
export const blocks = { chart: ({ text }) => '<p>' + text + '</p>' };`,
      `permissions: [schedule, render]
jobs: [{ name: count, every: 1h }]
blocks: [chart]
routes:
  - { method: GET, path: /report, access: signed_in }
  - { method: POST, path: /fail, access: documents.write }
`,
    );
    const plugins = project.openProcess();
    await enablePlugin(plugins, 'plugins');
    const { host } = plugins;
    expect(await host.call('plugins', 'job:count', null)).toBe(5);
    expect(await host.call('plugins', 'route:GET /report', { query: 'q' })).toEqual({ asked: 'q' });
    expect(await host.call('plugins', 'block:chart', { text: 'x' })).toBe('<p>x</p>');
    await expect(host.call('plugins', 'route:POST /fail', null)).rejects.toMatchObject({
      code: 'plugin_failed',
      message: 'The plugin plugins failed: index.js:3: no paper.',
    });
    await expect(host.call('plugins', 'job:other', null)).rejects.toMatchObject({
      code: 'plugin_not_running',
    });
    await expect(host.call('nobody', 'job:count', null)).rejects.toMatchObject({
      code: 'plugin_not_running',
    });
  });

  test('that waits for too long: plugin_timeout', async () => {
    await project.write(
      'slow',
      'export const jobs = { wait: () => new Promise(() => {}) };',
      'permissions: [schedule]\njobs: [{ name: wait, every: 1h }]\n',
    );
    const perCall = { ...defaultHostLimits.perCall, jobs: 50 };
    const plugins = project.openProcess({ limits: { perCall } });
    await enablePlugin(plugins, 'slow');
    await expect(plugins.host.call('slow', 'job:wait', null)).rejects.toMatchObject({
      code: 'plugin_timeout',
      message: 'The plugin slow failed: wait took longer than 0.05 s.',
    });
  });
});

describe('GAP-SET-5 a plugin that fails too often', () => {
  const thrower = filterModule('\nthrow new Error("ill: " + value);');

  test('is switched off, in every process, with why and where; others go on', async () => {
    await project.write('ill', thrower);
    await project.write('well', filterModule('return value + "!";'));
    const onSwitchedOff = vi.fn(() => Promise.resolve());
    const here = project.openProcess({ limits: { failures: 3 }, onSwitchedOff });
    const there = project.openProcess({ limits: { failures: 3 }, onSwitchedOff });
    await enablePlugin(here, 'ill');
    await enablePlugin(here, 'well');
    await there.host.apply();
    for (let times = 0; times < 3; times += 1)
      expect(await here.host.filter('page.html', 'a', {})).toBe('a!');
    await vi.waitFor(() => expect(onSwitchedOff).toHaveBeenCalled(), 30_000);
    expect(onSwitchedOff.mock.calls).toEqual([['ill', 'index.js:4: ill: a']]);
    await there.host.apply();
    for (const { host } of [here, there])
      expect(host.running().map(({ manifest }) => manifest.name)).toEqual(['well']);
    expect(await there.service.list()).toContainEqual(
      expect.objectContaining({
        name: 'ill',
        enabled: false,
        state: 'failed',
        lastError: 'index.js:4: ill: a',
      }),
    );
    expect(project.logger.listAttributes('plugin disabled after repeated failures')).toHaveLength(
      1,
    );
  });

  test('stays on while it fails now and then', async () => {
    await project.write('ill', thrower);
    const clock = new ManualClock();
    const plugins = project.openProcess({ clock, limits: { failures: 2, window: 1_000 } });
    await enablePlugin(plugins, 'ill');
    for (let times = 0; times < 4; times += 1) {
      await plugins.host.filter('page.html', 'a', {});
      clock.advance(1_001);
    }
    await plugins.host.apply();
    expect(plugins.host.running()).toHaveLength(1);
    expect(plugins.host.running()[0]!.counts).toMatchObject({ calls: 4, failures: 4 });
  });

  test('that broke is restarted and handles the next call', async () => {
    await project.write(
      'loops',
      filterModule('if (value === "loop") for (;;) Math.random();\nreturn value + "!";'),
    );
    const plugins = project.openProcess({ limits: { stretch: 500 } });
    await enablePlugin(plugins, 'loops');
    const told = vi.fn();
    plugins.host.subscribe(told);
    expect(await plugins.host.filter('page.html', 'loop', {})).toBe('loop');
    expect(await plugins.host.filter('page.html', 'text', {})).toBe('text!');
    expect(plugins.host.running()[0]!.counts).toMatchObject({ failures: 1, restarts: 1 });
    expect(told).toHaveBeenCalledOnce();
  });

  test('is on again when a person switches it on', async () => {
    await project.write('ill', thrower);
    const plugins = project.openProcess({ limits: { failures: 1 } });
    await enablePlugin(plugins, 'ill');
    await plugins.host.filter('page.html', 'a', {});
    await vi.waitFor(
      async () => expect((await findListed(plugins, 'ill')).state).toBe('failed'),
      30_000,
    );
    await enablePlugin(plugins, 'ill');
    expect(await findListed(plugins, 'ill')).toMatchObject({ state: 'running', lastError: null });
  });
});

describe('grants', () => {
  const grants: Grant[] = [
    { name: 'documents.get', permission: 'documents.read', run: async (path) => ({ path }) },
    { name: 'documents.save', permission: 'documents.write', run: async () => 'saved' },
    {
      name: 'documents.fail',
      permission: 'documents.read',
      run: () => Promise.reject(new Error('secret detail')),
    },
  ];
  test('what was granted is answered; what was not is refused with its permission, and counted; what fails inside is for the log of the server alone', async () => {
    await project.write(
      'asks',
      `import { documents } from 'galley';
export const routes = {
  'GET /granted': () => documents.get('a.md'),
  'GET /refused': () => documents.save('a.md'),
  'GET /failing': () => documents.fail('a.md').catch((e) => [e.message, e.code]),
};`,
      `permissions: [documents.read]
routes:
  - { method: GET, path: /granted, access: signed_in }
  - { method: GET, path: /refused, access: signed_in }
  - { method: GET, path: /failing, access: signed_in }
`,
    );
    const plugins = project.openProcess({ grants });
    await enablePlugin(plugins, 'asks');
    const ask = (path: string) => plugins.host.call('asks', `route:GET ${path}`, null);
    expect(await ask('/granted')).toEqual({ path: 'a.md' });
    await expect(ask('/refused')).rejects.toThrow(
      'documents.save needs the permission documents.write; add "documents.write" to permissions in plugin.yaml',
    );
    expect(plugins.host.running()[0]!.counts.refused).toBe(1);
    expect(project.logger.listAttributes('plugin call without permission')).toEqual([
      '{"plugin":"asks","function":"documents.save"}',
    ]);
    expect(await ask('/failing')).toEqual([
      'documents.fail failed; the log of the server says why',
      'internal',
    ]);
    expect(project.logger.listAttributes('plugin function failed')[0]).toContain('secret detail');
  });
});

describe('changes', () => {
  test('of its files restart it; of its permissions require new consent', async () => {
    await project.write('moves', filterModule('return "old";'));
    const clock = new ManualClock();
    const plugins = project.openProcess({ clock });
    await enablePlugin(plugins, 'moves');
    await project.write('moves', filterModule('return "newer";'));
    const told = Promise.withResolvers<void>();
    plugins.host.subscribe(told.resolve);
    await clock.sleeping();
    clock.advance(2_000);
    await told.promise;
    expect(await plugins.host.filter('page.html', '', {})).toBe('newer');
    await project.write(
      'moves',
      filterModule('return "x";'),
      'permissions: [render, storage]\nfilters: [page.html]\n',
    );
    await plugins.host.apply();
    expect(plugins.host.running()).toEqual([]);
    expect(await findListed(plugins, 'moves')).toMatchObject({
      enabled: true,
      state: 'needs_approval',
    });
    await enablePlugin(plugins, 'moves');
    expect(await plugins.host.filter('page.html', '', {})).toBe('x');
  });

  test('that break it disable it with a reason until they are fixed', async () => {
    await project.write('moves', filterModule('return "old";'));
    const plugins = project.openProcess();
    await enablePlugin(plugins, 'moves');
    await project.write('moves', 'export const filters = {{');
    await plugins.host.apply();
    await plugins.host.apply();
    expect(await findListed(plugins, 'moves')).toMatchObject({
      enabled: true,
      state: 'broken',
      lastError: expect.stringContaining('index.js:1: SyntaxError') as string,
    });
    expect(project.logger.listAttributes('plugin not started')).toHaveLength(1);
    await project.write('moves', filterModule('return "fixed";'));
    await plugins.host.apply();
    expect(await plugins.host.filter('page.html', '', {})).toBe('fixed');
  });

  test('of its settings restart it', async () => {
    await project.write(
      'set',
      `import { settings } from 'galley';\n${filterModule('return settings.word;')}`,
    );
    let word = 'one';
    const plugins = project.openProcess({ settings: () => ({ word }) });
    await enablePlugin(plugins, 'set');
    expect(await plugins.host.filter('page.html', '', {})).toBe('one');
    word = 'two';
    await plugins.host.apply();
    expect(await plugins.host.filter('page.html', '', {})).toBe('two');
  });

  test('its folder may go', async () => {
    await project.write('goes', filterModule('return "x";'));
    const plugins = project.openProcess();
    await enablePlugin(plugins, 'goes');
    await rm(join(project.directory, 'goes'), { recursive: true });
    await plugins.host.apply();
    expect(plugins.host.running()).toEqual([]);
    await plugins.service.disable({ name: 'goes', by: 'ada' });
  });
});
