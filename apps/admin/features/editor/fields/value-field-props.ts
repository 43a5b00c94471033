import type { Definition } from './definitions.ts';

export interface ValueFieldProps {
  readonly definition: Definition;
  readonly value: unknown;
  /** Undefined: there is none. */
  readonly onChange: (value: unknown) => void;
  /** Where the server says that it is wrong: `fields.event.start`. */
  readonly at: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly isReadOnly: boolean;
}
