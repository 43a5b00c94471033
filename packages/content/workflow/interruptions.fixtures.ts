import type { ContentTree } from '../tree/content-tree.ts';

export type TreeStep = 'read' | 'replace' | 'move' | 'remove' | 'requireWritable';

export interface Moment {
  readonly step: TreeStep;
  readonly when: 'before' | 'after';
  /** Absent for any. */
  readonly at?: string | undefined;
  readonly act: (path: string) => unknown;
}

/** Runs `act` at the first such operation. */
export function treeWith(tree: ContentTree, { step, when, at, act }: Moment): ContentTree {
  let happened = false;
  const happen = async (path: string): Promise<void> => {
    if (happened || (at !== undefined && at !== path)) return;
    happened = true;
    await act(path);
  };
  return new Proxy(tree, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== step) return value.bind(target) as unknown;
      return async (path: string, ...rest: unknown[]) => {
        if (when === 'before') await happen(path);
        const result: unknown = await value.call(target, path, ...rest);
        if (when === 'after') await happen(path);
        return result;
      };
    },
  });
}
