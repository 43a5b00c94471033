import { Readable } from 'node:stream';
import { onTestFinished, TestRunner, vi } from 'vitest';
import { SecretWatch } from '@galley/testing';
import type { Ending, Variables } from './fixtures.ts';
import { run } from './index.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  readonly variables?: Variables;
  readonly input?: string | undefined;
}

/** Runs a command in this process, as in a script without a terminal. One at a time. */
export async function runHere(
  args: readonly string[],
  { cwd, variables = {}, input = '' }: Surroundings,
): Promise<Outcome> {
  const before = { cwd: process.cwd(), env: process.env, exitCode: process.exitCode };
  const faultListeners = process.listeners('uncaughtException');
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
    vi
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue(Readable.from([input]) as typeof process.stdin),
  ];
  let isRestored = false;
  const restore = (): void => {
    if (isRestored) return;
    isRestored = true;
    for (const spy of spies) spy.mockRestore();
    process.chdir(before.cwd);
    process.env = before.env;
    process.exitCode = before.exitCode;
    for (const listener of process.listeners('uncaughtException'))
      if (!faultListeners.includes(listener)) process.off('uncaughtException', listener);
  };
  // A command that is still running after its test would leave later tests its environment.
  if (TestRunner.getCurrentTest()) onTestFinished(restore);
  process.chdir(cwd);
  process.env = { PATH, HOME, ...variables };
  process.exitCode = undefined;
  try {
    const code = await run(args);
    return { code: Number(process.exitCode ?? code), ...written };
  } finally {
    restore();
  }
}

/** Like `galley` in the other fixtures, but in this process, since spawning takes longer than most commands. */
export async function galleyHere(
  args: readonly string[],
  { variables = {}, input, cwd = process.cwd() }: Partial<Surroundings> = {},
): Promise<{ ending: Ending; stdout: string; stderr: string }> {
  const watch = new SecretWatch();
  watch.plantVariables(variables);
  watch.plant('what was given on standard input', input?.trim());
  const quiet = { SERVICE_LOG_FORMAT: 'text', GALLEY_BUILD__ON_PUBLISH: 'false' };
  const ran = await runHere(args, { cwd, input, variables: { ...quiet, ...variables } });
  watch.look('records', 'standard output', ran.stdout);
  watch.look('records', 'standard error', ran.stderr);
  watch.expectNone();
  return { ending: ran.code, stdout: ran.stdout, stderr: ran.stderr.replace(/\n$/, '') };
}
