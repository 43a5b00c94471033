import { isPublicFile } from '@galley/media';
import type { RecordingReader } from '../dependencies/recording-reader.ts';
import { tagOf } from '../dependencies/tags.ts';
import { escapeHtml } from '../markdown/escape-html.ts';
import type { TextLink } from '../markdown/links.ts';
import { isExternal } from '../markdown/public-address.ts';
import type { RenderedBodies } from '../pages/rendered-bodies.ts';
import { pageAddresses } from '../site-address.ts';
import type { Finding } from './finding.ts';

export interface LinkCheckerParts {
  readonly addresses: ReadonlySet<string>;
  readonly contentDirectory: string;
  readonly bodies: RenderedBodies;
}

interface From {
  readonly path: string;
  readonly url: string;
  readonly html: string;
  readonly reader: RecordingReader;
}

export class LinkChecker {
  readonly #parts: LinkCheckerParts;

  constructor(parts: LinkCheckerParts) {
    this.#parts = parts;
  }

  /** `reader` records dependencies, to check again when they change. */
  async check(path: string, html: string, reader: RecordingReader): Promise<readonly Finding[]> {
    const document = await reader.findByPath(path);
    if (document === undefined || this.#isClearlyFine(document.body, reader)) return [];
    const from = { path, url: document.url, html, reader };
    const findings: Finding[] = [];
    for (const link of await this.#parts.bodies.linksIn(document.body, path)) {
      if (await this.#isThere(link, from)) continue;
      const { kind, target, fragment, line } = link;
      findings.push(
        kind === 'media'
          ? { kind: 'missing_media', document: path, line, target }
          : { kind: 'broken_link', document: path, line, target, fragment },
      );
    }
    return findings;
  }

  /** Shortcut: parsing every text would double the work. */
  #isClearlyFine(body: string, reader: RecordingReader): boolean {
    const targets = [
      ...body.matchAll(/\]\(\s*([^)\s]*)|\]:\s*(\S+)|(?:href|src|poster)\s*=\s*(\S+)/gi),
    ];
    return targets.every(([, inline, reference, raw]) => {
      const target = inline ?? reference ?? '';
      if (raw !== undefined) return false;
      if (isExternal(target)) return true;
      if (!this.#parts.addresses.has(target)) return false;
      reader.tags.add(tagOf.url(target));
      return true;
    });
  }

  async #isThere(link: TextLink, from: From): Promise<boolean> {
    const { kind, target, fragment } = link;
    switch (kind) {
      case 'external':
        return true;
      case 'anchor':
        return target === '' || hasId(from.html, target);
      case 'media':
        from.reader.notePicture(target);
        return isPublicFile(this.#parts.contentDirectory, target);
      case 'document': {
        const url = (await from.reader.urlsOf([target])).get(target);
        return url !== undefined && this.#hasPlace(url, fragment, from);
      }
      case 'page':
        return this.#isPage(target, fragment, from);
    }
  }

  async #isPage(target: string, fragment: string, from: From): Promise<boolean> {
    const spellings = pageAddresses(target, from.url);
    for (const address of spellings) from.reader.tags.add(tagOf.url(address));
    const known = spellings.find((address) => this.#parts.addresses.has(address));
    return known !== undefined && this.#hasPlace(known, fragment, from);
  }

  async #hasPlace(url: string, fragment: string, { reader }: From): Promise<boolean> {
    if (fragment === '') return true;
    const document = await reader.findByUrl(url);
    // Contents of list pages depend on the theme.
    if (document === undefined) return true;
    return hasId((await this.#parts.bodies.render(document, reader)).html, fragment);
  }
}

function hasId(html: string, id: string): boolean {
  return html.includes(`id="${escapeHtml(id)}"`);
}
