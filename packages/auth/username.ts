const pattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** How a user name is stored and compared: what people type with capitals or a blank too many is the same name. */
export function normalizeUsername(input: string): string {
  return input.trim().toLowerCase();
}

/** Whether a normalised name can belong to anybody. */
export function isUsername(username: string): boolean {
  return pattern.test(username);
}
