import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { galley } from '../../../lib/galley.ts';
import { useStore } from '../../../lib/store.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, TextField } from '../../../ui/index.ts';
import { useCanEdit } from '../fields/use-can-edit.ts';
import { useEditing } from '../use-editing.ts';
import { assistantMessages } from './assistant-messages.ts';

export function AssistantTab({ onWrite }: { readonly onWrite: () => void }): ReactNode {
  const messages = useMessages(assistantMessages);
  const { writing } = useEditing();
  const { phase } = useStore(writing.state);
  const canEdit = useCanEdit();
  const prompt = useStore(writing.prompt);
  const write = () => {
    onWrite();
    void writing.write();
  };
  return (
    <div className="stack">
      <p className="soft small">{messages.about}</p>
      <TextField label={messages.prompt} value={prompt} onChange={writing.prompt.set} rows={4} />
      <div className="row">
        <Button
          icon={Sparkles}
          onPress={write}
          isPending={phase === 'writing'}
          disabledReason={
            (!canEdit && messages.readOnly) || (prompt.trim() === '' && messages.needsPrompt)
          }
        >
          {messages.write}
        </Button>
      </div>
      <Usage />
    </div>
  );
}

function Usage(): ReactNode {
  const messages = useMessages(assistantMessages);
  const { data } = useQuery({
    queryKey: ['aiwriter', 'usage'],
    queryFn: ({ signal }) => galley.aiwriter.usage({}, { signal }),
  });
  if (!data) return null;
  const { tokens_today: used, tokens_per_day: most } = data;
  return (
    <p className="soft small">
      {most === null
        ? messages.used({ count: formatNumber(used) })
        : messages.usedOf({ count: formatNumber(used), most: formatNumber(most) })}
    </p>
  );
}
