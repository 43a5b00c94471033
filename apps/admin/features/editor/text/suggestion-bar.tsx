import { Check, Square, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../../lib/problem-text.ts';
import { useStore } from '../../../lib/store.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, Notice } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { useCanEdit } from '../fields/use-can-edit.ts';
import { useEditing } from '../use-editing.ts';
import { suggestionMessages } from './suggestion-messages.ts';

export function SuggestionBar(): ReactNode {
  const messages = useMessages(suggestionMessages);
  const { writing } = useEditing();
  const { phase, isCut, error } = useStore(writing.state);
  if (phase === 'idle' && error === null) return null;
  return (
    <div className={styles['suggestion']}>
      <Notice
        tone={error !== null || isCut ? 'warn' : 'info'}
        title={phase === 'idle' ? messages.none : messages[phase]}
        actions={<Actions />}
      >
        {error !== null && problemText(error)}
        {isCut && messages.cut}
      </Notice>
    </div>
  );
}

function Actions(): ReactNode {
  const messages = useMessages(suggestionMessages);
  const { writing } = useEditing();
  const { phase } = useStore(writing.state);
  const canEdit = useCanEdit();
  const refuse = () => writing.refuse();
  if (phase === 'writing')
    return (
      <Button size="small" icon={Square} onPress={refuse}>
        {messages.stop}
      </Button>
    );
  if (phase === 'idle')
    return (
      <Button size="small" icon={X} onPress={refuse}>
        {messages.close}
      </Button>
    );
  return (
    <>
      <Button
        size="small"
        kind="primary"
        icon={Check}
        onPress={() => writing.accept()}
        disabledReason={!canEdit && messages.readOnly}
      >
        {messages.accept}
      </Button>
      <Button size="small" icon={X} onPress={refuse}>
        {messages.refuse}
      </Button>
    </>
  );
}
