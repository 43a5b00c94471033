import type { MailContent } from './mail.ts';

/** Encryption at rest, since messages contain links that open accounts; `context` ties a value to its message. */
export interface Sealer {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string | undefined;
}

export function sealingContext(id: string): string {
  return `mail ${id}`;
}

/** `undefined` if the master key has changed. */
export function openContent(
  sealer: Sealer,
  { id, sealedContent }: { readonly id: string; readonly sealedContent: string | null },
): MailContent | undefined {
  const opened =
    sealedContent === null ? undefined : sealer.open(sealedContent, sealingContext(id));
  return opened === undefined ? undefined : (JSON.parse(opened) as MailContent);
}
