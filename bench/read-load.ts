import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface Report {
  readonly requests: number;
  readonly microseconds: number;
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
}

const run = promisify(execFile);
const script = (name: string): string => join(import.meta.dirname, name);
const connections = '-c64';
/** Longer than any walk, which ends earlier. */
const wholeWalk = '-d3600s';

export function loadAddress(url: string, seconds: number): Promise<Load> {
  return wrk(['-t2', connections, `-d${seconds}s`, '-s', script('read-report.lua'), url]);
}

export function walkAddresses(site: string, file: string): Promise<Load> {
  const timeout = '--timeout=60s';
  const walk = script('read-walk.lua');
  return wrk(['-t1', connections, wholeWalk, timeout, '-s', walk, site, '--', file]);
}

/** Rejects when wrk is missing, or any answer is not 200. */
async function wrk(args: readonly string[]): Promise<Load> {
  const { stdout } = await run('wrk', args);
  const line = stdout.split('\n').findLast((one) => one.startsWith('{"requests"'));
  if (line === undefined) throw new Error(`unexpected output of wrk ${args.join(' ')}:\n${stdout}`);
  const { requests, microseconds, failures, p50, p99 } = JSON.parse(line) as Report;
  if (failures > 0) throw new Error(`wrk ${args.join(' ')}: ${failures} requests failed.`);
  return {
    perSecond: Math.round(requests / (microseconds / 1_000_000)),
    p50: p50 / 1_000,
    p99: p99 / 1_000,
  };
}
