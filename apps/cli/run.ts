import yargs, { type Argv } from 'yargs';
import { DomainError } from '@galley/kernel';
import { CommandFailed } from './command-failed.ts';
import { adoptTreeCommand } from './commands/adopt-tree.ts';
import { agentsCommand } from './commands/agents.ts';
import { backupCommand } from './commands/backup.ts';
import { buildCommand } from './commands/build.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { logsCommand } from './commands/logs.ts';
import { mailCommand } from './commands/mail.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { openapiCommand } from './commands/openapi.ts';
import { pluginsCommand } from './commands/plugins.ts';
import { themeCommand } from './commands/theme.ts';
import { runCommand } from './commands/run.ts';
import { runsCommand } from './commands/runs.ts';
import { serveCommand } from './commands/serve.ts';
import { serviceCommand } from './commands/service.ts';
import { startCommand } from './commands/start.ts';
import { superviseCommand } from './commands/supervise.ts';
import { usersCommand } from './commands/users.ts';
import { versionCommand } from './commands/version.ts';
import { lastValue } from './last-value.ts';
import packageFile from './package.json' with { type: 'json' };
import { readVariablesFromFiles } from './variables-from-files.ts';
import { explainWrongUse, type Used } from './wrong-use.ts';

const wrongUse = 2;

/** Runs the command line and returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  const program = build(args)
    .exitProcess(false)
    // Throwing stops yargs from running the command anyway. A failed command arrives without a message.
    .fail((message: string | null, error) => {
      throw message ? new WrongUse(message, usedOf(program, args)) : error;
    });
  try {
    readVariablesFromFiles(process.env);
    if (args.length === 0) {
      console.log(await program.getHelp());
      return 0;
    }
    await program.parseAsync();
    return 0;
  } catch (error) {
    if (error instanceof WrongUse) {
      console.error(`galley: ${await explainWrongUse(error.message, error.used)}`);
      return wrongUse;
    }
    if (!isForPeople(error)) throw error;
    console.error(`galley: ${error.message}`);
    return 1;
  }
}

class WrongUse extends Error {
  readonly used: Used;

  constructor(message: string, used: Used) {
    super(message);
    this.used = used;
  }
}

/** Internals of yargs that its types omit. */
interface Inside {
  getOptions(): { readonly key: object };
  getInternalMethods(): {
    getContext(): { readonly fullCommands: readonly string[] };
    getCommandInstance(): { getCommands(): readonly string[] };
  };
}

function usedOf(program: Argv, args: readonly string[]): Used {
  const inside = program as unknown as Inside;
  const methods = inside.getInternalMethods();
  return {
    args,
    command: [...methods.getContext().fullCommands],
    commands: [...methods.getCommandInstance().getCommands()],
    options: Object.keys(inside.getOptions().key),
  };
}

/** Whether the message alone is enough for a user: a domain error or a system error. All others are bugs. */
function isForPeople(error: unknown): error is Error {
  if (error instanceof DomainError || error instanceof CommandFailed) return true;
  return error instanceof Error && 'syscall' in error;
}

export function build(args: readonly string[], width = process.stdout.columns ?? 80): Argv {
  return (
    yargs([...args])
      .scriptName('galley')
      // All other messages are English, too.
      .detectLocale(false)
      .usage(
        '$0 <command>\n\nA content management system for people and agents, and a site that shows approved content.',
      )
      .option('project', {
        type: 'string',
        default: '.',
        describe: 'Project folder',
        requiresArg: true,
        global: true,
        coerce: lastValue<string>,
      })
      .command(serveCommand)
      .command(initCommand)
      .command(migrateCommand)
      .command(startCommand)
      .command(superviseCommand)
      .command(runCommand)
      .command(runsCommand)
      .command(agentsCommand)
      .command(mailCommand)
      .command(mcpCommand)
      .command(usersCommand)
      .command(buildCommand)
      .command(importCommand)
      .command(exportCommand)
      .command(backupCommand)
      .command(pluginsCommand)
      .command(themeCommand)
      .command(doctorCommand)
      .command(adoptTreeCommand)
      .command(serviceCommand)
      .command(logsCommand)
      .command(openapiCommand)
      .command(versionCommand)
      .demandCommand(1, 'choose a command, such as galley serve')
      .recommendCommands()
      .strict()
      .version('version', 'Show the version', `galley ${packageFile.version}`)
      .help()
      .alias('help', 'h')
      .wrap(Math.min(100, width))
      .example('$0 init --project my-site', 'Create a project with an example site')
      .example('$0 serve --project my-site', 'Serve it on http://127.0.0.1:8080')
      .example('$0 doctor --project my-site', 'Check the project for problems')
      .example('$0 users --help', 'Show the options and output of a command')
      .epilogue(
        'Exit code 0: success; 1: failure; 2: wrong usage. Results go to standard output; log and errors go to standard error.',
      )
  );
}
