import type { Editing } from './editing.ts';

const shown = new Set<Editing>();

/** Backs up the text and holds the lock while the page is open. Returns the cleanup function. */
export function lookAfter(editing: Editing): () => void {
  const { keeper, lock, state, view } = editing;
  const leave = () => {
    keeper.leave();
    lock.release(true);
  };
  const hide = () => {
    if (document.visibilityState === 'hidden') keeper.keepHere();
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (state.get().kept.state === 'nowhere') event.preventDefault();
  };
  const again = () => {
    if (state.get().kept.state === 'browser') void keeper.flush();
  };
  shown.add(editing);
  keeper.start();
  addEventListener('pagehide', leave);
  addEventListener('beforeunload', warn);
  addEventListener('online', again);
  document.addEventListener('visibilitychange', hide);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('beforeunload', warn);
    removeEventListener('online', again);
    document.removeEventListener('visibilitychange', hide);
    editing.writing.stop();
    keeper.stop();
    lock.release(false);
    shown.delete(editing);
    // React's strict mode mounts twice: keep the view if the page is mounted again at once.
    setTimeout(() => shown.has(editing) || view.destroy());
  };
}
