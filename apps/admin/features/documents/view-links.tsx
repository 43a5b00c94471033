import { Link } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, PencilLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import { IconButton, Menu } from '../../ui/index.ts';
import { toSearchParams, type Filters } from './filters.ts';
import styles from './documents.module.css';
import { isSameSearch, savedViewsStore, type SavedView } from './saved-views.ts';
import { ManageViewsDialog, SaveViewDialog } from './view-dialogs.tsx';
import { documentMessages } from './messages.ts';

export function ViewLinks({ filters }: { readonly filters: Filters }): ReactNode {
  const messages = useMessages(documentMessages);
  const { username } = useSession();
  const saved = useStore(savedViewsStore(username));
  const layout = toSearchParams({ view: filters.view });
  const usual: SavedView[] = [
    { name: messages.allDocuments, search: layout },
    { name: messages.mine, search: { author: username, ...layout } },
    { name: messages.assignedToMe, search: { assignee: username, ...layout } },
    { name: messages.toReview, search: { reviewer: username, status: 'in_review', ...layout } },
  ];
  const now = toSearchParams({ ...filters });
  return (
    <div className={styles.views}>
      <nav className="tabs grow" aria-label={messages.views}>
        {[...usual, ...saved].map(({ name, search }, place) => (
          <Link
            key={place}
            to={'/documents'}
            search={search as never}
            activeProps={{}}
            aria-current={isSameSearch(search, now) ? 'page' : undefined}
            className={styles.view}
          >
            {place >= usual.length && <Bookmark aria-hidden size={13} />}
            <span className={styles.viewName} dir="auto">
              {name}
            </span>
          </Link>
        ))}
      </nav>
      <ViewMenu now={now} />
    </div>
  );
}

function ViewMenu({ now }: { readonly now: Readonly<Record<string, string>> }): ReactNode {
  const messages = useMessages(documentMessages);
  const { username } = useSession();
  const saved = useStore(savedViewsStore(username));
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        label={messages.views}
        actions={[
          {
            id: 'save',
            label: messages.saveView,
            icon: BookmarkPlus,
            disabledReason: Object.keys(now).length === 0 && messages.nothingToSave,
            onAction: () => setDialog('save'),
          },
          ...(saved.length > 0
            ? [
                {
                  id: 'manage',
                  label: messages.manageViews,
                  icon: PencilLine,
                  onAction: () => setDialog('manage'),
                },
              ]
            : []),
        ]}
      >
        <IconButton kind="quiet" icon={BookmarkPlus}>
          {messages.views}
        </IconButton>
      </Menu>
      {dialog === 'save' && <SaveViewDialog search={now} onClose={close} />}
      {dialog === 'manage' && <ManageViewsDialog onClose={close} />}
    </>
  );
}
