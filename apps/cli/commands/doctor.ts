import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { Diagnosis } from '@galley/cms';
import { reportLines } from '../doctor-report.ts';
import { progressOn } from '../progress-line.ts';
import { quietLogger } from '../quiet-logger.ts';
import { galleyProgram } from '../service/program.ts';
import { serviceCheck } from '../service/service-check.ts';
import { configOverlayOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface DoctorArguments {
  readonly project: string;
  readonly verifyHistory?: boolean | undefined;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const doctorCommand: CommandModule<{ project: string }, DoctorArguments> = {
  command: 'doctor',
  describe: 'Look for what is wrong with a project, before a deployment or at any time',
  builder: (options: Argv<{ project: string }>): Argv<DoctorArguments> =>
    options
      .option('verify-history', {
        type: 'boolean',
        default: false,
        describe: 'Also work out every history and every approval again',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
      .option('config-overlay', configOverlayOption)
      .example('$0 doctor', 'Look at the project in this folder; a server may run meanwhile')
      .example('$0 doctor --verify-history --json', 'Look at all that is retained, for a program')
      .epilogue(
        'Prints a line for each thing that it looks at: ok, notice, warning or error; with where it is, why it matters and what to do. --json: {ok, checks, findings}. It changes nothing. Exit code 0 when nothing is an error, 1 when something is.',
      ),
  handler: async ({ project, verifyHistory = false, json, configOverlay }) => {
    const { examineProject } = await import('@galley/cms');
    const progress = progressOn(process.stderr, 'documents verified');
    const stop = stopSignal();
    try {
      const projectDirectory = resolve(project);
      const diagnosis = await examineProject({
        projectDirectory,
        overlays: configOverlay ?? [],
        environment: process.env,
        logger: await quietLogger(),
        verifyHistory,
        more: { service: async () => [await serviceCheck(projectDirectory, galleyProgram)] },
        onProgress: (done, total) => {
          stop.signal.throwIfAborted();
          progress.show(done, total);
        },
      });
      progress.clear();
      print(diagnosis, json);
      if (!diagnosis.ok) process.exitCode = 1;
    } catch (error) {
      progress.clear();
      if (!stop.signal.aborted) throw error;
      console.error('galley: Stopped before everything was looked at.');
      process.exitCode = 1;
    } finally {
      stop.release();
    }
  },
};

function print(diagnosis: Diagnosis, json: boolean): void {
  if (json) console.log(JSON.stringify(diagnosis));
  else {
    const width = process.stdout.isTTY ? process.stdout.columns : undefined;
    for (const line of reportLines(diagnosis, { paint: styleText, width })) console.log(line);
  }
}
