/** What others need to know of a public document to tell which of what they made is outdated by its change. */
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

/** A public document before and after something happened to it; undefined while it is not public. */
export interface PublicChange {
  readonly before: PublicFacts | undefined;
  readonly after: PublicFacts | undefined;
}

/** What is told to whoever keeps something that was made from public documents. */
export type PublicNews =
  | { readonly kind: 'document'; readonly change: PublicChange }
  /** Anything may have changed. */
  | { readonly kind: 'everything' }
  /** The site's settings or its theme were changed, by whichever process. */
  | { readonly kind: 'settings' };

interface ToldFacts extends Omit<PublicFacts, 'translationKey' | 'updatedAt'> {
  readonly key: string;
  readonly updated: number | null;
}

/** Reads what the triggers of `published_documents` tell; what is not understood may have been anything. */
export function newsFrom(payload: string | undefined): PublicNews {
  if (payload === settingsNews) return { kind: 'settings' };
  try {
    const { before, after } = JSON.parse(payload ?? '{}') as Record<string, ToldFacts | null>;
    if (before || after) {
      return { kind: 'document', change: { before: factsFrom(before), after: factsFrom(after) } };
    }
  } catch {
    // As below.
  }
  return { kind: 'everything' };
}

export const settingsNews = 'settings';

function factsFrom(told: ToldFacts | null | undefined): PublicFacts | undefined {
  if (!told) return undefined;
  const { key: translationKey, updated: updatedAt, ...facts } = told;
  return { ...facts, translationKey, updatedAt };
}

/** The same facts of a document that was read. */
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
