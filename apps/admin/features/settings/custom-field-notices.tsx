import { isProblem } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, ErrorNotice, Notice } from '../../ui/index.ts';
import { customFieldMessages } from './custom-field-messages.ts';
import type { CustomFieldsForm } from './use-custom-fields.ts';

export function CustomFieldNotices({ form }: { readonly form: CustomFieldsForm }): ReactNode {
  const messages = useMessages(customFieldMessages);
  const errors = Object.entries(form.errors);
  if (isProblem(form.problem, 'stale_revision'))
    return (
      <Notice
        tone="warn"
        title={messages.conflictTitle}
        actions={
          <>
            <Button size="small" onPress={() => void form.discard()}>
              {messages.takeTheirs}
            </Button>
            <Button size="small" onPress={() => void form.saveOver()}>
              {messages.overwrite}
            </Button>
          </>
        }
      >
        {messages.conflictText}
      </Notice>
    );
  if (errors.length === 0) return <ErrorNotice error={form.problem} />;
  return (
    <Notice tone="bad" title={messages.wrongTitle}>
      <p>{messages.wrongText}</p>
      <ul>
        {errors.map(([path, message]) => (
          <li key={path}>
            <code>{path}</code>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
