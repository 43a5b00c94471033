import { GalleyProblem } from '@galley/sdk';
import { queryClient } from '../../app/query-client.ts';

/** Fetches anew what a change of a document has made old. */
export async function documentsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['documents'] }),
    queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  ]);
}

export function isStale(error: unknown): boolean {
  return error instanceof GalleyProblem && error.code === 'stale_revision';
}
