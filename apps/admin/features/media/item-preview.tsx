import type { MediaDetail } from '@galley/sdk';
import { Crop, Crosshair } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Notice } from '../../ui/index.ts';
import { BrokenPicture } from './broken-picture.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { FocalPoint } from './focal-point.tsx';
import { itemWords } from './item-words.ts';
import { addressOf, factsOf, kindOf } from './media-facts.ts';
import { MediaThumb } from './media-thumb.tsx';
import type { ItemDraft } from './use-item-draft.ts';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

interface PreviewProps {
  readonly item: MediaDetail;
  readonly draft: ItemDraft;
}

export function ItemPreview({ item, draft }: PreviewProps): ReactNode {
  const words = useWords(itemWords);
  const { name, problem } = item;
  if (problem !== null)
    return (
      <Notice tone="bad" title={words.problem}>
        {problem}
      </Notice>
    );
  switch (kindOf(item)) {
    case 'image':
      return <Picture item={item} draft={draft} />;
    case 'video':
      return (
        <video className={styles['preview']} controls preload="metadata" aria-label={name}>
          <source src={addressOf(item)} type={item.type} />
        </video>
      );
    case 'audio':
      return (
        <audio
          className={styles['sound']}
          controls
          preload="metadata"
          aria-label={name}
          src={addressOf(item)}
        />
      );
    case 'document':
      return (
        <div className={styles['no-preview']}>
          <MediaThumb item={item} />
          <span className="soft">{words.noPreview}</span>
        </div>
      );
  }
}

function Picture({ item, draft }: PreviewProps): ReactNode {
  const words = useWords(itemWords);
  const library = useWords(mediaWords);
  const session = useSession();
  const [isFocusing, setFocusing] = useState(false);
  const [isCropping, setCropping] = useState(false);
  const isRefused = may(session, 'media.write') ? false : library.mayNotWrite;
  const canCrop = /^image\/(jpeg|png|webp)$/.test(item.type);
  return (
    <>
      <Shown {...{ item, draft, isFocusing }} />
      <div className="row">
        <Button
          size="small"
          icon={Crosshair}
          isPressed={isFocusing}
          disabledReason={isRefused}
          onPress={() => setFocusing(!isFocusing)}
        >
          {words.focalSet}
        </Button>
        <Button
          size="small"
          icon={Crop}
          disabledReason={isRefused || (!canCrop && words.cropOnly)}
          onPress={() => setCropping(true)}
        >
          {words.cropAction}
        </Button>
      </div>
      {isCropping && <CropDialog item={item} onClose={() => setCropping(false)} />}
    </>
  );
}

function Shown({ item, draft, isFocusing }: PreviewProps & { readonly isFocusing: boolean }) {
  const [broken, setBroken] = useState('');
  const address = addressOf(item);
  const onError = () => setBroken(address);
  if (broken === address) return <BrokenPicture onRetry={() => setBroken('')} />;
  if (isFocusing) return <FocalPoint {...{ item, draft }} onBroken={onError} />;
  return (
    <img className={styles['preview']} src={address} alt={factsOf(item).alt} onError={onError} />
  );
}
