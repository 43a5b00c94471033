import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { narrowings, shapeOfSchema } from './schema-shape.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql
    .raw(
      `create table inks (
        id bigint generated always as identity primary key,
        name text not null unique,
        colour text check (colour in ('black', 'blue')),
        price integer not null default 1
      );
      create unique index inks_by_price on inks (price) where price > 1;
      create function darker(a text) returns text language sql as 'select a';`,
    )
    .execute(database.db);
});

afterAll(() => database.close());

async function taken(statements: string): Promise<string[]> {
  const undone = new Error('not kept');
  let found: string[] = [];
  const done = database.db.transaction().execute(async (transaction) => {
    const before = await shapeOfSchema(transaction);
    await sql.raw(statements).execute(transaction);
    found = narrowings(before, await shapeOfSchema(transaction));
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return found;
}

test.each([
  'create table papers (id bigint primary key, ink bigint not null references inks (id))',
  'alter table inks add column maker text',
  'alter table inks add column maker text not null default $$nobody$$ check (maker <> $$$$)',
  'alter table inks alter column name drop not null',
  'create index inks_by_name on inks (name, price)',
  // Allowing more values is compatible.
  'alter table inks drop constraint inks_colour_check, add constraint inks_colour_check check (colour <> $$$$)',
  'create or replace function darker(a text) returns text language sql as $$select a || a$$',
])('is compatible with the previous release: %s', async (statements) => {
  expect(await taken(statements)).toEqual([]);
});

test.each([
  ['drop table inks', ['the table inks is gone']],
  ['alter table inks rename to pens', ['the table inks is gone']],
  ['alter table inks drop column colour', ['the column inks.colour is gone']],
  ['alter table inks rename column colour to hue', ['the column inks.colour is gone']],
  [
    'alter table inks alter column price type bigint',
    ['the column inks.price is bigint, and was integer'],
  ],
  [
    'alter table inks alter column colour set not null',
    ['the column inks.colour no longer accepts null'],
  ],
  [
    'alter table inks add column maker text not null',
    ['the column inks.maker is new, rejects null and has no default'],
  ],
  ['drop index inks_by_price', ['the uniqueness constraint inks_by_price of inks is gone']],
  [
    'alter table inks drop constraint inks_name_key',
    ['the uniqueness constraint inks_name_key of inks is gone'],
  ],
  [
    'alter table inks add constraint dear check (price > 0)',
    ['dear rejects rows of inks that were accepted before'],
  ],
  [
    'create unique index inks_once on inks (colour)',
    ['inks_once rejects rows of inks that were accepted before'],
  ],
  ['drop function darker', ['the function darker(a text) is gone']],
])('is reported as incompatible with the previous release: %s', async (statements, expected) => {
  expect(await taken(statements)).toEqual(expected);
});
