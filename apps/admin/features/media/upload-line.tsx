import { CircleAlert, CircleCheck, CircleSlash, Clock, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { problemText } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, Progress, Spinner } from '../../ui/index.ts';
import {
  cancelUpload,
  dismissUpload,
  canRetry,
  isInProgress,
  retryUpload,
  type Upload,
} from './upload-queue.ts';
import { uploadMessages } from './upload-messages.ts';
import styles from './media.module.css';

export function UploadLine(props: {
  readonly upload: Upload;
  readonly onShow: (path: string) => void;
}): ReactNode {
  const { upload, onShow } = props;
  const messages = useMessages(uploadMessages);
  const { file, state, percent, media } = upload;
  return (
    <li className={styles['upload']} data-state={state}>
      <StateIcon state={state} />
      <div className="grow">
        {media ? (
          <Button
            kind="quiet"
            size="small"
            className={styles['upload-name']}
            onPress={() => onShow(media.path)}
          >
            {media.name}
          </Button>
        ) : (
          <span className="breaks">
            {file.name} <span className="soft small">{formatBytes(file.size)}</span>
          </span>
        )}
        {state === 'sending' && (
          <Progress label={messages.progress({ name: file.name })} value={percent / 100} />
        )}
        <div className="soft small breaks">
          <UploadStatus upload={upload} />
        </div>
      </div>
      <UploadActions upload={upload} />
    </li>
  );
}

function StateIcon({ state }: Pick<Upload, 'state'>): ReactNode {
  if (state === 'sending') return <Spinner />;
  const icons = {
    waiting: Clock,
    done: CircleCheck,
    failed: CircleAlert,
    cancelled: CircleSlash,
  } as const;
  const Icon = icons[state];
  return <Icon aria-hidden size={16} />;
}

function UploadStatus({ upload }: { readonly upload: Upload }): ReactNode {
  const messages = useMessages(uploadMessages);
  const { file, state, percent, media, error } = upload;
  switch (state) {
    case 'waiting':
      return messages.waiting;
    case 'sending':
      return percent < 100 ? messages.sending({ percent }) : messages.checking;
    case 'cancelled':
      return messages.cancelled;
    case 'failed':
      return problemText(error);
    case 'done': {
      const [same] = media!.duplicates;
      if (same !== undefined) return messages.sameBytes({ path: same });
      return media!.name === file.name ? messages.done : messages.renamed({ name: media!.name });
    }
  }
}

function UploadActions({ upload }: { readonly upload: Upload }): ReactNode {
  const messages = useMessages(uploadMessages);
  const { name } = upload.file;
  if (isInProgress(upload))
    return (
      <IconButton size="small" kind="quiet" icon={X} onPress={() => cancelUpload(upload)}>
        {messages.cancel({ name })}
      </IconButton>
    );
  return (
    <span className={styles['upload-doings']}>
      {canRetry(upload) && (
        <IconButton size="small" kind="quiet" icon={RotateCcw} onPress={() => retryUpload(upload)}>
          {`${messages.retry({ name })}. ${messages.retryHelp}`}
        </IconButton>
      )}
      <IconButton size="small" kind="quiet" icon={X} onPress={() => dismissUpload(upload)}>
        {messages.dismiss({ name })}
      </IconButton>
    </span>
  );
}
