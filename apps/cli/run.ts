import yargs, { type Argv } from 'yargs';
import { DomainError } from '@galley/kernel';
import { CommandFailed } from './command-failed.ts';
import { backupCommand } from './commands/backup.ts';
import { buildCommand } from './commands/build.ts';
import { doctorCommand } from './commands/doctor.ts';
import { initCommand } from './commands/init.ts';
import { logsCommand } from './commands/logs.ts';
import { openapiCommand } from './commands/openapi.ts';
import { runCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { serviceCommand } from './commands/service.ts';
import { startCommand } from './commands/start.ts';
import { usersCommand } from './commands/users.ts';
import { versionCommand } from './commands/version.ts';
import { lastGiven } from './last-given.ts';

/** Wrong use of the program, as opposed to a program that failed. */
const wrongUse = 2;

/** Runs the command line and returns the exit code: 0, 1 when it failed, 2 when it was used wrongly. */
export async function run(args: readonly string[]): Promise<number> {
  const program = build(args)
    .exitProcess(false)
    // Throwing keeps yargs from running the command all the same. A command that failed comes without a message.
    .fail((message: string | null, error) => {
      throw message ? new WrongUse(message) : error;
    });
  try {
    await program.parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof WrongUse) {
      console.error(`galley: ${error.message}\nSee: galley --help`);
      return wrongUse;
    }
    if (!isForPeople(error)) throw error;
    console.error(`galley: ${error.message}`);
    return 1;
  }
}

class WrongUse extends Error {}

/** Whether its message is all that somebody needs: a refusal of ours, or of the system. The rest are defects. */
function isForPeople(error: unknown): error is Error {
  if (error instanceof DomainError || error instanceof CommandFailed) return true;
  return error instanceof Error && 'syscall' in error;
}

function build(args: readonly string[]): Argv {
  return yargs([...args])
    .scriptName('galley')
    .usage(
      '$0 <command>\n\nA newsroom: documents that people and agents write, and a site that shows what was approved.',
    )
    .option('project', {
      type: 'string',
      default: '.',
      describe: 'Folder of the project',
      requiresArg: true,
      global: true,
      coerce: lastGiven<string>,
    })
    .command(serveCommand)
    .command(initCommand)
    .command(startCommand)
    .command(runCommand)
    .command(usersCommand)
    .command(buildCommand)
    .command(backupCommand)
    .command(doctorCommand)
    .command(serviceCommand)
    .command(logsCommand)
    .command(openapiCommand)
    .command(versionCommand)
    .demandCommand(1, 'say what to do')
    .recommendCommands()
    .strict()
    .version(false)
    .help()
    .alias('help', 'h')
    .wrap(Math.min(100, process.stdout.columns ?? 80));
}
