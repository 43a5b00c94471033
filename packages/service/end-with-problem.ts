import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeProblem, problemType, requestIdOf } from '@galley/http';
import type { DomainError } from '@galley/kernel';

export function endWithProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: DomainError,
): void {
  const request_id = requestIdOf(request);
  const described = describeProblem(problem);
  const text = JSON.stringify({ ...described, request_id });
  response.writeHead(described.status, {
    'Content-Type': problemType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Request-Id': request_id,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
