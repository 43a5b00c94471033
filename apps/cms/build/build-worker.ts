import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { SnapshotReadModel, type PublishedReader } from '@galley/content';
import { withSnapshot, openDatabase, type DatabaseAddress } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';
import { MediaLibrary } from '@galley/media';
import type { BuildInfo } from '@galley/service';
import type { SiteSettings } from '@galley/settings';
import {
  buildLimits,
  MarkdownThread,
  buildProblems,
  LinkChecker,
  PageBuilder,
  Theme,
  type Built,
  type BuildTask,
  type PageFilters,
  type ThemeParts,
} from '@galley/site';
import {
  RemoteFilters,
  type FilterResponse,
  type FilterRequest,
  type FilterFacts,
} from './remote-filters.ts';
import { PageSource } from './page-source.ts';

export interface BuildJob {
  readonly settings: SiteSettings;
  readonly theme: ThemeParts;
  readonly filters: FilterFacts;
  readonly build: BuildInfo;
  readonly databaseAddress: string | DatabaseAddress;
  /** The exported snapshot of the transaction that the build reads in. */
  readonly snapshotId: string;
  readonly contentDirectory: string;
  readonly cacheDirectory: string;
  readonly folder: string;
  readonly addresses: ReadonlySet<string>;
}

export type BuildOrder =
  { readonly tasks: readonly BuildTask[] } | { readonly filtered: FilterResponse } | 'end';

export type BuildAnswer =
  | 'ready'
  | { readonly built: readonly Built[] }
  | { readonly ask: FilterRequest }
  /** Why a page cannot be made; the worker then ends. */
  | { readonly failed: string };

const port = parentPort!;

async function work(job: BuildJob): Promise<void> {
  const { databaseAddress: address, snapshotId } = job;
  const handle = openDatabase({ address, poolSize: 1, logger: silentLogger });
  try {
    await withSnapshot(
      handle.db,
      async (transaction) => {
        const filters = new RemoteFilters(job.filters, (ask) =>
          port.postMessage({ ask } satisfies BuildAnswer),
        );
        const published = new SnapshotReadModel(transaction);
        await serve(builderOn(job, published, filters), filters);
      },
      snapshotId,
    );
  } finally {
    await handle.close();
  }
}

function builderOn(
  { settings, theme, build, contentDirectory, cacheDirectory, folder, addresses }: BuildJob,
  published: PublishedReader,
  filters: PageFilters,
): PageBuilder {
  const pictures = new MediaLibrary({
    contentDirectory,
    cacheDirectory,
    clock: systemClock,
    logger: silentLogger,
  });
  const source = new PageSource({
    settings,
    build,
    pictures,
    filters,
    published,
    theme: new Theme(theme),
    logger: silentLogger,
    thread: new MarkdownThread(buildLimits),
  });
  const { bodies } = source;
  return new PageBuilder({
    respond: (request, recorded) => source.respond(request, recorded),
    links: new LinkChecker({ addresses, contentDirectory, bodies }),
    published,
    folder,
  });
}

async function serve(builder: PageBuilder, filters: RemoteFilters): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let last = Promise.resolve();
  const take = (tasks: readonly BuildTask[]): void => {
    last = last.then(async () => {
      const answer: BuildAnswer = { built: await builder.build(tasks) };
      port.postMessage(answer);
    });
    last.catch(ended.reject);
  };
  port.on('message', (order: BuildOrder) => {
    if (order === 'end') {
      last.then(ended.resolve, ended.reject);
      return;
    }
    if ('filtered' in order) {
      filters.receive(order.filtered);
      return;
    }
    take(order.tasks);
  });
  port.postMessage('ready' satisfies BuildAnswer);
  await ended.promise;
  port.close();
}

const [job] = (await once(port, 'message')) as [BuildJob];
try {
  await work(job);
} catch (error) {
  // Any other error is a bug and crashes the thread.
  if (!buildProblems.page_failed.is(error)) throw error;
  port.postMessage({ failed: error.message } satisfies BuildAnswer);
  port.close();
}
