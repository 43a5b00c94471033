import { mayReview, type People } from './people.ts';

/**
 * Contributors who may review, when they are two at least: with fewer, no approval could ever complete the first one
 * (ADD-IND-3). Asks for nobody while there is one person alone.
 */
export async function findJointApprovers(
  contributors: readonly string[],
  people: People,
): Promise<string[]> {
  // Plugins and agents have a colon in their names, and decide nothing.
  const persons = contributors.filter((name) => !name.includes(':'));
  if (persons.length < 2) return [];
  const found: string[] = [];
  for (const name of persons) {
    const person = await people.find(name);
    if (person?.username === name && mayReview(person)) found.push(name);
  }
  return found.length > 1 ? found : [];
}
