import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HealthResponse } from '@galley/contract';
import type { Clock } from '@galley/kernel';
import { answerProbe, checkInTime, type BuildInfo, type Check } from '@galley/service';
import type { Config } from '@galley/settings';
import { checkStorage, storageFolders } from './storage-check.ts';

export interface HealthOptions {
  readonly config: Config;
  readonly build: BuildInfo;
  readonly clock: Clock;
  /** Rejects when the database does not answer. */
  readonly pingDatabase: () => Promise<void>;
  /** Whether a service manager runs this process. */
  readonly managed: boolean;
  readonly instanceId: string | undefined;
}

/** `/__health` (content-platform, Health endpoint). It names what fails in general words, never a path. */
export class Health {
  readonly #options: HealthOptions;
  #isLeaving = false;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Says from now on that this process is about to stop, so that proxies take it out. */
  leave(): void {
    this.#isLeaving = true;
  }

  async report(): Promise<HealthResponse> {
    const { config, build, clock, managed, instanceId } = this.#options;
    const admin = config.admin.enabled
      ? { ok: true }
      : { ok: false, error: 'the admin is disabled' };
    const checks: Record<string, Check> = {
      admin,
      ...(this.#isLeaving && { server: { ok: false, error: 'is about to stop' } }),
    };
    const storage = Object.entries(storageFolders(config.storage));
    const results = await Promise.all([
      ...storage.map(([, directory]) =>
        checkInTime(checkStorage(directory), 'cannot be read and written'),
      ),
      checkInTime(this.#options.pingDatabase(), 'does not answer'),
    ]);
    [...storage.map(([name]) => `storage.${name}`), 'database'].forEach(
      (name, at) => (checks[name] = results[at]!),
    );
    const healthy = Object.values(checks).every(({ ok }) => ok);
    return {
      status: healthy ? 'healthy' : 'degraded',
      version: build.version,
      commit: build.commit,
      managed,
      ...(instanceId && { instance_id: instanceId }),
      admin_ready: admin.ok,
      generated_at: clock.now().toISOString(),
      checks,
    };
  }

  /** Answers a request, whatever its method. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return answerProbe(request, response, async () => {
      const body = await this.report();
      return { status: body.status === 'healthy' ? 200 : 503, body };
    });
  }
}
