const pattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function normalizeUsername(input: string): string {
  return input.trim().toLowerCase();
}

export function isUsername(username: string): boolean {
  return pattern.test(username);
}
