import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type Logger } from '@galley/kernel';

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'served-address');

/** Logs a failure without throwing. */
export async function recordServedAddress(
  dataDirectory: string,
  { address, logger }: { readonly address: string; readonly logger: Logger },
): Promise<void> {
  const temporary = `${fileOf(dataDirectory)}.${newId()}`;
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    await writeFile(temporary, `${address}\n`);
    await rename(temporary, fileOf(dataDirectory));
  } catch (error) {
    logger.warn('served address not recorded', { cause: (error as Error).message });
  }
}

/** `undefined` before the first start. */
export async function readServedAddress(dataDirectory: string): Promise<string | undefined> {
  const text = await readFile(fileOf(dataDirectory), 'utf8').catch(() => '');
  return URL.canParse(text.trim()) ? text.trim() : undefined;
}
