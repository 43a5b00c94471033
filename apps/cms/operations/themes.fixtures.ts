import { zipOfFiles } from '@galley/testing';
import type { UploadForm } from '../client.fixtures.ts';
import { writeFiles, type Client, type TestServer } from '../fixtures.ts';
import type { Values } from '../operation-examples.ts';
import { themeFiles } from '../theme-files.fixtures.ts';

interface Newcomer {
  readonly server: TestServer;
  readonly client: Client;
  readonly username: string;
  post<T>(path: string, body: Values): Promise<T>;
}

/** Different for each newcomer. */
const themeOf = ({ username }: Newcomer): string => username;

async function source(newcomer: Newcomer): Promise<{ source: string }> {
  const name = themeOf(newcomer);
  await writeFiles(newcomer.server.project, themeFiles(`work/${name}`, name));
  return { source: `work/${name}` };
}

async function installed(newcomer: Newcomer): Promise<{ name: string }> {
  await newcomer.post('/themes/install', await source(newcomer));
  return { name: themeOf(newcomer) };
}

export const preparedThemes = {
  'themes.install': source,
  'themes.switch': () => ({ name: 'default' }),
  'themes.rollback': async (newcomer: Newcomer) => {
    await installed(newcomer);
    return installed(newcomer);
  },
  'themes.delete': installed,
};

export function themeFile(id: string, newcomer: Newcomer): UploadForm['file'] {
  if (id !== 'themes.upload') return undefined;
  const name = themeOf(newcomer);
  return { name: 'theme.zip', content: Uint8Array.from(zipOfFiles(themeFiles(name, name))) };
}
