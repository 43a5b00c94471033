import { mayReview, type People } from './people.ts';

/** Empty below two: a first approval could never be completed (ADD-IND-3). Skips the query for fewer contributors. */
export async function findJointApprovers(
  contributors: readonly string[],
  people: People,
): Promise<string[]> {
  // Plugins and agents have a colon in their names and cannot approve.
  const persons = contributors.filter((name) => !name.includes(':'));
  if (persons.length < 2) return [];
  const found: string[] = [];
  for (const name of persons) {
    const person = await people.find(name);
    if (person?.username === name && mayReview(person)) found.push(name);
  }
  return found.length > 1 ? found : [];
}
