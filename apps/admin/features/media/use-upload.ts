import type { MediaItem } from '@galley/sdk';
import { useState } from 'react';
import { galley } from '../../lib/galley.ts';
import { refreshMedia } from './media-queries.ts';

export interface Upload {
  /** 0 to 1; null while no upload is running. */
  readonly share: number | null;
  readonly error: unknown;
  readonly send: (file: File) => Promise<void>;
}

export function useUpload(onDone: (item: MediaItem) => void): Upload {
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (file: File) => {
    setError(null);
    setShare(0);
    try {
      const item = await galley.media.upload(
        { file },
        { onProgress: ({ sent, total = file.size }) => setShare(total ? sent / total : 1) },
      );
      await refreshMedia();
      onDone(item);
    } catch (problem) {
      setError(problem);
    } finally {
      setShare(null);
    }
  };
  return { share, error, send };
}
