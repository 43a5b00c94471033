import { defineMessages, withValues } from '../../lib/messages.ts';

export const documentMessages = defineMessages('runsDocument', {
  title: 'Documents',
  about: 'Pages as they look after you accept this proposal.',
  add: 'New',
  change: 'Changed',
  rename: 'Renamed',
  delete: 'Deleted',
  formerly: withValues<{ path: string }>('Previously {path}'),
  deletedAbout: 'Its page will be removed.',
  preview: 'Preview',
  previewOf: withValues<{ title: string }>('Preview “{title}” in a new tab'),
  review: 'Review the draft',
  pageTitle: 'Preview',
  toProposal: 'Proposal',
  frame: withValues<{ title: string }>('Page “{title}”'),
  problem: withValues<{ line: number; message: string }>('Frontmatter, line {line}: {message}'),
  wouldBe: 'After acceptance:',
});
