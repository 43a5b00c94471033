import { MessageSquareText, RotateCcw, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, Notice } from '../../ui/index.ts';
import { DescribePictures } from './describe-pictures.tsx';
import {
  cancelAll,
  clearUploads,
  isInProgress,
  retryFailed,
  uploads,
  type Upload,
} from './upload-queue.ts';
import { UploadLine } from './upload-line.tsx';
import { uploadMessages } from './upload-messages.ts';
import styles from './media.module.css';

export function UploadTray({ onShow }: { readonly onShow: (path: string) => void }): ReactNode {
  const messages = useMessages(uploadMessages);
  const all = useStore(uploads);
  if (all.length === 0) return null;
  return (
    <section className={styles['tray']} aria-label={messages.tray}>
      <TrayHead all={all} />
      <ul className={styles['tray-list']}>
        {all.toSorted(compareFailedFirst).map((upload) => (
          <UploadLine key={upload.id} upload={upload} onShow={onShow} />
        ))}
      </ul>
      {!all.some(isInProgress) && <NeedAlt all={all} />}
    </section>
  );
}

function compareFailedFirst(one: Upload, other: Upload): number {
  return Number(other.state === 'failed') - Number(one.state === 'failed');
}

function TrayHead({ all }: { readonly all: readonly Upload[] }): ReactNode {
  const messages = useMessages(uploadMessages);
  const count = (state: Upload['state']) => all.filter((one) => one.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  const busy = all.some(isInProgress);
  const ended = failed > 0 ? messages.endedBadly({ done, failed }) : messages.ended({ done });
  return (
    <header className={styles['tray-head']}>
      <div className="grow" role="status">
        <h2>{busy ? messages.underWay({ done, all: all.length }) : ended}</h2>
      </div>
      {failed > 0 && !busy && (
        <Button size="small" icon={RotateCcw} onPress={retryFailed}>
          {messages.retryAll}
        </Button>
      )}
      {busy ? (
        <Button size="small" onPress={cancelAll}>
          {messages.cancelAll}
        </Button>
      ) : (
        <IconButton size="small" kind="quiet" icon={X} onPress={clearUploads}>
          {messages.clear}
        </IconButton>
      )}
    </header>
  );
}

function NeedAlt({ all }: { readonly all: readonly Upload[] }): ReactNode {
  const messages = useMessages(uploadMessages);
  const [going, setGoing] = useState<NonNullable<Upload['media']>[] | null>(null);
  const pictures = all
    .map(({ media }) => media)
    .filter((media) => media !== undefined && media.missing_alt);
  const close = () => setGoing(null);
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles['tray-foot']}>
          <Notice
            tone="info"
            title={messages.needAlt({ count: pictures.length })}
            actions={
              <Button
                kind="primary"
                size="small"
                icon={MessageSquareText}
                onPress={() => setGoing(pictures.filter((one) => one !== undefined))}
              >
                {messages.describe}
              </Button>
            }
          >
            {messages.needAltText}
          </Notice>
        </div>
      )}
      {going && <DescribePictures pictures={going} onClose={close} />}
    </>
  );
}
