import { Fragment, useMemo, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { HunkChoice } from './hunk-choice.tsx';
import { LineComments, LineNumber } from './line-comments.tsx';
import type { PatchHunk } from './parse-patch.ts';
import { hasChoice, usePatchReview } from './patch-review.tsx';
import { inlineRows, sideRows, type MarkedLine } from './patch-rows.ts';
import styles from './patch.module.css';
import { proposalMessages } from './proposal-messages.ts';

export function HunkRows(props: {
  readonly path: string;
  readonly hunk: PatchHunk;
  /** Undefined if the hunk cannot be chosen. */
  readonly hunkId: string | undefined;
  readonly skipped: number;
  readonly isSideBySide: boolean;
}): ReactNode {
  const { path, hunk, hunkId, skipped, isSideBySide } = props;
  const messages = useMessages(proposalMessages);
  const review = usePatchReview();
  return (
    <tbody>
      {(skipped > 0 || hunk.heading !== '' || hasChoice(review, hunkId)) && (
        <tr>
          <td colSpan={isSideBySide ? 4 : 3} className={styles['gap']}>
            <div className={styles['hunkHead']}>
              <span>
                {skipped > 0 && messages.unchanged({ count: skipped })}
                {skipped > 0 && hunk.heading !== '' && ' · '}
                {hunk.heading}
              </span>
              <HunkChoice id={hunkId} about={`${path}, ${hunk.newStart}`} />
            </div>
          </td>
        </tr>
      )}
      {isSideBySide ? <Sides path={path} hunk={hunk} /> : <Lines path={path} hunk={hunk} />}
    </tbody>
  );
}

interface LinesProps {
  readonly path: string;
  readonly hunk: PatchHunk;
}

function Sides({ path, hunk }: LinesProps): ReactNode {
  const rows = useMemo(() => sideRows(hunk), [hunk]);
  return rows.map(({ before, after }, place) => (
    <Fragment key={place}>
      <tr>
        <LineNumber path={path} line={before} side="old" />
        <LineText line={before} />
        <LineNumber path={path} line={after} side="new" />
        <LineText line={after} />
      </tr>
      {before?.sign === '-' && <LineComments path={path} line={before} columns={4} />}
      <LineComments path={path} line={after} columns={4} />
    </Fragment>
  ));
}

function Lines({ path, hunk }: LinesProps): ReactNode {
  const lines = useMemo(() => inlineRows(hunk), [hunk]);
  return lines.map((line, place) => (
    <Fragment key={place}>
      <tr>
        <LineNumber path={path} line={line} side="old" />
        <LineNumber path={path} line={line} side="new" />
        <LineText line={line} />
      </tr>
      <LineComments path={path} line={line} columns={3} />
    </Fragment>
  ));
}

const kinds = { ' ': 'same', '+': 'added', '-': 'removed' } as const;

function LineText({ line }: { readonly line: MarkedLine | null }): ReactNode {
  const messages = useMessages(proposalMessages);
  if (!line) return <td className={styles['none']} />;
  const Changed = line.sign === '-' ? 'del' : 'ins';
  const text = line.stretches.map(({ text: part, isChanged }, place) =>
    isChanged ? (
      <mark key={place} className={styles['mark']}>
        {visible(part)}
      </mark>
    ) : (
      visible(part)
    ),
  );
  return (
    <td className={`${styles['text'] ?? ''} ${styles[kinds[line.sign]] ?? ''}`}>
      <span aria-hidden className={styles['sign']}>
        {line.sign === '-' ? '−' : line.sign}
      </span>
      {line.sign === ' ' ? text : <Changed className={styles['changed']}>{text}</Changed>}
      {line.isUnended && <span className={styles['unended']}> {messages.noNewline}</span>}
    </td>
  );
}

/** Invisible characters and characters that change the text direction, with which a patch could hide text. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|(?!\t)\p{Cc}/gu;

function visible(text: string): string {
  return text.replace(/\r$/, '').replace(unseen, (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}
