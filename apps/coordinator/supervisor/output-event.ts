import type { SessionEvent } from '@galley/runcoord';

/** Events of a line of an agent's log. */
export type ParseLine = (line: string) => readonly SessionEvent[];

export const outputEvent: ParseLine = (line) =>
  line.trim() === '' ? [] : [{ kind: 'output', text: line }];
