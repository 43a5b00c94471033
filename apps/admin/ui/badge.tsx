import type { ReactNode } from 'react';

export type Tone = 'plain' | 'info' | 'good' | 'warn' | 'bad' | 'violet';

/** A word or two about a state. Its colour says nothing that the word does not. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}
