import { build } from './run.ts';

export interface CommandHelp {
  /** `backup create`; empty for the program itself. */
  readonly command: string;
  readonly help: string;
}

const columns = 100;

export async function commandHelp(path: readonly string[] = []): Promise<CommandHelp[]> {
  const help = await build(path, columns).getHelp();
  const inner: CommandHelp[] = [];
  for (const name of namesIn(help, path)) inner.push(...(await commandHelp([...path, name])));
  return [{ command: path.join(' '), help }, ...inner];
}

/** Subcommands have full names in the help; examples of the command itself are indented or elsewhere. */
function namesIn(help: string, path: readonly string[]): string[] {
  const [, list = ''] = /^Commands:\n((?: .*\n)+)/m.exec(help) ?? [];
  const start = ['galley', ...path].join(' ');
  return list
    .split('\n')
    .flatMap((line) =>
      line.startsWith(`  ${start} `) ? line.slice(start.length + 3).split(' ')[0]! : [],
    );
}

const introduction = `# Command line

<!-- Written by \`npm run docs:reference\` from apps/cli/commands. -->

What \`galley <command> --help\` says. In a checkout, \`npm exec --no -- galley\` runs the program.
`;

export async function renderCommandReference(): Promise<string> {
  const sections = (await commandHelp()).map(
    ({ command, help }) =>
      `## galley${command && ` ${command}`}\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`,
  );
  return [introduction, ...sections].join('\n');
}
