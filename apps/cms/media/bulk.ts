import type { contract, BodyOf } from '@galley/contract';
import { describeProblem, httpProblems, type Module } from '@galley/http';
import { fieldError, type Actor, type AuditAction } from '@galley/kernel';
import type { Media, MediaRecord } from '@galley/media';

type Asked = Omit<BodyOf<typeof contract.media.bulk>, 'paths'>;

type Changed = Pick<MediaRecord, 'path' | 'state'>;

type Act = (actor: Actor, path: string) => Promise<Changed>;

const recorded: Readonly<Record<Asked['action'], AuditAction>> = {
  delete: 'media.delete',
  restore: 'media.restore',
  tag: 'media.metadata',
  move: 'media.move',
};

export function mediaBulkHandlers(
  media: Pick<Media, 'service' | 'trash'>,
): Pick<Module<typeof contract.media>, 'bulk'> {
  return {
    bulk: async ({ actor, body: { paths, ...asked }, each, note }) => {
      note({ action: recorded[asked.action] });
      const act = bulkActionFor(media, asked);
      const outcomes = await each(paths, async (path) => act(actor, path));
      const results = outcomes.map(({ target, result, problem }) => ({
        path: target,
        ok: !problem,
        new_path: result?.path ?? null,
        state: result?.state ?? null,
        problem: problem ? describeProblem(problem) : null,
      }));
      const succeeded = results.filter(({ ok }) => ok).length;
      return { results, succeeded, failed: results.length - succeeded };
    },
  };
}

function bulkActionFor({ service, trash }: Pick<Media, 'service' | 'trash'>, asked: Asked): Act {
  const { action, force } = asked;
  switch (action) {
    case 'delete':
      return async (actor, path) => {
        const { trashPath, state } = await trash.delete(actor, { path, force });
        return { path: trashPath, state };
      };
    case 'restore':
      return (actor, path) => trash.restore(actor, path);
    case 'tag': {
      const { add_tags: add = [], remove_tags: remove = [] } = asked;
      if (add.length + remove.length === 0) throw missing('add_tags', 'add_tags', 'remove_tags');
      return (actor, path) => service.tag(actor, path, { add, remove });
    }
    case 'move': {
      if (asked.to === undefined) throw missing('to', 'to');
      const to = `${asked.to.replace(/\/+$/, '')}/`;
      return (actor, path) => trash.move(actor, { path, to, force });
    }
  }
}

function missing(field: string, ...keys: readonly string[]): Error {
  return httpProblems.invalid_request.at(
    [fieldError(field, 'at_least_one_required', { keys })],
    'The body is not valid: ',
  );
}
