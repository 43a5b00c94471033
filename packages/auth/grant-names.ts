import { capabilities, ownableCapabilities } from '@galley/kernel';

/** Without `*`. */
export const grantNames: readonly string[] = capabilities.flatMap((name) =>
  ownableCapabilities.includes(name) ? [name, `${name}.own`] : [name],
);

/** `undefined` when no grant shares a pair of characters. */
export function findNearestGrant(word: string): string | undefined {
  const wanted = characterPairs(word);
  let nearest: string | undefined;
  let highestScore = 0;
  for (const name of grantNames) {
    const own = characterPairs(name);
    const score = wanted.intersection(own).size / (wanted.size + own.size);
    if (score <= highestScore) continue;
    nearest = name;
    highestScore = score;
  }
  return nearest;
}

function characterPairs(word: string): Set<string> {
  const characters = [...word.toLowerCase()];
  return new Set(characters.slice(1).map((character, index) => characters[index]! + character));
}
