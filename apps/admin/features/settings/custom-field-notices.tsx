import { isProblem } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, ErrorNotice, Notice } from '../../ui/index.ts';
import { customFieldWords } from './custom-field-words.ts';
import type { CustomFieldsForm } from './use-custom-fields.ts';

export function CustomFieldNotices({ form }: { readonly form: CustomFieldsForm }): ReactNode {
  const words = useWords(customFieldWords);
  const errors = Object.entries(form.errors);
  if (isProblem(form.problem, 'stale_revision'))
    return (
      <Notice
        tone="warn"
        title={words.conflictTitle}
        actions={
          <>
            <Button size="small" onPress={() => void form.discard()}>
              {words.takeTheirs}
            </Button>
            <Button size="small" onPress={() => void form.saveOver()}>
              {words.overwrite}
            </Button>
          </>
        }
      >
        {words.conflictText}
      </Notice>
    );
  if (errors.length === 0) return <ErrorNotice error={form.problem} />;
  return (
    <Notice tone="bad" title={words.wrongTitle}>
      <p>{words.wrongText}</p>
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
