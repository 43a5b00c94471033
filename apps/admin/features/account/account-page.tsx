import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Page as Shown } from '../../ui/index.ts';
import { FactorPanel } from './factor-panel.tsx';
import { LooksPanel } from './looks-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';
import { accountWords } from './words.ts';

export function Page(): ReactNode {
  const words = useWords(accountWords);
  const { username } = useSession();
  return (
    <Shown title={words.title} width="text">
      <ProfilePanel />
      <PasswordPanel />
      <FactorPanel />
      <SessionsPanel username={username} isOwn />
      <TokensPanel username={username} isOwn />
      <LooksPanel />
    </Shown>
  );
}
