import type { BuildInfo, Provenance } from './build-info.ts';

export interface UpdateEligibility {
  readonly eligible: boolean;
  /** For people, with the next step. */
  readonly reason: string;
}

/** Updates compare versions, which are meaningful only for releases (CMS-CLI-7). */
export function updateEligibility({ provenance, version, commit }: BuildInfo): UpdateEligibility {
  const short = commit.slice(0, 12);
  const reasons: Readonly<Record<Provenance, string>> = {
    tagged: `This is release ${version}. It can be updated to any release with a higher version.`,
    snapshot: `This is commit ${short}, which is not a release, so its version does not show which releases are newer. Choose the release yourself.`,
    modified: `This is commit ${short} with uncommitted changes, which an update would lose. Commit or discard them first.`,
    unknown:
      'The build has no version information. Install a release, or run Galley from a git checkout with git installed.',
  };
  return { eligible: provenance === 'tagged', reason: reasons[provenance] };
}
