import type { ThemeInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { appearance } from '../../lib/appearance.ts';
import { basePath } from '../../lib/base-path.ts';
import { useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { themeMessages } from './theme-messages.ts';
import styles from './themes.module.css';

type Scheme = ThemeInfo['screenshots'][number];

const size = { width: 640, height: 400 };

/** The picture in the folder of the theme; without one, only the colours of its settings. */
export function ThemeSketch({ theme }: { readonly theme: ThemeInfo }): ReactNode {
  const messages = useMessages(themeMessages);
  const chosen = useStore(appearance);
  const { name, screenshots } = theme;
  const [first] = screenshots;
  if (!first) return <Colours theme={theme} />;
  const best = (wanted: Scheme) => (screenshots.includes(wanted) ? wanted : first);
  const address = (scheme: Scheme) =>
    `${basePath}api/themes/screenshot?${new URLSearchParams({ name, scheme }).toString()}`;
  return (
    <picture className={styles['picture']}>
      {chosen === 'auto' && (
        <source media="(prefers-color-scheme: dark)" srcSet={address(best('dark'))} {...size} />
      )}
      <img
        src={address(best(chosen === 'dark' ? 'dark' : 'light'))}
        alt={messages.pictureOf({ name })}
        loading="lazy"
        {...size}
      />
    </picture>
  );
}

function Colours({ theme }: { readonly theme: ThemeInfo }): ReactNode {
  const messages = useMessages(themeMessages);
  const colours = theme.settings
    .filter(({ type, value }) => type === 'color' && /^#[\da-f]{3,8}$/i.test(String(value)))
    .map(({ name, value }) => ({ name, value: String(value) }));
  return (
    <div className={styles['placeholder']}>
      {colours.length > 0 && (
        <svg viewBox={`0 0 ${40 * colours.length} 40`} aria-hidden className={styles['colours']}>
          {colours.map(({ name, value }, place) => (
            <circle key={name} cx={40 * place + 20} cy="20" r="16" fill={value} />
          ))}
        </svg>
      )}
      <span className="soft small">{messages.noPicture}</span>
    </div>
  );
}
