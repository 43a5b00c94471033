import { useEffect, useRef, useState } from 'react';
import {
  findCommentDrafts,
  isSameDraft,
  mergeDraft,
  storageKey,
  storeCommentDrafts,
  type CommentDraft,
} from './comment-drafts.ts';

export interface CommentDrafts {
  readonly all: readonly CommentDraft[];
  /** An empty body removes the draft. */
  readonly write: (draft: CommentDraft) => void;
  /** Keeps those that another tab has changed since. */
  readonly discard: (drafts: readonly CommentDraft[]) => void;
}

/** Unsent comments of this browser, shared by its tabs: each change starts from the stored drafts. */
export function useCommentDrafts(username: string, proposal: string): CommentDrafts {
  const [all, setAll] = useState(() => findCommentDrafts(username, proposal) ?? []);
  // False while storage is full.
  const isStored = useRef(true);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === storageKey(username, proposal))
        setAll((known) => findCommentDrafts(username, proposal) ?? known);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [username, proposal]);
  const change = (edit: (drafts: readonly CommentDraft[]) => CommentDraft[]) => {
    const stored = isStored.current ? findCommentDrafts(username, proposal) : undefined;
    const next = edit(stored ?? all);
    isStored.current = storeCommentDrafts(username, proposal, next);
    setAll(next);
  };
  return {
    all,
    write: (draft) => change((stored) => mergeDraft(stored, draft, all)),
    discard: (gone) =>
      change((stored) => stored.filter((one) => !gone.some((draft) => isSameDraft(one, draft)))),
  };
}
