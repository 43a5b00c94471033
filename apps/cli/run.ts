import yargs, { type Argv } from 'yargs';
import { DomainError } from '@galley/kernel';
import { initCommand } from './commands/init.ts';
import { openapiCommand } from './commands/openapi.ts';
import { serveCommand } from './commands/serve.ts';
import { versionCommand } from './commands/version.ts';
import { lastGiven } from './last-given.ts';

/** Wrong use of the program, as opposed to a program that failed. */
const wrongUse = 2;

/** Runs the command line and returns the exit code: 0, 1 when it failed, 2 when it was used wrongly. */
export async function run(args: readonly string[]): Promise<number> {
  let code = 0;
  const program = build(args)
    .exitProcess(false)
    .fail((message, error) => {
      if (error) throw error;
      console.error(`galley: ${message}\nSee: galley --help`);
      code = wrongUse;
    });
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    console.error(`galley: ${error.message}`);
    return 1;
  }
  return code;
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
