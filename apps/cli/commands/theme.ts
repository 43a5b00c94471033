import { relative } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { CheckedTheme, ThemeByHand } from '@galley/cms';
import { CommandFailed } from '../command-failed.ts';
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

interface NewArguments extends NameArguments {
  readonly extends: string;
}

interface CheckArguments extends ProjectArguments {
  readonly name?: string | undefined;
}

interface PackArguments extends NameArguments {
  readonly output?: string | undefined;
}

interface InstallArguments extends ProjectArguments {
  readonly file: string;
  readonly replace: boolean;
}

const name = { type: 'string', demandOption: true } as const;

const newCommand: CommandModule<Global, NewArguments> = {
  command: 'new <name>',
  describe: 'Create a working theme to build on',
  builder: (options: Argv<Global>): Argv<NewArguments> =>
    projectOptions(options)
      .positional('name', { ...name, describe: 'Lower-case letters, digits, - and _' })
      .option('extends', {
        type: 'string',
        default: 'default',
        describe: 'Theme whose files apply where the new one has none',
      })
      .example('$0 theme new ink', 'Create themes/ink')
      .example('$0 theme new ink --extends documentation', 'Extend another theme')
      .epilogue(
        'Prints the folder and the next steps; --json: {name, folder}. Creates a theme.yaml, a style sheet and a shortcode.',
      ),
  handler: async (given) => {
    const { createThemeByHand } = await import('@galley/cms');
    const theme = { name: given.name, parent: given.extends };
    const folder = await createThemeByHand(await projectOf(given), theme);
    const shown = relative('.', folder);
    const project = given.project === '.' ? '' : ` --project ${given.project}`;
    print(
      given,
      { name: given.name, folder },
      `Created the theme ${given.name} in ${shown}. Next steps:

  ${shown}/assets/theme.css   change its look
  galley theme check ${given.name}${project}   render every template with examples
  galley theme use ${given.name}${project}     show it on the site`,
    );
  },
};

const checkCommand: CommandModule<Global, CheckArguments> = {
  command: 'check [name]',
  describe: 'Render all templates of a theme with examples and report errors',
  builder: (options: Argv<Global>): Argv<CheckArguments> =>
    projectOptions(options)
      .positional('name', { type: 'string', describe: 'Theme [default: the theme in use]' })
      .example('$0 theme check', 'Check the theme in use')
      .example('$0 theme check ink --json', 'Check a theme in a scheduled job')
      .epilogue(
        'Prints errors and unknown variables with file and line; exit code 1 on any. --json: {name, findings}, each with file, line, column and message. Includes templates/ of the project. Needs no database.',
      ),
  handler: async (given) => {
    const { checkThemes } = await import('@galley/cms');
    const checked = await checkThemes(await projectOf(given), given.name);
    print(given, checked, verdictOn(checked));
    const count = checked.findings.length;
    if (count > 0) throw new CommandFailed(`the theme ${checked.name} has errors: ${count}`);
  },
};

const listCommand: CommandModule<Global, ProjectArguments> = {
  command: 'list',
  describe: 'List the included and installed themes',
  builder: (options: Argv<Global>): Argv<ProjectArguments> =>
    projectOptions(options)
      .example('$0 theme list', 'Print one line per theme')
      .example('$0 theme list --json', 'Print JSON')
      .epilogue(
        'Prints a line per theme: name, version, whether it is in use, and its description; --json: an array of {name, version, description, extends, builtin, enabled}.',
      ),
  handler: async (given) => {
    const { listThemesByHand } = await import('@galley/cms');
    const themes = await listThemesByHand(await projectOf(given));
    print(given, themes, themes.map(lineFor).join('\n'));
  },
};

const useCommand: CommandModule<Global, NameArguments> = {
  command: 'use <name>',
  describe: 'Switch the site to a theme',
  builder: (options: Argv<Global>): Argv<NameArguments> =>
    projectOptions(options)
      .positional('name', { ...name, describe: 'Included or installed theme' })
      .example('$0 theme use documentation', 'Switch to an included theme')
      .epilogue(
        'Prints the previous theme; --json: {name, previous}. Writes "theme" to config/site.yaml and keeps its comments. A running server switches automatically. Refuses a broken theme.',
      ),
  handler: async (given) => {
    const { chooseTheme } = await import('@galley/cms');
    const previous = await chooseTheme(await projectOf(given), given.name);
    const text = `The site uses the theme ${given.name}. Before, it used ${previous}.`;
    print(given, { name: given.name, previous }, text);
  },
};

const packCommand: CommandModule<Global, PackArguments> = {
  command: 'pack <name>',
  describe: 'Write a theme of the project to a ZIP',
  builder: (options: Argv<Global>): Argv<PackArguments> =>
    projectOptions(options)
      .positional('name', { ...name, describe: 'Theme of the project' })
      .option('output', { type: 'string', describe: 'File [default: NAME.zip]' })
      .example('$0 theme pack ink', 'Write ink.zip')
      .example('$0 theme pack ink --output ink-1.2.zip', 'Choose the file')
      .epilogue(
        'Prints the file and its size; --json: {name, version, file, size}. Never overwrites a file. Leaves out hidden files. The same files give the same ZIP.',
      ),
  handler: async (given) => {
    const { packThemeByHand } = await import('@galley/cms');
    const theme = { name: given.name, file: given.output ?? `${given.name}.zip` };
    const packed = await packThemeByHand(await projectOf(given), theme);
    print(
      given,
      packed,
      `Wrote ${packed.name} ${packed.version} to ${theme.file} (${packed.size} bytes).`,
    );
  },
};

const installCommand: CommandModule<Global, InstallArguments> = {
  command: 'install <file>',
  describe: 'Install a theme from a ZIP',
  builder: (options: Argv<Global>): Argv<InstallArguments> =>
    projectOptions(options)
      .positional('file', { ...name, describe: 'ZIP of a theme' })
      .option('replace', {
        type: 'boolean',
        default: false,
        describe: 'Replace a theme of the same name, with its edits',
      })
      .example('$0 theme install ink.zip', 'Install a theme')
      .example('$0 theme install ink.zip --replace', 'Update a theme')
      .epilogue(
        'Prints the name of the theme; --json: {name}. Refuses archives with links, paths outside the archive or too large contents, and broken themes; nothing remains of them.',
      ),
  handler: async (given) => {
    const { installThemeByHand } = await import('@galley/cms');
    const archive = { archive: given.file, replaces: given.replace };
    const installed = await installThemeByHand(await projectOf(given), archive);
    print(
      given,
      { name: installed },
      `Installed the theme ${installed}. To show it on the site: galley theme use ${installed}`,
    );
  },
};

export const themeCommand: CommandModule<Global, Global> = {
  command: 'theme',
  describe: 'Create, check, list, choose, pack and install themes',
  builder: (options) =>
    options
      .command(newCommand)
      .command(checkCommand)
      .command(listCommand)
      .command(useCommand)
      .command(packCommand)
      .command(installCommand)
      .demandCommand(1, 'choose a command: new, check, list, use, pack or install')
      .example('$0 theme new ink', 'Create a theme')
      .example('$0 theme check', 'Check the theme in use')
      .epilogue('The admin also lists, installs and switches themes, under Themes.'),
  handler: () => undefined,
};

function verdictOn({ name: theme, findings }: CheckedTheme): string {
  if (findings.length === 0) return `The theme ${theme} has no errors.`;
  return findings
    .map(({ file, line, column, message = '' }) =>
      file === undefined || message.startsWith(file)
        ? message
        : `${[file, line, column].filter((part) => part !== undefined).join(':')}: ${message}`,
    )
    .join('\n');
}

function lineFor({ name: theme, version, enabled, description }: ThemeByHand): string {
  return [`${theme} ${version}`.trim(), ...(enabled ? ['in use'] : []), description]
    .filter((part) => part !== '')
    .join('  ');
}
