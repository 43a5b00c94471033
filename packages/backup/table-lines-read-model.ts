import copyStreams from 'pg-copy-streams';
import { withOwnConnection, type DatabaseHandle } from '@galley/database';
import type { TableLines } from './archive/create-archive.ts';
import { copiedTables } from './copied-tables.ts';

type Client = Parameters<Parameters<typeof withOwnConnection>[1]>[0];

/** A snapshot of the database: UTC times, binary columns as `\x…`, columns of type `json` as text. */
export class TableLinesReadModel {
  readonly #address: DatabaseHandle['address'];

  constructor(address: DatabaseHandle['address']) {
    this.#address = address;
  }

  /** `work` reads each table to its end before requesting the next. */
  read<T>(work: (tables: AsyncIterable<TableLines>) => Promise<T>): Promise<T> {
    return withOwnConnection(this.#address(), async (client) => {
      await client.query('begin isolation level repeatable read read only');
      await client.query(`set local time zone 'UTC'`);
      return work(this.#tables(client));
    });
  }

  async *#tables(client: Client): AsyncGenerator<TableLines> {
    for (const table of copiedTables) {
      const columns = await columnsOf(client, table);
      // Added by a migration that this database does not have yet.
      if (columns.length === 0) continue;
      yield { table, lines: client.query(copyStreams.to(copyStatement(table, columns))) };
    }
  }
}

interface Column {
  readonly name: string;
  readonly type: string;
}

async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select quote_ident(column_name) as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows;
}

/** JSON has no control characters: with two of them as quote and delimiter, no value needs quoting. */
function copyStatement(table: string, columns: readonly Column[]): string {
  const values = columns.map(({ name, type }) =>
    type === 'json' ? `${name}::text as ${name}` : name,
  );
  return `copy (select to_jsonb(line) from (select ${values.join(', ')} from ${table}) as line)
    to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`;
}
