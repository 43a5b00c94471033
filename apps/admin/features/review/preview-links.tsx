import type { DocumentDetail, PreviewLink } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Badge,
  Button,
  Checkbox,
  CopyField,
  Dialog,
  QueryBoundary,
  Select,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { linkMessages } from './link-messages.ts';
import styles from './review.module.css';

const linksKey = (path: string) => ['documents', 'preview-links', path] as const;

export function PreviewLinksDialog(props: {
  readonly detail: DocumentDetail;
  readonly onClose: () => void;
}): ReactNode {
  const { path } = props.detail;
  const messages = useMessages(linkMessages);
  const query = useQuery({
    queryKey: linksKey(path),
    queryFn: ({ signal }) => galley.documents.previewLinks({ path }, { signal }),
  });
  return (
    <Dialog title={messages.title} size="side" onClose={props.onClose}>
      <div className="stack">
        <p className="soft">{messages.about}</p>
        <NewLink path={path} />
        <QueryBoundary query={query} lines={3}>
          {(links) => <Links links={links} path={path} />}
        </QueryBoundary>
      </div>
    </Dialog>
  );
}

const validities = ['24', '72', '168', '720'] as const;

function NewLink({ path }: { readonly path: string }): ReactNode {
  const messages = useMessages(linkMessages);
  const [hours, setHours] = useState<(typeof validities)[number]>('72');
  const [hasGuests, setGuests] = useState(false);
  const [url, setUrl] = useState('');
  const [isPending, setPending] = useState(false);
  const make = async () => {
    setPending(true);
    try {
      const link = await galley.documents.previewLink({
        path,
        expires_in_hours: Number(hours),
        guest_comments: hasGuests,
      });
      setUrl(link.url);
      await queryClient.invalidateQueries({ queryKey: linksKey(path) });
    } catch (error) {
      toastProblem(error);
    } finally {
      setPending(false);
    }
  };
  const options = validities.map((id) => ({
    id,
    label: id === '24' ? messages.day : messages.days({ count: Number(id) / 24 }),
  }));
  return (
    <>
      <div className={styles['newLink']}>
        <Select label={messages.hours} value={hours} onChange={setHours} options={options} />
        <Button kind="primary" isPending={isPending} onPress={() => void make()}>
          {messages.make}
        </Button>
      </div>
      <Checkbox isSelected={hasGuests} onChange={setGuests} help={messages.guestsHelp}>
        {messages.guests}
      </Checkbox>
      {url !== '' && (
        <div className={styles['made']} role="status">
          <CopyField label={messages.made} value={url} />
          <p className="soft small">{messages.once}</p>
        </div>
      )}
    </>
  );
}

function Links(props: {
  readonly links: readonly PreviewLink[];
  readonly path: string;
}): ReactNode {
  const messages = useMessages(linkMessages);
  if (props.links.length === 0) return <p className="soft">{messages.none}</p>;
  return (
    <ul>
      {props.links.map((link) => (
        <LinkRow key={link.id} link={link} path={props.path} />
      ))}
    </ul>
  );
}

function LinkRow({ link, path }: { readonly link: PreviewLink; readonly path: string }): ReactNode {
  const messages = useMessages(linkMessages);
  const { id, created_by: by, created_at: at, expires_at: end, revoked_at: revoked } = link;
  const isOver = new Date(end) <= new Date();
  const revoke = async () => {
    const question = {
      title: messages.revokeTitle,
      text: messages.revokeText,
      action: messages.revoke,
    };
    if (!(await confirmAction({ ...question, kind: 'danger' }))) return;
    try {
      await galley.documents.revokePreviewLink({ id });
      toast({ text: messages.isRevoked });
      await queryClient.invalidateQueries({ queryKey: linksKey(path) });
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <li className={styles['link']}>
      <div className="grow">
        <div>
          {messages.until} {formatDateTime(end)} {revoked && <Badge>{messages.revoked}</Badge>}
          {!revoked && isOver && <Badge>{messages.expired}</Badge>}{' '}
          {link.guest_comments && <Badge>{messages.hasGuests}</Badge>}
        </div>
        <div className="soft small">
          {messages.by({ name: by })}, <Time at={at} />
          {' · '}
          {link.opened > 0 ? messages.opened({ count: link.opened }) : messages.neverOpened}
        </div>
      </div>
      {!revoked && !isOver && (
        <Button size="small" onPress={() => void revoke()}>
          {messages.revoke}
        </Button>
      )}
    </li>
  );
}
