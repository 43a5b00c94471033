import { codeBlocks, commandsOf, inlineCode } from './markdown-code.ts';

export interface Facts {
  /** Commands such as `backup create`, with options such as `--database`. */
  readonly commands: ReadonlyMap<string, ReadonlySet<string>>;
  /** Settings such as `server.trusted_proxies`, and other dotted names: capabilities, events, checks. */
  readonly names: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** `POST /documents/save`, below the base address. */
  readonly requests: readonly string[];
  readonly metrics: ReadonlySet<string>;
}

export function findWrongFacts(page: string, markdown: string, facts: Facts): string[] {
  const commands = codeBlocks(markdown)
    .filter(({ language }) => language === 'sh')
    .flatMap(commandsOf);
  const words = inlineCode(markdown);
  const wrong = [
    ...[...commands, ...words].flatMap((text) => findWrongCommand(text, facts)),
    ...words.flatMap((word) => findWrongName(word, facts)),
    ...words.flatMap((word) => findWrongRequest(word, facts)),
    ...findWrongWords(markdown, facts),
  ];
  return [...new Set(wrong)].map((sentence) => `${page}: ${sentence}`);
}

function findWrongCommand(text: string, { commands }: Facts): string[] {
  // Commands passed to another program carry that program's options too.
  if (text.startsWith('npx @')) return [];
  const called = /(?:^|\s|&& )(?:npm exec --no -- )?galley ((?:(?!&&|\|| galley )[^])*)/.exec(
    text,
  )?.[1];
  if (called === undefined) return [];
  const words = called.split(/\s+/);
  let name = '';
  while (commands.has(`${name} ${words[0]}`.trim())) name = `${name} ${words.shift()}`.trim();
  const isGroup = [...commands.keys()].some((other) => other.startsWith(`${name} `.trimStart()));
  if (isGroup && /^[a-z-]+$/.test(words[0] ?? '') && name !== 'mcp')
    return [`The command "galley ${`${name} ${words[0]}`.trim()}" does not exist.`];
  const options = commands.get(name) ?? new Set();
  const given = words.map((word) => /^--[a-z-]+/.exec(word)?.[0]);
  return given
    .filter(
      (option) => option && !options.has(option) && !options.has(option.replace('--no-', '--')),
    )
    .map((option) => `"galley ${name}" has no option ${option}.`);
}

function findWrongName(word: string, { names, groups }: Facts): string[] {
  if (!/^[a-z_]+(\.[a-z_<>]+)+$/.test(word) || !groups.has(word.split('.')[0]!)) return [];
  if (names.has(word) || [...names].some((name) => name.startsWith(`${word}.`))) return [];
  return [`"${word}" is not a setting, capability, event or other known name.`];
}

function findWrongRequest(word: string, { requests }: Facts): string[] {
  const [, method, written = ''] = /^(GET|POST) (\/[^\s?]*)/.exec(word) ?? [];
  if (!method) return [];
  const path = written.replace(/\/$/, '');
  const isKnown = requests.some((request) => {
    const [other, template = ''] = request.split(' ');
    const segments = template.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part));
    return (
      other === method && new RegExp(`(^|/(api|v1|plugin-api))${segments.join('/')}$`).test(path)
    );
  });
  return isKnown ? [] : [`The operation "${method} ${written}" does not exist.`];
}

function findWrongWords(markdown: string, { variables, metrics }: Facts): string[] {
  const named = new Set(markdown.match(/\b(?:GALLEY|SERVICE)_[A-Z0-9_]*[A-Z0-9]\b/g));
  const measured = new Set(
    markdown.match(/\b(?:galley|service)_[a-z_]+_(?:total|seconds|bytes|info|failed)\b/g),
  );
  return [
    ...[...named]
      .filter((name) => !variables.has(name) && !variables.has(name.replace(/_FILE$/, '')))
      .map((name) => `The variable ${name} is unused.`),
    ...[...measured]
      .filter((name) => !metrics.has(name))
      .map((name) => `The metric ${name} does not exist.`),
  ];
}
