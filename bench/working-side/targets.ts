import type { ActName } from './acts.ts';

interface ActTarget {
  /** Maximum number of SQL statements. */
  readonly statements: number;
  /** Maximum processor time of server and PostgreSQL, in multiples of the floor's. */
  readonly cpu: number;
  /** Minimum requests per second, as a share of the floor's. */
  readonly throughput: number;
}

const list: ActTarget = { statements: 2, cpu: 8, throughput: 0.15 };
const save: ActTarget = { statements: 9, cpu: 4, throughput: 0.35 };

export const actTargets: Readonly<Record<ActName, ActTarget>> = {
  open: { statements: 2, cpu: 5, throughput: 0.25 },
  'list, first page': list,
  'list, last page': list,
  create: save,
  save,
  publish: { statements: 11, cpu: 5, throughput: 0.3 },
};

/** Maximum seconds and megabytes. */
export const limits = {
  indexed: 4,
  start: 0.7,
  idle: 200,
  afterLoad: 350,
  afterPublishing: 450,
} as const;
