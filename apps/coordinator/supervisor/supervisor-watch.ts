import type { Database } from '@galley/database';
import type { MetricDefinition, MetricsSource } from '@galley/http';
import type { Clock } from '@galley/kernel';
import { SupervisorRepository, type SupervisorRecord } from '@galley/runcoord';

const cacheTtlMs = 2_000;

/** Reads at most every two seconds. Returns the last known status if the database does not answer. */
export class SupervisorWatch {
  readonly #read: () => Promise<readonly SupervisorRecord[]>;
  readonly #clock: Clock;
  #known: readonly SupervisorRecord[] = [];
  #readAt = 0;

  constructor(options: {
    readonly db: Database;
    readonly workspaceId: string;
    readonly clock: Clock;
  }) {
    const { db, workspaceId, clock } = options;
    this.#read = () => new SupervisorRepository(db).list(workspaceId);
    this.#clock = clock;
  }

  async list(): Promise<readonly SupervisorRecord[]> {
    const now = this.#clock.now().getTime();
    if (now - this.#readAt < cacheTtlMs) return this.#known;
    this.#readAt = now;
    try {
      this.#known = await this.#read();
    } catch {
      // `/readyz` reports an unreachable database.
    }
    return this.#known;
  }
}

export function describeSupervisors(records: readonly SupervisorRecord[]) {
  return records.map(({ place, driver, isHere, status }) => ({
    place,
    driver,
    is_here: isHere,
    running: status?.running ?? 0,
    phantom: status?.phantom ?? 0,
    unowned: status?.unowned ?? 0,
    stuck: status?.stuck.length ?? 0,
    error: status?.error ?? null,
  }));
}

export const supervisorMetrics = {
  supervisors: {
    name: 'galley_supervisors',
    type: 'gauge',
    help: 'Supervisors of the project by state: here (running), or gone (stopped within the last week).',
    labels: ['state'],
  },
  agents: {
    name: 'galley_supervised_agents',
    type: 'gauge',
    help: 'Agents started by supervisors, by state: starting or running.',
    labels: ['state'],
  },
  differences: {
    name: 'galley_supervisor_differences_total',
    type: 'counter',
    help: 'Differences between table and machine since the supervisors started, by kind: phantom (agent only in the table) or unowned (agent only running).',
    labels: ['kind'],
  },
  stuck: {
    name: 'galley_supervisor_stuck',
    type: 'gauge',
    help: 'Work items without further turns after five failed turns.',
  },
  failing: {
    name: 'galley_supervisors_failing',
    type: 'gauge',
    help: 'Supervisors whose last check failed.',
  },
} as const satisfies Record<string, MetricDefinition>;

export function tellSupervisors(
  watch: SupervisorWatch,
): MetricsSource<keyof typeof supervisorMetrics> {
  return {
    definitions: supervisorMetrics,
    isProjectWide: true,
    async collect() {
      const all = await watch.list();
      const here = all.filter(({ isHere }) => isHere);
      const sum = (of: 'starting' | 'running' | 'phantom' | 'unowned') =>
        here.reduce((total, { status }) => total + (status?.[of] ?? 0), 0);
      return {
        supervisors: [
          { labels: { state: 'here' }, value: here.length },
          { labels: { state: 'gone' }, value: all.length - here.length },
        ],
        agents: (['starting', 'running'] as const).map((state) => ({
          labels: { state },
          value: sum(state),
        })),
        differences: (['phantom', 'unowned'] as const).map((kind) => ({
          labels: { kind },
          value: sum(kind),
        })),
        stuck: here.reduce((total, { status }) => total + (status?.stuck.length ?? 0), 0),
        failing: here.filter(({ status }) => status?.error != null).length,
      };
    },
  };
}
