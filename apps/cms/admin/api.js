/**
 * @typedef {object} Session
 * @property {string} username
 * @property {string} name
 * @property {string} role
 * @property {string[]} capabilities names, names ending in `.own`, or `*`
 * @property {string} csrf_token
 */

/** What the API refused, in its own words; `code` is `no_answer` when there was no API to hear. */
export class Problem extends Error {
  /** @param {number} status @param {Record<string, any>} body */
  constructor(status, body) {
    super(body.detail ?? '');
    this.status = status;
    this.title = body.title ?? 'Something went wrong';
    this.code = body.code ?? '';
    this.requestId = body.request_id;
    this.currentRevision = body.current_revision;
    /** @type {{ path: string, message: string }[]} */
    this.errors = body.errors ?? [];
  }
}

/** @type {Session | undefined} */
let session;
/** @type {(session: Session | undefined) => void} */
let onSession = () => {};
/** @type {() => Promise<void>} */
let signInAgain = () => Promise.resolve();

export const currentSession = () => session;

/** @param {Session | undefined} changed */
export function setSession(changed) {
  session = changed;
  onSession(changed);
}

/**
 * `session` hears who is signed in; `expired` resolves when somebody has signed in again and rejects when they gave up.
 * @param {{ session: typeof onSession, expired: typeof signInAgain }} listeners
 */
export function listen(listeners) {
  onSession = listeners.session;
  signInAgain = listeners.expired;
}

/** Whether the person may do it, to a document of this author. @param {string} capability @param {string | null} [author] */
export function may(capability, author = session?.username) {
  const granted = session?.capabilities ?? [];
  const own = author === session?.username && granted.includes(`${capability}.own`);
  return granted.includes('*') || granted.includes(capability) || own;
}

/** Reads. @param {string} path below `api/` @param {Record<string, unknown>} [query] empty values are left out */
export function get(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return call(() => send(`${path}?${search}`, {}));
}

/** Writes. @param {string} path below `api/` @param {object} [body] */
export function post(path, body) {
  return call(() => send(path, writing(body)));
}

/** Signs in with what the API needs for it. @param {'login' | 'setup'} path @param {object} body */
export async function beginSession(path, body) {
  setSession(await send(path, writing(body)));
}

/** @param {object | undefined} body @returns {RequestInit} */
function writing(body) {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(session && { 'X-CSRF-Token': session.csrf_token }),
  };
  return { method: 'POST', headers, body: body && JSON.stringify(body) };
}

/** Asks once more when the session has ended, or was begun anew in another tab. @param {() => Promise<any>} attempt */
async function call(attempt) {
  try {
    return await attempt();
  } catch (problem) {
    if (problem.code === 'csrf_failed' && session) setSession(await get('session'));
    else if (problem.code === 'unauthenticated' && session) await signInAgain();
    else throw problem;
    return attempt();
  }
}

/** Who is signed in, by the cookie; undefined when nobody is. */
export async function findSession() {
  try {
    setSession(await send('session', {}));
  } catch (problem) {
    if (problem.status !== 401) throw problem;
    setSession(undefined);
  }
  return session;
}

/** @param {string} path @param {RequestInit} init */
async function send(path, init) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, { cache: 'no-store', ...init });
  } catch {
    const detail = 'The server could not be reached. Nothing was changed; try again in a moment.';
    throw new Problem(0, { code: 'no_answer', title: 'No connection', detail });
  }
  const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
  const body = isJson ? await answer.json() : { detail: (await answer.text()).slice(0, 500) };
  if (answer.ok && isJson) return body;
  throw new Problem(answer.status, body);
}
