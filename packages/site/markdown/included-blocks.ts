interface Parameter {
  readonly name: string;
  readonly type: 'text';
  readonly required: boolean;
}

/** A shortcode that every site has, as editors offer it (ADD-EDIT-11). */
export interface IncludedBlock {
  readonly name: string;
  /** Described like custom fields. */
  readonly parameters: readonly Parameter[];
  /** `{{name}}`, without a text inside. */
  readonly isInline: boolean;
}

/** `youtube` is a template; one of the site or the theme may replace it and the others. */
export const includedBlocks: readonly IncludedBlock[] = [
  { name: 'figure', isInline: true, parameters: parametersOf('src', 'alt', 'caption') },
  { name: 'highlight', isInline: false, parameters: parametersOf('lang') },
  { name: 'ref', isInline: true, parameters: parametersOf('page', 'text') },
  { name: 'youtube', isInline: true, parameters: parametersOf('id', 'title') },
];

function parametersOf(required: string, ...optional: readonly string[]): Parameter[] {
  return [required, ...optional].map((name) => ({
    name,
    type: 'text',
    required: name === required,
  }));
}
