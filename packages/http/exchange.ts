import type { Request, Response } from 'express';

/** A request and what answers it. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}
