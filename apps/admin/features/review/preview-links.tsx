import type { DocumentDetail, PreviewLink } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { dateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import {
  ask,
  Badge,
  Button,
  CopyField,
  Dialog,
  Loading,
  Select,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { linkWords } from './link-words.ts';
import styles from './review.module.css';

const linksKey = (path: string) => ['documents', 'preview-links', path];

export function PreviewLinksDialog(props: {
  readonly detail: DocumentDetail;
  readonly onClose: () => void;
}): ReactNode {
  const { path } = props.detail;
  const words = useWords(linkWords);
  const query = useQuery({
    queryKey: linksKey(path),
    queryFn: ({ signal }) => galley.documents.previewLinks({ path }, { signal }),
  });
  return (
    <Dialog title={words.title} size="side" onClose={props.onClose}>
      <div className="stack">
        <p className="soft">{words.about}</p>
        <NewLink path={path} />
        <Loading query={query} lines={3}>
          {(links) => <Links links={links} path={path} />}
        </Loading>
      </div>
    </Dialog>
  );
}

const validities = ['24', '72', '168', '720'] as const;

function NewLink({ path }: { readonly path: string }): ReactNode {
  const words = useWords(linkWords);
  const [hours, setHours] = useState<(typeof validities)[number]>('72');
  const [url, setUrl] = useState('');
  const [isPending, setPending] = useState(false);
  const make = async () => {
    setPending(true);
    try {
      const link = await galley.documents.previewLink({ path, expires_in_hours: Number(hours) });
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
    label: id === '24' ? words.day : words.days(Number(id) / 24),
  }));
  return (
    <>
      <div className={styles['newLink']}>
        <Select label={words.hours} value={hours} onChange={setHours} options={options} />
        <Button kind="primary" isPending={isPending} onPress={() => void make()}>
          {words.make}
        </Button>
      </div>
      {url !== '' && (
        <div className={styles['made']} role="status">
          <CopyField label={words.made} value={url} />
          <p className="soft small">{words.once}</p>
        </div>
      )}
    </>
  );
}

function Links(props: {
  readonly links: readonly PreviewLink[];
  readonly path: string;
}): ReactNode {
  const words = useWords(linkWords);
  if (props.links.length === 0) return <p className="soft">{words.none}</p>;
  return (
    <ul>
      {props.links.map((link) => (
        <LinkRow key={link.id} link={link} path={props.path} />
      ))}
    </ul>
  );
}

function LinkRow({ link, path }: { readonly link: PreviewLink; readonly path: string }): ReactNode {
  const words = useWords(linkWords);
  const { id, created_by: by, created_at: at, expires_at: end, revoked_at: revoked } = link;
  const isOver = new Date(end) <= new Date();
  const revoke = async () => {
    const question = { title: words.revokeTitle, text: words.revokeText, action: words.revoke };
    if (!(await ask({ ...question, kind: 'danger' }))) return;
    try {
      await galley.documents.revokePreviewLink({ id });
      toast({ text: words.isRevoked });
      await queryClient.invalidateQueries({ queryKey: linksKey(path) });
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <li className={styles['link']}>
      <div className="grow">
        <div>
          {words.until} {dateTime(end)} {revoked && <Badge>{words.revoked}</Badge>}
          {!revoked && isOver && <Badge>{words.expired}</Badge>}
        </div>
        <div className="soft small">
          {words.by(by)}, <Time at={at} />
          {' · '}
          {link.opened > 0 ? words.opened(link.opened) : words.neverOpened}
        </div>
      </div>
      {!revoked && !isOver && (
        <Button size="small" onPress={() => void revoke()}>
          {words.revoke}
        </Button>
      )}
    </li>
  );
}
