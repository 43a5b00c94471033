// `node make-secrets.mjs <secrets> <owner> <database> <metrics> <supervisor> <old data> <data>`: creates the passwords
// of the two database roles and the tokens of metrics and supervisor, before the first start. Later runs keep them.
// The folders are volumes: `secrets` for the servers, `owner` for the migration, `database` for the SQL that creates
// the roles, `metrics` for Prometheus, `supervisor` for the coordinator and its supervisor. Release 1.0 stored `data/`
// in the project's volume; this script moves it to its own volume.
import { randomBytes } from 'node:crypto';
import { access, chmod, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [, , secrets, owner, database, metrics, supervisor, oldData, data] = process.argv;
const password = () => randomBytes(32).toString('base64url');
const address = (user, secret) => `postgres://${user}:${secret}@postgres:5432/galley`;
const own = { mode: 0o600 };

const isMade = await access(join(owner, 'database_owner_url')).then(
  () => true,
  () => false,
);
await moveData();
if (isMade) console.log('secrets already exist');
else await make();

async function make() {
  await Promise.all([secrets, owner].map((folder) => chmod(folder, 0o700)));
  // Release 1.0 gave every service the superuser's password.
  for (const file of [join(secrets, 'database_owner_url'), join(database, 'owner_password')])
    await rm(file, { force: true });
  await rm(join(database, '10-application.sql'), { force: true });
  const ownerPassword = password();
  const application = password();
  // Readable by all, because psql runs as another user.
  await writeFile(join(database, 'roles.sql'), rolesSql(ownerPassword, application), {
    mode: 0o644,
  });
  const token = password();
  await writeFile(join(metrics, 'galley-metrics-token'), token, { mode: 0o644 });
  await writeFile(join(secrets, 'metrics_token'), token, own);
  await writeFile(join(supervisor, 'supervisor_token'), password(), own);
  await writeFile(join(secrets, 'database_url'), address('galley_app', application), own);
  // Written last: its existence shows that all secrets exist.
  await writeFile(join(owner, 'database_owner_url'), address('galley_owner', ownerPassword), own);
  console.log('created secrets');
}

/** Removes the old folder only after a complete copy. After an interruption, the next start copies again. */
async function moveData() {
  const entries = await readdir(oldData).catch(() => []);
  if (entries.length === 0) return;
  await cp(oldData, data, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await rm(oldData, { recursive: true });
  console.log('moved data/ to its own volume');
}

/** Idempotent SQL that runs at each start. It removes the password of the superuser `galley`. */
function rolesSql(ownerPassword, application) {
  const plain = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  return `
begin;
do $$
declare item record;
begin
  if not exists (select from pg_roles where rolname = 'galley_owner') then
    create role galley_owner;
  end if;
  if not exists (select from pg_roles where rolname = 'galley_app') then
    create role galley_app;
  end if;
  for item in
    select format('alter table %I.%I owner to galley_owner', n.nspname, c.relname) as statement
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relowner <> 'galley_owner'::regrole
        and (c.relkind in ('r', 'p', 'v', 'm') or (c.relkind = 'S' and not exists (
          select from pg_depend where objid = c.oid and deptype in ('a', 'i')
        )))
    union all
    select format('alter routine %s owner to galley_owner', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.proowner <> 'galley_owner'::regrole
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select format('alter type %I.%I owner to galley_owner', n.nspname, t.typname)
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where n.nspname = 'public' and t.typowner <> 'galley_owner'::regrole and t.typtype in ('e', 'd')
  loop
    execute item.statement;
  end loop;
end
$$;
alter role galley_owner ${plain} password '${ownerPassword}';
alter role galley_app ${plain} password '${application}';
alter role galley password null;
alter database galley owner to galley_owner;
alter schema public owner to galley_owner;
commit;
`;
}
