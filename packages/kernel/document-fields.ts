export interface FieldValues {
  readonly text: string;
  readonly optional_text: string | null;
  readonly time: Date | null;
  readonly terms: Readonly<Record<string, readonly string[]>>;
  readonly mapping: Readonly<Record<string, unknown>>;
}

interface DocumentField {
  readonly type: keyof FieldValues;
  /** Writer of the frontmatter key of the same name: people, as content; only the server; or changes of state. */
  readonly writer?: 'people' | 'server' | 'state';
  readonly working: 'list' | 'detail';
  /** Absent when `published_documents` has no such column. */
  readonly public?: 'list' | 'detail';
  readonly bySettings?: true;
}

const inLists = { working: 'list', public: 'list' } as const;
const inDetail = { working: 'detail', public: 'detail' } as const;

/**
 * Names of columns, the API and frontmatter. Optional texts and times are read from the frontmatter key of their name;
 * every other field needs a reader in `read-document.ts`.
 */
export const documentFields = {
  title: { type: 'text', writer: 'people', ...inLists },
  slug: { type: 'text', writer: 'people', ...inLists },
  url: { type: 'text', bySettings: true, ...inLists },
  layout: { type: 'optional_text', writer: 'people', ...inLists },
  summary: { type: 'optional_text', writer: 'people', ...inLists },
  author: { type: 'optional_text', writer: 'server', ...inLists },
  last_editor: { type: 'optional_text', writer: 'server', ...inLists },
  date: { type: 'time', writer: 'people', ...inLists },
  taxonomies: { type: 'terms', writer: 'people', bySettings: true, ...inLists },
  fields: { type: 'mapping', writer: 'people', ...inDetail },
  params: { type: 'mapping', ...inDetail },
  scheduled_publish_at: { type: 'time', writer: 'state', working: 'list' },
  scheduled_unpublish_at: { type: 'time', writer: 'state', working: 'list' },
  created_at: { type: 'time', writer: 'server', working: 'list', public: 'detail' },
  updated_at: { type: 'time', writer: 'server', working: 'list', public: 'detail' },
} as const satisfies Readonly<Record<string, DocumentField>>;

type Fields = typeof documentFields;
type Property = keyof DocumentField;
type ValueOf<P extends Property> = NonNullable<DocumentField[P]>;

export type FieldName<P extends Property = 'type', V extends ValueOf<P> = ValueOf<P>> = {
  [Name in keyof Fields]: Fields[Name] extends Readonly<Record<P, V>> ? Name : never;
}[keyof Fields];

export type FieldType<Name extends FieldName> = Fields[Name]['type'];

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type DocumentFields<Name extends FieldName> = {
  readonly [N in Name as CamelCase<N>]: FieldValues[FieldType<N>];
};

const properties = new Map(
  Object.keys(documentFields).map((name) => [
    name,
    name.replace(/_(.)/g, (_found, letter: string) => letter.toUpperCase()),
  ]),
);

/** `lastEditor` for `last_editor`. */
export function propertyOf<Name extends FieldName>(name: Name): CamelCase<Name> {
  return properties.get(name) as CamelCase<Name>;
}

export function fieldNames<P extends Property, const V extends ValueOf<P> = ValueOf<P>>(
  property: P,
  ...values: readonly V[]
): readonly FieldName<P, V>[] {
  const found = Object.entries<DocumentField>(documentFields).filter(([, field]) => {
    const value = field[property];
    return values.length === 0 ? value !== undefined : values.some((one) => one === value);
  });
  return found.map(([name]) => name as FieldName<P, V>);
}

/** Read beside those of fields. */
const otherKeys = {
  people: ['lang'],
  server: ['editorial'],
  state: ['workflow', 'draft'],
} as const satisfies Readonly<Record<ValueOf<'writer'>, readonly string[]>>;

export function frontmatterKeys(writer: ValueOf<'writer'>): readonly string[] {
  return [...otherKeys[writer], ...fieldNames('writer', writer)];
}

export const documentFilters = [
  'type',
  'lang',
  'status',
  'author',
  'assignee',
  'reviewer',
] as const;
export type DocumentFilter = (typeof documentFilters)[number];

export const documentSorts = ['updated_at', 'date', 'title', 'path'] as const;
export type DocumentSort = (typeof documentSorts)[number];
