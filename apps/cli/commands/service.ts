import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { CommandFailed } from '../command-failed.ts';
import { serviceEnvironment } from '../config.ts';
import { galleyProgram } from '../service/program.ts';
import { ProjectService, type ReportedService } from '../service/project-service.ts';

interface ServiceArguments {
  readonly project: string;
  readonly json: boolean;
}

type Act = 'install' | 'status' | 'start' | 'stop' | 'restart' | 'uninstall';

const acts: Readonly<Record<Act, readonly [describe: string, example: string]>> = {
  install: [
    'Make a service of the project, for you alone, and start it; again, to write it anew',
    'From now on, also after you sign in again',
  ],
  status: ['Say whether it runs; exit code 1 when it does not', 'Does it run?'],
  start: ['Start it', 'After a stop'],
  stop: ['Stop it; it starts again when you sign in', 'It finishes what it has begun'],
  restart: ['Stop it and start it', 'After a change of galley.yaml'],
  uninstall: ['Stop it and take it away; the project stays', 'Nothing of the project is touched'],
};

export const serviceCommand: CommandModule<{ project: string }, { project: string }> = {
  command: 'service',
  describe: 'Run the server of a project in the background, by systemd or launchd',
  builder: (options) =>
    Object.keys(acts)
      .reduce((all, act) => all.command(commandFor(act as Act)), options)
      .demandCommand(
        1,
        'say what to do: service install, status, start, stop, restart or uninstall',
      )
      .example('$0 service install', 'Run the project in this folder from now on')
      .example('$0 logs -f', 'What it says')
      .epilogue(
        'Linux needs systemd, macOS has launchd. What the shell says in variables is not in the service: settings belong into galley.yaml. Names and paths are in .service/run/service.json.',
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
        .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
        .example(`$0 service ${act}`, example)
        .epilogue(
          'Prints a line: name, state, process; --json: the same as one object, with paths.',
        ),
    handler: async ({ project, json }) => {
      const service = await serviceFor(resolve(project), act);
      if (act === 'uninstall') {
        const record = await service.uninstall();
        print(json, record, `${record.name} is stopped and gone.`);
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
    throw new CommandFailed(`${project} is no project of Galley. galley init makes one there.`);
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
      ? '\nIt runs while you are signed in; loginctl enable-linger keeps it running always.'
      : '';
  return `Definition: ${definition}\nLog: ${log} (galley logs -f)\nWhat the shell's environment says, and overlays, are not in it: set them in galley.yaml, or with the service manager.${lingering}`;
}
