import type { Argv, CommandModule } from 'yargs';
import type { PluginAdministration, PluginReview } from '@galley/cms';
import { confirm } from '../confirm.ts';
import {
  print,
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';

interface NameArguments extends ProjectArguments {
  readonly name: string;
}

interface FileArguments extends ProjectArguments {
  readonly file: string;
}

interface Consent {
  readonly yes: boolean;
  readonly acceptPermissions?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

const name = { type: 'string', demandOption: true, describe: 'Installed plugin' } as const;
const file = { type: 'string', demandOption: true, describe: 'ZIP of a plugin' } as const;
const dryRun = {
  type: 'boolean',
  describe: 'Print the changes, and change nothing',
} as const;
const acceptPermissions = {
  type: 'boolean',
  describe: 'Grant the permissions without a question',
} as const;
const yes = { type: 'boolean', default: false, describe: 'Skip the confirmation' } as const;

const asPerson = 'Audit entries name your account of the operating system.';
const reviewJson =
  '{name, version, installed_version, changes: [{kind, name, change}], permissions, needs_approval, applied}';

async function withPlugins(
  given: ProjectArguments,
  work: (plugins: PluginAdministration) => Promise<void>,
): Promise<void> {
  const { administerPlugins } = await import('@galley/cms');
  await administerPlugins(await projectOf(given), work);
}

export const installCommand: CommandModule<Global, FileArguments & Pick<Consent, 'dryRun'>> = {
  command: 'install <file>',
  describe: 'Install a plugin from a ZIP; it stays disabled',
  builder: (options: Argv<Global>): Argv<FileArguments & Pick<Consent, 'dryRun'>> =>
    projectOptions(options)
      .positional('file', file)
      .option('dry-run', dryRun)
      .example('$0 plugins install word-count.zip', 'Install a plugin')
      .example('$0 plugins install word-count.zip --dry-run', 'Print what it requests')
      .epilogue(
        `Prints what the plugin requests; --json: ${reviewJson}. Refuses archives with links, paths outside the archive or too large contents, and plugins that cannot be loaded; nothing remains of them. ${asPerson}`,
      ),
  handler: (given) =>
    withPlugins(given, async (plugins) => {
      const review = given.dryRun
        ? await plugins.review(given.file)
        : await plugins.install(given.file);
      const done = `Installed ${review.name} ${review.version}. To use it: galley plugins enable ${review.name}`;
      printReview(given, review, given.dryRun ? undefined : done);
    }),
};

export const updateCommand: CommandModule<Global, FileArguments & Consent> = {
  command: 'update <file>',
  describe: 'Update an installed plugin from a ZIP',
  builder: (options: Argv<Global>): Argv<FileArguments & Consent> =>
    projectOptions(options)
      .positional('file', file)
      .option('dry-run', dryRun)
      .option('yes', yes)
      .option('accept-permissions', acceptPermissions)
      .example('$0 plugins update word-count-2.zip', 'Show the changes, ask, update')
      .example('$0 plugins update word-count-2.zip --yes', 'Update in a script')
      .epilogue(
        `Prints what changes in permissions, hosts, hooks, blocks and settings, and asks; --json: ${reviewJson}. An enabled plugin that requests more than was approved needs --accept-permissions instead of --yes. The previous version is kept for galley plugins rollback. ${asPerson}`,
      ),
  handler: (given) =>
    withPlugins(given, async (plugins) => {
      const review = await plugins.review(given.file);
      // Refuses it with the reason, before any question.
      if (review.installedVersion === null) await plugins.find(review.name);
      const approveRisk = await agreed(given, review);
      if (approveRisk === undefined) return;
      const { confirmation } = review;
      await plugins.update(given.file, { confirmation, approveRisk });
      printReview(given, review, `Updated ${review.name} to ${review.version}.`);
    }),
};

export const rollbackCommand: CommandModule<Global, NameArguments & Consent> = {
  command: 'rollback <name>',
  describe: 'Return to the version that the last update replaced',
  builder: (options: Argv<Global>): Argv<NameArguments & Consent> =>
    projectOptions(options)
      .positional('name', name)
      .option('dry-run', dryRun)
      .option('yes', yes)
      .option('accept-permissions', acceptPermissions)
      .example('$0 plugins rollback word-count', 'Show the changes, ask, roll back')
      .example('$0 plugins rollback word-count --dry-run --json', 'Print the changes as JSON')
      .epilogue(
        `Prints what changes, and asks; --json: ${reviewJson}. A second rollback returns to the newer version. ${asPerson}`,
      ),
  handler: (given) =>
    withPlugins(given, async (plugins) => {
      const review = await plugins.reviewPrevious(given.name);
      const approveRisk = await agreed(given, review);
      if (approveRisk === undefined) return;
      const { confirmation } = review;
      await plugins.rollBack(given.name, { confirmation, approveRisk });
      printReview(given, review, `${review.name} is back at ${review.version}.`);
    }),
};

type EnableArguments = NameArguments & Pick<Consent, 'acceptPermissions'>;

export const enableCommand: CommandModule<Global, EnableArguments> = {
  command: 'enable <name>',
  describe: 'Enable a plugin, and grant it its permissions',
  builder: (options: Argv<Global>): Argv<EnableArguments> =>
    projectOptions(options)
      .positional('name', name)
      .option('accept-permissions', acceptPermissions)
      .example('$0 plugins enable word-count', 'Show its permissions, ask, enable')
      .example('$0 plugins enable word-count --accept-permissions', 'Enable in a script')
      .epilogue(
        `Prints the permissions; --json: {name, version, enabled, permissions}. ${asPerson}`,
      ),
  handler: (given) =>
    withPlugins(given, async (plugins) => {
      const { needsApproval, permissions } = await plugins.find(given.name);
      if (needsApproval && !given.acceptPermissions) {
        const asked = permissions.map(({ means }) => `  - ${means}`).join('\n');
        console.error(`Once enabled, ${given.name} can do the following:\n${asked}`);
        await confirm('Grant these permissions?', '--accept-permissions');
      }
      const { version, ...enabled } = await plugins.enable(given.name, needsApproval);
      const granted = enabled.permissions.map((permission) => permission.name);
      const value = { name: given.name, version, enabled: true, permissions: granted };
      print(
        given,
        value,
        `Enabled ${given.name} ${version} (${granted.join(', ') || 'no permissions'}).`,
      );
    }),
};

export const disableCommand: CommandModule<Global, NameArguments> = {
  command: 'disable <name>',
  describe: 'Stop and disable a plugin',
  builder: (options: Argv<Global>): Argv<NameArguments> =>
    projectOptions(options)
      .positional('name', name)
      .example('$0 plugins disable word-count', 'Disable a plugin')
      .example('$0 plugins disable word-count --json', 'Print JSON')
      .epilogue(
        `Prints the plugin; --json: {name, enabled}. Its data and settings are kept; its permissions have to be granted again. ${asPerson}`,
      ),
  handler: (given) =>
    withPlugins(given, async (plugins) => {
      await plugins.disable(given.name);
      print(given, { name: given.name, enabled: false }, `Disabled ${given.name}.`);
    }),
};

type DeleteArguments = NameArguments &
  Pick<Consent, 'yes'> & { readonly removeData?: boolean | undefined };

export const deleteCommand: CommandModule<Global, DeleteArguments> = {
  command: 'delete <name>',
  describe: 'Delete a disabled plugin',
  builder: (options: Argv<Global>): Argv<DeleteArguments> =>
    projectOptions(options)
      .positional('name', name)
      .option('yes', yes)
      .option('remove-data', {
        type: 'boolean',
        describe: 'Also delete what the plugin stored in the database',
      })
      .example('$0 plugins delete word-count', 'Ask, delete its files, keep its data')
      .example('$0 plugins delete word-count --remove-data --yes', 'Delete everything in a script')
      .epilogue(
        `Prints the plugin; --json: {name, data_removed}. Deletes the previous version too. Without --remove-data, a plugin of the same name gets the data. Settings in config/plugins.yaml are kept. ${asPerson}`,
      ),
  handler: ({ removeData = false, ...given }) =>
    withPlugins(given, async (plugins) => {
      const { version } = await plugins.find(given.name);
      const data = removeData ? 'and its stored data' : 'but not its stored data';
      if (!given.yes) await confirm(`Delete ${`${given.name} ${version}`.trim()}, ${data}?`);
      await plugins.delete(given.name, removeData);
      const value = { name: given.name, data_removed: removeData };
      print(given, value, `Deleted ${given.name}, ${data}.`);
    }),
};

/** Whether the permissions were granted; `undefined` for a dry run, which it prints. */
async function agreed(
  given: ProjectArguments & Consent,
  review: PluginReview,
): Promise<boolean | undefined> {
  if (given.dryRun) {
    printReview(given, review);
    return undefined;
  }
  const { needsApproval } = review;
  if (given.acceptPermissions || (given.yes && !needsApproval)) return needsApproval;
  console.error(linesFor(review).join('\n'));
  if (needsApproval)
    await confirm('Change the plugin and grant these permissions?', '--accept-permissions');
  else await confirm('Change the plugin?');
  return needsApproval;
}

/** `done` says what was applied. */
function printReview(given: ProjectArguments, review: PluginReview, done?: string): void {
  const { installedVersion, needsApproval, changes, version, permissions } = review;
  const value = {
    name: review.name,
    version,
    installed_version: installedVersion,
    changes,
    permissions: permissions.map((permission) => permission.name),
    needs_approval: needsApproval,
    applied: done !== undefined,
  };
  const lines = linesFor(review);
  print(given, value, [...lines, ...(done === undefined ? [] : [done])].join('\n'));
}

const signs = { added: '+', removed: '-', changed: '~' } as const;

function linesFor({ name: plugin, version, ...review }: PluginReview): readonly string[] {
  const { installedVersion, changes, permissions, needsApproval } = review;
  const from = installedVersion === null ? '' : `${installedVersion || 'unreadable'} → `;
  const lines = changes.map((change) => {
    const means = permissions.find((one) => one.name === change.name)?.means;
    const about = change.kind === 'permission' && means !== undefined ? `: ${means}` : '';
    return `  ${signs[change.change]} ${change.kind} ${change.name}${about}`;
  });
  return [
    `${plugin} ${from}${version}`,
    ...(lines.length > 0 ? lines : ['  no changes in plugin.yaml']),
    ...(needsApproval ? ['It requests more than was approved.'] : []),
  ];
}
