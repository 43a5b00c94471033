import git, { type CommitObject } from 'isomorphic-git';
import { Repository } from './repository.ts';

export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface LoggedSnapshot {
  /** 40 hexadecimal digits. */
  readonly hash: string;
  readonly author: Author;
  readonly date: Date;
  readonly message: string;
}

export function loggedSnapshot(hash: string, { author, message }: CommitObject): LoggedSnapshot {
  return {
    hash,
    author: { name: author.name, email: author.email },
    date: new Date(author.timestamp * 1000),
    message: message.trimEnd(),
  };
}

/** Newest first, including merged branches; none without a repository. @throws `git_unusable` */
export async function readGitLog(root: string, count: number): Promise<LoggedSnapshot[]> {
  const repository = await Repository.find(root);
  if (!repository || (await repository.resolve('HEAD')) === undefined) return [];
  const commits = await repository.read(() => git.log({ ...repository.at, depth: count }));
  return commits.map(({ oid, commit }) => loggedSnapshot(oid, commit));
}

/** From the repository's configuration, or Galley. */
export async function unsignedAuthor(root: string): Promise<Author> {
  const repository = await Repository.find(root);
  return {
    name: (await repository?.setting('user.name')) ?? 'Galley',
    email: (await repository?.setting('user.email')) ?? 'galley@localhost',
  };
}
