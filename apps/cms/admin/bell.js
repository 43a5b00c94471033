import { peek } from './api.js';
import { element } from './dom.js';
import { address } from './router.js';

const intervalMilliseconds = 60_000;
/** Asking prolongs the session: an admin that nobody has touched for so long asks no more. */
const patienceMilliseconds = 10 * 60_000;

const link = element('a', { href: address('notifications') });
let touchedAt = Date.now();

/** The link to the notifications, which says how many are unread and goes on asking while somebody is there. */
export function bell() {
  void refreshBell();
  return link;
}

/** @param {number} unread */
export function showUnread(unread) {
  link.textContent = unread > 0 ? `${unread} unread` : 'Notifications';
  const things = unread === 1 ? 'notification' : 'notifications';
  link.setAttribute('aria-label', unread > 0 ? `${unread} unread ${things}` : 'Notifications');
}

async function refreshBell() {
  const isAway = Date.now() - touchedAt > patienceMilliseconds;
  if (isAway || document.visibilityState !== 'visible') return;
  try {
    showUnread((await peek('notifications', { limit: 1 })).unread);
  } catch {
    // What stands there stays, and the next minute asks again.
  }
}

showUnread(0);
for (const sign of ['pointerdown', 'keydown']) {
  addEventListener(sign, () => (touchedAt = Date.now()), { capture: true, passive: true });
}
const refreshShown = () => void (link.isConnected && refreshBell());
document.addEventListener('visibilitychange', refreshShown);
const goOn = () => {
  refreshShown();
  setTimeout(goOn, intervalMilliseconds);
};
setTimeout(goOn, intervalMilliseconds);
