import { isSamePerson, type SharedAccounts } from '@galley/kernel';
import { mayReview, type People } from './people.ts';

/** Empty below two persons: a first approval could never be completed (ADD-IND-3). Skips the query for fewer contributors. */
export async function findJointApprovers(
  contributors: readonly string[],
  people: People,
  shared?: SharedAccounts,
): Promise<string[]> {
  // Plugins and agents have a colon in their names and cannot approve.
  const persons = contributors.filter((name) => !name.includes(':'));
  if (persons.length < 2) return [];
  const found: string[] = [];
  for (const name of persons) {
    const person = await people.find(name);
    if (person?.username === name && mayReview(person)) found.push(name);
  }
  return found.some((name) => !isSamePerson(name, found[0]!, shared)) ? found : [];
}
