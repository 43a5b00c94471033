import { residentMegabytesOf } from '../process-usage.ts';
import { actsOf } from '../working-side/acts.ts';
import {
  createProject,
  indexAndSignIn,
  measureStarts,
  waitUntilQuiet,
  type Project,
} from '../working-side/project.ts';
import { combine, runSlice, type Measured, type Slice } from '../working-side/slices.ts';
import { startDirectus } from './directus.ts';
import { startPayload } from './payload.ts';
import { peerActs, type Peer, type PeerAct } from './peer.ts';
import { PeerDatabaseRepository } from './peer-database-repository.ts';

export interface ComparisonOptions {
  /** Empty. */
  readonly folder: string;
  /** In which both peers are installed. */
  readonly peers: string;
  readonly documents: number;
  readonly bytes: number;
  readonly concurrency: number;
  readonly seconds: number;
  readonly rounds: number;
}

export interface ComparedPeer {
  readonly name: string;
  readonly acts: Readonly<Record<PeerAct, Measured>>;
  /** Resident megabytes. */
  readonly memory: { readonly before: number; readonly after: number };
}

/** Slices of an act alternate between all, so that other load on the machine meets all. */
export async function compare(options: ComparisonOptions): Promise<readonly ComparedPeer[]> {
  const { folder } = options;
  const project = await createProject(folder, { ...options, builds: false });
  const running: Peer[] = [];
  try {
    console.error('… starting and filling them');
    running.push(await startGalley(project, options));
    for (const [name, start] of Object.entries({ payload: startPayload, directus: startDirectus }))
      running.push(await start(await settingsFor(name, project, options)));
    const memory = await Promise.all(running.map(({ pid }) => residentMegabytesOf(pid)));
    const measured = new Map<PeerAct, readonly Measured[]>();
    for (const act of peerActs) measured.set(act, await measureAct(act, running, options));
    return await Promise.all(
      running.map(async ({ name, pid }, at) => ({
        name,
        acts: Object.fromEntries(
          peerActs.map((act) => [act, measured.get(act)![at]!]),
        ) as ComparedPeer['acts'],
        memory: { before: memory[at]!, after: await residentMegabytesOf(pid) },
      })),
    );
  } finally {
    for (const peer of running.reverse()) await peer.stop();
    await project.database.detach();
  }
}

async function settingsFor(name: string, project: Project, options: ComparisonOptions) {
  const owner = project.database.ownerConnection();
  const database = await new PeerDatabaseRepository(owner).create(name);
  const { documents, bytes } = options;
  return { folder: options.peers, database: { ...owner, database }, documents, bytes };
}

async function startGalley(project: Project, { bytes }: ComparisonOptions): Promise<Peer> {
  const headers = await indexAndSignIn(project);
  const { server } = await measureStarts(project, headers);
  const { paths } = project;
  const acts = actsOf({ site: server.site, headers, paths, bytes });
  return {
    name: 'Galley',
    pid: server.pid,
    acts: { ...acts, list: acts['list, first page'] },
    stop: () => server.stop(),
  };
}

async function measureAct(
  act: PeerAct,
  peers: readonly Peer[],
  { folder, concurrency, seconds, rounds }: ComparisonOptions,
): Promise<readonly Measured[]> {
  console.error(`… ${act}`);
  const slices: Slice[][] = peers.map(() => []);
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const place of peers.keys()) {
      const at = (place + round) % peers.length;
      const { pid, acts } = peers[at]!;
      const load = { project: folder, seconds };
      const slice = await runSlice(load, { act: acts[act], pid, concurrency });
      await waitUntilQuiet({ pid });
      if (round > 0) slices[at]!.push(slice);
    }
  return slices.map(combine);
}

export function toTable(peers: readonly ComparedPeer[]): string {
  const [galley, ...others] = peers as [ComparedPeer, ...ComparedPeer[]];
  const speed = (peer: ComparedPeer, act: PeerAct) => peer.acts[act].perSecond;
  const cell = (peer: ComparedPeer, act: PeerAct) => {
    const { perSecond, p50, serverCpu, databaseCpu } = peer.acts[act];
    return `${perSecond.toFixed(0)} (${p50.toFixed(0)} ms, CPU ${(serverCpu + databaseCpu).toFixed(1)})`;
  };
  const rows = peerActs.map((act) => [
    act,
    ...peers.map((peer) => cell(peer, act)),
    ...others.map((peer) => `${(speed(galley, act) / speed(peer, act)).toFixed(2)} ×`),
  ]);
  const memory = [
    'MB',
    ...peers.map(({ memory: { before, after } }) => `${before.toFixed(0)} / ${after.toFixed(0)}`),
  ];
  const names = peers.map(({ name }) => name);
  const header = ['requests/s', ...names, ...others.map(({ name }) => `of ${name}`)];
  const filled = [header, ...rows, [...memory, ...others.map(() => '')]];
  const widths = header.map((_name, column) =>
    Math.max(...filled.map((row) => row[column]!.length)),
  );
  return filled
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
