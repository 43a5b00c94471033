import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { settingsMessages } from './messages.ts';

export function SettingsLink(props: {
  readonly of: 'theme' | 'plugin';
  readonly name: string;
}): ReactNode {
  const { of, name } = props;
  const messages = useMessages(settingsMessages);
  if (!hasCapability(useSession(), 'config.manage')) return null;
  return (
    <Link className="button" to={'/settings/$section'} params={{ section: `${of}:${name}` }}>
      {messages.settings}
      <span className="sr-only"> {name}</span>
    </Link>
  );
}
