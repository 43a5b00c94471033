import { isEqual, isObject, own, type Values } from '@galley/settings';
import { isClientKey } from './revision.ts';

/** `before` is null for added keys, `after` for removed ones. */
export interface FrontmatterChange {
  /** `fields.price` for a key in a mapping; an ambiguous key is written as `fields["net.price"]`. */
  readonly field: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: unknown;
  readonly after: unknown;
}

/** Mappings are compared key by key, lists as a whole. Client-owned keys come first, server keys last. */
export function frontmatterChanges(before: Values, after: Values): FrontmatterChange[] {
  const changes = (keys: readonly string[]): FrontmatterChange[] =>
    keys.flatMap((key) => changesAt(fieldName('', key), { before, after, key }));
  const keys = keysOf(before, after);
  return [
    ...changes(keys.filter(isClientKey)),
    ...changes(keys.filter((key) => !isClientKey(key))),
  ];
}

function keysOf(before: Values, after: Values): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

function changesAt(
  field: string,
  { before, after, key }: { readonly before: Values; readonly after: Values; readonly key: string },
): FrontmatterChange[] {
  const [was, is] = [own(before, key), own(after, key)];
  if (isObject(was) && isObject(is)) {
    return keysOf(was, is).flatMap((inner) =>
      changesAt(fieldName(field, inner), { before: was, after: is, key: inner }),
    );
  }
  if (isEqual(was, is)) return [];
  const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
  return [{ field, kind, before: was ?? null, after: is ?? null }];
}

function fieldName(parent: string, key: string): string {
  if (!/^[^.[\]"]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}
