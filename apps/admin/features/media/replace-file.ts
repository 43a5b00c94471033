import { isProblem, type MediaDetail } from '@galley/sdk';
import { galley } from '../../lib/galley.ts';
import { wordsNow } from '../../lib/words.ts';
import { ask, toast } from '../../ui/index.ts';
import { itemWords } from './item-words.ts';
import { factsOf } from './media-facts.ts';
import { refreshMedia } from './media-queries.ts';

/**
 * Replaces a file after a confirmation. If the file has changed since it was loaded, keeps it and shows a message.
 */
export async function replaceFile(
  item: MediaDetail,
  file: File,
  onSent: (share: number) => void,
): Promise<void> {
  const words = wordsNow(itemWords);
  const isYes = await ask({
    title: words.replaceTitle,
    text: item.needs_approval
      ? `${words.replaceText(item.name, file.name)} ${words.needsApproval}`
      : words.replaceText(item.name, file.name),
    action: words.replaceAction,
    kind: 'danger',
  });
  if (!isYes) return;
  onSent(0);
  try {
    const { state } = await galley.media.replace(
      { path: item.path, file, expected_hash: factsOf(item).hash },
      { onProgress: ({ sent, total = file.size }) => onSent(total === 0 ? 1 : sent / total) },
    );
    toast({ text: state === 'pending' ? words.pendingSaved : words.replaced });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) throw error;
    toast({ text: words.changedSince, tone: 'bad' });
  }
  await refreshMedia();
}
