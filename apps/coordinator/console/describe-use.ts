import type { Budget, BudgetUse } from '@galley/runcoord';

interface Used {
  readonly budget: Budget;
  readonly use: BudgetUse;
}

/** Such as `turns 3 of 20, minutes 4.5, tokens 1200, USD 0.25 of 2`. */
export function describeUse({ budget, use }: Used): string {
  const named = { turns: 'turns', minutes: 'minutes', tokens: 'tokens', usd: 'USD' } as const;
  return (Object.keys(named) as (keyof typeof named)[])
    .map((key) => {
      const used = Math.round(use[key] * 100) / 100;
      const limit = budget[key];
      return `${named[key]} ${used}${limit == null ? '' : ` of ${limit}`}`;
    })
    .join(', ');
}
