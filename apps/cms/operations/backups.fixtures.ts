import type { Values } from '../operation-examples.ts';

/** Somebody who may make backups. */
interface Newcomer {
  post<T>(path: string, body: Values): Promise<T>;
}

/** One that no other test has to do with. */
export async function newBackup(newcomer: Newcomer): Promise<{ id: string }> {
  const { id } = await newcomer.post<{ id: string }>('/backups/create', { name: 'press' });
  return { id };
}

/** The bodies with which what is done to backups succeeds. */
export const backupBodies = {
  'backups.verify': newBackup,
  'backups.delete': newBackup,
  'backups.restore': newBackup,
};
