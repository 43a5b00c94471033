import type { WriteStream } from 'node:tty';

export interface Progress {
  readonly show: (done: number, total: number) => void;
  readonly clear: () => void;
}

const clearLine = '\r\u001B[K';

/** Rewrites one progress line on a terminal; silent elsewhere. */
export function progressOn(
  stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean },
  what: string,
): Progress {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (done, total) => void stream.write(`${clearLine}${done} of ${total} ${what}`),
    clear: () => void stream.write(clearLine),
  };
}
