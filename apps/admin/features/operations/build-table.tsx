import type { Build } from '@galley/sdk';
import type { ReactNode } from 'react';
import { dateTime, duration } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Button, Time } from '../../ui/index.ts';
import { operationsWords } from './words.ts';
import styles from './operations.module.css';

const tones = { queued: 'plain', building: 'info', done: 'good', failed: 'bad' } as const;

export function BuildTable(props: {
  readonly builds: readonly Build[];
  readonly onShow: (id: string) => void;
}): ReactNode {
  const words = useWords(operationsWords);
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.state}</th>
            <th scope="col" className={styles['wide']}>
              {words.why}
            </th>
            <th scope="col" className={`number ${styles['wide']}`}>
              {words.took}
            </th>
            <th scope="col">{words.outcome}</th>
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
  const words = useWords(operationsWords);
  const { requested_at, requested_by, reason, full } = build;
  return (
    <tr>
      <td className={styles['when']}>
        <Button kind="quiet" size="small" onPress={onShow}>
          <span className="sr-only">{words.openBuild(dateTime(requested_at))}</span>
          <span aria-hidden>
            <Time at={requested_at} />
          </span>
        </Button>
      </td>
      <td>
        <BuildState build={build} />
      </td>
      <td className={styles['wide']}>
        {words[`reason.${reason}`]} {requested_by !== null && words.askedBy(requested_by)}{' '}
        {full && <Badge>{words.fullBuild}</Badge>}
      </td>
      <td className={`number ${styles['wide']}`}>{tookOf(build)}</td>
      <td>
        <Outcome build={build} />
      </td>
    </tr>
  );
}

export function BuildState({ build }: { readonly build: Pick<Build, 'status'> }): ReactNode {
  const words = useWords(operationsWords);
  return <Badge tone={tones[build.status]}>{words[`status.${build.status}`]}</Badge>;
}

function Outcome({ build: { result, error } }: { readonly build: Build }): ReactNode {
  const words = useWords(operationsWords);
  if (error !== null) return <span className={styles['error']}>{error}</span>;
  if (!result) return null;
  return (
    <>
      {words.outcomeOf(result.rendered, result.written)}{' '}
      {result.findings > 0 && <Badge tone="warn">{words.findings(result.findings)}</Badge>}
    </>
  );
}

/** Duration of a build; empty until it ends. */
export function tookOf({ started_at, finished_at }: Build): string {
  if (started_at === null || finished_at === null) return '';
  return duration(Date.parse(finished_at) - Date.parse(started_at));
}
