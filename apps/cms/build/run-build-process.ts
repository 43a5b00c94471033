// The process started by `BuildProcess`. It ends when the server disconnects or dies.
import { setPriority } from 'node:os';
import { openDatabase } from '@galley/database';
import type { Logger } from '@galley/kernel';
import { ShutdownStack } from '@galley/service';
import { openContent } from '../open-content.ts';
import type {
  BuildProcessAnswer,
  BuildProcessMessage,
  BuildProcessStart,
} from './build-process.ts';
import { limitYoungGeneration } from './release-memory.ts';
import type { SiteBuilder } from './site-builder.ts';

const poolSize = 3;
/** Gives this process, on a busy machine, a third of the CPU time of a process that serves requests. */
const processPriority = 5;

const log =
  (level: keyof Logger): Logger['info'] =>
  (text, attributes) =>
    send({ log: [level, text, attributes] });
const logger: Logger = {
  debug: log('debug'),
  info: log('info'),
  warn: log('warn'),
  error: log('error'),
};

setPriority(processPriority);
limitYoungGeneration();
// On a signal to the whole process group, the server waits for the build under way; this process must not end first.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());

const started = Promise.withResolvers<SiteBuilder>();
// The server gets the error with the first build.
started.promise.catch(() => undefined);
process.on('message', (message: BuildProcessMessage) => {
  if ('start' in message) open(message.start).then(started.resolve, started.reject);
  else void build(message.build);
});

async function open({
  databaseAddress: address,
  ...start
}: BuildProcessStart): Promise<SiteBuilder> {
  const cleanUp = new ShutdownStack(logger);
  const content = await openContent({
    ...start,
    logger,
    cleanUp,
    environment: {},
    connect: () => Promise.resolve(openDatabase({ address, poolSize, logger })),
  });
  await content.services.plugins.run(cleanUp);
  return content.services.site.builder;
}

async function build(options: { readonly isFull: boolean }): Promise<void> {
  try {
    send({ report: await (await started.promise).build(options) });
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) });
  }
}

function send(answer: BuildProcessAnswer): void {
  process.send?.(answer);
}
