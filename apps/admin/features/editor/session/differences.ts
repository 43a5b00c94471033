import { diff } from '@codemirror/merge';
import type { ChangeSpec } from '@codemirror/state';

export interface Difference {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Only what differs, so that the cursor stays where it is. */
export function differences(before: string, after: string): Difference[] {
  return diff(before, after, { scanLimit: 500 }).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: after.slice(fromB, toB),
  }));
}

export function wholeText(before: string, after: string): ChangeSpec {
  return { from: 0, to: before.length, insert: after };
}
