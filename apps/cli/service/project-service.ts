import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '@galley/kernel';
import { CommandFailed } from '../command-failed.ts';
import { launchAgent } from './launch-agent.ts';
import { launchdManager } from './launchd.ts';
import { managerFolders, serviceOf } from './service-definition.ts';
import type { ServiceManager, ServiceState } from './service-control.ts';
import { findRecord, removeRecord, saveRecord, type ServiceRecord } from './service-record.ts';
import { systemdManager } from './systemd.ts';
import { systemdUnit } from './systemd-unit.ts';

export interface ProjectServiceOptions {
  /** Absolute path. */
  readonly project: string;
  readonly program: string;
  readonly platform: NodeJS.Platform;
  /** `XDG_CONFIG_HOME`. */
  readonly configHome: string | undefined;
}

export type ReportedService = ServiceRecord & ServiceState;

const managers: Readonly<Record<ServiceRecord['manager'], ServiceManager>> = {
  systemd: systemdManager,
  launchd: launchdManager,
};

/** The background service of one project, for the current user (CMS-CLI-8). */
export class ProjectService {
  readonly #options: ProjectServiceOptions;

  constructor(options: ProjectServiceOptions) {
    this.#options = options;
  }

  /** Enables and starts the service. If it is already installed, rewrites its definition and restarts it. */
  async install(at: Date): Promise<ReportedService> {
    const { project, program, configHome } = this.#options;
    const manager = this.#managerHere();
    const isFirst = (await findRecord(project)) === undefined;
    const service = serviceOf(project, program);
    const folder = managerFolders(configHome)[manager.kind];
    const definition = join(folder, manager.fileName(service.name));
    await mkdir(dirname(service.log), { recursive: true });
    const text = manager.kind === 'systemd' ? systemdUnit(service) : launchAgent(service);
    await replaceFile(definition, text);
    const { name, command, log } = service;
    const installed_at = at.toISOString();
    // Saved before the start, so that an interrupted installation can be uninstalled.
    await saveRecord({
      name,
      manager: manager.kind,
      definition,
      project,
      command,
      log,
      installed_at,
    });
    await this.#orForget(isFirst, definition, () => manager.install(name, definition));
    return this.status();
  }

  async #orForget(
    isFirst: boolean,
    definition: string,
    install: () => Promise<void>,
  ): Promise<void> {
    try {
      await install();
    } catch (error) {
      if (isFirst) {
        await rm(definition, { force: true });
        await removeRecord(this.#options.project);
      }
      throw error;
    }
  }

  async uninstall(): Promise<ServiceRecord> {
    const { record, manager } = await this.#installed();
    await manager.remove(record.name);
    await rm(record.definition, { force: true });
    await manager.forget();
    await removeRecord(this.#options.project);
    return record;
  }

  async start(): Promise<ReportedService> {
    const { record, manager } = await this.#installed();
    await manager.start(record.name, record.definition);
    return this.status();
  }

  async stop(): Promise<ReportedService> {
    const { record, manager } = await this.#installed();
    await manager.stop(record.name);
    return this.status();
  }

  async restart(): Promise<ReportedService> {
    const { record, manager } = await this.#installed();
    await manager.restart(record.name, record.definition);
    return this.status();
  }

  async status(): Promise<ReportedService> {
    const { record, manager } = await this.#installed();
    return { ...record, ...(await manager.status(record.name)) };
  }

  async #installed(): Promise<{ record: ServiceRecord; manager: ServiceManager }> {
    const { project } = this.#options;
    const record = await findRecord(project);
    if (record !== undefined) return { record, manager: managers[record.manager] };
    throw new CommandFailed(
      `No service is installed for ${project}. Install one with galley service install.`,
    );
  }

  #managerHere(): ServiceManager {
    const { platform } = this.#options;
    if (platform === 'linux') return managers.systemd;
    if (platform === 'darwin') return managers.launchd;
    throw new CommandFailed(
      `galley service supports Linux with systemd and macOS, not ${platform}. Run galley serve with the process manager of this system.`,
    );
  }
}
