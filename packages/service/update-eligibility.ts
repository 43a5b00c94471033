import type { BuildInfo, Provenance } from './build-info.ts';

/** Whether an automatic update may replace the running program. */
export interface UpdateEligibility {
  readonly eligible: boolean;
  /** Explanation for people, with the next step. */
  readonly reason: string;
}

/** Updates compare versions, which are meaningful only for releases (CMS-CLI-7). */
export function updateEligibility({ provenance, version, commit }: BuildInfo): UpdateEligibility {
  const short = commit.slice(0, 12);
  const reasons: Readonly<Record<Provenance, string>> = {
    tagged: `This is the release ${version}. A release with a higher version may replace it.`,
    snapshot: `This is commit ${short}, which is no release: its version does not say which releases are newer. Choose the release to go to yourself.`,
    modified: `This is commit ${short} with changes that are in no commit; an update would lose them. Commit them, or undo them, first.`,
    unknown:
      'Nothing says what this was made from. Install a release, or run it from a git checkout with git at hand.',
  };
  return { eligible: provenance === 'tagged', reason: reasons[provenance] };
}
