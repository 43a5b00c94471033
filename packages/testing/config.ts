/** Where the run's PostgreSQL server is, told from the set-up to the workers. */
const variable = 'GALLEY_TEST_SERVER_URL';

/** A server of one's own to test on, such as another version of PostgreSQL; its user is a superuser. */
export const givenServerUrl = process.env['GALLEY_TEST_DATABASE_URL'];

export function announceServer(url: string): void {
  process.env[variable] = url;
}

export function serverUrl(): string {
  const url = process.env[variable];
  if (!url)
    throw new Error(
      'No test server: run the tests through vitest, whose global set-up starts one.',
    );
  return url;
}

/** Hundreds of processes load the same modules: what one has compiled, the next finds in this folder. */
export function keepCompiled(folder: string): void {
  process.env.NODE_COMPILE_CACHE ??= folder;
}

/** What tests write for a while goes into this folder. */
export function keepTemporary(folder: string): void {
  process.env.TMPDIR = folder;
}

/** A Chromium of one's own, where the one that npm brings does not run: it is made for Linux on x64. */
export const givenBrowser = process.env['GALLEY_TEST_BROWSER'];

/** A folder to put pictures of pages into; without it none are taken. */
export const picturesFolder = process.env['GALLEY_SHOTS'];

/** How many content servers, and as many coordinators, a test server stands for; with more than one, a proxy is before them. */
export const serverCount = Number(process.env['GALLEY_SERVERS'] ?? 1);

/** The version under which the tests of upgrades keep the project that they make; none is kept without it. */
export const releaseToKeep = process.env['GALLEY_KEEP_RELEASE'];

/** What a program of ours needs of the environment that the tests run in, and nothing else of it. */
export function bareEnvironment(variables: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...variables };
}

/** The environment of a program that brings the libraries it needs. */
export function environmentWith(variables: Readonly<Record<string, string>>) {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(own), ...variables };
}
