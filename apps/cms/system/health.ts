import type { HealthResponse, LiveResponse, ReadyResponse } from '@galley/contract';
import type { Clock } from '@galley/kernel';
import { checkInTime, oncePerSecond, readBuildInfo, type Check, type Probe } from '@galley/service';
import type { BuildInfo } from '@galley/service';
import type { Config } from '@galley/settings';
import type { HealthCheck } from '../service-component.ts';

export interface HealthOptions {
  readonly config: Config;
  readonly build: BuildInfo;
  readonly clock: Clock;
  /** Whether public pages can be answered without the database. */
  readonly maySendStale: () => boolean;
  /** Checks of all nouns. `database` and `content_tree` also decide on readiness. */
  readonly checks: Readonly<Record<string, HealthCheck>>;
  /** Whether a service manager runs this process. */
  readonly managed: boolean;
  readonly instanceId: string | undefined;
}

const leaving: Check = { ok: false, error: 'is about to stop' };

/** Answers never contain a path of the host (content-platform, Health endpoint). */
export class Health {
  readonly #options: HealthOptions;
  #isStopping = false;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Announces the shutdown, so that load balancers remove this process. */
  startStopping(): void {
    this.#isStopping = true;
  }

  readonly probes: Readonly<Record<string, Probe>> = {
    '/__health': oncePerSecond(async () => {
      const body = await this.report();
      return { status: body.status === 'healthy' ? 200 : 503, body };
    }),
    '/__live': () => Promise.resolve({ status: 200, body: live }),
    '/__ready': oncePerSecond(async () => {
      const body = await this.readiness();
      return { status: body.status === 'ready' ? 200 : 503, body };
    }),
  };

  async report(): Promise<HealthResponse> {
    const { clock, checks: all } = this.#options;
    const { admin_ready, ...about } = aboutServer(this.#options);
    const admin: Check = admin_ready ? { ok: true } : { ok: false, error: 'the admin is disabled' };
    const results = await Promise.all(
      Object.entries(all).map(async ([name, { isHiddenWhenWell }]) => {
        const result = await this.#check(name);
        return result.ok && isHiddenWhenWell ? [] : [[name, result] as const];
      }),
    );
    const checks: Record<string, Check> = {
      admin,
      ...(this.#isStopping && { server: leaving }),
      ...Object.fromEntries(results.flat()),
    };
    const healthy = Object.values(checks).every(({ ok }) => ok);
    return {
      status: healthy ? 'healthy' : 'degraded',
      ...about,
      admin_ready,
      generated_at: clock.now().toISOString(),
      checks,
    };
  }

  /**
   * Stays ready without the database while stale pages can be sent: other servers usually share it, and removing all
   * of them would take the site down. An administrator is not required: the set-up link leads here (ADD-HLT-1).
   */
  async readiness(): Promise<ReadyResponse> {
    const { build, maySendStale } = this.#options;
    const [database, tree] = await Promise.all([
      this.#check('database'),
      this.#check('content_tree'),
    ]);
    // Without the database, the content folder cannot be checked.
    const canAnswer = database.ok ? tree.ok : maySendStale();
    return {
      status: canAnswer && !this.#isStopping ? 'ready' : 'not-ready',
      version: build.version,
      checks: {
        database,
        ...(database.ok && { content_tree: tree }),
        ...(this.#isStopping && { server: leaving }),
      },
    };
  }

  #check(name: string): Promise<Check> {
    const { check, fault } = this.#options.checks[name]!;
    return checkInTime(check(), fault);
  }
}

const live: LiveResponse = { status: 'live' };

type About = Pick<HealthOptions, 'config' | 'build' | 'managed' | 'instanceId'>;

function aboutServer({ config, build, managed, instanceId }: About) {
  const { version, commit } = build;
  const instance = instanceId && { instance_id: instanceId };
  return { version, commit, managed, ...instance, admin_ready: config.admin.enabled };
}

/** Until the first administrator can sign in. */
export function startingProbes(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, Probe>> {
  const checks = { server: { ok: false, error: 'is starting' } };
  const status = 'starting';
  const managed = environment['GALLEY_MANAGED'] === 'true';
  const instanceId = environment['GALLEY_INSTANCE_ID'];
  return {
    '/__health': async () => {
      const about = aboutServer({ config, build: await readBuildInfo(), managed, instanceId });
      const generated_at = new Date().toISOString();
      const body: HealthResponse = { status, ...about, admin_ready: false, generated_at, checks };
      return { status: 503, body };
    },
    '/__live': () => Promise.resolve({ status: 200, body: live }),
    '/__ready': async () => {
      const { version } = await readBuildInfo();
      const body: ReadyResponse = { status, version, checks };
      return { status: 503, body };
    },
  };
}
