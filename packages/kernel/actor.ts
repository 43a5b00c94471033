/** Every capability there is (content-platform, Authentication 5 and 6; gaps page, Editorial). */
export const capabilities = [
  'documents.read',
  'documents.create',
  'documents.write',
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
  'themes.manage',
  'plugins.manage',
  'operations.manage',
  'runs.read',
  'runs.control',
  'runs.approve',
] as const;

export type Capability = (typeof capabilities)[number];

/** Those that may be granted for owned or assigned documents only, as `documents.read.own`. */
export const ownableCapabilities = capabilities.filter(
  (name) =>
    name.startsWith('documents.') && name !== 'documents.assign' && name !== 'documents.publish',
);

/** Who acts: a signed-in person, or Galley itself. `grants` are capability names, `.own` variants, or `*`. */
export interface Actor {
  readonly kind: 'user' | 'system';
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly grants: ReadonlySet<string>;
  /** A plugin that answers people may do only what all of them may do as well. */
  readonly within?: readonly Actor[];
  /**
   * People on whose event, request or run a plugin or an agent acts (ADD-IND-1). Absent: it acts for itself alone. Null:
   * nobody can tell for whom, so that readers of the history have to assume the worst.
   */
  readonly onBehalfOf?: readonly string[] | null;
}

/** Author of changes that nobody signed: edits made on disk. */
export const externalAuthor = 'external';

/** Galley itself: the indexer, the scheduler, a migration. */
export const systemActor: Actor = {
  kind: 'system',
  username: 'galley',
  name: 'Galley',
  email: '',
  role: 'system',
  grants: new Set(['*']),
};

type Granted = Pick<Actor, 'grants'>;

/** How far a capability reaches for an actor: everywhere, on owned or assigned documents only, or nowhere. */
export function reach({ grants }: Granted, capability: Capability): 'all' | 'own' | 'none' {
  if (grants.has('*') || grants.has(capability)) return 'all';
  return grants.has(`${capability}.own`) ? 'own' : 'none';
}

/** Whether the actor may do this somewhere; with `owned`, whether to this one thing. */
export function may(actor: Granted, capability: Capability, owned = true): boolean {
  const reached = reach(actor, capability);
  return reached === 'all' || (reached === 'own' && owned);
}

/** Whether whoever holds these grants may hand on all the wanted ones: nobody gives what they do not have. */
export function covers(held: ReadonlySet<string>, wanted: Iterable<string>): boolean {
  if (held.has('*')) return true;
  return [...wanted].every((grant) => held.has(grant) || held.has(grant.replace(/\.own$/, '')));
}

/** What is left of somebody's grants within `scopes`: as much of each scope as they have. */
export function narrowGrants(grants: ReadonlySet<string>, scopes: Iterable<string>): Set<string> {
  const left = new Set<string>();
  for (const scope of scopes) {
    if (scope === '*') return new Set(grants);
    if (covers(grants, [scope])) left.add(scope);
    else if (grants.has(`${scope}.own`)) left.add(`${scope}.own`);
  }
  return left;
}

/** Names in histories that stand for no person. */
export const reservedUsernames: ReadonlySet<string> = new Set([
  externalAuthor,
  systemActor.username,
]);
