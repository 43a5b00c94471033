/** What the examples of the operations take to be there. */
export const exampleProject = {
  author: 'olga',
  /** Hers. */
  password: 'another long passphrase',
  /** A draft of hers. */
  draft: 'posts/of-olga.md',
  /** A file of the media library. */
  media: 'media/press.txt',
  workspace: 'press',
  run: 'run-1',
  proposal: 'proposal-1',
} as const;
