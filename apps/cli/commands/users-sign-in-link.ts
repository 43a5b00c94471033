import type { CommandModule } from 'yargs';
import { projectOf, type Global } from '../project-command.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';

interface LinkArguments extends Global {
  readonly username: string;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const signInLinkCommand: CommandModule<Global, LinkArguments> = {
  command: 'sign-in-link <username>',
  describe: 'Print a link that signs in once, when the usual way does not work',
  builder: (options) =>
    options
      .positional('username', { type: 'string', demandOption: true, describe: 'Username' })
      .option('json', jsonOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 users sign-in-link ada', 'Sign in while the sign-in provider is down')
      .epilogue(
        'Works once, for 15 minutes, also when `sign_in.required_provider` disables passwords. A second factor is still asked for.\n\nPrints the link; --json: {username, link}.',
      ),
  handler: async (given) => {
    const { administerUsers } = await import('@galley/cms');
    const result = await administerUsers(await projectOf(given), (users) =>
      users.signInLink(given.username),
    );
    console.log(given.json ? JSON.stringify(result) : result.link);
  },
};
