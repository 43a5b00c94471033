import { capabilities, ownableCapabilities } from '@galley/kernel';

/** Every capability and `.own` variant, without `*`. */
export const grantNames: readonly string[] = capabilities.flatMap((name) =>
  ownableCapabilities.includes(name) ? [name, `${name}.own`] : [name],
);

/** Closest grant by shared character pairs, for spelling suggestions; `undefined` when none shares a pair. */
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
