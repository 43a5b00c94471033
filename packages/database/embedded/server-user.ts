import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedProblems } from './problems.ts';
import type { SystemUser } from './program.ts';

/** PostgreSQL refuses root, which gets the cluster's owner, `postgres` or `nobody`. `undefined` for this account. */
export async function chooseServerUser(dataDirectory: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataDirectory).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (account) return account;
  throw embeddedProblems.database_start_failed(
    'PostgreSQL does not run as root, and /etc/passwd has no user "postgres" or "nobody" to run it. Add one of them or run Galley as an ordinary user.',
  );
}

function parseAccounts(passwd: string): Map<string, SystemUser> {
  const accounts = new Map<string, SystemUser>();
  for (const line of passwd.split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (Number(uid) > 0) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}

/** Leaves folders alone that root does not own. */
export async function giveFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  if (!user || (await stat(folder)).uid !== 0) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), user.uid, user.gid);
  }
  // The folder last: its owner tells a later attempt whether this one finished.
  await lchown(folder, user.uid, user.gid);
}
