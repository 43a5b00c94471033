import type { Field } from '../../fields/index.ts';
import { translation } from '../../lib/messages.ts';

/** `place` is the path of its rows. */
export function localizeSetting(field: Field, place = field.name): Field {
  const label = translation('settingLabel', place) ?? field.label;
  const help = translation('settingHelp', place) ?? field.help;
  const fields = field.fields.map((inner) => localizeSetting(inner, `${place}.${inner.name}`));
  return { ...field, label, help, fields };
}
