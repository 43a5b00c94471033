import type { ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import { useMessages } from '../lib/messages.ts';
import { uiMessages } from './messages.ts';

export function Spinner({ label }: { readonly label?: string }): ReactNode {
  const messages = useMessages(uiMessages);
  return (
    <ProgressBar className="spinner" isIndeterminate aria-label={label ?? messages.loading}>
      <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden>
        <circle cx="10" cy="10" r="8" />
      </svg>
    </ProgressBar>
  );
}
