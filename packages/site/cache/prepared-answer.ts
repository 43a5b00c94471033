import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesTag, type SiteResponse } from '../site-response.ts';

type Encoding = 'br' | 'gzip';

/** Raw headers of 200 and 304. */
interface Form {
  readonly etag: string;
  readonly headers: string[];
  readonly unchanged: string[];
  /** Latin-1 string if sent frequently. */
  body: Buffer | string;
  timesSent: number;
}

const compress: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  // Higher levels take seconds to save a few bytes.
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
};

/** Node writes header and string in one system call. */
const maxSingleWrite = 8_192;
/** Strings live in the garbage-collected heap. */
const minSendsForString = 10;
/** Smaller bodies fit into one packet. */
const minCompressedBytes = 1_000;
const compressible =
  /^(?:text\/|application\/(?:[a-z.+-]*json|[a-z.+-]*xml|javascript)|image\/svg)/;

/** Compressed on first request. Each encoding has its own strong ETag (RFC 9110, 8.8.3.3). */
export class PreparedAnswer {
  readonly status: number;
  /** False for errors and alternative file names, whose number is unlimited. */
  readonly isCacheable: boolean;
  /** Including future compressed forms. */
  readonly bytes: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #plain: Form;
  readonly #isCompressible: boolean;
  readonly #forms: Partial<Record<Encoding, Form>> = {};
  readonly #coming: Partial<Record<Encoding, Promise<Form>>> = {};

  constructor({ status, headers, body }: SiteResponse) {
    const { etag, ...others } = headers;
    const buffer =
      typeof body === 'string'
        ? Buffer.from(body)
        : Buffer.from(body.buffer, body.byteOffset, body.length);
    this.status = status;
    this.isCacheable = status === 200 && headers['cache-control'] !== 'no-store';
    this.#isCompressible =
      etag !== undefined &&
      buffer.length >= minCompressedBytes &&
      compressible.test(headers['content-type'] ?? '');
    this.bytes = this.#isCompressible ? Math.ceil(buffer.length * 1.5) : buffer.length;
    this.#headers = this.#isCompressible ? { ...others, vary: 'Accept-Encoding' } : others;
    this.#plain = formOf(this.#headers, etag, buffer);
  }

  /** Never throws. */
  send(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const accepted = request.headers['accept-encoding'];
    const encoding =
      accepted === undefined || !this.#isCompressible ? undefined : selectEncoding(accepted);
    const form = encoding === undefined ? this.#plain : this.#forms[encoding];
    if (form !== undefined) {
      this.#write(form, { request, response, requestId });
      return;
    }
    this.#form(encoding!).then(
      (made) => this.#write(made, { request, response, requestId }),
      () => this.#write(this.#plain, { request, response, requestId }),
    );
  }

  #write(
    form: Form,
    {
      request,
      response,
      requestId,
    }: { request: IncomingMessage; response: ServerResponse; requestId: string },
  ): void {
    const { etag, headers, unchanged } = form;
    const known = request.headers['if-none-match'];
    if (known !== undefined && this.status === 200 && matchesTag(known, etag)) {
      response.writeHead(304, ['X-Request-Id', requestId, ...unchanged]).end();
      return;
    }
    response.writeHead(this.status, ['X-Request-Id', requestId, ...headers]);
    if (request.method === 'HEAD') response.end();
    else response.end(bodyToSend(form), 'latin1');
  }

  #form(encoding: Encoding): Promise<Form> {
    return (this.#coming[encoding] ??= this.#compressed(encoding));
  }

  async #compressed(encoding: Encoding): Promise<Form> {
    const { etag, body } = this.#plain;
    const form = formOf(
      { ...this.#headers, 'content-encoding': encoding },
      `${etag.slice(0, -1)}-${encoding}"`,
      await compress[encoding](typeof body === 'string' ? Buffer.from(body, 'latin1') : body),
    );
    this.#forms[encoding] = form;
    return form;
  }
}

function formOf(
  headers: Readonly<Record<string, string>>,
  etag: string | undefined,
  body: Buffer,
): Form {
  const tagged: Record<string, string> = { ...headers, ...(etag !== undefined && { etag }) };
  const { 'content-type': _type, 'content-encoding': _encoding, ...unchanged } = tagged;
  return {
    etag: etag ?? '',
    headers: Object.entries({ ...tagged, 'content-length': String(body.length) }).flat(),
    unchanged: Object.entries(unchanged).flat(),
    body,
    timesSent: 0,
  };
}

function bodyToSend(form: Form): Buffer | string {
  const { body } = form;
  if (typeof body === 'string' || body.length > maxSingleWrite) return body;
  form.timesSent += 1;
  if (form.timesSent > minSendsForString) form.body = body.toString('latin1');
  return form.body;
}

/** Weight zero refuses one (RFC 9110, 12.5.3). */
function selectEncoding(accepted: string): Encoding | undefined {
  const taken = new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  const weightOf = (name: Encoding): number => taken.get(name) ?? taken.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : undefined;
}
