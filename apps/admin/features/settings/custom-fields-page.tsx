import type { CustomFields, SettingsForm } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isMap, readField, textOf } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  QueryBoundary,
  Page as Shown,
  TabLinks,
  useLeaveGuard,
  type TabLink,
} from '../../ui/index.ts';
import { CustomFieldNotices } from './custom-field-notices.tsx';
import { customFieldMessages } from './custom-field-messages.ts';
import type { TypeName } from './fields-of-definition.ts';
import { customFieldsQuery, formQuery } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import { SharedFields } from './shared-fields.tsx';
import { TypeFields } from './type-fields.tsx';
import { useCustomFields } from './use-custom-fields.ts';

export function Page(): ReactNode {
  const messages = useMessages(customFieldMessages);
  const fields = useQuery(customFieldsQuery);
  const content = useQuery(formQuery('content'));
  return (
    <Shown title={messages.title} about={messages.about}>
      <QueryBoundary query={fields}>
        {(latest) => (
          <QueryBoundary query={content}>
            {(form) => <Builder latest={latest} content={form} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </Shown>
  );
}

/** Document types cannot have this name. */
const sharedTab = '~shared';

function Builder(props: {
  readonly latest: CustomFields;
  readonly content: SettingsForm;
}): ReactNode {
  const messages = useMessages(customFieldMessages);
  const form = useCustomFields(props.latest);
  const search: { readonly type?: unknown } = useSearch({ strict: false });
  const types = typesIn(props.content, Object.keys(form.types));
  const tab = textOf(search.type);
  const type = types.find(({ id }) => id === tab) ?? types[0];
  useLeaveGuard(form.changes > 0);
  const tabs = types.map(({ id, label }): TabLink => ({
    to: '/custom-fields',
    search: { type: id },
    label: <TabLabel label={label} count={form.types[id]?.length ?? 0} />,
    isHere: tab !== sharedTab && id === type?.id,
  }));
  const shared: TabLink = {
    to: '/custom-fields',
    search: { type: sharedTab },
    label: <TabLabel label={messages.shared} count={form.shared.length} />,
  };
  return (
    <>
      <TabLinks label={messages.types} tabs={[...tabs, shared]} />
      <CustomFieldNotices form={form} />
      {tab === sharedTab || !type ? (
        <SharedFields form={form} types={types} />
      ) : (
        <TypeFields key={type.id} form={form} type={type} types={types} />
      )}
      <SaveBar
        changes={form.changes}
        isPending={form.isPending}
        onSave={() => void form.save()}
        onDiscard={() => void form.discard()}
      />
    </>
  );
}

function TabLabel({ label, count }: { readonly label: string; readonly count: number }): ReactNode {
  return (
    <>
      {label} {count > 0 && <span className="soft small">{count}</span>}
    </>
  );
}

/** Document types by name, including removed types that still have fields. */
function typesIn(content: SettingsForm, others: readonly string[]): TypeName[] {
  const rows: readonly unknown[] = Array.isArray(content.values['content.types'])
    ? content.values['content.types']
    : [];
  const known = rows.filter(isMap).map(({ key, label }) => ({
    id: textOf(key),
    label: textOf(label) || calledBy(textOf(key)),
  }));
  const rest = others.filter((id) => !known.some((type) => type.id === id));
  return [...known, ...rest.map((id) => ({ id, label: calledBy(id) }))];
}

const calledBy = (name: string) => readField({ name }).label;
