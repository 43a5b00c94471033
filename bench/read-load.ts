import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What wrk has measured. */
export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** One run of wrk. */
export interface Slice {
  readonly requests: number;
  readonly microseconds: number;
  readonly failures: number;
  /** In microseconds, each that of equally many requests. */
  readonly latencies: readonly number[];
}

const run = promisify(execFile);
const script = (name: string): string => join(import.meta.dirname, name);
const connections = '-c64';
/** Longer than any walk takes; it ends by itself. */
const wholeWalk = '-d3600s';

/** Asks for one address over 64 connections for some seconds. */
export function loadAddress(url: string, seconds: number): Promise<Slice> {
  return wrk(['-t2', connections, `-d${seconds}s`, '-s', script('read-report.lua'), url]);
}

/** Asks for every address in a file once, over 64 connections. */
export function walkAddresses(site: string, file: string): Promise<Slice> {
  const timeout = '--timeout=60s';
  const walk = script('read-walk.lua');
  return wrk(['-t1', connections, wholeWalk, timeout, '-s', walk, site, '--', file]);
}

/** Several runs as if they had been one. */
export function together(slices: readonly Slice[]): Load {
  const sum = (of: (slice: Slice) => number): number =>
    slices.reduce((before, slice) => before + of(slice), 0);
  const requests = sum((slice) => slice.requests);
  const latencies = slices
    .flatMap((slice) =>
      slice.latencies.map((latency) => ({
        latency,
        share: slice.requests / slice.latencies.length / requests,
      })),
    )
    .toSorted((one, other) => one.latency - other.latency);
  const milliseconds = (share: number): number => {
    let passed = 0;
    return latencies.find((one) => (passed += one.share) >= share)!.latency / 1_000;
  };
  return {
    perSecond: Math.round(requests / (sum((slice) => slice.microseconds) / 1_000_000)),
    p50: milliseconds(0.5),
    p99: milliseconds(0.99),
  };
}

/** Rejects when wrk is not there, or anything was not answered with 200. */
async function wrk(args: readonly string[]): Promise<Slice> {
  const { stdout } = await run('wrk', args);
  const line = stdout.split('\n').findLast((one) => one.startsWith('{"requests"'));
  if (line === undefined) throw new Error(`wrk ${args.join(' ')} tells nothing:\n${stdout}`);
  const slice = JSON.parse(line) as Slice;
  if (slice.failures > 0)
    throw new Error(`wrk ${args.join(' ')}: ${slice.failures} requests failed.`);
  return slice;
}
