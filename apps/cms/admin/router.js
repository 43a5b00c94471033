/** @type {() => boolean} */
let mayLeave = () => true;
let shownHash = '';

/** An address in the admin. @param {string} name @param {Record<string, unknown>} [parameters] empty values are left out */
export function address(name, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return `#/${name}${given.length > 0 ? `?${search}` : ''}`;
}

/** Asked before another view is shown; false stays. It holds until the next view. @param {() => boolean} guard */
export function beforeLeaving(guard) {
  mayLeave = guard;
}

/** @param {(name: string, parameters: URLSearchParams) => void} show */
export function startRouter(show) {
  const go = () => {
    if (location.hash === shownHash) return;
    if (!mayLeave()) {
      history.pushState(null, '', shownHash || location.pathname);
      return;
    }
    reload();
  };
  const reload = () => {
    mayLeave = () => true;
    shownHash = location.hash;
    const [name, search] = shownHash.replace(/^#\/?/, '').split('?', 2);
    show(name || 'documents', new URLSearchParams(search));
  };
  addEventListener('hashchange', go);
  reload();
  return reload;
}
