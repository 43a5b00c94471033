/** Person with a role. The grants are copied from the contract, not read from the server. */
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

/** Custom roles, each with a combination of grants that no built-in role has. */
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

export const disabledUser = 'dora';
export const assignableNames = [
  ...people.map(({ username }) => username),
  disabledUser,
  'nobody-there',
];

export function reach({ grants }: Person, capability: string): 'all' | 'own' | 'none' {
  if (grants.includes('*') || grants.includes(capability)) return 'all';
  return grants.includes(`${capability}.own`) ? 'own' : 'none';
}

export function may(who: Person, capability: string, owns: boolean): boolean {
  const reached = reach(who, capability);
  return reached === 'all' || (reached === 'own' && owns);
}
