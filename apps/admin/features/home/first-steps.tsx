import { Link } from '@tanstack/react-router';
import { Palette, PenLine, Sprout, UserPlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/index.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

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

/** First steps for users whose document list is empty, limited to what their role allows. */
export function FirstSteps(): ReactNode {
  const words = useWords(homeWords);
  const session = useSession();
  const possible = steps.filter(({ needs }) => may(session, needs, true));
  if (possible.length === 0)
    return (
      <section className="panel">
        <Empty icon={Sprout} title={words.nothingYet}>
          {words.nothingYetText}
        </Empty>
      </section>
    );
  return (
    <section className="stack" aria-label={words.welcome}>
      <div>
        <h2>{words.welcome}</h2>
        <p className="soft">
          {may(session, 'documents.read') ? words.welcomeText : words.welcomeOwnText}
        </p>
      </div>
      <ul className={styles['steps']}>
        {possible.map(({ to, icon: Icon, name, text }) => (
          <li key={to}>
            <Link to={to as '/'} className={styles['first']}>
              <Icon aria-hidden size={22} />
              <strong>{words[name]}</strong>
              <span className="soft small">{words[text]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
