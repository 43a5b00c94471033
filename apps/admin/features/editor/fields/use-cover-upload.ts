import { useState } from 'react';
import { galley } from '../../../lib/galley.ts';
import { refreshMedia } from '../../media/media-queries.ts';

export interface CoverUpload {
  /** 0 to 1; null while no upload is running. */
  readonly share: number | null;
  readonly error: unknown;
  readonly send: (file: File) => Promise<void>;
}

export function useCoverUpload(onDone: (path: string) => void): CoverUpload {
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (file: File) => {
    setError(null);
    setShare(0);
    try {
      const { path } = await galley.media.upload(
        { file },
        { onProgress: ({ sent, total = file.size }) => setShare(total ? sent / total : 1) },
      );
      await refreshMedia();
      onDone(path);
    } catch (problem) {
      setError(problem);
    } finally {
      setShare(null);
    }
  };
  return { share, error, send };
}
