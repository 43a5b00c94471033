import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Call {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, by POST. */
  readonly body?: unknown;
}

/** Keeps connections open; uses less of the processors, which the servers share, than `fetch`. */
export class LoadClient implements Disposable {
  readonly #agent = new Agent({ keepAlive: true });

  /** Rejects for every status but 200. */
  async send({ url, headers = {}, body }: Call): Promise<string> {
    const data = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const ofBody = data && { 'content-type': 'application/json', 'content-length': data.length };
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const options = { agent: this.#agent, method: data ? 'POST' : 'GET' };
    const sent = request(url, { ...options, headers: { ...headers, ...ofBody } }, (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${url}: ${response.statusCode} ${answer}`));
      }, reject);
    });
    sent.once('error', reject);
    sent.end(data);
    return promise;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
