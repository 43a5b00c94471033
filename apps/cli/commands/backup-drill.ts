import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { BackupDrill } from '@galley/cms';
import { identityFrom, identityOption } from '../identity-option.ts';
import { progressOn } from '../progress-line.ts';
import {
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';
import { stopSignal } from '../stop-signal.ts';

interface DrillArguments extends ProjectArguments {
  readonly file?: string | undefined;
  readonly identity?: string | undefined;
}

const maxListed = 10;

export const drillBackupCommand: CommandModule<Global, DrillArguments> = {
  command: 'drill [file]',
  describe: 'Test a backup by restoring it into a temporary project',
  builder: (options: Argv<Global>): Argv<DrillArguments> =>
    projectOptions(options)
      .positional('file', {
        type: 'string',
        describe: 'Path of a backup; the newest backup of the project by default',
      })
      .option('identity', identityOption)
      .example('$0 backup drill', 'Test the newest backup')
      .example('$0 backup drill /mnt/nightly.zip --json', 'Test a backup in a scheduled job')
      .epilogue(
        'Prints the results; --json: {ok, file, name, created_at, type, files, tables, server, problems, duration_ms}. Restores the backup into a temporary project with its own embedded database, compares all files and rows with the backup, opens the site with a server on 127.0.0.1, and removes the temporary project. The project itself is not changed. Needs disk space for the content in the temporary folder of the system (TMPDIR). Exit code 0 if everything matches, 1 otherwise.',
      ),
  handler: async (given) => {
    const { drillBackup } = await import('@galley/cms');
    const progress = progressOn(process.stderr, 'files verified');
    const stop = stopSignal();
    try {
      const drill = await drillBackup(await projectOf(given), {
        file: given.file === undefined ? undefined : resolve(given.file),
        readIdentity: identityFrom(given.identity),
        signal: stop.signal,
        onProgress: progress.show,
      });
      progress.clear();
      console.log(given.json ? JSON.stringify(drill) : report(drill).join('\n'));
      if (!drill.ok) process.exitCode = 1;
    } catch (error) {
      progress.clear();
      if (!stop.signal.aborted) throw error;
      console.error('galley: Stopped. The temporary project is removed.');
      process.exitCode = 1;
    } finally {
      stop.release();
    }
  },
};

function report(drill: BackupDrill): string[] {
  const { ok, file, created_at, files, tables, server, problems, duration_ms } = drill;
  const seconds = `${(duration_ms / 1000).toFixed(1)} s`;
  const made = created_at === null ? '' : ` of ${created_at}`;
  return [
    `${file}${made}: ${ok ? `restored and opened in ${seconds}` : `the drill failed after ${seconds}`}.`,
    ...(files ? [`Files: ${files.compared} compared, ${files.different.length} different.`] : []),
    ...listed(files?.different ?? []),
    ...tableLines(tables),
    ...(server
      ? [`Server: the front page answers ${server.status}; ${server.documents} documents.`]
      : []),
    ...problems.map((problem) => `Problem: ${problem}`),
  ];
}

function tableLines(tables: BackupDrill['tables']): string[] {
  if (!tables) return [];
  const { compared, rows, different } = tables;
  const how =
    compared === 'lines'
      ? 'all values compared'
      : 'only the numbers of rows compared, because the backup was made by an earlier release';
  return [
    `Database: ${rows} rows in ${tables.tables} tables, ${how}; ${different.length} tables different.`,
    ...listed(
      different.map((one) => `${one.table}: ${one.rows_in_backup} in the backup, ${one.rows} now`),
    ),
  ];
}

function listed(lines: readonly string[]): string[] {
  const rest = lines.length - maxListed;
  const shown = lines.slice(0, maxListed).map((line) => `  ${line}`);
  return rest > 0 ? [...shown, `  and ${rest} more`] : shown;
}
