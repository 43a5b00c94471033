import type { Argv, CommandModule } from 'yargs';
import type { Administered, ReadPassword, UserAdministration } from '@galley/cms';
import { lastValue } from '../last-value.ts';
import { InputRefused, passwordFromInput, passwordFromTerminal } from '../password-input.ts';
import { projectOf, type Global } from '../project-command.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';
import {
  disableCommand,
  enableCommand,
  inviteCommand,
  listCommand,
  resetCommand,
  roleCommand,
  sessionsCommand,
  showCommand,
  tokensCommand,
} from './manage-users.ts';
import { signInLinkCommand } from './users-sign-in-link.ts';

interface UserArguments extends Global {
  readonly username: string;
  readonly passwordStdin?: boolean | undefined;
  readonly link?: boolean | undefined;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

interface CreateArguments extends UserArguments {
  readonly role: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

interface ResetArguments extends UserArguments {
  readonly removeSecondFactor?: boolean | undefined;
}

const createCommand: CommandModule<Global, CreateArguments> = {
  command: 'create <username>',
  describe: 'Create an account',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    userOptions(options)
      .option('role', {
        type: 'string',
        default: 'author',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'admin, editor, author, reviewer, or a custom role of this site',
      })
      .option('name', { type: 'string', requiresArg: true, describe: 'Display name' })
      .option('email', { type: 'string', requiresArg: true, describe: 'Email address' })
      .example('$0 users create ada --role admin', 'Prompt for the password')
      .example('$0 users create bo --link', 'Print a link to set the password')
      .epilogue(
        'Prints a confirmation in a terminal, and the link with --link; --json: {username, link}. Without --link or --password-stdin the command prompts for the password.',
      ),
  handler: (given) =>
    administer(given, async (users, readPassword) => {
      const { username, role, name, email } = given;
      return users.create({ username, role, name, email, readPassword });
    }),
};

const resetPasswordCommand: CommandModule<Global, ResetArguments> = {
  command: 'reset-password <username>',
  describe: 'Set a new password and revoke the account’s sessions and tokens',
  builder: (options: Argv<Global>): Argv<ResetArguments> =>
    userOptions(options)
      .option('remove-second-factor', {
        type: 'boolean',
        default: false,
        describe:
          'Also disable two-factor sign-in and remove all passkeys, for users who lost their device',
      })
      .example('$0 users reset-password ada', 'Prompt for the new password')
      .example(
        'pass show ada | $0 users reset-password ada --password-stdin',
        'Read the password from another program',
      )
      .epilogue(
        'Prints a confirmation in a terminal, and the link with --link; --json: {username, link}.',
      ),
  handler: (given) =>
    administer(given, async (users, readPassword) => {
      const { username, removeSecondFactor = false } = given;
      return users.resetPassword({ username, readPassword, removeSecondFactor });
    }),
};

export const usersCommand: CommandModule<Global, Global> = {
  command: 'users',
  describe: 'Manage accounts, also while the server runs',
  builder: (options) =>
    options
      .command(listCommand)
      .command(showCommand)
      .command(createCommand)
      .command(inviteCommand)
      .command(disableCommand)
      .command(enableCommand)
      .command(roleCommand)
      .command(resetCommand)
      .command(resetPasswordCommand)
      .command(sessionsCommand)
      .command(signInLinkCommand)
      .command(tokensCommand)
      .demandCommand(1, 'choose a command, such as list or create')
      .example('$0 users create ada --role admin', 'Create an administrator')
      .example('$0 users invite bo --role editor', 'Print an invitation link')
      .example('$0 users disable bo', 'End all access of an account')
      .epilogue('The audit log records changes with the command line as their actor.'),
  handler: () => undefined,
};

function userOptions(options: Argv<Global>): Argv<UserArguments> {
  return options
    .positional('username', { type: 'string', demandOption: true, describe: 'Username' })
    .option('password-stdin', {
      type: 'boolean',
      describe: 'Read the password from the first line of standard input',
    })
    .option('link', {
      type: 'boolean',
      describe: 'Print a link to set the password; works once, for 24 hours',
    })
    .option('json', jsonOption)
    .option('config-overlay', configOverlayOption)
    .conflicts('link', 'password-stdin');
}

type Work = (users: UserAdministration, readPassword: ReadPassword) => Promise<Administered>;

async function administer(given: UserArguments, work: Work): Promise<void> {
  const readPassword = passwordReader(given);
  const { administerUsers } = await import('@galley/cms');
  const result = await administerUsers(await projectOf(given), (users) =>
    work(users, readPassword),
  );
  if (given.json) console.log(JSON.stringify(result));
  else if (result.link !== undefined) console.log(result.link);
  else if (process.stdout.isTTY) console.log(`Done: ${result.username} can sign in.`);
}

/** Throws immediately when no password could be read later. */
function passwordReader({ link, passwordStdin }: UserArguments): ReadPassword {
  if (link) return () => Promise.resolve(undefined);
  if (passwordStdin) return passwordFromInput;
  if (process.stdin.isTTY) return passwordFromTerminal;
  throw new InputRefused(
    'Cannot prompt for a password without a terminal. Use --password-stdin or --link.',
  );
}
