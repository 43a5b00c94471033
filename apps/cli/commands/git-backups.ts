import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { GitLogEntry, GitSnapshotByHand } from '@galley/cms';
import { CommandFailed } from '../command-failed.ts';
import {
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';

interface SnapshotArguments extends ProjectArguments {
  readonly message: string;
}

interface LogArguments extends ProjectArguments {
  readonly count: number;
}

const maxCommits = 10_000;

export const gitSnapshotCommand: CommandModule<Global, SnapshotArguments> = {
  command: 'git-snapshot <message>',
  describe: 'Commit the content tree to its own git repository, also while the server runs',
  builder: (options: Argv<Global>): Argv<SnapshotArguments> =>
    projectOptions(options)
      .positional('message', {
        type: 'string',
        demandOption: true,
        describe: 'Commit message',
      })
      .check(({ message }) => {
        if (message.trim() === '') throw new Error('the message must not be empty');
        return true;
      })
      .example('$0 backup git-snapshot "Before the redesign"', 'Commit the files in content/')
      .epilogue(
        'Prints the commit, the number of changed files, and the skipped files; --json: {id, name, type, size, created_at, created_by, created, files_changed, left_out, pushed, push_problem}.',
      ),
  handler: async (given) => {
    const { takeGitSnapshot } = await import('@galley/cms');
    const snapshot = await takeGitSnapshot(await projectOf(given), given.message);
    if (given.json) console.log(JSON.stringify(snapshot));
    else printSnapshot(snapshot);
    if (snapshot.pushed !== false) return;
    // The snapshot exists; the next one pushes it too.
    throw new CommandFailed(
      `the snapshot was created, but pushing to backup.git.push_url failed: ${snapshot.push_problem}.`,
    );
  },
};

export const gitLogCommand: CommandModule<Global, LogArguments> = {
  command: 'git-log [count]',
  describe: 'List the newest commits of the content tree',
  builder: (options: Argv<Global>): Argv<LogArguments> =>
    projectOptions(options)
      .positional('count', { type: 'number', default: 10, describe: 'Number of commits' })
      .check(({ count }) => {
        if (Number.isInteger(count) && count >= 1 && count <= maxCommits) return true;
        throw new Error(`the count must be a whole number from 1 to ${maxCommits}`);
      })
      .example('$0 backup git-log', 'List the last 10 commits')
      .example('$0 backup git-log 100 --json', 'Print the last 100 as JSON')
      .epilogue(
        'Prints a line per commit: hash, time, author, message; --json: an array of the same.',
      ),
  handler: async (given) => {
    const { listGitSnapshots } = await import('@galley/cms');
    const entries = await listGitSnapshots(await projectOf(given), given.count);
    if (given.json) console.log(JSON.stringify(entries));
    else for (const entry of entries) console.log(line(entry));
  },
};

function printSnapshot({ id, created, files_changed, left_out }: GitSnapshotByHand): void {
  const files = files_changed === 1 ? '1 file' : `${files_changed} files`;
  console.log(created ? `Snapshot ${id}: ${files} changed.` : `No changes since snapshot ${id}.`);
  for (const { path, reason } of left_out)
    console.log(`${styleText('yellow', 'skipped')} ${path}: ${reason}`);
}

function line({ hash, date, author, message }: GitLogEntry): string {
  return `${hash.slice(0, 10)}  ${date}  ${author}  ${message.split('\n', 1)[0]}`;
}
