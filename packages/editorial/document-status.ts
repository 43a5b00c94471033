export const documentStatuses = [
  'draft',
  'in_review',
  'scheduled',
  'published',
  'archived',
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export function isDocumentStatus(value: unknown): value is DocumentStatus {
  return documentStatuses.includes(value as DocumentStatus);
}
