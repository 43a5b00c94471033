import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { TabLinks } from '../../ui/index.ts';
import { operationsWords } from './words.ts';

export function OperationsTabs(): ReactNode {
  const words = useWords(operationsWords);
  return (
    <TabLinks
      label={words.pages}
      tabs={[
        { label: words.health, to: '/operations' },
        { label: words.builds, to: '/operations/builds' },
        { label: words.backups, to: '/operations/backups' },
        { label: words.git, to: '/operations/git' },
      ]}
    />
  );
}
