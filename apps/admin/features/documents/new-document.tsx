import { GalleyProblem, isProblem, type DocumentTypes } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { documentTypesQuery } from '../../lib/document-types.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors, problemText } from '../../lib/problem-text.ts';
import { language as ownLanguage, useWords } from '../../lib/words.ts';
import { ComboField, FormDialog, Select, TextField } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { documentsChanged } from './refresh.ts';
import { slugOf } from './slug.ts';
import { documentWords } from './words.ts';

/** Initial values of a new document: for copies, and for drafts written before the document existed. */
export interface Beginning {
  readonly title?: string;
  readonly type?: string;
  readonly lang?: string;
  readonly content?: string;
  readonly frontmatter?: Record<string, unknown>;
  readonly draft_key?: string;
}

interface Draft {
  readonly title: string;
  readonly type: string | null;
  readonly lang: string | null;
  /** Null while the slug follows the title. */
  readonly slug: string | null;
}

type Errors = Readonly<Record<string, string | undefined>>;

type Choices = Pick<DocumentTypes, 'types' | 'languages'>;

const nothing: Choices = { types: [], languages: [] };

export function NewDocumentDialog(props: {
  readonly onClose: () => void;
  readonly dialogTitle?: string;
  readonly beginning?: Beginning;
}): ReactNode {
  const { onClose, dialogTitle, beginning = {} } = props;
  const words = useWords(actWords);
  const { newDocument } = useWords(documentWords);
  const navigate = useNavigate();
  const { data: choices = nothing } = useQuery(documentTypesQuery);
  const [draft, setDraft] = useState<Draft>({
    title: beginning.title ?? '',
    type: beginning.type ?? null,
    lang: beginning.lang ?? null,
    slug: null,
  });
  const [errors, setErrors] = useState<Errors>({});
  const submit = async () => {
    // The document types may still be loading, and provide the defaults.
    const filled = completed(draft, await queryClient.ensureQueryData(documentTypesQuery));
    const faults = faultsOf(filled, words);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    try {
      const { path } = await create(filled, beginning);
      onClose();
      void documentsChanged();
      await navigate({ to: '/edit/$', params: { _splat: path } });
    } catch (error) {
      const found = errorsAtFields(error);
      if (!found) throw error;
      setErrors(found);
    }
  };
  return (
    <FormDialog
      title={dialogTitle ?? newDocument}
      action={words.create}
      onClose={onClose}
      onSubmit={submit}
    >
      <Fields
        draft={completed(draft, choices)}
        errors={errors}
        choices={choices}
        onChange={(change) => {
          setDraft({ ...draft, ...change });
          setErrors(without(errors, change));
        }}
      />
    </FormDialog>
  );
}

interface FieldsProps {
  readonly draft: Filled;
  readonly errors: Errors;
  readonly choices: Choices;
  readonly onChange: (change: Partial<Draft>) => void;
}

function Fields({ draft, errors, choices, onChange }: FieldsProps): ReactNode {
  const words = useWords(actWords);
  const names = useWords(documentWords);
  const named = (values: readonly string[]) => values.map((id) => ({ id, label: id }));
  return (
    <>
      <TextField
        label={names.title}
        value={draft.title}
        onChange={(title) => onChange({ title })}
        error={errors['title']}
        maxLength={500}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <TextField
        label={words.slug}
        value={draft.slug}
        onChange={(slug) => onChange({ slug })}
        error={errors['slug']}
        help={draft.slug !== '' && <span className="breaks">{words.slugHelp(draft.slug)}</span>}
        maxLength={200}
        autoComplete="off"
      />
      <ComboField
        label={names.type}
        value={draft.type}
        onChange={(type) => onChange({ type })}
        error={errors['type']}
        help={words.typeHelp}
        options={named(choices.types.map(({ name }) => name))}
        allowsOther
      />
      <Select
        label={names.language}
        value={draft.lang}
        onChange={(lang) => onChange({ lang })}
        error={errors['lang']}
        options={choices.languages.map((id) => ({ id, label: languageName(id) }))}
      />
    </>
  );
}

function languageName(code: string): string {
  try {
    const name = new Intl.DisplayNames([ownLanguage.get()], { type: 'language' }).of(code);
    return name && name !== code ? `${name} (${code})` : code;
  } catch {
    // A site may use any text as a language code.
    return code;
  }
}

interface Filled {
  readonly title: string;
  readonly type: string;
  readonly lang: string | null;
  readonly slug: string;
}

/** Fills in the site's defaults and derives the slug from the title. */
function completed({ title, type, lang, slug }: Draft, choices: Choices): Filled {
  const types = choices.types.map(({ name }) => name);
  const usual = types.includes('post') ? 'post' : types[0];
  return {
    title,
    type: type ?? usual ?? '',
    lang: lang ?? choices.languages[0] ?? null,
    slug: slug ?? slugOf(title).slice(0, 200),
  };
}

function faultsOf(draft: Filled, words: (typeof actWords)['en']): Errors {
  const faults: [string, string | false][] = [
    ['title', draft.title.trim() === '' && words.titleNeeded],
    ['slug', draft.title.trim() !== '' && slugFault(draft.slug, words)],
    ['type', draft.type.trim() === '' && words.typeNeeded],
    ['lang', draft.lang === null && words.languageNeeded],
  ];
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => Boolean(fault[1])));
}

function slugFault(slug: string, words: (typeof actWords)['en']): string | false {
  if (slug.trim() === '') return words.slugNeeded;
  return slug.includes('/') && words.slugSlash;
}

function create({ title, type, lang, slug }: Filled, beginning: Beginning) {
  const { content = '', frontmatter, draft_key } = beginning;
  return galley.documents.create({
    title: title.trim(),
    type: type.trim(),
    lang: lang!,
    slug: slug.trim(),
    content,
    ...(frontmatter && { frontmatter }),
    ...(draft_key !== undefined && { draft_key }),
  });
}

/** Server errors by field; `undefined` if they concern no field of this form. */
function errorsAtFields(error: unknown): Errors | undefined {
  if (!(error instanceof GalleyProblem)) return undefined;
  if (isProblem(error, 'already_exists')) return { slug: problemText(error) };
  const { path, ...found } = fieldErrors(error);
  if (isProblem(error, 'invalid_path')) return { slug: path ?? problemText(error) };
  const isKnown = Object.keys(found).some((name) =>
    ['title', 'slug', 'type', 'lang'].includes(name),
  );
  return isKnown ? found : undefined;
}

/** Clears the errors of edited fields. The slug follows the title, so its error clears with it. */
function without(errors: Errors, change: Partial<Draft>): Errors {
  const gone = new Set([...Object.keys(change), ...('title' in change ? ['slug'] : [])]);
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !gone.has(name)));
}
