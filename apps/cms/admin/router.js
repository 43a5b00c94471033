/** @type {() => boolean} */
let guard = () => true;
let shownHash = '';

/** An address in the admin. @param {string} name @param {Record<string, unknown>} [parameters] empty ones are left out */
export function address(name, parameters = {}) {
  const given = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return `#/${name}${given.length > 0 ? `?${search}` : ''}`;
}

/** Whether what is shown may be left; its guard may ask the person. */
export const mayLeave = () => guard();

/** Sets who is asked before another view is shown, until it is. @param {() => boolean} asked */
export function guardLeaving(asked) {
  guard = asked;
}

/**
 * Calls `show` for the address of now and of every change; answers with a function that shows it once more.
 * @param {(name: string, parameters: URLSearchParams) => void} show
 */
export function startRouter(show) {
  const showNow = () => {
    guard = () => true;
    shownHash = location.hash;
    const [name, search] = shownHash.replace(/^#\/?/, '').split('?', 2);
    show(name || 'documents', new URLSearchParams(search));
  };
  addEventListener('hashchange', () => {
    if (location.hash === shownHash) return;
    if (mayLeave()) showNow();
    else history.pushState(null, '', shownHash || location.pathname);
  });
  showNow();
  return showNow;
}
