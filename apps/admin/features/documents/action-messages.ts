import { defineMessages, withValues } from '../../lib/messages.ts';

export const documentActionMessages = defineMessages('documentAction', {
  changeStatus: 'Change status',
  assign: 'Assign',
  assignTitle: withValues<{ count: number }>(
    'Assign {count, plural, one {# document} other {# documents}}',
  ),
  assignee: 'Assignee',
  reviewer: 'Reviewer',
  unchanged: 'Unchanged',
  clearAssignee: 'Remove the assignee',
  clearReviewer: 'Remove the reviewer',
  mayNotAssign: 'You don’t have permission to assign documents',
  chooseSomeone: 'Choose an assignee or a reviewer',
  assigned: withValues<{ count: number }>(
    '{count, plural, one {# document} other {# documents}} assigned',
  ),
  tag: 'Tags',
  tagTitle: withValues<{ count: number }>(
    'Change tags of {count, plural, one {# document} other {# documents}}',
  ),
  saveTags: 'Save',
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  tagsHelp: 'Separate with commas.',
  currentTags: withValues<{ tags: string }>('Current tags: {tags}'),
  enterTags: 'Enter tags to add or remove',
  tagged: withValues<{ count: number }>(
    'Tags of {count, plural, one {# document} other {# documents}} changed',
  ),
  taggedPublic:
    'Published documents become drafts. Readers see the published version until you publish the draft.',
  selected: withValues<{ count: number }>('{count, number} selected'),
  selection: 'Selected documents',
  mayNotPublish: 'You don’t have permission to publish, schedule or archive',
  mayNotWrite: 'You don’t have permission to edit documents',
  schedule: 'Schedule…',
  scheduleTitle: withValues<{ count: number }>(
    'Schedule {count, plural, one {# document} other {# documents}}',
  ),
  scheduleAction: 'Schedule',
  changed: withValues<{ count: number; status: string }>(
    '{count, plural, one {# document} other {# documents}}: {status}',
  ),
  oneChanged: withValues<{ title: string; status: string }>('“{title}”: {status}'),
  deleted: withValues<{ count: number }>(
    '{count, plural, one {# document} other {# documents}} moved to the trash',
  ),
  oneDeleted: withValues<{ title: string }>('“{title}” moved to the trash'),
  undo: 'Undo',
  undone: withValues<{ count: number }>(
    'Change undone for {count, plural, one {# document} other {# documents}}',
  ),
  undoFailed: withValues<{ count: number; path: string; reason: string }>(
    'Couldn’t undo the change for {count, plural, one {# document} other {# documents}}. {path}: {reason}',
  ),
  someRefused: withValues<{ count: number }>(
    '{count, plural, one {# document} other {# documents}} not changed',
  ),
  refusedText: withValues<{ done: number }>(
    '{done, plural, =0 {Nothing was changed.} other {{done, plural, one {# document} other {# documents}} changed. These were not:}}',
  ),
  publicTitle: 'Unpublish documents?',
  publicDelete: withValues<{ count: number }>(
    '{count, plural, one {# document is} other {# documents are}} public. Moving a document to the trash unpublishes it.',
  ),
  publicWithdraw: withValues<{ count: number }>(
    '{count, plural, one {# document is} other {# documents are}} public and will be unpublished.',
  ),
  withdraw: 'Unpublish',
  toTrash: 'Move to trash',
  mayNotDelete: 'You don’t have permission to delete documents',
  stale: withValues<{ title: string }>(
    'Someone else changed “{title}”. Your change was not applied. Check the document and try again.',
  ),
  noWay: withValues<{ from: string; to: string }>(
    'A document can’t go from “{from}” to “{to}” directly.',
  ),
  duplicateTitle: 'Duplicate',
  copyOf: withValues<{ title: string }>('Copy of {title}'),
  create: 'Create',
  slug: 'Slug',
  slugHelp: withValues<{ slug: string }>('The last part of the address: …/{slug}/'),
  titleNeeded: 'Enter a title.',
  typeNeeded: 'Choose a type.',
  languageNeeded: 'Choose a language.',
  slugNeeded: 'Enter letters or digits.',
  slugSlash: 'A slug can’t contain a slash.',
  trashAbout: 'Deleted documents. You can restore them as drafts at their original path.',
  trashEmpty: 'The trash is empty',
  trashEmptyText: 'Deleted documents appear here, and you can restore them.',
  trashSearch: 'Search the trash',
  trashNone: 'No matching documents in the trash',
  trashMost: 'Only the newest 1,000 are shown.',
  restore: 'Restore',
  restored: withValues<{ count: number }>(
    '{count, plural, one {# document} other {# documents}} restored as drafts',
  ),
  oneRestored: withValues<{ title: string }>('“{title}” restored as a draft'),
  deletedBy: 'Deleted by',
  deletedAt: 'Deleted',
  selectAll: 'Select all',
  more: 'Show more',
  back: 'All documents',
});
