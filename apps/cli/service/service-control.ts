import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandFailed } from '../command-failed.ts';

export interface ServiceState {
  readonly state: 'running' | 'starting' | 'stopping' | 'stopped' | 'failed' | 'unknown';
  readonly pid: number | null;
  /** What the manager itself says of it. */
  readonly detail: string;
}

/** What starts and stops services of a person: systemd's user manager, or launchd. */
export interface ServiceManager {
  readonly kind: 'systemd' | 'launchd';
  /** Below the folder in which the manager looks. */
  readonly fileName: (name: string) => string;
  /** Of a definition that is in its place: enables it, and starts it, anew where it runs already. */
  readonly install: (name: string, file: string) => Promise<void>;
  /** Stops it and forgets it; the definition is removed before `forget` is called. */
  readonly remove: (name: string) => Promise<void>;
  readonly forget: () => Promise<void>;
  readonly start: (name: string, file: string) => Promise<void>;
  readonly stop: (name: string) => Promise<void>;
  readonly restart: (name: string, file: string) => Promise<void>;
  readonly status: (name: string) => Promise<ServiceState>;
}

/** As `execFile` rejects: the exit code, or why it could not be run at all. */
interface Failed {
  readonly code?: number | string;
  readonly stdout?: string;
  readonly stderr?: string;
}

const execute = promisify(execFile);

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of the system; throws only when it is not there. */
export async function ask(program: string, ...args: readonly string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await execute(program, args);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as Failed;
    if (code === 'ENOENT')
      throw new CommandFailed(
        `There is no ${program} on this machine. Services are for Linux with systemd and for macOS; elsewhere, run galley serve by what keeps programs running there.`,
      );
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

/** As `ask`, for what has to go well. */
export async function tell(program: string, ...args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await ask(program, ...args);
  if (code === 0) return;
  const said = (stderr || stdout).trim();
  throw new CommandFailed(
    `${[program, ...args].join(' ')} ended with ${code}${said && `: ${said}`}${hintFor(said)}`,
  );
}

function hintFor(said: string): string {
  if (!/connect to (?:user scope )?bus|XDG_RUNTIME_DIR|No medium found/i.test(said)) return '';
  return '\nYour user manager is not running: sign in on the machine itself or by ssh (not by su or sudo), or have an administrator run loginctl enable-linger for you.';
}
