import { listDependentAccounts, type Database } from '@galley/database';

/** Hashes by username. */
export type PictureHashes = ReadonlyMap<string, string>;

export interface KnownPicture {
  readonly hash: string;
  /** For public pages, beside the current display name. */
  readonly isApproved: boolean;
}

export interface UserPicture {
  /** SHA-256 of the image, in hexadecimal. */
  readonly hash: string;
  readonly image: Buffer;
}

interface PictureApproval {
  readonly username: string;
  readonly hash: string;
  /** Display name that the approver saw. */
  readonly name: string;
  readonly by: string;
}

/** Expects normalised (lower-case) user names. */
export class UserPictureRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findHashes(usernames: readonly string[]): Promise<PictureHashes> {
    if (usernames.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('user_pictures')
      .select(['username', 'hash'])
      .where('username', 'in', usernames)
      .execute();
    return new Map(rows.map(({ username, hash }) => [username, hash]));
  }

  async find(usernames: readonly string[]): Promise<ReadonlyMap<string, KnownPicture>> {
    if (usernames.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('user_pictures')
      .innerJoin('users', 'users.username', 'user_pictures.username')
      .select(['users.username', 'hash', 'approved_name', 'users.name'])
      .where('users.username', 'in', usernames)
      .execute();
    return new Map(
      rows.map(({ username, hash, approved_name: approved, name }) => [
        username,
        { hash, isApproved: approved === name },
      ]),
    );
  }

  /** `undefined` unless public pages may show the picture (ADD-ACC-2). */
  async findPublicImage(hash: string): Promise<Buffer | undefined> {
    const row = await this.#db
      .selectFrom('user_pictures')
      .innerJoin('users', 'users.username', 'user_pictures.username')
      .select('image')
      .where('hash', '=', hash)
      .where('users.enabled', '=', true)
      .whereRef('approved_name', '=', 'users.name')
      .executeTakeFirst();
    return row?.image;
  }

  async findImage(hash: string): Promise<Buffer | undefined> {
    const row = await this.#db
      .selectFrom('user_pictures')
      .select('image')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.image;
  }

  /** Another picture needs another approval. */
  async save(username: string, picture: UserPicture): Promise<void> {
    const unapproved = { ...picture, approved_by: null, approved_name: null };
    await this.#db
      .insertInto('user_pictures')
      .values({ username, ...picture })
      .onConflict((conflict) => conflict.column('username').doUpdateSet(unapproved))
      .execute();
  }

  /** Also for a picture of another account of the actor, and of a person who had a token of the actor (ADD-SSO-10). */
  async isOwn(actor: string, username: string): Promise<boolean> {
    return (await listDependentAccounts(this.#db, [actor])).has(username);
  }

  /** False if the user no longer has this picture or display name. */
  async approve({ username, hash, name, by }: PictureApproval): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('user_pictures')
      .from('users')
      .set({ approved_by: by, approved_name: name })
      .whereRef('users.username', '=', 'user_pictures.username')
      .where('user_pictures.username', '=', username)
      .where('hash', '=', hash)
      .where('users.name', '=', name)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async delete(username: string): Promise<void> {
    await this.#db.deleteFrom('user_pictures').where('username', '=', username).execute();
  }
}
