import { listPublicCopyPaths, listMarkedPaths } from '@galley/media';
import { counted, listed, notice, ok, warning, type Check } from './check.ts';

export async function mediaReviewCheck(contentDirectory: string): Promise<Check> {
  const name = 'media_review';
  const pending = await listMarkedPaths(contentDirectory);
  const kept = await listPublicCopyPaths(contentDirectory);
  const strays = kept.filter((path) => !pending.includes(path));
  if (strays.length > 0)
    return warning(name, {
      message: `${counted(strays.length, 'public version')} of media files without a pending change: ${listed(strays)}.`,
      where: '.published/media',
      why: 'A killed process left them behind, or a marker (….pending.yaml) was deleted manually. Readers see the files in media/.',
      advice:
        'If a marker was deleted manually, restore it from a backup before the next start, which deletes these versions.',
    });
  if (pending.length === 0) return ok(name, 'No media change awaits approval.');
  return notice(name, {
    message: `${counted(pending.length, 'change')} of media files awaiting approval: ${listed(pending)}.`,
    where: '.published/media',
    why: 'Readers see the versions before these changes.',
    advice: 'Approve the changes on the review page, or restore the public versions.',
  });
}
