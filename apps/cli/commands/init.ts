import { resolve } from 'node:path';
import type { AgentProgram } from '@galley/cms';
import type { CommandModule } from 'yargs';
import { jsonOption } from '../shared-options.ts';

interface Options {
  project: string;
  agent: AgentProgram | undefined;
  json: boolean;
}

export const initCommand: CommandModule<{ project: string }, Options> = {
  command: 'init',
  describe: 'Create a project with an example site in an empty folder',
  builder: (options) =>
    options
      .option('agent', {
        choices: ['claude', 'codex', 'gemini', 'opencode'] as const,
        describe: 'Program of the agents that work on the site [default: none yet]',
      })
      .option('json', jsonOption)
      .example('$0 init --project my-site', 'Create a project in the folder my-site')
      .example('$0 init --agent claude --project my-site', 'Create a project for Claude Code')
      .epilogue(
        'Prints the folder in a terminal; --json: {project}. Fails if the folder holds a project or other files.',
      ),
  handler: async ({ project, agent, json }) => {
    const { createProject } = await import('@galley/cms');
    const directory = resolve(project);
    await createProject(directory, agent);
    if (json) console.log(JSON.stringify({ project: directory }));
    else if (process.stdout.isTTY)
      console.log(
        `Created a project in ${directory}\nStart it with: galley serve ${agent ? '--agents ' : ''}--project ${project}`,
      );
  },
};
