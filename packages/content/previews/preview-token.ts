import { createHmac, timingSafeEqual } from 'node:crypto';

export interface PreviewClaim {
  readonly id: string;
  readonly expiresAt: Date;
}

const shape = /^([0-9a-f-]{36})\.([0-9a-z]{1,11})\.[\w-]{43}$/;

/** `<id>.<expiry>.<signature>`, URL-safe. */
export function signPreview({ id, expiresAt }: PreviewClaim, secret: string): string {
  const claim = `${id}.${expiresAt.getTime().toString(36)}`;
  return `${claim}.${createHmac('sha256', secret).update(claim).digest('base64url')}`;
}

/** Undefined unless `signPreview` made exactly this token with this secret. */
export function readPreview(token: string, secret: string): PreviewClaim | undefined {
  const [, id, time] = shape.exec(token) ?? [];
  if (id === undefined || time === undefined) return undefined;
  const claim = { id, expiresAt: new Date(parseInt(time, 36)) };
  if (Number.isNaN(claim.expiresAt.getTime())) return undefined;
  const expected = Buffer.from(signPreview(claim, secret));
  const given = Buffer.from(token);
  // A different length comes from another spelling of the time, and reveals nothing about the secret.
  return expected.length === given.length && timingSafeEqual(expected, given) ? claim : undefined;
}
