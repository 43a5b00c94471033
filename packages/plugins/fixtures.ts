import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '@galley/kernel';
import { defaultSandboxLimits, type SandboxLimits } from './sandbox/limits.ts';
import type { LogLevel, SandboxStart } from './sandbox/messages.ts';
import { Sandbox, type GrantAnswer } from './sandbox/sandbox.ts';

export class RecordingLogger implements Logger {
  readonly records: {
    readonly level: LogLevel;
    readonly message: string;
    readonly about: string;
  }[] = [];

  readonly debug = this.#record('debug');
  readonly info = this.#record('info');
  readonly warn = this.#record('warn');
  readonly error = this.#record('error');

  listAttributes(message: string): string[] {
    return this.records.filter((line) => line.message === message).map(({ about }) => about);
  }

  #record(level: LogLevel): Logger['info'] {
    return (message, about = {}) => {
      this.records.push({ level, message, about: JSON.stringify(about) });
    };
  }
}

/** The body starts on line 3. */
export const filterModule = (body: string): string =>
  `export const filters = {\n  async 'page.html'(value, context) {\n${body}\n  },\n};\n`;

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly said: string[];
  readonly filter: (value?: unknown) => Promise<unknown>;
}

interface TestSandboxOptions extends Partial<Omit<SandboxStart, 'limits' | 'code'>> {
  readonly limits?: Partial<SandboxLimits>;
  readonly files?: Readonly<Record<string, string>>;
  readonly ask?: (grant: string, text: string) => Promise<GrantAnswer>;
  readonly milliseconds?: number;
}

/** Short limits end infinite loops quickly. */
export async function startTestSandbox(
  module: string,
  trial: TestSandboxOptions = {},
): Promise<TestSandbox> {
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
