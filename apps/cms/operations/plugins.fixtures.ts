import { zipOfFiles } from '@galley/testing';
import type { UploadForm } from '../client.fixtures.ts';
import { type Client } from '../fixtures.ts';
import type { Query, Values } from '../operation-examples.ts';

interface Newcomer {
  readonly client: Client;
  readonly username: string;
  post<T>(path: string, body: Values): Promise<T>;
}

type File = NonNullable<UploadForm['file']>;

/** Different for each newcomer. */
const pluginOf = ({ username }: Newcomer): string =>
  `p-${username.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')}`.slice(0, 50);

function packageOf(newcomer: Newcomer, version: string): File {
  const files = {
    'plugin.yaml': `name: ${pluginOf(newcomer)}\nversion: ${version}\n`,
    'index.js': '',
  };
  return { name: 'plugin.zip', content: Uint8Array.from(zipOfFiles(files)) };
}

async function send({ client }: Newcomer, path: string, form: UploadForm): Promise<Values> {
  const answer = await client.upload(`/__admin/api/plugins/${path}`, form);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json<Values>();
}

async function installed(newcomer: Newcomer): Promise<{ name: string }> {
  await send(newcomer, 'install', { file: packageOf(newcomer, '1.0.0') });
  return { name: pluginOf(newcomer) };
}

async function reviewed(newcomer: Newcomer) {
  await installed(newcomer);
  const file = packageOf(newcomer, '2.0.0');
  const { confirmation } = await send(newcomer, 'review', { file });
  return { confirmation };
}

export async function updatedPlugin(newcomer: Newcomer): Promise<Query> {
  const { confirmation } = await reviewed(newcomer);
  const fields = { confirmation: String(confirmation) };
  await send(newcomer, 'update', { file: packageOf(newcomer, '2.0.0'), fields });
  return { name: pluginOf(newcomer) };
}

export const preparedPlugins = {
  'plugins.update': reviewed,
  'plugins.rollback': async (newcomer: Newcomer) => {
    const { name } = await updatedPlugin(newcomer);
    const answer = await newcomer.client.get(`/__admin/api/plugins/previous?name=${name!}`);
    return { name, confirmation: answer.json<Values>()['confirmation'] };
  },
  'plugins.delete': installed,
};

/** Version 2, which updates the one of `reviewed`. */
export function pluginFile(id: string, newcomer: Newcomer): File | undefined {
  return id.startsWith('plugins.') ? packageOf(newcomer, '2.0.0') : undefined;
}
