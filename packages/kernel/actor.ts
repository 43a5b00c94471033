/** CMS-AUTH-5, CMS-AUTH-6; gaps page, Editorial. */
export const capabilities = [
  'documents.read',
  'documents.create',
  'documents.write',
  'documents.comment',
  'documents.review',
  'documents.history',
  'documents.lifecycle',
  'documents.diff',
  'documents.assign',
  'documents.publish',
  'media.read',
  'media.write',
  'media.lifecycle',
  'media.review',
  'audit.read',
  'config.manage',
  'users.manage',
  'users.provision',
  'themes.manage',
  'plugins.manage',
  'operations.manage',
  'runs.read',
  'runs.control',
  'runs.approve',
] as const;

export type Capability = (typeof capabilities)[number];

/** Can be granted for owned or assigned documents only, as `documents.read.own`. */
export const ownableCapabilities = capabilities.filter(
  (name) =>
    name.startsWith('documents.') && name !== 'documents.assign' && name !== 'documents.publish',
);

/** A person, or Galley itself. `grants` are capability names, `.own` variants, or `*`. */
export interface Actor {
  readonly kind: 'user' | 'system';
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly grants: ReadonlySet<string>;
  /** Callers of a plugin, which may do only what all of them may do as well. */
  readonly within?: readonly Actor[];
  /** People for whom a plugin or agent acts (ADD-IND-1). Absent: for itself. Null: unknown, so deny independence. */
  readonly onBehalfOf?: readonly string[] | null;
}

/** Edits made on disk. */
export const externalAuthor = 'external';

export const systemActor: Actor = {
  kind: 'system',
  username: 'galley',
  name: 'Galley',
  email: '',
  role: 'system',
  grants: new Set(['*']),
};

type Granted = Pick<Actor, 'grants'>;

/** `own`: owned or assigned documents. */
export function reach({ grants }: Granted, capability: Capability): 'all' | 'own' | 'none' {
  if (grants.has('*') || grants.has(capability)) return 'all';
  return grants.has(`${capability}.own`) ? 'own' : 'none';
}

/** With `owned`, whether for a document that the actor owns or does not own. */
export function may(actor: Granted, capability: Capability, owned = true): boolean {
  const reached = reach(actor, capability);
  return reached === 'all' || (reached === 'own' && owned);
}

/** People can pass on only grants they have. */
export function covers(held: ReadonlySet<string>, wanted: Iterable<string>): boolean {
  if (held.has('*')) return true;
  return [...wanted].every((grant) => held.has(grant) || held.has(grant.replace(/\.own$/, '')));
}

/** As for a token that its owner restricts. */
export function narrowGrants(grants: ReadonlySet<string>, scopes: Iterable<string>): Set<string> {
  const left = new Set<string>();
  for (const scope of scopes) {
    if (scope === '*') return new Set(grants);
    if (covers(grants, [scope])) left.add(scope);
    else if (grants.has(`${scope}.own`)) left.add(`${scope}.own`);
  }
  return left;
}

const servicePrefix = 'service:';

/** Accounts of programs, which belong to no person (ADD-SVC-1). Names of people contain no colon. */
export function isServiceAccount(username: string): boolean {
  return username.startsWith(servicePrefix);
}

/** Lower case, with or without the prefix in the input. */
export function serviceUsername(input: string): string {
  const name = input.trim().toLowerCase();
  return isServiceAccount(name) ? name : servicePrefix + name;
}

/** Capabilities to decide on the work of others, which only people have. */
const decidingCapabilities = [
  'documents.review',
  'media.review',
  'runs.approve',
] as const satisfies readonly Capability[];

/** `*` becomes the list of all other capabilities (ADD-SVC-2). */
export function withoutDecisions(grants: Iterable<string>): Set<string> {
  const given = [...grants];
  const all = given.includes('*') ? [...capabilities] : given;
  const isDeciding = (grant: string): boolean =>
    decidingCapabilities.some((name) => grant === name || grant === `${name}.own`);
  return new Set(all.filter((grant) => !isDeciding(grant)));
}

/** Author names in histories that are no user names. */
export const reservedUsernames: ReadonlySet<string> = new Set([
  externalAuthor,
  systemActor.username,
]);
