import { isProblem, type MediaItem } from '@galley/sdk';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { wordsNow } from '../../lib/words.ts';
import { ask, toast, toastProblem } from '../../ui/index.ts';
import { itemWords } from './item-words.ts';
import { mediaUsageQuery, refreshMedia } from './media-queries.ts';
import { UseList } from './use-list.tsx';

/** Moves a file to the trash. For a file in use, lists its uses and asks first. */
export async function deleteItem({ path, name }: MediaItem): Promise<boolean> {
  const words = wordsNow(itemWords);
  const trashPath = await deletedTo(path, name);
  if (trashPath === null) return false;
  await refreshMedia(path);
  const undo = async () => {
    try {
      await galley.media.restore({ path: trashPath });
      toast({ text: words.undone(name) });
    } catch (error) {
      toastProblem(error);
    }
    await refreshMedia();
  };
  toast({
    text: words.deleted(name),
    action: { label: words.undo, onPress: () => void undo() },
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
  const words = wordsNow(itemWords);
  const usage = await queryClient.fetchQuery({ ...mediaUsageQuery(path), staleTime: 0 });
  const isYes = await ask({
    title: words.deleteUsed,
    text: (
      <>
        <p>{words.deleteUsedText(name, usage.total)}</p>
        <UseList usage={usage} />
      </>
    ),
    action: words.deleteAction,
    kind: 'danger',
  });
  return isYes ? (await galley.media.delete({ path, force: true })).trash_path : null;
}
