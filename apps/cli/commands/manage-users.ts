import type { Argv, CommandModule } from 'yargs';
import type {
  AccountAdministration,
  LinkResult,
  ListedAccount,
  ListedSession,
  ListedToken,
} from '@galley/cms';
import { lastValue } from '../last-value.ts';
import {
  print,
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';

interface UserArguments extends ProjectArguments {
  readonly username: string;
}

interface ListArguments extends ProjectArguments {
  readonly role?: string | undefined;
  readonly enabled?: boolean | undefined;
}

interface InviteArguments extends UserArguments {
  readonly role: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly send: boolean;
}

interface ResetArguments extends UserArguments {
  readonly send: boolean;
  readonly factors: boolean;
}

const accountJson =
  '{username, name, email, role, enabled, last_login, created_at, has_password, has_second_factor}';
const linkJson = 'username, link, expires_at, sent_to';
const sendOption = {
  type: 'boolean',
  default: false,
  describe: 'Send the link by e-mail instead of printing it',
} as const;

function userOptions(options: Argv<Global>): Argv<UserArguments> {
  return projectOptions(options).positional('username', {
    type: 'string',
    demandOption: true,
    describe: 'Username',
  });
}

async function withAccounts(
  given: ProjectArguments,
  work: (accounts: AccountAdministration) => Promise<void>,
): Promise<void> {
  const { administerAccounts } = await import('@galley/cms');
  await administerAccounts(await projectOf(given), work);
}

/** Results that scripts do not need are only for people. */
function confirmDone(given: ProjectArguments, result: unknown, text: string): void {
  if (given.json) console.log(JSON.stringify(result));
  else if (process.stdout.isTTY) console.log(text);
}

export const listCommand: CommandModule<Global, ListArguments> = {
  command: 'list',
  describe: 'List accounts by username',
  builder: (options: Argv<Global>): Argv<ListArguments> =>
    projectOptions(options)
      .option('role', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Only accounts with this role',
      })
      .option('enabled', {
        type: 'boolean',
        describe: 'Only enabled accounts; --no-enabled for disabled ones',
      })
      .example('$0 users list', 'Print one line per account')
      .example('$0 users list --role admin --json', 'Print all administrators as JSON')
      .epilogue(
        `Prints username, role, state, last sign-in, name and e-mail address; --json: an array of ${accountJson}.`,
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const found = await accounts.list(given);
      print(given, found, found.length === 0 ? 'No accounts.' : lines(found.map(accountRow)));
    }),
};

export const showCommand: CommandModule<Global, UserArguments> = {
  command: 'show <username>',
  describe: 'Show an account',
  builder: (options: Argv<Global>): Argv<UserArguments> =>
    userOptions(options)
      .example('$0 users show ada', 'Print what Galley knows about the account')
      .epilogue(
        `Prints one field per line; --json: ${accountJson.replace('}', ', sessions, tokens}')}.`,
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const shown = await accounts.show(given.username);
      const fields = Object.entries(shown).map(([key, value]) => [key, String(value ?? '')]);
      print(given, shown, lines(fields));
    }),
};

export const inviteCommand: CommandModule<Global, InviteArguments> = {
  command: 'invite <username>',
  describe: 'Create an account and a link with which the person chooses a password',
  builder: (options: Argv<Global>): Argv<InviteArguments> =>
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
      .option('send', sendOption)
      .example('$0 users invite bo --role editor', 'Print a link to set the password')
      .example('$0 users invite bo --email bo@example.org --send', 'Send the link by e-mail')
      .epilogue(
        `Prints the link, once; it works once, for seven days. For an account without a password, only makes another link. --send needs a mail server; the running server sends the message. --json: {${linkJson}}.`,
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const { username, role, name, email, send: isSent } = given;
      printLink(given, await accounts.invite({ username, role, name, email, isSent }));
    }),
};

export const disableCommand: CommandModule<Global, UserArguments> = {
  command: 'disable <username>',
  describe: 'Disable an account, and end its sessions and tokens at once',
  builder: (options: Argv<Global>): Argv<UserArguments> =>
    userOptions(options)
      .example('$0 users disable bo', 'End all access of bo')
      .epilogue(
        `Prints a confirmation in a terminal; --json: ${accountJson}. Documents and histories keep the name. The last enabled administrator cannot be disabled.`,
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const user = await accounts.setEnabled(given.username, false);
      confirmDone(given, user, `Disabled ${user.username}.`);
    }),
};

export const enableCommand: CommandModule<Global, UserArguments> = {
  command: 'enable <username>',
  describe: 'Enable a disabled account',
  builder: (options: Argv<Global>): Argv<UserArguments> =>
    userOptions(options)
      .example('$0 users enable bo', 'Let bo sign in again')
      .epilogue(`Prints a confirmation in a terminal; --json: ${accountJson}.`),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const user = await accounts.setEnabled(given.username, true);
      confirmDone(given, user, `Enabled ${user.username}.`);
    }),
};

export const roleCommand: CommandModule<Global, UserArguments & { readonly role: string }> = {
  command: 'role <username> <role>',
  describe: 'Change the role of an account, and end its sessions',
  builder: (options: Argv<Global>): Argv<UserArguments & { readonly role: string }> =>
    userOptions(options)
      .positional('role', {
        type: 'string',
        demandOption: true,
        describe: 'admin, editor, author, reviewer, or a custom role of this site',
      })
      .example('$0 users role bo editor', 'Make bo an editor')
      .epilogue(
        `Prints a confirmation in a terminal; --json: ${accountJson}. The last enabled administrator keeps the role.`,
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const user = await accounts.setRole(given.username, given.role);
      confirmDone(given, user, `${user.username} has the role ${user.role}.`);
    }),
};

export const resetCommand: CommandModule<Global, ResetArguments> = {
  command: 'reset <username>',
  describe: 'Make a link to set a new password; earlier links end',
  builder: (options: Argv<Global>): Argv<ResetArguments> =>
    userOptions(options)
      .option('factors', {
        type: 'boolean',
        default: false,
        describe: 'Also disable two-factor sign-in, for people who lost their device',
      })
      .option('send', sendOption)
      .example('$0 users reset ada', 'Print a link to set a new password')
      .example('$0 users reset ada --factors', 'Also remove the lost second factor')
      .epilogue(
        `Prints the link, once; it works once, for 24 hours, and its use ends all sessions and tokens. --send needs a mail server, and keeps earlier links. --json: {${linkJson}, factors_removed}.`,
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const { username, send: isSent, factors } = given;
      printLink(given, await accounts.reset(username, { isSent, factors }));
    }),
};

export const sessionsCommand: CommandModule<Global, UserArguments & { readonly end: boolean }> = {
  command: 'sessions <username>',
  describe: 'List or end the sessions of an account',
  builder: (options: Argv<Global>): Argv<UserArguments & { readonly end: boolean }> =>
    userOptions(options)
      .option('end', { type: 'boolean', default: false, describe: 'End all of them at once' })
      .example('$0 users sessions ada', 'Print one line per session')
      .example('$0 users sessions ada --end', 'Sign ada out everywhere')
      .epilogue(
        'Prints last use, expiry, address and browser; --json: an array of {id, remote_addr, user_agent, mfa_complete, issued_at, last_seen, expires_at} with further fields of the account. --end prints a confirmation in a terminal; --json: {username, ended}.',
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const { username } = given;
      if (given.end) {
        const ended = await accounts.endSessions(username);
        confirmDone(given, { username, ended }, `Ended ${ended} sessions of ${username}.`);
        return;
      }
      const found = await accounts.sessions(username);
      print(given, found, found.length === 0 ? 'No sessions.' : lines(found.map(sessionRow)));
    }),
};

interface TokensArguments extends UserArguments {
  readonly revoke?: string | undefined;
  readonly revokeAll?: boolean | undefined;
}

export const tokensCommand: CommandModule<Global, TokensArguments> = {
  command: 'tokens <username>',
  describe: 'List or revoke the API tokens of an account',
  builder: (options: Argv<Global>): Argv<TokensArguments> =>
    userOptions(options)
      .option('revoke', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Revoke the token with this ID',
      })
      .option('revoke-all', { type: 'boolean', describe: 'Revoke all of them' })
      .conflicts('revoke', 'revoke-all')
      .example('$0 users tokens ada', 'Print one line per token')
      .example('$0 users tokens ada --revoke 0190b6f1-…', 'Refuse all further calls with it')
      .epilogue(
        'Prints ID, expiry, last use, scopes and name; --json: an array of {id, username, name, scopes, created_at, expires_at, last_used_at, last_used_addr}. Revoking prints a confirmation in a terminal; --json: {username, revoked}.',
      ),
  handler: (given) =>
    withAccounts(given, async (accounts) => {
      const { username, revoke, revokeAll } = given;
      if (revoke !== undefined || revokeAll) {
        const revoked = await accounts.revokeTokens(username, revoke);
        confirmDone(given, { username, revoked }, `Revoked ${revoked} tokens of ${username}.`);
        return;
      }
      const found = await accounts.tokens(username);
      print(given, found, found.length === 0 ? 'No tokens.' : lines(found.map(tokenRow)));
    }),
};

function printLink(given: ProjectArguments, result: LinkResult): void {
  if (given.json) console.log(JSON.stringify(result));
  else if (result.link !== null) console.log(result.link);
  else if (process.stdout.isTTY) console.log(`The server sends a link to ${result.sent_to}.`);
}

function accountRow({ username, role, enabled, last_login, name, email }: ListedAccount): string[] {
  return [username, role, enabled ? 'enabled' : 'disabled', last_login ?? 'never', name, email];
}

function sessionRow({ last_seen, expires_at, remote_addr, user_agent }: ListedSession): string[] {
  return [last_seen, expires_at, remote_addr, user_agent];
}

function tokenRow({ id, expires_at, last_used_at, scopes, name }: ListedToken): string[] {
  return [id, expires_at, last_used_at ?? 'never', scopes.join(','), name];
}

/** Aligned. Control characters of browsers' names must not reach the terminal. */
function lines(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, ' ')));
  const widths = cells[0]!.map((_cell, column) =>
    Math.max(...cells.map((row) => row[column]!.length)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
