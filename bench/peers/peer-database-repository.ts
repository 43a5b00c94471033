import { Client, type ClientConfig } from 'pg';

export class PeerDatabaseRepository {
  readonly #owner: ClientConfig;

  constructor(owner: ClientConfig) {
    this.#owner = owner;
  }

  /** Creates an empty database, and returns its name. */
  async create(peer: string): Promise<string> {
    const name = `bench_${peer}`;
    const client = new Client(this.#owner);
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return name;
  }
}
