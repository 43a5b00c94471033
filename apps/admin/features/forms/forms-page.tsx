import type { FormOverview } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { TextCursorInput } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, Page as Shown, QueryBoundary, TabLinks } from '../../ui/index.ts';
import { FormEntries } from './form-entries.tsx';
import { formsQuery } from './form-queries.ts';
import { formMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(formMessages);
  const query = useQuery(formsQuery);
  return (
    <Shown title={messages.forms} about={messages.about}>
      <QueryBoundary query={query} lines={4}>
        {(forms) => <Forms forms={forms} />}
      </QueryBoundary>
    </Shown>
  );
}

function Forms({ forms }: { readonly forms: readonly FormOverview[] }): ReactNode {
  const messages = useMessages(formMessages);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const shown = forms.find(({ name }) => name === search['form']) ?? forms[0];
  if (shown === undefined)
    return (
      <EmptyState
        icon={TextCursorInput}
        title={messages.none}
        actions={
          <Link to="/settings/$section" params={{ section: 'forms' }} className="button">
            {messages.define}
          </Link>
        }
      >
        {messages.noneText({ code: '{{form name="contact"}}' })}
      </EmptyState>
    );
  return (
    <>
      <TabLinks
        label={messages.forms}
        tabs={forms.map(({ name, title, entries }) => ({
          label: messages.tab({ title, count: entries }),
          to: '/forms',
          search: { form: name },
          isHere: name === shown.name,
        }))}
      />
      <FormEntries key={shown.name} form={shown} />
    </>
  );
}
