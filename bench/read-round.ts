import { readFile } from 'node:fs/promises';
import { quantile } from './quantile.ts';
import { loadAddress, walkAddresses, type Load } from './read-load.ts';
import { startBareServer, startSaving } from './read-processes.ts';
import type { SiteAddresses } from './read-site.ts';
import type { Served } from './served-process.ts';

export interface Pair {
  readonly galley: Reading;
  readonly bare: Reading;
}

/** `saves`: saves per second that another Galley answered meanwhile. */
export type Reading = Load & { readonly saves?: number };

/** Memory of the server process, in MiB. */
export interface Memory {
  readonly 'after a walk over everything': number;
  readonly 'after another': number;
  readonly most: number;
}

export interface Round {
  readonly pairs: Readonly<Record<string, Pair>>;
  readonly memory: Memory;
}

export interface RoundOptions {
  readonly project: string;
  readonly site: SiteAddresses;
  readonly seconds: number;
  /** Rates of saves per second to repeat the measurement with; 0 for as many as possible. */
  readonly saves: readonly number[];
}

interface Servers {
  readonly galley: string;
  readonly bare: string;
}

const warmUpSeconds = 1;
/** Long enough that opening 64 connections, some tenths of a second for either server, matters little. */
const turnSeconds = 3;

export async function measureRound(server: Served, options: RoundOptions): Promise<Round> {
  const bare = await startBareServer(options.project);
  const servers = { galley: server.site, bare: bare.begun };
  try {
    const first = await walk(servers, options.site);
    const { now: afterOne } = await memoryOf(server.pid);
    const second = await walk(servers, options.site);
    const { now, most } = await memoryOf(server.pid);
    const memory = { 'after a walk over everything': afterOne, 'after another': now, most };
    const pairs = {
      ...named(first, (name) => `${name}: every document, for the first time`),
      ...named(second, (name) => `${name}: every document, again`),
      ...(await readHot(servers, options)),
    };
    for (const perSecond of options.saves) {
      const kind = perSecond === 0 ? 'maximum saves' : `${perSecond} saves a second`;
      const beside = await readBesideSaves(servers, options, perSecond);
      Object.assign(
        pairs,
        named(beside, (name) => `${name}; ${kind}`),
      );
    }
    return { pairs, memory };
  } finally {
    await bare.stop();
  }
}

type Pairs = Record<string, Pair>;

function named(pairs: Pairs, rename: (name: string) => string): Pairs {
  return Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [rename(name), pair]));
}

async function walk(servers: Servers, site: SiteAddresses): Promise<Pairs> {
  const pairs: Pairs = {};
  for (const { name, galley, bare } of site.walks)
    pairs[name] = {
      galley: await walkAddresses(servers.galley, galley),
      bare: await walkAddresses(servers.bare, bare),
    };
  return pairs;
}

async function readHot(servers: Servers, { site, seconds }: RoundOptions): Promise<Pairs> {
  const pairs: Pairs = {};
  for (const { name, path, bytes } of site.addresses) {
    const urls = { galley: servers.galley + path, bare: `${servers.bare}/${bytes}` };
    for (const url of Object.values(urls)) await loadAddress(url, warmUpSeconds);
    pairs[name] = await readInTurn(urls, seconds);
  }
  return pairs;
}

async function readBesideSaves(
  servers: Servers,
  { site, seconds }: RoundOptions,
  perSecond: number,
): Promise<Pairs> {
  const saving = await startSaving({ site: servers.galley, perSecond, paths: site.some });
  try {
    const pairs: Pairs = {};
    for (const { name, path, bytes } of site.addresses) {
      const urls = { galley: servers.galley + path, bare: `${servers.bare}/${bytes}` };
      pairs[name] = await readInTurn(urls, seconds, () => saving.said.length);
    }
    return pairs;
  } finally {
    await saving.stop();
  }
}

/** Alternates every few seconds, since a shared machine may be half as fast a moment later. */
async function readInTurn(
  urls: Readonly<Record<keyof Pair, string>>,
  seconds: number,
  saved?: () => number,
): Promise<Pair> {
  const loads = { galley: [] as Load[], bare: [] as Load[] };
  const saves = { galley: 0, bare: 0 };
  const turns = Math.max(1, Math.round(seconds / turnSeconds));
  for (let turn = 0; turn < turns; turn++)
    for (const server of ['galley', 'bare'] as const) {
      const before = saved?.() ?? 0;
      loads[server].push(await loadAddress(urls[server], turnSeconds));
      saves[server] += (saved?.() ?? 0) - before;
    }
  const readingOf = (server: keyof Pair): Reading => {
    const middle = (of: (load: Load) => number): number => quantile(loads[server].map(of), 0.5);
    const sum = loads[server].reduce((before, { perSecond }) => before + perSecond, 0);
    return {
      perSecond: Math.round(sum / turns),
      p50: middle(({ p50 }) => p50),
      p99: middle(({ p99 }) => p99),
      ...(saved && { saves: Math.round((saves[server] / turns / turnSeconds) * 10) / 10 }),
    };
  };
  return { galley: readingOf('galley'), bare: readingOf('bare') };
}

async function memoryOf(pid: number): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (key: string): number =>
    Math.round(Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024);
  return { now: mebibytes('VmRSS'), most: mebibytes('VmHWM') };
}
