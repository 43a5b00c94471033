import { statfs } from 'node:fs/promises';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { StorageCause } from '@galley/kernel';
import type { AiWriter } from '@galley/plugins';
import { updateEligibility, type BuildInfo } from '@galley/service';
import type { Config } from '@galley/settings';
import { presentCaller, type PresentIdentity } from '../people/sessions.ts';

export interface SystemServices {
  readonly config: Config;
  readonly build: BuildInfo;
  readonly aiWriter: Pick<AiWriter, 'settings' | 'isEnabled'>;
  readonly pingDatabase: () => Promise<void>;
  readonly unwritten: Unwritten;
  readonly presentIdentity: PresentIdentity;
}

export interface Unwritten {
  count(): Promise<number>;
  /** Null when this process does not know it. */
  cause(): StorageCause | null;
}

/** Features of every server of this version, for clients that talk to several. */
const modules = {
  documents: true,
  media: true,
  site: true,
  themes: true,
  plugins: true,
  settings: true,
  users: true,
  audit: true,
  backups: true,
  runs: true,
};
const features = {
  editorial: true,
  scheduling: true,
  working_copies: true,
  previews: true,
  two_factor: true,
  custom_fields: true,
  static_build: true,
};

export function systemHandlers({
  config,
  build,
  aiWriter,
  pingDatabase,
  unwritten,
  presentIdentity,
}: SystemServices): Pick<Module<typeof contract.system>, 'status' | 'capabilities'> {
  return {
    status: async () => {
      const memory = process.memoryUsage();
      const disk = await statfs(config.storage.dataDirectory);
      const documents = await unwritten.count();
      return {
        version: build.version,
        build_time: build.builtAt,
        git_commit: build.commit,
        provenance: build.provenance,
        update: updateEligibility(build),
        database_status: await pingDatabase().then(
          () => 'connected',
          () => 'unavailable',
        ),
        uptime_seconds: Math.floor(process.uptime()),
        memory_usage: {
          allocated: readableSize(memory.heapUsed),
          system: readableSize(memory.rss),
        },
        disk_usage: {
          used: readableSize((disk.blocks - disk.bfree) * disk.bsize),
          available: readableSize(disk.bavail * disk.bsize),
        },
        unwritten: { documents, cause: documents > 0 ? unwritten.cause() : null },
      };
    },

    capabilities: async ({ actor, caller, request }) => {
      const isWriting = aiWriter.settings.isKeyConfigured && (await aiWriter.isEnabled());
      return {
        sdk_version: build.version,
        modules: { ...modules },
        features: { ...features, ai_writer: isWriting },
        capabilities: [...actor.grants],
        identity:
          caller.by === 'token'
            ? presentCaller(caller)
            : await presentIdentity(request.session.identity!),
        workspace: config.coordinator.workspace.id,
      };
    },
  };
}

/** Formats `12.3 MiB`, with three significant digits. */
export function readableSize(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]!}`;
}
