import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { settingsWords } from './words.ts';

export function SettingsLink(props: {
  readonly of: 'theme' | 'plugin';
  readonly name: string;
}): ReactNode {
  const { of, name } = props;
  const words = useWords(settingsWords);
  if (!may(useSession(), 'config.manage')) return null;
  return (
    <Link className="button" to={'/settings/$section'} params={{ section: `${of}:${name}` }}>
      {words.settings}
      <span className="sr-only"> {name}</span>
    </Link>
  );
}
