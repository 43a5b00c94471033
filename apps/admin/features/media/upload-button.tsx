import { Upload } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/index.ts';
import { addUploads } from './upload-queue.ts';
import { mediaMessages } from './messages.ts';

/** The server checks the content itself. */
export const acceptedFileTypes =
  '.png,.jpg,.jpeg,.gif,.webp,.avif,.svg,.mp4,.webm,.mov,.ogv,.mp3,.wav,.ogg,.m4a,.flac,.pdf,.txt,.csv,.vtt,.zip';

export function UploadButton(props: {
  readonly folder: string | undefined;
  readonly disabledReason: string | null;
}): ReactNode {
  const { folder, disabledReason } = props;
  const messages = useMessages(mediaMessages);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useShortcut({ keys: 'u', label: messages.upload, run: choose }, disabledReason === null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFileTypes}
        aria-label={messages.upload}
        onChange={({ currentTarget }) => {
          addUploads(Array.from(currentTarget.files ?? []), folder);
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = '';
        }}
      />
      <Button
        kind="primary"
        icon={Upload}
        shortcut="u"
        onPress={choose}
        disabledReason={disabledReason}
      >
        {messages.upload}
      </Button>
    </>
  );
}
