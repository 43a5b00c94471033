import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { hasCapability, useSession } from '../../../app/session.ts';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { galley } from '../../../lib/galley.ts';
import { useLanguage, useMessages } from '../../../lib/messages.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button, StatusBadge, toastProblem } from '../../../ui/index.ts';
import { isWriterKey } from '../session/frontmatter-keys.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { translationsQuery } from './panel-queries.ts';

export function LanguageField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { path, lang } = useEditingState(({ detail }) => detail);
  const { data: site } = useQuery(documentTypesQuery);
  const { data: translations } = useQuery(translationsQuery(path));
  const languageName = useLanguageName();
  if (!site || !translations) return null;
  const others = site.languages.filter((one) => one !== lang);
  return (
    <div className={styles['chips']} role="group" aria-label={messages.language}>
      <p>
        <span className="field-label">{messages.language}</span> {languageName(lang)}
      </p>
      {others.length > 0 && (
        <ul className={styles['list']} aria-label={messages.translations}>
          {others.map((other) => {
            const found = translations.find((one) => one.lang === other);
            return (
              <li key={other} className={styles['line']}>
                <span className="grow">
                  <span className="soft small block">{languageName(other)}</span>
                  {found ? (
                    <Link to="/edit/$" params={{ _splat: found.path }} className="breaks">
                      {found.title}
                    </Link>
                  ) : (
                    <span className="soft">{messages.noTranslation}</span>
                  )}
                </span>
                {found ? (
                  <StatusBadge status={found.status} />
                ) : (
                  <CreateTranslation lang={other} name={languageName(other)} />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Keys that belong to the original alone. */
const ownOfOriginal: ReadonlySet<string> = new Set(['title', 'slug', 'lang', 'aliases']);

function CreateTranslation(props: { readonly lang: string; readonly name: string }): ReactNode {
  const { lang, name } = props;
  const messages = useMessages(fieldMessages);
  const session = useSession();
  const navigate = useNavigate();
  const editing = useEditing();
  const { id, type, title } = useEditingState(({ detail }) => detail);
  const key = id.split(':').slice(2).join(':');
  const create = useAction(async () => {
    const { values } = editing.state.get();
    const kept = Object.entries(values).filter(
      ([one]) => isWriterKey(one) && !ownOfOriginal.has(one),
    );
    const { path } = await galley.documents.create({
      type,
      lang,
      title,
      slug: key.slice(key.lastIndexOf('/') + 1),
      ...(key.includes('/') && { folder: key.slice(0, key.lastIndexOf('/')) }),
      content: editing.view.state.doc.toString(),
      frontmatter: Object.fromEntries(kept),
    });
    void queryClient.invalidateQueries({ queryKey: ['documents'] });
    await navigate({ to: '/edit/$', params: { _splat: path } });
  }, toastProblem);
  const reason = !hasCapability(session, 'documents.create', true) && messages.mayNotCreate;
  return (
    <Button
      size="small"
      icon={Plus}
      onPress={create.run}
      isPending={create.isPending}
      disabledReason={reason}
    >
      {messages.translate}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

function useLanguageName(): (tag: string) => string {
  const own = useLanguage();
  const names = new Intl.DisplayNames([own], { type: 'language' });
  return (tag) => names.of(tag) ?? tag;
}
