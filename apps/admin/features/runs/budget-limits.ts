import type { RunDetail } from '@galley/sdk';

export const budgetLimits = ['turns', 'minutes', 'tokens', 'usd'] as const;

export type Budgeted = Pick<RunDetail, 'budget' | 'use'>;

export function hasReachedLimit({ budget, use }: Budgeted): boolean {
  return budgetLimits.some((limit) => budget[limit] !== null && use[limit] >= budget[limit]);
}
