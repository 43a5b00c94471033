import { userInfo } from 'node:os';
import { ask, tell, type ServiceManager, type ServiceState } from './service-control.ts';

const domain = () => `gui/${userInfo().uid}`;
const target = (name: string) => `${domain()}/${name}`;

export const launchdManager: ServiceManager = {
  kind: 'launchd',
  fileName: (name) => `${name}.plist`,
  install: async (name, file) => {
    await unload(name);
    await tell('launchctl', 'enable', target(name));
    await tell('launchctl', 'bootstrap', domain(), file);
  },
  remove: unload,
  forget: () => Promise.resolve(),
  start: async (name, file) => {
    if (!(await isLoaded(name))) await tell('launchctl', 'bootstrap', domain(), file);
    await tell('launchctl', 'kickstart', target(name));
  },
  stop: async (name) => {
    if ((await status(name)).state === 'running')
      await tell('launchctl', 'kill', 'SIGTERM', target(name));
  },
  restart: async (name, file) => {
    if (!(await isLoaded(name))) await tell('launchctl', 'bootstrap', domain(), file);
    else await tell('launchctl', 'kickstart', '-k', target(name));
  },
  status,
};

async function unload(name: string): Promise<void> {
  if (await isLoaded(name)) await tell('launchctl', 'bootout', target(name));
}

async function isLoaded(name: string): Promise<boolean> {
  return (await ask('launchctl', 'print', target(name))).code === 0;
}

async function status(name: string): Promise<ServiceState> {
  const { code, stdout } = await ask('launchctl', 'print', target(name));
  if (code !== 0) return { state: 'stopped', pid: null, detail: 'not loaded' };
  const [, detail = 'unknown'] = /^\s*state = (.+)$/m.exec(stdout) ?? [];
  const [, pid] = /^\s*pid = (\d+)$/m.exec(stdout) ?? [];
  const [, ended = '0'] = /^\s*last exit code = (\d+)/m.exec(stdout) ?? [];
  if (detail === 'running') return { state: 'running', pid: pid ? Number(pid) : null, detail };
  return ended === '0'
    ? { state: 'stopped', pid: null, detail }
    : { state: 'failed', pid: null, detail: `${detail}, last exit code ${ended}` };
}
