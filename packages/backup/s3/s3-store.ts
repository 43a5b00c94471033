import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
  ListMultipartUploadsCommandOutput,
  MultipartUpload,
  S3Client,
} from '@aws-sdk/client-s3';
import { syncFolder } from '@galley/kernel';
import { dirname } from 'node:path';
import { parseArchiveName } from '../archive/archive-name.ts';
import { backupProblems } from '../problems.ts';
import { asS3Problem } from './s3-problem.ts';

export interface S3StoreOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Folder in the bucket, without a slash at the end. */
  readonly prefix?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

/** Derived from the name in the bucket. Other objects are ignored, and never deleted. */
export interface StoredBackup {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly size: number;
  readonly isEncrypted: boolean;
}

const partBytes = 8 * 1024 * 1024;
/** S3 allows this many parts in an upload. */
const maxParts = 10_000;
const partsAtOnce = 2;
const attempts = 5;
const timeoutMs = 60_000;

/** The library is loaded with the first request. All errors are `backup_failed`, with the answer of the service. */
export class S3Store {
  readonly #options: S3StoreOptions;
  #client: S3Client | undefined;

  constructor(options: S3StoreOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): Promise<StoredBackup[]> {
    return this.#request('list the backups', async (client) => {
      const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
      const Prefix = this.#key('');
      const found: StoredBackup[] = [];
      const { bucket: Bucket } = this.#options;
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        for (const { Key = '', Size = 0 } of Contents) {
          const id = Key.slice(Prefix.length);
          const parsed = parseArchiveName(id);
          if (parsed) found.push({ id, ...parsed, size: Size, isEncrypted: id.endsWith('.age') });
        }
      }
      return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    });
  }

  /** In parts, each with its signed SHA-256; afterwards compares the stored size. */
  upload(id: string, path: string, signal?: AbortSignal): Promise<void> {
    return this.#request(`upload ${id}`, async (client) => {
      const [{ HeadObjectCommand }, { Upload }] = await Promise.all([
        import('@aws-sdk/client-s3'),
        import('@aws-sdk/lib-storage'),
      ]);
      const { size } = await stat(path);
      const at = { Bucket: this.#options.bucket, Key: this.#key(id) };
      const upload = new Upload({
        client,
        params: {
          ...at,
          Body: createReadStream(path),
          ContentType: id.endsWith('.age') ? 'application/octet-stream' : 'application/zip',
          // Compared after a download.
          Metadata: { sha256: await sha256OfFile(path, signal) },
        },
        partSize: Math.max(partBytes, Math.ceil(size / (maxParts - 1))),
        queueSize: partsAtOnce,
      });
      const abort = (): void => void upload.abort();
      signal?.addEventListener('abort', abort, { once: true });
      try {
        await upload.done();
      } finally {
        signal?.removeEventListener('abort', abort);
      }
      const { ContentLength } = await client.send(new HeadObjectCommand(at));
      if (ContentLength !== size)
        throw backupProblems.backup_failed(
          `The service stored ${ContentLength ?? 0} of the ${size} bytes of ${id}.`,
        );
    });
  }

  /**
   * Writes the new file `to` under a temporary name first, and compares its checksum with that of the uploaded file.
   * @throws `not_found`
   */
  download(id: string, to: string, signal?: AbortSignal): Promise<void> {
    return this.#request(`download ${id}`, async (client) => {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      const at = { Bucket: this.#options.bucket, Key: this.#key(id) };
      const { Body, Metadata } = await client.send(new GetObjectCommand(at), {
        ...(signal && { abortSignal: signal }),
      });
      const part = `${to}.fetched`;
      const hash = createHash('sha256');
      // Replaces the remains of a killed download.
      const file = await open(part, 'w', 0o600);
      try {
        try {
          for await (const chunk of Body as Readable) {
            signal?.throwIfAborted();
            hash.update(chunk as Buffer);
            await file.writeFile(chunk as Buffer);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        if (Metadata?.['sha256'] !== hash.digest('hex'))
          throw backupProblems.invalid_archive(
            `${id} was changed in the bucket, or another program uploaded it: its SHA-256 differs from the recorded one.`,
          );
        await rename(part, to);
        await syncFolder(dirname(to));
      } finally {
        await rm(part, { force: true });
      }
    });
  }

  remove(id: string): Promise<void> {
    return this.#request(`delete ${id}`, async (client) => {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      await client.send(
        new DeleteObjectCommand({ Bucket: this.#options.bucket, Key: this.#key(id) }),
      );
    });
  }

  /** Parts of uploads of killed processes, which services keep and charge for. Requires that no upload is running. */
  abortUnfinished(): Promise<void> {
    return this.#request('remove unfinished uploads', async (client) => {
      const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } =
        await import('@aws-sdk/client-s3');
      const [Bucket, Prefix] = [this.#options.bucket, this.#key('')];
      const found: MultipartUpload[] = [];
      let page: ListMultipartUploadsCommandOutput | undefined;
      do {
        const next = page && {
          KeyMarker: page.NextKeyMarker,
          UploadIdMarker: page.NextUploadIdMarker,
        };
        page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...next }));
        found.push(...(page.Uploads ?? []));
      } while (page.IsTruncated === true);
      for (const { Key = '', UploadId } of found) {
        if (!parseArchiveName(Key.slice(Prefix.length))) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    });
  }

  close(): void {
    this.#client?.destroy();
    this.#client = undefined;
  }

  #key(id: string): string {
    const { prefix } = this.#options;
    return prefix === undefined ? id : `${prefix}/${id}`;
  }

  async #request<T>(what: string, work: (client: S3Client) => Promise<T>): Promise<T> {
    try {
      return await work((this.#client ??= await connect(this.#options)));
    } catch (error) {
      throw asS3Problem(error, what, this.#options);
    }
  }
}

/** Explicit credentials and region keep the library from asking other services. */
async function connect(options: S3StoreOptions): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = options;
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    followRegionRedirects: false,
    disableS3ExpressSessionAuth: true,
    // Many services lack the newer checksums. Each part has a signed SHA-256 all the same.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });
}

async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
