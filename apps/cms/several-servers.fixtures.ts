import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ConfigInput } from '@galley/settings';
import { bareEnvironment, RoundRobinProxy, type SecretWatch } from '@galley/testing';
import { searchRecords } from './records.fixtures.ts';

export interface SharedProject {
  readonly project: string;
  readonly config: ConfigInput;
  readonly variables: Readonly<Record<string, string>>;
  readonly watch: SecretWatch;
}

/** Further content servers and as many coordinators, each a process, and a proxy in front of the content servers. */
export class SeveralServers implements AsyncDisposable {
  readonly #proxy: RoundRobinProxy;
  readonly #programs: readonly Program[];

  private constructor(proxy: RoundRobinProxy, programs: readonly Program[]) {
    this.#proxy = proxy;
    this.#programs = programs;
  }

  static async beside(
    first: string,
    count: number,
    shared: SharedProject,
  ): Promise<SeveralServers> {
    const overlay = join(dirname(shared.project), 'several-servers.yaml');
    await writeFile(overlay, JSON.stringify(shared.config));
    const begin = (...args: string[]): Promise<Program> =>
      Program.begin([...args, '--project', shared.project, '--config-overlay', overlay], shared);
    const serving = Array.from({ length: count - 1 }, () => begin('serve', '--port', '0'));
    const coordinating = Array.from({ length: count }, () =>
      begin('start', '--address', '127.0.0.1:0'),
    );
    const programs = await Promise.all([...serving, ...coordinating]);
    const others = programs.slice(0, count - 1).map(({ address }) => address);
    return new SeveralServers(await RoundRobinProxy.before([first, ...others]), programs);
  }

  get url(): string {
    return this.#proxy.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#proxy[Symbol.asyncDispose]();
    await Promise.all(this.#programs.map((program) => program.end()));
  }
}

const main = join(import.meta.dirname, '../cli/main.ts');

class Program {
  readonly address: string;
  readonly #child: ChildProcess;
  readonly #log: readonly string[];
  readonly #watch: SecretWatch;

  private constructor(
    address: string,
    { child, log, watch }: { child: ChildProcess; log: readonly string[]; watch: SecretWatch },
  ) {
    this.address = address;
    this.#child = child;
    this.#log = log;
    this.#watch = watch;
  }

  static async begin(
    args: readonly string[],
    { variables, watch }: Pick<SharedProject, 'variables' | 'watch'>,
  ): Promise<Program> {
    const child = spawn(process.execPath, [main, ...args], {
      env: bareEnvironment({ SERVICE_LOG_FORMAT: 'json', ...variables }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const log: string[] = [];
    const lines = createInterface({ input: child.stderr });
    const ready = Promise.withResolvers<string>();
    lines.on('line', (line) => {
      log.push(line);
      if (!line.includes('"ready"')) return;
      const { site, coordinator } = JSON.parse(line) as { site?: string; coordinator?: string };
      ready.resolve((site ?? coordinator)!);
    });
    child.once('close', () => ready.reject(new Error(`ended early:\n${log.join('\n')}`)));
    // After it was ready, its end is not an error.
    return new Program(await ready.promise, { child, log, watch });
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
    await searchRecords(this.#watch, { log: this.#log });
  }
}
