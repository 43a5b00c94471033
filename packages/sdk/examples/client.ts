import { createGalley, type Galley } from '@galley/sdk';

/** Creates a client from the environment: `GALLEY_URL`, and a personal token in the given variable. */
export function clientFor(variable = 'GALLEY_TOKEN'): Galley {
  const { GALLEY_URL: baseUrl = 'http://localhost:8080', [variable]: token } = process.env;
  if (!token)
    throw new Error(
      `Set ${variable} to a personal API token. Create one in the admin under Your account.`,
    );
  return createGalley({ baseUrl, token });
}
