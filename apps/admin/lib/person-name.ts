export function personName(names: Readonly<Record<string, string>>, username: string): string {
  return names[username] ?? username;
}
