import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandFailed } from '../command-failed.ts';

export interface ServiceState {
  readonly state: 'running' | 'starting' | 'stopping' | 'stopped' | 'failed' | 'unknown';
  readonly pid: number | null;
  readonly detail: string;
}

export interface ServiceManager {
  readonly kind: 'systemd' | 'launchd';
  /** Relative to the folder the manager reads. */
  readonly fileName: (name: string) => string;
  /** Enables a service whose definition is in place, and starts or restarts it. */
  readonly install: (name: string, file: string) => Promise<void>;
  /** Stops and disables the service; `forget` is called after its definition is deleted. */
  readonly remove: (name: string) => Promise<void>;
  readonly forget: () => Promise<void>;
  readonly start: (name: string, file: string) => Promise<void>;
  readonly stop: (name: string) => Promise<void>;
  readonly restart: (name: string, file: string) => Promise<void>;
  readonly status: (name: string) => Promise<ServiceState>;
}

/** The rejection of `execFile`: the exit code, or why the program could not run. */
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

/** Runs a system program; throws only when it does not exist. */
export async function ask(program: string, ...args: readonly string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await execute(program, args);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as Failed;
    if (code === 'ENOENT')
      throw new CommandFailed(
        `${program} is not installed. galley service supports Linux with systemd and macOS; elsewhere, run galley serve with the process manager of the system.`,
      );
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

/** Like `ask`, but throws on a non-zero exit code. */
export async function tell(program: string, ...args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await ask(program, ...args);
  if (code === 0) return;
  const said = (stderr || stdout).trim();
  throw new CommandFailed(
    `${[program, ...args].join(' ')} failed with exit code ${code}${said && `: ${said}`}${hintFor(said)}`,
  );
}

function hintFor(said: string): string {
  if (!/connect to (?:user scope )?bus|XDG_RUNTIME_DIR|No medium found/i.test(said)) return '';
  return '\nYour user manager is not running: sign in on the machine itself or by ssh (not by su or sudo), or have an administrator run loginctl enable-linger for you.';
}
