import { resolve } from 'node:path';
import type { CommandModule } from 'yargs';

export const initCommand: CommandModule<{ project: string }, { project: string; json: boolean }> = {
  command: 'init',
  describe: 'Create a project with an example site in an empty folder',
  builder: (options) =>
    options
      .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
      .example('$0 init --project my-site', 'Create a project in the folder my-site')
      .epilogue(
        'Prints the folder in a terminal; --json: {project}. Fails if the folder holds a project or other files.',
      ),
  handler: async ({ project, json }) => {
    const { createProject } = await import('@galley/cms');
    const directory = resolve(project);
    await createProject(directory);
    if (json) console.log(JSON.stringify({ project: directory }));
    else if (process.stdout.isTTY)
      console.log(
        `Created a project in ${directory}\nStart it with: galley serve --project ${project}`,
      );
  },
};
