import { ChevronsUpDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { classNames } from '../../ui/index.ts';
import { compareMessages } from './compare-messages.ts';
import type { DiffBlock, DiffRow } from './diff-rows.ts';
import styles from './diff.module.css';
import type { Piece } from './word-diff.ts';

export type DiffLayout = 'inline' | 'sides';

const context = 3;

export function TextDiff(props: {
  readonly blocks: readonly DiffBlock[];
  readonly layout: DiffLayout;
}): ReactNode {
  const { blocks, layout } = props;
  const messages = useMessages(compareMessages);
  return (
    <table className={classNames(styles['diff'], styles[layout])} aria-label={messages.text}>
      {blocks.map((block, place) => (
        <Block
          key={place}
          block={block}
          layout={layout}
          isFirst={place === 0}
          isLast={place === blocks.length - 1}
        />
      ))}
    </table>
  );
}

interface BlockProps {
  readonly block: DiffBlock;
  readonly layout: DiffLayout;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Block({ block, layout, isFirst, isLast }: BlockProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { isChange, rows } = block;
  const before = isFirst ? 0 : context;
  const after = isLast ? 0 : context;
  const hidden = rows.length - before - after;
  const lines = (shown: readonly DiffRow[], from = 0) =>
    shown.map((row, place) => <Line key={place + from} row={row} layout={layout} />);
  if (isChange)
    return (
      <tbody data-change tabIndex={-1}>
        {lines(rows)}
      </tbody>
    );
  if (isOpen || hidden < 3) return <tbody>{lines(rows)}</tbody>;
  return (
    <tbody>
      {lines(rows.slice(0, before))}
      <Fold count={hidden} layout={layout} onOpen={() => setOpen(true)} />
      {lines(rows.slice(rows.length - after), rows.length)}
    </tbody>
  );
}

function Fold(props: {
  readonly count: number;
  readonly layout: DiffLayout;
  readonly onOpen: () => void;
}): ReactNode {
  const messages = useMessages(compareMessages);
  return (
    <tr>
      <td colSpan={props.layout === 'inline' ? 3 : 4} className={styles['fold']}>
        <button type="button" onClick={props.onOpen}>
          <ChevronsUpDown aria-hidden size={14} />
          {messages.unfold({ count: props.count })}
        </button>
      </td>
    </tr>
  );
}

function Line({ row, layout }: { readonly row: DiffRow; readonly layout: DiffLayout }): ReactNode {
  const { left, right } = row;
  const kind = styles[kindOf(row)];
  if (layout === 'inline')
    return (
      <tr className={kind}>
        <td className={styles['no']}>{left?.line}</td>
        <td className={styles['no']}>{right?.line}</td>
        <td className={styles['text']}>
          <Whole row={row} />
        </td>
      </tr>
    );
  return (
    <tr className={kind}>
      <td className={styles['no']}>{left?.line}</td>
      <td className={classNames(styles['text'], left ? styles['left'] : styles['void'])}>
        <Side row={row} side="left" />
      </td>
      <td className={styles['no']}>{right?.line}</td>
      <td className={classNames(styles['text'], right ? styles['right'] : styles['void'])}>
        <Side row={row} side="right" />
      </td>
    </tr>
  );
}

function kindOf({ left, right, pieces }: DiffRow): 'same' | 'gone' | 'come' | 'changed' {
  if (pieces) return 'changed';
  if (left && right) return 'same';
  return left ? 'gone' : 'come';
}

function Whole({ row: { left, right, pieces } }: { readonly row: DiffRow }): ReactNode {
  if (pieces) return <Pieces pieces={pieces} />;
  if (left && right) return right.text;
  return left ? <del>{left.text || ' '}</del> : <ins>{right?.text || ' '}</ins>;
}

function Side({
  row,
  side,
}: {
  readonly row: DiffRow;
  readonly side: 'left' | 'right';
}): ReactNode {
  const { left, right, pieces } = row;
  const here = row[side];
  if (!here) return null;
  const marked = side === 'left' ? 'delete' : 'insert';
  if (pieces) return <Pieces pieces={pieces.filter(({ op }) => op === 'equal' || op === marked)} />;
  if (left && right) return here.text;
  return side === 'left' ? <del>{here.text || ' '}</del> : <ins>{here.text || ' '}</ins>;
}

export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  const messages = useMessages(compareMessages);
  if (!pieces.some(({ op }) => op !== 'equal') && pieces.length > 0)
    return (
      <>
        {pieces.map(({ text }) => text)}
        <span className={styles['ending']} title={messages.lineEnding}>
          ↵
        </span>
      </>
    );
  return pieces.map(({ op, text }, place) => {
    if (op === 'equal') return <span key={place}>{text}</span>;
    return op === 'delete' ? <del key={place}>{text}</del> : <ins key={place}>{text}</ins>;
  });
}
