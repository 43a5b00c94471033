export const exampleProject = {
  author: 'olga',
  password: 'another long passphrase',
  draft: 'posts/of-olga.md',
  media: 'media/press.txt',
  workspace: 'press',
  run: 'run-1',
  proposal: 'proposal-1',
  session: 'session-1',
  deliberation: 'deliberation-1',
} as const;
