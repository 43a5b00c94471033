import type { MediaDetail } from '@galley/sdk';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, TextField } from '../../ui/index.ts';
import { arrowDirections, type Point } from './arrow-keys.ts';
import { itemMessages } from './item-messages.ts';
import { contentUrl } from './media-metadata.ts';
import type { ItemDraft } from './use-item-draft.ts';
import styles from './media.module.css';

const samples = ['16 / 9', '1 / 1', '3 / 4'];

export function FocalPoint(props: {
  readonly item: MediaDetail;
  readonly draft: Pick<ItemDraft, 'texts' | 'change'>;
  readonly onBroken: () => void;
}): ReactNode {
  const { item, draft, onBroken } = props;
  const messages = useMessages(itemMessages);
  const { focal_x, focal_y } = draft.texts;
  const point = { x: focal_x ?? 0.5, y: focal_y ?? 0.5 };
  const move = ({ x, y }: Point) => draft.change({ focal_x: within(x), focal_y: within(y) });
  return (
    <div className="stack">
      <div className={styles['focal']}>
        <FocalMark point={point} onMove={move}>
          <img src={contentUrl(item)} alt="" draggable={false} onError={onBroken} />
        </FocalMark>
      </div>
      <p className="soft small">{messages.focalHelp}</p>
      <div className={styles['numbers']}>
        <Share label={messages.fromLeft} value={point.x} onChange={(x) => move({ ...point, x })} />
        <Share label={messages.fromTop} value={point.y} onChange={(y) => move({ ...point, y })} />
        {focal_x !== null && (
          <Button onPress={() => draft.change({ focal_x: null, focal_y: null })}>
            {messages.focalRemove}
          </Button>
        )}
      </div>
      <div className={styles['samples']} role="group" aria-label={messages.samples}>
        {samples.map((aspectRatio) => (
          <img
            key={aspectRatio}
            src={contentUrl(item)}
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
  const messages = useMessages(itemMessages);
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
    const step = arrowDirections[event.key];
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
      aria-label={messages.focalPoint({ x: left, y: top })}
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
        {messages.focalAt({ x: left, y: top })}
      </span>
    </button>
  );
}

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
