import type Dockerode from 'dockerode';
import type { RepositoryView } from '../repository-view.ts';
import { labels, repositoryFolder } from './container-options.ts';
import { ifThere, unless } from './engine-error.ts';
import { uploadFolder } from './upload-folder.ts';

const prefix = 'galley-repository-';

/**
 * A container that is never started fills a volume. While it exists, the volume is incomplete, so that a volume left by
 * a crash is rebuilt.
 */
export class RepositoryVolumes {
  readonly #docker: Dockerode;
  readonly #label: string;
  readonly #filling = new Map<string, Promise<string>>();

  constructor(docker: Dockerode, label: string) {
    this.#docker = docker;
    this.#label = label;
  }

  /** Returns the volume's name; `image` is any image that the engine has. */
  open(view: RepositoryView, image: string): Promise<string> {
    const name = this.#nameOf(view.revision);
    const begun = this.#filling.get(name);
    if (begun) return begun;
    const filling = this.#open(name, view, image).finally(() => this.#filling.delete(name));
    this.#filling.set(name, filling);
    return filling;
  }

  /** Removes volumes of other commits, except those in use. */
  async keep(revisions: ReadonlySet<string>): Promise<void> {
    const kept = new Set([...revisions].map((revision) => this.#nameOf(revision)));
    const filters = { label: [`${labels.project}=${this.#label}`] };
    const { Volumes: volumes } = await this.#docker.listVolumes({
      filters: JSON.stringify(filters),
    });
    for (const { Name: name } of volumes ?? []) {
      if (!name.startsWith(prefix) || kept.has(name) || this.#filling.has(name)) continue;
      await this.#remove(name);
    }
  }

  async #open(name: string, view: RepositoryView, image: string): Promise<string> {
    const carrier = this.#docker.getContainer(carrierOf(name));
    const [unfinished, volume] = await Promise.all([
      ifThere(carrier.inspect()),
      ifThere(this.#docker.getVolume(name).inspect()),
    ]);
    if (volume && !unfinished) return name;
    await this.#remove(name);
    await this.#fill(name, view, image);
    return name;
  }

  async #fill(name: string, { directory }: RepositoryView, image: string): Promise<void> {
    const own = { [labels.project]: this.#label };
    const container = await this.#docker.createContainer({
      name: carrierOf(name),
      Image: image,
      Entrypoint: [],
      Cmd: ['true'],
      Labels: { ...own, [labels.filling]: name },
      HostConfig: {
        NetworkMode: 'none',
        Mounts: [
          {
            Type: 'volume',
            Source: name,
            Target: repositoryFolder,
            VolumeOptions: {
              NoCopy: true,
              Labels: own,
              DriverConfig: { Name: 'local', Options: {} },
            },
          },
        ],
      },
    });
    await uploadFolder(container, directory, { path: repositoryFolder });
    await container.remove({ force: true });
  }

  /** Keeps a volume in use (409). */
  async #remove(name: string): Promise<void> {
    await unless([404], this.#docker.getContainer(carrierOf(name)).remove({ force: true }));
    await unless([404, 409], this.#docker.getVolume(name).remove());
  }

  #nameOf(revision: string): string {
    return `${prefix}${this.#label}-${revision}`;
  }
}

function carrierOf(volume: string): string {
  return `${volume}-filling`;
}
