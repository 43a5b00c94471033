import type { Argv, CommandModule } from 'yargs';
import { projectOf } from '../project-command.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';

interface MigrateArguments {
  readonly project: string;
  readonly check: boolean;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const migrateCommand: CommandModule<{ project: string }, MigrateArguments> = {
  command: 'migrate',
  describe: 'Migrate the database and grant the application role its privileges',
  builder: (options: Argv<{ project: string }>): Argv<MigrateArguments> =>
    options
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'Change nothing; exit with 1 if migrations are pending',
      })
      .option('json', jsonOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 migrate', 'Migrate before starting a new version')
      .example('$0 migrate --check --json', 'List the pending migrations')
      .epilogue(
        'Prints the migrations; --json: {migrations, pending}. A server with database.owner_url, or with only database.url, migrates at startup. A server with only the application role waits for this command.',
      ),
  handler: async ({ project, check, json, configOverlay }) => {
    const { migrateProject } = await import('@galley/cms');
    const { migrations, pending } = await migrateProject({
      ...(await projectOf({ project, configOverlay })),
      check,
    });
    if (check && pending.length > 0) process.exitCode = 1;
    if (json) console.log(JSON.stringify({ migrations, pending }));
    else console.log(report({ migrations, pending, check }));
  },
};

function report(done: {
  readonly migrations: readonly string[];
  readonly pending: readonly string[];
  readonly check: boolean;
}): string {
  const names = done.check ? done.pending : done.migrations;
  if (names.length === 0) return 'The database is up to date.';
  return [
    done.check ? 'Pending migrations:' : 'Migrated:',
    ...names.map((name) => `  ${name}`),
  ].join('\n');
}
