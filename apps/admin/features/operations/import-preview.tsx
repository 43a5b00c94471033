import type { SiteImport } from '@galley/sdk';
import { Import as ImportIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice, Panel, Switch } from '../../ui/index.ts';
import { nameOf } from './import-form.tsx';
import { importMessages } from './import-messages.ts';
import { totalsOf } from './import-notice.tsx';
import { invalidateImports } from './import-queries.ts';

export function ImportPreview(props: {
  readonly job: SiteImport;
  readonly publish: boolean;
  readonly onPublishChange: (publish: boolean) => void;
}): ReactNode {
  const { job, publish, onPublishChange } = props;
  const messages = useMessages(importMessages);
  const { id, source } = job;
  const start = useAction(async () => {
    await galley.imports.start({ id, publish });
    await invalidateImports();
  });
  const discard = useAction(async () => {
    await galley.imports.cancel({ id });
    await invalidateImports();
  });
  const totals = totalsOf(job);
  return (
    <Panel
      title={messages.ready({ source })}
      actions={
        <>
          <Button onPress={discard.run} isPending={discard.isPending}>
            {messages.discard}
          </Button>
          <Button kind="primary" icon={ImportIcon} onPress={start.run} isPending={start.isPending}>
            {messages.start}
          </Button>
        </>
      }
    >
      <div className="stack">
        <ErrorNotice error={start.error ?? discard.error} />
        {job.signs && (
          <p>
            {messages.recognised({
              system: nameOf(job.format, messages),
              signs: job.signs.join(', '),
            })}
          </p>
        )}
        <p>
          {messages.counts({ ...totals, menus: publish ? totals.menus : 0 })}{' '}
          <span className="soft">{messages.readyText}</span>
        </p>
        <Switch isSelected={publish} onChange={onPublishChange} help={messages.publishHelp}>
          {messages.publish}
        </Switch>
      </div>
    </Panel>
  );
}
