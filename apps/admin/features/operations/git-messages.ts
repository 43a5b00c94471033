import { defineMessages, withValues } from '../../lib/messages.ts';

export const gitMessages = defineMessages('git', {
  gitAbout: 'Snapshots of your content in its own Git repository. Each one records what changed.',
  message: 'Message',
  messageHelp: 'Describe this version so you can find it later.',
  take: 'Create snapshot',
  messageMissing: 'Enter a message',
  taken: 'Snapshot created',
  takenText: withValues<{ files: number; size: string }>(
    '{files, plural, one {# file} other {# files}} added, changed or deleted; {size} of new content.',
  ),
  unchanged: 'No changes since the last snapshot',
  unchangedText: withValues<{ message: string }>('The latest snapshot is still “{message}”.'),
  pushed: 'Pushed to the remote repository.',
  notPushed: 'Couldn’t push to the remote repository',
  noPush:
    'Stored on this machine only. To push each snapshot to a remote repository, set backup.git.push_url in galley.yaml.',
  leftOut: withValues<{ count: number }>(
    '{count, plural, one {# file} other {# files}} couldn’t be included',
  ),
  history: 'Snapshots',
  noSnapshots: 'No snapshots yet',
  noSnapshotsText: 'The first snapshot creates the repository in the content folder.',
  author: 'Author',
  moreLog: 'Show more',
  gitHelp: 'To view a snapshot or recover a file, use git in the content folder:',
});
