import { isIndependent, mayReview, type Person } from '@galley/editorial';
import { may, type Actor } from '@galley/kernel';
import type { ContentServiceOptions } from './content-service.ts';
import { requireReadable, requireWritable } from './document-access.ts';
import { partiesOf } from './parties.ts';

export interface NamedPerson extends Person {
  readonly name: string;
}

export interface DirectoryQuery {
  /** Part of a name or user name; empty matches all. */
  readonly q: string;
  readonly first: readonly string[];
  readonly onlyReviewers: boolean;
  readonly limit: number;
}

export interface Directory {
  list(query: DirectoryQuery): Promise<readonly NamedPerson[]>;
}

export interface Colleague {
  readonly username: string;
  readonly name: string;
  /** For the current document. */
  readonly mayReview: boolean;
}

const maxColleagues = 50;

export class ColleagueService {
  readonly #options: ContentServiceOptions;
  readonly #directory: Directory;

  constructor(options: ContentServiceOptions & { readonly directory: Directory }) {
    this.#options = options;
    this.#directory = options.directory;
  }

  /** Display names for a byline. @throws `forbidden` */
  async listAuthors(actor: Actor, path: string, q = ''): Promise<NamedPerson[]> {
    const { indexed } = await this.#options.store.get(path);
    requireWritable(actor, indexed);
    const { author } = indexed.metadata;
    const people = await this.#directory.list({
      q: q.trim(),
      first: author === null ? [] : [author],
      onlyReviewers: false,
      limit: maxColleagues,
    });
    return people.filter(({ name }) => name !== '');
  }

  /** People involved in the document come first. Actors who may only write see reviewers alone. */
  async list(actor: Actor, path: string, q = ''): Promise<Colleague[]> {
    const mayAssign = may(actor, 'documents.assign');
    const { settings, store } = this.#options;
    const { indexed, parties } = await store.open(path, async ({ connection, indexed: found }) => {
      (mayAssign ? requireReadable : requireWritable)(actor, found);
      const { independence } = settings().editorial;
      return { indexed: found, parties: await partiesOf(connection, found, { independence }) };
    });
    const { owner, assignee } = parties;
    const named = [owner, assignee, indexed.editorial.reviewer].filter((name) => name !== null);
    const people = await this.#directory.list({
      q: q.trim(),
      first: named,
      onlyReviewers: !mayAssign,
      limit: maxColleagues,
    });
    const colleagues = people.map((person) => ({
      username: person.username,
      name: person.name,
      mayReview: mayReview(person) && isIndependent(person.username, parties),
    }));
    return mayAssign ? colleagues : colleagues.filter((one) => one.mayReview);
  }
}
