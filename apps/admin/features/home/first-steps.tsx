import { Link } from '@tanstack/react-router';
import { Palette, PenLine, Sprout, UserPlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState } from '../../ui/index.ts';
import styles from './home.module.css';
import { homeMessages } from './messages.ts';

interface FirstStep {
  readonly needs: string;
  readonly to: string;
  readonly icon: LucideIcon;
  readonly name: 'writeFirst' | 'inviteSomebody' | 'chooseTheme';
  readonly text: 'writeFirstText' | 'inviteText' | 'chooseThemeText';
}

const steps: readonly FirstStep[] = [
  {
    needs: 'documents.create',
    to: '/documents',
    icon: PenLine,
    name: 'writeFirst',
    text: 'writeFirstText',
  },
  {
    needs: 'users.manage',
    to: '/people',
    icon: UserPlus,
    name: 'inviteSomebody',
    text: 'inviteText',
  },
  {
    needs: 'themes.manage',
    to: '/themes',
    icon: Palette,
    name: 'chooseTheme',
    text: 'chooseThemeText',
  },
];

export function FirstSteps(): ReactNode {
  const messages = useMessages(homeMessages);
  const session = useSession();
  const possible = steps.filter(({ needs }) => hasCapability(session, needs, true));
  if (possible.length === 0)
    return (
      <section className="panel">
        <EmptyState icon={Sprout} title={messages.nothingYet}>
          {messages.nothingYetText}
        </EmptyState>
      </section>
    );
  return (
    <section className="stack" aria-label={messages.welcome}>
      <div>
        <h2>{messages.welcome}</h2>
        <p className="soft">
          {hasCapability(session, 'documents.read')
            ? messages.welcomeText
            : messages.welcomeOwnText}
        </p>
      </div>
      <ul className={styles['steps']}>
        {possible.map(({ to, icon: Icon, name, text }) => (
          <li key={to}>
            <Link to={to as '/'} className={styles['first']}>
              <Icon aria-hidden size={22} />
              <strong>{messages[name]}</strong>
              <span className="soft small">{messages[text]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
