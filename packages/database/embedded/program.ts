import { spawn } from 'node:child_process';

/** An account of the operating system that the server runs as. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface ProgramResult {
  readonly succeeded: boolean;
  /** Standard output and standard error, or why it could not be started at all. */
  readonly output: string;
}

/**
 * A small, fixed environment: PostgreSQL's own variables (PGDATA, PGPORT, ...) must not redirect it, its messages
 * must come in English to be understood by `causeOf`, and secrets of this process are none of its business.
 */
const environment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** Runs a program to its end, in `cwd`, as `user` (default: as this process). Never rejects. */
export function runProgram(
  file: string,
  args: readonly string[],
  { cwd, user }: { cwd: string; user?: SystemUser | undefined },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    // In a process group of its own, so that Ctrl-C ends Galley in its order and not initdb in the middle.
    const child = spawn(file, args, {
      cwd,
      ...user,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ succeeded: false, output: error.message }));
    child.on('close', (code) =>
      resolve({ succeeded: code === 0, output: Buffer.concat(chunks).toString() }),
    );
  });
}

/** The word as a shell reads it back, quoted only where that is needed. */
export function shellWord(word: string): string {
  return /^[\w.,:=/%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
