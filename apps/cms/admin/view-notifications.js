import { get, post } from './api.js';
import { showUnread } from './bell.js';
import { announce, element, time } from './dom.js';
import { notificationWords } from './notification-words.js';
import { address } from './router.js';
import { Section } from './section.js';
import { stateMark } from './states.js';
import { table } from './table.js';

/** What somebody was told, newest first. @param {URLSearchParams} parameters */
export async function notificationsView(parameters) {
  const before = parameters.get('before') ?? '';
  const list = new Section(before ? 'Earlier' : 'Newest first', (section) => show(section, before));
  await list.open();
  return {
    title: 'Notifications',
    content: element(
      'div',
      { class: 'parts' },
      element('h1', { tabindex: '-1' }, 'Notifications'),
      list.content,
    ),
  };
}

async function show(section, before) {
  const { items, unread, next_cursor } = await get('notifications', { before });
  showUnread(unread);
  announce(`${items.length} notifications, ${unread} unread`);
  if (items.length === 0) return [element('p', { class: 'empty' }, 'There is nothing to tell.')];
  const markAll = section.doing(async () => {
    // What came since this list was asked for is still news.
    await post('notifications/read', { all: true, up_to: items[0].id });
    await section.refresh('All of them are marked as read.');
  });
  const older = address('notifications', { before: next_cursor });
  const columns = ['Document', 'What', 'Who', 'When', 'State'];
  return [
    table({ label: 'Notifications', columns, labelled: true }, items.map(cells)),
    unread > 0 &&
      element(
        'div',
        { class: 'actions' },
        element('button', { id: 'mark-all', onclick: markAll }, 'Mark all as read'),
      ),
    next_cursor &&
      element(
        'nav',
        { class: 'pages', 'aria-label': 'Pages' },
        element('a', { id: 'older', class: 'button', href: older }, 'Older'),
      ),
  ];
}

function cells({ id, type, path, title, actor, note, at, read_at, document_status }) {
  const read = async () => {
    try {
      showUnread((await post('notifications/read', { ids: [id] })).unread);
    } catch {
      // It stays unread, and the document is shown all the same.
    }
  };
  return [
    [
      element(
        'a',
        { class: 'title', href: address('edit', { path }), onclick: read },
        title || path,
      ),
      element('span', { class: 'path' }, path),
      note && element('span', { class: 'long' }, note),
    ],
    [notificationWords[type] ?? type, !read_at && element('strong', {}, ' (unread)')],
    element('span', { class: 'long' }, actor),
    time(at),
    stateMark(document_status),
  ];
}
