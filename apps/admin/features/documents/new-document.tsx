import { GalleyProblem, isProblem, type DocumentTypes } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { documentTypesQuery, useTypeNames } from '../../lib/document-types.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors, problemText } from '../../lib/problem-text.ts';
import { language as ownLanguage, useMessages, type TextsOf } from '../../lib/messages.ts';
import { FormDialog, Select, TextField } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { usualTypeQuery } from './queries.ts';
import { invalidateDocuments } from './refresh.ts';
import { slugOf } from './slug.ts';
import { documentMessages } from './messages.ts';

export interface InitialValues {
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

interface Choices extends Pick<DocumentTypes, 'types' | 'languages'> {
  /** The type that most documents have; null without documents. */
  readonly usualType: string | null;
}

async function loadChoices(): Promise<Choices> {
  const [types, usualType] = await Promise.all([
    queryClient.ensureQueryData(documentTypesQuery),
    queryClient.ensureQueryData(usualTypeQuery),
  ]);
  return { ...types, usualType };
}

function useChoices(): Choices {
  const { data: { types, languages } = { types: [], languages: [] } } =
    useQuery(documentTypesQuery);
  const { data: usualType = null, isPending } = useQuery(usualTypeQuery);
  // Until both are there, no type is chosen, so that no default changes under the writer.
  return { types: isPending ? [] : types, languages, usualType };
}

export function NewDocumentDialog(props: {
  readonly onClose: () => void;
  readonly dialogTitle?: string;
  readonly beginning?: InitialValues;
}): ReactNode {
  const { onClose, dialogTitle, beginning = {} } = props;
  const messages = useMessages(documentActionMessages);
  const { newDocument } = useMessages(documentMessages);
  const navigate = useNavigate();
  const choices = useChoices();
  const [draft, setDraft] = useState<Draft>({
    title: beginning.title ?? '',
    type: beginning.type ?? null,
    lang: beginning.lang ?? null,
    slug: null,
  });
  const [errors, setErrors] = useState<Errors>({});
  const submit = async () => {
    // The document types may still be loading, and provide the defaults.
    const filled = completeDraft(draft, await loadChoices());
    const faults = validateDraft(filled, messages);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    try {
      const { path } = await create(filled, beginning);
      onClose();
      void invalidateDocuments();
      await navigate({ to: '/edit/$', params: { _splat: path } });
    } catch (error) {
      const found = toFormErrors(error);
      if (!found) throw error;
      setErrors(found);
    }
  };
  return (
    <FormDialog
      title={dialogTitle ?? newDocument}
      action={messages.create}
      onClose={onClose}
      onSubmit={submit}
    >
      <Fields
        draft={completeDraft(draft, choices)}
        errors={errors}
        choices={choices}
        onChange={(change) => {
          setDraft({ ...draft, ...change });
          setErrors(clearChangedErrors(errors, change));
        }}
      />
    </FormDialog>
  );
}

interface FieldsProps {
  readonly draft: CompleteDraft;
  readonly errors: Errors;
  readonly choices: Choices;
  readonly onChange: (change: Partial<Draft>) => void;
}

function Fields({ draft, errors, choices, onChange }: FieldsProps): ReactNode {
  const messages = useMessages(documentActionMessages);
  const names = useMessages(documentMessages);
  const typeName = useTypeNames(choices.types);
  // A copy can have a type that the site no longer has.
  const types = new Set([...choices.types.map(({ name }) => name), draft.type]);
  types.delete('');
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
        label={messages.slug}
        value={draft.slug}
        onChange={(slug) => onChange({ slug })}
        error={errors['slug']}
        help={
          draft.slug !== '' && (
            <span className="breaks">{messages.slugHelp({ slug: draft.slug })}</span>
          )
        }
        maxLength={200}
        autoComplete="off"
      />
      <Select
        label={names.type}
        value={draft.type || null}
        onChange={(type) => onChange({ type })}
        error={errors['type']}
        options={[...types].map((id) => ({ id, label: typeName(id) }))}
        isDisabled={types.size === 0}
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

interface CompleteDraft {
  readonly title: string;
  readonly type: string;
  readonly lang: string | null;
  readonly slug: string;
}

function completeDraft({ title, type, lang, slug }: Draft, choices: Choices): CompleteDraft {
  const types = choices.types.map(({ name }) => name);
  const usual = [choices.usualType, 'post'].find((name) => name !== null && types.includes(name));
  return {
    title,
    type: type ?? usual ?? types[0] ?? '',
    lang: lang ?? choices.languages[0] ?? null,
    slug: slug ?? slugOf(title).slice(0, 200),
  };
}

function validateDraft(
  draft: CompleteDraft,
  messages: TextsOf<typeof documentActionMessages>,
): Errors {
  const faults: [string, string | false][] = [
    ['title', draft.title.trim() === '' && messages.titleNeeded],
    ['slug', draft.title.trim() !== '' && validateSlug(draft.slug, messages)],
    ['type', draft.type.trim() === '' && messages.typeNeeded],
    ['lang', draft.lang === null && messages.languageNeeded],
  ];
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => Boolean(fault[1])));
}

function validateSlug(
  slug: string,
  messages: TextsOf<typeof documentActionMessages>,
): string | false {
  if (slug.trim() === '') return messages.slugNeeded;
  return slug.includes('/') && messages.slugSlash;
}

function create({ title, type, lang, slug }: CompleteDraft, beginning: InitialValues) {
  const { content = '', frontmatter, draft_key } = beginning;
  const input = {
    title: title.trim(),
    type: type.trim(),
    lang: lang!,
    slug: slug.trim(),
    content,
    ...(frontmatter && { frontmatter }),
    ...(draft_key !== undefined && { draft_key }),
  };
  return galley.documents.create(input, { prefer: 'minimal' });
}

/** `undefined` if the errors concern no field of this form. */
function toFormErrors(error: unknown): Errors | undefined {
  if (!(error instanceof GalleyProblem)) return undefined;
  if (isProblem(error, 'already_exists')) return { slug: problemText(error) };
  const { path, ...found } = fieldErrors(error);
  if (isProblem(error, 'invalid_path')) return { slug: path ?? problemText(error) };
  const isKnown = Object.keys(found).some((name) =>
    ['title', 'slug', 'type', 'lang'].includes(name),
  );
  return isKnown ? found : undefined;
}

/** The slug follows the title, so its error clears with it. */
function clearChangedErrors(errors: Errors, change: Partial<Draft>): Errors {
  const gone = new Set([...Object.keys(change), ...('title' in change ? ['slug'] : [])]);
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !gone.has(name)));
}
