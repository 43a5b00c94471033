import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type Dockerode from 'dockerode';
import type { FoundAgent } from '@galley/runcoord';
import { AgentLog } from '../agent-log.ts';
import {
  describeExit,
  type AgentLaunch,
  type AgentState,
  type Checkout,
  type Driver,
  type InUse,
} from '../driver.ts';
import { prepareTurn } from '../turn-files.ts';
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
import { framesOf } from './log-frames.ts';
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
  /** For the files of an agent until they are uploaded. */
  readonly stagingFolder: string;
}

/** Containers are found by their labels and named after their sessions. */
export class DockerDriver implements Driver {
  readonly #options: DockerDriverOptions;
  readonly #docker: Dockerode;
  readonly #volumes: RepositoryVolumes;

  constructor(options: DockerDriverOptions) {
    this.#options = options;
    this.#docker = options.docker;
    this.#volumes = new RepositoryVolumes(options.docker, options.label);
  }

  get mcpUrl(): string {
    return this.#options.mcpUrl;
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
    try {
      const given = { folder, seen: containerPlaces, isConfined: true };
      const turn = await prepareTurn(launch, given);
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

  async saveLog({ externalId }: FoundAgent, logFile: string): Promise<void> {
    const container = this.#docker.getContainer(externalId);
    const printed = await ifThere(container.logs({ stdout: true, stderr: true, follow: false }));
    if (!printed) return;
    const log = new AgentLog(logFile, {
      size: this.#options.limits.logSize,
      token: await this.#tokenOf(container),
    });
    for (const { stream, text } of framesOf(printed)) log.add(text, stream);
    await log.end();
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

  /** The home folder is removed with the container, so that each turn begins a new session of the program. */
  async findResumed(): Promise<undefined> {}

  async keepSession(): Promise<void> {}

  async forgetSession(): Promise<void> {}

  /** Ignores containers in removal (409) and missing ones (404). */
  async remove({ externalId }: FoundAgent): Promise<void> {
    await unless(
      [404, 409],
      this.#docker.getContainer(externalId).remove({ force: true, v: true }),
    );
  }

  tidy({ revisions }: InUse): Promise<void> {
    return this.#volumes.keep(revisions);
  }

  async close(): Promise<void> {
    await this.#options.relay?.close();
  }

  async #tokenOf(container: Dockerode.Container): Promise<string | undefined> {
    const found = await ifThere(container.inspect());
    const name = 'GALLEY_WORKER_TOKEN=';
    return found?.Config.Env.find((one) => one.startsWith(name))?.slice(name.length);
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
