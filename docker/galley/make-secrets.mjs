// `node make-secrets.mjs <secrets> <database> <metrics>`: makes, once, before anything starts for the first time, the
// passwords of the database (for its owner, who migrates, and for the application, which may do no more than it needs)
// and the token that metrics are read with. What is there stays. The folders are volumes of who reads them.
import { randomBytes } from 'node:crypto';
import { access, chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [, , secrets, database, metrics] = process.argv;
const password = () => randomBytes(32).toString('base64url');
const address = (user, secret) => `postgres://${user}:${secret}@postgres:5432/galley`;

const isMade = await access(join(secrets, 'database_url')).then(
  () => true,
  () => false,
);
if (isMade) console.log('The secrets are there.');
else await make();

async function make() {
  const owner = password();
  const application = password();
  await mkdir(secrets, { recursive: true });
  await chmod(secrets, 0o700);
  // Read by PostgreSQL alone, whose user is another one.
  await writeFile(join(database, 'owner_password'), owner, { mode: 0o644 });
  await writeFile(
    join(database, '10-application.sql'),
    `create role galley_app login password '${application}';\n`,
    { mode: 0o644 },
  );
  const token = password();
  await writeFile(join(metrics, 'galley-metrics-token'), token, { mode: 0o644 });
  const own = { mode: 0o600 };
  await writeFile(join(secrets, 'metrics_token'), token, own);
  await writeFile(join(secrets, 'database_owner_url'), address('galley', owner), own);
  // The last one: when it is there, all are.
  await writeFile(join(secrets, 'database_url'), address('galley_app', application), own);
  console.log('Made the secrets.');
}
