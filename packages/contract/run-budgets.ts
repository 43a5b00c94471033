import { z } from 'zod';

const limitsOf = <Schema extends z.ZodType>(
  wrap: (limit: z.ZodNumber) => Schema,
): Record<'turns' | 'minutes' | 'tokens' | 'usd', Schema> => ({
  turns: wrap(z.int().min(1).max(1_000_000)),
  minutes: wrap(z.number().positive().max(10_000_000)),
  tokens: wrap(z.int().min(1).max(1_000_000_000_000)),
  usd: wrap(z.number().positive().max(1_000_000)),
});

/** As given by a caller. */
export const newBudget = z.strictObject(limitsOf((limit) => limit.nullable().optional())).meta({
  id: 'NewRunBudget',
  description: 'Missing limits keep their value; null removes one.',
});

export const runBudget = z
  .object(limitsOf((limit) => limit.nullable()))
  .meta({ id: 'RunBudget', description: 'Limits; null is none.' });

export const runUse = z
  .object({
    turns: z.int().nonnegative().meta({ description: 'Turns, including those in progress.' }),
    minutes: z.number().nonnegative(),
    tokens: z.int().nonnegative(),
    usd: z.number().nonnegative(),
    turns_without_cost: z.int().nonnegative().meta({
      description: 'Turns whose program has reported no cost, which counts as 0 in `usd`.',
    }),
  })
  .meta({ id: 'RunUse' });
