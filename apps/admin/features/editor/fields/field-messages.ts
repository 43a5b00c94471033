import { defineMessages, knownText, withValues } from '../../../lib/messages.ts';

const layoutMessages = defineMessages('layout', {
  page: 'Page',
  post: 'Article',
  home: 'Home page',
});

const taxonomyMessages = defineMessages('taxonomy', { tags: 'Tags', categories: 'Categories' });

export const layoutName = (name: string): string =>
  knownText(layoutMessages, name) ?? titleOf(name);

export const taxonomyName = (name: string): string =>
  knownText(taxonomyMessages, name) ?? titleOf(name);

/** `wide-cover` → `Wide cover` */
function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const fieldMessages = defineMessages('documentField', {
  frontmatterAbout: 'The YAML at the top of the file. Comments and key order are preserved.',
  broken: 'The frontmatter can’t be read. Fix it on the Frontmatter tab to get the fields back.',
  about: 'About',
  file: 'File',
  type: 'Type',
  language: 'Language',
  author: 'Owner',
  lastEditor: 'Last edited by',
  onDisk: 'Edited on disk',
  contributors: 'Contributors',
  updated: 'Last edited',
  published: 'Public since',
  address: 'Address',
  page: 'Page',
  addressAndDate: 'Address and date',
  slug: 'Slug',
  slugHelp: 'The last part of the address.',
  slugSlash: 'Remove the slash: a slug is a single part of an address',
  taken: 'Another document has this address',
  takenBy: withValues<{ title: string; path: string }>('“{title}” ({path}) has this address'),
  redirects: withValues<{ address: string }>(
    'After publication, {address} redirects to the new address.',
  ),
  summary: 'Summary',
  summaryHelp: 'For lists, search engines and shared links.',
  lengthOf: withValues<{ count: number; most: number }>(
    '{count, plural, =0 {Recommended: up to {most} characters.} other {{count} characters; recommended: up to {most}.}}',
  ),
  date: 'Date',
  time: 'Time',
  now: 'Now',
  removeDate: 'Remove the date',
  dateUnreadable: 'Enter a date such as 2026-11-22 or 2026-11-22 09:30',
  dateHelp: 'Shown on the page, and orders lists. It doesn’t publish the page.',
  dateIsLater: 'The page is public as soon as you publish it. To publish it later, schedule it.',
  isScheduled: withValues<{ when: string }>(
    'Shown on the page. It’s published on {when} (your time).',
  ),
  zone: withValues<{ zone: string }>('In the time zone of the site, {zone}.'),
  cover: 'Cover image',
  coverHelp:
    'Shown at the top of the page, in lists and when the page is shared. You can also drop an image here.',
  coverUpload: 'Upload',
  coverUploadName: 'Upload a cover image',
  coverChoose: 'Choose…',
  coverChooseName: 'Choose the cover image from the library',
  coverReplace: 'Replace…',
  coverRemove: 'Remove',
  coverPlaceholder: 'Enter a path or search',
  coverMissing: 'File not found in the media library. Replace or remove it.',
  coverElsewhere: 'The image is on another site. It can’t be shown here.',
  coverPicture: 'Cover image as themes may crop it',
  coverAlt: 'Alt text of the cover image',
  coverAltHelp: 'Describes the image for people who can’t see it. Leave empty for decoration.',
  coverAltFrom: 'If empty, the alt text from the media library applies.',
  focal: 'Focal point…',
  focalAbout:
    'Themes keep this point visible when they crop the image. Applies wherever the image is used.',
  focalSave: 'Save focal point',
  focalTitle: 'Focal point',
  focalBroken: 'The image can’t be shown.',
  layoutAndLanguage: 'Layout and language',
  layout: 'Layout',
  layoutHelp: 'A template of the theme.',
  usualLayout: withValues<{ name: string }>('Default ({name})'),
  unknownLayout: withValues<{ name: string }>('{name} (not in the theme)'),
  translations: 'Translations',
  noTranslation: 'No translation yet',
  translate: 'Create translation',
  mayNotCreate: 'You can’t create documents',
  termsAndAuthors: 'Tags and authors',
  termsHelp: 'Press Enter or a comma after each.',
  uses: withValues<{ count: number }>('{count, plural, one {# document} other {# documents}}'),
  addName: 'Add…',
  typeName: 'Enter a name',
  chosen: withValues<{ label: string }>('{label}: selected'),
  create: withValues<{ name: string }>('Create “{name}”'),
  added: withValues<{ name: string }>('{name} added.'),
  removed: withValues<{ name: string }>('{name} removed.'),
  authors: 'Authors',
  addAuthor: 'Add author',
  authorsHelp: 'Names for readers, in this order.',
  ownerByDefault: withValues<{ name: string }>(
    'Without authors, the page names its owner, {name}.',
  ),
  guest: withValues<{ name: string }>('“{name}”, without an account'),
  search: 'Search and social media',
  searchPreview: 'Search result',
  socialPreview: 'Shared link',
  isHidden: 'Search engines don’t list this page.',
  seoTitle: 'Title for search engines',
  seoTitleHelp: 'Replaces the title in search results and shared links.',
  seoDescription: 'Description for search engines',
  seoDescriptionHelp: 'If empty, the summary applies.',
  canonical: 'Canonical address',
  canonicalHelp: 'If this page is a copy: the address of the original.',
  canonicalBad: 'Start with https:// or /',
  noindex: 'Hide from search engines',
  noindexHelp:
    'Excludes the page from search results, the site search and the sitemap. Readers and feeds still have it.',
  isRequired: withValues<{ label: string }>('{label} is required'),
  fields: 'Fields',
  others: 'Other fields',
  notHere: 'This value is too complex for a field. Edit it on the Frontmatter tab.',
});
