import { posix } from 'node:path';

export interface Repository {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

/** Checks that pnpm-workspace.yaml and package.json agree, and that the lock file holds no addresses. */
export function workspaceFindings({ read }: Repository): string[] {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const mirrored = [...read('pnpm-workspace.yaml').matchAll(/^ +- (\S+)$/gm)].map((row) => row[1]!);
  const same = workspaces.toSorted().join() === mirrored.toSorted().join();
  const resolved = /"resolved": "https?:[^"]*"/.exec(read('package-lock.json'))?.[0];
  return [
    ...(same ? [] : ['pnpm-workspace.yaml and the "workspaces" of package.json differ.']),
    ...(resolved
      ? [`package-lock.json contains ${resolved}; only integrity hashes are allowed.`]
      : []),
  ];
}

const entryPoints = ['index.ts', 'index.html'];

export function packageFindings({ paths, read }: Repository): string[] {
  const existing = new Set(paths);
  const architecture = existing.has('ARCHITECTURE.md') ? read('ARCHITECTURE.md') : '';
  return paths
    .filter((path) => /^(apps|packages)\/[^/]+\/package\.json$/.test(path))
    .map((path) => posix.dirname(path))
    .flatMap((home) => {
      const listed = new RegExp(String.raw`\b${posix.basename(home)}\b`).test(architecture);
      return [
        ...(existing.has(`${home}/README.md`) ? [] : [`${home} has no README.md.`]),
        ...(entryPoints.some((door) => existing.has(`${home}/${door}`))
          ? []
          : [`${home} has neither index.ts nor index.html.`]),
        ...(listed ? [] : [`ARCHITECTURE.md does not list ${home}.`]),
      ];
    });
}

export function migrationFindings({ paths, read }: Repository): string[] {
  const folder = 'packages/database/migrations';
  const index = paths.includes(`${folder}/index.ts`) ? read(`${folder}/index.ts`) : '';
  return paths
    .filter((path) => new RegExp(String.raw`^${folder}/\d+-[^/]*(?<!\.test)\.ts$`).test(path))
    .map((path) => posix.basename(path))
    .filter((name) => index.split(`'./${name}'`).length !== 2)
    .map((name) => `${folder}/index.ts must list ${name} exactly once.`);
}
