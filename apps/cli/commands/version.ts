import type { CommandModule } from 'yargs';

export const versionCommand: CommandModule<
  { project: string },
  { project: string; json: boolean }
> = {
  command: 'version',
  describe: 'Say which Galley this is',
  builder: (options) =>
    options
      .option('json', { type: 'boolean', default: false, describe: 'Print it as JSON' })
      .example('$0 version --json', 'Version, commit and Node as JSON'),
  handler: async ({ json }) => {
    const { readBuildInfo } = await import('@galley/cms');
    const { version, commit } = await readBuildInfo();
    const node = process.versions.node;
    if (json) console.log(JSON.stringify({ version, commit, node }));
    else console.log(`galley ${version}${commit && ` (${commit.slice(0, 12)})`}, Node ${node}`);
  },
};
