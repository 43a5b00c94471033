import type { Argv, CommandModule } from 'yargs';
import {
  print,
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';
import { stopSignal } from '../stop-signal.ts';

interface FetchArguments extends ProjectArguments {
  readonly name: string;
}

export const fetchBackupCommand: CommandModule<Global, FetchArguments> = {
  command: 'fetch <name>',
  describe: 'Download a backup from the S3 bucket into the backup folder',
  builder: (options: Argv<Global>): Argv<FetchArguments> =>
    projectOptions(options)
      .positional('name', {
        type: 'string',
        demandOption: true,
        describe: 'Name of the file, as galley backup list --s3 prints it',
      })
      .example('$0 backup fetch nightly-2026-06-01T023000Z.zip.age', 'Download a backup')
      .epilogue(
        'Prints the path; --json: {path}. The checksum is compared with that of the uploaded file. The admin lists the backup afterwards, so that it can be restored.',
      ),
  handler: async (given) => {
    const { fetchStoredBackup } = await import('@galley/cms');
    const stop = stopSignal();
    const project = await projectOf(given);
    const path = await fetchStoredBackup(project, given.name, stop.signal).finally(stop.release);
    print(given, { path }, `Downloaded ${path}.`);
  },
};
