import { pageKeys, pageKeysInForce, type SiteSettings } from '@galley/settings';
import { notice, ok, type Check } from './check.ts';

/** Names the keys that a custom field of the same name disables (ADD-KEY-1). */
export function pageKeysCheck({ customFields }: Pick<SiteSettings, 'customFields'>): Check {
  const name = 'frontmatter_keys';
  const inForce = pageKeysInForce(customFields);
  const disabled = pageKeys.filter((key) => !inForce.includes(key));
  if (disabled.length === 0)
    return ok(name, 'No custom field has the name of a frontmatter key of Galley.');
  const names = disabled.join(', ');
  return notice(name, {
    message: `Custom fields have the names of frontmatter keys of Galley: ${names}.`,
    where: 'content/config/custom-fields.yaml',
    why: 'On this site, these keys of documents have no meaning for Galley; your fields work as before.',
    advice: 'To use the keys, rename the fields.',
  });
}
