import type { PublishedReader } from '@galley/content';
import { mediaProblems, type Media } from '@galley/media';
import type { PublicSite, TextLink } from '@galley/site';

export interface LinkTargetsParts {
  readonly published: PublishedReader;
  readonly media: Media;
  readonly site: PublicSite;
}

/** A link, and whether readers find its target; null for an external link or an anchor within the text. */
export type CheckedLink = TextLink & { readonly found: boolean | null };

export class LinkTargets {
  readonly #parts: LinkTargetsParts;

  constructor(parts: LinkTargetsParts) {
    this.#parts = parts;
  }

  async checkLinks(body: string, path: string): Promise<readonly CheckedLink[]> {
    const known = new Map<string, Promise<boolean | null>>();
    const links = await this.#parts.site.linksIn(body, path);
    const judged = links.map(async (link): Promise<CheckedLink> => {
      const key = `${link.kind} ${link.target}`;
      const found = known.get(key) ?? this.#isThere(link);
      known.set(key, found);
      return { ...link, found: await found };
    });
    return Promise.all(judged);
  }

  async #isThere({ kind, target }: TextLink): Promise<boolean | null> {
    const { published, site } = this.#parts;
    if (kind === 'document') return (await published.findByPath(target)) !== undefined;
    if (kind === 'media') return this.#hasMedia(target);
    if (kind !== 'page') return null;
    // A relative link is relative to the document's page, and is not checked.
    if (!target.startsWith('/')) return null;
    return site.has(encodeURI(target));
  }

  async #hasMedia(path: string): Promise<boolean> {
    try {
      await this.#parts.media.service.get(path);
      return true;
    } catch (error) {
      if (mediaProblems.not_found.is(error)) return false;
      throw error;
    }
  }
}
