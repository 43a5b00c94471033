import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Parser } from 'htmlparser2';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { galley, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';
import { launchAgent } from './service/launch-agent.ts';
import { ProjectService } from './service/project-service.ts';
import { systemdUnit } from './service/systemd-unit.ts';

const systemctl = (state: string) =>
  `case "$2" in show) printf 'ActiveState=${state}\\nSubState=some\\nMainPID=42\\nResult=success\\n';; esac`;
const launchctl = `case "$1" in
print) test -e "$HOME/loaded" && printf '\\tstate = running\\n\\tpid = 7\\n' || exit 113;;
bootstrap) touch "$HOME/loaded";;
bootout) rm "$HOME/loaded";;
esac`;

async function machine(scripts: { systemctl?: string; launchctl?: string } = {}) {
  const folder = await temporaryDirectory();
  const [bin, calls] = [join(folder.path, 'bin'), join(folder.path, 'calls')];
  await mkdir(bin);
  const all = { systemctl: systemctl('active'), launchctl, ...scripts };
  for (const [program, script] of Object.entries(all)) {
    await writeFile(join(bin, program), `#!/bin/sh\necho "$@" >> '${calls}'\n${script}\n`);
    await chmod(join(bin, program), 0o755);
  }
  const project = join(folder.path, 'press');
  await mkdir(project);
  const config = join(folder.path, 'config');
  const variables = {
    PATH: `${bin}${delimiter}${process.env.PATH!}`,
    HOME: folder.path,
    XDG_CONFIG_HOME: config,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const common = { project, program: '/opt/galley.mjs', configHome: config };
  return {
    folder: folder.path,
    project,
    variables,
    units: join(config, 'systemd/user'),
    agents: join(folder.path, 'Library/LaunchAgents'),
    service: (platform: NodeJS.Platform) => new ProjectService({ ...common, platform }),
    calls: async () => (await readFile(calls, 'utf8')).trimEnd().split('\n'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

afterEach(() => vi.unstubAllEnvs());

const definition = {
  name: 'galley-press-0a1b2c3d',
  project: '/srv/ada/100% "my" $press & <co>',
  command: ['/opt/node', '/opt/galley.mjs', 'serve'] as const,
  variables: { GALLEY_MANAGED: 'true' },
  log: '/srv/ada/100% "my" $press & <co>/.service/run/service.log',
};

test('a systemd unit escapes any path', () => {
  const unit = systemdUnit(definition);
  expect(unit).toContain('WorkingDirectory=/srv/ada/100%% "my" $press & <co>\n');
  expect(unit).toContain('ExecStart="/opt/node" "/opt/galley.mjs" "serve"\n');
  const odd = systemdUnit({ ...definition, command: ['/a "b" \\ $c %d'] });
  expect(odd).toContain('ExecStart="/a \\"b\\" \\\\ $$c %%d"\n');
});

test('a launch agent is a property list, and escapes any path', () => {
  const texts: string[] = [];
  const parser = new Parser({ ontext: (text) => texts.push(text) }, { xmlMode: true });
  parser.end(launchAgent(definition));
  const all = texts.join('');
  for (const text of [definition.project, definition.log, ...definition.command])
    expect(all).toContain(text);
});

describe('CMS-CLI-8: on Linux', () => {
  test('install enables and starts a user unit, and prints all paths', async () => {
    await using here = await machine();
    const installed = await here.service('linux').install(new Date());
    expect(installed).toMatchObject({ state: 'running', pid: 42, manager: 'systemd' });
    const file = join(here.project, '.service/run/service.json');
    const record = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    expect(installed).toMatchObject(record);
    const { name, log, definition: unit } = installed;
    expect(name).toMatch(/^galley-press-[0-9a-f]{8}$/);
    expect(log).toBe(join(here.project, '.service/run/service.log'));
    expect(unit).toBe(join(here.units, `${name}.service`));
    const text = await readFile(unit, 'utf8');
    expect(text).toContain(`WorkingDirectory=${here.project}\n`);
    expect(text).toMatch(/^ExecStart="[^"]+" "[^"]+galley\.mjs" "serve"$/m);
    expect(await here.calls()).toEqual([
      '--user daemon-reload',
      `--user enable ${name}.service`,
      `--user restart ${name}.service`,
      expect.stringContaining(`--user show ${name}.service`),
    ]);
  });

  test('the definition contains no environment variables', async () => {
    await using here = await machine();
    vi.stubEnv('GALLEY_ADMIN_PASSWORD', 'swordfish and chips');
    const { definition: unit } = await here.service('linux').install(new Date());
    expect(await readFile(unit, 'utf8')).not.toMatch(/swordfish|PATH=/);
  });

  test.each(['start', 'stop', 'restart'] as const)('%s calls the manager', async (act) => {
    await using here = await machine();
    const { name } = await here.service('linux').install(new Date());
    expect(await here.service('linux')[act]()).toMatchObject({ state: 'running' });
    expect((await here.calls())[4]).toBe(`--user ${act} ${name}.service`);
  });

  test('uninstall removes exactly the files of install', async () => {
    await using here = await machine();
    await writeFile(join(here.project, 'galley.yaml'), '');
    await here.service('linux').install(new Date());
    await here.service('linux').uninstall();
    expect(await readdir(here.units)).toEqual([]);
    expect(await readdir(join(here.project, '.service/run'))).toEqual([]);
    expect(await readdir(here.project)).toContain('galley.yaml');
    await expect(here.service('linux').status()).rejects.toThrow('No service is installed');
  });

  test('a failed installation leaves no files and reports the reason', async () => {
    const refusal = `echo 'Failed to connect to bus: No medium found' >&2; exit 1`;
    await using here = await machine({ systemctl: refusal });
    const install = here.service('linux').install(new Date());
    await expect(install).rejects.toThrow(/No medium found[^]*loginctl enable-linger/);
    expect(await readdir(here.units)).toEqual([]);
    await expect(here.service('linux').status()).rejects.toThrow('No service is installed');
  });

  test('other platforms are rejected', async () => {
    await using here = await machine();
    const install = here.service('freebsd').install(new Date());
    await expect(install).rejects.toThrow('galley service supports Linux with systemd and macOS');
  });
});

describe('CMS-CLI-8: on macOS', () => {
  test('a LaunchAgent is enabled, started, stopped and removed', async () => {
    await using here = await machine();
    const service = here.service('darwin');
    const installed = await service.install(new Date());
    expect(installed).toMatchObject({ state: 'running', pid: 7, manager: 'launchd' });
    expect(installed.definition).toBe(join(here.agents, `${installed.name}.plist`));
    await service.stop();
    await service.uninstall();
    const domain = `gui/${process.getuid!()}`;
    const told = (await here.calls()).filter((call) => !call.startsWith('print'));
    expect(told).toEqual([
      `enable ${domain}/${installed.name}`,
      `bootstrap ${domain} ${installed.definition}`,
      `kill SIGTERM ${domain}/${installed.name}`,
      `bootout ${domain}/${installed.name}`,
    ]);
    expect(await readdir(here.agents)).toEqual([]);
  });
});

describe('CMS-CLI-8: galley service', () => {
  test('installs the service and prints its state, also as JSON', async () => {
    await using here = await machine();
    const { variables } = here;
    await galleyHere(['init', '--project', here.project]);
    const at = ['--project', here.project];
    const { ending, stdout } = await galley(['service', 'install', ...at, '--json'], { variables });
    expect(ending).toBe(0);
    const { name, state } = JSON.parse(stdout) as { name: string; state: string };
    expect(state).toBe('running');
    const status = await galley(['service', 'status', ...at], { variables });
    expect([status.ending, status.stdout]).toEqual([
      0,
      expect.stringContaining(`${name} is running`),
    ]);
  });

  test('status exits with 1 when the service does not run', async () => {
    await using here = await machine({
      systemctl: systemctl('inactive'),
      launchctl: 'test "$1" != print || exit 113',
    });
    await galleyHere(['init', '--project', here.project]);
    await here.service(process.platform).install(new Date());
    const { variables } = here;
    const status = await galley(['service', 'status', '--project', here.project], { variables });
    expect(status.ending).toBe(1);
    expect(status.stdout).toContain('is stopped');
  });

  test('a folder without a project is rejected', async () => {
    await using site = await Site.create();
    const { ending, stderr } = await galley(['service', 'install', '--project', site.directory]);
    expect([ending, stderr]).toEqual([1, expect.stringContaining('Create one with galley init')]);
  });
});
