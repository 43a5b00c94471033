import { newId, sha256 } from '@galley/kernel';
import type { UploadForm } from '../client.fixtures.ts';
import { writeFiles, type Client, type TestServer } from '../fixtures.ts';
import { author, type Values } from '../operation-examples.ts';

interface Newcomer {
  readonly server: TestServer;
  readonly client: Client;
  post<T>(path: string, body: Values): Promise<T>;
}

const drawingFile = {
  name: 'a.svg',
  content: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
};

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWMwTpsJAAICATMDms/iAAAAAElFTkSuQmCC';

export const oldSite = { name: 'ghost.json', content: '{"db":[{"data":{"posts":[]}}]}' };

/** Profile pictures cannot be drawings. */
export function fileFor(id: string): NonNullable<UploadForm['file']> {
  if (id === 'imports.upload') return oldSite;
  if (id !== 'users.save_own_picture') return drawingFile;
  return { name: 'a.png', content: Uint8Array.from(Buffer.from(onePixel, 'base64')) };
}

/** With a picture that public pages do not show yet. */
async function picturedPerson({ server }: Newcomer): Promise<Values> {
  const username = `p${newId()}`;
  await server.addUser({ username, role: 'powerless' });
  const picture = { username, hash: sha256(username), image: Buffer.from(username) };
  await server.database.db.insertInto('user_pictures').values(picture).execute();
  return { username, name: username, picture: `/profile-pictures/${picture.hash}.webp` };
}

async function newMedia({ client }: Newcomer): Promise<{ path: string }> {
  const file = { ...drawingFile, name: `${newId()}.svg` };
  const answer = await client.upload('/__admin/api/media/upload', { file });
  return { path: answer.json<{ path: string }>().path };
}

async function trashedMedia(newcomer: Newcomer): Promise<{ path: string }> {
  const { path } = await newMedia(newcomer);
  const deleted = await newcomer.post<{ trash_path: string }>('/media/delete', { path });
  return { path: deleted.trash_path };
}

async function replacedMedia(newcomer: Newcomer): Promise<Values> {
  const { path } = await newMedia(newcomer);
  const file = { ...drawingFile, content: drawingFile.content.replace('0 0 1 1', '0 0 2 2') };
  await newcomer.client.upload('/__admin/api/media/replace', { file, fields: { path } });
  const answer = await newcomer.client.get(
    `/__admin/api/media/versions?path=${encodeURIComponent(path)}`,
  );
  return { path, version: answer.json<{ path: string }[]>()[0]!.path };
}

/** Adds another person's change that awaits approval, as stored in the content folder (ADD-MED-1). */
async function pendingMedia(newcomer: Newcomer): Promise<Values> {
  const { path } = await newMedia(newcomer);
  const { content } = drawingFile;
  await writeFiles(newcomer.server.project, {
    [`content/.published/${path}`]: content.replace('0 0 1 1', '0 0 2 2'),
    [`content/.published/${path}.pending.yaml`]: `contributors: [${author}]\n`,
  });
  const answer = await newcomer.client.get('/__admin/api/media/pending');
  const pending = answer.json<{ path: string; hash: string }[]>();
  const { hash } = pending.find((one) => one.path === path)!;
  return { path, action: 'approve', expected_hash: hash };
}

export const preparedMedia: Readonly<
  Record<string, (newcomer: Newcomer) => Values | Promise<Values>>
> = {
  'users.approve_picture': picturedPerson,
  'media.upload': () => ({ path: `media/${newId()}` }),
  'media.replace': newMedia,
  'media.revert': replacedMedia,
  'media.metadata': async (newcomer) => ({
    ...(await newMedia(newcomer)),
    metadata: { title: 'Press' },
  }),
  'media.move': async (newcomer) => ({
    ...(await newMedia(newcomer)),
    to: `media/${newId()}.svg`,
  }),
  'media.delete': newMedia,
  'media.restore': trashedMedia,
  'media.purge': trashedMedia,
  'media.review': pendingMedia,
  'media.bulk': async (newcomer) => ({
    action: 'tag',
    paths: [(await newMedia(newcomer)).path],
    add_tags: ['press'],
  }),
};
