/** Somebody who can sign in, and what their role grants, written down from the contract and not asked of the server. */
export interface Person {
  readonly username: string;
  readonly role: string;
  readonly grants: readonly string[];
}

const author = [
  'documents.read.own',
  'documents.create',
  'documents.write.own',
  'documents.history.own',
  'documents.lifecycle.own',
  'documents.diff.own',
];
const reviewer = ['documents.read', 'documents.review', 'documents.history', 'documents.diff'];
const editor = [
  ...reviewer,
  'documents.create',
  'documents.write',
  'documents.lifecycle',
  'documents.assign',
  'documents.publish',
];

/** Roles of the site beside the built-in ones, each with a combination that those do not have. */
export const ownRoles: Readonly<Record<string, readonly string[]>> = {
  publisher: ['documents.read', 'documents.write.own', 'documents.publish'],
  colleague: ['documents.read', 'documents.review.own', 'documents.history.own'],
  keeper: [
    'documents.read',
    'documents.write.own',
    'documents.history.own',
    'documents.diff.own',
    'documents.lifecycle.own',
  ],
  photographer: ['media.read', 'media.write'],
};

const rolesByName: Readonly<Record<string, readonly string[]>> = {
  admin: ['*'],
  editor,
  author,
  reviewer,
  ...ownRoles,
};

function person(username: string, role: string): Person {
  return { username, role, grants: rolesByName[role]! };
}

export const people: readonly Person[] = [
  person('ada', 'admin'),
  person('anna', 'author'),
  person('edda', 'editor'),
  person('rosa', 'reviewer'),
  person('axel', 'author'),
  person('egon', 'editor'),
  person('rolf', 'reviewer'),
  person('pia', 'publisher'),
  person('olaf', 'colleague'),
  person('karl', 'keeper'),
  person('nora', 'photographer'),
];

export const administrator = people[0]!;

/** Names that an assignment may mention: everybody, somebody disabled, and nobody there is. */
export const disabledUser = 'dora';
export const assignableNames = [
  ...people.map(({ username }) => username),
  disabledUser,
  'nobody-there',
];

/** How far a grant reaches; a grant without `.own` reaches everywhere. */
export function reach({ grants }: Person, capability: string): 'all' | 'own' | 'none' {
  if (grants.includes('*') || grants.includes(capability)) return 'all';
  return grants.includes(`${capability}.own`) ? 'own' : 'none';
}

/** Whether somebody may do this to a thing that they own or not. */
export function may(who: Person, capability: string, owns: boolean): boolean {
  const reached = reach(who, capability);
  return reached === 'all' || (reached === 'own' && owns);
}
