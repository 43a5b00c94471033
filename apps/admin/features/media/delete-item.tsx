import { isProblem, type MediaItem } from '@galley/sdk';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { confirmAction, toast, toastProblem } from '../../ui/index.ts';
import { itemMessages } from './item-messages.ts';
import { mediaUsageQuery, refreshMedia } from './media-queries.ts';
import { UsageList } from './usage-list.tsx';

export async function deleteItem({ path, name }: MediaItem): Promise<boolean> {
  const messages = currentMessages(itemMessages);
  const trashPath = await deletedTo(path, name);
  if (trashPath === null) return false;
  await refreshMedia(path);
  const undo = async () => {
    try {
      await galley.media.restore({ path: trashPath });
      toast({ text: messages.undone({ name }) });
    } catch (error) {
      toastProblem(error);
    }
    await refreshMedia();
  };
  toast({
    text: messages.deleted({ name }),
    action: { label: messages.undo, onPress: () => void undo() },
  });
  return true;
}

/** Path in the trash; null if the user cancels. */
async function deletedTo(path: string, name: string): Promise<string | null> {
  try {
    return (await galley.media.delete({ path })).trash_path;
  } catch (error) {
    if (!isProblem(error, 'in_use')) throw error;
  }
  const messages = currentMessages(itemMessages);
  const usage = await queryClient.fetchQuery({ ...mediaUsageQuery(path), staleTime: 0 });
  const isYes = await confirmAction({
    title: messages.deleteUsed,
    text: (
      <>
        <p>{messages.deleteUsedText({ name, count: usage.total })}</p>
        <UsageList usage={usage} />
      </>
    ),
    action: messages.deleteAction,
    kind: 'danger',
  });
  return isYes ? (await galley.media.delete({ path, force: true })).trash_path : null;
}
