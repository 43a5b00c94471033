import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { SecretWatch } from '@galley/testing';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** @throws when the body is not JSON */
  json<T = Record<string, unknown>>(): T;
}

export interface UploadForm {
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer> };
}

export class Client {
  readonly #url: string;
  readonly #watch: SecretWatch;
  cookie: string | undefined;
  /** Binds challenges for passkeys to a browser without session. */
  passkeyCookie: string | undefined;
  csrfToken: string | undefined;

  constructor(url: string, watch = new SecretWatch()) {
    this.#url = url;
    this.#watch = watch;
  }

  async signIn(credentials: {
    username: string;
    password: string;
    totp_code?: string;
  }): Promise<Answer> {
    const answer = await this.post('/__admin/api/login', credentials);
    this.csrfToken = answer.json<{ csrf_token: string }>().csrf_token;
    return answer;
  }

  at(server: { visitor(): Client }): Client {
    return Object.assign(server.visitor(), { cookie: this.cookie, csrfToken: this.csrfToken });
  }

  /** The next sign-in needs the next code, or a recovery code. */
  async enableFactor(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = (await this.post('/__admin/api/totp/setup')).json<{ secret: string }>();
    const enabled = await this.post('/__admin/api/totp/enable', { code: totpCode(secret) });
    return { secret, recoveryCodes: enabled.json<{ recovery_codes: string[] }>().recovery_codes };
  }

  /** Sends the path as written, since `fetch` would normalize `..` and `//`. */
  async getExactly(path: string): Promise<Answer> {
    const { hostname, port } = new URL(this.#url);
    const request = httpRequest({ hostname, port, path }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = (await response.toArray()) as Buffer[];
    const headers = new Headers(Object.entries(response.headers).flatMap(headerPairs));
    return answer(response.statusCode!, headers, Buffer.concat(chunks).toString());
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  upload(path: string, form: UploadForm, headers: Record<string, string> = {}): Promise<Answer> {
    const data = new FormData();
    for (const [name, value] of Object.entries(form.fields ?? {})) data.set(name, value);
    if (form.file) data.set('file', new Blob([form.file.content]), form.file.name);
    return this.send(path, { method: 'POST', body: data, headers });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const json =
      body === undefined
        ? {}
        : {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', ...headers },
          };
    return this.send(path, { method: 'POST', headers, ...json });
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.csrfToken && !headers.has('x-csrf-token')) headers.set('x-csrf-token', this.csrfToken);
    const { response, cookie } = await this.#exchange(path, { ...init, headers });
    const text = await response.text();
    this.#watchAnswer(`${init.method ?? 'GET'} ${path}`, response.headers, text);
    this.#watch.plant('the cookie of a session', cookie && decodeURIComponent(cookie));
    return answer(response.status, response.headers, text);
  }

  /** Sends a request like a script on a page: only the cookie is handled here. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    return (await this.#exchange(path, init)).response;
  }

  async #exchange(path: string, init: RequestInit) {
    const headers = new Headers(init.headers);
    const cookies = [this.cookie, this.passkeyCookie].filter((one) => one !== undefined);
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const response = await fetch(this.#url + path, { redirect: 'manual', ...init, headers });
    const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
    if (set) this.cookie = set.split(';', 1)[0];
    const bound = response.headers.getSetCookie().find((cookie) => cookie.startsWith('passkey='));
    if (bound) this.passkeyCookie = bound.split(';', 1)[0];
    const [, cookie] = set?.split(/[=;]/, 2) ?? [];
    return { response, cookie };
  }

  /** Secrets in this answer must not occur in any other answer. */
  #watchAnswer(where: string, headers: Headers, text: string): void {
    const others = [...headers].filter(([name]) => name !== 'set-cookie');
    this.#watch.look('answers', `the answer to ${where}`, `${text}\n${others.join('\n')}`);
    this.#watch.learn(where, text);
  }
}

function answer(status: number, headers: Headers, text: string): Answer {
  return { status, headers, text, json: () => JSON.parse(text) as never };
}

function headerPairs([name, value]: [string, string | string[] | undefined]): [string, string][] {
  return [value ?? []].flat().map((one) => [name, one]);
}

/** The code of an authenticator app, `steps` × 30 seconds from now (RFC 6238). */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g)!;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
