import { z } from 'zod';

const pullRequest = z
  .object({
    state: z.enum(['opening', 'open', 'merged', 'closed']),
    branch: z.string().meta({ description: 'Branch of the remote with the patch.' }),
    number: z.int().nullable(),
    url: z.string().nullable().meta({ description: 'Null until it is open.' }),
    problem: z.string().nullable().meta({
      description: 'Last failure, which is retried, or what is left to do, in one sentence.',
    }),
  })
  .meta({ id: 'PullRequest' });

export const proposalPullRequest = pullRequest.nullable().meta({
  description:
    'Pull or merge request on the remote; null unless the recipe of the run asks for one.',
});
