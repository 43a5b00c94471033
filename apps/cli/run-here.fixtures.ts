import { vi } from 'vitest';
import { run } from './index.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a command in this process, as a script would see it: nobody is at a terminal. One at a time. */
export async function runHere(
  args: readonly string[],
  { cwd, variables = {} }: Surroundings,
): Promise<Outcome> {
  const before = { cwd: process.cwd(), env: process.env, exitCode: process.exitCode };
  const { PATH, HOME } = process.env;
  const written = { stdout: '', stderr: '' };
  const into =
    (stream: keyof typeof written) =>
    (...texts: unknown[]): void =>
      void (written[stream] += `${texts.map(String).join(' ')}\n`);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(into('stdout')),
    vi.spyOn(console, 'error').mockImplementation(into('stderr')),
    ...(['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((chunk, ...rest: unknown[]) => {
        written[stream] += String(chunk);
        const done = rest.at(-1);
        if (typeof done === 'function') queueMicrotask(done as () => void);
        return true;
      }),
    ),
  ];
  process.chdir(cwd);
  process.env = { PATH, HOME, ...variables };
  process.exitCode = undefined;
  try {
    const code = await run(args);
    // As main.ts has it: a command that has told of its failure by itself has set the exit code already.
    return { code: Number(process.exitCode ?? code), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.chdir(before.cwd);
    process.env = before.env;
    process.exitCode = before.exitCode;
  }
}
