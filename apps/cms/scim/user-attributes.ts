import type { DirectoryAttributes } from '@galley/auth';
import { satisfies } from './attribute-path.ts';
import type { Assignment } from './patch-operations.ts';
import { ScimError } from './scim-error.ts';
import { booleanOf, isObject, listOf, memberOf, textOf } from './values.ts';

type Draft = { -readonly [Name in keyof DirectoryAttributes]: DirectoryAttributes[Name] };

type Assign = (draft: Draft, assignment: Assignment) => void;

/** A PUT replaces everything except `active`, which directories may leave out. */
export const emptyUser = {
  userName: '',
  externalId: null,
  displayName: '',
  givenName: '',
  familyName: '',
  formattedName: '',
  email: '',
} as const;

/** Other attributes are ignored: directories send many. */
const attributes: ReadonlyMap<string, Assign> = new Map<string, Assign>([
  ['username', (draft, { value }) => void (draft.userName = textOf(value, 'userName'))],
  [
    'externalid',
    (draft, { value }) => void (draft.externalId = textOf(value, 'externalId') || null),
  ],
  ['displayname', (draft, { value }) => void (draft.displayName = textOf(value, 'displayName'))],
  ['active', assignActive],
  ['name', assignName],
  ['emails', assignEmails],
]);

const partsOfName = new Map([
  ['givenname', 'givenName'],
  ['familyname', 'familyName'],
  ['formatted', 'formattedName'],
] as const);

/** @throws `ScimError` for values of a wrong type */
export function assignAll(
  present: DirectoryAttributes,
  assignments: readonly Assignment[],
): DirectoryAttributes {
  const draft: Draft = { ...present };
  for (const assignment of assignments) {
    const value = assignment.op === 'remove' ? undefined : assignment.value;
    attributes.get(assignment.path.attribute)?.(draft, { ...assignment, value });
  }
  if (draft.displayName === '' || followsName(present, draft))
    draft.displayName = nameOf(draft) || draft.userName;
  return draft;
}

/** A display name that was made of the parts of the name changes with them. */
function followsName(present: DirectoryAttributes, draft: Draft): boolean {
  const isMade = [nameOf(present), joined(present)].includes(present.displayName);
  return isMade && draft.displayName === present.displayName;
}

function nameOf(names: DirectoryAttributes): string {
  return names.formattedName || joined(names);
}

function joined({ givenName, familyName }: DirectoryAttributes): string {
  return `${givenName} ${familyName}`.trim();
}

function assignActive(draft: Draft, { op, value }: Assignment): void {
  if (op === 'remove')
    throw new ScimError('invalidValue', 'active cannot be removed; replace it by false.');
  draft.active = booleanOf(value, 'active');
}

function assignName(draft: Draft, { path: { sub }, value }: Assignment): void {
  for (const [name, field] of partsOfName) {
    if (sub !== undefined) {
      if (sub === name) draft[field] = textOf(value, field);
      continue;
    }
    if (value !== undefined && value !== null && !isObject(value))
      throw new ScimError('invalidValue', 'name must be an object.');
    const part = isObject(value) ? memberOf(value, name) : '';
    if (part !== undefined) draft[field] = textOf(part, field);
  }
}

/** An account has one address, which counts as that of work and as the primary one. */
function assignEmails(draft: Draft, { op, path: { filter, sub }, value }: Assignment): void {
  const own = { 'emails.type': 'work', 'emails.primary': true, 'emails.value': draft.email };
  if (filter && !satisfies(filter, own)) return;
  if (sub !== undefined) {
    if (sub === 'value') draft.email = textOf(value, 'emails.value');
    return;
  }
  const emails = listOf(value).map(readEmail);
  const best = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work');
  // An added address of another type must not replace that of work.
  if (op === 'add' && !best && draft.email !== '') return;
  draft.email = (best ?? emails[0])?.address ?? '';
}

function readEmail(value: unknown) {
  if (!isObject(value)) return { address: textOf(value, 'emails'), primary: false, type: '' };
  const primary = memberOf(value, 'primary');
  return {
    address: textOf(memberOf(value, 'value'), 'emails.value'),
    primary: primary !== undefined && primary !== null && booleanOf(primary, 'emails.primary'),
    type: textOf(memberOf(value, 'type'), 'emails.type').toLowerCase(),
  };
}
