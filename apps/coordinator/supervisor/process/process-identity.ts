import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Unique even if the process id is reused later. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** `undefined` if the process does not exist or is a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt;
}

function fromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name in parentheses may contain any character; the state follows it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /^[ZX]/.test(fields[0]!) ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string | undefined {
  try {
    const output = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const [, state = 'Z', startedAt] = /^(\S+)\s+(.+)$/.exec(output) ?? [];
    return state.startsWith('Z') ? undefined : startedAt;
  } catch {
    return undefined;
  }
}
