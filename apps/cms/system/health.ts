import type { HealthResponse, LiveResponse, ReadyResponse } from '@galley/contract';
import type { Clock } from '@galley/kernel';
import { checkInTime, oncePerSecond, readBuildInfo, type Check, type Probe } from '@galley/service';
import type { BuildInfo } from '@galley/service';
import type { Config } from '@galley/settings';
import { checkStorage, storageFolders } from './storage-check.ts';

export interface HealthOptions {
  readonly config: Config;
  readonly build: BuildInfo;
  readonly clock: Clock;
  /** Rejects when the database does not answer. */
  readonly pingDatabase: () => Promise<void>;
  /** Whether public pages can be answered without the database. */
  readonly maySendStale: () => boolean;
  /** Rejects when the content folder is missing, or not the one of the database. */
  readonly checkTree: () => Promise<void>;
  /** Rejects while there is no user. */
  readonly checkAdministrator: () => Promise<void>;
  /** Whether a service manager runs this process. */
  readonly managed: boolean;
  readonly instanceId: string | undefined;
}

const leaving: Check = { ok: false, error: 'is about to stop' };

/** What probes are told: `/__health` (content-platform, Health endpoint), `/__live`, `/__ready`. Never a path of the host. */
export class Health {
  readonly #options: HealthOptions;
  #isLeaving = false;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Rejects when the database does not answer. */
  readonly pingDatabase = (): Promise<void> => this.#options.pingDatabase();

  /** Says from now on that this process is about to stop, so that proxies take it out. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** By path. */
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
    const { config, clock } = this.#options;
    const { admin_ready, ...about } = aboutServer(this.#options);
    const admin: Check = admin_ready ? { ok: true } : { ok: false, error: 'the admin is disabled' };
    const checks: Record<string, Check> = {
      admin,
      ...(this.#isLeaving && { server: leaving }),
    };
    const storage = Object.entries(storageFolders(config.storage));
    const results = await Promise.all([
      ...storage.map(([, directory]) =>
        checkInTime(checkStorage(directory), 'cannot be read and written'),
      ),
      this.#checkDatabase(),
      this.#checkTree(),
    ]);
    [...storage.map(([name]) => `storage.${name}`), 'database', 'content_tree'].forEach(
      (name, at) => (checks[name] = results[at]!),
    );
    const administrator = await this.#checkAdministrator();
    if (!administrator.ok) checks['administrator'] = administrator;
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
   * Whether visitors are to be sent here. While pages are answered without the database they are: no other server has
   * it either, as a rule, and to take all of them out would take the site off. Nor does a missing administrator count,
   * since the set-up link leads here (ADD-HLT-1).
   */
  async readiness(): Promise<ReadyResponse> {
    const { build, maySendStale } = this.#options;
    const [database, tree] = await Promise.all([this.#checkDatabase(), this.#checkTree()]);
    // Without the database, nothing is known of the folder.
    const canAnswer = database.ok ? tree.ok : maySendStale();
    return {
      status: canAnswer && !this.#isLeaving ? 'ready' : 'not-ready',
      version: build.version,
      checks: {
        database,
        ...(database.ok && { content_tree: tree }),
        ...(this.#isLeaving && { server: leaving }),
      },
    };
  }

  #checkTree(): Promise<Check> {
    return checkInTime(this.#options.checkTree(), 'is missing, or not the one of the database');
  }

  #checkAdministrator(): Promise<Check> {
    const fault = 'is missing: open the set-up link in the log of the server';
    return checkInTime(this.#options.checkAdministrator(), fault);
  }

  #checkDatabase(): Promise<Check> {
    return checkInTime(this.#options.pingDatabase(), 'does not answer');
  }
}

const live: LiveResponse = { status: 'live' };

type About = Pick<HealthOptions, 'config' | 'build' | 'managed' | 'instanceId'>;

function aboutServer({ config, build, managed, instanceId }: About) {
  const { version, commit } = build;
  const instance = instanceId && { instance_id: instanceId };
  return { version, commit, managed, ...instance, admin_ready: config.admin.enabled };
}

/** What probes are told until the server is ready, which is when the first administrator can sign in. */
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
