import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AskedOfEndpoint {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly stream?: boolean;
    readonly [name: string]: unknown;
  };
}

export type EndpointReply = (
  response: ServerResponse,
  asked: AskedOfEndpoint,
) => void | Promise<void>;

export class ChatEndpoint implements AsyncDisposable {
  readonly baseUrl: string;
  readonly asked: AskedOfEndpoint[] = [];
  reply: EndpointReply;
  readonly #server;
  #waiting: (() => void)[] = [];
  #left = 0;

  private constructor(server: ReturnType<typeof createServer>, reply: EndpointReply) {
    this.#server = server;
    this.reply = reply;
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#answer(request, response);
    });
  }

  static async start(reply: EndpointReply = writing('Ink is black.')): Promise<ChatEndpoint> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ChatEndpoint(server, reply);
  }

  get left(): number {
    return this.#left;
  }

  requests(count: number): Promise<void> {
    return this.#until(() => this.asked.length >= count);
  }

  departures(count: number): Promise<void> {
    return this.#until(() => this.#left >= count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as AskedOfEndpoint['body'];
    const { method = '', url: path = '', headers } = request;
    const asked = { method, path, headers, body };
    response.on('close', () => {
      if (!response.writableFinished) this.#left += 1;
      this.#tell();
    });
    this.asked.push(asked);
    this.#tell();
    await this.reply(response, asked);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #tell(): void {
    for (const tell of this.#waiting.splice(0)) tell();
  }
}

/** Responds with this text, at once or streamed word by word, as requested; `null` omits the token count. */
export function writing(content: string, tokens: number | null = 42): EndpointReply {
  return (response, { body: { stream, model } }) => {
    if (!stream) {
      sendCompletion(response, { model, content, tokens });
      return;
    }
    const pieces = content.match(/\S+\s*/g) ?? [];
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const piece of pieces) response.write(contentEvent(piece, model));
    response.write(chunk({ model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    if (tokens !== null) {
      response.write(chunk({ model, choices: [], usage: { total_tokens: tokens } }));
    }
    response.end('data: [DONE]\n\n');
  };
}

function sendCompletion(
  response: ServerResponse,
  { model, content, tokens }: { model: string; content: string; tokens: number | null },
): void {
  const message = { role: 'assistant', content };
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: `${model}-0613`,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      ...(tokens !== null && { usage: { total_tokens: tokens } }),
    }),
  );
}

export function contentEvent(content: string, model = 'model'): string {
  return chunk({ model, choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

function chunk(fields: object): string {
  const data = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, ...fields };
  return `data: ${JSON.stringify(data)}\n\n`;
}
