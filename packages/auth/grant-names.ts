import { capabilities, ownableCapabilities } from '@galley/kernel';

/** Every capability and every `.own` variant: what can be granted apart from `*`. */
export const grantNames: readonly string[] = capabilities.flatMap((name) =>
  ownableCapabilities.includes(name) ? [name, `${name}.own`] : [name],
);

/**
 * The grant that `word` was most likely meant to be: the one that has most pairs of neighbouring characters in common
 * with it, the first of equally near ones. Undefined when none has any.
 */
export function nearestGrant(word: string): string | undefined {
  const wanted = pairs(word);
  let nearest: string | undefined;
  let most = 0;
  for (const name of grantNames) {
    const own = pairs(name);
    const common = wanted.intersection(own).size / (wanted.size + own.size);
    if (common <= most) continue;
    nearest = name;
    most = common;
  }
  return nearest;
}

function pairs(word: string): Set<string> {
  const characters = [...word.toLowerCase()];
  return new Set(characters.slice(1).map((character, index) => characters[index]! + character));
}
