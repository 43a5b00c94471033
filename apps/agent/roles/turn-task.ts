export type TurnTask =
  | { readonly kind: 'plan' }
  | { readonly kind: 'task' | 'review' | 'revise'; readonly id: string }
  | { readonly kind: 'unknown' };

export function parseTurnReason(reason: string): TurnTask {
  const [, kind, id] = /^(plan|task|review|revise)(?:\s+(\S{1,200}))?$/.exec(reason.trim()) ?? [];
  if (kind === 'plan' && id === undefined) return { kind };
  if ((kind === 'task' || kind === 'review' || kind === 'revise') && id !== undefined)
    return { kind, id };
  return { kind: 'unknown' };
}
