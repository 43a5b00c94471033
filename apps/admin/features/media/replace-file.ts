import { isProblem, type MediaDetail } from '@galley/sdk';
import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { confirmAction, toast } from '../../ui/index.ts';
import { itemMessages } from './item-messages.ts';
import { parseMetadata } from './media-metadata.ts';
import { refreshMedia } from './media-queries.ts';

/** A file that has changed since it was loaded is kept. */
export async function replaceFile(
  item: MediaDetail,
  file: File,
  onSent: (share: number) => void,
): Promise<void> {
  const messages = currentMessages(itemMessages);
  const isYes = await confirmAction({
    title: messages.replaceTitle,
    text: item.needs_approval
      ? `${messages.replaceText({ name: item.name, by: file.name })} ${messages.needsApproval}`
      : messages.replaceText({ name: item.name, by: file.name }),
    action: messages.replaceAction,
    kind: 'danger',
  });
  if (!isYes) return;
  onSent(0);
  try {
    const { state } = await galley.media.replace(
      { path: item.path, file, expected_hash: parseMetadata(item).hash },
      { onProgress: ({ sent, total = file.size }) => onSent(total === 0 ? 1 : sent / total) },
    );
    toast({ text: state === 'pending' ? messages.pendingSaved : messages.replaced });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) throw error;
    toast({ text: messages.changedSince, tone: 'bad' });
  }
  await refreshMedia();
}
