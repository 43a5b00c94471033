import { Upload } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/index.ts';
import { addUploads } from './upload-queue.ts';
import { mediaWords } from './words.ts';

/** What the server takes; it looks at what is in them itself. */
export const takenFiles =
  '.png,.jpg,.jpeg,.gif,.webp,.avif,.svg,.mp4,.webm,.mov,.ogv,.mp3,.wav,.ogg,.m4a,.flac,.pdf,.txt,.csv,.zip';

/** Chooses files of the computer, and brings them into the library. */
export function UploadButton(props: {
  readonly folder: string | undefined;
  readonly disabledReason: string | null;
}): ReactNode {
  const { folder, disabledReason } = props;
  const words = useWords(mediaWords);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useShortcut({ keys: 'u', label: words.upload, run: choose }, disabledReason === null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={takenFiles}
        aria-label={words.upload}
        onChange={({ currentTarget }) => {
          addUploads(Array.from(currentTarget.files ?? []), folder);
          // The same file once more is a choice too.
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
        {words.upload}
      </Button>
    </>
  );
}
