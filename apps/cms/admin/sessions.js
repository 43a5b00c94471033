import { get, post } from './api.js';
import { agentInWords } from './agent-words.js';
import { element, time } from './dom.js';
import { Section } from './section.js';
import { table } from './table.js';

/** Where somebody is signed in. @param {{ username: string, isOwn: boolean }} whose */
export function sessionsSection({ username, isOwn }) {
  return new Section(
    isOwn ? 'Where you are signed in' : 'Where they are signed in',
    async (section) => {
      const sessions = await get('sessions', { username });
      if (sessions.length === 0)
        return [element('p', { class: 'quiet' }, 'Nowhere at the moment.')];
      const columns = ['Device', 'Address', 'Last used', 'Since', ''];
      const rows = sessions.map((session) => cells(session, section));
      return [
        table({ label: 'Sessions', columns, labelled: true }, rows),
        element('div', { class: 'actions' }, endingMany({ sessions, username, isOwn, section })),
      ];
    },
  );
}

function cells(session, section) {
  const { id, current, remote_addr, user_agent, last_seen, issued_at } = session;
  const device = agentInWords(user_agent);
  const end = section.doing(async () => {
    await post('sessions/revoke', { session_id: id });
    await section.refresh('That session is ended.');
  });
  const since = time(issued_at);
  const label = `End the session of ${device} since ${since.textContent}`;
  return [
    element('span', { title: user_agent }, device),
    element('span', { class: 'long' }, remote_addr || '—'),
    time(last_seen),
    since,
    current
      ? element('span', { class: 'state' }, 'This one')
      : element('button', { 'aria-label': label, onclick: end }, 'End'),
  ];
}

function endingMany({ sessions, username, isOwn, section }) {
  const endAll = section.doing(async () => {
    await post('sessions/revoke', isOwn ? { username, keep_current: true } : { username });
    await section.refresh(isOwn ? 'All your other sessions are ended.' : 'They are signed out.');
  });
  const action = isOwn ? 'End all the others' : 'Sign out everywhere';
  return (!isOwn || sessions.length > 1) && element('button', { onclick: endAll }, action);
}
