import pg from 'pg';
import type { DatabaseAddress } from '@galley/database';

/** For a hundred authors, one every 50 minutes up to now. Needs 10,000 documents of `insertManyDocuments`. */
export async function insertManyNotifications(
  database: string | DatabaseAddress,
  count: number,
): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query(insertUsers);
    await client.query(insertNotifications, [count]);
    await client.query('vacuum analyze users, notifications');
  } finally {
    await client.end();
  }
}

const insertUsers = `
  insert into users (username, name, email, role, created_at)
  select 'author-' || n, '', '', 'author', now() from generate_series(1, 100) as n
`;

const insertNotifications = `
  insert into notifications (username, event_id, type, document_id, actor, at, read_at)
  select 'author-' || person, n, 'assigned', person + 300 * (n / 100 % 33), 'galley',
    now() - ($1 - n) * interval '50 minutes',
    case when n < $1 / 2 or n / 100 % 10 > 0 then now() end
  from generate_series(1, $1::integer) as n cross join lateral (select 1 + n % 100 as person) as people
`;
