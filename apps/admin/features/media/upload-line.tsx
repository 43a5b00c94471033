import { CircleAlert, CircleCheck, CircleSlash, Clock, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { byteSize } from '../../lib/format.ts';
import { problemText } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Button, IconButton, Progress, Spinner } from '../../ui/index.ts';
import {
  cancelUpload,
  dismissUpload,
  isLost,
  isUnderWay,
  retryUpload,
  type Upload,
} from './upload-queue.ts';
import { uploadWords } from './upload-words.ts';
import styles from './media.module.css';

export function UploadLine(props: {
  readonly upload: Upload;
  readonly onShow: (path: string) => void;
}): ReactNode {
  const { upload, onShow } = props;
  const words = useWords(uploadWords);
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
            {file.name} <span className="soft small">{byteSize(file.size)}</span>
          </span>
        )}
        {state === 'sending' && (
          <Progress label={words.progress(file.name)} value={percent / 100} />
        )}
        <div className="soft small breaks">
          <Said upload={upload} />
        </div>
      </div>
      <Doings upload={upload} />
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

function Said({ upload }: { readonly upload: Upload }): ReactNode {
  const words = useWords(uploadWords);
  const { file, state, percent, media, error } = upload;
  switch (state) {
    case 'waiting':
      return words.waiting;
    case 'sending':
      return percent < 100 ? words.sending(percent) : words.checking;
    case 'cancelled':
      return words.cancelled;
    case 'failed':
      return problemText(error);
    case 'done': {
      const [same] = media!.duplicates;
      if (same !== undefined) return words.sameBytes(same);
      return media!.name === file.name ? words.done : words.renamed(media!.name);
    }
  }
}

function Doings({ upload }: { readonly upload: Upload }): ReactNode {
  const words = useWords(uploadWords);
  const { name } = upload.file;
  if (isUnderWay(upload))
    return (
      <IconButton size="small" kind="quiet" icon={X} onPress={() => cancelUpload(upload)}>
        {words.cancel(name)}
      </IconButton>
    );
  return (
    <span className={styles['upload-doings']}>
      {isLost(upload) && (
        <IconButton size="small" kind="quiet" icon={RotateCcw} onPress={() => retryUpload(upload)}>
          {`${words.retry(name)}. ${words.retryHelp}`}
        </IconButton>
      )}
      <IconButton size="small" kind="quiet" icon={X} onPress={() => dismissUpload(upload)}>
        {words.dismiss(name)}
      </IconButton>
    </span>
  );
}
