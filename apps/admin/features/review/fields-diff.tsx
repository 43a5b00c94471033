import type { ReactNode } from 'react';
import { formatValue } from '../../lib/format-value.ts';
import { useMessages } from '../../lib/messages.ts';
import { compareMessages } from './compare-messages.ts';
import type { ComparisonResult } from './comparison.ts';
import { Pieces } from './text-diff.tsx';
import { readableTime } from './history-message.ts';
import styles from './review.module.css';
import { diffWords } from './word-diff.ts';

type Change = ComparisonResult['frontmatter_changes'][number];

/** Longer values are shown without a word diff. */
const maxMarkedLength = 20_000;

/** Keys that Galley writes: states, times and authors. */
const ownKeys = new Set([
  'editorial',
  'workflow',
  'last_editor',
  'created_at',
  'updated_at',
  'draft',
]);

export function contentChanges(changes: readonly Change[]): Change[] {
  return changes.filter(({ field }) => !ownKeys.has(field.split('.', 1)[0]!));
}

export function FieldsDiff({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  const messages = useMessages(compareMessages);
  const made = contentChanges(changes);
  const noted = changes.filter((change) => !made.includes(change));
  return (
    <>
      {made.length === 0 ? (
        <p className={styles['calm']}>{messages.sameFields}</p>
      ) : (
        <FieldsTable changes={made} />
      )}
      {noted.length > 0 && (
        <details className={styles['noted']}>
          <summary>{messages.noted({ count: noted.length })}</summary>
          <FieldsTable changes={noted} />
        </details>
      )}
    </>
  );
}

function FieldsTable({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  const messages = useMessages(compareMessages);
  return (
    <div className="table-frame" role="group" aria-label={messages.fields} tabIndex={0}>
      <table className={`table ${styles['fields']}`}>
        <thead>
          <tr>
            <th scope="col">{messages.field}</th>
            <th scope="col">{messages.before}</th>
            <th scope="col">{messages.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <FieldRow key={change.field} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FieldRow({ change }: { readonly change: Change }): ReactNode {
  const messages = useMessages(compareMessages);
  const { field, kind } = change;
  const [before, after] = valuesOf(change);
  const isMarked = kind === 'changed' && before.length + after.length < maxMarkedLength;
  const pieces = isMarked ? diffWords(before, after) : [];
  return (
    <tr>
      <th scope="row" className="breaks">
        {field}
      </th>
      <td className={styles['value']}>
        {kind === 'added' && <span className="soft">{messages.none}</span>}
        {kind === 'removed' && <del>{before}</del>}
        {kind === 'changed' &&
          (isMarked ? <Pieces pieces={pieces.filter(({ op }) => op !== 'insert')} /> : before)}
      </td>
      <td className={styles['value']}>
        {kind === 'removed' && <span className="soft">{messages.none}</span>}
        {kind === 'added' && <ins>{after}</ins>}
        {kind === 'changed' &&
          (isMarked ? <Pieces pieces={pieces.filter(({ op }) => op !== 'delete')} /> : after)}
      </td>
    </tr>
  );
}

function valuesOf(change: Change): readonly [string, string] {
  const raw = [formatValue(change.before), formatValue(change.after)] as const;
  const [before, after] = [readableTime(raw[0]), readableTime(raw[1])];
  // Times that differ only by seconds would look the same.
  return before === after ? raw : [before, after];
}
