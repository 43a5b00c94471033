import type { ProposalDetail } from '@galley/sdk';
import { createContext, useContext, useMemo, useState } from 'react';
import { useSession } from '../../app/session.ts';
import type { CommentDraft, LinePlace } from './comment-drafts.ts';
import { decisionDisabledReason } from './disabled-reasons.ts';
import type { PatchFile } from './parse-patch.ts';
import { useCommentDrafts } from './use-comment-drafts.ts';

export type SentComment = ProposalDetail['comments'][number];

/** Choice of hunks and comments on lines, for the patch that the user reads. */
export interface PatchReview {
  /** In the order of the patch. */
  readonly hunks: ProposalDetail['hunks'];
  readonly canChoose: boolean;
  readonly canComment: boolean;
  readonly omitted: ReadonlySet<string>;
  readonly leftOut: ReadonlySet<string>;
  readonly choose: (id: string, isChosen: boolean) => void;
  readonly comments: readonly SentComment[];
  /** On other patches than the one that the user reads. */
  readonly otherComments: readonly SentComment[];
  readonly drafts: readonly CommentDraft[];
  /** On earlier patches. */
  readonly outdatedDrafts: readonly CommentDraft[];
  readonly open: LinePlace | null;
  readonly setOpen: (place: LinePlace | null) => void;
  readonly write: (place: LinePlace, body: string) => void;
  readonly discard: (drafts: readonly CommentDraft[]) => void;
}

const PatchReviewContext = createContext<PatchReview | null>(null);

export const PatchReviewProvider = PatchReviewContext.Provider;

/** Null where a patch is only shown. */
export function usePatchReview(): PatchReview | null {
  return useContext(PatchReviewContext);
}

export function useNewPatchReview(
  proposal: ProposalDetail,
  read: ProposalDetail['patch'],
): PatchReview {
  const session = useSession();
  const { username } = session;
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<LinePlace | null>(null);
  const patchSha256 = read?.sha256 ?? '';
  const isCurrent = proposal.patch?.sha256 === patchSha256;
  const can = (decision: 'accept' | 'request_revision') =>
    decisionDisabledReason(decision, proposal, { session, isPatchNew: !isCurrent }) === undefined;
  const { all, write, discard } = useCommentDrafts(username ?? '', proposal.id);
  const drafts = all.filter((draft) => draft.patchSha256 === patchSha256);
  const outdatedDrafts = all.filter((draft) => draft.patchSha256 !== patchSha256);
  const leftOut = useMemo(
    () => new Set(proposal.left_out_hunks.map(({ id }) => id)),
    [proposal.left_out_hunks],
  );
  return {
    hunks: isCurrent ? proposal.hunks : [],
    canChoose: can('accept') && proposal.hunks.length > 1,
    canComment: can('request_revision'),
    omitted,
    leftOut,
    choose(id, isChosen) {
      const next = new Set(omitted);
      if (isChosen) next.delete(id);
      else next.add(id);
      setOmitted(next);
    },
    comments: proposal.comments.filter((one) => one.patch_sha256 === patchSha256),
    otherComments: proposal.comments.filter((one) => one.patch_sha256 !== patchSha256),
    drafts,
    outdatedDrafts,
    open,
    setOpen,
    write: ({ path, side, line }, body) => write({ path, side, line, body, patchSha256 }),
    discard,
  };
}

/** Whether the hunk has a checkbox or a mark. */
export function hasChoice(review: PatchReview | null, id: string | undefined): id is string {
  return review !== null && id !== undefined && (review.canChoose || review.leftOut.has(id));
}

/** Ids of the hunks of each file: one for a whole file. Empty if the server reads the patch differently. */
export function hunkIdsByFile(
  files: readonly PatchFile[],
  hunks: ProposalDetail['hunks'],
): (readonly string[])[] {
  let at = 0;
  const found = files.map((file) => {
    const count = isWholeFile(file) ? 1 : file.hunks.length;
    return hunks.slice(at, (at += count)).map(({ id }) => id);
  });
  return at === hunks.length ? found : files.map(() => []);
}

export function isWholeFile({ from, to }: PatchFile): boolean {
  return from !== to;
}
