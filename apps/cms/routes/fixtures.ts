import { expect } from 'vitest';
import type { Answer, Client } from '../fixtures.ts';

export interface DocumentDetail {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly revision: string;
  readonly raw: string;
  readonly raw_body: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

export interface DocumentPage {
  readonly items: readonly DocumentDetail[];
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
  readonly has_more: boolean;
}

const api = '/__admin/api';

/** Somebody at work on documents over the API. `detail`, `saved` and `created` expect to be let. */
export class Desk {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async list(query: Record<string, string> = {}): Promise<DocumentPage> {
    const address = `${api}/documents?${new URLSearchParams(query).toString()}`;
    return granted(await this.client.get(address));
  }

  open(path: string, id?: string): Promise<Answer> {
    const query = new URLSearchParams(id === undefined ? { path } : { path, id });
    return this.client.get(`${api}/document?${query.toString()}`);
  }

  async detail(path: string): Promise<DocumentDetail> {
    return granted(await this.open(path));
  }

  save(body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.client.post(`${api}/documents/save`, body, headers);
  }

  async saved(body: object): Promise<DocumentDetail> {
    return granted(await this.save(body));
  }

  /** A post in English, unless it says otherwise. */
  create(body: object): Promise<Answer> {
    const input = { type: 'post', lang: 'en', content: 'Text.\n', ...body };
    return this.client.post(`${api}/documents/create`, input);
  }

  async created(body: object): Promise<DocumentDetail> {
    return granted(await this.create(body));
  }

  askHistory(path: string): Promise<Answer> {
    return this.client.get(`${api}/documents/history?${new URLSearchParams({ path }).toString()}`);
  }

  async history(path: string): Promise<Record<string, string | null>[]> {
    return granted(await this.askHistory(path));
  }
}

function granted<T>(answer: Answer): T {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
}
