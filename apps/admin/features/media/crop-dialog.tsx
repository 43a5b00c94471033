import { isProblem, type MediaDetail } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { ask, FormDialog, Notice, Select, TextField, toast } from '../../ui/index.ts';
import { BrokenPicture } from './broken-picture.tsx';
import { CropFrame } from './crop-frame.tsx';
import { shaped, typed, type Frame, type Measure } from './crop-geometry.ts';
import { cutPicture } from './cut-picture.ts';
import { itemWords } from './item-words.ts';
import { addressOf, factsOf } from './media-facts.ts';
import { refreshMedia } from './media-queries.ts';
import styles from './media.module.css';

const shapes = { free: null, original: 0, '16:9': 16 / 9, '4:3': 4 / 3, '1:1': 1, '3:4': 3 / 4 };
type Shape = keyof typeof shapes;

export function CropDialog(props: {
  readonly item: MediaDetail;
  readonly onClose: () => void;
}): ReactNode {
  const { item, onClose } = props;
  const words = useWords(itemWords);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [chosen, setFrame] = useState<Frame | null>(null);
  const [shape, setShape] = useState<Shape>('free');
  const [isBroken, setBroken] = useState(false);
  const picture = image && { width: image.naturalWidth, height: image.naturalHeight };
  const frame = chosen ?? (picture && { x: 0, y: 0, ...picture });
  const ratio = picture && ratioOf(shape, picture);
  const choose = (next: Shape) => {
    setShape(next);
    if (picture && frame) setFrame(shaped(frame, ratioOf(next, picture), picture));
  };
  return (
    <FormDialog
      title={words.cropTitle}
      size="large"
      action={words.crop}
      onClose={onClose}
      disabledReason={(isBroken && words.broken) || (isWhole(frame, picture) && words.cropHelp)}
      onSubmit={async () => {
        if (image && frame && (await crop(item, image, frame))) onClose();
      }}
    >
      {isBroken ? (
        <BrokenPicture onRetry={() => setBroken(false)} />
      ) : (
        <CropFrame
          address={addressOf(item)}
          onLoad={setImage}
          onBroken={() => setBroken(true)}
          {...{ picture, frame, ratio }}
          onChange={setFrame}
        />
      )}
      {picture && frame && <Numbers {...{ picture, frame, shape, choose }} onChange={setFrame} />}
      <Notice tone="info">{words.cropNote}</Notice>
    </FormDialog>
  );
}

function isWhole(frame: Measure | null, picture: Measure | null): boolean {
  return frame?.width === picture?.width && frame?.height === picture?.height;
}

function ratioOf(shape: Shape, picture: Measure): number | null {
  return shape === 'original' ? picture.width / picture.height : shapes[shape];
}

/** False: cancelled, or the browser cannot encode the result. */
async function crop(item: MediaDetail, image: HTMLImageElement, frame: Frame): Promise<boolean> {
  const words = wordsNow(itemWords);
  const { width, height } = frame;
  const isYes = await ask({
    title: words.cropAsk,
    text: item.needs_approval
      ? `${words.cropAskText(width, height)} ${words.needsApproval}`
      : words.cropAskText(width, height),
    action: words.crop,
    kind: 'danger',
  });
  if (!isYes) return false;
  const content = await cutPicture(image, frame, item.type);
  if (!content) {
    toast({ text: words.cropFailed, tone: 'bad' });
    return false;
  }
  try {
    const { path, name } = item;
    const file = new File([content], name, { type: item.type });
    const replacement = { path, file, expected_hash: factsOf(item).hash };
    const { state } = await galley.media.replace(replacement);
    toast({ text: state === 'pending' ? words.pendingSaved : words.cropped });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) throw error;
    await refreshMedia();
    toast({ text: words.changedSince, tone: 'bad' });
    return true;
  }
  await refreshMedia();
  return true;
}

function Numbers(props: {
  readonly picture: Measure;
  readonly frame: Frame;
  readonly shape: Shape;
  readonly choose: (shape: Shape) => void;
  readonly onChange: (frame: Frame) => void;
}): ReactNode {
  const { picture, frame, shape, choose, onChange } = props;
  const words = useWords(itemWords);
  const names = { x: words.left, y: words.top, width: words.width, height: words.height };
  return (
    <div className={styles['numbers']}>
      <Select
        label={words.cropShape}
        value={shape}
        onChange={choose}
        options={(Object.keys(shapes) as Shape[]).map((id) => ({
          id,
          label: id === 'free' || id === 'original' ? words[id] : id,
        }))}
      />
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <TextField
          key={name}
          label={names[name]}
          type="number"
          min={0}
          value={String(frame[name])}
          onChange={(text) => {
            choose('free');
            onChange(typed(frame, { [name]: Number(text) }, picture));
          }}
        />
      ))}
    </div>
  );
}
