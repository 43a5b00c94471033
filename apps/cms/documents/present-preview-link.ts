import type { PreviewLink } from '@galley/content';
import type { contract, AnswerOf } from '@galley/contract';

/** Omits the link's secret. */
export function presentPreviewLink(
  link: PreviewLink,
): AnswerOf<typeof contract.documents.previewLinks>[number] {
  const { id, path, hash, createdBy, createdAt, expiresAt, lastOpenedAt, opened, revokedAt } = link;
  return {
    id,
    path,
    hash,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_opened_at: lastOpenedAt?.toISOString() ?? null,
    opened,
    revoked_at: revokedAt?.toISOString() ?? null,
    guest_comments: link.guestComments,
  };
}
