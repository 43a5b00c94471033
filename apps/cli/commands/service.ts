import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { CommandFailed } from '../command-failed.ts';
import { serviceEnvironment } from '../config.ts';
import { galleyProgram } from '../service/program.ts';
import { ProjectService, type ReportedService } from '../service/project-service.ts';
import { jsonOption } from '../shared-options.ts';

interface ServiceArguments {
  readonly project: string;
  readonly json: boolean;
}

type Act = 'install' | 'status' | 'start' | 'stop' | 'restart' | 'uninstall';

const acts: Readonly<Record<Act, readonly [describe: string, example: string]>> = {
  install: [
    'Install the project as a service of your account and start it; repeat to update it',
    'Run now and after each sign-in',
  ],
  status: ['Show whether the service runs; exit code 1 if it does not', 'Show the state'],
  start: ['Start the service', 'Start after a stop'],
  stop: ['Stop the service until your next sign-in', 'Finish open requests, then stop'],
  restart: ['Restart the service', 'Apply changes in galley.yaml'],
  uninstall: [
    'Stop and remove the service; keep the project',
    'Remove the service, not the project',
  ],
};

export const serviceCommand: CommandModule<{ project: string }, { project: string }> = {
  command: 'service',
  describe: 'Run the server in the background with systemd or launchd',
  builder: (options) =>
    Object.keys(acts)
      .reduce((all, act) => all.command(commandFor(act as Act)), options)
      .demandCommand(1, 'choose a command: install, status, start, stop, restart or uninstall')
      .example('$0 service install', 'Install the project in this folder as a service')
      .example('$0 logs -f', 'Follow its log')
      .epilogue(
        'Requires systemd on Linux or launchd on macOS. The service ignores environment variables of your shell: put settings into galley.yaml. Names and paths are in .service/run/service.json.',
      ),
  handler: () => undefined,
};

function commandFor(act: Act): CommandModule<{ project: string }, ServiceArguments> {
  const [describe, example] = acts[act];
  return {
    command: act,
    describe,
    builder: (options: Argv<{ project: string }>): Argv<ServiceArguments> =>
      options
        .option('json', jsonOption)
        .example(`$0 service ${act}`, example)
        .epilogue(
          'Prints a line: name, state, process; --json: the same as one object, with paths.',
        ),
    handler: async ({ project, json }) => {
      const service = await serviceFor(resolve(project), act);
      if (act === 'uninstall') {
        const record = await service.uninstall();
        print(json, record, `Stopped and removed ${record.name}.`);
        return;
      }
      const reported = act === 'install' ? await service.install(new Date()) : await service[act]();
      print(json, reported, lineOf(reported));
      if (act === 'install' && !json && process.stdout.isTTY) console.log(afterInstall(reported));
      if (act === 'status' && reported.state !== 'running') process.exitCode = 1;
    },
  };
}

async function serviceFor(project: string, act: Act): Promise<ProjectService> {
  const { isProject } = await import('@galley/cms');
  if (act === 'install' && !(await isProject(project)))
    throw new CommandFailed(`${project} is not a Galley project. Create one with galley init.`);
  return new ProjectService({
    project,
    program: galleyProgram,
    platform: process.platform,
    ...serviceEnvironment,
  });
}

function print(json: boolean, data: object, text: string): void {
  console.log(json ? JSON.stringify(data) : text);
}

function lineOf({ name, state, pid, detail }: ReportedService): string {
  return `${name} is ${state}${pid === null ? '' : `, process ${pid}`}; ${detail}`;
}

function afterInstall({ manager, definition, log }: ReportedService): string {
  const lingering =
    manager === 'systemd'
      ? '\nThe service runs while you are signed in; loginctl enable-linger keeps it running after you sign out.'
      : '';
  return `Definition: ${definition}\nLog: ${log} (galley logs -f)\nThe service ignores the shell's environment and overlays: put settings into galley.yaml or into the service manager.${lingering}`;
}
