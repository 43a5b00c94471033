import type { Build } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatDateTime, formatDuration } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Button, Time } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';
import styles from './operations.module.css';

const tones = { queued: 'plain', building: 'info', done: 'good', failed: 'bad' } as const;

export function BuildTable(props: {
  readonly builds: readonly Build[];
  readonly onShow: (id: string) => void;
}): ReactNode {
  const messages = useMessages(operationsMessages);
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{messages.when}</th>
            <th scope="col">{messages.state}</th>
            <th scope="col" className={styles['wide']}>
              {messages.why}
            </th>
            <th scope="col" className={`number ${styles['wide']}`}>
              {messages.took}
            </th>
            <th scope="col">{messages.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {props.builds.map((build) => (
            <BuildRow key={build.id} build={build} onShow={() => props.onShow(build.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BuildRow(props: { readonly build: Build; readonly onShow: () => void }): ReactNode {
  const { build, onShow } = props;
  const messages = useMessages(operationsMessages);
  const { requested_at, requested_by, reason, full } = build;
  return (
    <tr>
      <td className={styles['when']}>
        <Button kind="quiet" size="small" onPress={onShow}>
          <span className="sr-only">
            {messages.openBuild({ when: formatDateTime(requested_at) })}
          </span>
          <span aria-hidden>
            <Time at={requested_at} />
          </span>
        </Button>
      </td>
      <td>
        <BuildState build={build} />
      </td>
      <td className={styles['wide']}>
        {messages[`reason.${reason}`]}{' '}
        {requested_by !== null && messages.askedBy({ who: requested_by })}{' '}
        {full && <Badge>{messages.fullBuild}</Badge>}
      </td>
      <td className={`number ${styles['wide']}`}>{buildDuration(build)}</td>
      <td>
        <Outcome build={build} />
      </td>
    </tr>
  );
}

export function BuildState({ build }: { readonly build: Pick<Build, 'status'> }): ReactNode {
  const messages = useMessages(operationsMessages);
  return <Badge tone={tones[build.status]}>{messages[`status.${build.status}`]}</Badge>;
}

function Outcome({ build: { result, error } }: { readonly build: Build }): ReactNode {
  const messages = useMessages(operationsMessages);
  if (error !== null) return <span className={styles['error']}>{error}</span>;
  if (!result) return null;
  return (
    <>
      {messages.outcomeOf({ rendered: result.rendered, written: result.written })}{' '}
      {result.findings > 0 && (
        <Badge tone="warn">{messages.findings({ count: result.findings })}</Badge>
      )}
    </>
  );
}

/** Empty until the build ends. */
export function buildDuration({ started_at, finished_at }: Build): string {
  if (started_at === null || finished_at === null) return '';
  return formatDuration(Date.parse(finished_at) - Date.parse(started_at));
}
