import type { ThemeInfo, ThemeSetting } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { themeWords } from './theme-words.ts';
import styles from './themes.module.css';

/** What a theme can be set to, and is. */
export function ThemeSettings({ theme }: { readonly theme: ThemeInfo }): ReactNode {
  const words = useWords(themeWords);
  const { name, settings } = theme;
  if (settings.length === 0) return null;
  return (
    <details className={styles['settings']}>
      <summary>
        {words.settings} <span className="soft small">{settings.length}</span>
      </summary>
      <p className="soft small">{words.settingsWhere(name)}</p>
      <dl>
        {settings.map((setting) => (
          <div key={setting.name}>
            <dt>
              <span className="breaks">{setting.label || setting.name}</span>
              {setting.help !== '' && <span className="soft small block">{setting.help}</span>}
            </dt>
            <dd className="breaks">
              <Value setting={setting} />
              {setting.value === setting.default && (
                <span className="soft small"> · {words.isDefault}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Value({ setting }: { readonly setting: ThemeSetting }): ReactNode {
  const words = useWords(themeWords);
  const { value, type } = setting;
  if (typeof value === 'boolean') return value ? words.on : words.off;
  const text = String(value);
  if (text === '') return <span className="soft">{words.empty}</span>;
  return (
    <>
      {type === 'color' && /^#[\da-f]{3,8}$/i.test(text) && (
        <span className={styles['dot']} style={{ background: text }} aria-hidden />
      )}
      {text}
    </>
  );
}
