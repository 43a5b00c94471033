import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { redactSecrets } from '@galley/kernel';
import { machine } from './config.ts';
import {
  hasBubblewrap,
  pathsOfCommand,
  projectSandbox,
  sandboxed,
  sandboxPlaces,
  type SandboxedProject,
} from './sandbox.ts';

export interface SandboxedCommand extends Omit<SandboxedProject, 'ownerHome'> {
  readonly command: string;
  /** On this machine: contains the folders `home` and `work`, in which the command can write. */
  readonly folder: string;
  readonly timeoutMs: number;
}

export interface SandboxedExit {
  /** Null if it was killed. */
  readonly exitCode: number | null;
  readonly isTimedOut: boolean;
  /** The end of what it wrote, as plain text without secrets of known formats. */
  readonly output: string;
}

const maxKeptBytes = 65_536;
const maxOutputLength = 8_000;

/**
 * Runs a command with `/bin/sh` in bubblewrap, without network and without the variables of this process. Its child
 * processes end with it. `undefined` if bubblewrap does not work here.
 */
export async function runInSandbox(
  { command, folder, timeoutMs, ...project }: SandboxedCommand,
  signal: AbortSignal,
): Promise<SandboxedExit | undefined> {
  if (!(await hasBubblewrap())) return undefined;
  const { home, path, lang } = machine;
  const plan = projectSandbox({ ...project, ownerHome: home });
  const readable = [...plan.readable, ...pathsOfCommand(command, path)];
  const words = sandboxed(['/bin/sh', '-c', command], {
    ...plan,
    readable,
    folder,
    repository: undefined,
    isOffline: true,
  });
  const [program, ...args] = words;
  const env = { PATH: path, LANG: lang, HOME: sandboxPlaces('').home, TMPDIR: '/tmp' };
  const timeout = AbortSignal.timeout(timeoutMs);
  const child = spawn(program, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const tail = new Tail();
  tail.read(child.stdout);
  tail.read(child.stderr);
  // `close` follows.
  child.on('error', () => {});
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  const stopped = AbortSignal.any([signal, timeout]);
  const stop = () => killGroup(child);
  stopped.addEventListener('abort', stop);
  if (stopped.aborted) stop();
  const exitCode = await promise;
  stopped.removeEventListener('abort', stop);
  return { exitCode, isTimedOut: timeout.aborted, output: tail.text };
}

/** At its start, bubblewrap already has child processes that do not end with it yet. */
function killGroup({ pid, stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just exited.
  }
  stdout.destroy();
  stderr.destroy();
}

class Tail {
  #bytes = Buffer.alloc(0);
  #isCut = false;

  read(stream: Readable): void {
    stream.on('data', (chunk: Buffer) => {
      const all = Buffer.concat([this.#bytes, chunk]);
      this.#isCut ||= all.length > maxKeptBytes;
      this.#bytes = all.subarray(-maxKeptBytes);
    });
  }

  get text(): string {
    const all = plainText(this.#bytes.toString('utf8'));
    // Half a line could hide the half of a secret.
    const whole = this.#isCut ? all.slice(all.indexOf('\n') + 1) : all;
    const clean = redactSecrets(whole).trim();
    return clean.length > maxOutputLength ? `…${clean.slice(1 - maxOutputLength)}` : clean;
  }
}

/** Without colours and control characters. */
function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .toWellFormed();
}
