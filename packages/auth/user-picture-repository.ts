import type { Database } from '@galley/database';

/** Hashes by username. */
export type PictureHashes = ReadonlyMap<string, string>;

export interface UserPicture {
  /** SHA-256 of the image, in hexadecimal. */
  readonly hash: string;
  readonly image: Buffer;
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

  async findImage(hash: string): Promise<Buffer | undefined> {
    const row = await this.#db
      .selectFrom('user_pictures')
      .select('image')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.image;
  }

  async save(username: string, picture: UserPicture): Promise<void> {
    await this.#db
      .insertInto('user_pictures')
      .values({ username, ...picture })
      .onConflict((conflict) => conflict.column('username').doUpdateSet(picture))
      .execute();
  }

  async delete(username: string): Promise<void> {
    await this.#db.deleteFrom('user_pictures').where('username', '=', username).execute();
  }
}
