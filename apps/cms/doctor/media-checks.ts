import { listPublicCopyPaths, listMarkedPaths } from '@galley/media';
import { counted, listed, notice, ok, warning, type Check } from './check.ts';

/** Reports media changes that await approval, and public versions left over without a change. */
export async function mediaReviewCheck(contentDirectory: string): Promise<Check> {
  const name = 'media_review';
  const pending = await listMarkedPaths(contentDirectory);
  const kept = await listPublicCopyPaths(contentDirectory);
  const strays = kept.filter((path) => !pending.includes(path));
  if (strays.length > 0)
    return warning(name, {
      message: `${counted(strays.length, 'public version')} of media files belong to no pending change: ${listed(strays)}.`,
      where: '.published/media',
      why: 'A killed process left them, or a marker (….pending.yaml) was removed by hand; the public sees the files in media/.',
      advice:
        'Where a marker was removed by hand, put it back from a backup before the next start, which deletes them.',
    });
  if (pending.length === 0) return ok(name, 'No change of a media file awaits approval.');
  return notice(name, {
    message: `${counted(pending.length, 'change')} of media files await approval: ${listed(pending)}.`,
    where: '.published/media',
    why: 'The public sees the versions before these changes.',
    advice: 'Approve them on the review page, or put the public versions back.',
  });
}
