import { isProblem, type EarlierMediaVersion, type MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { ArchiveRestore } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import { Button, confirmAction, Time, toast, toastProblem } from '../../ui/index.ts';
import { itemMessages } from './item-messages.ts';
import { Part } from './item-part.tsx';
import { parseMetadata } from './media-metadata.ts';
import { mediaVersionsQuery, refreshMedia } from './media-queries.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

/** Versions of replaced files, which are in the trash. */
export function VersionsPart({ item }: { readonly item: MediaDetail }): ReactNode {
  const messages = useMessages(itemMessages);
  const { data: versions = [] } = useQuery(mediaVersionsQuery(item.path));
  if (versions.length === 0) return null;
  return (
    <Part title={messages.versions}>
      <ul className={styles['uses']}>
        {versions.map((version) => (
          <Version key={version.path} item={item} version={version} />
        ))}
      </ul>
    </Part>
  );
}

function Version(props: {
  readonly item: MediaDetail;
  readonly version: EarlierMediaVersion;
}): ReactNode {
  const { item, version } = props;
  const { replaced_at: at, replaced_by: by, size } = version;
  const messages = useMessages(itemMessages);
  const { mayNotWrite } = useMessages(mediaMessages);
  const mayWrite = hasCapability(useSession(), 'media.write');
  const [isPending, setPending] = useState(false);
  return (
    <li>
      <span className="block">
        <Time at={at} /> {messages.replacedBy({ name: by })}
        {size !== null && <span className="soft"> · {formatBytes(size)}</span>}
      </span>
      <Button
        size="small"
        icon={ArchiveRestore}
        isPending={isPending}
        disabledReason={!mayWrite && mayNotWrite}
        onPress={() => {
          setPending(true);
          void revert(item, version)
            .catch(toastProblem)
            .finally(() => setPending(false));
        }}
      >
        {messages.revert}
        <span className="sr-only"> {formatDateTime(at)}</span>
      </Button>
    </li>
  );
}

async function revert(item: MediaDetail, { path: version }: EarlierMediaVersion): Promise<void> {
  const messages = currentMessages(itemMessages);
  const { revertText, needsApproval } = messages;
  const isYes = await confirmAction({
    title: messages.revertTitle,
    text: item.needs_approval ? `${revertText} ${needsApproval}` : revertText,
    action: messages.revert,
  });
  if (!isYes) return;
  const { path } = item;
  try {
    const expected_hash = parseMetadata(item).hash;
    const { state } = await galley.media.revert({ path, version, expected_hash });
    toast({ text: state === 'pending' ? messages.pendingSaved : messages.reverted });
  } catch (error) {
    if (!isProblem(error, 'stale_revision')) throw error;
    toast({ text: messages.changedSince, tone: 'bad' });
  }
  await refreshMedia();
}
