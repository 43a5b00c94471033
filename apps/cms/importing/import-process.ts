import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseAddress } from '@galley/database';
import type { Logger } from '@galley/kernel';
import type { BuildInfo } from '@galley/service';
import type { Config } from '@galley/settings';

export interface ImportProcessStart {
  readonly config: Config;
  readonly projectDirectory: string;
  readonly build: BuildInfo;
  readonly databaseAddress: string | DatabaseAddress;
}

export interface ImportProcessLog {
  readonly log: readonly [level: keyof Logger, message: string, attributes?: object];
}

export interface ImportProcessParts extends Omit<ImportProcessStart, 'databaseAddress'> {
  readonly databaseAddress: () => string | DatabaseAddress;
  readonly logger: Logger;
}

const entry = new URL('./run-import-process.ts', import.meta.url);

/** Reading a large export blocks a thread for seconds, so the server does not import in its own process. */
export async function runImportProcess(
  { databaseAddress, logger, ...parts }: ImportProcessParts,
  signal: AbortSignal,
): Promise<void> {
  const { config, projectDirectory, build } = parts;
  const child = fork(entry, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', ({ log: [level, message, attributes] }: ImportProcessLog) =>
    logger[level](message, { ...attributes }),
  );
  // Sending to a process that has just ended, whose import is recorded as interrupted.
  child.on('error', (error) =>
    logger.debug('import process unreachable', { error: String(error) }),
  );
  const end = (): void => {
    if (child.connected) child.disconnect();
  };
  signal.addEventListener('abort', end);
  try {
    const start = { config, projectDirectory, build, databaseAddress: databaseAddress() };
    child.send(start satisfies ImportProcessStart);
    if (signal.aborted) end();
    await once(child, 'exit');
  } finally {
    signal.removeEventListener('abort', end);
  }
}
