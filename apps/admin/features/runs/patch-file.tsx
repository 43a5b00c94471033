import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Button } from '../../ui/index.ts';
import { HunkChoice } from './hunk-choice.tsx';
import { useLineKeys } from './line-comments.tsx';
import type { PatchFile, PatchHunk } from './parse-patch.ts';
import { HunkRows } from './patch-hunk.tsx';
import { isWholeFile } from './patch-review.tsx';
import styles from './patch.module.css';
import { proposalMessages } from './proposal-messages.ts';

const firstLines = 400;
const moreLines = 2000;

export function FilePatch(props: {
  readonly file: PatchFile;
  /** A single id for a whole file; empty without a choice. */
  readonly hunkIds: readonly string[];
  readonly isSideBySide: boolean;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}): ReactNode {
  const { file, hunkIds, isSideBySide, isFolded, onFold } = props;
  return (
    <section className={styles['file']} aria-label={file.path}>
      <FileHead file={file} isFolded={isFolded} onFold={onFold} />
      {isWholeFile(file) && (
        <div className={styles['choice']}>
          <HunkChoice id={hunkIds[0]} about={file.path} />
        </div>
      )}
      {!isFolded && <FileLines file={file} hunkIds={hunkIds} isSideBySide={isSideBySide} />}
    </section>
  );
}

function FileHead(props: {
  readonly file: PatchFile;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}): ReactNode {
  const { file, isFolded, onFold } = props;
  const messages = useMessages(proposalMessages);
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <h3 className={styles['fileHead']}>
      <button
        type="button"
        data-file-head
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
      >
        <Icon aria-hidden size={16} />
        <span className={`${styles['filePath'] ?? ''} breaks`}>{file.path}</span>
        {file.from === null && <Badge tone="good">{messages.newFile}</Badge>}
        {file.to === null && <Badge tone="bad">{messages.deletedFile}</Badge>}
        {file.from !== null && file.to !== null && file.from !== file.to && (
          <span className="soft small breaks">{messages.renamed({ from: file.from })}</span>
        )}
        <span className={styles['plus']}>+{file.added}</span>
        <span className={styles['minus']}>−{file.removed}</span>
      </button>
    </h3>
  );
}

function FileLines(props: {
  readonly file: PatchFile;
  readonly hunkIds: readonly string[];
  readonly isSideBySide: boolean;
}): ReactNode {
  const { file, hunkIds, isSideBySide } = props;
  const lineKeys = useLineKeys();
  const messages = useMessages(proposalMessages);
  const [most, setMost] = useState(firstLines);
  const all = file.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const hunks = useMemo(() => bounded(file.hunks, most), [file, most]);
  if (all === 0) return <p className={styles['gap']}>{messages.noLines}</p>;
  return (
    <>
      <table className={isSideBySide ? styles['sides'] : styles['lines']} {...lineKeys}>
        <caption className="sr-only">{file.path}</caption>
        <colgroup>
          <col className={styles['numbers']} />
          {isSideBySide && <col />}
          <col className={styles['numbers']} />
          <col />
        </colgroup>
        {hunks.map((hunk, place) => (
          <HunkRows
            key={place}
            path={file.path}
            hunk={hunk}
            hunkId={isWholeFile(file) ? undefined : hunkIds[place]}
            skipped={skippedBefore(file.hunks, place)}
            isSideBySide={isSideBySide}
          />
        ))}
      </table>
      {all > most && (
        <div className={styles['gap']}>
          <Button size="small" kind="quiet" onPress={() => setMost(most + moreLines)}>
            {messages.moreLines({ count: Math.min(moreLines, all - most) })}
          </Button>
        </div>
      )}
    </>
  );
}

function bounded(hunks: readonly PatchHunk[], most: number): PatchHunk[] {
  const shown: PatchHunk[] = [];
  let left = most;
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push(hunk.lines.length > left ? { ...hunk, lines: hunk.lines.slice(0, left) } : hunk);
    left -= hunk.lines.length;
  }
  return shown;
}

function skippedBefore(hunks: readonly PatchHunk[], place: number): number {
  const { newStart } = hunks[place]!;
  const before = hunks[place - 1];
  if (!before) return Math.max(0, newStart - 1);
  const size = before.lines.filter(({ now }) => now !== null).length;
  return Math.max(0, newStart - before.newStart - size);
}
