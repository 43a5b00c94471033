/** `1s`, `250ms` or `-5s` in milliseconds; zero and negative values pass, and the loop then uses its default. */
export function durationOption(name: string): (given: string | string[]) => number | undefined {
  return (given) => {
    const text = Array.isArray(given) ? given.at(-1) : given;
    if (text === undefined) return undefined;
    const [, sign, amount, unit] = /^(-?)(\d{1,9})(ms|s|m|h|d)?$/.exec(text.trim()) ?? [];
    if (amount !== undefined && (unit !== undefined || Number(amount) === 0))
      return (sign ? -1 : 1) * Number(amount) * (unit ? units[unit]! : 1);
    throw new Error(`--${name} takes a duration such as 250ms, 1s or 5m, not "${text}"`);
  };
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
