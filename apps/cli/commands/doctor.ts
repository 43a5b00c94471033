import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { Diagnosis } from '@galley/cms';
import { reportLines } from '../doctor-report.ts';
import { progressOn } from '../progress-line.ts';
import { quietLogger } from '../quiet-logger.ts';
import { galleyProgram } from '../service/program.ts';
import { serviceCheck } from '../service/service-check.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface DoctorArguments {
  readonly project: string;
  readonly verifyHistory?: boolean | undefined;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const doctorCommand: CommandModule<{ project: string }, DoctorArguments> = {
  command: 'doctor',
  describe: 'Check a project for problems',
  builder: (options: Argv<{ project: string }>): Argv<DoctorArguments> =>
    options
      .option('verify-history', {
        type: 'boolean',
        default: false,
        describe: 'Also recompute and verify all histories and approvals',
      })
      .option('json', jsonOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 doctor', 'Check the project in this folder, also while a server runs')
      .example('$0 doctor --verify-history --json', 'Verify all histories and print JSON')
      .epilogue(
        'Prints a line for each check: ok, notice, warning or error. Each finding names the place, the reason and the fix. --json: {ok, checks, findings}. The doctor changes nothing. Exit code 0 without errors, 1 with errors.',
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
      console.error('galley: Stopped before all checks had finished.');
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
