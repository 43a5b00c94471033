import { queryClient } from '../../../../app/query-client.ts';
import { formatBytes } from '../../../../lib/format.ts';
import { mediaItemQuery } from '../../../media/media-queries.ts';

/** @throws if the media library has no such file. */
export async function librarySize(path: string): Promise<string> {
  const { size } = await queryClient.fetchQuery(mediaItemQuery(path));
  return formatBytes(size);
}
