import type { MediaItem } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { MediaPicker } from '../../media/media-picker.tsx';
import { AltDialog } from './alt-dialog.tsx';

export function PictureDialog(props: {
  readonly isBeside?: true;
  readonly onClose: () => void;
}): ReactNode {
  const { isBeside = false, onClose } = props;
  const [chosen, setChosen] = useState<MediaItem | null>(null);
  return chosen ? (
    <AltDialog item={chosen} isBeside={isBeside} onClose={onClose} />
  ) : (
    <MediaPicker kind="image" isDescribedElsewhere onPick={setChosen} onClose={onClose} />
  );
}
