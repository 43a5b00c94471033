// The process started by `runImportProcess`. It stops its import when the server disconnects or dies.
import { setPriority } from 'node:os';
import { openDatabase } from '@galley/database';
import type { Logger } from '@galley/kernel';
import { ShutdownStack } from '@galley/service';
import { openContent } from '../open-content.ts';
import type { ImportProcessLog, ImportProcessStart } from './import-process.ts';

/** An import writes eight documents at a time, and holds its lock on one more connection. */
const poolSize = 10;
/** Gives this process, on a busy machine, a third of the CPU time of a process that serves requests. */
const processPriority = 5;

const log =
  (level: keyof Logger): Logger['info'] =>
  (text, attributes) => {
    const message: ImportProcessLog = { log: [level, text, attributes] };
    if (process.connected) process.send?.(message);
  };
const logger: Logger = {
  debug: log('debug'),
  info: log('info'),
  warn: log('warn'),
  error: log('error'),
};

const stop = new AbortController();
setPriority(processPriority);
// On a signal to the whole process group, the server ends the import; this process must not end first.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => stop.abort());
process.once('message', (start: ImportProcessStart) => void run(start));

async function run({ databaseAddress: address, ...start }: ImportProcessStart): Promise<void> {
  const cleanUp = new ShutdownStack(logger);
  try {
    const content = await openContent({
      ...start,
      logger,
      cleanUp,
      environment: {},
      connect: () => Promise.resolve(openDatabase({ address, poolSize, logger })),
    });
    await content.services.imports.service.work(stop.signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error('import process failed', { error: reason });
  } finally {
    await cleanUp.run();
    process.exit();
  }
}
