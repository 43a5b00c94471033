import { onTestFinished } from 'vitest';
import { join } from 'node:path';
import { systemClock } from '@galley/kernel';
import {
  createTestDatabase,
  ManualClock,
  temporaryDirectory,
  type TestDatabase,
} from '@galley/testing';
import { RecordingLogger, writePlugin } from './fixtures.ts';
import type { PluginFolder } from './plugin-folders.ts';
import { PluginHost, type PluginHostOptions } from './plugin-host.ts';
import { PluginRepository } from './plugin-repository.ts';
import { PluginService, type ListedPlugin } from './plugin-service.ts';

export const pluginYaml = (
  name: string,
  more = 'permissions: [render]\nfilters: [page.html]\n',
): string => `name: ${name}\nversion: 1.0.0\n${more}`;

export interface PluginProcess {
  readonly host: PluginHost;
  readonly service: PluginService;
}

export class PluginProject {
  readonly logger = new RecordingLogger();
  readonly directory: string;
  readonly #database: TestDatabase;
  folders: readonly PluginFolder[];

  private constructor(database: TestDatabase, directory: string) {
    this.#database = database;
    this.directory = directory;
    this.folders = [{ directory, builtin: false }];
  }

  static async open(): Promise<PluginProject> {
    const [database, folder] = await Promise.all([createTestDatabase(), temporaryDirectory()]);
    onTestFinished(async () => {
      await database.close();
      await folder[Symbol.asyncDispose]();
    });
    return new PluginProject(database, folder.path);
  }

  write(name: string, module: string, more?: string): Promise<void> {
    const files = { 'index.js': module };
    return writePlugin(join(this.directory, name), pluginYaml(name, more), files);
  }

  openProcess(options: Partial<PluginHostOptions> = {}): PluginProcess {
    const { folders, logger } = this;
    const repository = new PluginRepository({ db: this.#database.db, clock: systemClock });
    const clock = options.clock ?? new ManualClock();
    const host = new PluginHost({
      folders,
      records: repository,
      logger,
      clock,
      settings: () => ({}),
      grants: [],
      ...options,
      // Generous for busy machines.
      limits: { start: 20_000, stretch: 10_000, ...options.limits },
    });
    const stopping = new AbortController();
    host.loop.start(stopping.signal);
    onTestFinished(async () => {
      stopping.abort();
      await host.loop.stopped;
    });
    return { host, service: new PluginService({ folders, repository, host }) };
  }
}

export const enablePlugin = ({ service }: PluginProcess, name: string): Promise<ListedPlugin> =>
  service.enable({ name, approveRisk: true, by: 'ada' });

export const findListed = async ({ service }: PluginProcess, name: string): Promise<ListedPlugin> =>
  (await service.list()).find((listed) => listed.name === name)!;
