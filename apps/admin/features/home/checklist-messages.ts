import { defineMessages, withValues } from '../../lib/messages.ts';

export const checklistMessages = defineMessages('checklist', {
  title: 'First steps',
  show: 'Show first steps',
  hide: 'Hide',
  hidden: 'First steps hidden',
  progress: withValues<{ done: number; all: number }>('{done} of {all} done'),
  done: 'Done',
  open: 'To do',
  finished: withValues<{ title: string }>('“{title}” is online. Your site is ready.'),
  viewPage: 'View page',
  siteName: 'Name your site',
  siteNameText: 'Readers see the name on every page, in search results and in feeds.',
  siteNameDone: withValues<{ name: string }>('Your site is called “{name}”.'),
  toSiteName: 'Enter a name',
  theme: 'Choose a theme',
  themeText: withValues<{ name: string }>(
    'The site uses the theme “{name}”. Keep it or choose another; you can switch at any time.',
  ),
  themeDone: withValues<{ name: string }>('The site uses the theme “{name}”.'),
  toThemes: 'Choose a theme',
  keepTheme: withValues<{ name: string }>('Keep “{name}”'),
  document: 'Write your first document',
  documentText: 'Enter a title, then write in the page. It stays a draft until you publish it.',
  documentDone: withValues<{ title: string }>('You have “{title}”.'),
  write: 'New document',
  continueWriting: 'Continue writing',
  people: 'Invite a person',
  peopleText:
    'Create an account for a colleague and send the link to set a password. You can also do this later.',
  peopleDone: 'You’re not alone: other people have accounts.',
  invite: 'Invite a person',
  publish: 'Publish a page',
  publishFirst: 'Write a document first. Then publish it here.',
  publishText: 'Open your document and press “Publish”.',
  publishApproved:
    'This site publishes only approved texts. Request a review; after the approval, press “Publish”.',
  publishAlone:
    'This site publishes only approved texts, and you can’t approve your own. Invite a second person who can review, or turn off “Require approval” in the editorial settings.',
  publishDone: withValues<{ title: string }>('“{title}” is online.'),
  openDocument: 'Open document',
  inviteReviewer: 'Invite a reviewer',
  toEditorial: 'Editorial settings',
  example: withValues<{ count: number }>(
    'The site shows an example: {count, plural, one {# unchanged file} other {# unchanged files}} with texts and images.',
  ),
  removeExample: 'Remove example',
  removeTitle: 'Remove the example site?',
  removeText:
    'The texts and images of the example move to the trash. Those that you have changed stay.',
  removed: withValues<{ count: number }>(
    '{count, plural, one {# file} other {# files}} of the example moved to the trash',
  ),
  kept: withValues<{ count: number }>(
    '{count, plural, one {# changed file stays} other {# changed files stay}}.',
  ),
});
