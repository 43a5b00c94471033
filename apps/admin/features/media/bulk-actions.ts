import type { BulkMediaResult, MediaBulkInput, MediaItem } from '@galley/sdk';
import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { parseMetadata, folderOf } from './media-metadata.ts';
import { refreshMedia } from './media-queries.ts';
import { mediaMessages } from './messages.ts';

/** Limit of the server. */
const maxBatchSize = 200;

export interface BulkOutcome {
  readonly done: readonly BulkMediaResult[];
  readonly failed: readonly BulkMediaResult[];
  /** Repeats the action for files in use; absent if the action cannot be forced. */
  readonly force?: (paths: readonly string[]) => Promise<BulkOutcome>;
  readonly action: MediaBulkInput['action'];
}

type BulkRequest = Omit<MediaBulkInput, 'paths'>;

async function sendInBatches(
  paths: readonly string[],
  asked: BulkRequest,
): Promise<BulkMediaResult[]> {
  const results: BulkMediaResult[] = [];
  for (let at = 0; at < paths.length; at += maxBatchSize) {
    const part = paths.slice(at, at + maxBatchSize);
    results.push(...(await galley.media.bulk({ ...asked, paths: part })).results);
  }
  return results;
}

async function runBulkAction(
  paths: readonly string[],
  asked: BulkRequest,
  {
    said,
    undo,
  }: { said: (values: { count: number }) => string; undo: (done: Done) => Promise<Undone> },
): Promise<Omit<BulkOutcome, 'force'>> {
  const messages = currentMessages(mediaMessages);
  const results = await sendInBatches(paths, asked);
  await refreshMedia();
  const done = results.filter(({ ok }) => ok);
  const takeBack = async () => {
    try {
      const undone = await undo(done);
      const failed = undone.filter(({ ok }) => !ok).length;
      if (failed > 0) toast({ text: messages.notUndone({ count: failed }), tone: 'bad' });
      else toast({ text: messages.undone({ count: done.length }) });
    } catch (error) {
      toastProblem(error);
    }
    await refreshMedia();
  };
  if (done.length > 0)
    toast({
      text: said({ count: done.length }),
      action: { label: messages.undo, onPress: () => void takeBack() },
    });
  return { done, failed: results.filter(({ ok }) => !ok), action: asked.action };
}

type Done = readonly BulkMediaResult[];
type Undone = readonly BulkMediaResult[];

export async function deleteAll(paths: readonly string[], force = false): Promise<BulkOutcome> {
  const outcome = await runBulkAction(
    paths,
    { action: 'delete', force },
    {
      said: currentMessages(mediaMessages).deleted,
      undo: (done) =>
        sendInBatches(
          done.map(({ new_path }) => new_path!),
          { action: 'restore' },
        ),
    },
  );
  return { ...outcome, force: (used) => deleteAll(used, true) };
}

export async function moveAll(
  paths: readonly string[],
  to: string,
  force = false,
): Promise<BulkOutcome> {
  const undo = async (done: Done) => {
    const results: BulkMediaResult[] = [];
    for (const [folder, moved] of Map.groupBy(done, ({ path }) => folderOf(path))) {
      const back = moved.map(({ new_path }) => new_path!);
      results.push(...(await sendInBatches(back, { action: 'move', to: folder, force: true })));
    }
    return results;
  };
  const said = currentMessages(mediaMessages).moved;
  const outcome = await runBulkAction(paths, { action: 'move', to, force }, { said, undo });
  return { ...outcome, force: (used) => moveAll(used, to, true) };
}

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export async function tagAll(
  items: readonly MediaItem[],
  { add, remove }: TagChange,
): Promise<BulkOutcome> {
  const undo = async (done: Done) => {
    const results: BulkMediaResult[] = [];
    for (const { path } of done) {
      const had = parseMetadata(items.find((item) => item.path === path)!).tags;
      const add_tags = remove.filter((tag) => had.includes(tag));
      const remove_tags = add.filter((tag) => !had.includes(tag));
      if (add_tags.length + remove_tags.length === 0) continue;
      results.push(...(await sendInBatches([path], { action: 'tag', add_tags, remove_tags })));
    }
    return results;
  };
  const paths = items.map(({ path }) => path);
  const asked: BulkRequest = { action: 'tag', add_tags: [...add], remove_tags: [...remove] };
  return runBulkAction(paths, asked, { said: currentMessages(mediaMessages).tagged, undo });
}
