import { isProblem, type CustomFields } from '@galley/sdk';
import { useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { isMap, type FieldErrors, type FieldValues } from '../../fields/index.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast } from '../../ui/index.ts';
import { customFieldMessages } from './custom-field-messages.ts';
import { readDefinitions, type Definition } from './definition.ts';
import { customFieldsQuery } from './queries.ts';
import { isSameValue } from './setting.ts';

interface Parts {
  readonly types: Readonly<Record<string, readonly Definition[]>>;
  readonly shared: readonly Definition[];
  readonly values: FieldValues;
}

export interface CustomFieldsForm extends Parts {
  readonly changes: number;
  readonly errors: FieldErrors;
  readonly problem: unknown;
  readonly isPending: boolean;
  readonly setType: (type: string, definitions: readonly Definition[]) => void;
  readonly setShared: (definitions: readonly Definition[]) => void;
  readonly setValues: (values: FieldValues) => void;
  readonly save: () => Promise<void>;
  /** Overwrites changes made by others in the meantime. */
  readonly saveOver: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** All definitions are saved together: the server accepts all or none. */
export function useCustomFields(latest: CustomFields): CustomFieldsForm {
  const [base, setBase] = useState(latest);
  const [draft, setDraft] = useState(() => partsOf(latest));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const changes = countChanges(partsOf(base), draft);
  if (latest !== base && changes === 0) {
    setBase(latest);
    setDraft(partsOf(latest));
  }
  const change = (part: Partial<Parts>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
    if (!isProblem(problem, 'stale_revision')) setProblem(null);
  };
  const begin = (now: CustomFields) => {
    setBase(now);
    setDraft(partsOf(now));
    setErrors({});
    setProblem(null);
  };
  const work = async (doing: () => Promise<void>) => {
    if (isPending) return;
    setPending(true);
    try {
      await doing();
    } catch (error) {
      setErrors(fieldErrors(error));
      setProblem(error);
    } finally {
      setPending(false);
    }
  };
  const send = async (revision: string) => {
    await galley.customFields.save({
      ...changedParts(partsOf(base), draft),
      expected_revision: revision,
    });
    begin(await fetchLatest());
    toast({ text: currentMessages(customFieldMessages).saved });
  };
  return {
    ...draft,
    changes,
    errors,
    problem,
    isPending,
    setType: (type, definitions) => change({ types: { ...draft.types, [type]: definitions } }),
    setShared: (shared) => change({ shared }),
    setValues: (values) => change({ values }),
    save: () => (changes > 0 ? work(() => send(base.revision)) : Promise.resolve()),
    saveOver: () => work(async () => send((await fetchLatest()).revision)),
    discard: () => work(async () => begin(await fetchLatest())),
  };
}

const fetchLatest = () => queryClient.fetchQuery({ ...customFieldsQuery, staleTime: 0 });

function partsOf({ types, shared }: CustomFields): Parts {
  return {
    types: Object.fromEntries(
      Object.entries(types).map(([type, fields]) => [type, readDefinitions(fields)]),
    ),
    shared: readDefinitions(shared['fields']),
    values: isMap(shared['values']) ? shared['values'] : {},
  };
}

function countChanges(before: Parts, now: Parts): number {
  const types = new Set([...Object.keys(before.types), ...Object.keys(now.types)]);
  const pairs: readonly (readonly [unknown, unknown])[] = [
    ...[...types].map((type) => [before.types[type] ?? [], now.types[type] ?? []] as const),
    [before.shared, now.shared],
  ];
  const lists = pairs.filter(([old, next]) => !isSameValue(old, next)).length;
  return lists + (isSameValue(before.values, now.values) ? 0 : 1);
}

function changedParts(before: Parts, { types, shared, values }: Parts) {
  const areTypesSame = isSameValue(before.types, types);
  const isSharedSame = isSameValue(before.shared, shared) && isSameValue(before.values, values);
  const given = Object.entries(types).filter(([, fields]) => fields.length > 0);
  const filled = withoutEmptyValues(values) as Record<string, unknown>;
  return {
    ...(!areTypesSame && { types: Object.fromEntries(given) }),
    ...(!isSharedSame && { shared: { fields: [...shared], values: filled } }),
  };
}

function withoutEmptyValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyValues);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).filter(
    ([, inner]) => inner !== null && inner !== undefined,
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutEmptyValues(inner)]));
}
