import { DomainError } from '@galley/kernel';
import type { SettingsService } from '@galley/settings';
import type { MenuEntry, SourceMenu } from './source.ts';

interface MenuOptions {
  readonly forms: Pick<SettingsService, 'form' | 'save'>;
  readonly isDryRun: boolean;
  readonly publish: boolean;
  readonly menuRefusal?: string | undefined;
}

/** As the form of the settings shows a map of lists. */
interface MenuRow {
  readonly key: string;
  readonly items: readonly unknown[];
}

interface MenuResult {
  readonly saved: number;
  readonly warnings: readonly { readonly source: string; readonly message: string }[];
}

/** Fills the menus of the site that are empty. Menus are public at once, so they need `--publish`. */
export async function importMenus(
  menus: readonly SourceMenu[],
  { forms, isDryRun, publish, menuRefusal }: MenuOptions,
): Promise<MenuResult> {
  if (menus.length === 0) return { saved: 0, warnings: [] };
  const { values } = await forms.form('site');
  const others = values['menus'] as readonly MenuRow[];
  const warnings: MenuResult['warnings'][number][] = [];
  const changes: { menu?: unknown; menus?: unknown } = {};
  const added: MenuRow[] = [];
  let saved = 0;
  for (const { source, name, entries } of menus) {
    const isMain = name === 'main';
    const warn = (message: string) => warnings.push({ source, message });
    const isSet = isMain
      ? (values['menu'] as unknown[]).length > 0
      : others.some(({ key }) => key === name);
    const refusal = isSet ? 'is already set here and stays.' : refusalOf({ publish, menuRefusal });
    if (refusal !== undefined) {
      warn(`The menu ${name} ${refusal}`);
      continue;
    }
    if (isMain) changes.menu = entries.map(settingOf);
    else added.push({ key: name, items: entries.map(settingOf) });
    saved += 1;
  }
  if (added.length > 0) changes.menus = [...others, ...added];
  if (isDryRun || saved === 0) return { saved, warnings };
  try {
    await forms.save({ section: 'site', values: { ...changes } });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const source = menus[0]!.source;
    return {
      saved: 0,
      warnings: [...warnings, { source, message: `No menu was saved: ${error.message}` }],
    };
  }
  return { saved, warnings };
}

function refusalOf({
  publish,
  menuRefusal,
}: Pick<MenuOptions, 'publish' | 'menuRefusal'>): string | undefined {
  if (!publish) return 'is imported with --publish.';
  return menuRefusal === undefined ? undefined : `stays empty: ${menuRefusal}`;
}

function settingOf({ title, url, children }: MenuEntry): unknown {
  const isAddress = /^(?:\/(?!\/)|#|https?:\/\/|mailto:|tel:)/i.test(url);
  const entry = { title, url: isAddress ? url : `/${url.replace(/^\/+/, '')}` };
  return children ? { ...entry, children: children.map(settingOf) } : entry;
}
