/** Variables that `git` and `ssh` need, and none with secrets of the server. */
export function programEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', HOME } = process.env;
  return { PATH, ...(HOME !== undefined && { HOME }) };
}
