export interface PublicFacts {
  readonly path: string;
  readonly id: string;
  readonly translationKey: string;
  readonly type: string;
  readonly lang: string;
  readonly url: string;
  readonly title: string;
  /** Seconds since 1970. */
  readonly date: number;
  readonly updatedAt: number | null;
  readonly taxonomies: Readonly<Record<string, readonly string[]>>;
  readonly aliases: readonly string[];
}

/** `undefined` for a document that is not public. */
export interface PublicChange {
  readonly before: PublicFacts | undefined;
  readonly after: PublicFacts | undefined;
}

export type PublicNotification =
  | { readonly kind: 'document'; readonly change: PublicChange }
  | { readonly kind: 'everything' }
  | { readonly kind: 'settings' };

interface NotifiedFacts extends Omit<PublicFacts, 'translationKey' | 'updatedAt'> {
  readonly key: string;
  readonly updated: number | null;
}

/** Unknown payloads count as `everything`. */
export function parseNotification(payload: string | undefined): PublicNotification {
  if (payload === settingsNotification) return { kind: 'settings' };
  try {
    const { before, after } = JSON.parse(payload ?? '{}') as Record<string, NotifiedFacts | null>;
    if (before || after) {
      return { kind: 'document', change: { before: factsFrom(before), after: factsFrom(after) } };
    }
  } catch {
    // An unreadable payload counts as `everything`.
  }
  return { kind: 'everything' };
}

export const settingsNotification = 'settings';

function factsFrom(notified: NotifiedFacts | null | undefined): PublicFacts | undefined {
  if (!notified) return undefined;
  const { key: translationKey, updated: updatedAt, ...facts } = notified;
  return { ...facts, translationKey, updatedAt };
}

export function publicFacts(
  document: Omit<PublicFacts, 'date' | 'updatedAt'> & {
    readonly date: Date;
    readonly updatedAt: Date | null;
  },
): PublicFacts {
  const { path, id, translationKey, type, lang, url, title, taxonomies, aliases } = document;
  return {
    path,
    id,
    translationKey,
    type,
    lang,
    url,
    title,
    taxonomies,
    aliases,
    date: document.date.getTime() / 1_000,
    updatedAt: document.updatedAt && document.updatedAt.getTime() / 1_000,
  };
}
