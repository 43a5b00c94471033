import { exampleProject, operations, type Example } from '@galley/contract';

export type Values = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string>>;

export const { author, password, media: mediaPath } = exampleProject;

export function draftOf(username: string): string {
  return `posts/of-${username}.md`;
}

export function exampleFiles(usernames: readonly string[]): Record<string, string> {
  const files = {
    'content/posts/public.md': '---\ntitle: Ink\n---\n',
    [`content/${mediaPath}`]: 'Of the press.\n',
  };
  for (const username of usernames) {
    const text = `---\ntitle: Ink\nauthor: ${username}\nworkflow: draft\n---\nBlack.\n`;
    Object.assign(files, { [`content/${draftOf(username)}`]: text });
  }
  return files;
}

export const examples: Readonly<Record<string, Example>> = Object.fromEntries(
  operations.map(({ id, example }) => [id, example]),
);

/** Expected problems of examples that do not succeed for an admitted caller. */
export const refused: Readonly<Record<string, readonly [number, string]>> = Object.fromEntries(
  operations.flatMap(({ id, example: { refused: problem } }) => (problem ? [[id, problem]] : [])),
);
