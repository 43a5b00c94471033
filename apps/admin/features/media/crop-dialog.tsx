import { isProblem, type MediaDetail } from '@galley/sdk';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  Button,
  confirmAction,
  FormDialog,
  Notice,
  Select,
  TextField,
  toast,
} from '../../ui/index.ts';
import { BrokenPicture } from './broken-picture.tsx';
import { CropFrame } from './crop-frame.tsx';
import { fitFrameToRatio, applyFrameInput, type Frame, type Size } from './crop-geometry.ts';
import { cropPicture, rotatePicture } from './crop-picture.ts';
import { itemMessages } from './item-messages.ts';
import { contentUrl, parseMetadata } from './media-metadata.ts';
import { refreshMedia } from './media-queries.ts';
import styles from './media.module.css';

const shapes = { free: null, original: 0, '16:9': 16 / 9, '4:3': 4 / 3, '1:1': 1, '3:4': 3 / 4 };
type Shape = keyof typeof shapes;

export function CropDialog(props: {
  readonly item: MediaDetail;
  readonly onClose: () => void;
}): ReactNode {
  const { item, onClose } = props;
  const messages = useMessages(itemMessages);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [chosen, setFrame] = useState<Frame | null>(null);
  const [shape, setShape] = useState<Shape>('free');
  const [isBroken, setBroken] = useState(false);
  const { turned, rotate } = useRotation(image, () => setFrame(null));
  const picture = image && { width: image.naturalWidth, height: image.naturalHeight };
  const frame = chosen ?? (picture && { x: 0, y: 0, ...picture });
  const ratio = picture && ratioOf(shape, picture);
  const isUnchanged = turned === null && isWhole(frame, picture);
  const choose = (next: Shape) => {
    setShape(next);
    if (picture && frame) setFrame(fitFrameToRatio(frame, ratioOf(next, picture), picture));
  };
  return (
    <FormDialog
      title={messages.cropTitle}
      size="large"
      action={messages.crop}
      onClose={onClose}
      disabledReason={isBroken ? messages.broken : isUnchanged && messages.cropHelp}
      onSubmit={async () => {
        if (image && frame && (await crop(item, image, frame))) onClose();
      }}
    >
      {isBroken ? (
        <BrokenPicture onRetry={() => setBroken(false)} />
      ) : (
        <CropFrame
          key={turned}
          address={turned ?? contentUrl(item)}
          onLoad={setImage}
          onBroken={() => setBroken(true)}
          {...{ picture, frame, ratio }}
          onChange={setFrame}
        />
      )}
      <RotateButtons onRotate={rotate} />
      {picture && frame && <Numbers {...{ picture, frame, shape, choose }} onChange={setFrame} />}
      <Notice tone="info">{messages.cropNote}</Notice>
    </FormDialog>
  );
}

function RotateButtons(props: {
  readonly onRotate: (direction: 'left' | 'right') => void;
}): ReactNode {
  const messages = useMessages(itemMessages);
  return (
    <div className="row">
      <Button icon={RotateCcw} onPress={() => props.onRotate('left')}>
        {messages.rotateLeft}
      </Button>
      <Button icon={RotateCw} onPress={() => props.onRotate('right')}>
        {messages.rotateRight}
      </Button>
    </div>
  );
}

/** `turned`: address of the rotated picture, null for the original one. */
function useRotation(image: HTMLImageElement | null, onTurn: () => void) {
  const messages = useMessages(itemMessages);
  const [turned, setTurned] = useState<string | null>(null);
  useEffect(() => () => void (turned && URL.revokeObjectURL(turned)), [turned]);
  const rotate = (direction: 'left' | 'right') => {
    if (!image) return;
    void rotatePicture(image, direction).then((blob) => {
      if (!blob) return toast({ text: messages.cropFailed, tone: 'bad' });
      onTurn();
      setTurned(URL.createObjectURL(blob));
    });
  };
  return { turned, rotate };
}

function isWhole(frame: Size | null, picture: Size | null): boolean {
  return frame?.width === picture?.width && frame?.height === picture?.height;
}

function ratioOf(shape: Shape, picture: Size): number | null {
  return shape === 'original' ? picture.width / picture.height : shapes[shape];
}

/** False: cancelled, or the browser cannot encode the result. */
async function crop(item: MediaDetail, image: HTMLImageElement, frame: Frame): Promise<boolean> {
  const messages = currentMessages(itemMessages);
  const { width, height } = frame;
  const isYes = await confirmAction({
    title: messages.cropAsk,
    text: item.needs_approval
      ? `${messages.cropAskText({ width, height })} ${messages.needsApproval}`
      : messages.cropAskText({ width, height }),
    action: messages.crop,
    kind: 'danger',
  });
  if (!isYes) return false;
  const content = await cropPicture(image, frame, item.type);
  if (!content) {
    toast({ text: messages.cropFailed, tone: 'bad' });
    return false;
  }
  try {
    const { path, name } = item;
    const file = new File([content], name, { type: item.type });
    const replacement = { path, file, expected_hash: parseMetadata(item).hash };
    const { state } = await galley.media.replace(replacement);
    toast({ text: state === 'pending' ? messages.pendingSaved : messages.cropped });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) throw error;
    await refreshMedia();
    toast({ text: messages.changedSince, tone: 'bad' });
    return true;
  }
  await refreshMedia();
  return true;
}

function Numbers(props: {
  readonly picture: Size;
  readonly frame: Frame;
  readonly shape: Shape;
  readonly choose: (shape: Shape) => void;
  readonly onChange: (frame: Frame) => void;
}): ReactNode {
  const { picture, frame, shape, choose, onChange } = props;
  const messages = useMessages(itemMessages);
  const names = {
    x: messages.left,
    y: messages.top,
    width: messages.width,
    height: messages.height,
  };
  return (
    <div className={styles['numbers']}>
      <Select
        label={messages.cropShape}
        value={shape}
        onChange={choose}
        options={(Object.keys(shapes) as Shape[]).map((id) => ({
          id,
          label: id === 'free' || id === 'original' ? messages[id] : id,
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
            onChange(applyFrameInput(frame, { [name]: Number(text) }, picture));
          }}
        />
      ))}
    </div>
  );
}
