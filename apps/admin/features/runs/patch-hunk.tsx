import { useMemo, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import type { PatchHunk } from './parse-patch.ts';
import { inlineRows, sideRows, type MarkedLine } from './patch-rows.ts';
import styles from './patch.module.css';
import { proposalMessages } from './proposal-messages.ts';

export function HunkRows(props: {
  readonly hunk: PatchHunk;
  readonly skipped: number;
  readonly isSideBySide: boolean;
}): ReactNode {
  const { hunk, skipped, isSideBySide } = props;
  const messages = useMessages(proposalMessages);
  return (
    <tbody>
      {(skipped > 0 || hunk.heading !== '') && (
        <tr>
          <td colSpan={isSideBySide ? 4 : 3} className={styles['gap']}>
            {skipped > 0 && messages.unchanged(skipped)}
            {skipped > 0 && hunk.heading !== '' && ' · '}
            {hunk.heading}
          </td>
        </tr>
      )}
      {isSideBySide ? <Sides hunk={hunk} /> : <Lines hunk={hunk} />}
    </tbody>
  );
}

function Sides({ hunk }: { readonly hunk: PatchHunk }): ReactNode {
  const rows = useMemo(() => sideRows(hunk), [hunk]);
  return rows.map(({ before, after }, place) => (
    <tr key={place}>
      <td className={styles['number']}>{before?.old}</td>
      <LineText line={before} />
      <td className={styles['number']}>{after?.now}</td>
      <LineText line={after} />
    </tr>
  ));
}

function Lines({ hunk }: { readonly hunk: PatchHunk }): ReactNode {
  const lines = useMemo(() => inlineRows(hunk), [hunk]);
  return lines.map((line, place) => (
    <tr key={place}>
      <td className={styles['number']}>{line.old}</td>
      <td className={styles['number']}>{line.now}</td>
      <LineText line={line} />
    </tr>
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
