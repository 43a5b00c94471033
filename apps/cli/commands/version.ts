import type { CommandModule } from 'yargs';

export const versionCommand: CommandModule<
  { project: string },
  { project: string; json: boolean }
> = {
  command: 'version',
  describe:
    'Say which Galley this is, where it comes from, and whether it may be updated by itself',
  builder: (options) =>
    options
      .option('json', { type: 'boolean', default: false, describe: 'Print it as JSON' })
      .example('$0 version', 'The version, the commit and where they come from')
      .example('$0 version --json', 'The same for a program')
      .epilogue(
        'Prints the version, where it comes from and whether it may be updated; --json: {version, commit, build_time, provenance, update, node}.',
      ),
  handler: async ({ json }) => {
    const { readBuildInfo, updateEligibility } = await import('@galley/cms');
    const build = await readBuildInfo();
    const { version, commit, builtAt, provenance } = build;
    const update = await updateEligibility(build);
    const node = process.versions.node;
    if (json) {
      const told = { version, commit, build_time: builtAt, provenance, update, node };
      console.log(JSON.stringify(told));
      return;
    }
    const origin = [provenance, ...(commit ? [`commit ${commit.slice(0, 12)}`] : [])].join(', ');
    console.log(`galley ${version} (${origin}), Node ${node}\n${update.reason}`);
  },
};
