import type { Author, Commit } from './commit.ts';
import { Repository } from './repository.ts';

/** A commit of the content tree. */
export interface LoggedSnapshot {
  /** Of the commit: 40 hexadecimal digits. */
  readonly hash: string;
  readonly author: Author;
  readonly date: Date;
  readonly message: string;
}

export function loggedSnapshot(hash: string, { author, date, message }: Commit): LoggedSnapshot {
  return { hash, author, date, message };
}

/**
 * The newest commits of what is checked out in the content tree at `root`, newest first, those of merged branches
 * among them; none where there is no repository. Throws `git_unusable`.
 */
export async function readGitLog(root: string, count: number): Promise<LoggedSnapshot[]> {
  const repository = await Repository.find(root);
  const head = await repository?.head();
  if (!repository || head === undefined) return [];
  const shallow = await repository.shallowCommits();
  const seen = new Set([head]);
  const open = [{ hash: head, ...(await repository.commit(head)) }];
  const found: LoggedSnapshot[] = [];
  while (open.length > 0 && found.length < count) {
    const { parents, hash, ...commit } = open.shift()!;
    found.push(loggedSnapshot(hash, { parents, ...commit }));
    for (const parent of shallow.has(hash) ? [] : parents.filter((one) => !seen.has(one))) {
      seen.add(parent);
      open.push({ hash: parent, ...(await repository.commit(parent)) });
    }
    // Of one second, the order of discovery stays, which has children before their parents.
    open.sort((a, b) => b.date.getTime() - a.date.getTime());
  }
  return found;
}

/** Whom snapshots are by that nobody signed: as git is set up in the content tree's repository, or Galley. */
export async function unsignedAuthor(root: string): Promise<Author> {
  const repository = await Repository.find(root);
  return {
    name: (await repository?.setting('user.name')) ?? 'Galley',
    email: (await repository?.setting('user.email')) ?? 'galley@localhost',
  };
}
