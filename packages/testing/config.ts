/** URL of the run's PostgreSQL server, passed from the global set-up to the workers. */
const variable = 'GALLEY_TEST_SERVER_URL';

/** Existing server to test on, such as another version of PostgreSQL. Its user has to be a superuser. */
export const givenServerUrl = process.env['GALLEY_TEST_DATABASE_URL'];

export function announceServer(url: string): void {
  process.env[variable] = url;
}

export function serverUrl(): string {
  const url = process.env[variable];
  if (!url)
    throw new Error(
      'No test server. Run the tests with vitest, which starts one in its global setup.',
    );
  return url;
}

/** Sets a compile cache, because hundreds of processes load the same modules. */
export function keepCompiled(folder: string): void {
  process.env.NODE_COMPILE_CACHE ??= folder;
}

export function keepTemporary(folder: string): void {
  process.env.TMPDIR = folder;
}

/** Existing Chromium for machines on which the npm package's one does not run: it is built for Linux on x64. */
export const givenBrowser = process.env['GALLEY_TEST_BROWSER'];

/** Folder for screenshots; without it, none are taken. */
export const picturesFolder = process.env['GALLEY_SHOTS'];

/** Content servers, and coordinators, of a test server; with more than one, a proxy distributes the requests. */
export const serverCount = Number(process.env['GALLEY_SERVERS'] ?? 1);

/** Version under which upgrade tests store their project; without it, none is stored. */
export const releaseToKeep = process.env['GALLEY_KEEP_RELEASE'];

export function bareEnvironment(variables: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...variables };
}

export function environmentWith(variables: Readonly<Record<string, string>>) {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(own), ...variables };
}
