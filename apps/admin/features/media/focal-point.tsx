import type { MediaDetail } from '@galley/sdk';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, TextField } from '../../ui/index.ts';
import { arrows, type Point } from './arrows.ts';
import { itemWords } from './item-words.ts';
import { addressOf } from './media-facts.ts';
import type { ItemDraft } from './use-item-draft.ts';
import styles from './media.module.css';

const samples = ['16 / 9', '1 / 1', '3 / 4'];

export function FocalPoint(props: {
  readonly item: MediaDetail;
  readonly draft: ItemDraft;
  readonly onBroken: () => void;
}): ReactNode {
  const { item, draft, onBroken } = props;
  const words = useWords(itemWords);
  const { focal_x, focal_y } = draft.texts;
  const point = { x: focal_x ?? 0.5, y: focal_y ?? 0.5 };
  const move = ({ x, y }: Point) => draft.change({ focal_x: within(x), focal_y: within(y) });
  return (
    <div className="stack">
      <div className={styles['focal']}>
        <FocalMark point={point} onMove={move}>
          <img src={addressOf(item)} alt="" draggable={false} onError={onBroken} />
        </FocalMark>
      </div>
      <p className="soft small">{words.focalHelp}</p>
      <div className={styles['numbers']}>
        <Share label={words.fromLeft} value={point.x} onChange={(x) => move({ ...point, x })} />
        <Share label={words.fromTop} value={point.y} onChange={(y) => move({ ...point, y })} />
        {focal_x !== null && (
          <Button onPress={() => draft.change({ focal_x: null, focal_y: null })}>
            {words.focalRemove}
          </Button>
        )}
      </div>
      <div className={styles['samples']} role="group" aria-label={words.samples}>
        {samples.map((aspectRatio) => (
          <img
            key={aspectRatio}
            src={addressOf(item)}
            alt=""
            style={{ aspectRatio, objectPosition: `${point.x * 100}% ${point.y * 100}%` }}
          />
        ))}
      </div>
    </div>
  );
}

function FocalMark(props: {
  readonly point: Point;
  readonly onMove: (point: Point) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { point, onMove, children } = props;
  const words = useWords(itemWords);
  const [left, top] = [percentOf(point.x), percentOf(point.y)];
  const press = (event: MouseEvent<HTMLElement>) => {
    // A click by keyboard has no position.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onMove({
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    });
  };
  const keys = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? 0.1 : 0.01;
    onMove({ x: point.x + step.x * far, y: point.y + step.y * far });
  };
  return (
    <button
      type="button"
      className={styles['focal-picture']}
      aria-label={words.focalPoint(left, top)}
      onClick={press}
      onKeyDown={keys}
    >
      {children}
      <span
        aria-hidden
        className={styles['focal-mark']}
        style={{ insetInlineStart: `${left}%`, insetBlockStart: `${top}%` }}
      />
      <span className="sr-only" aria-live="polite">
        {words.focalAt(left, top)}
      </span>
    </button>
  );
}

/** Coordinate of the focal point in percent. */
function Share(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}): ReactNode {
  return (
    <TextField
      label={props.label}
      type="number"
      min={0}
      max={100}
      value={String(percentOf(props.value))}
      onChange={(text) => props.onChange(Number(text) / 100)}
    />
  );
}

function percentOf(share: number): number {
  return Math.round(share * 100);
}

function within(share: number): number {
  return Math.min(1, Math.max(0, Math.round(share * 1000) / 1000));
}
