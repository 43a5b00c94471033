import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { filterModule, writePlugin } from './fixtures.ts';
import { enablePlugin, PluginProject, pluginYaml, findListed } from './plugin-project.fixtures.ts';

const reading = 'permissions: [documents.read]\nhooks: [document.saved]\n';
let project: PluginProject;

beforeEach(async () => {
  project = await PluginProject.open();
});

describe('GAP-SET-5 switching plugins on and off', () => {
  test('more than reading has to be agreed to, in words', async () => {
    await project.write(
      'risky',
      filterModule('return value;'),
      'permissions: [render, network]\nhosts: [example.org]\nfilters: [page.html]\n',
    );
    const plugins = project.openProcess();
    const asked = plugins.service.enable({ name: 'risky', approveRisk: false, by: 'ada' });
    await expect(asked).rejects.toMatchObject({
      code: 'approval_of_risk_required',
      message:
        'The plugin risky could change what every reader sees on the public pages; send and receive data over the network (example.org). If you agree, enable it with approve_risk: true.',
      details: { hosts: ['example.org'] },
    });
    expect(plugins.host.running()).toEqual([]);
    expect(await enablePlugin(plugins, 'risky')).toMatchObject({ enabled: true, state: 'running' });
  });

  test('what only reads needs no agreement', async () => {
    await project.write('reads', 'export const hooks = { "document.saved"() {} };', reading);
    const plugins = project.openProcess();
    const listed = await plugins.service.enable({ name: 'reads', approveRisk: false, by: 'ada' });
    expect(listed).toMatchObject({ state: 'running', needsApproval: false });
    await plugins.host.notify('document.saved', { path: 'a.md' });
    expect(plugins.host.running()[0]!.counts).toMatchObject({ calls: 1, failures: 0 });
  });

  test('a broken one stays off, and the answer says what is wrong and where', async () => {
    await project.write(
      'broken',
      filterModule('return 1;'),
      'permissions: [render, schedule]\nfilters: [page.html, document.html]\njobs:\n  - { name: count, every: 1h }\n',
    );
    const plugins = project.openProcess();
    await expect(enablePlugin(plugins, 'broken')).rejects.toMatchObject({
      code: 'invalid_plugin',
      message: expect.stringMatching(
        /plugin\.yaml:4:22: filters\[1\]: document\.html: index\.js exports no such function.*\n.*plugin\.yaml:6:5: jobs\[0\]: count/,
      ) as string,
    });
    expect(await findListed(plugins, 'broken')).toMatchObject({ enabled: false, state: 'off' });
  });

  test('an undeclared export is reported with its line', async () => {
    await project.write(
      'extra',
      `${filterModule('return 1;')}\nexport const jobs = {\n  secret() {},\n};`,
    );
    const plugins = project.openProcess();
    await expect(enablePlugin(plugins, 'extra')).rejects.toThrow(
      'index.js:8:1: jobs has secret, and plugin.yaml does not list it; add "secret" to jobs there',
    );
  });

  test('one that is not there is not found, and the AI writer is part of the server', async () => {
    const plugins = project.openProcess();
    await expect(enablePlugin(plugins, 'nobody')).rejects.toMatchObject({
      code: 'plugin_not_found',
    });
    expect(await findListed(plugins, 'aiwriter')).toMatchObject({ builtin: true, enabled: true });
    await plugins.service.disable({ name: 'aiwriter', by: 'ada' });
    expect(await findListed(plugins, 'aiwriter')).toMatchObject({ enabled: false, state: 'off' });
  });

  test('switched off in one process, it stops in the others when they look', async () => {
    await project.write('shared', filterModule('return "x";'));
    const [here, there] = [project.openProcess(), project.openProcess()];
    await enablePlugin(here, 'shared');
    await there.host.apply();
    expect(there.host.running()).toHaveLength(1);
    await here.service.disable({ name: 'shared', by: 'ada' });
    expect(here.host.running()).toEqual([]);
    await there.host.apply();
    expect(there.host.running()).toEqual([]);
  });

  test('a project’s plugin cannot take the name of one that comes with Galley', async () => {
    await using builtIn = await temporaryDirectory();
    await writePlugin(join(builtIn.path, 'same'), pluginYaml('same'), {
      'index.js': filterModule('return "ours";'),
    });
    await project.write('same', filterModule('return "theirs";'));
    project.folders = [{ directory: builtIn.path, builtin: true }, ...project.folders];
    const plugins = project.openProcess();
    await enablePlugin(plugins, 'same');
    expect(await plugins.host.filter('page.html', '', {})).toBe('ours');
    const names = (await plugins.service.list()).map(
      ({ name, state: at }) => `${name.split(' ')[0]} ${at}`,
    );
    expect(names).toEqual(['aiwriter running', 'same running', 'same broken']);
  });

  test('nor that of the AI writer, whose switch would run it', async () => {
    await project.write('aiwriter', 'export const hooks = { "document.saved"() {} };', reading);
    const plugins = project.openProcess();
    await enablePlugin(plugins, 'aiwriter');
    expect(plugins.host.running()).toEqual([]);
    const named = (await plugins.service.list()).filter(({ name }) => name.startsWith('aiwriter'));
    expect(named).toMatchObject([
      { name: 'aiwriter', builtin: true, state: 'running' },
      { state: 'broken', lastError: expect.stringContaining('that comes with Galley') as string },
    ]);
  });
});
