import type { MetricsSnapshot } from '@galley/http';

/** What the primary says to a worker. */
export type ToWorker =
  /** With a socket: the worker is to answer on it. */
  | { readonly kind: 'connection' }
  /** All are about to stop: probes and answers are to say so. */
  | { readonly kind: 'leave' }
  /** No more connections come; what has begun is to be finished. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'collect'; readonly question: number }
  | { readonly kind: 'gathered'; readonly question: number; readonly text: string };

/** What a worker says to the primary. */
export type ToPrimary =
  /** It can answer requests. */
  | { readonly kind: 'ready' }
  /** The connection has come; the next one may. */
  | { readonly kind: 'took' }
  /** It is about to stop, and wants no more connections. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'counted'; readonly metrics: MetricsSnapshot }
  | {
      readonly kind: 'collected';
      readonly question: number;
      readonly metrics: MetricsSnapshot;
    }
  | { readonly kind: 'gather'; readonly question: number };

/** Whether it is one of ours: others, such as what counts requests, use the same channel. */
export function isOurs<T extends ToWorker | ToPrimary>(message: unknown): message is T {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
