export const budgetLimits = ['turns', 'minutes', 'tokens', 'usd'] as const;
export type BudgetLimit = (typeof budgetLimits)[number];

/** Limits of a run, or of an agent in one run. Null or missing: no limit. */
export type Budget = { readonly [Limit in BudgetLimit]?: number | null | undefined };

/** Use so far, including turns in progress. */
export type BudgetUse = { readonly [Limit in BudgetLimit]: number } & {
  /** Turns whose program reported no cost, which counts as 0. */
  readonly turnsWithoutCost: number;
};

export const noUse: BudgetUse = { turns: 0, minutes: 0, tokens: 0, usd: 0, turnsWithoutCost: 0 };

/** Missing limits of `changes` keep their value. */
export function withLimits(budget: Budget, changes: Budget = {}): Budget {
  const limits = budgetLimits.map((limit) => {
    const changed = changes[limit];
    return [limit, changed === undefined ? (budget[limit] ?? null) : changed] as const;
  });
  return Object.fromEntries(limits.filter(([, value]) => value !== null));
}

export function findReachedLimits(budget: Budget, use: BudgetUse): BudgetLimit[] {
  return budgetLimits.filter((limit) => {
    const most = budget[limit] ?? null;
    return most !== null && use[limit] >= most;
  });
}

/** Such as `5.12 of 5 USD (2 turns reported no cost, which counts as 0)`. */
export function describeUse(limit: BudgetLimit, budget: Budget, use: BudgetUse): string {
  const said = `${amountOf(use[limit])} of ${amountOf(budget[limit] ?? 0)} ${units[limit]}`;
  const { turnsWithoutCost: count } = use;
  if (limit !== 'usd' || count === 0) return said;
  return `${said} (${count} ${count === 1 ? 'turn' : 'turns'} reported no cost, which counts as 0)`;
}

const units: Readonly<Record<BudgetLimit, string>> = {
  turns: 'turns',
  minutes: 'minutes',
  tokens: 'tokens',
  usd: 'USD',
};

function amountOf(amount: number): string {
  return amount.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
