import type { ReactNode } from 'react';
import type { Field } from '../../../fields/index.ts';
import { formatValue } from '../../../lib/format-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Facts, Notice, TextField, Time } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { isMapping } from '../session/frontmatter-text.ts';
import { isWriterKey } from '../session/frontmatter-keys.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { CoverField, coverNames } from './cover-field.tsx';
import { CustomField } from './custom-field.tsx';
import { deriveDefinitions, useDefinitions } from './definitions.ts';
import { fieldMessages } from './field-messages.ts';
import { TermsField } from './terms-field.tsx';
import { useCanEdit } from './use-can-edit.ts';

const plainNames = ['title', 'summary', 'slug', 'date', 'layout'] as const;
const ownNames = new Set<string>([...plainNames, 'taxonomies', 'fields', 'lang', ...coverNames]);

export function FieldsTab(): ReactNode {
  const messages = useMessages(fieldMessages);
  const isBroken = useEditingState(({ yamlProblem }) => yamlProblem !== null);
  if (isBroken)
    return (
      <div className="stack">
        <Notice tone="warn">{messages.broken}</Notice>
        <AboutDocument />
      </div>
    );
  return (
    <div className="stack">
      <OwnFields />
      <CustomFields />
      <OtherValues />
      <AboutDocument />
    </div>
  );
}

function OwnFields(): ReactNode {
  const messages = useMessages(fieldMessages);
  const about = useMessages(editorMessages);
  const taxonomies = useEditingState(({ detail }) => detail.taxonomies);
  const { required } = useCustomFields();
  return (
    <>
      <PlainField name="title" label={about.title} />
      {required.map((field) => (
        <CustomField key={field.name} field={field} path={['fields', field.name]} />
      ))}
      <PlainField name="summary" label={messages.summary} help={messages.summaryHelp} rows={3} />
      <PlainField name="slug" label={messages.slug} help={messages.slugHelp} />
      <PlainField name="date" label={messages.date} help={messages.dateHelp} />
      {Object.keys(taxonomies).map((name) => (
        <TermsField key={name} name={name} label={messages.terms(name)} />
      ))}
      <CoverField />
      <PlainField name="layout" label={messages.layout} help={messages.layoutHelp} />
    </>
  );
}

function PlainField(props: {
  readonly name: (typeof plainNames)[number];
  readonly label: string;
  readonly help?: string;
  readonly rows?: number;
}): ReactNode {
  const { name, label, rows } = props;
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const value = useEditingState(({ values }) => values[name]);
  const shown = useEditingState(({ detail }) => detail[name as 'slug'] as unknown);
  const error = useEditingState(({ fieldErrors }) => fieldErrors[name]);
  const isText = value === undefined || value === null || typeof value !== 'object';
  const canEdit = useCanEdit() && isText;
  const help = isText ? props.help : messages.notHere;
  return (
    <div data-field={name}>
      <TextField
        label={label}
        value={formatValue(value ?? '')}
        onChange={(text) => editing.setValue([name], text === '' ? undefined : text)}
        error={error}
        isReadOnly={!canEdit}
        {...(rows && { rows })}
        {...(help && { help })}
        {...(typeof shown === 'string' && {
          placeholder: name === 'date' ? shown.slice(0, 10) : shown,
        })}
      />
    </div>
  );
}

/** Required fields come before the others: without them, the document cannot be published. */
function useCustomFields(): {
  readonly required: readonly Field[];
  readonly others: readonly Field[];
} {
  const type = useEditingState(({ detail }) => detail.type);
  const given = useEditingState(({ values }) => values['fields']);
  const defined = useDefinitions(type);
  if (!defined) return { required: [], others: [] };
  const names = new Set(defined.map(({ name }) => name));
  const derived = deriveDefinitions(isMapping(given) ? given : {});
  return {
    required: defined.filter((field) => field.required),
    others: [
      ...defined.filter((field) => !field.required),
      ...derived.filter(({ name }) => !names.has(name)),
    ],
  };
}

function CustomFields(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { others } = useCustomFields();
  if (others.length === 0) return null;
  return (
    <section className={styles['group']} aria-label={messages.fields}>
      <h2>{messages.fields}</h2>
      {others.map((field) => (
        <CustomField key={field.name} field={field} path={['fields', field.name]} />
      ))}
    </section>
  );
}

function OtherValues(): ReactNode {
  const messages = useMessages(fieldMessages);
  const values = useEditingState((state) => state.values);
  const taxonomies = useEditingState(({ detail }) => detail.taxonomies);
  const others = Object.entries(values).filter(
    ([name]) => isWriterKey(name) && !ownNames.has(name) && !(name in taxonomies),
  );
  if (others.length === 0) return null;
  return (
    <section className={styles['group']} aria-label={messages.others}>
      <h2>{messages.others}</h2>
      {deriveDefinitions(Object.fromEntries(others)).map((field) => (
        <CustomField key={field.name} field={field} path={[field.name]} />
      ))}
    </section>
  );
}

function AboutDocument(): ReactNode {
  const messages = useMessages(fieldMessages);
  const detail = useEditingState((state) => state.detail);
  const change = detail.last_change;
  const facts: [string, ReactNode][] = [
    [messages.file, detail.path],
    [messages.address, detail.url],
    [messages.type, detail.type],
    [messages.language, detail.lang],
    [messages.author, detail.author],
    [messages.lastEditor, change?.cause === 'disk' ? messages.onDisk : change?.author],
    [messages.updated, change && <Time at={change.at} />],
    [messages.contributors, detail.editorial.contributors.join(', ')],
    [messages.published, detail.published_at && <Time at={detail.published_at} />],
  ];
  return (
    <section className={styles['group']} aria-label={messages.about}>
      <h2>{messages.about}</h2>
      <div className={styles['facts']}>
        <Facts facts={facts.filter(([, value]) => Boolean(value))} />
      </div>
    </section>
  );
}
