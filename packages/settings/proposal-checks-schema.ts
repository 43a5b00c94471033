import type { z } from 'zod';
import { command, duration, integer, plainName } from './config-values.ts';
import {
  mapOf,
  optional,
  optionalSetting,
  section,
  setting,
  struct,
  withDefault,
} from './shape.ts';

/** Checks of documents that every content server runs. */
export const contentCheckNames = ['links', 'alt-texts', 'schema', 'preview'] as const;
export type ContentCheckName = (typeof contentCheckNames)[number];

export const commandChecks = withDefault(
  mapOf(
    plainName(),
    struct({
      command: optionalSetting(
        command(),
        'Command that the content server runs with `/bin/sh` in a checkout of the repository with the patch of a proposal, in bubblewrap, without network and without the variables of the server. Required for each check. The check passes if the exit code is 0.',
      ),
      timeout: setting(duration('1s', '1h', '5m'), {
        default: '5m',
        description: 'Time after which the command is killed and its check fails.',
      }),
    }),
  ),
  {},
);

const limit = () => integer(0, 100);

export const votePolicySection = section({
  approve: optionalSetting(
    limit(),
    'Minimum number of approving reviewers. A proposal that can no longer reach it because of rejections is returned to its agent.',
  ),
  reject: optionalSetting(
    limit(),
    'Maximum number of rejecting reviewers. A proposal with more is returned to its agent. If this or `approve` is set, proposals with failing checks are returned, too; a proposal is returned at most 3 times.',
  ),
});

/** In a recipe. */
export const recipeVotes = struct({ approve: optional(limit()), reject: optional(limit()) });

export type VotePolicy = z.output<typeof recipeVotes>;
