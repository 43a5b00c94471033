import { isProblem, type Build, type OperationsBuildAnswer } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { dateTime, number } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Dialog, Empty, Facts, Loading, Notice, Switch } from '../../ui/index.ts';
import { BuildState, tookOf } from './build-table.tsx';
import { buildQuery } from './operations-queries.ts';
import { operationsWords } from './words.ts';
import styles from './operations.module.css';

export function BuildSheet(props: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactNode {
  const words = useWords(operationsWords);
  const query = useQuery(buildQuery(props.id));
  return (
    <Dialog title={words.buildTitle} size="side" onClose={props.onClose}>
      {isProblem(query.error, 'not_found') ? (
        <Empty title={words.buildGone} />
      ) : (
        <Loading query={query}>{(build) => <Shown build={build} />}</Loading>
      )}
    </Dialog>
  );
}

function Shown({ build }: { readonly build: OperationsBuildAnswer }): ReactNode {
  const words = useWords(operationsWords);
  const { reason, requested_by, requested_at, full, result, error } = build;
  const why = [words[`reason.${reason}`], requested_by !== null && words.askedBy(requested_by)];
  return (
    <div className="stack">
      {error !== null && (
        <Notice tone="bad" title={words.failed}>
          {error}
        </Notice>
      )}
      <Facts
        facts={[
          [words.state, <BuildState key="state" build={build} />],
          [
            words.why,
            <span key="why">
              {why.filter(Boolean).join(' ')} {full && <Badge>{words.fullBuild}</Badge>}
            </span>,
          ],
          [words.when, dateTime(requested_at)],
          ...(tookOf(build) ? [[words.took, tookOf(build)] as const] : []),
          ...(result ? resultFacts(result, words) : []),
        ]}
      />
      <BuildLog log={build.log} />
    </div>
  );
}

function resultFacts(
  { files, rendered, written, removed, findings }: NonNullable<Build['result']>,
  words: (typeof operationsWords)['en'],
): (readonly [string, string])[] {
  return [
    [words.filesInAll, number(files)],
    [words.rendered, number(rendered)],
    [words.written, number(written)],
    [words.removed, number(removed)],
    [words.found, number(findings)],
  ];
}

const tones = { info: 'plain', warning: 'warn', error: 'bad' } as const;

function BuildLog({ log }: Pick<OperationsBuildAnswer, 'log'>): ReactNode {
  const words = useWords(operationsWords);
  const [isShort, setShort] = useState(false);
  const shown = isShort ? log.filter(({ level }) => level !== 'info') : log;
  return (
    <section className="stack">
      <div className="row">
        <h3 className="grow">{words.log}</h3>
        {log.length > 0 && (
          <Switch isSelected={isShort} onChange={setShort}>
            {words.onlyFindings}
          </Switch>
        )}
      </div>
      {shown.length === 0 && <p className="soft">{words.noLog}</p>}
      <ol className={styles['log']}>
        {shown.map(({ at, level, message }, place) => (
          <li key={place}>
            <span className="row">
              <time className="soft small" dateTime={at}>
                {new Date(at).toTimeString().slice(0, 8)}
              </time>
              {level !== 'info' && <Badge tone={tones[level]}>{words[level]}</Badge>}
            </span>
            <span className="breaks">{message}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
