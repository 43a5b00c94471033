import { currentMessages, defineMessages } from '../../../lib/messages.ts';

export const textMessages = defineMessages('text', {
  text: 'Text',
  placeholder: 'Write, or type / for blocks…',
  formatting: 'Formatting',
  moreFormatting: 'More formatting',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  heading2: 'Heading',
  heading3: 'Subheading',
  heading4: 'Small heading',
  callout: 'Callout',
  strikethrough: 'Strikethrough',
  selectionTools: 'Format the selection',
  groupText: 'Text',
  groupLists: 'Lists',
  groupInsert: 'Insert',
  groupBlocks: 'From plugins',
  groupUsed: 'Often used',
  link: 'Link',
  quote: 'Quote',
  bullets: 'Bulleted list',
  comment: 'Comment',
  suggest: 'Suggest an edit',
  numbers: 'Numbered list',
  tasks: 'Task list',
  code: 'Code',
  codeBlock: 'Code block',
  table: 'Table',
  image: 'Image',
  footnote: 'Footnote',
  rule: 'Divider',
  undo: 'Undo',
  redo: 'Redo',
  find: 'Find and replace',
  source: 'Markdown source',
  visual: 'Visual editing',
});

/** Words that find the entries of the slash menu, beside their labels. */
export const slashKeywords = defineMessages('slashKeyword', {
  heading2: 'h1 h2 title section',
  heading3: 'h3 heading',
  heading4: 'h4 heading',
  quote: 'blockquote citation',
  callout: 'note tip warning important caution',
  codeBlock: 'code pre fence snippet',
  bullets: 'ul list unordered bullet',
  numbers: 'ol list ordered',
  tasks: 'todo task checkbox checklist',
  image: 'img picture photo upload gallery media',
  table: 'grid spreadsheet',
  link: 'url address',
  footnote: 'note reference',
  rule: 'hr divider line separator',
});

/** Texts of CodeMirror, by their English ones. */
const codeMirrorMessages = defineMessages('codeMirror', {
  Find: 'Find',
  Replace: 'Replace',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'match case',
  regexp: 'regexp',
  'by word': 'by word',
  replace: 'replace',
  'replace all': 'replace all',
  close: 'close',
  'current match': 'current match',
  'replaced $ matches': 'replaced $ matches',
  'replaced match on line $': 'replaced match on line $',
  'on line': 'on line',
  'Go to line': 'Go to line',
  go: 'go',
  Completions: 'Completions',
  'Control character': 'Control character',
  'Selection deleted': 'Selection deleted',
  '$ unchanged lines': '$ unchanged lines',
  'Revert this chunk': 'Accept this change',
});

export function codeMirrorPhrases(): Record<string, string> {
  const phrases: Readonly<Record<string, string>> = currentMessages(codeMirrorMessages);
  return { ...phrases };
}
