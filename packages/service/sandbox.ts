import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '@galley/settings';

export interface SandboxPlan {
  /** On this machine: contains the folders `home` and `work`. */
  readonly folder: string;
  readonly repository: string | undefined;
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** The home folder of the user, which agents cannot read. */
  readonly ownerHome: string | undefined;
  /** Within the owner's home folder, and readable nevertheless. */
  readonly readable: readonly string[];
  /** Default: false. */
  readonly isOffline?: boolean;
  /** Folder with the socket of the only way to the network; see `proxyPlace`. */
  readonly proxyFolder?: string | undefined;
}

/** Where a sandboxed program sees its folders. */
export interface SandboxPlaces {
  readonly home: string;
  readonly work: string;
  /** The read-only files of the repository. */
  readonly repository: string;
}

export interface SandboxedProject {
  readonly config: Config;
  /** Path without symbolic links. */
  readonly projectDirectory: string;
  readonly dataDirectory: string;
  readonly stateDirectory: string;
  readonly ownerHome: string | undefined;
}

/** Hides the secrets and the state of a project. */
export function projectSandbox({
  config,
  projectDirectory,
  dataDirectory,
  stateDirectory,
  ownerHome,
}: SandboxedProject): Pick<SandboxPlan, 'hidden' | 'ownerHome' | 'readable'> {
  const { readablePaths } = config.coordinator.supervisor;
  const hidden = [
    { path: dataDirectory, isFolder: true },
    { path: join(projectDirectory, '.service'), isFolder: true },
    { path: stateDirectory, isFolder: true },
    { path: join(projectDirectory, 'galley.yaml'), isFolder: false },
  ];
  const readable = [
    projectDirectory,
    // Node.js, and the programs that start the agents.
    dirname(process.execPath),
    ...readablePaths.map((path) => resolve(projectDirectory, path)),
  ];
  return { hidden, readable, ownerHome: isRoot(ownerHome) ? undefined : ownerHome };
}

const isRoot = (path: string | undefined) => path === undefined || resolve(path) === '/';

/** Fails where the system forbids creating namespaces. */
export async function hasBubblewrap(): Promise<boolean> {
  try {
    await promisify(execFile)('bwrap', [...base, '--tmpfs', '/tmp', '/bin/sh', '-c', 'true']);
    return true;
  } catch {
    return false;
  }
}

const base = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'].concat(
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session'],
);

/** The same in each turn, because programs find their sessions by the path of the working directory. */
export const sandboxPlaces = (repository: string): SandboxPlaces => ({
  home: '/run/galley/home',
  work: '/run/galley/work',
  repository,
});

/** Where a sandboxed program sees the folder of its proxy. */
export const proxyPlace = '/run/galley/proxy';

/** Without sockets of the system, such as those of a container engine or a keyring; name resolution needs these two. */
const ownRun = ['--tmpfs', '/run'].concat(
  ...['/run/systemd/resolve', '/run/NetworkManager', '/run/current-system'].map((path) => [
    ...['--ro-bind-try', path, path],
  ]),
);

/** The system is read-only, hidden paths are masked, and /tmp is private. Later mounts cover earlier ones. */
export function sandboxed(words: readonly string[], plan: SandboxPlan): [string, ...string[]] {
  const { folder, repository, hidden, ownerHome, isOffline, proxyFolder } = plan;
  const { home, work } = sandboxPlaces('');
  const veils = hidden
    .filter(({ path }) => existsSync(path))
    .flatMap(({ path, isFolder }) =>
      isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path],
    );
  const view = repository === undefined ? [] : ['--ro-bind', repository, repository];
  const own = ['--bind', join(folder, 'home'), home, '--bind', join(folder, 'work'), work];
  return [
    ...(['bwrap', ...base, '--tmpfs', '/tmp', ...ownRun] as const),
    ...(isOffline ? ['--unshare-net'] : []),
    ...(proxyFolder === undefined ? [] : ['--ro-bind', proxyFolder, proxyPlace]),
    ...(ownerHome === undefined ? [] : withoutHome(ownerHome, plan.readable)),
    ...[...veils, ...view, ...own, '--chdir', work, '--', ...words],
  ] as [string, ...string[]];
}

/** Bubblewrap applies these mounts in order, so that folders come before what they contain. */
function withoutHome(ownerHome: string, readable: readonly string[]): string[] {
  const kept = [...new Set(readable)].filter(
    (path) => pathWithin(ownerHome, path) && existsSync(path),
  );
  return ['--tmpfs', ownerHome, ...kept.toSorted().flatMap((path) => ['--ro-bind', path, path])];
}

/** `undefined` for a path outside the folder. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way.startsWith('..') || isAbsolute(way) ? undefined : way;
}

/** Paths that a command needs: the folders of PATH, the installation of its program, and the files it names. */
export function pathsOfCommand(command: string, searchPath: string): string[] {
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  const words = command.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
  const named = words.filter((word) => isAbsolute(word) && existsSync(word));
  const program = folders.map((folder) => join(folder, words[0]!)).find(existsSync);
  const programs = [...named, ...(program === undefined ? [] : [program])].map((path) =>
    realpathSync(path),
  );
  return [...folders, ...named.map(dirname), ...programs, ...programs.map(installationOf)];
}

function installationOf(path: string): string {
  const modules = path.indexOf(`${sep}node_modules${sep}`);
  if (modules !== -1) return path.slice(0, modules + `${sep}node_modules`.length);
  return statSync(path).isDirectory() ? path : dirname(path);
}
