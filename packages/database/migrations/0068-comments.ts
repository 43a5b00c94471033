import { sql, type Kysely } from 'kysely';

/**
 * Names are kept as text, like those of the history. The anchor is a range in the body of `revision`; without a revision
 * it is only the quote with the text around it, until a save contains it. Without a quote it is the whole document.
 */
const comments = `
create table comment_threads (
  id text primary key,
  document_id bigint not null references documents (id) on delete cascade,
  kind text not null check (kind in ('suggestion', 'comment')),
  state text not null check (state in ('open', 'resolved', 'accepted', 'rejected', 'withdrawn')),
  author text not null,
  created_at timestamptz not null,
  revision text,
  range_from integer,
  range_to integer,
  quote text,
  prefix text not null,
  suffix text not null,
  replacement text,
  decided_by text,
  decided_at timestamptz,
  preview_link text,
  check ((kind = 'suggestion') = (replacement is not null)),
  check ((revision is null) = (range_from is null) and (revision is null) = (range_to is null)),
  check (quote is not null or (revision is null and kind = 'comment'))
);
create index comment_threads_of_document on comment_threads (document_id, id);

create table comments (
  id text primary key,
  thread_id text not null references comment_threads (id) on delete cascade,
  author text not null,
  guest_name text,
  body text not null,
  created_at timestamptz not null,
  edited_at timestamptz
);
create index comments_of_thread on comments (thread_id, id);
`;

/** Administrators may do everything; roles of a project's own get the capability from them. */
const roles = `
update roles set capabilities = array_append(capabilities, 'documents.comment')
where builtin and name in ('editor', 'reviewer') and not 'documents.comment' = any(capabilities);
update roles set capabilities = array_append(capabilities, 'documents.comment.own')
where builtin and name = 'author' and not 'documents.comment.own' = any(capabilities);
`;

const previewLinks = `
alter table preview_links add column guest_comments boolean not null default false;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [comments, roles, previewLinks]) await sql.raw(part).execute(db);
}
