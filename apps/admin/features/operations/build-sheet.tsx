import { isProblem, type Build, type OperationsBuildAnswer } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { Badge, Dialog, EmptyState, Facts, QueryBoundary, Notice, Switch } from '../../ui/index.ts';
import { BuildState, buildDuration } from './build-table.tsx';
import { buildQuery } from './operations-queries.ts';
import { operationsMessages } from './messages.ts';
import styles from './operations.module.css';

export function BuildSheet(props: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactNode {
  const messages = useMessages(operationsMessages);
  const query = useQuery(buildQuery(props.id));
  return (
    <Dialog title={messages.buildTitle} size="side" onClose={props.onClose}>
      {isProblem(query.error, 'not_found') ? (
        <EmptyState title={messages.buildGone} />
      ) : (
        <QueryBoundary query={query}>{(build) => <BuildDetails build={build} />}</QueryBoundary>
      )}
    </Dialog>
  );
}

function BuildDetails({ build }: { readonly build: OperationsBuildAnswer }): ReactNode {
  const messages = useMessages(operationsMessages);
  const { reason, requested_by, requested_at, full, result, error } = build;
  const why = [
    messages[`reason.${reason}`],
    requested_by !== null && messages.askedBy({ who: requested_by }),
  ];
  return (
    <div className="stack">
      {error !== null && (
        <Notice tone="bad" title={messages.failed}>
          {error}
        </Notice>
      )}
      <Facts
        facts={[
          [messages.state, <BuildState key="state" build={build} />],
          [
            messages.why,
            <span key="why">
              {why.filter(Boolean).join(' ')} {full && <Badge>{messages.fullBuild}</Badge>}
            </span>,
          ],
          [messages.when, formatDateTime(requested_at)],
          ...(buildDuration(build) ? [[messages.took, buildDuration(build)] as const] : []),
          ...(result ? resultFacts(result, messages) : []),
        ]}
      />
      <BuildLog log={build.log} />
    </div>
  );
}

function resultFacts(
  { files, rendered, written, removed, findings }: NonNullable<Build['result']>,
  messages: TextsOf<typeof operationsMessages>,
): (readonly [string, string])[] {
  return [
    [messages.filesInAll, formatNumber(files)],
    [messages.rendered, formatNumber(rendered)],
    [messages.written, formatNumber(written)],
    [messages.removed, formatNumber(removed)],
    [messages.found, formatNumber(findings)],
  ];
}

const tones = { info: 'plain', warning: 'warn', error: 'bad' } as const;

function BuildLog({ log }: Pick<OperationsBuildAnswer, 'log'>): ReactNode {
  const messages = useMessages(operationsMessages);
  const [isShort, setShort] = useState(false);
  const shown = isShort ? log.filter(({ level }) => level !== 'info') : log;
  return (
    <section className="stack">
      <div className="row">
        <h3 className="grow">{messages.log}</h3>
        {log.length > 0 && (
          <Switch isSelected={isShort} onChange={setShort}>
            {messages.onlyFindings}
          </Switch>
        )}
      </div>
      {shown.length === 0 && <p className="soft">{messages.noLog}</p>}
      <ol className={styles['log']}>
        {shown.map(({ at, level, message }, place) => (
          <li key={place}>
            <span className="row">
              <time className="soft small" dateTime={at}>
                {new Date(at).toTimeString().slice(0, 8)}
              </time>
              {level !== 'info' && <Badge tone={tones[level]}>{messages[level]}</Badge>}
            </span>
            <span className="breaks">{message}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
