import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { Facts, Notice, TextField, Time } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { isMapping } from '../session/frontmatter-text.ts';
import { isWriters } from '../session/keys.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorWords } from '../words.ts';
import { CustomField } from './custom-field.tsx';
import { derivedDefinitions, useDefinitions } from './definitions.ts';
import { fieldWords } from './field-words.ts';
import { shownText } from './shown-text.ts';
import { TermsField } from './terms-field.tsx';
import { useCanEdit } from './use-can-edit.ts';

/** Keys with a text field of their own. Other keys are shown with the other values. */
const plainNames = ['title', 'summary', 'slug', 'date', 'layout'] as const;
const ownNames = new Set<string>([...plainNames, 'taxonomies', 'fields', 'lang']);

export function FieldsTab(): ReactNode {
  const words = useWords(fieldWords);
  const isBroken = useEditingState(({ yamlProblem }) => yamlProblem !== null);
  if (isBroken)
    return (
      <div className="stack">
        <Notice tone="warn">{words.broken}</Notice>
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
  const words = useWords(fieldWords);
  const about = useWords(editorWords);
  const taxonomies = useEditingState(({ detail }) => detail.taxonomies);
  return (
    <>
      <PlainField name="title" label={about.title} />
      <PlainField name="summary" label={words.summary} help={words.summaryHelp} rows={3} />
      <PlainField name="slug" label={words.slug} help={words.slugHelp} />
      <PlainField name="date" label={words.date} help={words.dateHelp} />
      {Object.keys(taxonomies).map((name) => (
        <TermsField key={name} name={name} label={words.terms(name)} />
      ))}
      <PlainField name="layout" label={words.layout} help={words.layoutHelp} />
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
  const words = useWords(fieldWords);
  const editing = useEditing();
  const value = useEditingState(({ values }) => values[name]);
  const shown = useEditingState(({ detail }) => detail[name as 'slug'] as unknown);
  const error = useEditingState(({ fieldErrors }) => fieldErrors[name]);
  const isText = value === undefined || value === null || typeof value !== 'object';
  const canEdit = useCanEdit() && isText;
  const help = isText ? props.help : words.notHere;
  return (
    <div data-field={name}>
      <TextField
        label={label}
        value={shownText(value)}
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

function CustomFields(): ReactNode {
  const words = useWords(fieldWords);
  const type = useEditingState(({ detail }) => detail.type);
  const given = useEditingState(({ values }) => values['fields']);
  const defined = useDefinitions(type);
  if (!defined) return null;
  const values = isMapping(given) ? given : {};
  const names = new Set(defined.map(({ name }) => name));
  const rest = derivedDefinitions(values).filter(({ name }) => !names.has(name));
  const all = [...defined, ...rest];
  if (all.length === 0) return null;
  return (
    <section className={styles['group']} aria-label={words.fields}>
      <h2>{words.fields}</h2>
      {all.map((field) => (
        <CustomField key={field.name} field={field} path={['fields', field.name]} />
      ))}
    </section>
  );
}

/** Values added by a theme or by hand. */
function OtherValues(): ReactNode {
  const words = useWords(fieldWords);
  const values = useEditingState((state) => state.values);
  const taxonomies = useEditingState(({ detail }) => detail.taxonomies);
  const others = Object.entries(values).filter(
    ([name]) => isWriters(name) && !ownNames.has(name) && !(name in taxonomies),
  );
  if (others.length === 0) return null;
  return (
    <section className={styles['group']} aria-label={words.others}>
      <h2>{words.others}</h2>
      {derivedDefinitions(Object.fromEntries(others)).map((field) => (
        <CustomField key={field.name} field={field} path={[field.name]} />
      ))}
    </section>
  );
}

function AboutDocument(): ReactNode {
  const words = useWords(fieldWords);
  const detail = useEditingState((state) => state.detail);
  const change = detail.last_change;
  const facts: [string, ReactNode][] = [
    [words.file, detail.path],
    [words.address, detail.url],
    [words.type, detail.type],
    [words.language, detail.lang],
    [words.author, detail.author],
    [words.lastEditor, change?.cause === 'disk' ? words.onDisk : change?.author],
    [words.updated, change && <Time at={change.at} />],
    [words.contributors, detail.editorial.contributors.join(', ')],
    [words.published, detail.published_at && <Time at={detail.published_at} />],
  ];
  return (
    <section className={styles['group']} aria-label={words.about}>
      <h2>{words.about}</h2>
      <div className={styles['facts']}>
        <Facts facts={facts.filter(([, value]) => Boolean(value))} />
      </div>
    </section>
  );
}
