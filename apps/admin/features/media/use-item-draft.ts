import { isProblem, type MediaDetail, type MediaMetadataChanges } from '@galley/sdk';
import { useState } from 'react';
import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { askToLeave, toast, useLeaveGuard } from '../../ui/index.ts';
import { parseMetadata } from './media-metadata.ts';
import { itemMessages } from './item-messages.ts';
import { cacheItem, refreshMedia } from './media-queries.ts';
import { noteDescribed } from './upload-queue.ts';

export interface ItemTexts {
  readonly title: string;
  readonly alt: string;
  readonly caption: string;
  readonly credit: string;
  readonly tags: readonly string[];
  readonly decorative: boolean;
  readonly focal_x: number | null;
  readonly focal_y: number | null;
}

export interface ItemDraft {
  readonly texts: ItemTexts;
  readonly change: (changed: Partial<ItemTexts>) => void;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  /** Someone else saved first: their values are shown, with the unsaved changes applied. */
  readonly isStale: boolean;
  readonly error: unknown;
  readonly save: () => Promise<void>;
  /** Resolves with true if there are no unsaved changes or the user agrees to discard them. */
  readonly letGo: () => Promise<boolean>;
}

/** Sends changed fields only, so that a save keeps fields that someone else changed. */
export function useItemDraft(item: MediaDetail): ItemDraft {
  const [draft, setDraft] = useState<Partial<ItemTexts>>({});
  const [isPending, setPending] = useState(false);
  const [isStale, setStale] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const saved = parseMetadata(item);
  const texts: ItemTexts = { ...saved, ...draft };
  const changes = changesOf(saved, draft);
  const isChanged = Object.keys(changes).length > 0;
  useLeaveGuard(isChanged, 'address');
  const save = async () => {
    setPending(true);
    setError(null);
    try {
      const { path, metadata_revision: expected_revision } = item;
      const next = await galley.media.metadata({ path, metadata: changes, expected_revision });
      setDraft({});
      setStale(false);
      noteDescribed(next);
      await cacheItem(next);
      toast({ text: currentMessages(itemMessages).saved });
    } catch (problem) {
      if (isProblem(problem, 'stale_revision')) {
        await refreshMedia();
        setStale(true);
      } else setError(problem);
    } finally {
      setPending(false);
    }
  };
  const letGo = async () => {
    if (!isChanged) return true;
    const isYes = await askToLeave();
    if (isYes) setDraft({});
    return isYes;
  };
  const change = (changed: Partial<ItemTexts>) => setDraft((before) => ({ ...before, ...changed }));
  return { texts, change, isChanged, isPending, isStale, error, save, letGo };
}

/** An empty text is sent as null, which clears it. */
function changesOf(saved: ItemTexts, draft: Partial<ItemTexts>): MediaMetadataChanges {
  const names = Object.keys(draft) as (keyof ItemTexts)[];
  const changed = names.filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name]),
  );
  const values = changed.map((name) => [name, draft[name] === '' ? null : draft[name]]);
  return Object.fromEntries(values) as MediaMetadataChanges;
}
