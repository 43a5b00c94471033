import { spawn } from 'node:child_process';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface ProgramResult {
  readonly succeeded: boolean;
  /** Standard output and error, or the reason why the program could not start. */
  readonly output: string;
}

/** PostgreSQL's variables must not redirect the program, `causeOf` parses English, and secrets stay out. */
const environment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** Runs as `user` (default: that of this process). Never rejects. */
export function runProgram(
  file: string,
  args: readonly string[],
  { cwd, user }: { cwd: string; user?: SystemUser | undefined },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    // In its own process group, so that Ctrl-C lets Galley shut down in order instead of killing initdb.
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

export function shellWord(word: string): string {
  return /^[\w.,:=/%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
