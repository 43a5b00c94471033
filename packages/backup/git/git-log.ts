import git, { type CommitObject } from 'isomorphic-git';
import { Repository } from './repository.ts';

/** Who made a snapshot, as git records it. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** A commit of the content tree. */
export interface LoggedSnapshot {
  /** Of the commit: 40 hexadecimal digits. */
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

/**
 * The newest commits of what is checked out in the content tree at `root`, newest first, with those of merged branches;
 * none if there is no repository. Throws `git_unusable`.
 */
export async function readGitLog(root: string, count: number): Promise<LoggedSnapshot[]> {
  const repository = await Repository.find(root);
  if (!repository || (await repository.resolve('HEAD')) === undefined) return [];
  const commits = await repository.read(() => git.log({ ...repository.at, depth: count }));
  return commits.map(({ oid, commit }) => loggedSnapshot(oid, commit));
}

/** The author of snapshots that nobody signed: as the repository is configured, or Galley. */
export async function unsignedAuthor(root: string): Promise<Author> {
  const repository = await Repository.find(root);
  return {
    name: (await repository?.setting('user.name')) ?? 'Galley',
    email: (await repository?.setting('user.email')) ?? 'galley@localhost',
  };
}
