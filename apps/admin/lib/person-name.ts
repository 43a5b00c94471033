/** What somebody is called, where the server has said so; else their user name. */
export function personName(names: Readonly<Record<string, string>>, username: string): string {
  return names[username] ?? username;
}
