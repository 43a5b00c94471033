import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Page as Shown } from '../../ui/index.ts';
import { FactorPanel } from './factor-panel.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { OwnDataPanel } from './own-data-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';
import { accountMessages } from './messages.ts';

export function Page(): ReactNode {
  const messages = useMessages(accountMessages);
  const { username } = useSession();
  return (
    <Shown title={messages.title} width="text">
      <ProfilePanel />
      <PasswordPanel />
      <FactorPanel />
      <PasskeysPanel username={username} isOwn />
      <SignInsPanel username={username} isOwn />
      <PreferencesPanel />
      <SessionsPanel username={username} isOwn />
      <TokensPanel username={username} isOwn />
      <AppearancePanel />
      <OwnDataPanel />
    </Shown>
  );
}
