import { GalleyProblem, GalleyUnreachable } from '@galley/sdk';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { CircleAlert, Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../lib/problem-text.ts';
import { useWords } from '../lib/words.ts';
import { Button, Empty, uiWords, usePageTitle } from '../ui/index.ts';
import { appWords } from './words.ts';

export function NotFound(): ReactNode {
  const words = useWords(appWords);
  usePageTitle(words.notFound);
  return (
    <Empty
      icon={Compass}
      title={words.notFound}
      actions={
        <Link to="/" className="button">
          {words.toHome}
        </Link>
      }
    >
      {words.notFoundText}
    </Empty>
  );
}

/** Replaces a page that failed to render, or whose data the server did not return as expected. */
export function BrokenPage({ error }: ErrorComponentProps): ReactNode {
  const words = useWords(appWords);
  const { failed } = useWords(uiWords);
  const isOfServer = error instanceof GalleyProblem || error instanceof GalleyUnreachable;
  return (
    <Empty
      icon={CircleAlert}
      title={isOfServer ? failed : words.brokePage}
      actions={<Button onPress={() => location.reload()}>{words.reload}</Button>}
    >
      {problemText(error)}
    </Empty>
  );
}
