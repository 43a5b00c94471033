import type { EditingSession } from './editing-session.ts';

const activeSessions = new Set<EditingSession>();

/** Returns the cleanup function. */
export function startEditing(editing: EditingSession): () => void {
  const { backup, lock, state, view } = editing;
  const leave = () => {
    backup.sendOnUnload();
    lock.release(true);
  };
  const hide = () => {
    if (document.visibilityState === 'hidden') backup.storeInBrowser();
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (state.get().backupState.state === 'nowhere') event.preventDefault();
  };
  const again = () => {
    if (state.get().backupState.state === 'browser') void backup.flush();
  };
  activeSessions.add(editing);
  backup.start();
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
    backup.stop();
    lock.release(false);
    activeSessions.delete(editing);
    // React's strict mode mounts twice: keep the view if the page is mounted again at once.
    setTimeout(() => activeSessions.has(editing) || view.destroy());
  };
}
