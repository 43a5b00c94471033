import type { SettingsSection } from '@galley/sdk';
import { translation } from '../../lib/messages.ts';

export function localizeSection({ id, name, description }: SettingsSection): {
  readonly name: string;
  readonly description: string;
} {
  return {
    name: translation('sectionName', id) ?? name,
    description: translation('sectionDescription', id) ?? description,
  };
}
