import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long the body of a signed-in upload may take to arrive: a large file over a slow line takes long. */
export const uploadArrivalMs = 60 * 60_000;

const timers = new WeakMap<IncomingMessage, (milliseconds: number) => void>();

/**
 * Ends the connection of a request whose body has not arrived in time, answered or not: Node reads on after an early
 * answer, so that anybody could keep the connection open.
 */
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
  // On the request and not on its socket, which takes many requests.
  request.once('close', () => clearTimeout(timer));
}

/** Gives the body of a request the time that an upload takes. To be called only when the caller may upload. */
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
