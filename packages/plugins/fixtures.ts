import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '@galley/kernel';
import { defaultSandboxLimits, type SandboxLimits } from './sandbox/limits.ts';
import type { LogLevel, SandboxStart } from './sandbox/messages.ts';
import { Sandbox, type GrantAnswer } from './sandbox/sandbox.ts';

/** A logger that keeps what it is told. */
export class HeardLogger implements Logger {
  readonly heard: { readonly level: LogLevel; readonly message: string; readonly about: string }[] =
    [];

  readonly debug = this.#hear('debug');
  readonly info = this.#hear('info');
  readonly warn = this.#hear('warn');
  readonly error = this.#hear('error');

  of(message: string): string[] {
    return this.heard.filter((line) => line.message === message).map(({ about }) => about);
  }

  #hear(level: LogLevel): Logger['info'] {
    return (message, about = {}) => {
      this.heard.push({ level, message, about: JSON.stringify(about) });
    };
  }
}

/** The module of a plugin whose one filter has this body; the body begins on line 3. */
export const filterModule = (body: string): string =>
  `export const filters = {\n  async 'page.html'(value, context) {\n${body}\n  },\n};\n`;

export interface TriedSandbox {
  readonly sandbox: Sandbox;
  readonly said: string[];
  /** Calls the filter; rejects with the failure. */
  readonly filter: (value?: unknown) => Promise<unknown>;
}

interface Trial extends Partial<Omit<SandboxStart, 'limits' | 'code'>> {
  readonly limits?: Partial<SandboxLimits>;
  readonly files?: Readonly<Record<string, string>>;
  readonly ask?: (grant: string, text: string) => Promise<GrantAnswer>;
  readonly milliseconds?: number;
}

/** Starts a sandbox with a module; `stretch` is short, so that what loops for ever does not do so for long. */
export async function trySandbox(module: string, trial: Trial = {}): Promise<TriedSandbox> {
  const said: string[] = [];
  const { files, limits, milliseconds = 10_000, ...start } = trial;
  const sandbox = await Sandbox.start({
    code: {
      name: 'tried',
      version: '1.0.0',
      main: 'index.js',
      files: { 'index.js': module, ...files },
    },
    settings: '{}',
    grants: [],
    withheld: {},
    limits: { ...defaultSandboxLimits, start: 20_000, stretch: 10_000, ...limits },
    ask: () => Promise.resolve({ isGranted: true, text: 'null' }),
    say: (level, text) => said.push(`${level}: ${text}`),
    ...start,
  });
  const filter = async (value: unknown = 'text'): Promise<unknown> => {
    const text = JSON.stringify([value, {}]);
    const name = 'page.html';
    return JSON.parse(
      await sandbox.call({ group: 'filters', name, text, milliseconds }),
    ) as unknown;
  };
  return { sandbox, said, filter };
}

/** Writes files of a plugin: its plugin.yaml, and the modules. */
export async function writePlugin(
  folder: string,
  yaml: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries({ 'plugin.yaml': yaml, ...files })) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
