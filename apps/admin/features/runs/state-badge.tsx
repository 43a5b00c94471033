import type { RunWaiting } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useLanguage, useMessages } from '../../lib/messages.ts';
import { Badge, type Tone } from '../../ui/index.ts';
import styles from './runs.module.css';
import { riskName, riskTone, effectiveRunState, stateName, stateTone } from './state-messages.ts';
import type { LiveState } from './use-run-events.ts';
import { runsMessages } from './messages.ts';

export function StateBadge({ state }: { readonly state: string }): ReactNode {
  useLanguage();
  return <Badge tone={stateTone(state)}>{stateName(state)}</Badge>;
}

export function RunBadge(props: {
  readonly state: string;
  readonly waiting: RunWaiting | null | undefined;
}): ReactNode {
  const { state, waiting } = props;
  return <StateBadge state={effectiveRunState(state, waiting)} />;
}

export function RiskBadge({ risk }: { readonly risk: string }): ReactNode {
  useLanguage();
  return <Badge tone={riskTone(risk)}>{riskName(risk)}</Badge>;
}

const liveTones: Readonly<Record<LiveState, Tone>> = {
  connecting: 'plain',
  live: 'good',
  broken: 'warn',
  ended: 'bad',
};

export function LiveBadge({ state }: { readonly state: LiveState }): ReactNode {
  const messages = useMessages(runsMessages);
  const about = {
    connecting: messages.liveAbout,
    live: messages.liveAbout,
    broken: messages.brokenAbout,
    ended: messages.endedAbout,
  };
  return (
    <span role="status" title={about[state]} className={styles['live']}>
      <Badge tone={liveTones[state]}>{messages[state]}</Badge>
    </span>
  );
}
