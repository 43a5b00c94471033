import type { UploadFile } from './call.ts';
import type { Route } from './route.ts';

export type Input = Readonly<Record<string, unknown>>;

/** A request to the server; retries send the same one. */
export interface GalleyRequest {
  readonly operation: string;
  readonly route: Route;
  readonly url: string;
  /** JSON, or the text fields sent with a file. */
  readonly body: string | Readonly<Record<string, string>> | undefined;
  readonly file: UploadFile | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Address {
  /** Base URL without a trailing slash. */
  readonly baseUrl: string;
  readonly adminPath: string;
}

/** @throws TypeError if a path parameter is missing */
export function createRequest(
  operation: string,
  route: Route,
  { input, address, headers }: { input: Input; address: Address; headers: Record<string, string> },
): GalleyRequest {
  const { file, ...rest } = input;
  const left = { ...(route.body === 'multipart' ? rest : input) };
  const path = route.path.replace(/\{(\w+)\}/g, (_found, name: string) => {
    const value = left[name];
    delete left[name];
    return encodeSegment(operation, name, value);
  });
  const query = route.method === 'GET' ? buildSearch(left) : '';
  const shared = { operation, route, url: buildAddress(route, address) + path + query };
  if (route.body === 'multipart') {
    return { ...shared, headers, body: toTexts(left), file: file as UploadFile };
  }
  // Empty bodies, too: the server stores an answer per idempotency key only for requests with a body.
  const body = route.body && JSON.stringify(left);
  const json = body && { 'content-type': 'application/json' };
  return { ...shared, headers: { ...json, ...headers }, body, file: undefined };
}

function buildAddress({ base }: Route, { baseUrl, adminPath }: Address): string {
  const paths = {
    admin: `/${adminPath}/api`,
    platform: '/__platform/api',
    plugins: `/${adminPath}/plugin-api`,
    runs: '/api/v1',
    root: '',
  };
  return baseUrl + paths[base];
}

/** Rejects `.` and `..`, which URL parsers treat as folders even when encoded. */
function encodeSegment(operation: string, name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${operation} requires ${name}: a text that is valid in an address.`);
  }
  return encodeURIComponent(text);
}

function buildSearch(input: Input): string {
  const search = new URLSearchParams(toTexts(input)).toString();
  return search && `?${search}`;
}

function toTexts(input: Input): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
