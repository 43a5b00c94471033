import type { MediaDetail } from '@galley/sdk';
import { Crop, Crosshair } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Notice } from '../../ui/index.ts';
import { BrokenPicture } from './broken-picture.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { FocalPoint } from './focal-point.tsx';
import { itemMessages } from './item-messages.ts';
import { contentUrl, parseMetadata, kindOf } from './media-metadata.ts';
import { MediaThumb } from './media-thumb.tsx';
import type { ItemDraft } from './use-item-draft.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

interface PreviewProps {
  readonly item: MediaDetail;
  readonly draft: ItemDraft;
}

export function ItemPreview({ item, draft }: PreviewProps): ReactNode {
  const messages = useMessages(itemMessages);
  const { name, problem } = item;
  if (problem !== null)
    return (
      <Notice tone="bad" title={messages.problem}>
        {problem}
      </Notice>
    );
  switch (kindOf(item)) {
    case 'image':
      return <Picture item={item} draft={draft} />;
    case 'video':
      return (
        <video className={styles['preview']} controls preload="metadata" aria-label={name}>
          <source src={contentUrl(item)} type={item.type} />
        </video>
      );
    case 'audio':
      return (
        <audio
          className={styles['sound']}
          controls
          preload="metadata"
          aria-label={name}
          src={contentUrl(item)}
        />
      );
    case 'document':
      return (
        <div className={styles['no-preview']}>
          <MediaThumb item={item} />
          <span className="soft">{messages.noPreview}</span>
        </div>
      );
  }
}

function Picture({ item, draft }: PreviewProps): ReactNode {
  const messages = useMessages(itemMessages);
  const library = useMessages(mediaMessages);
  const session = useSession();
  const [isFocusing, setFocusing] = useState(false);
  const [isCropping, setCropping] = useState(false);
  const isRefused = hasCapability(session, 'media.write') ? false : library.mayNotWrite;
  const canCrop = /^image\/(jpeg|png|webp)$/.test(item.type);
  return (
    <>
      <PreviewImage {...{ item, draft, isFocusing }} />
      <div className="row">
        <Button
          size="small"
          icon={Crosshair}
          isPressed={isFocusing}
          disabledReason={isRefused}
          onPress={() => setFocusing(!isFocusing)}
        >
          {messages.focalSet}
        </Button>
        <Button
          size="small"
          icon={Crop}
          disabledReason={isRefused || (!canCrop && messages.cropOnly)}
          onPress={() => setCropping(true)}
        >
          {messages.cropAction}
        </Button>
      </div>
      {isCropping && <CropDialog item={item} onClose={() => setCropping(false)} />}
    </>
  );
}

function PreviewImage({
  item,
  draft,
  isFocusing,
}: PreviewProps & { readonly isFocusing: boolean }) {
  const [broken, setBroken] = useState('');
  const address = contentUrl(item);
  const onError = () => setBroken(address);
  if (broken === address) return <BrokenPicture onRetry={() => setBroken('')} />;
  if (isFocusing) return <FocalPoint {...{ item, draft }} onBroken={onError} />;
  return (
    <img
      className={styles['preview']}
      src={address}
      alt={parseMetadata(item).alt}
      onError={onError}
    />
  );
}
