import { Trash2, Upload } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, PersonPicture, toast, toastProblem } from '../../ui/index.ts';
import styles from './account.module.css';
import { accountMessages } from './messages.ts';

/** The server checks the content itself. */
const acceptedTypes = '.png,.jpg,.jpeg,.gif,.webp,.avif';

export function OwnPicture(): ReactNode {
  const messages = useMessages(accountMessages);
  const { name, username, picture } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [isPending, setPending] = useState(false);
  const change = async (save: () => Promise<unknown>, done: string) => {
    setPending(true);
    try {
      await save();
      await Promise.all([
        refreshSession(),
        queryClient.invalidateQueries({ queryKey: ['users'] }),
        queryClient.invalidateQueries({ queryKey: ['documents', 'people'] }),
      ]);
      toast({ text: done });
    } catch (problem) {
      toastProblem(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles['picture']}>
      <PersonPicture name={name || username} picture={picture} size="large" />
      <div>
        <div className={styles['pictureButtons']}>
          <input
            ref={input}
            type="file"
            hidden
            accept={acceptedTypes}
            aria-label={messages.picture}
            onChange={({ currentTarget }) => {
              const [file] = Array.from(currentTarget.files ?? []);
              // Reset, so that choosing the same file again fires a change event.
              currentTarget.value = '';
              if (file)
                void change(() => galley.users.saveOwnPicture({ file }), messages.pictureSaved);
            }}
          />
          <Button
            size="small"
            icon={Upload}
            isPending={isPending}
            onPress={() => input.current?.click()}
          >
            {picture ? messages.replacePicture : messages.uploadPicture}
          </Button>
          {picture && (
            <Button
              size="small"
              icon={Trash2}
              isPending={isPending}
              onPress={() =>
                void change(() => galley.users.deleteOwnPicture(), messages.pictureRemoved)
              }
            >
              {messages.removePicture}
            </Button>
          )}
        </div>
        <p className="soft small">{messages.pictureHelp}</p>
      </div>
    </div>
  );
}
