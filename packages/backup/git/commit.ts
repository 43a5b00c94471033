/** Who made a snapshot, as git notes it. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface Commit {
  /** Hash of the folder that it holds. */
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Author;
  readonly date: Date;
  readonly message: string;
}

export function serializeCommit({ tree, parents, author, date, message }: Commit): Buffer {
  const seconds = Math.floor(date.getTime() / 1000);
  const person = `${plain(author.name)} <${plain(author.email)}> ${seconds} +0000`;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${person}`,
    `committer ${person}`,
    '',
    `${message.trim()}\n`,
  ];
  return Buffer.from(lines.join('\n'));
}

/** Reads what `serializeCommit` writes, and the commits of everybody else. */
export function parseCommit(content: Buffer): Commit {
  const text = content.toString();
  const blank = text.indexOf('\n\n');
  const head = blank < 0 ? text : text.slice(0, blank);
  const fields = (name: string): string[] =>
    head
      .split('\n')
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1));
  const [, name = '', email = '', seconds = '0'] =
    /^(.*?) ?<(.*)> (-?\d+)/.exec(fields('author')[0] ?? '') ?? [];
  return {
    tree: fields('tree')[0] ?? '',
    parents: fields('parent'),
    author: { name, email },
    date: new Date(Number(seconds) * 1000),
    message: blank < 0 ? '' : text.slice(blank + 2).trimEnd(),
  };
}

/** What git cannot have in a name or an address is left out. */
function plain(text: string): string {
  return text.replace(/[<>\p{Cc}]/gu, '').trim();
}
