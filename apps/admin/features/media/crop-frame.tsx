import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { arrowDirections } from './arrow-keys.ts';
import {
  corners,
  moveFrame,
  resizeFrame,
  type Corner,
  type Frame,
  type Size,
} from './crop-geometry.ts';
import { itemMessages } from './item-messages.ts';
import styles from './media.module.css';

interface CropFrameProps {
  readonly address: string;
  readonly onLoad: (image: HTMLImageElement) => void;
  readonly onBroken: () => void;
  /** In pixels; null until the picture has loaded. */
  readonly picture: Size | null;
  readonly frame: Frame | null;
  readonly ratio: number | null;
  readonly onChange: (frame: Frame) => void;
}

export function CropFrame(props: CropFrameProps): ReactNode {
  const { address, onLoad, onBroken, picture, frame } = props;
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className={styles['crop-place']}>
      <div ref={box} className={styles['crop']}>
        <img
          src={address}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) => onLoad(currentTarget)}
          onError={onBroken}
        />
        {picture && frame && <Handles {...props} {...{ picture, frame }} box={box} />}
      </div>
    </div>
  );
}

type HandlesProps = CropFrameProps & {
  readonly picture: Size;
  readonly frame: Frame;
  readonly box: { readonly current: HTMLDivElement | null };
};

function Handles(props: HandlesProps): ReactNode {
  const { picture, frame } = props;
  const messages = useMessages(itemMessages);
  const on = useDragging(props);
  return (
    <div
      className={styles['crop-frame']}
      style={frameStyle(frame, picture)}
      role="group"
      aria-label={messages.frame}
      tabIndex={0}
      onPointerDown={on.begin}
      onPointerMove={(event) => on.drag(event)}
      onKeyDown={(event) => on.keys(event)}
    >
      {corners.map((corner) => (
        <button
          key={corner}
          type="button"
          className={styles['crop-corner']}
          data-corner={corner}
          aria-label={messages.corner({ name: messages[corner] })}
          onPointerDown={on.begin}
          onPointerMove={(event) => on.drag(event, corner)}
          onKeyDown={(event) => on.keys(event, corner)}
        />
      ))}
    </div>
  );
}

function useDragging({ picture, frame, ratio, onChange, box }: HandlesProps) {
  const from = useRef<{ readonly frame: Frame; readonly x: number; readonly y: number }>(null);
  const change = (before: Frame, by: Shift, corner?: Corner) =>
    onChange(
      corner
        ? stretchedBy(before, { corner, by }, { picture, ratio })
        : moveFrame(before, by, picture),
    );
  const begin = (event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { frame, x: event.clientX, y: event.clientY };
  };
  const drag = (event: PointerEvent, corner?: Corner) => {
    const start = from.current;
    if (!start || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.stopPropagation();
    /** Picture pixels per screen pixel. */
    const scale = picture.width / (box.current?.getBoundingClientRect().width ?? 1);
    const x = Math.round((event.clientX - start.x) * scale);
    const y = Math.round((event.clientY - start.y) * scale);
    change(start.frame, { x, y }, corner);
  };
  const keys = (event: KeyboardEvent, corner?: Corner) => {
    const step = arrowDirections[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const far = Math.max(1, Math.round(picture.width * (event.shiftKey ? 0.1 : 0.01)));
    change(frame, { x: step.x * far, y: step.y * far }, corner);
  };
  return { begin, drag, keys };
}

interface Shift {
  readonly x: number;
  readonly y: number;
}

function stretchedBy(
  frame: Frame,
  { corner, by }: { corner: Corner; by: Shift },
  limits: { picture: Size; ratio: number | null },
): Frame {
  const x = (corner.endsWith('w') ? frame.x : frame.x + frame.width) + by.x;
  const y = (corner.startsWith('n') ? frame.y : frame.y + frame.height) + by.y;
  return resizeFrame(frame, { name: corner, x, y }, limits);
}

function frameStyle(frame: Frame, { width, height }: Size) {
  return {
    insetInlineStart: `${(100 * frame.x) / width}%`,
    insetBlockStart: `${(100 * frame.y) / height}%`,
    inlineSize: `${(100 * frame.width) / width}%`,
    blockSize: `${(100 * frame.height) / height}%`,
  };
}
