import { pathTo, readField, type FieldErrors } from '../../fields/index.ts';
import type { customFieldMessages } from './custom-field-messages.ts';
import type { Definition } from './definition.ts';
import type { TextsOf } from '../../lib/messages.ts';

/** The server checks the whole definition on save. */
export function validateDefinition(
  definition: Definition,
  given: {
    readonly takenNames: readonly string[];
    readonly path: string;
    readonly words: TextsOf<typeof customFieldMessages>;
  },
): FieldErrors {
  const { takenNames, path, words } = given;
  const { name, type, options, fields, format } = readField(definition);
  const isNested = type === 'object' || type === 'repeater';
  const rules: readonly (readonly [key: string, isWrong: boolean, message: string])[] = [
    ['name', takenNames.includes(name), words.twinName],
    ['name', !/^[a-z][a-z0-9_]{0,49}$/.test(name), words.badName],
    ['options', type === 'select' && options.length === 0, words.noOptions],
    ['format', type === 'plugin' && format === '', words.noFormat],
    ['fields', isNested && fields.length === 0, words.noInner],
  ];
  const wrong = rules.filter(([, isWrong]) => isWrong);
  return Object.fromEntries(wrong.map(([key, , message]) => [pathTo(path, key), message]));
}
