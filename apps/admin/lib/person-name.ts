/** Display name of a user, or the user name if the server sent none. */
export function personName(names: Readonly<Record<string, string>>, username: string): string {
  return names[username] ?? username;
}
