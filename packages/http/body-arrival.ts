import type { IncomingMessage, ServerResponse } from 'node:http';

export const uploadArrivalMs = 60 * 60_000;

const timers = new WeakMap<IncomingMessage, (milliseconds: number) => void>();

/** Closes the connection when the body is late, even after the answer: Node would keep reading. */
export function limitBodyArrival(
  request: IncomingMessage,
  response: ServerResponse,
  milliseconds: number,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if ((length === undefined || length === '0') && encoding === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const begin = (time: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => endUnlessComplete(request, response), time).unref();
  };
  begin(milliseconds);
  timers.set(request, begin);
  request.once('end', () => clearTimeout(timer));
  // On the request: a socket carries many requests.
  request.once('close', () => clearTimeout(timer));
}

/** Call it only after checking that the caller may upload. */
export function allowUploadTime(request: IncomingMessage): void {
  timers.get(request)?.(uploadArrivalMs);
}

function endUnlessComplete(request: IncomingMessage, response: ServerResponse): void {
  const { complete, socket } = request;
  if (complete) return;
  if (socket.writable && !response.headersSent)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
