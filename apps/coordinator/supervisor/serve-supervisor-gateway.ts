import express, { type Request, type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { FixedToken, httpProblems, securityHeaders, trackWork } from '@galley/http';
import type { SupervisorGateway } from '@galley/runcoord';
import { deskMethods, isGatewayMethod } from './gateway-methods.ts';

/** For a batch of events, of which a long line may make several. */
const maxBodyBytes = 8 * 1_048_576;

/** `POST {method}` takes the argument as JSON and answers `{result}`. */
export function serveSupervisorGateway(gateway: SupervisorGateway, token: string): Router {
  const router = express.Router();
  const body = express.json({ limit: maxBodyBytes });
  router.post(
    '/:method',
    securityHeaders(),
    requireToken(new FixedToken(token)),
    body,
    answer(gateway),
  );
  return router;
}

function requireToken(token: FixedToken): RequestHandler {
  return (request, _response, next) => {
    if (!token.isIn(request.headers.authorization)) {
      throw httpProblems.unauthenticated(
        'Send the supervisor token (coordinator.supervisor.token of the coordinator) as "Authorization: Bearer <token>".',
      );
    }
    next();
  };
}

function answer(gateway: SupervisorGateway): RequestHandler<{ method: string }> {
  return async (request, response, next) => {
    const { method } = request.params;
    if (!isGatewayMethod(method)) return next();
    const given = parseInput(deskMethods[method], request);
    const call = gateway[method].bind(gateway) as (given: unknown) => Promise<unknown>;
    const result = await trackWork(response, call(given));
    response.set('Cache-Control', 'no-store').json({ result });
  };
}

function parseInput(schema: z.ZodType, { body }: Pick<Request, 'body'>): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw httpProblems.invalid_request(
    `The request body is invalid: ${z.prettifyError(parsed.error)}.`,
  );
}
