const administrator = { username: 'ada', password: 'a long enough passphrase' };

export const administratorVariables = {
  GALLEY_ADMIN_USERNAME: administrator.username,
  GALLEY_ADMIN_PASSWORD: administrator.password,
};

/** Turns off rate limits, so that the measurement shows the work instead of refusals. */
export const withoutLimits = {
  GALLEY_LIMITS__PUBLIC_REQUESTS_PER_MINUTE: '0',
  GALLEY_LIMITS__SESSION_REQUESTS_PER_MINUTE: '0',
};

interface Detail {
  readonly path: string;
  readonly url: string;
  readonly raw_body: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
}

export interface BuildRecord {
  readonly requested_at: string;
  readonly error: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly result: { readonly rendered: number; readonly written: number } | null;
}

export class SignedIn {
  readonly #api: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(api: string, headers: Readonly<Record<string, string>>) {
    this.#api = api;
    this.#headers = headers;
  }

  static async at(site: string, credentials = administrator): Promise<SignedIn> {
    const api = `${site}/__admin/api`;
    const response = await fetch(`${api}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    if (!response.ok)
      throw new Error(`${credentials.username} cannot sign in: ${response.status}.`);
    const { csrf_token } = (await response.json()) as { csrf_token: string };
    const cookie = response.headers.getSetCookie()[0]!.split(';', 1)[0]!;
    return new SignedIn(api, { cookie, 'x-csrf-token': csrf_token });
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  document(path: string): Promise<Detail> {
    return this.#ask(`/document?path=${encodeURIComponent(path)}`);
  }

  create(title: string, content: string): Promise<Detail> {
    return this.#ask('/documents/create', { type: 'post', lang: 'en', title, content });
  }

  publish({ path, frontmatter }: Detail, content: string): Promise<Detail> {
    const published = { ...frontmatter, workflow: 'published' };
    return this.#ask('/documents/save', { path, content, frontmatter: published });
  }

  save(path: string, content: string): Promise<Detail> {
    return this.#ask('/documents/save', { path, content });
  }

  addUser(user: Readonly<Record<'username' | 'name' | 'email' | 'role' | 'password', string>>) {
    return this.#ask<unknown>('/users/save', user);
  }

  builds(): Promise<readonly BuildRecord[]> {
    return this.#ask('/operations/builds');
  }

  async #ask<Answer>(path: string, body?: unknown): Promise<Answer> {
    const isJson = body !== undefined && { 'content-type': 'application/json' };
    const response = await fetch(this.#api + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...this.#headers, ...isJson },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
