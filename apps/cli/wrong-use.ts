export interface Used {
  readonly args: readonly string[];
  /** The command so far, as it is declared: `users`, `create <username>`. */
  readonly command: readonly string[];
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

export async function explainWrongUse(message: string, used: Used): Promise<string> {
  return `${await sentenceFor(message, used)}\nSee: ${[program, ...words(used), '--help'].join(' ')}`;
}

const program = 'galley';
const words = ({ command }: Used): string[] => command.map((one) => one.split(' ', 1)[0]!);

type Sentence = (found: readonly (string | undefined)[], used: Used) => string | Promise<string>;

const sentences: readonly (readonly [RegExp, Sentence])[] = [
  [/^Unknown arguments?: (.*)$/s, ([names = ''], used) => unknown(names.split(', ')[0]!, used)],
  [/^Did you mean (.*)\?$/, ([meant = ''], used) => misspeltCommand(meant, used)],
  [/^Not enough arguments following: (.*)$/, ([name]) => `--${name} needs a value.`],
  [/^Not enough non-option arguments/, (_found, used) => missing(used)],
  [
    /^Arguments (\S+) and (\S+) are mutually exclusive$/,
    ([one, other]) => `--${one} and --${other} cannot be used together.`,
  ],
  [
    /^Invalid values:\s+Argument: ([^,]+), Given: (.*), Choices: (.*)$/s,
    ([name = '', given, choices = ''], { command }) => {
      const allowed = choices.replaceAll('"', '').replace(/, ([^,]+)$/, ' or $1');
      return command.at(-1)?.includes(`<${name}>`)
        ? `<${name}> should be one of ${allowed}, not ${given}.`
        : `--${name} takes ${allowed}, not ${given}.`;
    },
  ],
];

async function sentenceFor(message: string, used: Used): Promise<string> {
  for (const [pattern, sentence] of sentences) {
    const found = pattern.exec(message);
    if (found) return sentence(found.slice(1), used);
  }
  return message;
}

async function unknown(name: string, used: Used): Promise<string> {
  const isOption = used.args.some((arg) => arg.startsWith('-') && withoutDashes(arg) === name);
  return isOption ? unknownOption(name, used) : unknownWord(name, used);
}

function withoutDashes(arg: string): string {
  return arg.replace(/^--?(no-)?/, '').split('=', 1)[0]!;
}

async function unknownOption(name: string, { options }: Used): Promise<string> {
  // Loaded on demand, since other commands do not need it.
  const { findNearest } = await import('@galley/cms');
  const meant = await findNearest(name, options);
  const hint =
    meant === undefined
      ? `Available: ${options.map(dashed).join(', ')}.`
      : `Did you mean ${dashed(meant)}?`;
  return `Unknown option ${dashed(name)}. ${hint}`;
}

function dashed(option: string): string {
  return option.length === 1 ? `-${option}` : `--${option}`;
}

function unknownWord(word: string, used: Used): string {
  const place = words(used);
  if (used.commands.length > 0)
    return `Unknown command ${[...place, word].join(' ')}. Available: ${used.commands.join(', ')}.`;
  return `Unexpected argument "${word}". Pass the project folder with --project.`;
}

function misspeltCommand(meant: string, used: Used): string {
  const place = words(used);
  const given = used.args.find((arg) => !arg.startsWith('-') && !place.includes(arg)) ?? '';
  return `Unknown command ${[...place, given].join(' ')}. Did you mean ${[...place, meant].join(' ')}?`;
}

function missing(used: Used): string {
  const needed = used.command.at(-1)?.match(/<[^>]+>/g) ?? [];
  return `${[program, ...words(used)].join(' ')} needs ${needed.join(' and ')}.`;
}
