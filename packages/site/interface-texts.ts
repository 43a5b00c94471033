export interface InterfaceTexts {
  readonly skip: string;
  readonly menu: string;
  readonly languages: string;
  readonly home: string;
  readonly latest: string;
  readonly all: string;
  readonly empty: string;
  readonly newer: string;
  readonly older: string;
  readonly pages: string;
  readonly page_number: string;
  readonly page_of: string;
  readonly reading_time: string;
  readonly by: string;
  readonly updated: string;
  readonly contents: string;
  readonly feed: string;
  readonly breadcrumbs: string;
  readonly neighbours: string;
  readonly newer_entry: string;
  readonly older_entry: string;
  readonly related: string;
  readonly footer_menu: string;
  readonly search: string;
  readonly search_hint: string;
  readonly search_no_script: string;
  readonly search_none: string;
  readonly search_one: string;
  readonly search_other: string;
  readonly search_loading: string;
  readonly search_failed: string;
  readonly entries_one: string;
  readonly entries_other: string;
  readonly not_found: string;
  readonly not_found_hint: string;
  readonly gone: string;
  readonly gone_hint: string;
  readonly method_not_allowed: string;
  readonly bad_address: string;
  readonly failed: string;
  readonly unformatted: string;
  readonly preview: string;
  readonly preview_invalid: string;
  readonly heading_link: string;
  readonly footnotes: string;
  readonly footnote: string;
  readonly footnote_back: string;
  readonly note: string;
  readonly tip: string;
  readonly important: string;
  readonly warning: string;
  readonly caution: string;
  readonly names: Readonly<Record<string, string>>;
}

const english: InterfaceTexts = {
  skip: 'Skip to content',
  menu: 'Main menu',
  languages: 'Languages',
  home: 'Home',
  latest: 'Latest',
  all: 'Everything, from the newest',
  empty: 'Nothing has been published here yet.',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  page_number: 'Page {page}',
  page_of: 'Page {page} of {pages}',
  reading_time: '{minutes} min read',
  by: 'By {author}',
  updated: 'Updated',
  contents: 'On this page',
  feed: 'Feed',
  breadcrumbs: 'Where this page is',
  neighbours: 'Before and after',
  newer_entry: 'Next',
  older_entry: 'Previous',
  related: 'Related',
  footer_menu: 'More pages',
  search: 'Search',
  search_hint: 'A word or the beginning of one',
  search_no_script:
    'Searching needs JavaScript, which is switched off here. These lists lead to everything:',
  search_none: 'Nothing was found.',
  search_one: '{count} page found',
  search_other: '{count} pages found',
  search_loading: 'Searching …',
  search_failed: 'The search cannot be used at the moment. Please try again later.',
  entries_one: '{count} entry',
  entries_other: '{count} entries',
  not_found: 'Page not found',
  not_found_hint: 'There is nothing at this address. It may have moved, or it was never here.',
  gone: 'This page is gone',
  gone_hint: 'This page was removed permanently.',
  method_not_allowed: 'This page can only be read.',
  bad_address: 'This address is not written correctly.',
  failed: 'The page cannot be shown at the moment. Please try again later.',
  unformatted: 'This text takes too long to format and is shown as it was written.',
  preview: 'Preview, not published',
  preview_invalid: 'This preview link is invalid or has expired. Ask the sender for a new one.',
  heading_link: 'Link to “{heading}”',
  footnotes: 'Footnotes',
  footnote: 'Footnote {number}',
  footnote_back: 'Back to the text, footnote {number}',
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
  names: { post: 'Posts', page: 'Pages', tags: 'Tags', categories: 'Categories' },
};

const spanish: InterfaceTexts = {
  skip: 'Saltar al contenido',
  menu: 'Menú principal',
  languages: 'Idiomas',
  home: 'Inicio',
  latest: 'Lo último',
  all: 'Todo, desde lo más reciente',
  empty: 'Aquí todavía no se ha publicado nada.',
  newer: 'Más recientes',
  older: 'Anteriores',
  pages: 'Páginas',
  page_number: 'Página {page}',
  page_of: 'Página {page} de {pages}',
  reading_time: '{minutes} min de lectura',
  by: 'Por {author}',
  updated: 'Actualizado el',
  contents: 'En esta página',
  feed: 'Canal',
  breadcrumbs: 'Dónde está esta página',
  neighbours: 'Antes y después',
  newer_entry: 'Siguiente',
  older_entry: 'Anterior',
  related: 'Relacionado',
  footer_menu: 'Más páginas',
  search: 'Buscar',
  search_hint: 'Una palabra o su comienzo',
  search_no_script:
    'Para buscar hace falta JavaScript, que aquí está desactivado. Estas listas llevan a todo:',
  search_none: 'No se encontró nada.',
  search_one: '{count} página encontrada',
  search_other: '{count} páginas encontradas',
  search_loading: 'Buscando…',
  search_failed: 'No se puede buscar en este momento. Inténtelo de nuevo más tarde.',
  entries_one: '{count} entrada',
  entries_other: '{count} entradas',
  not_found: 'Página no encontrada',
  not_found_hint:
    'No hay nada en esta dirección. Puede que se haya movido o que nunca haya existido.',
  gone: 'Esta página ya no existe',
  gone_hint: 'Lo que había en esta dirección se retiró para siempre.',
  method_not_allowed: 'Esta página solo se puede leer.',
  bad_address: 'Esta dirección no está bien escrita.',
  failed: 'La página no se puede mostrar en este momento. Inténtelo de nuevo más tarde.',
  unformatted: 'Dar formato a este texto lleva demasiado tiempo; se muestra tal como se escribió.',
  preview: 'Vista previa, sin publicar',
  preview_invalid:
    'Este enlace de vista previa no es válido (o ya no lo es). Pida otro a quien se lo envió.',
  heading_link: 'Enlace a «{heading}»',
  footnotes: 'Notas',
  footnote: 'Nota {number}',
  footnote_back: 'Volver al texto, nota {number}',
  note: 'Nota',
  tip: 'Consejo',
  important: 'Importante',
  warning: 'Advertencia',
  caution: 'Precaución',
  names: { post: 'Artículos', page: 'Páginas', tags: 'Etiquetas', categories: 'Secciones' },
};

const byLanguage: Readonly<Record<string, InterfaceTexts>> = { en: english, es: spanish };

/** `es-MX` uses `es`; English if unknown. */
export function interfaceTexts(lang: string): InterfaceTexts {
  const language = lang.toLowerCase().split('-')[0]!;
  return Object.hasOwn(byLanguage, language) ? byLanguage[language]! : english;
}

export function hasTexts(lang: string): boolean {
  return Object.hasOwn(byLanguage, lang.toLowerCase().split('-')[0]!);
}

export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
