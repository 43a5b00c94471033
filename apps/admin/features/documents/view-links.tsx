import { Link } from '@tanstack/react-router';
import { Bookmark, BookmarkPlus, PencilLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useStore } from '../../lib/store.ts';
import { useWords } from '../../lib/words.ts';
import { IconButton, Menu } from '../../ui/index.ts';
import { searchOf, type Filters } from './filters.ts';
import styles from './documents.module.css';
import { isSameSearch, viewsOf, type SavedView } from './saved-views.ts';
import { ManageViewsDialog, SaveViewDialog } from './view-dialogs.tsx';
import { documentWords } from './words.ts';

export function ViewLinks({ filters }: { readonly filters: Filters }): ReactNode {
  const words = useWords(documentWords);
  const { username } = useSession();
  const saved = useStore(viewsOf(username));
  const layout = searchOf({ view: filters.view });
  const usual: SavedView[] = [
    { name: words.allDocuments, search: layout },
    { name: words.mine, search: { author: username, ...layout } },
    { name: words.assignedToMe, search: { assignee: username, ...layout } },
    { name: words.toReview, search: { reviewer: username, status: 'in_review', ...layout } },
  ];
  const now = searchOf({ ...filters });
  return (
    <div className={styles.views}>
      <nav className="tabs grow" aria-label={words.views}>
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
  const words = useWords(documentWords);
  const { username } = useSession();
  const saved = useStore(viewsOf(username));
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        label={words.views}
        actions={[
          {
            id: 'save',
            label: words.saveView,
            icon: BookmarkPlus,
            disabledReason: Object.keys(now).length === 0 && words.nothingToSave,
            onAction: () => setDialog('save'),
          },
          ...(saved.length > 0
            ? [
                {
                  id: 'manage',
                  label: words.manageViews,
                  icon: PencilLine,
                  onAction: () => setDialog('manage'),
                },
              ]
            : []),
        ]}
      >
        <IconButton kind="quiet" icon={BookmarkPlus}>
          {words.views}
        </IconButton>
      </Menu>
      {dialog === 'save' && <SaveViewDialog search={now} onClose={close} />}
      {dialog === 'manage' && <ManageViewsDialog onClose={close} />}
    </>
  );
}
