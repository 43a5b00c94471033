import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { quietLogger } from '../quiet-logger.ts';
import { configOverlayOption } from '../shared-options.ts';

interface MigrateArguments {
  readonly project: string;
  readonly check: boolean;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const migrateCommand: CommandModule<{ project: string }, MigrateArguments> = {
  command: 'migrate',
  describe: 'Bring the database up to this Galley, and give the application its rights',
  builder: (options: Argv<{ project: string }>): Argv<MigrateArguments> =>
    options
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'Change nothing; end with 1 when there is something to migrate',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
      .option('config-overlay', configOverlayOption)
      .example('$0 migrate', 'Migrate, before servers of a new version start')
      .example('$0 migrate --check --json', 'Say what would be run')
      .epilogue(
        'Prints the migrations; --json: {migrations, pending}. Servers migrate by themselves when they start with database.owner_url, or alone with database.url; those that have only the application’s role wait for this.',
      ),
  handler: async ({ project, check, json, configOverlay }) => {
    const { migrateProject } = await import('@galley/cms');
    const { migrations, pending } = await migrateProject({
      projectDirectory: resolve(project),
      overlays: configOverlay ?? [],
      environment: process.env,
      logger: await quietLogger(),
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
  if (names.length === 0)
    return 'The database is that of this Galley; there is nothing to migrate.';
  return [done.check ? 'To be run:' : 'Migrated:', ...names.map((name) => `  ${name}`)].join('\n');
}
