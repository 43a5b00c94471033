/** Person by user name, for accounts that ever shared a sign-in with another one (ADD-SSO-4). Usually empty. */
export type SharedAccounts = ReadonlyMap<string, string>;

const none: SharedAccounts = new Map();

/** All checks of independence compare people with this, not user names (ADD-IND-1 to ADD-IND-3, ADD-SSO-4). */
export function isSamePerson(one: string, other: string, shared: SharedAccounts = none): boolean {
  return one === other || (shared.get(one) ?? one) === (shared.get(other) ?? other);
}

/** All of these accounts, and every account that counts as one person with one of them. */
export function withSharedAccounts(
  usernames: readonly string[],
  shared: SharedAccounts,
): readonly string[] {
  const others = [...shared.keys()].filter((name) =>
    usernames.some((username) => isSamePerson(name, username, shared)),
  );
  return [...new Set([...usernames, ...others])];
}
