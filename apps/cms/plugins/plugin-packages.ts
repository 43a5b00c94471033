import type { Readable } from 'node:stream';
import type { contract } from '@galley/contract';
import { httpProblems, receiving, type Module } from '@galley/http';
import { maxPackageBytes, type PluginPackages, type PluginReview } from '@galley/plugins';

/** Packages are small and checked in memory, so that nothing is stored before a plugin is accepted. */
const receiver = {
  receive: async (source: Readable): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxPackageBytes)
        throw httpProblems.payload_too_large(
          `The ZIP of a plugin has at most ${maxPackageBytes} bytes.`,
        );
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  },
  discard: () => Promise.resolve(),
};

type Operations = 'review' | 'install' | 'update' | 'previous' | 'rollback' | 'delete';

export function pluginPackagesHandlers(
  packages: PluginPackages,
): Pick<Module<typeof contract.plugins>, Operations> {
  return {
    review: receiving(receiver, async ({ upload }) =>
      presentReview(await packages.review(upload.file)),
    ),

    install: receiving(receiver, async ({ upload, note }) => {
      note({ target: await packages.nameOf(upload.file) });
      const review = await packages.install(upload.file);
      note(entryOf(review));
      return presentReview(review);
    }),

    update: receiving(receiver, async ({ actor, body, upload, note }) => {
      const { confirmation } = body;
      const approveRisk = body.approve_risk === 'true';
      note({
        target: await packages.nameOf(upload.file),
        details: { approve_risk: approveRisk },
      });
      const confirmed = { confirmation, approveRisk, by: actor.username };
      const review = await packages.update(upload.file, confirmed);
      note(entryOf(review));
      return presentReview(review);
    }),

    previous: async ({ query }) => presentReview(await packages.reviewPrevious(query.name)),

    rollback: async ({ actor, body, note }) => {
      const { name, confirmation, approve_risk: approveRisk } = body;
      note({ details: { approve_risk: approveRisk } });
      const confirmed = { confirmation, approveRisk, by: actor.username };
      const review = await packages.rollBack(name, confirmed);
      note(entryOf(review));
      return presentReview(review);
    },

    delete: async ({ body, note }) => {
      const { name, remove_data: removeData } = body;
      note({ details: { remove_data: removeData } });
      await packages.delete(name, { removeData });
      return { ok: true };
    },
  };
}

export function presentReview({
  installedVersion,
  needsApproval,
  permissions,
  hosts,
  changes,
  ...review
}: PluginReview) {
  return {
    ...review,
    permissions: [...permissions],
    hosts: [...hosts],
    installed_version: installedVersion,
    changes: [...changes],
    needs_approval: needsApproval,
  };
}

/** The audit entry has what the plugin may request from now on. */
export function entryOf({ name, version, installedVersion, permissions, hosts }: PluginReview) {
  return {
    target: name,
    details: {
      version,
      previous_version: installedVersion,
      permissions: permissions.map((permission) => permission.name),
      hosts: [...hosts],
    },
  };
}
