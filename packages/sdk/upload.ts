import type { UploadFile, UploadOptions } from './call.ts';
import type { GalleyRequest } from './request.ts';

export interface UploadBody {
  readonly body: FormData | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers: Readonly<Record<string, string>>;
}

export function isReplayable(file: UploadFile | undefined): boolean {
  return !file || toContent(file) !== undefined;
}

/** Builds a `FormData` body, or a stream if the caller tracks progress or the file is itself a stream. */
export function uploadBody(request: GalleyRequest, options: UploadOptions): UploadBody {
  const file = request.file!;
  if (isReplayable(file) && !options.onProgress) return { body: createForm(request), headers: {} };
  const boundary = `galley-${crypto.randomUUID()}`;
  return {
    body: createStream(createParts(request, boundary, options), options.signal),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

export function createForm({ body, file }: GalleyRequest): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, value);
  form.set('file', toContent(file!)!, file!.name);
  return form;
}

function toContent(file: UploadFile): Blob | undefined {
  if (file instanceof Blob) return file;
  const { content } = file;
  if (content instanceof Blob) return content;
  return typeof content === 'string' || content instanceof Uint8Array
    ? new Blob([content])
    : undefined;
}

async function* createParts(
  { body, file }: GalleyRequest,
  boundary: string,
  { onProgress }: UploadOptions,
): AsyncGenerator<Uint8Array, void> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const head = (rest: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
  for (const [name, value] of Object.entries(body ?? {})) {
    yield bytes(`${head(`name="${name}"`)}${value}\r\n`);
  }
  yield bytes(head(`name="file"; filename="${escapeQuotes(file!.name)}"`));
  const { chunks, total } = readChunks(file!);
  let sent = 0;
  for await (const chunk of chunks) {
    yield chunk;
    sent += chunk.byteLength;
    onProgress?.({ sent, total });
  }
  yield bytes(`\r\n--${boundary}--\r\n`);
}

interface Chunks {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly total: number | undefined;
}

function readChunks(file: UploadFile): Chunks {
  const content = toContent(file);
  if (content) return { chunks: content.stream(), total: content.size };
  const { content: chunks, size } = file as { content: AsyncIterable<Uint8Array>; size?: number };
  return { chunks, total: size };
}

/** Escapes a file name as browsers do (HTML, 4.10.22.8). */
function escapeQuotes(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** Ends on abort by itself, since some `fetch` implementations do not cancel an unused body. */
function createStream(
  parts: AsyncGenerator<Uint8Array, void>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Errors of the source do not matter after an abort.
  const stop = (): void => void parts.return().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      signal?.throwIfAborted();
      if (!done) {
        controller.enqueue(value as Uint8Array<ArrayBuffer>);
        return;
      }
      signal?.removeEventListener('abort', stop);
      controller.close();
    },
    async cancel() {
      await parts.return();
    },
  });
}
