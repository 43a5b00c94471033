import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { Diagnosis } from '@galley/cms';
import { reportLines } from '../doctor-report.ts';
import { progressOn } from '../progress-line.ts';
import { quietLogger } from '../quiet-logger.ts';
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
      .example('$0 doctor --verify-history --json', 'Look at all that is retained, for a program'),
  handler: async ({ project, verifyHistory = false, json, configOverlay }) => {
    const { examineProject } = await import('@galley/cms');
    const progress = progressOn(process.stderr, 'documents verified');
    const stop = stopSignal();
    try {
      const diagnosis = await examineProject({
        projectDirectory: resolve(project),
        overlays: configOverlay ?? [],
        environment: process.env,
        logger: await quietLogger(),
        verifyHistory,
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
  else for (const line of reportLines(diagnosis, styleText)) console.log(line);
}
