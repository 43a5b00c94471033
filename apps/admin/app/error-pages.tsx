import { GalleyProblem, GalleyUnreachable } from '@galley/sdk';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { CircleAlert, Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../lib/problem-text.ts';
import { useMessages } from '../lib/messages.ts';
import { Button, EmptyState, uiMessages, usePageTitle } from '../ui/index.ts';
import { appMessages } from './messages.ts';

export function NotFoundPage(): ReactNode {
  const messages = useMessages(appMessages);
  usePageTitle(messages.notFound);
  return (
    <EmptyState
      icon={Compass}
      title={messages.notFound}
      actions={
        <Link to="/" className="button">
          {messages.toHome}
        </Link>
      }
    >
      {messages.notFoundText}
    </EmptyState>
  );
}

export function ErrorPage({ error }: ErrorComponentProps): ReactNode {
  const messages = useMessages(appMessages);
  const { failed } = useMessages(uiMessages);
  const isOfServer = error instanceof GalleyProblem || error instanceof GalleyUnreachable;
  return (
    <EmptyState
      icon={CircleAlert}
      title={isOfServer ? failed : messages.brokePage}
      actions={<Button onPress={() => location.reload()}>{messages.reload}</Button>}
    >
      {problemText(error)}
    </EmptyState>
  );
}
