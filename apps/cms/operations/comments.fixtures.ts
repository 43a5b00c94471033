import type { Query, Values } from '../operation-examples.ts';

interface Newcomer {
  post<T>(path: string, body: Values): Promise<T>;
}

interface MadeThread {
  readonly path: string;
  readonly thread: string;
  readonly comment: string;
}

async function newThread(newcomer: Newcomer, more: Values = {}): Promise<MadeThread> {
  const content = 'The ink dries slowly.\n';
  const title = `Commented ${crypto.randomUUID()}`;
  const document = { type: 'post', lang: 'en', title, content };
  const { path, revision } = await newcomer.post<{ path: string; revision: string }>(
    '/documents/create',
    document,
  );
  const passage = { revision, from: 4, to: 7, quote: 'ink', prefix: 'The ', suffix: ' dries' };
  const body = { path, body: 'Which?', passage, ...more };
  const { thread } = await newcomer.post<{ thread: { id: string; comments: { id: string }[] } }>(
    '/documents/comments',
    body,
  );
  return { path, thread: thread.id, comment: thread.comments[0]!.id };
}

async function decided(newcomer: Newcomer): Promise<Values> {
  const { path, thread } = await newThread(newcomer, { replacement: 'paint' });
  return { path, threads: [thread] };
}

export const preparedCommentQueries: Readonly<
  Record<string, (newcomer: Newcomer) => Promise<Query>>
> = {
  'comments.thread': async (newcomer) => ({ thread: (await newThread(newcomer)).thread }),
};

export const preparedComments: Readonly<Record<string, (newcomer: Newcomer) => Promise<Values>>> = {
  'comments.reply': async (newcomer) => ({
    thread: (await newThread(newcomer)).thread,
    body: 'Black.',
  }),
  'comments.edit': async (newcomer) => ({ id: (await newThread(newcomer)).comment, body: 'Ink?' }),
  'comments.remove': async (newcomer) => ({ id: (await newThread(newcomer)).comment }),
  'comments.remove_thread': async (newcomer) => ({ thread: (await newThread(newcomer)).thread }),
  'comments.resolve': async (newcomer) => ({
    thread: (await newThread(newcomer)).thread,
    resolved: true,
  }),
  'comments.accept': decided,
  'comments.reject': decided,
};
