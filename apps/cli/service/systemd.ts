import { ask, tell, type ServiceManager, type ServiceState } from './service-control.ts';

const user = (...args: readonly string[]) => tell('systemctl', '--user', ...args);

export const systemdManager: ServiceManager = {
  kind: 'systemd',
  fileName: unitName,
  install: async (name) => {
    await user('daemon-reload');
    await user('enable', unitName(name));
    await user('restart', unitName(name));
  },
  remove: (name) => user('disable', '--now', unitName(name)),
  forget: () => user('daemon-reload'),
  start: (name) => user('start', unitName(name)),
  stop: (name) => user('stop', unitName(name)),
  restart: (name) => user('restart', unitName(name)),
  status: async (name) => {
    const properties = 'ActiveState,SubState,MainPID,Result';
    const { stdout } = await ask(
      'systemctl',
      ...['--user', 'show', unitName(name), '--property', properties],
    );
    return stateFrom(stdout);
  },
};

function unitName(name: string): string {
  return `${name}.service`;
}

const states: Readonly<Record<string, ServiceState['state']>> = {
  active: 'running',
  reloading: 'running',
  activating: 'starting',
  deactivating: 'stopping',
  inactive: 'stopped',
  failed: 'failed',
};

function stateFrom(shown: string): ServiceState {
  const found = new Map(shown.split('\n').map((line) => line.split('=', 2) as [string, string]));
  const [active = 'unknown', sub = '', result = ''] = ['ActiveState', 'SubState', 'Result'].map(
    (name) => found.get(name),
  );
  const pid = Number(found.get('MainPID') ?? 0);
  const why = result === '' || result === 'success' ? '' : `, ${result}`;
  return {
    state: states[active] ?? 'unknown',
    pid: pid || null,
    detail: `${active} (${sub}${why})`,
  };
}
