import type { Request, Response } from 'express';

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}
