import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sha256 } from '@galley/kernel';

interface StoredObject {
  readonly bytes: Buffer;
  readonly sha256: string;
}

interface Upload {
  readonly key: string;
  readonly sha256: string;
  readonly parts: Map<number, Buffer>;
}

interface Call {
  /** Such as `PUT part`, `POST complete`, `GET objects`. */
  readonly operation: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly sum: string;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  /** Ceph sends none. */
  readonly message?: string;
}

const pageSize = 2;
const secret = 'a-secret-of-the-bucket';
const keyId = 'GALLEYTESTKEY';

/** S3 on a loopback socket: checks Signature Version 4 and the checksum of each body, as the services do. */
export class S3Service implements AsyncDisposable {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  readonly calls: string[] = [];
  /** Refuses calls, or delays them. */
  onCall: (call: Call) => Promise<Refusal | undefined> = () => Promise.resolve(undefined);
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async open(): Promise<S3Service> {
    const service = new S3Service();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get options() {
    return {
      endpoint: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      region: 'eu-test-1',
      bucket: 'press',
      prefix: 'site/backups',
      accessKeyId: keyId,
      secretAccessKey: secret,
      pathStyle: true,
    };
  }

  /** As a section of `galley.yaml`. */
  get settings() {
    const { endpoint, region, bucket, prefix } = this.options;
    return { endpoint, region, bucket, prefix, access_key_id: keyId, secret_access_key: secret };
  }

  /** Names below the prefix. */
  get ids(): string[] {
    return [...this.objects.keys()].map((key) => key.replace('site/backups/', '')).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url!, 'http://localhost');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const operation = operationOf(request.method!, key, url.searchParams);
    const sum = String(request.headers['x-amz-meta-sha256'] ?? '');
    this.calls.push(operation);
    const refusal =
      signatureFault(request, body) ??
      (bucket === 'press' ? undefined : { status: 404, code: 'NoSuchBucket' }) ??
      (await this.onCall({ operation, key, query: url.searchParams, body, sum }));
    if (refusal) {
      const { code, message = 'refused' } = refusal;
      const sentence = message === '' ? '' : `<Message>${message}</Message>`;
      const text = `<Error><Code>${code}</Code>${sentence}</Error>`;
      send(response, { status: refusal.status, text: request.method === 'HEAD' ? '' : text });
    } else this.#perform({ operation, key, query: url.searchParams, body, sum }, response);
  }

  #perform(call: Call, response: ServerResponse): void {
    const { operation, key, query, body, sum } = call;
    const done: Readonly<Record<string, () => void>> = {
      'PUT object': () => {
        this.objects.set(key, { bytes: body, sha256: sum });
        send(response, { headers: { etag: etag(body) } });
      },
      'POST uploads': () => {
        const id = randomUUID();
        this.uploads.set(id, { key, sha256: sum, parts: new Map() });
        const name = 'InitiateMultipartUploadResult';
        send(response, { text: `<${name}><UploadId>${id}</UploadId></${name}>` });
      },
      'PUT part': () => {
        this.uploads.get(query.get('uploadId')!)!.parts.set(Number(query.get('partNumber')), body);
        send(response, { headers: { etag: etag(body) } });
      },
      'POST complete': () => this.#complete(query.get('uploadId')!, response),
      'DELETE upload': () => {
        this.uploads.delete(query.get('uploadId')!);
        send(response, { status: 204 });
      },
      'DELETE object': () => {
        this.objects.delete(key);
        send(response, { status: 204 });
      },
      'GET uploads': () => this.#listUploads(query, response),
      'GET objects': () => this.#list(query, response),
      'HEAD object': () => this.#get(key, response, true),
      'GET object': () => this.#get(key, response, false),
    };
    done[operation]!();
  }

  #complete(id: string, response: ServerResponse): void {
    const upload = this.uploads.get(id)!;
    const numbers = [...upload.parts.keys()].sort((a, b) => a - b);
    const bytes = Buffer.concat(numbers.map((number) => upload.parts.get(number)!));
    this.objects.set(upload.key, { bytes, sha256: upload.sha256 });
    this.uploads.delete(id);
    const name = 'CompleteMultipartUploadResult';
    send(response, { text: `<${name}><Key>${upload.key}</Key></${name}>` });
  }

  /** In the order of keys and ids, which the markers of the next page name. */
  #listUploads(query: URLSearchParams, response: ServerResponse): void {
    const place = (key: string, id: string): string => `${key}\n${id}`;
    const [prefix, marker] = [
      query.get('prefix') ?? '',
      place(query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''),
    ];
    const rest = [...this.uploads]
      .map(([id, { key }]) => ({ id, key }))
      .filter(({ id, key }) => key.startsWith(prefix) && place(key, id) > marker)
      .sort((a, b) => (place(a.key, a.id) < place(b.key, b.id) ? -1 : 1));
    const page = rest.slice(0, pageSize);
    const isLast = rest.length === page.length;
    const last = page.at(-1);
    const next = isLast
      ? ''
      : `<NextKeyMarker>${last!.key}</NextKeyMarker><NextUploadIdMarker>${last!.id}</NextUploadIdMarker>`;
    const items = page.map(
      ({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    const name = 'ListMultipartUploadsResult';
    send(response, {
      text: `<${name}><IsTruncated>${String(!isLast)}</IsTruncated>${next}${items.join('')}</${name}>`,
    });
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const start = Number(query.get('continuation-token') ?? 0);
    const isLast = start + pageSize >= keys.length;
    const items = keys.slice(start, start + pageSize).map((key) => {
      const { bytes } = this.objects.get(key)!;
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size></Contents>`;
    });
    const next = isLast ? '' : `<NextContinuationToken>${start + pageSize}</NextContinuationToken>`;
    send(response, {
      text: `<ListBucketResult><IsTruncated>${String(!isLast)}</IsTruncated>${next}${items.join('')}</ListBucketResult>`,
    });
  }

  #get(key: string, response: ServerResponse, isHead: boolean): void {
    const object = this.objects.get(key);
    if (!object) {
      const text = isHead ? '' : '<Error><Code>NoSuchKey</Code></Error>';
      send(response, { status: 404, text });
      return;
    }
    const { bytes, sha256: sum } = object;
    response.writeHead(200, { 'content-length': bytes.length, 'x-amz-meta-sha256': sum });
    response.end(isHead ? undefined : bytes);
  }
}

function operationOf(method: string, key: string, query: URLSearchParams): string {
  if (key === '') return query.has('uploads') ? 'GET uploads' : 'GET objects';
  if (query.has('uploads')) return 'POST uploads';
  if (!query.has('uploadId')) return `${method} object`;
  return { PUT: 'PUT part', POST: 'POST complete', DELETE: 'DELETE upload' }[method]!;
}

function send(
  response: ServerResponse,
  {
    status = 200,
    text = '',
    headers = {},
  }: { status?: number; text?: string; headers?: Record<string, string> },
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text);
}

const etag = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Amazon's Signature Version 4, with a signed body. */
function signatureFault(request: IncomingMessage, body: Buffer): Refusal | undefined {
  const { headers, method = '' } = request;
  const [, day, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=GALLEYTESTKEY\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!day) return { status: 403, code: 'InvalidAccessKeyId' };
  const sum = String(headers['x-amz-content-sha256']);
  if (sum !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const [path, query = ''] = request.url!.split('?');
  const pairs = query.split('&').filter(Boolean);
  const canonical = [
    method,
    path,
    pairs
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...signed!.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sum,
  ].join('\n');
  const scope = `${day}/${region!}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, region!, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secret}`,
  );
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return expected === signature ? undefined : { status: 403, code: 'SignatureDoesNotMatch' };
}
