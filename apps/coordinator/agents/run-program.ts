import { spawn } from 'node:child_process';

export interface ProgramOutput {
  /** Null if it did not end in time, or could not be started. */
  readonly exitCode: number | null;
  /** Standard output, then standard error. */
  readonly lines: readonly string[];
}

export interface ProgramStart {
  readonly words: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly timeoutMs: number;
}

const maxOutput = 1_048_576;

/** Runs a program without input, and kills its process group when the time is over. */
export function runProgram({
  words,
  env,
  directory,
  timeoutMs,
}: ProgramStart): Promise<ProgramOutput> {
  const [program, ...args] = words;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: directory,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '' };
    for (const from of ['stdout', 'stderr'] as const)
      child[from].setEncoding('utf8').on('data', (text: string) => {
        if (texts[from].length < maxOutput) texts[from] += text;
      });
    const timer = setTimeout(() => killGroup(child.pid), timeoutMs);
    const end = (exitCode: number | null) => {
      clearTimeout(timer);
      const lines = `${texts.stdout}\n${texts.stderr}`.split('\n').filter((line) => line !== '');
      resolve({ exitCode, lines });
    };
    child.once('error', () => end(null));
    child.once('exit', () => killGroup(child.pid));
    child.once('close', (code) => end(code));
  });
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group is empty.
  }
}
