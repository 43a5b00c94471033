import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** Count, sum and sum of squares of the versions. Each document must occur once. */
export function digestOf(documents: Iterable<{ readonly version: number }>): string {
  let [count, sum, squares] = [0, 0n, 0n];
  for (const { version } of documents) {
    const number = BigInt(version);
    count += 1;
    sum += number;
    squares += number * number;
  }
  return `${count}:${sum}:${squares}`;
}

export async function readDigest(db: Database): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select concat_ws(':', count(*), coalesce(sum(version), 0), coalesce(sum(version::numeric * version), 0)) as digest
    from published_documents
  `.execute(db);
  return rows[0]!.digest;
}
