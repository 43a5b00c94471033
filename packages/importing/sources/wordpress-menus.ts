import type { MenuEntry, SourceItem } from '../source.ts';
import type { FieldOf, Item } from './wordpress-item.ts';

interface Row {
  readonly id: string;
  readonly parent: string;
  readonly order: number;
  readonly title: string | undefined;
  /** Number of a post or page, when there is no address. */
  readonly object: string;
  readonly url: string;
}

/** Menus are items of the export, which name pages by their numbers. */
export class WordPressMenus {
  readonly #rows = new Map<string, Row[]>();
  readonly #pages = new Map<string, { readonly title: string; readonly url: string }>();

  note({ meta, menus }: Item, field: FieldOf, local: (url: string) => string): void {
    const id = field('wp:post_id') ?? '';
    if (field('wp:post_type') !== 'nav_menu_item') {
      this.#pages.set(id, { title: field('title') ?? '', url: local(field('link') ?? '/') });
      return;
    }
    const row = {
      id,
      parent: meta.get('_menu_item_menu_item_parent') ?? '0',
      order: Number(field('wp:menu_order') ?? 0),
      title: field('title'),
      object:
        meta.get('_menu_item_type') === 'post_type' ? (meta.get('_menu_item_object_id') ?? '') : '',
      url: local(meta.get('_menu_item_url') ?? ''),
    };
    for (const menu of menus) this.#rows.set(menu, [...(this.#rows.get(menu) ?? []), row]);
  }

  *list(): Generator<SourceItem> {
    const names = [...this.#rows.keys()];
    const main = names.find((name) => /main|primary|header/.test(name)) ?? names[0];
    for (const [menu, rows] of this.#rows) {
      const sorted = rows.toSorted((a, b) => a.order - b.order);
      const entries = sorted
        .filter(({ parent }) => parent === '0')
        .flatMap((row) => this.#entries(row, sorted));
      const source = `nav_menu/${menu}`;
      if (entries.length === 0) continue;
      yield { kind: 'menu', source, name: menu === main ? 'main' : menu, entries };
    }
  }

  #entries(row: Row, rows: readonly Row[]): readonly MenuEntry[] {
    const page = this.#pages.get(row.object);
    const url = row.url || page?.url;
    // An archive of a category has no page here.
    if (url === undefined || url === '') return [];
    const below = rows
      .filter(({ parent }) => parent === row.id)
      .flatMap((child) => this.#entries(child, []));
    const title = row.title ?? page?.title ?? '';
    return [{ title, url, ...(below.length > 0 && { children: below }) }];
  }
}
