import type { ReactNode } from 'react';

/** Beside the name, so it has no text of its own; initials without a picture. */
export function PersonPicture(props: {
  readonly name: string;
  readonly picture: string | null | undefined;
  readonly size?: 'small' | 'normal' | 'large';
}): ReactNode {
  const { name, picture, size = 'normal' } = props;
  return (
    <span className={`person-picture ${size}`} aria-hidden>
      {picture ? <img src={picture} alt="" /> : initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
