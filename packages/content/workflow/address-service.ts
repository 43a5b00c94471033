import type { Actor } from '@galley/kernel';
import { documentId } from '@galley/settings';
import type { SummarizedDocument } from '../document/document.ts';
import { parseDocumentTime } from '../document/document-times.ts';
import { addressOf } from '../document/read-document.ts';
import { AddressReadModel } from '../store/address-read-model.ts';
import type { ContentServiceOptions } from './content-service.ts';
import { mayRead, requireReadable } from './document-access.ts';

export interface AddressInput {
  readonly path: string;
  /** As in the frontmatter. */
  readonly slug?: string | undefined;
  readonly date?: string | undefined;
}

export interface DocumentAddress {
  readonly url: string;
  readonly publicUrl: string | null;
  readonly isTaken: boolean;
  /** Only if the actor may read it. */
  readonly takenBy: SummarizedDocument | null;
}

/** Facts that an editor shows beside the fields of a document. */
export class AddressService {
  readonly #options: ContentServiceOptions;
  readonly #addresses: AddressReadModel;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
    this.#addresses = new AddressReadModel(options.db);
  }

  /** @throws `not_found` */
  async address(actor: Actor, { path, slug, date }: AddressInput): Promise<DocumentAddress> {
    const settings = this.#options.settings();
    const { place, documentId: id } = await this.#readable(actor, path);
    const time = parseDocumentTime(date, settings.timeZone) ?? null;
    const url = addressOf(place, { slug, date: time }, settings);
    const [other, publicUrl] = await Promise.all([
      this.#addresses.findOther(url, id),
      this.#addresses.publicUrl(id),
    ]);
    const takenBy = other && mayRead(actor, other) ? other : null;
    return { url, publicUrl, isTaken: other !== undefined, takenBy };
  }

  /** @throws `not_found` */
  async translations(actor: Actor, path: string): Promise<readonly SummarizedDocument[]> {
    const { place } = await this.#readable(actor, path);
    const ids = Object.keys(this.#options.settings().languages).map((lang) =>
      documentId({ lang, type: place.type, path: place.key }),
    );
    const found = await this.#addresses.listByIds(ids);
    return found.filter((one) => mayRead(actor, one));
  }

  async #readable(actor: Actor, path: string) {
    const { indexed } = await this.#options.store.get(path);
    requireReadable(actor, indexed);
    return indexed;
  }
}
