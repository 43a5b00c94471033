import pg from 'pg';
import type { DatabaseAddress } from '@galley/database';

/** Documents without files, as after years of work; word frequencies follow those of a natural language. */
export async function insertManyDocuments(
  database: string | DatabaseAddress,
  { count, words }: { readonly count: number; readonly words: number },
): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select setseed(0.2026)');
    await client.query(insertDocuments, [count]);
    await client.query(insertHistory, [words]);
    await client.query(insertSearch);
    await client.query('commit');
    await client.query('vacuum analyze documents, document_history, document_search');
  } finally {
    await client.end();
  }
}

/** Gives every document three of 1,001 tags, and every published one its public row. */
export async function spreadTerms(database: string | DatabaseAddress): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query(updateTerms);
    await client.query(insertPublished);
    await client.query('vacuum analyze documents, published_documents');
  } finally {
    await client.end();
  }
}

/** Makes every published document public with its text, and searchable. */
export async function publishMany(database: string | DatabaseAddress): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query(insertPublishedTexts);
    await client.query('update document_search set version = 1');
    await client.query('vacuum analyze published_documents, public_search');
  } finally {
    await client.end();
  }
}

export async function lengthenHistory(
  database: string | DatabaseAddress,
  { documentId, entries }: { readonly documentId: number; readonly entries: number },
): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query(insertEntries, [documentId, entries]);
    await client.query('vacuum analyze document_history');
  } finally {
    await client.end();
  }
}

/** A tenth of the words start with the same letter, as in a natural language. */
export function nthWord(n: number): string {
  return `${'abcdefghij'[n % 10]!}word${n}`;
}

function nthWordIn(n: string): string {
  return `(substr('abcdefghij', ${n} % 10 + 1, 1) || 'word' || ${n})`;
}

const insertDocuments = `
  insert into documents (
    path, public_id, type, lang, slug, title, url, author, assignee, reviewer, date, updated_at, status,
    taxonomies, fields, params, revision, head_hash, materialised)
  select
    'posts/' || n % 300 || '/' || n || '.md', 'en:post:' || n, case when n % 4 = 0 then 'page' else 'post' end,
    case when n % 3 = 0 then 'es' else 'en' end, 'slug-' || n, 'Title ' || ${nthWordIn('((n * 7919) % 5000)')} || ' of ' || n,
    '/' || n, 'author-' || n % 300, case when n % 50 = 0 then 'author-' || n % 7 end,
    case when n % 60 = 0 then 'author-' || n % 11 end,
    case when n % 10 > 0 then timestamptz '2015-01-01' + random() * interval '10 years' end,
    case when n % 5 > 0 then timestamptz '2015-01-01' + random() * interval '10 years' end,
    (array['published', 'published', 'published', 'published', 'draft', 'draft', 'in_review', 'archived'])[n % 8 + 1],
    case when n % 400 = 0 then '{"tags": ["Ink", "Lead"]}'::jsonb else '{"tags": ["Ink"]}' end, '{}', '{}', 'r' || n, 'h' || n, true
  from generate_series(1, $1::integer) as n
`;

const updateTerms = `
  update documents set taxonomies = jsonb_build_object('tags',
    jsonb_build_array('Tag ' || id % 1000, 'Tag ' || (id * 7 + 1) % 1000, 'Ink'))
`;

const insertPublished = `
  insert into published_documents (
    document_id, path, public_id, type, lang, translation_key, slug, title, url, date, has_own_date, taxonomies, terms,
    aliases, fields, params, body, hash, revision, published_at)
  select id, path, public_id, type, lang, public_id, slug, title, url, now(), true, taxonomies, array['tags'],
    '{}', '{}', '{}', repeat('Text ', 400), head_hash, revision, now()
  from documents where status = 'published'
`;

const insertPublishedTexts = `
  insert into published_documents (
    document_id, path, public_id, type, lang, translation_key, slug, title, url, date, has_own_date, taxonomies, terms,
    aliases, fields, params, body, hash, revision, published_at)
  select id, path, public_id, type, lang, public_id, slug, title, url, now() - id * interval '1 hour', true, taxonomies,
    array['tags'], '{}', '{}', '{}', convert_from(bytes, 'UTF8'), head_hash, documents.revision, now()
  from documents join document_history on document_id = id and hash = head_hash
  where documents.status = 'published'
`;

const insertHistory = `
  insert into document_history
    (document_id, seq, hash, author, message, kind, status, revision, at, bytes)
  select id, 1, head_hash, 'external', '', 'external', status, revision, now(), convert_to(body, 'UTF8')
  from documents cross join lateral (
    select string_agg(${nthWordIn('n')}, ' ') as body
    from generate_series(1, $1::integer) as place
    cross join lateral (select floor(exp(random() * ln(5000)))::integer as n where place > 0) as chosen
    where documents.id > 0
  ) as texts
`;

const insertSearch = `
  insert into document_search (document_id, config, head, everything)
  select id, config, head, head || to_tsvector(config::regconfig, convert_from(bytes, 'UTF8'))
  from documents join document_history on document_id = id
  cross join lateral (select case lang when 'es' then 'spanish' else 'english' end as config) as configs
  cross join lateral (select setweight(to_tsvector(config::regconfig, title), 'A') as head) as heads
`;

const insertEntries = `
  insert into document_history
    (document_id, seq, hash, author, message, kind, status, revision, at, bytes)
  select $1, n, lpad(n::text, 64, 'a'), 'edith', 'Version ' || n, 'save', 'draft', '', now(),
    convert_to('Version ' || n, 'UTF8')
  from generate_series(2, $2::integer) as n
`;
