import type { CommandModule } from 'yargs';
import { jsonOption } from '../shared-options.ts';

export const versionCommand: CommandModule<
  { project: string },
  { project: string; json: boolean }
> = {
  command: 'version',
  describe: 'Show the version, its origin and whether it can update itself',
  builder: (options) =>
    options
      .option('json', jsonOption)
      .example('$0 version', 'Show version, commit and origin')
      .example('$0 version --json', 'Print JSON')
      .epilogue(
        'Prints the version, its origin and whether it can be updated; --json: {version, commit, build_time, provenance, update, node}.',
      ),
  handler: async ({ json }) => {
    const { readBuildInfo, updateEligibility } = await import('@galley/cms');
    const build = await readBuildInfo();
    const { version, commit, builtAt, provenance } = build;
    const update = await updateEligibility(build);
    const node = process.versions.node;
    if (json) {
      const report = { version, commit, build_time: builtAt, provenance, update, node };
      console.log(JSON.stringify(report));
      return;
    }
    const origin = [provenance, ...(commit ? [`commit ${commit.slice(0, 12)}`] : [])].join(', ');
    console.log(`galley ${version} (${origin}), Node ${node}\n${update.reason}`);
  },
};
