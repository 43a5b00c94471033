import type { Values } from '../operation-examples.ts';

interface Newcomer {
  post<T>(path: string, body: Values): Promise<T>;
}

export async function newBackup(newcomer: Newcomer): Promise<{ id: string }> {
  const { id } = await newcomer.post<{ id: string }>('/backups/create', { name: 'press' });
  return { id };
}

export const backupBodies = {
  'backups.verify': newBackup,
  'backups.delete': newBackup,
  'backups.restore': newBackup,
};
