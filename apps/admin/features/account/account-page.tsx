import type { ReactNode } from 'react';
import { Page as Shown } from '../../ui/index.ts';

export function Page(): ReactNode {
  return <Shown title="…">{null}</Shown>;
}
