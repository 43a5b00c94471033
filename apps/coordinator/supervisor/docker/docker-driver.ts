import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type Dockerode from 'dockerode';
import type { FoundAgent } from '@galley/runcoord';
import { AgentSessions } from '../agent-sessions.ts';
import {
  describeExit,
  type AgentLaunch,
  type AgentState,
  type Checkout,
  type Driver,
  type InUse,
  type ResumableSession,
} from '../driver.ts';
import { prepareTurn } from '../turn-files.ts';
import { ContainerLog } from './container-log.ts';
import {
  agentFolder,
  containerName,
  containerOptions,
  containerPlaces,
  imageOf,
  labels,
  userId,
  type ContainerLimits,
} from './container-options.ts';
import { downloadFolder } from './download-folder.ts';
import { ifThere, unless } from './engine-error.ts';
import type { McpRelay } from './mcp-relay.ts';
import { RepositoryVolumes } from './repository-volumes.ts';
import { uploadFolder } from './upload-folder.ts';

export interface DockerDriverOptions {
  readonly docker: Dockerode;
  readonly label: string;
  readonly network: string;
  readonly limits: ContainerLimits;
  readonly mcpUrl: string;
  readonly relay: McpRelay | undefined;
  /** For the files of an agent until they are uploaded, and for how far its log is read. */
  readonly stagingFolder: string;
  /** Contains the sessions that later turns continue. */
  readonly keptFolder: string;
}

/** Containers are found by their labels and named after their sessions. */
export class DockerDriver implements Driver {
  readonly #options: DockerDriverOptions;
  readonly #docker: Dockerode;
  readonly #volumes: RepositoryVolumes;
  readonly mcpUrl: string;
  readonly kept: AgentSessions;
  readonly #logs = new Map<string, ContainerLog>();

  constructor(options: DockerDriverOptions) {
    this.#options = options;
    this.#docker = options.docker;
    this.#volumes = new RepositoryVolumes(options.docker, options.label);
    this.mcpUrl = options.mcpUrl;
    this.kept = new AgentSessions(options.keptFolder);
  }

  async start(launch: AgentLaunch): Promise<string> {
    const container = this.#docker.getContainer(containerName(launch.sessionId));
    const known = await ifThere(container.inspect());
    // A container that has exited is never restarted.
    if (known && known.State.Status !== 'created') return known.Id;
    const { label, network, limits, stagingFolder } = this.#options;
    const image = imageOf(launch);
    await this.#requireImage(image);
    const view = launch.repository;
    const volume = view && (await this.#volumes.open(view, image));
    const folder = join(stagingFolder, launch.sessionId);
    const resumed = await this.kept.findFor(launch);
    try {
      const given = { folder, seen: containerPlaces, isConfined: true, resumed };
      const turn = await prepareTurn(launch, given);
      if (resumed) await this.kept.restore(launch, join(folder, 'home'));
      const options = containerOptions(launch, { label, network, volume, turn, limits });
      // 409: the container exists already and is used.
      await unless([409], this.#docker.createContainer(options));
      await uploadFolder(container, folder, { path: agentFolder, userId });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await unless([304], container.start());
    const { Id: id } = await container.inspect();
    return id;
  }

  async list(): Promise<FoundAgent[]> {
    const label = [`${labels.project}=${this.#options.label}`, labels.session];
    const found = await this.#docker.listContainers({ all: true, filters: { label } });
    return found.map(({ Id: externalId, Labels: of, State: state }) => ({
      externalId,
      sessionId: of[labels.session]!,
      agentId: of[labels.agent] ?? '',
      state: stateOf(state),
    }));
  }

  async state({ externalId }: FoundAgent): Promise<AgentState> {
    const found = await ifThere(this.#docker.getContainer(externalId).inspect());
    if (!found) return { kind: 'gone' };
    const { Status: status, ExitCode: code, OOMKilled: isTooLarge } = found.State;
    if (stateOf(status) !== 'exited') return { kind: 'running' };
    const exit = describeExit(code, null);
    // Running out of memory is the agent's fault, not an interruption.
    if (isTooLarge) return { ...exit, reason: 'out of memory', isInterrupted: false };
    return exit;
  }

  /** Ignores exited (409) and missing containers (404). */
  async end({ externalId }: FoundAgent, how: 'ask' | 'force'): Promise<void> {
    const signal = how === 'ask' ? 'SIGTERM' : 'SIGKILL';
    await unless([404, 409], this.#docker.getContainer(externalId).kill({ signal }));
  }

  followLog(agent: FoundAgent, logFile: string): void {
    this.#logOf(agent, logFile).follow();
  }

  async finishLog(agent: FoundAgent, logFile: string): Promise<void> {
    await this.#logOf(agent, logFile).finish();
  }

  async openCheckout({ externalId, sessionId }: FoundAgent): Promise<Checkout> {
    const target = join(this.#options.stagingFolder, `${sessionId}-work`);
    const remove = () => rm(target, { recursive: true, force: true });
    const { work } = containerPlaces;
    // A supervisor that was killed may have left a part.
    await remove();
    try {
      await downloadFolder(this.#docker.getContainer(externalId), { path: work, target });
    } catch (error) {
      await remove();
      throw error;
    }
    return { path: join(target, basename(work)), [Symbol.asyncDispose]: remove };
  }

  async keepSession(session: ResumableSession): Promise<void> {
    const home = join(this.#options.stagingFolder, `${session.sessionId}-home`);
    try {
      await this.#downloadSession(session, home);
      await this.kept.keep(session, home);
    } catch {
      // Such as files that are too large, which must not keep the session from ending.
      await this.kept.forget(session);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  }

  /** Ignores containers in removal (409) and missing ones (404). */
  async remove({ externalId, sessionId }: FoundAgent): Promise<void> {
    await this.#logs.get(sessionId)?.stop();
    this.#logs.delete(sessionId);
    await unless(
      [404, 409],
      this.#docker.getContainer(externalId).remove({ force: true, v: true }),
    );
    await rm(this.#positionFileOf(sessionId), { force: true });
  }

  async tidy({ sessions, revisions }: InUse): Promise<void> {
    const { stagingFolder } = this.#options;
    // Containers that disappeared leave theirs behind.
    for (const name of await readdir(stagingFolder)) {
      const [, sessionId] = /^(.+)-log\.json$/.exec(name) ?? [];
      if (sessionId && !sessions.has(sessionId)) await rm(join(stagingFolder, name));
    }
    await this.#volumes.keep(revisions);
    await this.kept.tidy();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.stop()));
    await this.#options.relay?.close();
  }

  #logOf({ externalId, sessionId }: FoundAgent, logFile: string): ContainerLog {
    const known = this.#logs.get(sessionId);
    if (known) return known;
    const log = new ContainerLog({
      container: this.#docker.getContainer(externalId),
      logFile,
      positionFile: this.#positionFileOf(sessionId),
      size: this.#options.limits.logSize,
    });
    this.#logs.set(sessionId, log);
    return log;
  }

  #positionFileOf(sessionId: string): string {
    return join(this.#options.stagingFolder, `${sessionId}-log.json`);
  }

  async #downloadSession({ sessionId, adapter }: ResumableSession, home: string): Promise<void> {
    const container = this.#docker.getContainer(containerName(sessionId));
    // A supervisor that was killed may have left a part.
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true, mode: 0o700 });
    for (const path of adapter.sessionPaths) {
      const from = { path: `${containerPlaces.home}/${path}`, target: dirname(join(home, path)) };
      await ifThere(downloadFolder(container, from));
    }
  }

  async #requireImage(image: string): Promise<void> {
    if (await ifThere(this.#docker.getImage(image).inspect())) return;
    const progress = await this.#docker.pull(image);
    await new Promise<void>((resolve, reject) => {
      this.#docker.modem.followProgress(progress, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function stateOf(status: string): FoundAgent['state'] {
  if (status === 'created') return 'created';
  return status === 'exited' || status === 'dead' ? 'exited' : 'running';
}
