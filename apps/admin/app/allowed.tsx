import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.ts';
import { Empty } from '../ui/index.ts';
import { may, useSession } from './session.ts';
import { appWords } from './words.ts';

/** Shows a page to users with the permission and a notice to others. The server checks it again on each request. */
export function Allowed(props: {
  readonly needs: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const session = useSession();
  const words = useWords(appWords);
  if (props.needs === undefined || may(session, props.needs, true)) return props.children;
  return (
    <Empty icon={Lock} title={words.notAllowed}>
      {words.notAllowedText}
    </Empty>
  );
}
