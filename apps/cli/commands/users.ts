import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { Administered, ReadPassword, UserAdministration } from '@galley/cms';
import { lastGiven } from '../last-given.ts';
import { InputRefused, passwordFromInput, passwordFromTerminal } from '../password-input.ts';
import { quietLogger } from '../quiet-logger.ts';
import { configOverlayOption } from '../shared-options.ts';

interface Global {
  readonly project: string;
}

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
  describe: 'Make an account',
  builder: (options: Argv<Global>): Argv<CreateArguments> =>
    userOptions(options)
      .option('role', {
        type: 'string',
        default: 'author',
        requiresArg: true,
        coerce: lastGiven<string>,
        describe: 'admin, editor, author, reviewer, or a role of this site',
      })
      .option('name', { type: 'string', requiresArg: true, describe: 'Name that people see' })
      .option('email', { type: 'string', requiresArg: true, describe: 'E-mail address' })
      .example('$0 users create ada --role admin', 'Asks for the password')
      .example('$0 users create bo --link', 'Prints a link with which Bo sets a password')
      .epilogue(
        'Prints nothing unless in a terminal, but with --link the link; --json: {username, link}. Without --link or --password-stdin it asks for the password.',
      ),
  handler: (given) =>
    administer(given, async (users, readPassword) => {
      const { username, role, name, email } = given;
      return users.create({ username, role, name, email, readPassword });
    }),
};

const resetCommand: CommandModule<Global, ResetArguments> = {
  command: 'reset-password <username>',
  describe: 'Give somebody a new password; ends their sessions and tokens',
  builder: (options: Argv<Global>): Argv<ResetArguments> =>
    userOptions(options)
      .option('remove-second-factor', {
        type: 'boolean',
        default: false,
        describe: 'Also turn the second factor off, for somebody who has lost it',
      })
      .example('$0 users reset-password ada', 'Asks for the new password')
      .example('pass show ada | $0 users reset-password ada --password-stdin', 'From a program')
      .epilogue(
        'Prints nothing unless in a terminal, but with --link the link; --json: {username, link}.',
      ),
  handler: (given) =>
    administer(given, async (users, readPassword) => {
      const { username, removeSecondFactor = false } = given;
      return users.resetPassword({ username, readPassword, removeSecondFactor });
    }),
};

export const usersCommand: CommandModule<Global, Global> = {
  command: 'users',
  describe: 'Make accounts and reset passwords, also while the server runs',
  builder: (options) =>
    options
      .command(createCommand)
      .command(resetCommand)
      .demandCommand(1, 'say what to do: users create, or users reset-password')
      .example('$0 users create ada --role admin', 'Make an administrator')
      .epilogue('What is done here is in the audit log, as done on the command line.'),
  handler: () => undefined,
};

function userOptions(options: Argv<Global>): Argv<UserArguments> {
  return options
    .positional('username', { type: 'string', demandOption: true, describe: 'User name' })
    .option('password-stdin', {
      type: 'boolean',
      describe: 'Read the password from the first line of standard input',
    })
    .option('link', {
      type: 'boolean',
      describe: 'Print a link to set the password with, once and within 24 hours',
    })
    .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON' })
    .option('config-overlay', configOverlayOption)
    .conflicts('link', 'password-stdin');
}

type Work = (users: UserAdministration, readPassword: ReadPassword) => Promise<Administered>;

async function administer(given: UserArguments, work: Work): Promise<void> {
  const readPassword = passwordReader(given);
  const { administerUsers } = await import('@galley/cms');
  const result = await administerUsers(
    {
      projectDirectory: resolve(given.project),
      overlays: given.configOverlay ?? [],
      environment: process.env,
      logger: await quietLogger(),
    },
    (users) => work(users, readPassword),
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
  throw new InputRefused('There is no terminal to ask at: give --password-stdin, or --link.');
}
