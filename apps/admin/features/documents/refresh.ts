import { queryClient } from '../../app/query-client.ts';

/** Has all that shows documents, or tells of them, look again, after something was done to some. */
export async function documentsChanged(): Promise<void> {
  const keys = ['documents', 'document-types', 'document-names', 'notifications'];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
