import type { MediaItem, UploadedMedia } from '@galley/sdk';
import { galley } from '../../lib/galley.ts';
import { createStore } from '../../lib/store.ts';
import { refreshMedia } from './media-queries.ts';

export interface Upload {
  readonly id: number;
  readonly file: File;
  /** `undefined` for the folder of the current month. */
  readonly folder: string | undefined;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** 0 to 100. */
  readonly percent: number;
  readonly error?: unknown;
  readonly media?: UploadedMedia;
}

const maxParallelUploads = 3;

/** Uploads continue while the user visits other pages; the browser asks before leaving the admin. */
export const uploads = createStore<readonly Upload[]>([]);

const controllers = new Map<number, AbortController>();
let next = 1;

export function addUploads(files: readonly File[], folder: string | undefined): void {
  const added = files.map((file): Upload => {
    const id = next++;
    return { id, file, folder, state: 'waiting', percent: 0 };
  });
  uploads.set((before) => [...before, ...added]);
  start();
}

export function isInProgress({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}

export function canRetry({ state }: Upload): boolean {
  return state === 'failed' || state === 'cancelled';
}

export function cancelUpload({ id }: Upload): void {
  controllers.get(id)?.abort();
  change(id, { state: 'cancelled' });
}

export function cancelAll(): void {
  for (const upload of uploads.get().filter(isInProgress)) cancelUpload(upload);
}

export function retryUpload({ id }: Upload): void {
  change(id, { state: 'waiting', percent: 0 });
  start();
}

export function retryFailed(): void {
  for (const { id, state } of uploads.get())
    if (state === 'failed') change(id, { state: 'waiting', percent: 0 });
  start();
}

export function dismissUpload({ id }: Upload): void {
  uploads.set((before) => before.filter((upload) => upload.id !== id));
}

export function clearUploads(): void {
  uploads.set((before) => before.filter(isInProgress));
}

export function noteDescribed(item: MediaItem): void {
  for (const { id, media } of uploads.get())
    if (media?.path === item.path) change(id, { media: { ...media, ...item } });
}

function change(id: number, changed: Partial<Upload>): void {
  uploads.set((before) =>
    before.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)),
  );
}

function start(): void {
  const all = uploads.get();
  const free = maxParallelUploads - all.filter(({ state }) => state === 'sending').length;
  const waiting = all.filter(({ state }) => state === 'waiting');
  for (const upload of waiting.slice(0, Math.max(0, free))) void send(upload);
}

async function send({ id, file, folder }: Upload): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  controllers.set(id, controller);
  change(id, { state: 'sending', error: undefined });
  try {
    const media = await galley.media.upload(
      { file, ...(folder !== undefined && { path: folder }) },
      {
        signal,
        onProgress: ({ sent, total = file.size }) => {
          const percent = total === 0 ? 100 : Math.floor((100 * sent) / total);
          const known = uploads.get().find((upload) => upload.id === id)?.percent;
          if (percent !== known) change(id, { percent });
        },
      },
    );
    change(id, { state: 'done', percent: 100, media });
  } catch (error) {
    if (!signal.aborted) change(id, { state: 'failed', error });
  } finally {
    // A retried upload has a new controller, which must stay.
    if (controllers.get(id) === controller) controllers.delete(id);
    start();
    if (!uploads.get().some(isInProgress)) await refreshMedia();
  }
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

uploads.subscribe(() => {
  if (uploads.get().some(isInProgress)) addEventListener('beforeunload', preventUnload);
  else removeEventListener('beforeunload', preventUnload);
});
