export interface Item {
  readonly fields: Map<string, string>;
  readonly meta: Map<string, string>;
  readonly menus: string[];
  readonly tags: string[];
  readonly categories: string[];
}

/** Undefined for an empty field. */
export type FieldOf = (name: string) => string | undefined;
