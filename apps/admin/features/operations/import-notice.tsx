import type { SiteImport } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, confirmAction, Notice, Progress, Spinner, toastProblem } from '../../ui/index.ts';
import { importMessages } from './import-messages.ts';
import { invalidateImports } from './import-queries.ts';

const tones = {
  done: 'good',
  failed: 'bad',
  cancelled: 'info',
  interrupted: 'warn',
} as const;

/** An import that runs or has ended. */
export function ImportNotice({ job }: { readonly job: SiteImport }): ReactNode {
  const { state } = job;
  if (state === 'reading' || state === 'importing') return <Running job={job} />;
  return state === 'ready' ? null : <Ended job={{ ...job, state }} />;
}

function Ended({ job }: { readonly job: SiteImport & { readonly state: keyof typeof tones } }) {
  const messages = useMessages(importMessages);
  const { state, source, error, batch } = job;
  const isIncomplete = state !== 'done' && batch !== null;
  return (
    <Notice tone={tones[state]} title={messages[state]({ source })}>
      {error !== null && <p>{error}</p>}
      {batch !== null && <p>{messages.counts(totalsOf(job))}</p>}
      {isIncomplete && <p>{messages.again}</p>}
      <p className="soft small">{startedBy(job)}</p>
    </Notice>
  );
}

function Running({ job }: { readonly job: SiteImport }): ReactNode {
  const messages = useMessages(importMessages);
  const { state, source, counts } = job;
  const label = messages[state === 'reading' ? 'reading' : 'importing']({ source });
  const stop = useAction(() => stopped(job), toastProblem);
  const done = counts.new + counts.changed + counts.unchanged;
  const total = job.total ?? 0;
  return (
    <Notice
      tone="info"
      title={label}
      actions={
        <>
          <Spinner label={label} />
          <Button size="small" onPress={stop.run} isPending={stop.isPending}>
            {messages.stop}
          </Button>
        </>
      }
    >
      {state === 'importing' && total > 0 ? (
        <>
          <p>{messages.importingText({ done, total })}</p>
          <Progress label={label} value={Math.min(done / total, 1)} />
        </>
      ) : (
        state === 'reading' && <p>{messages.readingText}</p>
      )}
      <p className="soft small">{startedBy(job)}</p>
    </Notice>
  );
}

async function stopped({ id, state }: SiteImport): Promise<void> {
  const messages = currentMessages(importMessages);
  const isYes =
    state === 'reading' ||
    (await confirmAction({
      title: messages.stopTitle,
      text: messages.stopText,
      action: messages.stop,
      kind: 'danger',
    }));
  if (!isYes) return;
  await galley.imports.cancel({ id });
  await invalidateImports();
}

function startedBy({ requested_by: by, requested_at: at }: SiteImport): string {
  const messages = currentMessages(importMessages);
  const who = by === 'galley' ? messages.commandLine : by;
  return messages.by({ who, when: formatDateTime(at) });
}

export function totalsOf({ counts }: SiteImport) {
  const { media, redirects, menus } = counts;
  return { pages: counts.new + counts.changed, media, redirects, menus };
}
