import { keyOf, type Content, type Deed } from './documents.ts';
import { people, reach } from './people.ts';

export function contributorsAfter(deeds: readonly Deed[]): string[] {
  let approved: readonly string[] = [];
  let part = new Set<string>();
  let isApproved = false;
  let owner: string | null = null;
  for (const deed of withoutWithdrawn(deeds)) {
    if (deed.did === 'withdrawn') continue;
    if (deed.did === 'approved') {
      isApproved = true;
      approved = owner === null ? [] : [owner];
      continue;
    }
    // An approval resets the contributors to the owner of the approved text.
    if (isApproved) part = new Set(approved);
    isApproved = false;
    owner = deed.into.owner;
    for (const name of [...deed.by, ...(owner === null ? [] : [owner])]) part.add(name);
  }
  return [...part].sort();
}

/** Replaces each approval that a later request for changes to the same content withdrew. */
function withoutWithdrawn(deeds: readonly Deed[]): readonly Deed[] {
  let now: string | undefined;
  const keys = deeds.map((deed) => (now = deed.did === 'changed' ? keyOf(deed.into) : now));
  return deeds.map((deed, place) => {
    const isWithdrawn = (later: Deed, at: number): boolean =>
      at > place && later.did === 'withdrawn' && keys[at] === keys[place];
    return deed.did === 'approved' && deeds.some(isWithdrawn) ? { did: 'withdrawn' } : deed;
  });
}

/** Contributors who can approve together: people who may review, if there are at least two (ADD-IND-3). */
export function jointApprovers(contributors: readonly string[]): string[] {
  const able = people.filter((person) => reach(person, 'documents.review') === 'all');
  const joint = able.map(({ username }) => username).filter((name) => contributors.includes(name));
  return joint.length > 1 ? joint : [];
}

/** Contributors after the `number`th change into this content, from 0; none once it was approved (ADD-IND-4). */
export function unapprovedOf(all: readonly Deed[], content: Content, number: number): string[] {
  const deeds = withoutWithdrawn(all);
  const key = keyOf(content);
  const isIt = (deed: Deed): boolean => deed.did === 'changed' && keyOf(deed.into) === key;
  let now: string | undefined;
  for (const deed of deeds) {
    if (deed.did === 'changed') now = keyOf(deed.into);
    else if (deed.did === 'approved' && now === key) return [];
  }
  const places = deeds.flatMap((deed, place) => (isIt(deed) ? [place] : []));
  const place = places[number];
  return place === undefined ? [] : contributorsAfter(deeds.slice(0, place + 1));
}
