import type { Argv, CommandModule } from 'yargs';
import { CommandFailed } from '../command-failed.ts';
import {
  projectOf,
  projectOptions,
  type Global,
  type ProjectArguments,
} from '../project-command.ts';

interface TestArguments extends ProjectArguments {
  readonly address: string;
}

const testCommand: CommandModule<Global, TestArguments> = {
  command: 'test <address>',
  describe: 'Send a test message and report what the mail server says',
  builder: (options: Argv<Global>): Argv<TestArguments> =>
    projectOptions(options)
      .positional('address', { type: 'string', demandOption: true, describe: 'Recipient' })
      .example('$0 mail test ada@example.org', 'Send a message through mail.smtp')
      .epilogue(
        'Prints a confirmation in a terminal; exit code 1 with the reason if the server refuses the message or cannot be reached. --json: {id, recipient, status, error}.',
      ),
  handler: async (given) => {
    const { sendTestMail } = await import('@galley/cms');
    const { id, recipient, status, error } = await sendTestMail(
      await projectOf(given),
      given.address,
    );
    if (given.json) console.log(JSON.stringify({ id, recipient, status, error }));
    else if (error === null && process.stdout.isTTY)
      console.log(`The mail server has accepted a message to ${recipient}.`);
    if (error !== null) throw new CommandFailed(error);
  },
};

export const mailCommand: CommandModule<Global, Global> = {
  command: 'mail',
  describe: 'Test the mail server',
  builder: (options) =>
    options
      .command(testCommand)
      .demandCommand(1, 'choose a command: test')
      .example('$0 mail test ada@example.org', 'Send a test message'),
  handler: () => undefined,
};
