import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Field } from '../../../fields/index.ts';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Notice } from '../../../ui/index.ts';
import { isMapping } from '../session/frontmatter-text.ts';
import { isWriterKey } from '../session/frontmatter-keys.ts';
import { useEditingState } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { AboutDocument } from './about-document.tsx';
import { AuthorsField } from './authors-field.tsx';
import { CoverField, coverNames } from './cover-field.tsx';
import { CustomField } from './custom-field.tsx';
import { DateField } from './date-field.tsx';
import { deriveDefinitions, useDefinitions } from './definitions.ts';
import { fieldMessages, taxonomyName } from './field-messages.ts';
import styles from './fields.module.css';
import { LanguageField } from './language-field.tsx';
import { LayoutField } from './layout-field.tsx';
import { PanelSection } from './panel-section.tsx';
import { PlainField } from './plain-field.tsx';
import { SearchFields, searchNames } from './search-fields.tsx';
import { SlugField } from './slug-field.tsx';
import { SummaryField } from './summary-field.tsx';
import { TermsField } from './terms-field.tsx';

const plainNames = ['title', 'summary', 'slug', 'date', 'layout'] as const;

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
    <div>
      <PageSection />
      <AddressSection />
      <TermsSection />
      <CustomSections />
      <PanelSection id="search" title={messages.search} paths={searchNames} isFoldedAtFirst>
        <SearchFields />
      </PanelSection>
      <PanelSection
        id="layout"
        title={messages.layoutAndLanguage}
        paths={['layout']}
        isFoldedAtFirst
      >
        <LayoutField />
        <LanguageField />
      </PanelSection>
      <OtherValues />
      <AboutDocument />
    </div>
  );
}

/** Required fields come first: without them, the document cannot be published. */
function PageSection(): ReactNode {
  const messages = useMessages(fieldMessages);
  const about = useMessages(editorMessages);
  const { required } = useCustomFields();
  const paths = ['title', 'summary', ...coverNames, ...required.map(({ name }) => pathOf(name))];
  return (
    <PanelSection id="page" title={messages.page} paths={paths}>
      <PlainField name="title" label={about.title} />
      {required.map((field) => (
        <CustomField key={field.name} field={field} path={['fields', field.name]} />
      ))}
      <SummaryField />
      <CoverField />
    </PanelSection>
  );
}

function AddressSection(): ReactNode {
  const messages = useMessages(fieldMessages);
  return (
    <PanelSection id="address" title={messages.addressAndDate} paths={['slug', 'date']}>
      <div className={styles['chips']}>
        <SlugField />
      </div>
      <DateField />
    </PanelSection>
  );
}

function TermsSection(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { data } = useQuery(documentTypesQuery);
  const taxonomies = Object.keys(useEditingState(({ detail }) => detail.taxonomies));
  const labels = new Map(data?.taxonomies.map(({ name, label }) => [name, label]));
  return (
    <PanelSection id="terms" title={messages.termsAndAuthors} paths={[...taxonomies, 'authors']}>
      {taxonomies.map((name) => (
        <TermsField key={name} name={name} label={labels.get(name) ?? taxonomyName(name)} />
      ))}
      {data?.page_keys.includes('authors') && <AuthorsField />}
    </PanelSection>
  );
}

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

/** A section for each group, in the order of the definitions. */
function CustomSections(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { others } = useCustomFields();
  const groups = Map.groupBy(others, ({ group }) => group);
  return [...groups].map(([group, fields]) => (
    <PanelSection
      key={group}
      id={`fields.${group}`}
      title={group || messages.fields}
      paths={fields.map(({ name }) => pathOf(name))}
    >
      {fields.map((field) => (
        <CustomField key={field.name} field={field} path={['fields', field.name]} />
      ))}
    </PanelSection>
  ));
}

const pathOf = (name: string) => `fields.${name}`;

function OtherValues(): ReactNode {
  const messages = useMessages(fieldMessages);
  const values = useEditingState((state) => state.values);
  const taxonomies = useEditingState(({ detail }) => detail.taxonomies);
  const { data } = useQuery(documentTypesQuery);
  if (!data) return null;
  const shown = new Set<string>([
    ...plainNames,
    ...coverNames,
    ...['taxonomies', 'fields', 'lang', 'noindex'],
    ...data.page_keys,
  ]);
  const others = Object.entries(values).filter(
    ([name]) => isWriterKey(name) && !shown.has(name) && !(name in taxonomies),
  );
  if (others.length === 0) return null;
  const fields = deriveDefinitions(Object.fromEntries(others));
  return (
    <PanelSection id="others" title={messages.others} paths={fields.map(({ name }) => name)}>
      {fields.map((field) => (
        <CustomField key={field.name} field={field} path={[field.name]} />
      ))}
    </PanelSection>
  );
}
