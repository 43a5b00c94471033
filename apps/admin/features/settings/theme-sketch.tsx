import type { ThemeInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import styles from './themes.module.css';

/** Themes include no preview image. */
export function ThemeSketch({ theme }: { readonly theme: ThemeInfo }): ReactNode {
  const [accent = 'var(--accent)', second = 'var(--line)'] = theme.settings
    .filter(({ type, value }) => type === 'color' && /^#[\da-f]{3,8}$/i.test(String(value)))
    .map(({ value }) => String(value));
  const columns = layoutOf(theme.name);
  return (
    <svg className={styles['sketch']} viewBox="0 0 320 170" aria-hidden>
      <rect x="28" y="22" width="264" height="160" rx="6" className={styles['sheet']} />
      <rect x="44" y="36" width="52" height="7" rx="3" fill={accent} />
      {[0, 1, 2].map((place) => (
        <rect
          key={place}
          x={200 + place * 28}
          y="37"
          width="20"
          height="5"
          rx="2.5"
          fill={second}
        />
      ))}
      {columns > 1 && <Lines x={44} y={62} width={46} count={7} />}
      <rect
        x={columns > 1 ? 104 : 44}
        y="60"
        width="128"
        height="11"
        rx="3"
        className={styles['ink']}
      />
      <Lines x={columns > 1 ? 104 : 44} y={82} width={columns > 1 ? 172 : 232} count={6} />
    </svg>
  );
}

function Lines(props: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly count: number;
}): ReactNode {
  const { x, y, width, count } = props;
  return Array.from({ length: count }, (_, line) => (
    <rect
      key={line}
      x={x}
      y={y + line * 13}
      width={width * (line % 3 === 2 ? 0.7 : 1)}
      height="5"
      rx="2.5"
      className={styles['line']}
    />
  ));
}

/** Depends on the name, so that cards look different but stay stable. */
function layoutOf(name: string): number {
  const sum = [...name].reduce((total, letter) => total + letter.codePointAt(0)!, 0);
  return 1 + (sum % 2);
}
