import type { Budget } from '@galley/coordinator';

const limits = ['turns', 'minutes', 'tokens', 'usd'] as const;
const whole: readonly string[] = ['turns', 'tokens'];

/** Parses `turns=20,usd=5`; the value `none` removes a limit. */
export function parseBudget(given: string | readonly string[] | undefined): Budget | undefined {
  if (given === undefined) return undefined;
  const budget: Record<string, number | null> = {};
  for (const part of [given].flat().join(',').split(',')) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim());
    if (!(limits as readonly string[]).includes(name))
      throw new Error(
        `--budget takes limits such as turns=20,usd=5; the names are ${limits.join(', ')}`,
      );
    budget[name] = value === 'none' ? null : amountOf(name, value);
  }
  return budget;
}

function amountOf(name: string, value: string): number {
  const amount = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  const isValid = amount > 0 && (!whole.includes(name) || Number.isSafeInteger(amount));
  if (isValid) return amount;
  const kind = whole.includes(name) ? 'a whole number' : 'a number';
  throw new Error(`--budget: ${name} takes ${kind} above 0, or none`);
}
