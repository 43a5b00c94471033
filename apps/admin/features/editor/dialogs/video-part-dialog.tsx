import type { ReactNode } from 'react';
import { MediaPicker } from '../../media/media-picker.tsx';
import { addCaptions, setPoster } from '../text/visual/replace-picture.ts';
import { captionsLabel } from '../text/visual/video-parts.ts';
import { useEditing } from '../use-editing.ts';

export function VideoPartDialog(props: {
  readonly part: 'poster' | 'captions';
  readonly onClose: () => void;
}): ReactNode {
  const { part, onClose } = props;
  const { view } = useEditing();
  const isPoster = part === 'poster';
  return (
    <MediaPicker
      kind={isPoster ? 'image' : 'captions'}
      isDescribedElsewhere
      onPick={({ url, name }) => {
        if (isPoster) setPoster(view, url);
        else addCaptions(view, { url, label: captionsLabel(name) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
