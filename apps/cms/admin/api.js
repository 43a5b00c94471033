/**
 * @typedef {object} Session
 * @property {string} username
 * @property {string} name
 * @property {string} email
 * @property {string} role
 * @property {string[]} capabilities names, names ending in `.own`, or `*`
 * @property {boolean} mfa_complete false while a second factor is due: there is nothing else to be done then
 * @property {boolean} has_second_factor
 * @property {string} csrf_token
 */

/** What the API refused, in its own words; `code` is `no_answer` when there was no API to hear. */
export class Problem extends Error {
  /** @param {number} status @param {Record<string, any>} body @param {Date} [again] when another attempt may do better */
  constructor(status, body, again = undefined) {
    super(body.detail ?? '');
    this.status = status;
    this.title = body.title ?? 'Something went wrong';
    this.code = body.code ?? '';
    this.requestId = body.request_id;
    this.currentRevision = body.current_revision;
    /** @type {{ path: string, message: string }[]} */
    this.errors = body.errors ?? [];
    this.again = again;
  }
}

/** @type {Session | undefined} */
let session;
/** @type {(session: Session | undefined) => void} */
let onSession = () => {};
/**
 * What may be done about a problem, by its code, before the call is made once more.
 * @type {Record<string, () => Promise<unknown>>}
 */
const remedies = {
  // The session was begun anew in another tab.
  csrf_failed: async () => setSession(await get('session')),
};

export const currentSession = () => session;

/** @param {Session | undefined} changed */
export function setSession(changed) {
  session = changed;
  onSession(changed);
}

/**
 * `session` hears who is signed in. The others ask the person for what a call needs: they resolve when it can be made
 * again, and reject when the person gave up.
 * @param {{ session: typeof onSession, expired: () => Promise<void>, unconfirmed: () => Promise<void> }} listeners
 */
export function listen({ session: heard, expired, unconfirmed }) {
  onSession = heard;
  remedies.unauthenticated = expired;
  remedies.reauthentication_required = unconfirmed;
}

/** Whether the person may do it, to a document of this author. @param {string} capability @param {string | null} [author] */
export function may(capability, author = session?.username) {
  const granted = session?.capabilities ?? [];
  const own = author === session?.username && granted.includes(`${capability}.own`);
  return granted.includes('*') || granted.includes(capability) || own;
}

/** Reads. @param {string} path below `api/` @param {Record<string, unknown>} [query] empty values are left out */
export function get(path, query = {}) {
  return call(() => peek(path, query));
}

/** Reads what nobody waits for: whatever is in its way, the person is asked nothing. @param {string} path @param {Record<string, unknown>} query */
export function peek(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return send(`${path}?${search}`, {});
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

/**
 * Makes the call again after each remedy; none is tried twice.
 * @param {() => Promise<any>} attempt @param {string[]} [tried] codes
 */
async function call(attempt, tried = []) {
  try {
    return await attempt();
  } catch (problem) {
    const { code } = problem;
    if (!session || tried.includes(code) || !Object.hasOwn(remedies, code)) throw problem;
    await remedies[code]();
    return call(attempt, [...tried, code]);
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
  const seconds = answer.status === 429 ? Number(answer.headers.get('retry-after')) : 0;
  throw new Problem(
    answer.status,
    body,
    seconds ? new Date(Date.now() + seconds * 1000) : undefined,
  );
}
