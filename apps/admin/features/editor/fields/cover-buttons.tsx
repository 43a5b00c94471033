import { Images, Trash2, Upload } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../../app/session.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/index.ts';
import type { Upload as RunningUpload } from '../../media/use-upload.ts';
import { fieldMessages } from './field-messages.ts';

const MediaPicker = lazy(() =>
  import('../../media/media-picker.tsx').then((file) => ({ default: file.MediaPicker })),
);

export function UploadCover({ upload }: { readonly upload: RunningUpload }): ReactNode {
  const messages = useMessages(fieldMessages);
  const mayUpload = hasCapability(useSession(), 'media.write');
  const input = useRef<HTMLInputElement>(null);
  if (!mayUpload) return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={messages.coverUploadName}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? []);
          currentTarget.value = '';
          if (file) void upload.send(file);
        }}
      />
      <Button
        size="small"
        icon={Upload}
        isPending={upload.share !== null}
        onPress={() => input.current?.click()}
      >
        {messages.coverUpload}
        <span className="sr-only">: {messages.coverUploadName}</span>
      </Button>
    </>
  );
}

export function ChooseCover(props: {
  readonly isSet: boolean;
  readonly onChoose: (path: string) => void;
}): ReactNode {
  const messages = useMessages(fieldMessages);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" icon={Images} onPress={() => setOpen(true)}>
        {props.isSet ? messages.coverReplace : messages.coverChoose}
        <span className="sr-only">: {messages.coverChooseName}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <MediaPicker
            kind="image"
            isDescribedElsewhere
            onPick={({ path }) => {
              props.onChoose(path);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

export function RemoveCover({ onPress }: { readonly onPress: () => void }): ReactNode {
  const messages = useMessages(fieldMessages);
  return (
    <Button size="small" icon={Trash2} onPress={onPress}>
      {messages.coverRemove}
      <span className="sr-only">: {messages.cover}</span>
    </Button>
  );
}
